//! The web pages of a shelf: one that lists all sets, and one for each with its tiles, rules, options and scenes. They
//! need no script and nothing from elsewhere. Everything that a pack says is escaped.

use std::collections::BTreeMap;

use bastide_core::language::plural;

use crate::draw::looks::Looks;
use crate::draw::picture::page::filled;
use crate::draw::picture::sheet::{preview, sheet, twin};
use crate::draw::vector::svg::escaped;
use crate::game::library::{ALWAYS, Library};
use crate::io::reply::Failure;
use crate::share::index::{self, INDEX, Ware};
use crate::share::needs;
use crate::share::pack::Pack;
use crate::share::powers::{Powers, size};
use crate::tell::set_help::{self, Entry};
use crate::tell::sets::{of_set, tried};

const FRONT: &str = include_str!("site/index.html");
const PAGE: &str = include_str!("site/set.html");
const STYLE: &str = include_str!("site/style.css");
/// How much of a scene is shown, and how many scenes are listed.
const MAX_SCENE: usize = 8_000;
const MAX_SCENES: usize = 300;

/// Files of the site: their names and contents.
pub type Files = Vec<(String, Vec<u8>)>;

/// A shelf: all its packs, and the newest of each set.
pub struct Shelf {
    title: String,
    packs: Vec<Pack>,
    /// The place of the newest pack of each set in the list.
    newest: BTreeMap<String, usize>,
    library: Library,
}

impl Shelf {
    /// A shelf with these packs. Sets that require others find them among the packs, or in the library.
    pub fn new(title: &str, mut packs: Vec<Pack>, library: &Library) -> Shelf {
        packs.sort_by_cached_key(|pack| (pack.expansion.id().to_string(), Ware::of(pack).number()));
        let mut library = library.fresh();
        let mut newest = BTreeMap::new();
        for (at, pack) in packs.iter().enumerate() {
            library.hold(pack.expansion.clone());
            newest.insert(pack.expansion.id().to_string(), at);
        }
        Shelf { title: title.into(), packs, newest, library }
    }

    /// How many packs and sets it has.
    pub fn counts(&self) -> (usize, usize) {
        (self.packs.len(), self.newest.len())
    }

    /// All files of the site by name, the index last; and what is wrong with sets that cannot be shown.
    pub fn files(&self) -> (Files, Vec<String>) {
        let (mut files, mut cards, mut notes) = (Vec::new(), Vec::new(), Vec::new());
        for at in self.newest.values() {
            let pack = &self.packs[*at];
            match self.page(pack) {
                Ok((card, made)) => {
                    cards.push((pack.expansion.is_house(), card));
                    files.extend(made);
                }
                Err(failure) => {
                    let why = failure.message.lines().next().unwrap_or_default().to_string();
                    notes.push(format!("{} has no page: {why}", pack.file_name()));
                }
            }
        }
        files.push(("index.html".into(), self.front(&cards).into_bytes()));
        let wares = self.packs.iter().map(Ware::of).collect();
        files.push((INDEX.into(), index::write(wares).into_bytes()));
        (files, notes)
    }

    /// The packs by the names of their files.
    pub fn packs(&self) -> impl Iterator<Item = (String, &[u8])> {
        self.packs.iter().map(|pack| (pack.file_name(), &pack.bytes[..]))
    }

    fn front(&self, cards: &[(bool, String)]) -> String {
        let of = |house: bool| cards.iter().filter(move |(is, _)| *is == house).map(|(_, card)| card.as_str());
        let section = |id: &str, heading: &str, house: bool| match of(house).next() {
            Some(_) => format!(
                "<section aria-labelledby=\"{id}\"><h2 id=\"{id}\">{heading}</h2>\n<ul class=\"grid\">\n{}\n</ul></section>",
                of(house).collect::<Vec<_>>().join("\n")
            ),
            None => String::new(),
        };
        let (sets, rules) = (of(false).count(), of(true).count());
        let counted = |n: usize, word: &str| (n > 0).then(|| format!("{n} {}", plural(word, n as i64)));
        let about: Vec<String> =
            [counted(sets, "expansion"), counted(rules, "house rule")].into_iter().flatten().collect();
        let parts = [
            ("title", escaped(&self.title)),
            ("style", STYLE.trim().into()),
            ("about", format!("{}. Each page shows the tiles, the rules and what can be chosen.", about.join(" and "))),
            ("sections", section("sets", "Expansions", false) + &section("rules", "House rules", true)),
            ("footer", footer()),
        ];
        filled(FRONT, &parts)
    }

