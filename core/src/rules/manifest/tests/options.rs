//! Options that are ranges, counts that are options, and options that contradict each other.

use super::*;
use OptionValue::{Flag, Number};

const DIAL: &str = "[options.dial]\nabout = \"x\"\nrange = [-1, 3]\ndefault = 2\n";

fn told(error: &ManifestError) -> (&str, &str, &str) {
    (error.place.word(), error.message.as_str(), error.help.as_deref().unwrap_or_default())
}

#[test]
fn a_range_is_every_whole_number_from_the_first_to_the_last() {
    let dial = small("x", DIAL, "").expansion;
    let option = &dial.options()[0];
    assert_eq!(option.values(), [-1, 0, 1, 2, 3].map(Number));
    assert_eq!((option.range(), option.default()), (Some([&Number(-1), &Number(3)]), &Number(2)));
    assert_eq!(option.values_in_words(), "-1 to 3");
    let farmers = base().expansion.options().iter().find(|option| option.name() == "farmers").cloned().unwrap();
    assert_eq!((farmers.range(), farmers.values_in_words().as_str()), (None, "on or off"));
}

#[test]
fn a_value_has_the_type_that_the_manifest_gives_it() {
    let lines = "[options.hut]\nabout = \"x\"\ndefault = true\n[options.mix]\nabout = \"x\"\nvalues = [\"inf\", 2, false]\n\
        default = \"inf\"\n";
    let portion = small("x", lines, "");
    let [hut, mix] = portion.expansion.options() else { panic!("two options") };
    assert_eq!(
        (hut.values(), mix.values()),
        (&[Flag(true), Flag(false)][..], &[word("inf"), Number(2), Flag(false)][..])
    );
    for (typed, value) in [("inf", word("inf")), ("2", Number(2)), ("false", Flag(false))] {
        let options = [("mix".to_string(), typed.to_string())].into();
        let (_, resolved) = Recipe { options, ..recipe(&[base(), portion.clone()]) }.draft().unwrap();
        assert_eq!((resolved.options["mix"].to_string(), &resolved.options["mix"]), (typed.to_string(), &value));
    }
}

#[test]
fn a_value_outside_a_range_is_refused_at_the_table_and_in_manifests() {
    for (value, near) in [("0", ""), ("21", ""), ("7.5", ""), ("-3", ""), ("07", "; did you mean `7`?"), ("", "")] {
        let error = with_options(&[("followers", value)]).draft().unwrap_err().to_string();
        assert!(error.starts_with(&format!("followers is 1 to 20, not `{value}`")), "{error}");
        assert!(near.is_empty() || error.ends_with(near), "{error}");
    }
    let wrong = recipe(&[base(), small("x", "sets = { followers = 30 }", "")]);
    assert_eq!(told(&manifest_error(&wrong)), ("30", "`30` is not a whole number from 1 to 20", ""));
}

#[test]
fn a_broken_range_is_shown_where_it_is_broken() {
    for (range, word, message) in [
        ("[1]", "[1]", "expected the smallest and the largest number, as in [1, 20]"),
        ("[1, 2, 3]", "[1, 2, 3]", "expected the smallest and the largest number, as in [1, 20]"),
        ("[3, 1]", "[3, 1]", "expected the smallest and the largest number, as in [1, 20]"),
        ("[0, 100]", "[0, 100]", "a range has at most 100 numbers"),
        ("[0, 10001]", "10001", "this number must be from -10000 to 10000"),
        (
            "[-9223372036854775808, 9223372036854775807]",
            "-9223372036854775808",
            "this number must be from -10000 to 10000",
        ),
        ("[0, \"a\"]", "\"a\"", "expected a whole number, found a string"),
        ("[4, 9]", "2", "`2` is not a whole number from 4 to 9"),
        ("[1, 3]\nvalues = [2]", "[1, 3]", "the option `dial` already has `values`: use one or the other"),
    ] {
        let text = DIAL.replace("[-1, 3]", range);
        let error = read("x", &format!("id = \"x\"\nname = \"x\"\nversion = \"1.0.0\"\n{text}"), "").unwrap_err();
        assert_eq!((error.place.word(), error.message.as_str()), (word, message), "{range}");
    }
}

#[test]
fn a_count_may_be_an_option() {
    let count = |followers: &str| draft(&with_options(&[("followers", followers)])).figures[0].count;
    assert_eq!([count("1"), count("20")], [1, 20]);
    let coins = "[tokens.coin]\ncount = \"coins\"\n[options.coins]\nabout = \"x\"\nrange = [0, 9]\ndefault = 4\n";
    assert_eq!(draft(&recipe(&[base(), small("x", coins, "")])).tokens[0].count, 4);
    let hand = "[options.dial]\nabout = \"x\"\nrange = [1, 9]\ndefault = 4\n[settings]\nhand = \"dial\"";
    assert_eq!(draft(&recipe(&[base(), small("x", hand, "")])).settings.hand, 4);
}

