//! The pages of docs/, which are part of the program: found by the name of a page, by a heading, or by what they say.
//! Knows pages and headings, never a game.

use std::ops::Range;
use std::sync::LazyLock;

use bastide_core::language::{did_you_mean, nearest, typed};
use include_dir::{Dir, include_dir};

use crate::io::markdown::{Heading, headings, slug};

static DOCS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../docs");
/// The page that lists all others, in their order.
const SUMMARY: &str = "SUMMARY.md";

/// A page of the book.
#[derive(Clone, Debug)]
pub struct Page {
    /// The name of its file, without `.md`.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Its text, as Markdown.
    pub text: &'static str,
    headings: Vec<Heading<'static>>,
}

/// A part of a page: from a heading to the next one of its level.
#[derive(Clone, Debug)]
pub struct Section {
    /// The page.
    pub page: &'static Page,
    /// Its heading.
    pub title: &'static str,
    /// Its text, as Markdown, with the headings inside it.
    pub text: &'static str,
    /// Its lines of the page.
    lines: Range<usize>,
}

/// A line that says what was searched for.
pub struct Mention {
    /// The section that it is in.
    pub section: Section,
    /// The line.
    pub line: &'static str,
}

/// What a word finds.
pub enum Found {
    /// A page, or a section of one.
    One(Section),
    /// Several headings.
    Headings(Vec<Section>),
    /// Lines of text.
    Mentions(Vec<Mention>),
}

static PAGES: LazyLock<Vec<Page>> = LazyLock::new(|| {
    let summary = DOCS.get_file(SUMMARY).and_then(|file| file.contents_utf8()).unwrap_or_default();
    summary.lines().filter_map(Page::listed).collect()
});

/// All pages, in the order of the summary.
pub fn pages() -> &'static [Page] {
    &PAGES
}

impl Page {
    /// The page that a line of the summary names: `- [Title](NAME.md)`.
    fn listed(line: &'static str) -> Option<Page> {
        let (_, file) = line.rsplit_once("](")?;
        let name = file.strip_suffix(".md)")?;
        let text = DOCS.get_file(format!("{name}.md"))?.contents_utf8()?;
        let headings = headings(text);
        Some(Page { name, title: headings.first().map_or(name, |first| first.title), text, headings })
    }

    /// The whole page.
    pub fn whole(&'static self) -> Section {
        Section { page: self, title: self.title, text: self.text, lines: 0..usize::MAX }
    }

    /// Its sections, without the page itself.
    pub fn sections(&'static self) -> impl Iterator<Item = Section> {
        self.headings.iter().enumerate().skip(1).map(move |(at, heading)| {
            let next = self.headings[at + 1..].iter().find(|next| next.level <= heading.level);
            let lines = heading.line..next.map_or(usize::MAX, |next| next.line);
            Section { page: self, title: heading.title, text: part(self.text, &lines), lines }
        })
    }

    /// The smallest section that a line is in.
    fn section_at(&'static self, line: usize) -> Section {
        self.sections().filter(|section| section.lines.contains(&line)).last().unwrap_or(self.whole())
    }
}

impl Section {
    /// Where it is: `LUA › Phases`.
    pub fn path(&self) -> String {
        let Page { name, title, .. } = self.page;
        if self.title == *title { name.to_string() } else { format!("{name} › {}", self.title) }
    }

    /// The sections inside it.
    pub fn inside(&self) -> impl Iterator<Item = Section> {
        let lines = self.lines.clone();
        self.page.sections().filter(move |other| lines.contains(&other.lines.start) && lines.start < other.lines.start)
    }
}

