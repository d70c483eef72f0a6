//! The editor stubs and the tables of docs/, generated from the rows of the Lua API, the keys of manifests and the limits.

use std::fmt::Write;

use bastide::io::markdown::{headings, slug};
use bastide_core::manifest::keys;
use bastide_core::script::{Entry, Sort, surface};

use crate::{limits, rewrite};

/// The tables that stand instead of a function and can have a `when`.
const DATA: [&str; 4] = ["Deed", "Offer", "Restraint", "Siting"];

/// The classes that are documented with a line of their own.
const ABOUT: [(&str, &str); 4] = [
    ("loose tile", "A tile that is not on the board."),
    ("corner", "The point where four cells meet."),
    ("place", "A place for a tile."),
    ("Expansion", "The table that a module returns: `---@type Expansion`."),
];

/// The parts of a text that are separated by a sign outside all brackets.
fn split(text: &str, sign: char) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0);
    for (at, c) in text.char_indices() {
        depth += matches!(c, '(' | '[' | '{' | '<') as i32;
        depth -= matches!(c, ')' | ']' | '}' | '>') as i32;
        if c == sign && depth == 0 {
            parts.push(text[start..at].trim());
            start = at + c.len_utf8();
        }
    }
    parts.push(text[start..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

/// The arguments of a signature with their types, and its result.
fn read_signature(signature: &str) -> (Vec<(&str, &str)>, &str) {
    let mut depth = 0;
    let end = signature.char_indices().find(|(_, c)| {
        depth += (*c == '(') as i32 - (*c == ')') as i32;
        depth == 0
    });
    let (arguments, result) = signature.split_at(end.expect("brackets around the arguments").0);
    let arguments = split(&arguments[1..], ',').into_iter();
    let arguments = arguments.map(|argument| argument.split_once(": ").expect("a type of each argument"));
    (arguments.collect(), result.trim_start_matches(')').trim_start_matches(": "))
}

/// `name? type`, as an editor reads it: what can be nil is optional.
fn typed_field(entry: &Entry) -> String {
    let optional = entry.typed.strip_suffix("|nil").or_else(|| entry.typed.strip_suffix('?'));
    match optional {
        Some(typed) => format!("{}? {typed}", entry.name),
        None => format!("{} {}", entry.name, entry.typed),
    }
}

/// The classes in the order in which the rows name them.
fn classes() -> Vec<&'static str> {
    let mut classes = Vec::new();
    for entry in surface().filter(|entry| !matches!(entry.sort, Sort::Hook | Sort::Type)) {
        if !classes.contains(&entry.of) {
            classes.push(entry.of);
        }
    }
    classes
}

fn write_class(stubs: &mut String, of: &str) {
    let rows: Vec<Entry> = surface().filter(|entry| entry.of == of).collect();
    let methods: Vec<&Entry> = rows.iter().filter(|entry| entry.sort == Sort::Method).collect();
    let about = ABOUT.iter().find(|(name, _)| *name == of).map_or(String::new(), |(_, about)| format!("---{about}\n"));
    let class = rows[0].class();
    let base = if of.ends_with("Event") { ": Event" } else { "" };
    let _ = writeln!(stubs, "\n{about}---@class {class}{base}");
    if of == "Expansion" {
        surface().filter(|entry| entry.sort == Sort::Hook).for_each(|hook| write_hook(stubs, &hook));
    }
    if DATA.contains(&of) {
        *stubs += "---@field when? When\n";
    }
    for entry in rows.iter().filter(|entry| entry.sort != Sort::Method) {
        let _ = writeln!(stubs, "---@field {} {}", typed_field(entry), entry.sentence());
    }
    if !methods.is_empty() {
        let _ = writeln!(stubs, "local {class} = {{}}");
    }
    methods.iter().for_each(|method| write_method(stubs, method));
}

fn write_hook(stubs: &mut String, hook: &Entry) {
    let function = format!("fun{}", hook.typed);
    let data: String = hook.data.split('|').filter(|data| !data.is_empty()).map(|data| format!("|{data}")).collect();
    let one = format!("({function})|{{ when?: When, run: {function} }}{data}");
    let _ = writeln!(stubs, "---@field {}? {one}|({one})[] {}", hook.name, hook.sentence());
}

fn write_method(stubs: &mut String, method: &Entry) {
    let (arguments, result) = read_signature(method.typed);
    let context = match method.context {
        "pure" => String::new(),
        context => format!(" In {context} hooks."),
    };
    let sentence = method.sentence();
    let sentence = sentence[..1].to_uppercase() + &sentence[1..];
    let _ = writeln!(stubs, "\n---{}.{context}", sentence.trim_end_matches('.'));
    if method.deprecated.is_some() {
        *stubs += "---@deprecated\n";
    }
    for (name, typed) in &arguments {
        let _ = writeln!(stubs, "---@param {name} {typed}");
    }
    if !result.is_empty() {
        let _ = writeln!(stubs, "---@return {result}");
    }
    let names: Vec<&str> = arguments.iter().map(|(name, _)| name.trim_end_matches('?')).collect();
    let _ = writeln!(stubs, "function {}:{}({}) end", method.class(), method.name, names.join(", "));
}

/// The stubs for editors, scripts/types/bastide.lua.
pub fn stubs() -> String {
    let mut stubs = format!(
        "---@meta bastide\n-- What scripts of Bastide see, for lua-language-server. Made from the program by\n\
         -- `{}`; nothing in this file is run.\n-- docs/LUA.md says what each thing means.\n\n",
        rewrite::command("docs")
    );
    for named in surface().filter(|entry| entry.sort == Sort::Type) {
        let _ = writeln!(stubs, "---{}\n---@alias {} {}", named.sentence(), named.name, named.typed);
    }
    classes().into_iter().for_each(|of| write_class(&mut stubs, of));
    stubs
}

/// What is called in a table: `game:figures(filter?)`.
fn call(entry: &Entry) -> String {
    let names: Vec<&str> = read_signature(entry.typed).0.into_iter().map(|(name, _)| name).collect();
    let object = if entry.of == "loose tile" { "tile" } else { entry.of };
    format!("{object}:{}({})", entry.name, names.join(", "))
}

fn table(title: &str, rows: impl IntoIterator<Item = [String; 2]>) -> String {
    let rows: String = rows.into_iter().map(|[name, says]| format!("| `{name}` | {says} |\n")).collect();
    if rows.is_empty() { rows } else { format!("| {title} | |\n|---|---|\n{rows}") }
}

/// A name with a sign where it can be nil.
fn shown_field(entry: &Entry) -> String {
    let optional = entry.sort == Sort::Field && (entry.typed.ends_with('?') || entry.typed.ends_with("|nil"));
    format!("{}{}", entry.name, if optional { "?" } else { "" })
}

/// The tables of the reference on one kind of object, one type of table, or the hooks.
pub fn tables(of: &str) -> String {
    match of {
        "hooks" => return hooks(),
        "types" => return types(),
        "limits of scripts" => return limits::table("scripts"),
        "limits of manifests" => return limits::table("manifests"),
        _ => {}
    }
    if let Some(table) = of.strip_prefix("keys of ") {
        return manifest(table);
    }
    let rows: Vec<Entry> = surface().filter(|entry| entry.of == of).collect();
    assert!(!rows.is_empty(), "nothing is called {of}");
    let fields = rows.iter().filter(|entry| entry.sort != Sort::Method).map(|row| [shown_field(row), says(row)]);
    let title = if rows.iter().any(|entry| entry.sort == Sort::Key) { "key" } else { "field" };
    let methods = |wanted: fn(&str) -> bool| {
        let methods = rows.iter().filter(move |entry| entry.sort == Sort::Method && wanted(entry.context));
        methods.map(|row| [call(row), says(row)])
    };
    let reading = table("reading", methods(|context| context == "pure"));
    let acting = table("acting", methods(|context| context == "action"));
    let editing = table("editing", methods(|context| context == "fold"));
    let tables = [table(title, fields), reading, editing, acting];
    tables.into_iter().filter(|table| !table.is_empty()).collect::<Vec<_>>().join("\n")
}

fn types() -> String {
    let types = surface().filter(|entry| entry.sort == Sort::Type);
    // A bar would end the column.
    let row = |named: Entry| format!("| `{}` | {} | `{}` |\n", named.name, named.says, named.typed.replace('|', "\\|"));
    format!("| type | | |\n|---|---|---|\n{}", types.map(row).collect::<String>())
}

fn hooks() -> String {
    let mut table =
        "| hook | when it is called | context | receives | keys for `when` |\n|---|---|---|---|---|\n".to_string();
    for hook in surface().filter(|entry| entry.sort == Sort::Hook) {
        let receives: Vec<&str> = read_signature(hook.typed).0.into_iter().map(|(name, _)| name).collect();
        let keys: Vec<String> = hook.filters.iter().map(|key| format!("`{key}`")).collect();
        let Entry { name, says, context, .. } = hook;
        let _ = writeln!(table, "| `{name}` | {says} | {context} | {} | {} |", receives.join(", "), keys.join(", "));
    }
    table
}

/// What a row says, and what to use instead of it.
fn says(entry: &Entry) -> String {
    noted(entry.says, entry.deprecated)
}

fn noted(says: &str, deprecated: Option<&str>) -> String {
    deprecated.map_or(says.into(), |note| format!("{says}. **Deprecated**: {note}"))
}

/// The keys of one table of a manifest.
fn manifest(table: &str) -> String {
    let mut rows = "| key | type | meaning |\n|---|---|---|\n".to_string();
    for key in keys().filter(|key| key.of == table) {
        let _ = writeln!(rows, "| `{}` | {} | {} |", key.name, key.typed, noted(key.says, key.deprecated));
    }
    rows
}

/// The page that has a heading, by its name in links.
fn home_of<'a>(anchor: &str, pages: &'a [(String, String)]) -> Option<&'a str> {
    let has = |text: &str| headings(text).iter().any(|heading| slug(heading.title) == anchor);
    pages.iter().find(|(_, text)| has(text)).map(|(name, _)| name.as_str())
}