#[test]
fn a_count_that_is_no_option_or_no_number_is_shown() {
    for (lines, word, message, help) in [
        ("[figures.tall]\ncount = \"folowers\"", "folowers", "unknown option `folowers`", "did you mean `followers`?"),
        (
            "[figures.tall]\ncount = \"farmers\"",
            "farmers",
            "the option `farmers` may be `on`, which is not a count",
            "every value of the option must be a whole number from 0 to 50",
        ),
        (
            "[options.dial]\nabout = \"x\"\nrange = [-1, 3]\ndefault = 2\n[tokens.coin]\neach = \"dial\"",
            "dial",
            "the option `dial` may be `-1`, which is not a count",
            "every value of the option must be a whole number from 0 to 250",
        ),
        (
            "[options.dial]\nabout = \"x\"\nrange = [0, 3]\ndefault = 2\n[settings]\nhand = \"dial\"",
            "dial",
            "the option `dial` may be `0`, which is not a count",
            "every value of the option must be a whole number from 1 to 9",
        ),
    ] {
        assert_eq!(told(&manifest_error(&recipe(&[base(), small("x", lines, "")]))), (word, message, help));
    }
}

const LIMIT: &str = "[options.hut]\nabout = \"x\"\ndefault = true\n[[limits]]\nwhen = { hut = true }\n\
    option = { farm_scoring = [\"per-farm-3\", \"city-once-3\"], followers = 7 }\nwhy = \"huts are counted farm by farm\"\n";

fn limited(lines: &str, options: &[(&str, &str)]) -> Recipe {
    let mut recipe = with_options(options);
    recipe.expansions.push(small("huts", lines, ""));
    recipe
}

#[test]
fn options_that_contradict_each_other_are_refused_with_what_fits() {
    let told = |options: &[(&str, &str)]| limited(LIMIT, options).draft().err().map(|error| error.to_string());
    assert_eq!(told(&[]), None);
    assert_eq!(told(&[("farm_scoring", "city-once-3")]), None);
    assert_eq!(told(&[("farm_scoring", "city-majority-4"), ("hut", "false")]), None);
    assert_eq!(
        told(&[("farm_scoring", "city-majority-4")]).as_deref(),
        Some(
            "huts with hut=true does not go with farm_scoring=city-majority-4: huts are counted farm by farm; \
             farm_scoring can be per-farm-3 or city-once-3"
        )
    );
    assert!(told(&[("followers", "9")]).unwrap().ends_with("followers can be 7"));
    // A value from an edition is checked too.
    let edition = Recipe { edition: Some("rgg-2000".into()), ..limited(LIMIT, &[]) };
    assert!(edition.draft().is_err());
    // A limit with other sets applies only if they are in play.
    assert!(limited(&LIMIT.replace("when =", "with = [\"river\"]\nwhen ="), &[("followers", "9")]).draft().is_ok());
}

#[test]
fn a_broken_limit_is_shown_where_it_is_broken() {
    for (old, new, word, message) in [
        ("farm_scoring", "farm_scorin", "farm_scorin", "unknown option `farm_scorin`"),
        (
            "\"per-farm-3\"",
            "\"per-farm\"",
            "per-farm",
            "`per-farm` is not one of per-farm-3, city-once-3, city-majority-4",
        ),
        ("followers = 7", "followers = 70", "70", "`70` is not a whole number from 1 to 20"),
        ("{ hut = true }", "{ hut = \"yes\" }", "yes", "`yes` is not one of true, false"),
    ] {
        let error = manifest_error(&limited(&LIMIT.replacen(old, new, 1), &[]));
        assert_eq!((error.place.word(), error.message.as_str()), (word, message));
    }
    for (old, new, message) in [
        ("followers = 7", "followers = []", "name at least one value that fits"),
        ("why =", "wy =", "unknown key `wy`"),
        ("why = \"huts are counted farm by farm\"\n", "", "the key `why` is missing"),
        ("[[limits]]", "[limits]", "expected a list, found a table"),
    ] {
        let text = LIMIT.replacen(old, new, 1);
        let error = read("x", &format!("id = \"x\"\nname = \"x\"\nversion = \"1.0.0\"\n{text}"), "").unwrap_err();
        assert_eq!(error.message, message);
    }
}
