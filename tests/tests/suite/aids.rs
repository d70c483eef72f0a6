//! Help while a line is typed, at a real terminal: the list of Tab, keys that redraw, lessons, words that are wrapped.

use super::pty::{EXE, Terminal};
use super::terminal::{bare, exited_well};
use bastide_tests::program::Home;

#[test]
fn a_key_draws_the_table_again_and_keeps_the_line() {
    let home = Home::new(EXE);
    let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[]);
    terminal.until("bastide> ");
    terminal.say("new --players Ann,Ben --seed 5");
    terminal.until("Ann place M> ");
    terminal.press("a r180 ci\x0c");
    terminal.until("fits at ");
    terminal.until("Ann place M> ");
    terminal.until("a r180 ci");
    terminal.press("ty\r");
    terminal.until("Ben place E> ");
    terminal.say("since");
    terminal.until("Ann places M at 0,-1 r180 and deploys a follower as a knight on the city in the east and south");
    // At a question the key does nothing, and the answer is kept.
    terminal.until("Ben place E> ");
    terminal.say("new");
    terminal.until("Players [Red,Blue]> ");
    terminal.press("Ann,C\x0c");
    terminal.until("Players [Red,Blue]> ");
    terminal.press("leo\r");
    terminal.until("Which of Ann and Cleo are bots?");
    terminal.until("Bots [none]> ");
    terminal.until_listening();
    terminal.press("\x03");
    terminal.until("No game was started.");
    let (_, status) = terminal.leave();
    exited_well(status);
}

#[test]
fn sentences_come_without_grey_words_and_tab_prints_its_list_once() {
    let home = Home::new(EXE);
    let mut terminal = Terminal::open(&home, &["--plain"], &[("TERM", "xterm-256color"), ("LANG", "C.UTF-8")]);
    terminal.until("bastide");
    terminal.say("new --players Ann,Ben --seed 5");
    terminal.until("In hand, not turned: M: ");
    terminal.until("a: continues a city; column 0, row -1, turned r180 (a 1) or r270 (a 2).");
    terminal.until("b: meets only fields; ");
    terminal.press("a 1 1");
    terminal.press("\x15re\t");
    terminal.until("Redo undone choices");
    terminal.press("\x15");
    let (seen, status) = terminal.leave();
    exited_well(status);
    assert!(!seen.contains("leaves 6 followers"), "{seen}");
}

#[test]
fn a_lesson_stays_in_view_and_no_word_is_broken() {
    for (columns, lines) in [(80, 24), (120, 40), (200, 60)] {
        let home = Home::new(EXE);
        let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[]);
        terminal.resize(columns, lines);
        terminal.until("bastide> ");
        for (line, last) in
            [("tutorial", "then `road`"), ("c r0", "Now the follower"), ("display farms", "Now the follower")]
        {
            terminal.say(line);
            terminal.until("turn 1");
            let shown = terminal.until(last) + &terminal.until("> ");
            assert!(
                shown.lines().count() + 1 < lines.into(),
                "{columns}x{lines}: {} lines\n{shown}",
                shown.lines().count()
            );
        }
        for line in ["help", "legal", "info 0,0", "help why", "log"] {
            terminal.say(line);
            terminal.until("deploy> ");
        }
        let (seen, status) = terminal.leave();
        exited_well(status);
        // A line that is typed is drawn again with every key.
        let answers: Vec<&str> = seen.lines().filter(|line| !line.contains("\x1b[?2026h")).collect();
        // The terminal hands over bytes.
        let bytes: Vec<u8> = bare(&answers.join("\n")).chars().filter_map(|sign| u8::try_from(sign).ok()).collect();
        let answers = String::from_utf8_lossy(&bytes).into_owned();
        let widest = answers.lines().map(|line| line.trim_end().chars().count()).max();
        assert!(widest <= Some(columns.into()), "{columns}: {widest:?}\n{seen}");
    }
}

#[test]
fn tab_lists_what_may_come_next_with_what_it_is() {
    let home = Home::new(EXE);
    let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[]);
    terminal.until("bastide> ");
    terminal.press("re\t");
    terminal.until("Redo undone choices");
    terminal.until("Reload changed scripts");
    // Typing narrows the list, and Tab again goes through it.
    terminal.press("s");
    let narrowed = terminal.until("Continue the last unfinished game");
    assert!(!narrowed.contains("Redo undone"), "{narrowed:?}");
    terminal.press("\x7f\t\t");
    terminal.until("> redo");
    // Ctrl-U empties the line.
    terminal.say("\x15new --players Ann,Ben --seed 5");
    terminal.until("Ann place M> ");
    terminal.press("a \t");
    terminal.until("= r180  continues a city");
    terminal.press("\x15");
    let (_, status) = terminal.leave();
    exited_well(status);
}

#[test]
fn esc_closes_the_list_and_tab_after_a_whole_word_lists_what_can_follow() {
    let home = Home::new(EXE);
    let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[("TERM", "xterm-256color")]);
    terminal.until("bastide> ");
    terminal.say("new --players Ann,Ben --seed 5");
    terminal.until("fits at ");
    terminal.until_listening();
    terminal.press("\t");
    terminal.until("Draw the board");
    terminal.press("\x1b");
    std::thread::sleep(std::time::Duration::from_millis(300));
    // Esc is not the beginning of what is typed next.
    terminal.press("scores\r");
    terminal.until("Ben    0");
    terminal.until_listening();
    terminal.press("a 1\t");
    terminal.until("no points");
    terminal.press("\x03");
    terminal.until("place M> ");
    terminal.until_listening();
    let (seen, status) = terminal.leave();
    assert!(!seen.contains("unknown command"), "{seen}");
    exited_well(status);
}
