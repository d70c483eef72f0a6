//! `docs`: reads the pages of docs/ in the terminal, without a network.

use serde_json::{Value, json};

use crate::io::markdown::plain;
use crate::io::prose::{clip, pad, widest};
use crate::line::command::{Args, Candidate, Cause, Command, Completer, Context, Failure, Reply, Typed};
use crate::tell::book::{Found, Mention, Section, find, pages};

/// The width of a page where the terminal does not say its own, and the most that is comfortable to read.
const COLUMNS: usize = 80;
const MAX_COLUMNS: usize = 100;
/// A page that is longer than this shows its contents first at a terminal.
const MAX_LINES: usize = 120;
/// The maximum number of lines that a search lists.
const MAX_MENTIONS: usize = 40;

/// Read the docs: a page, a heading, or every line with a word
#[derive(Args)]
pub struct Docs {
    /// Show a long page whole
    #[arg(long)]
    all: bool,
    /// Page, heading or words to look for
    words: Vec<String>,
}

impl Command for Docs {
    const NAME: &str = "docs";
    const YIELDS: bool = true;
    const FORM: &str = "docs WORD";
    const EXAMPLES: &str = "docs        docs cookbook        docs phases        docs extra_turn        docs lua --all\n\n\
        Without a word it lists all pages. A long page shows its beginning and its headings at a terminal; `--all`\n\
        or a pipe shows all of it. `help lua NAME` explains one name of the Lua API.";
    const COMPLETE: &[(&str, Completer)] = &[("words", candidates)];

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let columns = context.screen.size.map_or(COLUMNS, |(columns, _)| columns.min(MAX_COLUMNS));
        let is_whole = self.all || context.screen.size.is_none();
        let words = self.words.join(" ");
        if words.trim().is_empty() {
            return Ok(contents());
        }
        match find(words.trim()).map_err(|why| Failure::new(Cause::Unknown, why))? {
            Found::One(section) => Ok(shown(&section, columns, is_whole)),
            Found::Headings(sections) => Ok(listed(&sections)),
            Found::Mentions(mentions) => Ok(mentioned(&mentions, columns)),
        }
    }
}

fn contents() -> Reply {
    let width = widest(pages().iter().map(|page| page.name));
    let line = |name: &str, title: &str| format!("  {}  {title}", pad(&name.to_lowercase(), width));
    let lines: Vec<String> = pages().iter().map(|page| line(page.name, page.title)).collect();
    let rows: Vec<Value> = pages().iter().map(|page| json!({ "page": page.name, "title": page.title })).collect();
    let text = format!(
        "Pages\n{}\n\n`docs PAGE` shows a page, `docs WORD` a heading or every line with the word.",
        lines.join("\n")
    );
    Reply::text(text).with("pages", rows)
}

/// A section; of a long one the beginning and the headings.
fn shown(section: &Section, columns: usize, is_whole: bool) -> Reply {
    let text = plain(section.text, columns);
    let text = match is_whole || text.lines().count() <= MAX_LINES {
        true => text,
        false => format!("{}\n\n{}", plain(beginning(section.text), columns), inside(section)),
    };
    let data = json!({ "page": section.page.name, "heading": section.title, "markdown": section.text });
    Reply::text(text).and(&data)
}

/// What stands before the second heading.
fn beginning(text: &str) -> &str {
    text.find("\n## ").or_else(|| text.find("\n### ")).map_or(text, |end| &text[..end])
}

fn inside(section: &Section) -> String {
    let titles: Vec<String> = section.inside().map(|section| format!("  {}", section.title)).collect();
    let name = section.page.name.to_lowercase();
    format!("Headings\n{}\n\n`docs HEADING` shows one, `docs {name} --all` the whole page.", titles.join("\n"))
}

fn listed(sections: &[Section]) -> Reply {
    let lines: Vec<String> = sections.iter().map(|section| format!("  {}", section.path())).collect();
    let row = |section: &Section| json!({ "page": section.page.name, "heading": section.title });
    let rows: Vec<Value> = sections.iter().map(row).collect();
    Reply::text(format!("Several headings match:\n{}", lines.join("\n"))).with("found", rows)
}

fn mentioned(mentions: &[Mention], columns: usize) -> Reply {
    let mut lines: Vec<String> = Vec::new();
    let mut last = String::new();
    for mention in mentions.iter().take(MAX_MENTIONS) {
        let path = mention.section.path();
        if path != last {
            lines.push(path.clone());
            last = path;
        }
        lines.push(clip(&format!("  {}", mention.line.trim()), columns));
    }
    let rest = mentions.len().saturating_sub(MAX_MENTIONS);
    if rest > 0 {
        lines.push(format!("… and {rest} more lines; use more words"));
    }
    let row = |Mention { section, line }: &Mention| json!({ "page": section.page.name, "heading": section.title, "line": line });
    Reply::text(lines.join("\n")).with("found", mentions.iter().map(row).collect::<Vec<_>>())
}

fn candidates(_: &mut Context, typed: &Typed) -> Vec<Candidate> {
    if !typed.rest.is_empty() {
        return Vec::new();
    }
    pages().iter().map(|page| Candidate::new(page.name.to_lowercase(), page.title)).collect()
}
