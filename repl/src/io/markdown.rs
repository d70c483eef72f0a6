//! Markdown as plain text for a terminal: headings, paragraphs, lists, tables and code, wrapped. Knows the marks of a
//! page, never what it says.

use crate::io::prose::{hung, pad, width};

/// A heading of a page, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heading<'a> {
    /// 1 for the title of a page, 2 for its sections …
    pub level: usize,
    /// The text.
    pub title: &'a str,
    /// The index of its line.
    pub line: usize,
}

/// The headings of a page; a `#` in code does not begin one.
pub fn headings(page: &str) -> Vec<Heading<'_>> {
    let mut in_code = false;
    let mut found = Vec::new();
    for (line, text) in page.lines().enumerate() {
        in_code ^= text.starts_with(FENCE);
        let title = text.trim_start_matches('#');
        let level = text.len() - title.len();
        if let Some(title) = title.strip_prefix(' ').filter(|_| level > 0 && !in_code) {
            found.push(Heading { level, title, line });
        }
    }
    found
}

/// The name of a heading in links: `Tags: `[tags.NAME]`` is `tags-tagsname`.
pub fn slug(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.collect::<String>().trim().to_lowercase().replace(' ', "-")
}

const FENCE: &str = "```";
/// Code stands this far in.
const INDENT: &str = "    ";

/// A page, or a part of one, as plain text.
pub fn plain(page: &str, columns: usize) -> String {
    let mut lines = page.lines().peekable();
    let mut text = Vec::new();
    while let Some(line) = lines.next() {
        if line.starts_with(FENCE) {
            text.extend(
                lines
                    .by_ref()
                    .take_while(|line| !line.starts_with(FENCE))
                    .map(|line| format!("{INDENT}{line}").trim_end().to_string()),
            );
        } else if line.starts_with("<!--") {
            continue;
        } else if line.starts_with('|') {
            let mut rows = vec![line];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(row);
            }
            text.push(table(&rows, columns));
        } else if line.starts_with('#') {
            text.push(heading(line));
        } else {
            let mut whole = line.trim().to_string();
            while let Some(more) = lines.next_if(|next| goes_on(line, next)) {
                whole = format!("{whole} {}", more.trim());
            }
            let indent = line.len() - line.trim_start().len();
            let hang = indent + if is_item(line) { 2 } else { 0 };
            text.push(format!("{}{}", " ".repeat(indent), hung(&unmarked(&whole), hang, Some(columns))));
        }
    }
    text.dedup_by(|next, before| next.is_empty() && before.is_empty());
    text.join("\n").trim_end().to_string()
}

/// Whether a line continues the paragraph or the entry of a list that the one before it is part of.
fn goes_on(line: &str, next: &str) -> bool {
    let starts = ["#", "|", "<!--", FENCE];
    let is_text = |line: &str| !line.trim().is_empty() && !starts.iter().any(|start| line.starts_with(start));
    is_text(line) && is_text(next) && !is_item(next)
}

/// Whether a line begins an entry of a list.
fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with("- ") || number.len() < line.len() && number.starts_with(". ")
}

fn heading(line: &str) -> String {
    let title = line.trim_start_matches('#');
    let sign = if line.len() - title.len() == 1 { "=" } else { "-" };
    let title = unmarked(title.trim());
    format!("{title}\n{}", sign.repeat(width(&title)))
}

/// The cells of a row; `\|` is a bar inside one.
fn cells(row: &str) -> Vec<String> {
    let row = row.trim().trim_start_matches('|');
    let row = row.strip_suffix('|').unwrap_or(row).replace("\\|", "\u{1}");
    row.split('|').map(|cell| unmarked(cell.trim()).replace('\u{1}', "|")).collect()
}

/// A table: in columns, or with a paragraph for each row if its first columns are wide.
fn table(rows: &[&str], columns: usize) -> String {
    let is_rule = |row: &&&str| !row.chars().all(|c| "|-: ".contains(c)) || !row.contains('-');
    let rows: Vec<Vec<String>> = rows.iter().filter(is_rule).map(|row| cells(row)).collect();
    let most = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..most)
        .map(|at| rows.iter().filter_map(|row| row.get(at)).map(|cell| width(cell)).max().unwrap_or(0))
        .collect();
    let first: usize = widths.iter().rev().skip(1).map(|width| width + 2).sum();
    let in_columns = |row: &Vec<String>| {
        let (last, cells) = row.split_last().map_or(("", &[][..]), |(last, cells)| (last.as_str(), cells));
        let cells: String = cells.iter().zip(&widths).map(|(cell, width)| pad(cell, width + 2)).collect();
        format!("{cells}{}", hung(last, first, Some(columns))).trim_end().to_string()
    };
    let as_paragraph = |row: &Vec<String>| {
        let cells: Vec<&str> = row.iter().map(String::as_str).filter(|cell| !cell.is_empty()).collect();
        hung(&cells.join(" · "), INDENT.len(), Some(columns))
    };
    let lines: Vec<String> = match first * 2 <= columns {
        true => rows.iter().map(in_columns).collect(),
        false => rows.iter().map(as_paragraph).collect(),
    };
    lines.into_iter().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
}

/// A text without the marks of links, pictures and emphasis. Backticks stay: they show what is typed.
pub fn unmarked(text: &str) -> String {
    let mut parts = text.split('[');
    let mut plain = parts.next().unwrap_or_default().to_string();
    for part in parts {
        match part.split_once("](") {
            Some((shown, rest)) => plain.extend([shown, rest.split_once(')').map_or("", |(_, rest)| rest)]),
            None => plain.extend(["[", part]),
        }
    }
    plain.replace("**", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_wrapped_and_code_is_not() {
        let page = "# Title\n\nOne [link](A.md#x) and\nmore of **it** here.\n\n```\ncode that is longer than the line\n# no heading\n```\n";
        let text = plain(page, 24);
        assert_eq!(
            text,
            "Title\n=====\n\nOne link and more of it\nhere.\n\n    code that is longer than the line\n    # no heading"
        );
        assert_eq!(headings(page), [Heading { level: 1, title: "Title", line: 0 }]);
    }

    #[test]
    fn lists_and_tables_hang() {
        let text = plain(
            "- an entry of a list\n  that goes on\n- another\n\n| key | |\n|---|---|\n| `a` | one \\| two three four five |\n",
            26,
        );
        assert_eq!(
            text,
            "- an entry of a list\n  that goes on\n- another\n\nkey\n`a`  one | two three four\n     five"
        );
    }

    #[test]
    fn a_wide_table_has_a_paragraph_for_each_row() {
        let text = plain("| `a long first cell` | and a second | x |\n", 30);
        assert_eq!(text, "`a long first cell` · and\n    a second · x");
    }

    #[test]
    fn headings_have_names_for_links() {
        assert_eq!(slug("Tags: `[tags.NAME]`"), "tags-tagsname");
        assert_eq!(slug("What api = 1 promises"), "what-api--1-promises");
    }
}
