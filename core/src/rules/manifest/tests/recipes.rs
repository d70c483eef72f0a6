//! What is assembled from manifests that are right.

use super::*;
use crate::table::catalogue::{
    Closes, Course, DraftTile, FeatureKind, First, KindId, Line, Pays, ScoringOrder, Stuck, TagId, TileId,
};
use crate::table::geometry::Cell;
use crate::table::tile::{Edge, Segment};

fn kind<'a>(draft: &'a Draft, name: &str) -> &'a FeatureKind {
    draft.kinds.iter().find(|kind| kind.name == name).unwrap()
}

#[test]
fn the_base_game_is_read_as_it_is_written() {
    let (draft, resolved) = recipe(&[base()]).draft().unwrap();
    let names: Vec<&str> = draft.kinds.iter().map(|kind| kind.name.as_str()).collect();
    assert_eq!(names, ["field", "road", "city", "cloister"], "the field first, the rest in the order of the file");
    assert_eq!(draft.tags, ["pennant"]);
    let city = kind(&draft, "city");
    assert_eq!((city.edge, city.closes, city.role.as_str(), city.order), (Edge::Side, Closes::Sides, "knight", 20));
    assert_eq!(city.complete, [(Line::Tile, 2), (Line::Tag(TagId(0)), 2)]);
    assert_eq!(kind(&draft, "cloister").incomplete, [(Line::Tile, 1), (Line::Neighbour, 1)]);
    assert_eq!(kind(&draft, "road").edge, Edge::Middle);
    let follower = &draft.figures[0];
    assert_eq!((follower.count, follower.weight, follower.follower, follower.on), (7, 1, true, 0b1111));
    assert_eq!(draft.tiles.len(), 24);
    assert_eq!(draft.tiles.iter().map(|tile| tile.count).sum::<u16>(), 72);
    let start = draft.start[0];
    assert_eq!((draft.tiles[start.tile.0 as usize].id.as_str(), start.cell), ("D", Cell::new(0, 0)));
    assert_eq!(resolved.edition.as_deref(), Some("hig-3rd"));
    assert_eq!(resolved.options.len(), 9);
    draft.compile().unwrap();
}

#[test]
fn tiles_come_in_the_order_of_the_file() {
    let expansion = base().expansion;
    let ids: Vec<&str> = expansion.tiles().map(|(id, _)| id).take(4).collect();
    assert_eq!(ids, ["B", "A", "D", "C"]);
}

#[test]
fn each_edition_sets_farms_and_small_cities() {
    for (edition, farms, pays, rate, tiny) in [
        ("rgg-2000", "city-majority-4", Pays::Neighbour, 4, 2),
        ("hig-2nd", "city-once-3", Pays::NeighbourOnce, 3, 2),
        ("hig-3rd", "per-farm-3", Pays::Feature, 3, 4),
        ("bigbox-2006", "city-majority-4", Pays::Neighbour, 4, 2),
        ("anniversary-2021", "per-farm-3", Pays::Feature, 3, 4),
        ("compendium-4", "city-majority-4", Pays::Neighbour, 4, 2),
        ("compendium-3", "per-farm-3", Pays::Feature, 3, 2),
    ] {
        let recipe = Recipe { edition: Some(edition.into()), ..recipe(&[base()]) };
        let (draft, resolved) = recipe.draft().unwrap();
        assert_eq!(resolved.edition.as_deref(), Some(edition));
        assert_eq!(resolved.options["farm_scoring"], word(farms), "{edition}");
        assert_eq!(resolved.options["tiny_city"], OptionValue::Number(tiny), "{edition}");
        assert_eq!(
            resolved.options["tiny_city_pennant"],
            OptionValue::Number(if tiny == 2 { 1 } else { 2 }),
            "{edition}"
        );
        let neighbours = draft.kinds[0].neighbours.unwrap();
        assert_eq!((neighbours.kind, neighbours.pays, neighbours.rate), (KindId(2), pays, rate), "{edition}");
        let exactly = if tiny == 2 { vec![(2, vec![(Line::Tile, 1), (Line::Tag(TagId(0)), 1)])] } else { vec![] };
        assert_eq!(kind(&draft, "city").exactly, exactly, "{edition}: both overlays of two-tile cities hold together");
    }
}

