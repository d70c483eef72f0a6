//! Text from strangers is printed in visible characters only, wherever it comes from and wherever it goes.

use std::fs;

use bastide_core::language::{is_hidden, width};
use bastide_tests::program::{Home, Run};

const EXE: &str = env!("CARGO_BIN_EXE_bastide-tests");
/// A colour that is not ours, a cleared screen, text turned round, joined, ended.
const FOUL: &str = "\u{1b}[5m\u{1b}[2J\u{9b}\u{202e}\u{2066}\u{200b}\u{2028}\u{feff}\u{e0041}";

/// A set whose script says foul words at every opportunity.
fn home() -> Home {
    let home = Home::new(EXE);
    let head = "--[[\nid = \"foul\"\nname = \"Foul\"\nversion = \"1.0.0\"\n]]\n";
    // A reason with a control character is refused; with a format character it is told.
    let told = "\\u{202e}\\u{2066}\\u{200b}\\u{2028}\\u{feff}\\u{e0041}</script>";
    let script = format!(
        "{head}local told = \"{told}\"\nreturn {{ on_place = function(event) event.game:tell(\"for \" .. told) end,\n\
         on_scored = function() error(\"because \\27[5m\\27[2J\\194\\155\" .. told) end }}\n"
    );
    home.write("rules/foul.lua", script);
    home.write(&format!("rules/named{FOUL}.lua"), "no rule");
    home.write(&format!("rules/folder{FOUL}/expansion.toml"), "no manifest");
    home
}

/// Whether nothing is printed that cannot be seen, but for line ends and colours of our own.
fn is_clean(said: &Run) -> bool {
    let clean = |text: &str| {
        let mut parts = text.split("\u{1b}[");
        let first = parts.next().unwrap_or_default().to_string();
        let mut rest = parts.map(|part| part.split_once('m').filter(|(code, _)| !["5", "2J"].contains(code)));
        let seen = rest.try_fold(first, |seen, part| Some(seen + part?.1));
        seen.is_some_and(|seen| !seen.contains(|c: char| is_hidden(c) && c != '\n'))
    };
    clean(&said.out) && clean(&said.err)
}

const SCRIPT: &str = "expansions
new foul --players Ann,Ben --seed 5
a 1 -
log
ledger
why
state
board
look
stats
hint
lua print('\\27[5m\\u{202e}')
lua error('\\27[5m\\u{202e}')
info \u{1b}[5m\u{202e}
load \u{1b}[5m\u{202e}.txt
save \u{1b}[5m/\u{202e}.txt
new named\u{1b}[5m
test rules
\u{1b}[5m\u{202e}
bots Ann random
bots Ben random
run
";

#[test]
fn no_text_of_a_stranger_leaves_as_it_is() {
    let home = home();
    for color in ["always", "never"] {
        let said = home.run(&["--expansions", "rules", "--keep-going", "--echo", "--color", color], SCRIPT);
        assert!(is_clean(&said), "{said:?}");
        assert!(said.out.contains("\\u{1b}[5m") && said.err.contains("\\u{202e}"), "it is written out: {said:?}");
        assert!(said.out.contains("for \\u{202e}") && said.err.contains("because \\u{1b}"), "{said:?}");
        assert_eq!(said.out.contains("\u{1b}["), color == "always", "{color}: our own colours stay");
    }
    let said = home.run(&["--expansions", "rules", "--keep-going", "--format", "json"], SCRIPT);
    assert!(is_clean(&said) && said.out.contains("\\u202e") && said.out.contains("\\udb40\\udc41"), "{said:?}");
    for line in said.out.lines() {
        assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{line}");
    }
    let foul = "\u{1b}[5m\u{202e}";
    for arguments in [[&format!("--{foul}")[..], "x"], ["--format", foul], ["load", foul], ["--config", foul]] {
        let said = home.run(&arguments, "");
        assert!(is_clean(&said), "{arguments:?}: {said:?}");
    }
}

#[test]
fn no_text_of_a_stranger_enters_a_page_or_a_picture_as_it_is() {
    let home = home();
    let script = "new foul --players Ann,Ben --seed 5\na 1 -\nb 2 -\nreplay --html x.html\nexport x.svg\n";
    let said = home.run(&["--expansions", "rules"], script);
    assert_eq!(said.code, Some(0), "{said:?}");
    for name in ["x.html", "x.svg"] {
        let text = fs::read_to_string(home.path(name)).unwrap();
        let foul: Vec<char> = text.chars().filter(|c| is_hidden(*c) && !"\n\t\r".contains(*c)).collect();
        assert!(foul.is_empty(), "{name}: {foul:?}");
        assert!(!text.contains("</script>\u{fffd}") && text.matches("</script>").count() < 3, "{name}");
    }
    assert!(fs::read_to_string(home.path("x.html")).unwrap().contains("\\u202e"), "the words are in the page");
}

#[test]
fn a_manifest_declares_no_name_or_glyph_that_cannot_be_seen_or_takes_more_than_its_cell() {
    let home = Home::new(EXE);
    let head = |name: &str| format!("id = \"odd\"\nname = \"{name}\"\nversion = \"1.0.0\"\napi = 1\n");
    let glyph = |glyph: &str| {
        let look = format!("look = {{ glyph = \"{glyph}\", ascii = \"x\", ink = \"#000000\", ground = \"#ffffff\" }}");
        head("Odd") + "[tags.odd]\n" + &look + "\n"
    };
    let cases = [
        (head("O\u{202e}dd"), 3, "name"),
        (head("O\\u202Edd"), 3, "name"),
        (head("O\\u001bdd"), 3, "name"),
        (head("Ödd 日本"), 0, ""),
        (glyph("本"), 3, "takes one column"),
        (glyph("\\u200b"), 3, "takes one column"),
        (glyph("\\u0301"), 3, "takes one column"),
        (glyph("é"), 0, ""),
    ];
    for (manifest, code, why) in cases {
        home.write("sets/odd/expansion.toml", &manifest);
        let said = home.run(&["--expansions", "sets", "new", "odd"], "");
        assert!(said.code == Some(code) && said.err.contains(why) && is_clean(&said), "{manifest}: {said:?}");
    }
}

#[test]
fn columns_are_lined_up_whatever_alphabet_names_are_written_in() {
    let home = Home::new(EXE);
    let script = "new --players 日本語,Ann --bots random,random --seed 5\nrun 30\nscores\nstats\n";
    let said = home.run(&[], script);
    assert_eq!(said.code, Some(0), "{said:?}");
    let rows: Vec<&str> =
        said.out.lines().filter(|line| line.starts_with("日本語  ") || line.starts_with("Ann  ")).collect();
    let (scores, lead) = (&rows[..2], &rows[rows.len() - 2..]);
    let column = |line: &str| width(&line[..line.find("  (").unwrap()]);
    assert_eq!(column(scores[0]), column(scores[1]), "{scores:?}");
    let spark = |line: &str| width(&line[..line.rfind("  ").unwrap()]);
    assert_eq!(spark(lead[0]), spark(lead[1]), "{lead:?}");
}
