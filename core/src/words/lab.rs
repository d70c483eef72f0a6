//! The lab: commands that set up any position. The rules are not told: what is put there scores nothing, asks nothing
//! and moves nothing. Each command is a line of the record.

use std::sync::Arc;

use crate::language::unknown;
use crate::play::game::{Entry, Game, Unchosen};
use crate::play::setup::Setup;
use crate::refuse;
use crate::rules::script::Role;
use crate::table::board::Place;
use crate::table::catalogue::{FigureKindId, MAX_FIGURES, TileId, TokenId, ZoneId};
use crate::table::figure::{FigureId, PlayerId, Zone};
use crate::table::geometry::REACH;
use crate::table::refusal::Refusal;
use crate::table::stack::{Holder, Shelf};
use crate::table::state::Phase;
use crate::table::turn;
use crate::words::names::{FigureName, cell_named, rotation_named};

/// The verbs of the lab, each with its syntax.
pub const VERBS: [(&str, &str); 14] = [
    ("start", "start"),
    ("put", "put TILE X,Y rN [Owner:kind@SEGMENT…], or put FIGURE [n]"),
    ("give", "give PLAYER KIND [n]"),
    ("take", "take PLAYER KIND [n]"),
    ("set", "set points PLAYER n, set option NAME VALUE, or set COUNTER X,Y n"),
    ("next", "next TILE…, or next none"),
    ("tiles", "tiles pile|aside|out|hand:PLAYER|ZONE [TILE…]"),
    ("tokens", "tokens ZONE|X,Y|X,Y/SEGMENT|FIGURE [TOKEN [n]…]"),
    ("roll", "roll N…"),
    ("tile", "tile ID KIND \"STROKE\"…"),
    ("turn", "turn PLAYER"),
    ("finish", "finish"),
    ("act", "act \"CODE\" [as SET]"),
    ("hook", "hook \"NAME = VALUE\""),
];

/// The maximum number of figures that one command may give or put.
const MAX_AT_ONCE: usize = 50;

impl Game {
    /// Carries out a lab command. If it is refused, or a script fails in it, nothing changes.
    pub fn lab(&mut self, words: &[&str]) -> Result<(), Unchosen> {
        if !self.setup().is_lab() {
            return Err(refuse!("only a lab game can be changed by hand: start one with `new … --lab`").into());
        }
        // The state that a waiting handler started with must not change.
        let drops = matches!(words.first(), Some(&("turn" | "finish")));
        if self.state().turn.phase == Phase::Ask && self.state().turn.number > 0 && !drops {
            let refusal = refuse!("a question is open: answer it, or drop it with turn or finish");
            return Err(refusal.into());
        }
        let mut game = self.clone();
        game.drop_question_and_run(words)?;
        game.note(Entry::Lab(words.iter().map(|word| word.to_string()).collect()));
        if words != ["finish"] {
            game.mark();
        }
        *self = game;
        Ok(())
    }

    /// Drops a question from before the first turn, as `turn` drops one from within a turn, and carries out a command.
    fn drop_question_and_run(&mut self, words: &[&str]) -> Result<(), Unchosen> {
        let (state, _) = self.state_mut();
        if state.turn.phase == Phase::Ask && state.turn.number == 0 {
            state.drop_calls();
            state.options.clear();
            state.turn.phase = Phase::Setup;
        }
        self.run_command(words)
    }

