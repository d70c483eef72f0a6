//! What answers of real terminals mean.

use super::*;

const XTERM: &str =
    "\x1b[?1;0;256S\x1b[?2;0;1000;800S\x1bP>|XTerm(379)\x1b\\\x1b[6;18;9t\x1b[4;720;720t\x1b[?63;1;2;4;6c";

fn chosen(text: &str, place: Surroundings) -> Option<Graphics> {
    Answers::read(text).graphics(&place, (80, 24), (0, 0))
}

#[test]
fn what_a_person_types_among_the_answers_is_kept() {
    assert_eq!(typed("ne\x1b[?62;4cw\r\x1bP>|XTerm(1)\x1b\\bo\x1b_Gi=31;OK\x1b\\ard\x1b[A"), "new\nboard");
    assert_eq!(typed("\x1b]11;rgb:0\x07x\x03"), "x");
}

#[test]
fn each_terminal_gets_the_best_way_that_it_understands() {
    let near = Surroundings::default();
    let tmux = Surroundings { is_tmux: true, ..near };
    let iterm = Surroundings { is_iterm: true, ..near };
    let table = [
        (XTERM, near, Some(Protocol::Sixel { colours: 256 })),
        ("\x1b[6;18;9t\x1b[?62;4;22c", near, Some(Protocol::Sixel { colours: 16 })),
        ("\x1b[6;18;9t\x1b[?62;22c", near, None),
        ("\x1b_Gi=31;OK\x1b\\\x1bP>|kitty(0.32)\x1b\\\x1b[6;18;9t\x1b[?62;c", near, Some(Protocol::Kitty)),
        ("\x1b_Gi=31;EINVAL:x\x1b\\\x1b[6;18;9t\x1b[?62;c", near, None),
        ("\x1bP>|iTerm2 3.5\x1b\\\x1b[4;480;720t\x1b[?62;4c", near, Some(Protocol::Iterm)),
        ("\x1b[4;480;720t\x1b[?62;4c", iterm, Some(Protocol::Iterm)),
        ("\x1bP>|tmux 3.4\x1b\\\x1b[6;18;9t\x1b[?1;2;4c", tmux, Some(Protocol::Sixel { colours: 16 })),
        ("\x1bP>|tmux 3.4\x1b\\\x1b[6;18;9t\x1b[?1;2c\x1b_Gi=31;OK\x1b\\", tmux, Some(Protocol::KittyInTmux)),
        ("\x1bP>|tmux 3.4\x1b\\\x1b[6;18;9t\x1b[?1;2c", Surroundings { is_iterm: true, ..tmux }, None),
        ("", iterm, None),
    ];
    for (text, place, protocol) in table {
        assert_eq!(chosen(text, place).map(|graphics| graphics.protocol), protocol, "{text:?}");
    }
}

#[test]
fn the_size_of_a_character_comes_from_the_best_source() {
    let cell = |text: &str, pixels| {
        Answers::read(text).graphics(&Surroundings::default(), (80, 24), pixels).map(|graphics| graphics.cell)
    };
    assert_eq!(cell("\x1b[6;18;9t\x1b[4;480;800t\x1b[?62;4c", (0, 0)), Some((9, 18)));
    assert_eq!(cell("\x1b[4;480;800t\x1b[?62;4c", (0, 0)), Some((10, 20)));
    assert_eq!(cell("\x1b[?62;4c", (560, 312)), Some((7, 13)));
    assert_eq!(cell("\x1b[?62;4c", (0, 0)), None, "nobody knows it");
    assert_eq!(cell("\x1b[6;9999999999999999999999;0t\x1b[?62;4c", (0, 0)), None);
    assert_eq!(chosen(XTERM, Surroundings::default()).and_then(|graphics| graphics.most), Some((1000, 800)));
}

#[test]
fn noise_is_not_an_answer() {
    for text in
        ["\x1b", "\x1b[", "\x1b[?", "\x1b[;;;t", "\x1b[?1;0;S", "\x1bP", "\x1b_", "new\r\x1b[A\x1b[200~", "\x1b[é"]
    {
        assert_eq!(Answers::read(text).graphics(&Surroundings::default(), (0, 0), (9, 9)), None, "{text:?}");
    }
}

#[test]
fn the_environment_tells_tmux_iterm_and_a_distance() {
    let with = |name: &'static str, value: &'static str| {
        Surroundings::read(move |asked| (asked == name).then(|| value.to_string()))
    };
    assert!(with("TMUX", "/tmp/x,1,0").is_tmux && with("TERM", "tmux-256color").is_tmux && !with("TMUX", "").is_tmux);
    assert!(with("LC_TERMINAL", "iTerm2").is_iterm && with("TERM_PROGRAM", "iTerm.app").is_iterm);
    assert!(with("SSH_CONNECTION", "1 2 3 4").is_far);
    assert!(with("KITTY_WINDOW_ID", "1").is_known && with("TERM", "foot").is_known && !with("TERM", "xterm").is_known);
    let asked = with("TMUX", "x").questions();
    assert!(asked.starts_with("\x1bPtmux;\x1b\x1b_G") && asked.ends_with("\x1b[c"), "{asked:?}");
}