#[test]
fn what_is_said_beats_the_edition_which_beats_what_follows_which_beats_the_default() {
    let pennant = |edition: &str, options: &[(&str, &str)]| {
        let recipe = Recipe { edition: Some(edition.into()), ..with_options(options) };
        recipe.draft().unwrap().1.options["tiny_city_pennant"].number()
    };
    assert_eq!(pennant("hig-3rd", &[]), Some(2));
    assert_eq!(pennant("hig-3rd", &[("tiny_city", "2")]), Some(1));
    assert_eq!(pennant("hig-2nd", &[]), Some(1));
    assert_eq!(pennant("hig-2nd", &[("tiny_city", "4")]), Some(2));
    assert_eq!(pennant("hig-2nd", &[("tiny_city_pennant", "2")]), Some(2));
    let manifest = MANIFEST.replace("tiny_city = 2\n", "tiny_city = 2\ntiny_city_pennant = 2\n");
    let recipe = Recipe { edition: Some("hig-2nd".into()), ..recipe(&[read("base", &manifest, TILES).unwrap()]) };
    assert_eq!(
        recipe.draft().unwrap().1.options["tiny_city_pennant"].number(),
        Some(2),
        "the edition beats what follows"
    );
}

#[test]
fn an_expansion_sets_options_unless_the_players_do() {
    let sets = |id: &str, value: u8| small(id, &format!("sets = {{ tiny_city = {value} }}"), "");
    let tiny = |expansions: &[Portion], said: Option<&str>| {
        let options = said.iter().map(|value| ("tiny_city".to_string(), value.to_string())).collect();
        let recipe = Recipe { options, edition: Some("hig-3rd".into()), ..recipe(expansions) };
        recipe.draft().map(|(_, resolved)| {
            ["tiny_city", "tiny_city_pennant"].map(|name| resolved.options[name].to_string()).concat()
        })
    };
    assert_eq!(tiny(&[base()], None).unwrap(), "42");
    assert_eq!(tiny(&[base(), sets("x", 2)], None).unwrap(), "21", "it beats the edition, and what follows follows");
    assert_eq!(tiny(&[base(), sets("x", 2)], Some("4")).unwrap(), "42", "the players beat it");
    assert_eq!(tiny(&[base(), sets("x", 2), sets("y", 2)], None).unwrap(), "21", "two may agree");
    let both = [base(), sets("x", 2), sets("y", 4)];
    let RecipeError::Manifest(error) = tiny(&both, None).unwrap_err() else { panic!("no manifest is blamed") };
    assert_eq!(error.to_string(), "y/expansion.toml:4:22: y sets tiny_city to 4, but x to 2");
    let help = "the other is at x/expansion.toml:4:22; a value that the players set has priority";
    assert_eq!(error.help.as_deref(), Some(help));
    assert_eq!(tiny(&both, Some("2")).unwrap(), "21");
}

#[test]
fn options_change_the_turn_loop() {
    let settings = |option: &str, value: &str| draft(&with_options(&[(option, value)])).settings;
    assert_eq!(settings("unplaceable", "return").stuck, Stuck::Return);
    assert_eq!(settings("first_player", "youngest").first, First::Ask);
    assert_eq!(settings("first_player", "random").first, First::Random);
    assert_eq!(settings("scoring_order", "active-player").order, ScoringOrder::Ask);
    assert!(!draft(&with_options(&[("farmers", "off")])).kinds[0].claim);
    assert!(draft(&with_options(&[])).kinds[0].claim);
}