    fn run_command(&mut self, words: &[&str]) -> Result<(), Unchosen> {
        match words {
            ["start"] => self.lab_start(),
            ["put", figure, rest @ ..] if figure.contains('@') => self.lab_put_figures(figure, rest),
            ["put", tile, cell, rotation, figures @ ..] => self.lab_put_tile(tile, cell, rotation, figures),
            ["give", player, kind, rest @ ..] => self.lab_give(player, kind, number(rest)?),
            ["take", player, kind, rest @ ..] => self.lab_take(player, kind, number(rest)?),
            ["set", "points", player, points] => Ok(self.lab_set_points(player, points)?),
            ["set", "option", name, value] => self.lab_set_option(name, value),
            ["set", name, place, n] if self.catalogue().counter_named(name).is_some() => {
                self.lab_set_counter(name, place, n)
            }
            ["set", name, ..] => Err(self.counts_nothing(name).into()),
            ["next", "none"] => {
                self.lab_forget_next();
                Ok(())
            }
            ["next", tiles @ ..] if !tiles.is_empty() => Ok(self.lab_next(tiles)?),
            ["tiles", zone, tiles @ ..] => self.lab_tiles(zone, tiles),
            ["tokens", zone, tokens @ ..] => self.lab_tokens(zone, tokens),
            ["roll", dice @ ..] if !dice.is_empty() => Ok(self.lab_roll(dice)?),
            ["tile", id, strokes @ ..] if !strokes.is_empty() => self.lab_tile(id, strokes),
            ["turn", player] => self.lab_turn(player),
            ["finish"] => self.lab_finish(),
            ["act", code] => self.lab_act(code, None),
            ["act", code, "as", set] => self.lab_act(code, Some(set)),
            ["hook", code] => self.lab_hook(code),
            [verb, ..] => match VERBS.iter().find(|(name, _)| name == verb) {
                Some((_, usage)) => Err(refuse!("write {usage}").into()),
                None => Err(refuse!("unknown lab command `{verb}`").into()),
            },
            [] => Err(refuse!("no command given").into()),
        }
    }

    fn lab_start(&mut self) -> Result<(), Unchosen> {
        if !self.state().board.placed().is_empty() {
            return Err(refuse!("there are already tiles on the board: `start` must come first").into());
        }
        let (state, rules) = self.state_mut();
        Ok(turn::lay_start(state, rules, false)?)
    }

    fn lab_put_tile(&mut self, name: &str, cell: &str, rotation: &str, figures: &[&str]) -> Result<(), Unchosen> {
        let tile = self.tile_named(name)?;
        let cell = cell_named(cell)?;
        let rotation = self.catalogue().same(tile, rotation_named(rotation)?);
        if !cell.is_in_reach() {
            return Err(refuse!("{cell} is too far away: a lab puts tiles at most {REACH} cells from 0,0").into());
        }
        let board = &self.state().board;
        if !self.has_room() {
            return Err(refuse!("the board is full").into());
        }
        let is_alone = board.pattern(cell).is_none() && !self.catalogue().tile(tile).fills_hole();
        let fits = is_alone || board.fits(self.catalogue(), tile, Place { cell, rotation });
        if board.at(cell).is_some() || !fits {
            return Err(self.explain_place(tile, Place { cell, rotation }).into());
        }
        self.fetch(tile);
        let (state, rules) = self.state_mut();
        let placed = state.put(&rules.catalogue, tile, cell, rotation);
        for figure in figures {
            let (who, segment) =
                figure.split_once('@').ok_or_else(|| refuse!("`{figure}`: write Owner:kind@SEGMENT"))?;
            let (owner, kind) = who.split_once(':').ok_or_else(|| refuse!("`{figure}` has no owner"))?;
            let (owner, kind) = (self.player_named(owner)?, self.figure_kind_named(kind)?);
            let at = match self.segment_named(placed, segment) {
                Ok(at) => Zone::Segment(at),
                Err(refusal) if !segment.contains(['/', ',']) => return Err(refusal.into()),
                Err(_) => self.zone_named(segment)?,
            };
            self.stand(owner, kind, at)?;
        }
        self.refresh()
    }

    /// Whether there is space for another tile anywhere and for all later tiles beside those on the board. In play
    /// there always is.
    fn has_room(&self) -> bool {
        let state = self.state();
        let segments = state.to_come().map(|tile| self.catalogue().segments(tile) as usize).sum();
        state.board.has_room(self.catalogue(), state.to_come()) && state.features.has_room(segments)
    }

