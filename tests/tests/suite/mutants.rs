//! The bugs that `--bin mutants` plants still match the code.

use std::collections::BTreeSet;

use bastide_tests::mutants::Plan;

#[test]
fn every_fault_has_its_place() {
    let plan = Plan::read().unwrap();
    let place = |mutant: &bastide_tests::mutants::Mutant| mutant.text().and_then(|text| mutant.place(&text)).err();
    let lost: Vec<String> = plan.mutants.iter().chain(&plan.support).filter_map(place).collect();
    assert!(lost.is_empty(), "tests/data/mutants.toml speaks of what is no longer there:\n{}", lost.join("\n"));
}

#[test]
fn there_are_sixty_faults_and_each_says_what_it_breaks() {
    let plan = Plan::read().unwrap();
    let told: BTreeSet<&str> = plan.mutants.iter().map(|mutant| mutant.breaks.as_str()).collect();
    assert_eq!((plan.mutants.len(), told.len()), (60, 60));
    assert!(!told.contains(""));
}