/// Rows with links to headings that may stand on another page.
fn linked(rows: &str, page: &str, pages: &[(String, String)]) -> String {
    let mut parts = rows.split("](#");
    let mut linked = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let anchor = part.split(')').next().unwrap_or_default();
        let own = pages.iter().filter(|(name, _)| name == page).cloned().collect::<Vec<_>>();
        let home =
            home_of(anchor, &own).or_else(|| home_of(anchor, pages)).unwrap_or_else(|| panic!("no heading {anchor}"));
        let home = if home == page { "" } else { home };
        let _ = write!(linked, "]({home}#{part}");
    }
    linked
}

/// A page in which what stands between `<!-- rows: NAME -->` and `<!-- end -->` is made anew.
pub fn rewritten(name: &str, pages: &[(String, String)]) -> String {
    let page = pages.iter().find(|(page, _)| page == name).map_or("", |(_, text)| text);
    let mut parts = page.split("<!-- rows: ");
    let mut page = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (of, rest) = part.split_once(" -->").expect("the end of a comment");
        let (_, rest) = rest.split_once("<!-- end -->").expect("the end of the rows");
        let rows = linked(&tables(of), name, pages);
        let _ = write!(page, "<!-- rows: {of} -->\n{rows}<!-- end -->{rest}");
    }
    page
}
