//! The table, turn by turn: what is legal and what follows from it (RULES §2.1 to §2.5).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::face::{Face, Faces, Kind, Print, Spot};

/// How farms are paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Farms {
    /// FARM-4: for each city, whoever has most farmers in all farms around it gets 4.
    CityMajority,
    /// FARM-5: for each city, whoever leads a farm at it gets 3, once.
    CityOnce,
    /// FARM-6: whoever leads a farm gets 3 for each city at it.
    PerFarm,
}

/// What differs from edition to edition and from option to option.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// How farms are paid.
    pub farms: Farms,
    /// What a complete city of two tiles is worth.
    pub tiny_city: i32,
    /// What a pennant in it is worth.
    pub tiny_pennant: i32,
    /// Whether there are farmers.
    pub farmers: bool,
    /// Whether a tile that fits nowhere goes back into the bag.
    pub returns: bool,
    /// Whether the active player says in which order features are scored.
    pub asks_order: bool,
    /// Whether the table is asked who begins.
    pub asks_first: bool,
}

impl Rules {
    /// The rules of an edition with options of RULES §18, in words.
    pub fn named(edition: &str, options: &BTreeMap<String, String>) -> Rules {
        let (farms, tiny) = match edition {
            "rgg-2000" | "bigbox-2006" | "compendium-4" => ("city-majority-4", "2"),
            "hig-2nd" => ("city-once-3", "2"),
            "hig-3rd" | "anniversary-2021" => ("per-farm-3", "4"),
            "compendium-3" => ("per-farm-3", "2"),
            other => panic!("no rulebook is called {other}"),
        };
        let option = |name: &str, default: &'static str| options.get(name).map_or(default, String::as_str).to_string();
        let tiny_city = option("tiny_city", tiny);
        let pennant = if tiny_city == "2" { "1" } else { "2" };
        Rules {
            farms: match option("farm_scoring", farms).as_str() {
                "city-majority-4" => Farms::CityMajority,
                "city-once-3" => Farms::CityOnce,
                _ => Farms::PerFarm,
            },
            tiny_city: tiny_city.parse().expect("a number"),
            tiny_pennant: option("tiny_city_pennant", pennant).parse().expect("a number"),
            farmers: option("farmers", "on") == "on",
            returns: option("unplaceable", "discard") == "return",
            asks_order: option("scoring_order", "fixed") == "active-player",
            asks_first: option("first_player", "seat") == "youngest",
        }
    }
}

/// A cell of the table: x to the east, y to the south.
pub(super) type Cell = (i32, i32);

/// A part of a tile that lies somewhere.
pub(super) type Place = (Cell, usize);

/// Everything that hangs together.
pub(super) type Feature = BTreeSet<Place>;

/// A tile on the table.
#[derive(Clone, Debug)]
pub(super) struct Lying {
    pub face: Face,
    /// How many tiles were laid before it.
    pub age: usize,
}

/// What is waited for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    First,
    Place,
    Deploy,
    Score(Vec<Feature>),
    Over,
}

/// The table.
#[derive(Clone, Debug)]
pub struct Model {
    pub(super) rules: Rules,
    prints: Arc<Faces>,
    names: Vec<String>,
    pub(super) board: BTreeMap<Cell, Lying>,
    pub(super) followers: BTreeMap<Place, usize>,
    pub(super) supply: Vec<usize>,
    pub(super) points: Vec<i32>,
    pub(super) phase: Phase,
    player: usize,
    drawn: Option<String>,
    last: Cell,
    pile: Vec<String>,
    is_mixed: bool,
}

impl Model {
    /// A new game. The pile has its top at the end and the start tile no more in it; `first` begins, unless it is asked.
    pub fn new(prints: Arc<Faces>, rules: Rules, names: &[String], pile: Vec<String>, first: usize) -> Model {
        let players = names.len();
        let mut model = Model {
            rules,
            prints,
            names: names.to_vec(),
            board: BTreeMap::new(),
            followers: BTreeMap::new(),
            supply: vec![7; players],
            points: vec![0; players],
            phase: Phase::First,
            player: first,
            drawn: None,
            last: (0, 0),
            pile,
            is_mixed: false,
        };
        model.lay("D", (0, 0), 0);
        if !rules.asks_first {
            model.draw();
        }
        model
    }

    /// The points of each player.
    pub fn points(&self) -> &[i32] {
        &self.points
    }

