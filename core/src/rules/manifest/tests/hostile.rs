//! Whatever the bytes are, reading them ends soon and never panics.

use std::time::Instant;

use super::*;

/// A small generator, so that the same bytes come on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit.max(1)
    }
}

/// Deletes, replaces or repeats a few bytes.
fn mutate(text: &str, dice: &mut Dice) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=dice.below(4) {
        let start = dice.below(bytes.len());
        let end = (start + 1 + dice.below(12)).min(bytes.len());
        match dice.below(4) {
            0 => drop(bytes.drain(start..end)),
            1 => bytes[start] = dice.below(256) as u8,
            2 => bytes[start] = b"\"'[]{}=.,#-+0 \n"[dice.below(15)],
            _ => {
                let again = bytes[start..end].to_vec();
                let at = dice.below(bytes.len());
                bytes.splice(at..at, again);
            }
        }
    }
    bytes
}

/// Every key that the base game does not use.
const RICH: &str = r#"
id = "rich"
name = "x"
version = "1.0.0"
requires = { base = "1" }
after = ["other"]
conflicts = ["another"]
sets = { tiny_city = 2 }
aside = ["b"]
out = ["base:D", "c"]
start = [{ tile = "a", at = "0,0" }]
[figures.tall]
count = { 2 = 10, 3 = 9 }
needs = "follower"
neutral = true
[tokens.coin]
count = 9
each = { 2 = 1 }
[zones.cave]
owned = true
[verbs]
join = "x"
[[piles]]
tiles = ["c"]
last = ["d"]
[[piles]]
[[when]]
option = { farmers = "off" }
piles = [{ last = ["d"] }]
tokens.coin.count = 3
tiles.c.road = ["N-*", "S-*"]
"#;
const RICH_TILES: &str =
    "[a]\nroad = \"N-S\"\n[b]\nroad = \"N-S\"\n[c]\ncount = 3\nroad = \"N-S\"\n[d]\nroad = \"N-S\"\n";

const RULE: &str = r#"--[=[
id = "rich"
name = "x"
version = "1.0.0"
requires = { base = "1" }
out = ["base:D"]
sets = { tiny_city = 2 }
[[when]]
option = { farmers = "off" }
aside = ["base:C"]
]=]
return {}
"#;

fn try_bytes(manifest: &[u8], tiles: &[u8]) -> bool {
    let folder = Folder::from_files("x", [("expansion.toml", manifest), ("tiles.toml", tiles)]);
    try_with(&[], Expansion::read(&folder))
}

fn try_with(others: &[Portion], read: Result<Expansion, ManifestError>) -> bool {
    let all = |expansion: Expansion| [others, &[Portion::one(Arc::new(expansion))]].concat();
    match read.map(|expansion| recipe(&all(expansion)).draft()) {
        Ok(Ok((draft, _))) => draft.compile().is_ok(),
        Err(error) | Ok(Err(RecipeError::Manifest(error))) => {
            assert!(!error.render().is_empty() && error.line() > 0);
            false
        }
        Ok(Err(error)) => error.to_string().is_empty(),
    }
}

#[test]
fn manifests_with_a_few_bytes_changed_never_panic() {
    let mut loaded = 0;
    for seed in 0..2_000 {
        let mut dice = Dice(seed);
        let (manifest, tiles) = match seed % 3 {
            0 => (mutate(MANIFEST, &mut dice), TILES.into()),
            1 => (MANIFEST.into(), mutate(TILES, &mut dice)),
            _ => (mutate(MANIFEST, &mut dice), mutate(TILES, &mut dice)),
        };
        loaded += try_bytes(&manifest, &tiles) as usize;
    }
    assert!((100..1_900).contains(&loaded), "{loaded} of 2000 loaded: the changes are too gentle or too rough");
}

#[test]
fn expansions_and_house_rules_with_a_few_bytes_changed_never_panic() {
    let base = [base()];
    let whole = Folder::from_files("x", [("expansion.toml", RICH), ("tiles.toml", RICH_TILES)]);
    assert!(try_with(&base, Expansion::read(&whole)), "as it is written it loads");
    let (mut loaded, mut ruled) = (0, 0);
    for seed in 0..2_000 {
        let mut dice = Dice(seed);
        let files = [("expansion.toml", mutate(RICH, &mut dice)), ("tiles.toml", RICH_TILES.into())];
        loaded += try_with(&base, Expansion::read(&Folder::from_files("x", files))) as usize;
        let text = mutate(RULE, &mut dice);
        ruled += try_with(&base, Expansion::read_house(&Folder::from_files("x", [("rich.lua", text)]))) as usize;
    }
    // Nearly every byte means something, so few changes are harmless.
    assert!((10..1_900).contains(&loaded), "{loaded} of 2000 loaded: the changes are too gentle or too rough");
    assert!((10..1_900).contains(&ruled), "{ruled} of 2000 house rules loaded");
}

#[test]
fn a_megabyte_of_nesting_or_of_one_word_is_refused_soon() {
    let many = 200_000;
    let deep = format!("{{{}a=", "a.".repeat(78)).repeat(78) + "1" + &"}".repeat(78);
    let texts = [
        "[".repeat(1_000_000),
        format!("a = {}", "[".repeat(1_000_000)),
        format!("a = {}", "{a=".repeat(300_000)),
        "a.".repeat(500_000) + "a = 1",
        format!("[{}a]", "a.".repeat(500_000)),
        format!("a = {deep}"),
        format!("a = {deep}\nb = = 1"),
        format!("{MANIFEST}\n[kinds.deep]\nlook = {deep}"),
        format!("id = \"{}\"", "x".repeat(1_000_000)),
        format!("{} = 1", "x".repeat(1_000_000)),
        (0..60_000).map(|i| format!("[k{i}]\n")).collect(),
        (0..90_000).map(|i| format!("k{i}=1\n")).collect(),
        "[[a]]\n".repeat(many / 2),
        format!("{MANIFEST}\n{}", "[[when]]\n".repeat(many / 2)),
        format!("{MANIFEST}\n{}", "[[when]]\nkinds.road.role = \"x\"\n".repeat(900) + "x = 1"),
        format!("[D]\ncity = [{}]", "\"N\",".repeat(many)),
        format!("[D]\ncity = \"{}\"", "N-".repeat(many)),
        format!("[D]\ncity = \"N{}\"", " +pennant".repeat(many / 2)),
        format!("a = {}", "9".repeat(1_000_000)),
        "\u{feff}".repeat(300_000),
        format!(
            "{MANIFEST}\n{}",
            "[[when]]\nout = [\"D\"]\npiles = [{}]\ntiles.D.road = \"W-*\"\n".repeat(900) + "x = 1"
        ),
        format!("{MANIFEST}\n{}", "[[piles]]\n".repeat(many / 2)),
        format!("requires = {{ {} }}\n{MANIFEST}", (0..50_000).map(|i| format!("x{i} = \"*\", ")).collect::<String>()),
    ];
    for text in texts {
        let started = Instant::now();
        assert!(!try_bytes(text.as_bytes(), TILES.as_bytes()) && !try_bytes(MANIFEST.as_bytes(), text.as_bytes()));
        let head: String = text.chars().take(20).collect();
        assert!(started.elapsed().as_secs() < 5, "{head:?} took {:?}", started.elapsed());
    }
}
