//! A second implementation of dragon, fairy, towers, prisons and quarters: what must hold in every position of a game
//! with these sets, and which steps, captures and followers can be offered, derived from the table alone.

use std::collections::BTreeSet;

use bastide_core::{Cell, Choice, Entry, Event, Figure, FigureId, Game, Phase, PlacedId, PlayerId, Side, Target, Zone};

/// What does not hold, in a sentence.
type Broken = String;

/// The inner tiles of the Count's city.
const MIDDLE: [&str; 2] = ["06", "07"];
const QUARTERS: [&str; 4] = ["castle", "blacksmith", "cathedral", "market"];
/// The steps of a journey.
const STEPS: usize = 6;

/// Holds a position and what is asked in it against the rules of the three sets.
pub fn hold(game: &Game) -> Result<(), Broken> {
    let view = View(game);
    view.dragon_is_alone()?;
    view.towers_are_built()?;
    view.prisons_are_settled()?;
    view.count_is_at_home()?;
    view.question_is_right()
}

struct View<'a>(&'a Game);

impl View<'_> {
    fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.0.state().figures.iter()
    }

    fn name(&self, figure: &Figure) -> &str {
        &self.0.catalogue().figure(figure.kind).name
    }

    /// Whether a figure is the lord of a castle, whom neither the dragon nor a tower takes.
    fn is_lord(&self, figure: &Figure) -> bool {
        let kind = |at| &self.0.catalogue().kind(self.0.state().features.kind_at(at)).name;
        matches!(figure.zone, Zone::Segment(at) if kind(at) == "castle")
    }

    /// Whether part of a tile is a castle.
    fn has_castle(&self, tile: PlacedId) -> bool {
        let (catalogue, state) = (self.0.catalogue(), self.0.state());
        let kind = |at| &catalogue.kind(state.features.kind_at(at)).name;
        state.segments_of(catalogue, tile).any(|at| kind(at) == "castle")
    }

    fn is_follower(&self, figure: &Figure) -> bool {
        self.0.catalogue().figure(figure.kind).follower
    }

    /// The one figure of a kind that nobody owns.
    fn neutral(&self, name: &str) -> (FigureId, &Figure) {
        let found = self.figures().position(|figure| self.name(figure) == name).expect("a declared figure");
        (FigureId(found as u8), &self.0.state().figures[found])
    }

    fn tile(&self, figure: &Figure) -> Option<PlacedId> {
        match figure.zone {
            Zone::Segment(at) => Some(self.0.state().features.placed(at)),
            Zone::Tile(tile) => Some(tile),
            _ => None,
        }
    }

    fn cell(&self, tile: PlacedId) -> Cell {
        self.0.state().board.tile(tile).cell
    }

    /// The name of the place beside the board where a figure is, and whose it is.
    fn beside(&self, figure: &Figure) -> Option<(&str, PlayerId)> {
        match figure.zone {
            Zone::Beside(zone, owner) => Some((&self.0.catalogue().zones[zone.0 as usize].name, owner)),
            _ => None,
        }
    }

    fn quarter(&self, figure: &Figure) -> Option<&str> {
        self.beside(figure).map(|(name, _)| name).filter(|name| QUARTERS.contains(name))
    }

    fn option(&self, name: &str) -> String {
        self.0.setup().resolved().options.get(name).map_or_else(String::new, ToString::to_string)
    }

    fn height(&self, tile: PlacedId) -> u8 {
        let catalogue = self.0.catalogue();
        let height = catalogue.counter_named("height").expect("a declared counter");
        self.0.state().counter(catalogue, tile, height)
    }

    /// Nobody shares the dragon's tile, the fairy neither; pieces of other sets that belong to nobody
    /// may lie there, and lords are safe. So the fairy can come there to a lord (BCB-33), and stays when he leaves.
    fn dragon_is_alone(&self) -> Result<(), Broken> {
        let (id, dragon) = self.neutral("dragon");
        let Some(tile) = self.tile(dragon) else { return Ok(()) };
        let has_castle = self.has_castle(tile);
        let is_piece =
            |figure: &Figure| figure.owner == PlayerId::NOBODY && (self.name(figure) != "fairy" || has_castle);
        let is_safe = |figure: &Figure| is_piece(figure) || self.is_lord(figure);
        let others = (0..).map(FigureId).zip(self.figures()).filter(|(other, it)| *other != id && !is_safe(it));
        match others.map(|(_, figure)| figure).find(|figure| self.tile(figure) == Some(tile)) {
            Some(figure) => Err(format!("{} stands beside the dragon at {}", self.name(figure), self.cell(tile))),
            None => Ok(()),
        }
    }

    /// Every piece that was used is a storey; storeys are on foundations, and one guard at most on a tower.
    fn towers_are_built(&self) -> Result<(), Broken> {
        let (catalogue, state) = (self.0.catalogue(), self.0.state());
        let piece = catalogue.token_named("tower").expect("a declared token");
        let foundation = catalogue.kind_named("tower").expect("a declared kind");
        let mut storeys = 0;
        for (tile, placed) in (0..).map(PlacedId).zip(state.board.placed()) {
            let height = self.height(tile);
            let is_guard = |figure: &&Figure| figure.zone == Zone::Tile(tile) && self.is_follower(figure);
            let guards = self.figures().filter(is_guard).count();
            let is_tower = catalogue.tile(placed.tile).has_kind(foundation);
            storeys += height as u16;
            if height > 0 && !is_tower || guards > (height > 0) as usize {
                return Err(format!("{guards} guards and {height} storeys at {}", placed.cell));
            }
        }
        let used = state.banked(piece);
        if used == storeys { Ok(()) } else { Err(format!("{used} pieces were used, and {storeys} storeys stand")) }
    }

    /// In a prison are followers of others, and two players who hold one of each other have exchanged them, unless they are asked
    /// which.
    fn prisons_are_settled(&self) -> Result<(), Broken> {
        let mut held = BTreeSet::new();
        for figure in self.figures() {
            if let Some(("prison", captor)) = self.beside(figure) {
                held.insert((captor, figure.owner));
                if captor == figure.owner || !self.is_follower(figure) {
                    return Err(format!("{} is a prisoner", self.name(figure)));
                }
            }
        }
        let is_asked = self.verb() == Some("exchange");
        let mutual = held.iter().any(|&(captor, owner)| held.contains(&(owner, captor)));
        if mutual && !is_asked { Err("two hold prisoners of each other".into()) } else { Ok(()) }
    }

    /// The Count is in a quarter, and so are followers alone.
    fn count_is_at_home(&self) -> Result<(), Broken> {
        let (id, count) = self.neutral("count");
        let stranger = |(other, figure): &(FigureId, &Figure)| {
            *other != id && self.quarter(figure).is_some() && !self.is_follower(figure)
        };
        match (self.quarter(count), (0..).map(FigureId).zip(self.figures()).find(stranger)) {
            (Some(_), None) => Ok(()),
            (None, _) => Err("the Count is in no quarter".into()),
            (_, Some((_, figure))) => Err(format!("{} is in a quarter", self.name(figure))),
        }
    }

    /// The word with which what is asked begins.
    fn verb(&self) -> Option<&str> {
        let state = self.0.state();
        let first = state.options.first().filter(|_| state.turn.phase == Phase::Ask)?;
        Some(self.0.verb_of(*first))
    }

    fn question_is_right(&self) -> Result<(), Broken> {
        match self.verb() {
            Some("dragon") => self.compare(self.steps()?),
            Some("capture") => self.compare(self.prey()?),
            Some("join") => self.joins(),
            _ => Ok(()),
        }
    }

    fn compare(&self, mut expected: Vec<String>) -> Result<(), Broken> {
        let options = self.0.state().options.iter().filter(|option| **option != Choice::Pass);
        let mut offered: Vec<String> = options.map(|&option| self.0.choice_words(option)).collect();
        offered.sort();
        expected.sort();
        expected.dedup();
        if offered == expected { Ok(()) } else { Err(format!("{offered:?} are offered, not {expected:?}")) }
    }

    /// Where the dragon may go: beside it, where it was not on this journey, not to the fairy, round the Count's city.
    fn steps(&self) -> Result<Vec<String>, Broken> {
        let state = self.0.state();
        let (id, dragon) = self.neutral("dragon");
        let here = self.tile(dragon).ok_or("the dragon flies and is not there")?;
        let taken = state.pending.as_ref().map_or(0, |pending| pending.answers.len());
        if taken >= STEPS {
            return Err(format!("{taken} steps were taken"));
        }
        let been = state.log.iter().rev().filter_map(|event| match event {
            Event::Move(figure, Zone::Tile(tile)) if *figure == id => Some(*tile),
            _ => None,
        });
        let been: Vec<PlacedId> = been.take(taken + 1).collect();
        let fairys = self.tile(self.neutral("fairy").1);
        let is_open = |tile: &PlacedId| {
            let printed = self.0.catalogue().tile(state.board.tile(*tile).tile);
            let is_city = printed.expansion == "count";
            let is_shut = self.option("dragon_carcassonne") == "forbidden" || MIDDLE.contains(&printed.id.as_str());
            !been.contains(tile) && fairys != Some(*tile) && !(is_city && is_shut)
        };
        let beside = Side::ALL.into_iter().filter_map(|side| state.board.at(self.cell(here).step(side)));
        Ok(beside.filter(is_open).map(|tile| format!("dragon {}", self.cell(tile))).collect())
    }

    /// Whom the tower that has just grown reaches: as many cells as it is high, straight in four directions.
    fn prey(&self) -> Result<Vec<String>, Broken> {
        let Some(Entry::Choice(Choice::Do(_, Target::Tile(tower)), _)) = self.0.record().last() else {
            return Err("somebody is taken, and no tower grew".into());
        };
        let (at, reach) = (self.cell(*tower), self.height(*tower) as i16);
        let in_reach = |figure: &Figure| {
            self.tile(figure).map(|tile| self.cell(tile)).is_some_and(|cell| {
                let (x, y) = (cell.x - at.x, cell.y - at.y);
                (x == 0 || y == 0) && x.abs() <= reach && y.abs() <= reach
            })
        };
        let prey =
            self.figures().filter(|figure| self.is_follower(figure) && !self.is_lord(figure) && in_reach(figure));
        Ok(prey.map(|figure| self.capture_words(figure)).collect())
    }

    fn capture_words(&self, figure: &Figure) -> String {
        let place = match figure.zone {
            Zone::Segment(at) => self.0.far_name(at),
            zone => self.tile(&Figure { zone, ..*figure }).map_or(String::new(), |tile| self.cell(tile).to_string()),
        };
        format!("capture {}:{}@{place}", self.0.player_name(figure.owner), self.name(figure))
    }

    /// Whoever is asked has such followers in a quarter where the Count is not.
    fn joins(&self) -> Result<(), Broken> {
        let Some(asked) = self.0.decision().map(|decision| decision.player()) else { return Ok(()) };
        let shut = self.quarter(self.neutral("count").1);
        let own = self.figures().filter(|figure| figure.owner == asked && self.quarter(figure).is_some());
        let free: BTreeSet<&str> =
            own.filter(|figure| self.quarter(figure) != shut).map(|figure| self.name(figure)).collect();
        let is_theirs = |option: &Choice| match option {
            Choice::Do(_, Target::Kind(kind) | Target::KindAt(kind, _)) => {
                free.contains(self.0.catalogue().figure(*kind).name.as_str())
            }
            other => *other == Choice::Pass,
        };
        match self.0.state().options.iter().find(|option| !is_theirs(option)) {
            Some(&option) => Err(format!("{} is offered", self.0.choice_words(option))),
            None => Ok(()),
        }
    }
}
