//! What a person sees after the same lines on terminals of 80, 120 and 200 columns, kept in `data/screens`. A terminal of
//! 80 columns gets ASCII. [`rewrite::command`] draws everything again; read the difference before it is kept.

use bastide::draw::screen::Screen;
use bastide::draw::view::{Depth, Glyphs, Look, Zoom, columns};
use bastide::game::library::Library;
use bastide::io::prose::hung;
use bastide::session::Session;
use bastide_tests::deal::root;
use bastide_tests::{rewrite, sets};

/// What is special about a moment, and lines that lead to it; FIRST are the first seven sets.
const MOMENTS: [(&str, &str); 9] = [
    ("a base game, late", "new base --players Ann,Ben --bots random,random --seed 3; run 50"),
    (
        "a place brings points, and its letter on a small board has no room for them",
        "new base --players Ann,Ben --bots greedy,greedy --seed 7; run 30",
    ),
    (
        "seven sets, late; points to come are not told, for they take as long as the machine is slow",
        "new FIRST --players Ann,Ben --bots random,random --seed 3; assist some; run 90",
    ),
    (
        "a dragon on its way",
        "new princess-and-dragon --players Red,Blue --lab; put D 0,0 r0; put U 1,0 r0 Blue:follower@road:W; put B 0,1 r0 \
         Red:follower@cloister; put B 0,2 r0; put volcano-field 1,1 r0; put dragon@1,1; next dragon-straight E; turn Blue; \
         place -1,0 r0; pass",
    ),
    (
        "a tower captures one of two",
        "new tower --players Red,Blue --lab; put D 0,0 r0; put field 0,1 r0; put B 1,1 r0 Blue:follower@cloister; put B -1,1 \
         r0 Blue:follower@cloister; next U U; turn Red; place 1,0 r0; tower 0,1",
    ),
    (
        "a prisoner can be bought back before the tile is placed",
        "new tower --players Red,Blue --lab; put D 0,0 r0; put Red:follower@prison:Blue; set points Red 5; next U; turn Red",
    ),
    (
        "farmers lie, thieves stand, and the count is at home",
        "new count --players Red,Blue --lab; start; put U -1,1 r90 Red:follower@road Blue:follower@field:NL; next U; turn Red",
    ),
    (
        "several figures, each with what it is for",
        "new inns-and-cathedrals traders-and-builders abbey-and-mayor --players Red,Blue --lab; put D 0,0 r0 \
         Red:follower@road:E; next U; turn Red; place 1,0 r0",
    ),
    (
        "an auction: a number is a bid, whichever place it has in the list",
        "new bridges-castles-and-bazaars --players Red,Blue --option bazaar_auction=true --lab; put D 0,0 r0; set points Blue \
         40; set points Red 9; next field-bazaar U V; turn Red; place 0,1 r0; pass; offer U@bazaar; bid 4",
    ),
];

fn shown(line: &str, size: (usize, usize)) -> String {
    let glyphs = if size.0 == 80 { Glyphs::Ascii } else { Glyphs::Unicode };
    let look = Look { glyphs, depth: Depth::Plain, zoom: Zoom::Play };
    let mut session = Session::new(Library::default(), Screen::new(look, Some(size)));
    for line in line.split("; ") {
        let outcome = session.execute(line);
        assert_eq!(outcome.code, 0, "{line}: {}", outcome.stderr);
    }
    let game = session.context.table.as_ref().unwrap().game.clone();
    let shown = session.context.screen.turn(&game);
    // The prompt wraps sentences; a picture is never too wide.
    let wrap = |line: &str| if columns(line) > size.0 { hung(line, 2, Some(size.0)) } else { line.into() };
    shown.lines().map(|line| wrap(line) + "\n").collect()
}

#[test]
fn moments_on_terminals_of_80_120_and_200_columns() {
    for size in [(80, 24), (120, 40), (200, 60)] {
        let mut text = String::new();
        for (about, line) in MOMENTS {
            let screen = shown(&line.replace("FIRST", &sets::first()), size);
            let wide = screen.lines().map(columns).max().unwrap_or(0);
            assert!(wide <= size.0 && screen.lines().count() < size.1, "{about}: {wide} columns\n{screen}");
            let lines: String = screen.lines().map(|line| line.trim_end().to_string() + "\n").collect();
            text += &format!("# {about}\n{lines}\n");
        }
        rewrite::expect(&root().join(format!("data/screens/{}x{}.txt", size.0, size.1)), &text);
    }
}
