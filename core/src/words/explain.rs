//! Why a choice is refused, in one sentence: which edge or follower prevents it, and what would be legal.

use std::sync::Arc;

use crate::language::{and, or, with_article};
use crate::play::game::{Decision, Game};
use crate::refuse;
use crate::table::board::Place;
use crate::table::catalogue::{FigureKindId, TileId};
use crate::table::choice::Choice;
use crate::table::course;
use crate::table::feature::SegmentId;
use crate::table::figure::FigureId;
use crate::table::geometry::{Cell, Side};
use crate::table::refusal::Refusal;
use crate::table::rulebook::{Lack, Position};
use crate::table::sheet::ReasonId;
use crate::table::stack::Shelf;
use crate::table::state::Phase;

impl Decision<'_> {
    /// Returns the option that a text means, or why there is none. An option is found by the words that it is printed
    /// as.
    pub fn find(&self, text: &str) -> Result<Choice, Refusal> {
        self.game().find(&text.split_whitespace().collect::<Vec<_>>())
    }
}

impl Game {
    /// Returns the option that these words mean, or why there is none.
    pub fn find(&self, words: &[&str]) -> Result<Choice, Refusal> {
        let choice = self.choice_named(words).map_err(|refusal| match (words, self.state().turn.phase) {
            // Whatever is wrong with the words, the tile must be placed first.
            (["deploy", ..], Phase::Place) => self.other_options(),
            _ => refusal,
        })?;
        let decision = self.decision().ok_or_else(|| self.nothing_to_decide())?;
        decision.accepts(choice).ok_or_else(|| self.explain(choice))
    }

    /// Explains why a choice is not one of the options.
    pub fn explain(&self, choice: Choice) -> Refusal {
        if let Some(&(_, why)) = self.state().struck.iter().find(|(struck, _)| *struck == choice) {
            return self.struck_out(choice, why);
        }
        match (self.state().turn.phase, choice) {
            (Phase::Over | Phase::Setup | Phase::Hidden, _) => self.nothing_to_decide(),
            (Phase::Place, Choice::Place(place)) => match (self.vetoed(place), self.state().turn.drawn) {
                (Some(why), Some(tile)) => {
                    let (name, Place { cell, rotation }) = (self.catalogue().tile_name(tile), place);
                    refuse!("{name} may not be placed at {cell} turned {rotation}: {why}")
                }
                (None, Some(tile)) => self.explain_place(tile, place),
                (_, None) => self.other_options(),
            },
            (Phase::Place | Phase::Ask, Choice::Play(tile, place)) => self.explain_play(tile, place),
            (Phase::Deploy, Choice::Deploy(kind, segment)) => self.explain_deploy(kind, segment),
            _ => self.other_options(),
        }
    }

    /// Explains why one of several tiles cannot be placed there.
    fn explain_play(&self, tile: TileId, place: Place) -> Refusal {
        let tiles = self.decision().map_or(Vec::new(), |open| open.tiles());
        if tiles.contains(&tile) || self.is_held(tile) {
            return self.explain_place(tile, place);
        }
        let names: Vec<String> = tiles.iter().map(|&tile| self.catalogue().tile_name(tile)).collect();
        match names.is_empty() {
            true => self.other_options(),
            false => refuse!("{} is not among the tiles to place: {}", self.catalogue().tile_name(tile), and(&names)),
        }
    }

    /// Whether the player who decides holds a tile.
    fn is_held(&self, tile: TileId) -> bool {
        let state = self.state();
        state.tiles_at(self.catalogue(), Shelf::hand(state.turn.player)).contains(&tile)
    }

    /// Returns why a rule removed a place of the tile in hand.
    fn vetoed(&self, Place { cell, rotation }: Place) -> Option<Arc<str>> {
        let state = self.state();
        let rotation = self.catalogue().same(state.turn.drawn?, rotation);
        let vetoed = state.vetoed.iter().find(|(place, _)| *place == Place { cell, rotation })?;
        self.setup().reason(vetoed.1).filter(|_| state.turn.listed)
    }

