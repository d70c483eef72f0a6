//! The order of the files in the room that reads manifests, as the table in its mod.rs says it.

use bastide_tests::source::Source;

use super::{assert_tidy, names_above, names_at_the_top, names_in_table, ours};

const ROOM: &str = "core/src/manifest/";

fn order() -> Vec<String> {
    names_in_table("core/src/manifest/mod.rs")
}

/// The files of the room by name, without the one that lists them.
fn files(sources: &[Source]) -> Vec<(&str, &Source)> {
    let inside = sources.iter().filter_map(|source| Some((source.path.strip_prefix(ROOM)?, source)));
    inside.map(|(file, source)| (file.trim_end_matches(".rs"), source)).filter(|(file, _)| *file != "mod").collect()
}

#[test]
fn every_file_uses_only_files_above_it() {
    let (sources, order) = (ours(), order());
    let place = |file: &str| order.iter().position(|other| other == file);
    let (mut offenders, mut arrows) = (Vec::new(), 0);
    for (file, source) in files(&sources) {
        let beside = names_above(source, 1);
        arrows += beside.len();
        let is_above = |used: &str| place(used).is_some_and(|used| Some(used) < place(file));
        let below = beside.into_iter().filter(|(used, _)| !is_above(used));
        // The room's own name leads around the order.
        let around = names_at_the_top(source).into_iter().filter(|(used, _)| used == "manifest");
        offenders.extend(below.chain(around).map(|(used, line)| format!("{}:{line}: {file} uses {used}", source.path)));
    }
    assert!(arrows > order.len(), "the files use one another, but only {arrows} times were found");
    assert_tidy("arrows between the files of manifest", offenders);
}

#[test]
fn every_file_is_in_the_table() {
    let (sources, mut order) = (ours(), order());
    order.sort();
    assert_eq!(files(&sources).iter().map(|(file, _)| *file).collect::<Vec<_>>(), order);
}
