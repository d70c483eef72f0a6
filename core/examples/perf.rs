use bastide_core::{catalogue::*, game::*, setup::*, stack::Chance, tile::*};
use std::sync::Arc;
struct T(
    &'static str,
    u16,
    &'static [(&'static str, &'static [&'static str], &'static [&'static str])],
    &'static [(&'static [&'static str], &'static [usize])],
);
const TILES: &[T] = &[
    T("B", 4, &[("cloister", &[], &[])], &[(&["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"], &[])]),
    T(
        "A",
        2,
        &[("road", &["S"], &[]), ("cloister", &[], &[])],
        &[(&["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"], &[])],
    ),
    T(
        "D",
        4,
        &[("city", &["N"], &[]), ("road", &["W", "E"], &[])],
        &[(&["EL", "WR"], &[0]), (&["ER", "SL", "SR", "WL"], &[])],
    ),
    T("C", 1, &[("city", &["N", "W", "S", "E"], &["pennant"])], &[]),
    T("S", 2, &[("city", &["N", "W", "E"], &["pennant"]), ("road", &["S"], &[])], &[(&["SL"], &[0]), (&["SR"], &[0])]),
    T("T", 1, &[("city", &["N", "W", "E"], &[]), ("road", &["S"], &[])], &[(&["SL"], &[0]), (&["SR"], &[0])]),
    T("F", 2, &[("city", &["W", "E"], &["pennant"])], &[(&["NL", "NR"], &[0]), (&["SL", "SR"], &[0])]),
    T("G", 1, &[("city", &["W", "E"], &[])], &[(&["NL", "NR"], &[0]), (&["SL", "SR"], &[0])]),
    T("N", 3, &[("city", &["N", "W"], &[])], &[(&["SL", "SR", "EL", "ER"], &[0])]),
    T("M", 2, &[("city", &["N", "W"], &["pennant"])], &[(&["SL", "SR", "EL", "ER"], &[0])]),
    T(
        "P",
        3,
        &[("city", &["N", "W"], &[]), ("road", &["E", "S"], &[])],
        &[(&["EL", "SR"], &[0]), (&["ER", "SL"], &[])],
    ),
    T(
        "O",
        2,
        &[("city", &["N", "W"], &["pennant"]), ("road", &["E", "S"], &[])],
        &[(&["EL", "SR"], &[0]), (&["ER", "SL"], &[])],
    ),
    T("R", 3, &[("city", &["N", "E", "W"], &[])], &[(&["SL", "SR"], &[0])]),
    T("Q", 1, &[("city", &["N", "E", "W"], &["pennant"])], &[(&["SL", "SR"], &[0])]),
    T(
        "J",
        3,
        &[("city", &["N"], &[]), ("road", &["E", "S"], &[])],
        &[(&["EL", "WL", "WR", "SR"], &[0]), (&["ER", "SL"], &[])],
    ),
    T(
        "L",
        3,
        &[("city", &["N"], &[]), ("road", &["E"], &[]), ("road", &["S"], &[]), ("road", &["W"], &[])],
        &[(&["WR", "EL"], &[0]), (&["WL", "SR"], &[]), (&["ER", "SL"], &[])],
    ),
    T(
        "K",
        3,
        &[("city", &["N"], &[]), ("road", &["S", "W"], &[])],
        &[(&["WR", "EL", "ER", "SL"], &[0]), (&["WL", "SR"], &[])],
    ),
    T("E", 5, &[("city", &["N"], &[])], &[(&["WL", "WR", "SL", "SR", "EL", "ER"], &[0])]),
    T("H", 3, &[("city", &["N"], &[]), ("city", &["S"], &[])], &[(&["WL", "WR", "EL", "ER"], &[0, 1])]),
    T("I", 2, &[("city", &["N"], &[]), ("city", &["W"], &[])], &[(&["EL", "ER", "SL", "SR"], &[0, 1])]),
    T(
        "X",
        1,
        &[("road", &["N"], &[]), ("road", &["E"], &[]), ("road", &["S"], &[]), ("road", &["W"], &[])],
        &[(&["WR", "NL"], &[]), (&["NR", "EL"], &[]), (&["ER", "SL"], &[]), (&["SR", "WL"], &[])],
    ),
    T(
        "W",
        4,
        &[("road", &["E"], &[]), ("road", &["S"], &[]), ("road", &["W"], &[])],
        &[(&["WR", "NL", "NR", "EL"], &[]), (&["ER", "SL"], &[]), (&["SR", "WL"], &[])],
    ),
    T("V", 9, &[("road", &["W", "S"], &[])], &[(&["WR", "NL", "NR", "EL", "ER", "SL"], &[]), (&["SR", "WL"], &[])]),
    T("U", 8, &[("road", &["W", "E"], &[])], &[(&["WR", "NL", "NR", "EL"], &[]), (&["ER", "SL", "SR", "WL"], &[])]),
];
fn main() {
    let times: u16 = std::env::args().nth(2).map(|x| x.parse().unwrap()).unwrap_or(1);
    let kind = |name: &str, edge, closes, order, c: Worth, i: Worth, n| Kind {
        name: name.into(),
        edge,
        closes,
        role: "x".into(),
        claim: true,
        order,
        complete: c,
        incomplete: i,
        exactly: vec![],
        neighbours: n,
    };
    let tag = Line::Tag(TagId(0));
    let kinds = vec![
        kind(
            "field",
            Edge::None,
            Closes::Never,
            4,
            vec![],
            vec![],
            Some(NeighbourRule { kind: KindId(2), rate: 3, pays: Pays::Feature }),
        ),
        kind("road", Edge::Middle, Closes::Sides, 1, vec![(Line::Tile, 1)], vec![(Line::Tile, 1)], None),
        kind(
            "city",
            Edge::Side,
            Closes::Sides,
            2,
            vec![(Line::Tile, 2), (tag, 2)],
            vec![(Line::Tile, 1), (tag, 1)],
            None,
        ),
        kind(
            "cloister",
            Edge::None,
            Closes::Neighbours,
            3,
            vec![(Line::Tile, 1), (Line::Neighbour, 1)],
            vec![(Line::Tile, 1), (Line::Neighbour, 1)],
            None,
        ),
    ];
    let tiles: Vec<DraftTile> = TILES
        .iter()
        .map(|t| DraftTile {
            id: t.0.into(),
            expansion: "base".into(),
            count: t.1 * times,
            tags: vec![],
            face: Tile {
                segments: t
                    .2
                    .iter()
                    .map(|s| Segment {
                        kind: s.0.into(),
                        sides: s.1.iter().map(|x| x.parse().unwrap()).collect(),
                        halves: vec![],
                        tags: s.2.iter().map(|x| x.to_string()).collect(),
                    })
                    .collect(),
                fields: t
                    .3
                    .iter()
                    .map(|f| Field {
                        halves: f.0.iter().map(|x| x.parse().unwrap()).collect(),
                        touches: f.1.to_vec(),
                        tags: vec![],
                    })
                    .collect(),
            },
        })
        .collect();
    let d = tiles.iter().position(|t| t.id == "D").unwrap();
    let draft = Draft {
        kinds,
        tags: vec!["pennant".into()],
        figures: vec![FigureKind { name: "follower".into(), count: 7, weight: 1, follower: true, on: 15 }],
        tiles,
        start: vec![StartTile { tile: TileId(d as u16), cell: Default::default(), rotation: Default::default() }],
        settings: Default::default(),
    };
    let cat = draft.compile().unwrap();
    let setup = Arc::new(Setup::new(cat, vec!["Red".into(), "Blue".into()], false));
    let n: u64 = std::env::args().nth(1).map(|x| x.parse().unwrap()).unwrap_or(20000);
    let mut g = Game::new(setup, 1);
    let mut rng = Chance::new(7);
    let mut sum = [0i64; 2];
    let mut turns = 0u64;
    let t = std::time::Instant::now();
    for seed in 0..n {
        g.restart(seed);
        while let Some(d) = g.decision() {
            let i = rng.below(d.len() as u32) as usize;
            let c = d.get(i).unwrap();
            g.choose(c).unwrap();
        }
        turns += g.state().turn.number as u64;
        for p in 0..2 {
            sum[p] += g.scores()[p] as i64;
        }
    }
    let e = t.elapsed().as_secs_f64();
    println!(
        "{:.0} games/s {:.0} ns/turn means {:.2} {:.2} bytes {} log {}",
        n as f64 / e,
        e * 1e9 / turns as f64,
        sum[0] as f64 / n as f64,
        sum[1] as f64 / n as f64,
        g.state().bytes(),
        g.log().len()
    );
    g.restart(5);
    for _ in 0..72 {
        let Some(d) = g.decision() else { break };
        let c = d.get(0).unwrap();
        g.choose(c).unwrap();
    }
    let t = std::time::Instant::now();
    let mut k = 0;
    for _ in 0..20000 {
        let h = g.clone();
        k += h.log().len();
    }
    println!("clone {:.0} ns {k}", t.elapsed().as_secs_f64() * 1e9 / 20000.0);
}