    fn nothing_to_decide(&self) -> Refusal {
        match self.state().turn.phase {
            Phase::Over => refuse!("the game is over"),
            Phase::Hidden => refuse!("what comes next is hidden"),
            _ => refuse!("no turn has begun; in a lab `turn PLAYER` begins one"),
        }
    }

    /// Explains that a rule removed an option of an expansion.
    pub(crate) fn struck_out(&self, choice: Choice, why: ReasonId) -> Refusal {
        let why = self.setup().reason(why).map_or(String::new(), |why| format!(": {why}"));
        refuse!("{} is not possible now{why}; {}", self.choice_words(choice), self.other_options())
    }

    /// Explains why a verb of an expansion is not available now.
    pub(crate) fn not_offered(&self, verb: &str) -> Refusal {
        let decision = self.decision();
        let all = decision.iter().flat_map(|decision| decision.options());
        let same: Vec<String> =
            all.filter(|&choice| self.verb_of(choice) == verb).map(|choice| self.choice_words(choice)).collect();
        match same.as_slice() {
            [] => refuse!("{verb} is not possible now{}; {}", self.lack(verb), self.other_options()),
            _ => refuse!("that is not an option: choose {}", or(&same)),
        }
    }

    /// Returns what the active player lacks for a verb, after a colon.
    fn lack(&self, verb: &str) -> String {
        let catalogue = self.catalogue();
        let position = Position { catalogue, state: self.state() };
        let lack = catalogue.verb_named(verb).and_then(|verb| self.setup().rules().book.lack(position, verb));
        let player = self.player_name(self.state().turn.player);
        match lack {
            Some(Lack::Token(token)) => format!(": {player} has no {} left", catalogue.tokens[token.0 as usize].name),
            Some(Lack::Points(points)) => format!(": it takes {points} points"),
            Some(Lack::Follower) => format!(": {player} has no follower left"),
            Some(Lack::Turn) => ": it was already done in this turn".into(),
            None => String::new(),
        }
    }

    fn other_options(&self) -> Refusal {
        let Some(decision) = self.decision() else { return self.nothing_to_decide() };
        let player = self.player_name(decision.player());
        let tiles: Vec<String> = decision.tiles().iter().map(|&tile| self.catalogue().tile_name(tile)).collect();
        if !tiles.is_empty() {
            let first = decision.get(0).map_or(String::new(), |choice| self.choice_words(choice));
            return refuse!("{player} has tile {} to place first, for instance {first}", or(&tiles));
        }
        let options: Vec<String> = decision.options().map(|choice| self.choice_words(choice)).collect();
        refuse!("{player} may choose {}", or(&options))
    }

    pub(crate) fn explain_place(&self, tile: TileId, Place { cell, rotation }: Place) -> Refusal {
        let (catalogue, board) = (self.catalogue(), &self.state().board);
        let name = catalogue.tile_name(tile);
        if let Some(taken) = board.at(cell) {
            let taken = catalogue.tile_name(board.tile(taken).tile);
            return refuse!("tile {taken} already lies at {cell}{}", self.nearest_place(tile, cell));
        }
        let Some(pattern) = board.pattern(cell) else {
            let near = self.nearest_place(tile, cell);
            return match cell.around().into_iter().find(|corner| board.at(*corner).is_some()) {
                Some(corner) => refuse!("{cell} touches {corner} only at a corner, not by a side{near}"),
                None => refuse!("no tile lies beside {cell}{near}"),
            };
        };
        if catalogue.tile(tile).fills_hole() && board.beside(cell) < Side::ALL.len() {
            let near = self.nearest_place(tile, cell);
            return refuse!("{name} goes only where all four sides are taken, and {cell} has a free side{near}");
        }
        let ports = catalogue.ports(tile, rotation);
        let wrong = Side::ALL.into_iter().find_map(|side| {
            let demanded = catalogue.demanded(pattern, side)?;
            let class = ports[side.index()].class;
            (class != demanded).then(|| (side, catalogue.class_name(class), catalogue.class_name(demanded)))
        });
        let fitting: Vec<String> = catalogue.fits(tile, pattern).iter().map(|rotation| rotation.to_string()).collect();
        let instead = match fitting.as_slice() {
            [] => "no rotation fits there".to_string(),
            [one] => format!("{one} fits there"),
            several => format!("{} fit there", and(several)),
        };
        match wrong {
            Some((side, own, other)) => refuse!(
                "{name} does not fit at {cell} turned {rotation}: its {} edge is {}, the tile at {} has {} there; {instead}",
                side_name(side),
                with_article(own),
                cell.step(side),
                with_article(other)
            ),
            None => {
                let broken_off = catalogue.broken_off(tile, rotation, |side| board.at(cell.step(side)).is_some());
                let why = match broken_off {
                    Some(kind) => format!("the {} must go on", catalogue.kind(kind).name),
                    None => course::objection(catalogue, board, tile, Place { cell, rotation })
                        .map_or(instead, String::from),
                };
                refuse!("{name} may not be placed at {cell} turned {rotation}: {why}")
            }
        }
    }