    fn lab_put_figures(&mut self, figure: &str, rest: &[&str]) -> Result<(), Unchosen> {
        let FigureName { owner, kind, at } = self.figure_named(figure)?;
        if self.catalogue().figure(kind).neutral {
            self.put_neutral(kind, at);
            return self.refresh();
        }
        let owner = owner.ok_or_else(|| refuse!("`{figure}` has no owner: write Owner:kind@X,Y/SEGMENT"))?;
        for _ in 0..number(rest)? {
            self.stand(owner, kind, at)?;
        }
        self.refresh()
    }

    /// Moves a figure without an owner from where it is.
    fn put_neutral(&mut self, kind: FigureKindId, to: Zone) {
        let (state, rules) = self.state_mut();
        if let Some(figure) = state.figures.iter().position(|figure| figure.kind == kind) {
            state.move_figure(&rules.catalogue, FigureId(figure as u8), to);
        }
    }

    fn stand(&mut self, owner: PlayerId, kind: FigureKindId, to: Zone) -> Result<(), Refusal> {
        let figure = self.state().in_supply(owner, kind).ok_or_else(|| {
            refuse!("{} has no {} left in the supply", self.player_name(owner), self.catalogue().figure(kind).name)
        })?;
        let (state, rules) = self.state_mut();
        state.move_figure(&rules.catalogue, figure, to);
        Ok(())
    }

    /// Gives tokens from the bank, as many as it has; the lab makes the rest, as it makes figures. If there is only one
    /// of a kind, it is taken from the player who has it.
    fn lab_give(&mut self, player: &str, kind: &str, n: usize) -> Result<(), Unchosen> {
        let owner = self.player_named(player)?;
        if let Some(token) = self.catalogue().token_named(kind) {
            let (state, rules) = self.state_mut();
            if rules.catalogue.tokens[token.0 as usize].is_single() {
                state.clear_tokens(token);
            }
            let (to, has) = (Shelf::supply(owner), state.tokens(owner, token));
            state.pass_tokens(&rules.catalogue, token, n as u16, Shelf::common(ZoneId::BANK), to);
            state.set_tokens(&rules.catalogue, to, token, has.saturating_add(n as u16));
            return self.refresh();
        }
        let kind = self.figure_kind_named(kind)?;
        let (state, _) = self.state_mut();
        if state.figures.len() + n > MAX_FIGURES {
            return Err(refuse!("there are already too many figures").into());
        }
        state.make_figures(owner, kind, n);
        self.refresh()
    }

    fn lab_take(&mut self, player: &str, kind: &str, n: usize) -> Result<(), Unchosen> {
        let owner = self.player_named(player)?;
        if let Some(token) = self.catalogue().token_named(kind) {
            let (state, rules) = self.state_mut();
            if (state.tokens(owner, token) as usize) < n {
                return Err(refuse!("{} does not have {n} {kind} to take", self.player_name(owner)).into());
            }
            let (from, bank) = (Shelf::supply(owner), Shelf::common(ZoneId::BANK));
            state.pass_tokens(&rules.catalogue, token, n as u16, from, bank);
            return self.refresh();
        }
        let kind = self.figure_kind_named(kind)?;
        for _ in 0..n {
            self.stand(owner, kind, Zone::Out)?;
        }
        self.refresh()
    }

    fn lab_set_points(&mut self, player: &str, points: &str) -> Result<(), Refusal> {
        let player = self.player_named(player)?;
        let points = points.parse().map_err(|_| refuse!("`{points}` is not a number of points"))?;
        self.state_mut().0.set_points(player, points);
        Ok(())
    }