    /// The card of a set on the first page, and the files of its own page.
    fn page(&self, pack: &Pack) -> Result<(String, Files), Failure> {
        let (expansion, ware) = (&pack.expansion, Ware::of(pack));
        let mut library = self.library.clone();
        // Some sets need an older version of another one than the newest on the shelf.
        needs::hold(expansion, &mut library, &self.packs);
        let id = expansion.id();
        let (setup, tiles) = of_set(&mut library, None, id)?;
        let looks = Looks::of_setup(&setup)?;
        let mut files = Vec::new();
        let (mut sheets, mut small) = (String::new(), String::new());
        if !tiles.is_empty() {
            small = format!("{id}-preview.svg");
            files.push((small.clone(), preview(setup.catalogue(), &looks, expansion.name(), &tiles).into_bytes()));
            let all = format!("{id}-tiles.svg");
            files.push((all.clone(), sheet(setup.catalogue(), &looks, expansion.name(), &tiles, false).into_bytes()));
            sheets = tile_section(&all, expansion.name(), tiles.len(), &twin(setup.catalogue(), &tiles));
        }
        let help = set_help::told(expansion, id, &tried(&mut library, id)?, false, None);
        let powers = Powers::of(pack, &library)?.for_anybody();
        let sections = [
            sheets,
            rules(&help.rules),
            listed("Features", &help.features),
            listed("Marks", &help.marks),
            listed("Figures", &help.figures),
            listed("Tokens", &help.tokens),
            listed("New actions", &help.words),
            listed("Options", &help.options),
            powers_section(&powers),
            scenes(pack),
            self.older(&ware),
        ];
        let hero = format!(
            "<figure class=\"hero\"><img src=\"{small}\" alt=\"Some of the tiles of {}\"></figure>",
            escaped(&ware.name)
        );
        let parts = [
            ("title", escaped(&self.title)),
            ("style", STYLE.trim().into()),
            ("name", escaped(&ware.name)),
            ("summary", escaped(&ware.summary)),
            ("preview", if small.is_empty() { String::new() } else { hero }),
            ("id", escaped(&ware.id)),
            ("version", escaped(&ware.version)),
            ("file", escaped(&ware.file)),
            ("size", size(pack.bytes.len())),
            ("facts", facts(&ware)),
            ("sections", sections.concat()),
            ("footer", footer()),
        ];
        files.push((format!("{id}.html"), filled(PAGE, &parts).into_bytes()));
        Ok((card(&ware, &small), files))
    }

    fn older(&self, ware: &Ware) -> String {
        let others =
            self.packs.iter().filter(|pack| pack.expansion.id() == ware.id && pack.expansion.version() != ware.version);
        let lines: Vec<String> = others
            .map(|pack| format!("<li><a href=\"{0}\" download>{0}</a></li>", escaped(&pack.file_name())))
            .collect();
        section("Older versions", &lines, |lines| format!("<ul class=\"rules\">{}</ul>", lines.concat()))
    }
}

/// A part of a page, if there is something in it.
fn section(heading: &str, lines: &[String], body: impl Fn(&[String]) -> String) -> String {
    match lines {
        [] => String::new(),
        lines => format!("<section class=\"panel\"><h2>{heading}</h2>\n{}\n</section>\n", body(lines)),
    }
}

fn card(ware: &Ware, picture: &str) -> String {
    let mut chips = vec![escaped(&ware.version)];
    chips.extend((ware.tiles > 0).then(|| format!("{} {}", ware.tiles, plural("tile", ware.tiles as i64))));
    chips.extend(ware.requires.keys().filter(|id| *id != ALWAYS).map(|id| format!("needs {}", escaped(id))));
    let chips: String = chips.iter().map(|chip| format!("<li>{chip}</li>")).collect();
    let (id, name) = (escaped(&ware.id), escaped(&ware.name));
    let (class, picture) = match picture {
        "" => ("card rule", String::new()),
        file => (
            "card",
            format!(
                "<div class=\"picture\"><img src=\"{file}\" alt=\"Some of the tiles of {name}\" loading=\"lazy\"></div>"
            ),
        ),
    };
    format!(
        "<li class=\"{class}\">{picture}<div class=\"text\"><h3><a href=\"{id}.html\">{name}</a></h3><p>{}</p>\
         <ul class=\"chips\">{chips}</ul></div></li>",
        escaped(&ware.summary)
    )
}