    /// Returns the place of a tile nearest to a cell, as the end of a sentence; empty if there is none.
    fn nearest_place(&self, tile: TileId, cell: Cell) -> String {
        let (catalogue, board) = (self.catalogue(), &self.state().board);
        let fits = |&(_, pattern): &(Cell, u16)| catalogue.fits(tile, pattern).count() > 0;
        let far = |other: Cell| {
            let across = |a: i16, b: i16| (a as i32 - b as i32).pow(2);
            across(other.x, cell.x) + across(other.y, cell.y)
        };
        match board.open_cells().filter(fits).min_by_key(|&(other, _)| (far(other), other)) {
            Some((place, pattern)) => {
                let ways: Vec<String> = catalogue.fits(tile, pattern).iter().map(|way| way.to_string()).collect();
                format!("; the nearest place for {} is {place} {}", catalogue.tile_name(tile), or(&ways))
            }
            None => String::new(),
        }
    }

    /// Returns the segments of the tile just placed that a figure may take, as the end of a sentence.
    fn free_segments(&self, kind: FigureKindId) -> String {
        let own = |choice: &Choice| match *choice {
            Choice::Deploy(other, segment) if other == kind => Some(self.segment_name(segment)),
            _ => None,
        };
        let free: Vec<String> = self.state().options.iter().filter_map(own).collect();
        match free.as_slice() {
            [] => "; nothing on it is free".into(),
            [one] => format!("; {one} is free"),
            several => format!("; {} are free", and(several)),
        }
    }

    fn explain_deploy(&self, kind: FigureKindId, segment: SegmentId) -> Refusal {
        let (catalogue, state) = (self.catalogue(), self.state());
        let figure = catalogue.figure(kind);
        let feature = state.features.of(segment);
        let stands = catalogue.kind(state.features.kind(feature));
        let player = self.player_name(state.turn.player);
        if Some(state.features.placed(segment)) != state.turn.last {
            return refuse!(
                "{} is deployed on the tile just placed{}",
                with_article(&figure.name),
                self.free_segments(kind)
            );
        }
        if state.in_supply(state.turn.player, kind).is_none() {
            return refuse!("{player} has no {} left; {}", figure.name, self.other_options());
        }
        if !stands.claim || !figure.may_stand_on(state.features.kind(feature)) {
            let (stands, free) = (with_article(&stands.name), self.free_segments(kind));
            return refuse!("{} may not be deployed on {stands}{free}", with_article(&figure.name));
        }
        let is_follower = |&(id, _): &(FigureId, SegmentId)| catalogue.figure(state.figure(id).kind).follower;
        if figure.needs {
            let (stands, free) = (&stands.name, self.free_segments(kind));
            return refuse!("{} needs a follower of {player}'s on this {stands}{free}", with_article(&figure.name));
        }
        match state.figures_on(feature).find(is_follower) {
            Some((id, at)) => {
                let whose = self.figure_with_owner(state.figure(id));
                let (place, free) = (self.far_name(at), self.free_segments(kind));
                refuse!("this {} is occupied: {whose} stands at {place}{free}", stands.name)
            }
            None => self.other_options(),
        }
    }
}

fn side_name(side: Side) -> &'static str {
    ["north", "east", "south", "west"][side.index()]
}
