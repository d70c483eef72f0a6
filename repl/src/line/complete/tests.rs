//! What Tab offers, as text.

use super::*;
use crate::draw::screen::Screen;
use crate::game::library::Library;
use crate::session::Session;

fn session(lines: &[&str]) -> Session {
    let mut session = Session::new(Library::default(), Screen::default());
    for line in lines {
        let outcome = session.execute(line);
        assert_eq!(outcome.code, 0, "{line}: {}", outcome.stderr);
    }
    session
}

fn texts(session: &mut Session, typed: &str) -> Vec<String> {
    super::complete(&mut session.context, typed).1.into_iter().map(|candidate| candidate.text).collect()
}

#[test]
fn a_command_is_completed_with_what_it_does() {
    let (start, found) = complete(&mut session(&[]).context, "edit");
    assert_eq!((start, &found[..]), (0, &[Candidate::new("editions", "List the editions")][..]));
    assert!(complete(&mut session(&[]).context, "xyz").1.is_empty());
}

#[test]
fn cells_come_first_with_where_they_are_then_rotations_then_answers() {
    let mut session = session(&["new --players Ann,Ben --seed 5"]);
    let (_, found) = complete(&mut session.context, "");
    assert_eq!(found[0], Candidate::new("a", "0,-1  2 rotations  continues a city"));
    assert!(found.iter().any(|candidate| candidate.text == "place") && found.iter().any(|c| c.text == "undo"));
    let (start, found) = complete(&mut session.context, "a ");
    assert_eq!((start, found[0].text.as_str()), (2, "1"));
    assert_eq!(found[0].about, "= r180  continues a city");
    let (_, found) = complete(&mut session.context, "a 1 ");
    assert_eq!(
        found[0],
        Candidate::new("1", "deploy follower@city:E  the city in the east and south  leaves 6 followers")
    );
    assert_eq!(found.last().unwrap().text, "-");
    assert_eq!(texts(&mut session, "place 0,-1 "), ["r180", "r270"]);
}

#[test]
fn flags_and_their_values_follow_a_command() {
    let mut session = session(&[]);
    assert!(texts(&mut session, "new --").contains(&"--players".into()));
    assert!(texts(&mut session, "new --edition hig").contains(&"hig-2nd".into()));
    assert!(texts(&mut session, "new --option farm_sc").iter().all(|text| text.starts_with("farm_scoring=")));
    assert!(!texts(&mut session, "new --option farm_sc").is_empty());
    assert_eq!(texts(&mut session, "new --players Ann,Ben --bots Ben=g"), ["Ben=greedy"]);
    let (start, found) = complete(&mut session.context, "new --players Ann,Ben --bots random,Ben=g");
    assert_eq!((start, found.len()), ("new --players Ann,Ben --bots random,".len(), 1));
    let summary = &complete(&mut session.context, "new riv").1[0];
    assert!(summary.text == "river" && !summary.about.is_empty(), "{summary:?}");
    assert_eq!(texts(&mut session, "help resum"), ["resume"]);
}

#[test]
fn any_line_can_be_completed_anywhere() {
    let mut session = session(&["new inns --players Ann,Ben --seed 5"]);
    for line in
        ["new\u{3000}é --pl", "place é", "a 9 x y", "bots ", "why ", "load /no/such/", "\u{3000}", "x;y \"", "- "]
    {
        for at in (0..=line.len()).filter(|at| line.is_char_boundary(*at)) {
            let (start, _) = complete(&mut session.context, &line[..at]);
            assert!(start <= at && line.is_char_boundary(start), "{line}");
        }
    }
}

/// With every set, in the middle of a game: how long the processor works after a key. Prints the times, and allows ten
/// times as much as a slow machine needs.
#[test]
fn completing_and_foreseeing_are_quick_with_all_sets() {
    let all = "new river inns traders princess tower count --players Ann,Ben --bots greedy,greedy --seed 4";
    let mut session = session(&[all, "run 60", "bots Ann off", "bots Ben off"]);
    let mut longest = [std::time::Duration::ZERO; 2];
    let letters: Vec<String> =
        lettered(&session.context.table.as_ref().unwrap().game).into_iter().map(|c| c.letters).collect();
    let lines = letters.iter().flat_map(|letter| [letter.clone(), format!("{letter} 1"), format!("{letter} 1 1")]);
    for line in lines.chain(["".into(), "place ".into(), "new ".into(), "new --option ".into(), "help ".into()]) {
        let start = cpu_time::ThreadTime::now();
        complete(&mut session.context, &format!("{line} "));
        longest[0] = longest[0].max(start.elapsed());
        let start = cpu_time::ThreadTime::now();
        foresee::foresee(&session.context, &line);
        longest[1] = longest[1].max(start.elapsed());
    }
    println!("the longest completion {:?}, the longest foresight {:?}", longest[0], longest[1]);
    assert!(longest[0].as_millis() < 500 && longest[1].as_millis() < 250, "{longest:?}");
}

#[test]
fn a_lone_letter_begins_no_command_while_the_table_waits() {
    let mut session = session(&["new --players Ann,Ben --seed 5", "a 1"]);
    assert!(texts(&mut session, "").contains(&"deploy".into()));
    assert!(texts(&mut session, "a ").is_empty());
    assert!(texts(&mut session, "assist ").contains(&"none".into()));
    assert!(texts(&mut session, "a").contains(&"assist".into()));
}