/// The lines of a text from one to another.
fn part(text: &'static str, lines: &Range<usize>) -> &'static str {
    let start = |line: usize| text.split_inclusive('\n').take(line).map(str::len).sum::<usize>();
    &text[start(lines.start)..start(lines.end)]
}

/// Finds a page by its name, a section by its heading, or else lines that contain the words. The error suggests what
/// may be meant.
pub fn find(words: &str) -> Result<Found, String> {
    let wanted = slug(words);
    let is_page = |page: &&Page| slug(page.name) == wanted || slug(page.title) == wanted;
    let file = wanted.strip_suffix("md").unwrap_or(&wanted);
    let named = pages().iter().find(is_page).or_else(|| pages().iter().find(|page| slug(page.name) == file));
    if let Some(page) = named {
        return Ok(Found::One(page.whole()));
    }
    let all: Vec<Section> = pages().iter().flat_map(Page::sections).collect();
    let of_page = in_page(words).filter(|found| !found.is_empty());
    let whole = |title: &str| has_word(&title.to_lowercase(), &words.to_lowercase());
    // A word that is only a part of another one is hardly what was meant, so lines with the word come before it.
    let tries: [&dyn Fn() -> Vec<Section>; 4] = [
        &|| of_page.clone().unwrap_or_default(),
        &|| titled(&all, |title| slug(title) == wanted),
        &|| titled(&all, |title| slug(title).starts_with(&wanted)),
        &|| titled(&all, whole),
    ];
    let found = tries.iter().find_map(|one| headed(one()));
    let mention = || mentions(words, has_word).or_else(|| headed(titled(&all, |title| slug(title).contains(&wanted))));
    let found = found.filter(|_| !wanted.is_empty()).or_else(mention);
    found.or_else(|| mentions(words, |line, words| line.contains(words))).ok_or_else(|| unknown(words))
}

/// The sections of the page that the first word names whose headings have the other words: `manifest kinds`.
fn in_page(words: &str) -> Option<Vec<Section>> {
    let (page, rest) = words.split_once(' ')?;
    let page = pages().iter().find(|known| known.name.eq_ignore_ascii_case(page))?;
    let sections: Vec<Section> = page.sections().collect();
    Some(titled(&sections, |title| has_word(&title.to_lowercase(), &rest.to_lowercase())))
}

fn titled(sections: &[Section], is_meant: impl Fn(&str) -> bool) -> Vec<Section> {
    sections.iter().filter(|section| is_meant(section.title)).cloned().collect()
}

/// One section, or several of which one is to be chosen.
fn headed(sections: Vec<Section>) -> Option<Found> {
    match &sections[..] {
        [] => None,
        [only] => Some(Found::One(only.clone())),
        _ => Some(Found::Headings(sections)),
    }
}

/// Whether a text has these words, not as parts of others.
fn has_word(text: &str, words: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(words)
        .any(|(at, _)| !text[..at].ends_with(is_part) && !text[at + words.len()..].starts_with(is_part))
}

/// The lines that say something; first the row of a key of the manifest, which is called `TABLE.KEY`.
fn mentions(words: &str, says: impl Fn(&str, &str) -> bool) -> Option<Found> {
    let words = words.to_lowercase();
    let in_page = |page: &'static Page| {
        let lines = page.text.lines().enumerate();
        let lines = lines.filter(|(_, line)| !line.starts_with("<!--") && says(&line.to_lowercase(), &words));
        lines.map(|(at, line)| Mention { section: page.section_at(at), line })
    };
    let found: Vec<Mention> = key_row(&words).into_iter().chain(pages().iter().flat_map(in_page)).collect();
    (!found.is_empty()).then_some(Found::Mentions(found))
}

/// The row of a key in the tables of keys.
fn key_row(name: &str) -> Option<Mention> {
    let (of, key) = name.rsplit_once('.')?;
    let head = format!("<!-- rows: keys of {of} -->");
    let page = pages().iter().find(|page| page.text.lines().any(|line| line == head))?;
    let rows = page.text.lines().enumerate().skip_while(|(_, line)| *line != head);
    let (at, line) = rows.take_while(|(_, line)| *line != "<!-- end -->").find(|(_, line)| {
        line.strip_prefix("| `").and_then(|row| row.strip_prefix(key)).is_some_and(|row| row.starts_with('`'))
    })?;
    Some(Mention { section: page.section_at(at), line })
}

fn unknown(words: &str) -> String {
    let names: Vec<String> = pages().iter().map(|page| page.name.to_lowercase()).collect();
    let titles = pages().iter().flat_map(Page::sections).map(|section| section.title.to_lowercase());
    let titles: Vec<String> = titles.collect();
    let all = names.iter().chain(&titles).map(String::as_str);
    let meant = nearest(&words.to_lowercase(), all).map(|near| did_you_mean(&format!("docs {near}")));
    format!("the docs do not say {}; {}", typed(words), meant.unwrap_or("`docs` lists all pages".into()))
}