    fn lab_set_counter(&mut self, name: &str, place: &str, n: &str) -> Result<(), Unchosen> {
        let counter = self.catalogue().counter_named(name).ok_or_else(|| self.counts_nothing(name))?;
        let tile = self.placed_at(cell_named(place)?)?;
        let n = n.parse().map_err(|_| refuse!("`{n}` is not a number from 0 to 255"))?;
        let (state, rules) = self.state_mut();
        state.set_counter(&rules.catalogue, tile, counter, n);
        self.refresh()
    }

    fn counts_nothing(&self, name: &str) -> Refusal {
        let known = ["points", "option"].into_iter().chain(self.catalogue().counters.iter().map(String::as_str));
        refuse!("{}", unknown("counter", name, known))
    }

    fn lab_roll(&mut self, dice: &[&str]) -> Result<(), Refusal> {
        for die in dice {
            let shown = die.parse().ok().filter(|shown| *shown > 0);
            let shown = shown.ok_or_else(|| refuse!("`{die}` is not a number on a die: write roll N…"))?;
            self.state_mut().0.dice.push(shown);
        }
        Ok(())
    }

    fn lab_set_option(&mut self, name: &str, value: &str) -> Result<(), Unchosen> {
        if !self.state().board.placed().is_empty() {
            return Err(refuse!("options must be set before the first tile is placed").into());
        }
        let setup = self.setup().with_option(name, value).map_err(|error| refuse!("{error}"))?;
        self.rebuild(setup)
    }