    /// The followers that each player may still deploy.
    pub fn supplies(&self) -> &[usize] {
        &self.supply
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// Who decides.
    pub fn player(&self) -> usize {
        self.player
    }

    /// The tile in hand.
    pub fn drawn(&self) -> Option<&str> {
        self.drawn.as_deref()
    }

    /// The tiles to come, the top at the end.
    pub fn pile(&self) -> &[String] {
        &self.pile
    }

    /// Whether the pile was mixed in the last step, so that only its owner knows how.
    pub fn is_mixed(&self) -> bool {
        self.is_mixed
    }

    /// Says how the pile was mixed; the tiles must be the same.
    pub fn mix(&mut self, pile: Vec<String>) {
        let sorted = |tiles: &[String]| {
            let mut tiles = tiles.to_vec();
            tiles.sort();
            tiles
        };
        assert_eq!(sorted(&pile), sorted(&self.pile), "mixing changes no tile");
        (self.pile, self.is_mixed) = (pile, false);
    }

    /// Who stands where: `X,Y/SEGMENT` and the seat.
    pub fn standing(&self) -> BTreeSet<(String, usize)> {
        self.followers.iter().map(|(&place, &owner)| (self.far_name(place), owner)).collect()
    }

    /// All that may be chosen, in words.
    pub fn options(&self) -> BTreeSet<String> {
        match &self.phase {
            Phase::Over => BTreeSet::new(),
            Phase::First => self.names.iter().map(|name| format!("first {name}")).collect(),
            Phase::Place => {
                let places = self.drawn.iter().flat_map(|id| self.places(id));
                places.map(|((x, y), turn)| format!("place {x},{y} r{}", 90 * turn)).collect()
            }
            Phase::Deploy => {
                let deployments = self.deployments().into_iter();
                let words = deployments.map(|part| format!("deploy follower@{}", self.part_name((self.last, part))));
                words.chain(["pass".into()]).collect()
            }
            Phase::Score(features) => {
                features.iter().map(|feature| format!("score {}", self.feature_name(feature))).collect()
            }
        }
    }

    /// Plays one line of a record.
    pub fn play(&mut self, line: &str) {
        self.is_mixed = false;
        let words: Vec<&str> = line.split(' ').collect();
        match (words[..].to_vec().as_slice(), self.phase.clone()) {
            (["first", name], Phase::First) => {
                self.player = self.names.iter().position(|other| other == name).expect("a player");
                self.draw();
            }
            (["place", cell, turn], Phase::Place) => {
                let id = self.drawn.take().expect("a tile in hand");
                self.last = read_cell(cell);
                self.lay(&id, self.last, turn[1..].parse::<usize>().expect("degrees") / 90);
                match self.deployments().is_empty() {
                    true => self.complete(),
                    false => self.phase = Phase::Deploy,
                }
            }
            (["deploy", figure], Phase::Deploy) => {
                let name = figure.strip_prefix("follower@").expect("a follower");
                let part = self.deployments().into_iter().find(|&part| self.part_name((self.last, part)) == name);
                self.followers.insert((self.last, part.expect("a free segment")), self.player);
                self.supply[self.player] -= 1;
                self.complete();
            }
            (["pass"], Phase::Deploy) => self.complete(),
            (["score", place], Phase::Score(features)) => {
                let (now, later) = features.into_iter().partition(|feature| self.feature_name(feature) == *place);
                self.score_in_turn(now, later);
            }
            (_, phase) => panic!("`{line}` in phase {phase:?}"),
        }
    }

    // Placing.

    fn print(&self, id: &str) -> &Print {
        &self.prints.0[id]
    }

    fn lay(&mut self, id: &str, cell: Cell, turn: usize) {
        let lying = Lying { face: self.print(id).faces[turn].clone(), age: self.board.len() };
        self.board.insert(cell, lying);
    }

    /// BASE-7: beside a tile, and every edge that touches agrees. Equal rotations are one.
    fn places(&self, id: &str) -> Vec<(Cell, usize)> {
        let beside = self.board.keys().flat_map(|&cell| (0..4).map(move |side| step(cell, side)));
        let free: BTreeSet<Cell> = beside.filter(|cell| !self.board.contains_key(cell)).collect();
        let print = self.print(id);
        let turns = |cell: Cell| print.distinct.iter().map(move |&turn| (cell, turn));
        let agrees = |&(cell, turn): &(Cell, usize)| {
            (0..4).all(|side| {
                let near = self.board.get(&step(cell, side));
                near.is_none_or(|near| near.face.edges[(side + 2) % 4] == print.faces[turn].edges[side])
            })
        };
        free.into_iter().flat_map(turns).filter(agrees).collect()
    }

    /// BASE-6, BASE-9, BASE-10, RETURN-1, RETURN-2.
    fn draw(&mut self) {
        let mut returned = Vec::new();
        while let Some(id) = self.pile.pop() {
            if !self.places(&id).is_empty() {
                self.drawn = Some(id);
                break;
            }
            if self.rules.returns {
                returned.push(id);
            }
        }
        self.is_mixed = !returned.is_empty();
        self.pile.extend(returned);
        self.phase = Phase::Place;
        if self.drawn.is_none() {
            self.finish();
        }
    }

    // Deploying.

    /// BASE-11 to BASE-15, BASE-18.
    fn deployments(&self) -> Vec<usize> {
        let parts = &self.board[&self.last].face.parts;
        let may = |&part: &usize| self.rules.farmers || parts[part].kind != Kind::Field;
        let is_free = |&part: &usize| self.standing_on(&self.feature((self.last, part))).is_empty();
        if self.supply[self.player] == 0 {
            return Vec::new();
        }
        (0..parts.len()).filter(may).filter(is_free).collect()
    }

    /// The owners of the followers on a feature.
    pub(super) fn standing_on(&self, feature: &Feature) -> Vec<usize> {
        feature.iter().filter_map(|place| self.followers.get(place).copied()).collect()
    }

    // Completing.

    /// What the last tile completed is scored: roads and cities on it, cloisters on it and around it.
    fn complete(&mut self) {
        let cells = around(self.last).into_iter().chain([self.last]);
        let mut completed: BTreeSet<Feature> = BTreeSet::new();
        for cell in cells.filter(|cell| self.board.contains_key(cell)) {
            for (index, part) in self.board[&cell].face.parts.iter().enumerate() {
                if cell == self.last || part.kind == Kind::Cloister {
                    let feature = self.feature((cell, index));
                    if self.is_complete(&feature) {
                        completed.insert(feature);
                    }
                }
            }
        }
        self.score_in_turn(Vec::new(), completed.into_iter().collect());
    }

    fn score_in_turn(&mut self, now: Vec<Feature>, later: Vec<Feature>) {
        now.iter().for_each(|feature| self.score_feature(feature));
        if self.rules.asks_order && !later.is_empty() {
            self.phase = Phase::Score(later);
            return;
        }
        later.iter().for_each(|feature| self.score_feature(feature));
        self.end_turn();
    }

    /// BASE-40.
    fn end_turn(&mut self) {
        if self.pile.is_empty() {
            self.finish();
        } else {
            self.player = (self.player + 1) % self.names.len();
            self.draw();
        }
    }

    fn finish(&mut self) {
        self.phase = Phase::Over;
        self.score_finally();
    }

    // Features.

    pub(super) fn kind(&self, (cell, part): Place) -> Kind {
        self.board[&cell].face.parts[part].kind
    }

    /// Everything that hangs together with a part of a tile.
    pub(super) fn feature(&self, from: Place) -> Feature {
        let mut feature = Feature::from([from]);
        let mut todo = vec![from];
        while let Some((cell, part)) = todo.pop() {
            for &spot in &self.board[&cell].face.parts[part].rim {
                if let Some(next) = self.across(cell, spot)
                    && feature.insert(next)
                {
                    todo.push(next);
                }
            }
        }
        feature
    }

    /// What meets a place on the rim of a tile.
    fn across(&self, cell: Cell, (side, slot): Spot) -> Option<Place> {
        let near = step(cell, side);
        let facing = ((side + 2) % 4, 2 - slot);
        let parts = &self.board.get(&near)?.face.parts;
        parts.iter().position(|part| part.rim.contains(&facing)).map(|part| (near, part))
    }

    /// BASE-20 to BASE-23.
    pub(super) fn is_complete(&self, feature: &Feature) -> bool {
        let lies = |cell: &Cell| self.board.contains_key(cell);
        feature.iter().all(|&(cell, part)| {
            let part = &self.board[&cell].face.parts[part];
            match part.kind {
                Kind::Field => false,
                Kind::Cloister => around(cell).iter().all(lies),
                Kind::Road | Kind::City => part.rim.iter().all(|&(side, _)| lies(&step(cell, side))),
            }
        })
    }

    // Names.

    fn part_name(&self, (cell, part): Place) -> String {
        self.board[&cell].face.parts[part].name()
    }

    fn far_name(&self, place: Place) -> String {
        let (x, y) = place.0;
        format!("{x},{y}/{}", self.part_name(place))
    }

    /// A feature is called by its oldest part.
    fn feature_name(&self, feature: &Feature) -> String {
        let oldest = feature.iter().min_by_key(|(cell, part)| (self.board[cell].age, *part));
        self.far_name(*oldest.expect("a part"))
    }
}

fn step((x, y): Cell, side: usize) -> Cell {
    [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)][side]
}

pub(super) fn around((x, y): Cell) -> Vec<Cell> {
    let square = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
    square.filter(|&by| by != (0, 0)).map(|(dx, dy)| (x + dx, y + dy)).collect()
}

fn read_cell(words: &str) -> Cell {
    let (x, y) = words.split_once(',').expect("a cell");
    (x.parse().expect("x"), y.parse().expect("y"))
}
