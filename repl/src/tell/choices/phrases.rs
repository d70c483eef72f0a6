//! The options of a decision in short, in as many words as there is room for.

use bastide_core::FeatureId;
use bastide_core::language::{and, plural};
use indexmap::IndexSet;

use super::{Group, Numbered, PASS, are_several};
use crate::io::prose::width;

/// How much is said about options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Every option, in words too.
    Words,
    /// Every option; in words too where its group has room for them on a line.
    Full,
    /// A line for each group: its options, or their numbers and where they are.
    Lines,
    /// Each group with its numbers.
    Counts,
}

impl Detail {
    /// The most first.
    pub const ALL: [Detail; 4] = [Detail::Words, Detail::Full, Detail::Lines, Detail::Counts];
}

/// The options in short, one list of phrases a group. Every group and `pass` are named, however little room there is.
pub fn phrases(groups: &[Group], is_placing: bool, columns: usize, detail: Detail) -> Vec<Vec<String>> {
    let several = are_several(groups, is_placing);
    let mut lists: Vec<Vec<String>> = Vec::new();
    let mut before: Option<&Group> = None;
    for group in groups {
        let list = match (detail, &group.range) {
            (_, Some(_)) => vec![format!("{}: type a number", group.head)],
            (Detail::Counts, _) if several && group.options.len() > 1 => vec![counted(group, before)],
            _ => listed(group, before.filter(|_| several), several.then_some(columns).ok_or(columns), detail),
        };
        before = Some(group);
        let joins = group.head.is_empty() || detail == Detail::Counts;
        match lists.last_mut().filter(|_| joins) {
            Some(last) => last.extend(list),
            None => lists.push(list),
        }
    }
    if detail == Detail::Counts && several {
        let all: usize = groups.iter().map(|group| group.options.len()).sum();
        lists.last_mut().into_iter().for_each(|last| last.push(format!("`legal` lists all {all}")));
    }
    lists
}

/// The options of a group, with as much about them as has room on a line: what choosing does, and where each one lies.
/// `columns` is an error if the group has no head, because it is the only one.
fn listed(group: &Group, before: Option<&Group>, columns: Result<usize, usize>, detail: Detail) -> Vec<String> {
    let several = columns.is_ok();
    let columns = columns.unwrap_or_else(|columns| columns);
    let wide = |list: &[String]| list.iter().map(|phrase| width(phrase) + 2).sum::<usize>();
    let short: Vec<String> = group.options.iter().map(|option| option.phrase(false)).collect();
    let is_long = wide(&short) + width(&group.head) > columns;
    let is_folded = several && group.options.len() > 1 && detail == Detail::Lines && is_long;
    let alike = before.filter(|before| several && group.options.len() > 2 && are_alike(before, group));
    let told = |head: &str, with_labels: bool| {
        let mut list: Vec<String> = match (alike, is_folded) {
            (Some(before), _) => vec![format!("{}, as for {}", numbers(group), object(&before.head))],
            (None, true) => vec![folded(group, columns)],
            (None, false) => group.options.iter().map(|option| option.phrase(with_labels)).collect(),
        };
        if let Some(first) = list.first_mut().filter(|_| !head.is_empty()) {
            *first = format!("{head}: {first}");
        }
        list
    };
    let head = if several { group.head.as_str() } else { "" };
    let explained = match head.is_empty() || group.about.is_empty() {
        true => head.to_string(),
        false => format!("{head} ({})", group.about),
    };
    let without_labels = (detail != Detail::Words).then(|| told(&explained, false));
    let mut fuller = [told(&explained, true)].into_iter().chain(without_labels).chain([told(head, true)]);
    let found = fuller.find(|list| wide(list) + width(PASS) <= columns);
    // Words may take several lines, and none of them is broken.
    let fits = |list: &Vec<String>| detail == Detail::Words && list.iter().all(|phrase| width(phrase) <= columns);
    found.or(Some(told(head, true)).filter(fits)).unwrap_or_else(|| told(head, false))
}

/// Whether two groups offer the same places with the same points.
fn are_alike(one: &Group, other: &Group) -> bool {
    let same = |(one, other): (&Numbered, &Numbered)| (&one.rest, one.points) == (&other.rest, other.points);
    one.options.len() == other.options.len() && one.options.iter().zip(&other.options).all(same)
}

