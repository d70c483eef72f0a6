//! `docs`: reads the pages of docs/ in the terminal, without a network.

use std::iter;

use serde::Serialize;

use crate::io::markdown::plain;
use crate::io::prose::{clip, pad, widest};
use crate::io::reply::Answer;
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
    /// Show the whole page
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
            return Ok(Reply::of(&contents()));
        }
        match find(words.trim()).map_err(|why| Failure::new(Cause::Unknown, why))? {
            Found::One(section) => Ok(shown(&section, columns, is_whole)),
            Found::Headings(sections) => Ok(Reply::of(&Headings { found: sections.iter().map(Place::of).collect() })),
            Found::Mentions(mentions) => {
                Ok(Reply::of(&Mentions { found: mentions.iter().map(Line::of).collect(), columns }))
            }
        }
    }
}

/// All pages.
#[derive(Serialize)]
struct Contents {
    pages: Vec<Listed>,
}

/// A page in the list.
#[derive(Serialize)]
struct Listed {
    page: &'static str,
    title: &'static str,
}

impl Answer for Contents {
    fn lines(&self) -> Vec<String> {
        let width = widest(self.pages.iter().map(|listed| listed.page));
        let line = |Listed { page, title }: &Listed| format!("  {}  {title}", pad(&page.to_lowercase(), width));
        let hint = "\n`docs PAGE` shows a page, `docs WORD` a heading or every line with the word.";
        let lines = self.pages.iter().map(line);
        iter::once("Pages".into()).chain(lines).chain([hint.into()]).collect()
    }
}

fn contents() -> Contents {
    Contents { pages: pages().iter().map(|page| Listed { page: page.name, title: page.title }).collect() }
}

/// A section as it is written.
#[derive(Serialize)]
struct Passage {
    #[serde(flatten)]
    place: Place,
    markdown: &'static str,
}

/// Where something stands.
#[derive(Serialize)]
struct Place {
    page: &'static str,
    heading: &'static str,
    /// The same for people.
    #[serde(skip)]
    path: String,
}

impl Place {
    fn of(section: &Section) -> Place {
        Place { page: section.page.name, heading: section.title, path: section.path() }
    }
}

/// A section; of a long one the beginning and the headings.
fn shown(section: &Section, columns: usize, is_whole: bool) -> Reply {
    let text = plain(section.text, columns);
    let text = match is_whole || text.lines().count() <= MAX_LINES {
        true => text,
        false => format!("{}\n\n{}", plain(beginning(section.text), columns), inside(section)),
    };
    Reply::text(text).and(&Passage { place: Place::of(section), markdown: section.text })
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

/// The headings that match.
#[derive(Serialize)]
struct Headings {
    found: Vec<Place>,
}

impl Answer for Headings {
    fn lines(&self) -> Vec<String> {
        let lines = self.found.iter().map(|place| format!("  {}", place.path));
        iter::once("Several headings match:".into()).chain(lines).collect()
    }
}

/// The lines with a word.
#[derive(Serialize)]
struct Mentions {
    found: Vec<Line>,
    #[serde(skip)]
    columns: usize,
}

/// A line and where it stands.
#[derive(Serialize)]
struct Line {
    #[serde(flatten)]
    place: Place,
    line: &'static str,
}

impl Line {
    fn of(mention: &Mention) -> Line {
        Line { place: Place::of(&mention.section), line: mention.line }
    }
}

impl Answer for Mentions {
    fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut last = "";
        for Line { place, line } in self.found.iter().take(MAX_MENTIONS) {
            if place.path != last {
                lines.push(place.path.clone());
                last = &place.path;
            }
            lines.push(clip(&format!("  {}", line.trim()), self.columns));
        }
        let rest = self.found.len().saturating_sub(MAX_MENTIONS);
        lines.extend((rest > 0).then(|| format!("… and {rest} more lines; use more words")));
        lines
    }
}

fn candidates(_: &mut Context, typed: &Typed) -> Vec<Candidate> {
    if !typed.rest.is_empty() {
        return Vec::new();
    }
    pages().iter().map(|page| Candidate::new(page.name.to_lowercase(), page.title)).collect()
}