fn facts(ware: &Ware) -> String {
    let needs: Vec<String> = ware.requires.iter().map(|(id, range)| format!("{id} {range}")).collect();
    let kind = if ware.house { "house rule" } else { "expansion" };
    let facts = [
        ("Name", ware.id.clone()),
        ("Version", ware.version.clone()),
        ("Kind", kind.into()),
        ("By", ware.authors.join(", ")),
        ("Licence", ware.licence.clone()),
        ("Needs", needs.join(", ")),
        ("API", ware.api.to_string()),
        ("SHA-256", ware.sha256.clone()),
    ];
    let line = |(name, fact): &(&str, String)| {
        let class = if *name == "SHA-256" { " class=\"hash\"" } else { "" };
        format!("<dt>{name}</dt><dd{class}>{}</dd>\n", escaped(fact))
    };
    facts.iter().filter(|(_, fact)| !fact.is_empty()).map(line).collect()
}

fn tile_section(file: &str, name: &str, count: usize, words: &str) -> String {
    let (name, kinds) = (escaped(name), format!("{count} {} of tiles", plural("kind", count as i64)));
    let lines: String = words.lines().map(|line| format!("<li>{}</li>", escaped(line))).collect();
    format!(
        "<section><h2>Tiles</h2>\n<figure class=\"sheet\"><a href=\"{file}\"><img src=\"{file}\" loading=\"lazy\" \
         alt=\"All tiles of {name}: {kinds}, described below in words\"></a></figure>\n\
         <details><summary>The tiles in words</summary><ul class=\"rules\">{lines}</ul></details></section>\n"
    )
}

fn rules(rules: &[String]) -> String {
    let lines: Vec<String> = rules.iter().map(|rule| format!("<li>{}</li>", escaped(rule))).collect();
    section("Rules", &lines, |lines| format!("<ul class=\"rules\">{}</ul>", lines.concat()))
}

/// A table of names with a sentence each.
fn listed(heading: &str, entries: &[Entry]) -> String {
    let row = |Entry { name, about }: &Entry| {
        format!("<tr><th scope=\"row\">{}</th><td>{}</td></tr>", escaped(name), escaped(about))
    };
    let rows: Vec<String> = entries.iter().map(row).collect();
    section(heading, &rows, |rows| format!("<table>{}</table>", rows.concat()))
}

fn powers_section(powers: &Powers) -> String {
    let told = ["needs", "not with", "replaces", "changes", "brings", "sets", "code", "limits"];
    let facts = powers.facts().into_iter().filter(|(name, _)| told.contains(name));
    let lines: Vec<String> = facts.map(|(name, fact)| format!("<dt>{name}</dt><dd>{}</dd>", escaped(&fact))).collect();
    let sentence = "<code>bastide install</code> says this before it asks:";
    section("What it may do", &lines, |lines| format!("<p>{sentence}</p><dl>{}</dl>", lines.concat()))
}

fn scenes(pack: &Pack) -> String {
    let scene = |(title, text): (String, String)| {
        let text: String = text.chars().take(MAX_SCENE).collect();
        format!("<details><summary>{}</summary><pre>{}</pre></details>", escaped(&title), escaped(&text))
    };
    let scenes: Vec<String> = pack.scenes().take(MAX_SCENES).map(scene).collect();
    section("Scenes", &scenes, |scenes| {
        format!(
            "<p>Positions that show a rule and test it; <code>bastide test</code> plays them.</p>{}",
            scenes.concat()
        )
    })
}

fn footer() -> String {
    concat!("Made by <code>bastide shelf</code>, version ", env!("CARGO_PKG_VERSION"), ".").into()
}