/// The numbers of a group: `6 to 13`; how many there are if they do not follow one another.
fn numbers(Group { options, .. }: &Group) -> String {
    let (low, high) = (options.first().map_or(0, |option| option.n), options.last().map_or(0, |option| option.n));
    match (high + 1).checked_sub(low) == Some(options.len()) {
        true => format!("{low} to {high}"),
        false => format!("{} options from {low} on", options.len()),
    }
}

fn counted(group: &Group, before: Option<&Group>) -> String {
    let Group { head, options, .. } = group;
    match before.filter(|before| group.is_elsewhere() && are_alike(before, group)) {
        Some(before) => format!("{head}: {}, as for {}", numbers(group), object(&before.head)),
        None if group.is_elsewhere() => format!("{head}: {}", by_kind(group)),
        None => format!("{head}: {} ({}{})", numbers(group), options.len(), earned(group)),
    }
}

/// What the options of a folded group earn: `, best 5 +7`, or `, each +4`.
fn earned(Group { options, .. }: &Group) -> String {
    let points = |option: &&Numbered| option.points.unwrap_or(0);
    let Some(best) = options.iter().rev().max_by_key(points).filter(|best| points(best) > 0) else {
        return String::new();
    };
    let which = match options.iter().all(|option| option.points == best.points) {
        true => "each".to_string(),
        false => format!("best {}", best.n),
    };
    format!(", {which} {:+}", points(&best))
}

/// The features of a group that reaches over the board, by kind, and how to see them.
fn by_kind(group: &Group) -> String {
    let features: IndexSet<(&str, FeatureId)> =
        group.options.iter().filter_map(|option| option.on.as_ref()).map(|on| (&*on.kind, on.feature)).collect();
    let kinds: IndexSet<&str> = features.iter().map(|(kind, _)| *kind).collect();
    let count = |kind: &str| features.iter().filter(|(other, _)| *other == kind).count();
    let counts: Vec<String> =
        kinds.iter().map(|kind| format!("{} {}", count(kind), plural(kind, count(kind) as i64))).collect();
    format!("{}{} (`legal {}` lists those)", and(&counts), earned(group), kinds.first().unwrap_or(&""))
}

/// What a group is about: `large` of `deploy large`.
fn object(head: &str) -> &str {
    head.split_once(' ').map_or(head, |(_, object)| object)
}

/// The numbers of a group and where its options are, if that has room on a line; or how to see them.
fn folded(group: &Group, columns: usize) -> String {
    if group.is_elsewhere() {
        return by_kind(group);
    }
    let places: Vec<&str> = group.options.iter().map(|option| option.rest.as_str()).collect();
    let placed = format!("{}: {}{}", numbers(group), places.join("  "), earned(group));
    if width(&group.head) + 2 + width(&placed) <= columns {
        return placed;
    }
    let (many, earned) = (group.options.len(), earned(group));
    format!("{}, {many} options{earned} (`legal {}` lists them)", numbers(group), object(&group.head))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(head: &str, first: usize, points: &[i32]) -> Group {
        let option = |(at, points): (usize, &i32)| Numbered {
            at: first + at - 1,
            n: first + at,
            key: (first + at).to_string(),
            choice: format!("{head} {at},0"),
            rest: format!("{at},0"),
            on: None,
            label: None,
            points: Some(*points),
        };
        let options = points.iter().enumerate().map(option).collect();
        Group { head: head.into(), about: String::new(), options, range: None }
    }

    #[test]
    fn a_folded_group_says_what_its_options_earn() {
        let groups = [group("fairy", 1, &[4, 7, 4]), group("tower", 4, &[4, 4]), group("send", 6, &[0, 0])];
        let told = phrases(&groups, false, 80, Detail::Counts).concat();
        let expected = ["fairy: 1 to 3 (3, best 2 +7)", "tower: 4 to 5 (2, each +4)", "send: 6 to 7 (2)"];
        assert_eq!(told[..3], expected);
    }

    #[test]
    fn passing_says_what_was_earned_already() {
        let pass = |points| {
            let mut group = group("", 1, &[points]);
            group.options[0].choice = "pass".into();
            group.options[0].phrase(false)
        };
        assert_eq!((pass(4), pass(0)), ("- pass +4".into(), "- pass".into()));
    }
}
