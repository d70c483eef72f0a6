//! Copies of the table that keep spare capacity, and their size.

use super::{Pending, State};
use crate::table::copy::copy;
use crate::table::stack::Stack;

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
            spans: self.spans.clone(),
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
            links: self.links.clone(),
            on_cells: self.on_cells,
            ready: self.ready.clone(),
            marks: self.marks.clone(),
            tokens: self.tokens.clone(),
            token_kinds: self.token_kinds,
            counters: self.counters.clone(),
            dice: self.dice.clone(),
            earned: self.earned,
            points: self.points,
            players: self.players,
            given: self.given,
            each: self.each,
            owned: self.owned,
            scratch: self.scratch.hollow(),
        }
    }

    fn clone_from(&mut self, other: &State) {
        if other.pending.is_none() {
            self.drop_pending();
        }
        // Destructured without `..`, so that a field that is not copied does not compile.
        macro_rules! copy_each {
            ($($field:ident),*) => {{
                let State { $($field,)* scratch: _ } = other;
                $(self.$field.clone_from($field);)*
            }};
        }
        copy_each!(
            board,
            features,
            figures,
            pile,
            next,
            out,
            aside,
            returned,
            shelves,
            spans,
            extra,
            found,
            chance,
            turn,
            options,
            free,
            candidates,
            vetoed,
            struck,
            calls,
            caused,
            pending,
            memory,
            completed,
            log,
            touched,
            links,
            on_cells,
            ready,
            marks,
            tokens,
            token_kinds,
            counters,
            dice,
            earned,
            points,
            players,
            given,
            each,
            owned,
            seed
        );
    }
}

impl State {
    /// Returns the size of a copy in bytes, without what copies share: the texts and tables that rules store, and the
    /// state when a waiting handler started.
    pub fn bytes(&self) -> usize {
        #[rustfmt::skip]
        let State {
            board, features, log, memory, pending, pile, next, out, aside, returned, shelves,
            figures, spans, extra, found, options, candidates, vetoed, struck, calls, caused, completed, touched, links, ready, marks, tokens, counters, dice,
            chance: _, turn: _, free: _, on_cells: _, token_kinds: _, earned: _, points: _, players: _, given: _, each: _, owned: _, seed: _, scratch: _,
        } = self;
        let stacks = [pile, next, out, aside, returned].into_iter().chain(shelves).map(Stack::bytes);
        let remembered = memory.iter().map(|memory| size_of_val(memory.entries()));
        let waiting = pending.as_ref().map_or(0, |_| size_of::<Pending>());
        let lists = [
            size_of_val(&shelves[..]),
            size_of_val(&memory[..]),
            size_of_val(&figures[..]),
            size_of_val(&spans[..]),
            size_of_val(&extra[..]),
            size_of_val(&found[..]),
            size_of_val(&options[..]),
            size_of_val(&candidates[..]),
            size_of_val(&vetoed[..]),
            size_of_val(&struck[..]),
            size_of_val(&calls[..]),
            size_of_val(&caused[..]),
            size_of_val(&completed[..]),
            size_of_val(&touched[..]),
            size_of_val(&links[..]),
            size_of_val(&ready[..]),
            size_of_val(&marks[..]),
            size_of_val(&tokens[..]),
            size_of_val(&counters[..]),
            size_of_val(&dice[..]),
        ];
        let rooms = [size_of::<State>(), board.bytes(), features.bytes(), log.bytes(), waiting];
        lists.into_iter().chain(rooms).chain(stacks).chain(remembered).sum()
    }
}