    fn lab_tile(&mut self, id: &str, strokes: &[&str]) -> Result<(), Unchosen> {
        let (pairs, rest) = strokes.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(refuse!("each kind needs a stroke: write tile ID KIND \"STROKE\"…").into());
        }
        if self.catalogue().tiles_named(id).next().is_some() {
            return Err(refuse!("there is already a tile {id}").into());
        }
        let setup = self.setup().with_tile(id, pairs).map_err(|error| refuse!("{error}"))?;
        self.rebuild(setup)
    }

    /// Replays the record with another setup.
    fn rebuild(&mut self, setup: Setup) -> Result<(), Unchosen> {
        *self = self.replayed_with(Arc::new(setup))?;
        Ok(())
    }

    fn lab_next(&mut self, names: &[&str]) -> Result<(), Refusal> {
        for tile in self.tiles_of(names)? {
            self.fetch(tile);
            self.state_mut().0.next.push_bottom(tile);
        }
        match self.has_room() {
            true => Ok(()),
            false => Err(refuse!("there are more tiles to draw than the board can hold")),
        }
    }

    /// Puts the tiles of `next` at the bottom of the pile, like a tile that was drawn and not placed.
    fn lab_forget_next(&mut self) {
        let (state, _) = self.state_mut();
        let mut next = std::mem::take(&mut state.next);
        while let Some(tile) = next.draw() {
            state.pile.push_bottom(tile);
        }
    }

    fn lab_tiles(&mut self, zone: &str, names: &[&str]) -> Result<(), Unchosen> {
        let tiles = self.tiles_of(names)?;
        let shelf = self.shelf_named(zone)?;
        if shelf.zone != ZoneId::PILE {
            tiles.iter().for_each(|&tile| self.fetch(tile));
        }
        let bottom_first: Vec<TileId> = tiles.into_iter().rev().collect();
        let (state, rules) = self.state_mut();
        match state.stack_mut(&rules.catalogue, shelf) {
            Some((stack, _)) => stack.copy_from(&bottom_first),
            None => return Err(refuse!("nobody holds tiles from turn to turn in this game").into()),
        }
        if !self.has_room() {
            return Err(refuse!("there are more tiles to draw than the board can hold").into());
        }
        match shelf.zone {
            ZoneId::HAND => self.refresh(),
            _ => Ok(()),
        }
    }

    /// Returns the contents of a place to the bank, then fills it from the bank; the lab makes what the bank does not
    /// have.
    fn lab_tokens(&mut self, zone: &str, words: &[&str]) -> Result<(), Unchosen> {
        let (at, wanted) = (self.holder_named(zone)?, self.tokens_named(words)?);
        let bank = Holder::Shelf(Shelf::common(ZoneId::BANK));
        let (state, rules) = self.state_mut();
        for kind in (0..rules.catalogue.tokens.len() as u8).map(TokenId) {
            let n = wanted.iter().filter(|(named, _)| *named == kind).map(|(_, n)| *n).sum();
            if at != bank {
                state.pass_tokens(&rules.catalogue, kind, u16::MAX, at, bank);
                state.pass_tokens(&rules.catalogue, kind, n, bank, at);
            }
            state.set_tokens(&rules.catalogue, at, kind, n);
        }
        self.refresh()
    }

    fn tiles_of(&self, names: &[&str]) -> Result<Vec<TileId>, Refusal> {
        names.iter().map(|name| self.tile_named(name)).collect()
    }

    /// Takes a named tile out of the pile; the lab makes one if the pile has none.
    fn fetch(&mut self, tile: TileId) {
        self.state_mut().0.pile.take(tile);
    }

    fn lab_turn(&mut self, player: &str) -> Result<(), Unchosen> {
        let player = self.player_named(player)?;
        if self.is_over() {
            return Err(refuse!("the game is over").into());
        }
        if self.state().board.placed().is_empty() {
            return Err(refuse!("there is no tile on the board: use `start` or `put` first").into());
        }
        let (state, _) = self.state_mut();
        if let Some(tile) = state.turn.drawn.take() {
            state.pile.push_bottom(tile);
        }
        state.completed.clear();
        state.drop_calls();
        if !self.has_room() {
            return Err(refuse!("there are more tiles to draw than the board can hold").into());
        }
        let (state, rules) = self.state_mut();
        Ok(turn::begin_turn(state, rules, player)?)
    }

    fn lab_finish(&mut self) -> Result<(), Unchosen> {
        if self.is_over() {
            return Err(refuse!("the game is over").into());
        }
        let (state, rules) = self.state_mut();
        Ok(turn::finish(state, rules)?)
    }

    /// Runs Lua that changes the table as a rule would. Handlers that it gives reason to call are called.
    fn lab_act(&mut self, code: &str, set: Option<&str>) -> Result<(), Unchosen> {
        let (named, setup) = (self.clone(), self.setup().clone());
        let (state, rules) = self.state_mut();
        setup.evaluate((state, code), Role { set, acts: true }, &|thing| named.thing_words(thing))?;
        Ok(turn::settle(state, rules)?)
    }

    /// Adds a rule, and replays the record with it.
    fn lab_hook(&mut self, code: &str) -> Result<(), Unchosen> {
        let setup = self.setup().with_hooks(code).map_err(|error| refuse!("{error}"))?;
        self.rebuild(setup)
    }

    /// Offers an open decision again after the table was changed.
    fn refresh(&mut self) -> Result<(), Unchosen> {
        let (state, rules) = self.state_mut();
        Ok(turn::offer_again(state, rules)?)
    }

    /// Returns the number of figures of a kind and owner on a segment; of any owner if none is named.
    pub fn count_figures(&self, name: &FigureName) -> usize {
        let matches = |FigureId(id): &FigureId| {
            let figure = &self.state().figures[*id as usize];
            figure.kind == name.kind && name.owner.is_none_or(|owner| owner == figure.owner)
        };
        self.figures_at(name.at).filter(matches).count()
    }
}

fn number(rest: &[&str]) -> Result<usize, Refusal> {
    match rest {
        [] => Ok(1),
        [one] => match one.parse() {
            Ok(n) if n <= MAX_AT_ONCE => Ok(n),
            Ok(n) => Err(refuse!("at most {MAX_AT_ONCE} at once, not {n}")),
            Err(_) => Err(refuse!("`{one}` is not a number")),
        },
        [_, extra, ..] => Err(refuse!("unexpected word `{extra}`")),
    }
}
