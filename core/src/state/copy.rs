//! A copy of the table, with the room that the original has.

use super::State;
use crate::copy::copy;

impl Clone for State {
    fn clone(&self) -> State {
        State {
            board: self.board.clone(),
            features: self.features.clone(),
            figures: copy(&self.figures),
            pile: self.pile.clone(),
            next: self.next.clone(),
            out: self.out.clone(),
            aside: self.aside.clone(),
            returned: self.returned.clone(),
            shelves: self.shelves.clone(),
            extra: self.extra.clone(),
            found: self.found.clone(),
            seed: self.seed,
            chance: self.chance.clone(),
            turn: self.turn,
            options: copy(&self.options),
            free: self.free,
            candidates: self.candidates.clone(),
            vetoed: self.vetoed.clone(),
            struck: self.struck.clone(),
            calls: self.calls.clone(),
            caused: self.caused.clone(),
            pending: self.pending.clone(),
            memory: self.memory.clone(),
            completed: copy(&self.completed),
            log: self.log.clone(),
            touched: copy(&self.touched),
            on_cells: self.on_cells,
            ready: self.ready.clone(),
            tokens: self.tokens.clone(),
            token_kinds: self.token_kinds,
            counters: self.counters.clone(),
            dice: self.dice.clone(),
            earned: self.earned,
            points: self.points,
            players: self.players,
            scratch: self.scratch.hollow(),
        }
    }

    fn clone_from(&mut self, other: &State) {
        self.board.clone_from(&other.board);
        self.features.clone_from(&other.features);
        self.figures.clone_from(&other.figures);
        self.pile.clone_from(&other.pile);
        self.next.clone_from(&other.next);
        self.out.clone_from(&other.out);
        self.aside.clone_from(&other.aside);
        self.returned.clone_from(&other.returned);
        self.shelves.clone_from(&other.shelves);
        self.extra.clone_from(&other.extra);
        self.found.clone_from(&other.found);
        self.seed = other.seed;
        self.chance.clone_from(&other.chance);
        self.turn = other.turn;
        self.options.clone_from(&other.options);
        self.free = other.free;
        self.candidates.clone_from(&other.candidates);
        self.vetoed.clone_from(&other.vetoed);
        self.struck.clone_from(&other.struck);
        self.calls.clone_from(&other.calls);
        self.caused.clone_from(&other.caused);
        self.pending.clone_from(&other.pending);
        self.memory.clone_from(&other.memory);
        self.completed.clone_from(&other.completed);
        self.log.clone_from(&other.log);
        self.touched.clone_from(&other.touched);
        self.on_cells = other.on_cells;
        self.ready.clone_from(&other.ready);
        self.tokens.clone_from(&other.tokens);
        self.token_kinds = other.token_kinds;
        self.counters.clone_from(&other.counters);
        self.dice.clone_from(&other.dice);
        self.earned = other.earned;
        (self.points, self.players) = (other.points, other.players);
    }
}