#[test]
fn later_overlays_lie_on_earlier_ones_line_by_line() {
    let lines = "
        [options.a]
        about = \"x\"
        default = false
        [[when]]
        option = { a = true }
        kinds.road.complete = { tile = 5, pennant = 1 }
        [[when]]
        option = { a = true, farmers = \"on\" }
        kinds.road.complete.tile = 6
        [[when]]
        option = { a = true, farmers = \"off\" }
        kinds.road.complete.tile = 7
        [[when]]
        figures.follower.count = 8
    ";
    let house = small("house", lines, "");
    let road = |a: &str| {
        let options = [("a".to_string(), a.to_string())].into();
        let draft = draft(&Recipe { options, ..recipe(&[base(), house.clone()]) });
        assert_eq!(draft.figures[0].count, 8, "an overlay without options always lies");
        kind(&draft, "road").complete.clone()
    };
    assert_eq!(road("false"), [(Line::Tile, 1)]);
    assert_eq!(road("true"), [(Line::Tile, 6), (Line::Tag(TagId(0)), 1)]);
}

#[test]
fn an_option_draws_a_tile_otherwise_kind_by_kind() {
    let lines = "
        [options.curved]
        about = \"x\"
        default = false
        [options.bare]
        about = \"x\"
        default = false
        [[when]]
        option = { curved = true }
        tiles.t.road = \"W-S\"
        [when.tiles.u]
        city = [\"N\", \"S\"]
        [[when]]
        option = { bare = true }
        tiles.t.road = []
    ";
    let x = small("x", lines, "[t]\nroad = \"W-E\"\ncity = \"N\"\n[u]\nroad = \"W-E\"\n");
    let faces = |options: &[&str]| {
        let options = options.iter().map(|name| (name.to_string(), "true".to_string())).collect();
        let draft = draft(&Recipe { options, ..recipe(&[base(), x.clone()]) });
        let segment = |segment: &Segment| format!("{} {:?}", segment.kind, segment.sides);
        let face = |tile: &DraftTile| tile.face.segments.iter().map(segment).collect::<Vec<_>>().join(", ");
        draft.tiles[24..].iter().map(face).collect::<Vec<_>>()
    };
    assert_eq!(faces(&[]), ["road [E, W], city [N]", "road [E, W]"]);
    assert_eq!(faces(&["curved"]), ["road [S, W], city [N]", "road [E, W], city [N], city [S]"]);
    assert_eq!(faces(&["curved", "bare"])[0], "city [N]", "the later overlay lies above");
}

#[test]
fn ten_times_the_base_game_are_720_tiles() {
    let draft = draft(&recipe(&[Portion { times: 10, ..base() }]));
    assert_eq!(draft.tiles.iter().map(|tile| tile.count).sum::<u16>(), 720);
    assert_eq!((draft.tiles.len(), draft.start.len()), (24, 1));
}

#[test]
fn an_expansion_adds_kinds_tags_figures_tiles_and_a_start() {
    let lines = "
        [kinds.river]
        edge = \"middle\"
        closes = \"never\"
        claim = false
        [tags.inn]
        look = { mark = \"i\", size = [1, 2.5] }
        [figures.large]
        count = 1
        weight = 2
        follower = true
        on = [\"road\", \"field\"]
        [[start]]
        tile = \"spring\"
        at = \"0,0\"
        turned = \"r90\"
        [[start]]
        tile = \"base:D\"
        at = \"0,-1\"
    ";
    let tiles = "[spring]\nriver = \"S-*\"\ntags = [\"inn\"]\n[inn]\nroad = \"N-S +inn\"\nfield = \"EL +inn\"\n";
    let river = small("river", lines, tiles);
    let draft = draft(&recipe(&[base(), river.clone()]));
    let last = draft.kinds.last().unwrap();
    assert_eq!((last.name.as_str(), last.claim, last.role.as_str()), ("river", false, "follower"));
    assert_eq!((draft.figures[1].weight, draft.figures[1].on), (2, 0b11));
    assert_eq!((draft.start.len(), draft.start[0].tile.0, draft.start[1].tile.0), (2, 24, 2));
    assert_eq!(draft.tiles[24].tags, ["inn"]);
    let looks: Vec<LookTable<'_>> = river.expansion.looks().collect();
    assert_eq!((looks.len(), looks[0].section, looks[0].name), (1, "tags", "inn"));
    let mark = looks[0].node.table().unwrap().required("mark", |node| Ok(node.word()?.text.as_str())).unwrap();
    assert_eq!(mark, "i");
    draft.compile().unwrap();
}

#[test]
fn a_lab_may_add_a_tile_but_not_one_that_is_there() {
    let mut tile = draft(&recipe(&[base()])).tiles[0].clone();
    let again = Recipe { extra_tiles: vec![tile.clone()], ..recipe(&[base()]) };
    assert_eq!(again.draft().unwrap_err().to_string(), "there is already a tile B");
    tile.id = "own".into();
    let own = Recipe { extra_tiles: vec![tile], ..recipe(&[base()]) };
    assert_eq!(draft(&own).tiles.len(), 25);
}

#[test]
fn a_wish_that_cannot_be_met_is_answered_in_a_sentence() {
    let said = |recipe: Recipe| recipe.draft().unwrap_err().to_string();
    let players = |players, options: &[(&str, &str)]| said(Recipe { players, ..with_options(options) });
    assert_eq!(players(6, &[("max_players", "5")]), "base is for 2 to 5 players, not 6");
    assert_eq!(players(1, &[]), "base is for 2 to 6 players, not 1");
    assert_eq!(said(with_options(&[("tiny_cty", "2")])), "unknown option `tiny_cty`; did you mean `tiny_city`?");
    assert_eq!(said(with_options(&[("tiny_city", "3")])), "tiny_city is 2 or 4, not `3`");
    assert_eq!(said(with_options(&[("farmers", "of")])), "farmers is on or off, not `of`; did you mean `off`?");
    assert_eq!(players(0, &[]), "the table is for 1 to 8 players, not 0");
    let edition = |name: &str| said(Recipe { edition: Some(name.into()), ..recipe(&[base()]) });
    assert_eq!(edition("hig-3d"), "unknown edition `hig-3d`; did you mean `hig-3rd`?");
    assert!(edition("x\u{1b}[2J").starts_with("unknown edition `x\u{fffd}[2J`; use `rgg-2000`, `hig-2nd`, "));
    assert_eq!(said(recipe(&[base(), base()])), "base is named twice; `base*2` doubles its tiles");
    assert!(said(recipe(&[Portion { times: 0, ..base() }])).starts_with("base*0 would be nothing"));
    assert!(
        said(recipe(&[Portion { times: u16::MAX, ..base() }]))
            .starts_with("too many tiles: a game can have at most 16000")
    );
    assert!(said(recipe(&[small("x", "", "")])).contains("none of them declares the kind `field`"));
}

#[test]
fn the_hash_is_that_of_the_files_wherever_they_lie() {
    let on_disk = Folder::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../expansions/base")).unwrap();
    assert_eq!(Expansion::read(&on_disk).unwrap().hash().len(), 64);
    let (one, other) = (base(), read("elsewhere", MANIFEST, TILES).unwrap());
    assert_eq!(one.expansion.hash(), other.expansion.hash());
    assert_ne!(one.expansion.hash(), read("base", MANIFEST, "").unwrap().expansion.hash());
}

#[test]
fn a_mark_may_begin_anew_what_must_go_on() {
    let lines =
        "[tags.well]\n[kinds.canal]\nedge = \"middle\"\ncloses = \"never\"\ncontinues = true\nbegins = \"well\"\n";
    let tiles = "[reach]\ncanal = \"N-S\"\n[opening]\ncanal = \"N +well\"\n";
    let draft = draft(&recipe(&[base(), small("canal", lines, tiles)]));
    let at = |id: &str| TileId(draft.tiles.iter().position(|tile| tile.id == id).unwrap() as u16);
    let (reach, opening) = (at("reach"), at("opening"));
    let catalogue = draft.compile().unwrap();
    assert!(catalogue.continues(reach) && !catalogue.continues(opening));
    let unknown = small("canal", &lines.replace("begins = \"well\"", "begins = \"wel\""), tiles);
    let error = manifest_error(&recipe(&[base(), unknown]));
    assert_eq!(error.to_string(), "canal/expansion.toml:9:11: unknown tag `wel`");
}

#[test]
fn a_kind_may_wind_in_a_certain_way() {
    let lines = "[kinds.canal]\nedge = \"middle\"\ncloses = \"never\"\ncourse = { apart = \"they would meet\" }\n\
        [options.strict]\nabout = \"how canals wind\"\ndefault = true\n\
        [[when]]\noption = { strict = true }\nkinds.canal.course = { winds = \"it turns back\", past_straight = true }\n";
    let tiles = "[reach]\ncanal = \"N-S\"\n";
    let draft = draft(&recipe(&[base(), small("canal", lines, tiles)]));
    let Course { apart, winds, past_straight } = &draft.kinds.iter().find(|kind| kind.name == "canal").unwrap().course;
    assert_eq!(apart.as_deref(), Some("they would meet"));
    assert_eq!((winds.as_deref(), *past_straight), (Some("it turns back"), true));
    let reach = TileId(draft.tiles.iter().position(|tile| tile.id == "reach").unwrap() as u16);
    assert!(draft.compile().unwrap().continues(reach));
}
