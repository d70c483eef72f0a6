//! Declarations that several sets share, and those that only look shared.

use super::*;

const KIND: &str = "[kinds.canal]\nshared = true\nedge = \"middle\"\ncloses = \"never\"\n";
const OPTION: &str = "[options.locks]\nabout = \"x\"\nshared = true\nvalues = [\"few\", \"many\"]\ndefault = \"few\"\n";

#[test]
fn kinds_tags_and_options_that_sets_share_are_declared_once() {
    let one = small("one", &format!("{KIND}[tags.boat]\nshared = true\n{OPTION}"), "[a]\ncanal = \"N-S +boat\"\n");
    let other = small(
        "other",
        &format!("{KIND}claim = false\n[tags.boat]\nshared = true\n{OPTION}"),
        "[a]\ncanal = \"N-E +boat\"\n",
    );
    for sets in [vec![base(), one.clone()], vec![base(), other.clone()], vec![base(), one, other]] {
        let (draft, resolved) = recipe(&sets).draft().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(draft.kinds.iter().filter(|kind| kind.name == "canal").count(), 1);
        assert_eq!(draft.tags.iter().filter(|tag| *tag == "boat").count(), 1);
        assert_eq!(resolved.options["locks"], word("few"));
        // Lines are laid over one another.
        let claim = draft.kinds.iter().find(|kind| kind.name == "canal").unwrap().claim;
        assert_eq!(claim, sets.iter().all(|set| set.expansion.id() != "other"));
        draft.compile().unwrap();
    }
}

#[test]
fn what_only_one_of_them_shares_is_declared_twice() {
    let own = KIND.replace("shared = true\n", "");
    for (first, second) in [(KIND, own.as_str()), (&own, KIND), (&own, &own)] {
        let error = manifest_error(&recipe(&[base(), small("one", first, ""), small("two", second, "")]));
        assert_eq!(error.to_string(), "two/expansion.toml:4:8: the kind `canal` is declared twice");
        assert!(error.help.is_some_and(|help| help.starts_with("first at one/expansion.toml:4")));
    }
    let tags = [small("one", "[tags.boat]\nshared = true", ""), small("two", "[tags.boat]", "")];
    let error = manifest_error(&recipe(&[base(), tags[0].clone(), tags[1].clone()]));
    assert_eq!(error.to_string(), "two/expansion.toml:4:7: the tag `boat` is declared twice");
}

#[test]
fn a_shared_option_has_the_same_values_everywhere() {
    let more = OPTION.replace("\"many\"]", "\"many\", \"none\"]");
    let later = OPTION.replace("default = \"few\"", "default = \"many\"");
    for other in [more, later] {
        let error = manifest_error(&recipe(&[base(), small("one", OPTION, ""), small("two", &other, "")]));
        assert_eq!(
            error.to_string(),
            "two/expansion.toml:4:10: the option `locks` is shared, but another expansion declares other values"
        );
    }
    let unshared = OPTION.replace("shared = true\n", "");
    let error = manifest_error(&recipe(&[base(), small("one", OPTION, ""), small("two", &unshared, "")]));
    assert_eq!(error.message, "the option `locks` is declared twice");
}

#[test]
fn shared_is_true_or_false() {
    let text = "id = \"x\"\nname = \"x\"\nversion = \"1.0.0\"\n[tags.boat]\nshared = \"yes\"\n";
    let error = read("x", text, "").err().unwrap();
    assert!(error.to_string().starts_with("x/expansion.toml:5:10:"), "{error}");
}
