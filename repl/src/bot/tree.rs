//! A search tree of decisions: from the root, each visit follows the most promising options, with tiles drawn at
//! random, and its result is added to every decision on the way. Each player plays for themselves.

use bastide_core::{Chance, Choice, Game, MAX_PLAYERS, Phase, PlayerId, TileId, Unchosen};

use super::ahead::{Ahead, Closeness, Met, Rated};
use super::outlook;
use super::style::Style;

/// How closely a visit examines the choices after the tree's end.
const GLANCE: Closeness = Closeness { first: 4, later: 2, exact: false };
/// An option needs this many visits before decisions of later turns get a node below it; and how closely a node
/// examines its options.
const MIN_VISITS_FOR_NODE: u32 = 30;
const BROAD: Closeness = Closeness { first: 16, later: 4, exact: false };
/// The difference in points that makes an option e times less likely at first.
const PRIOR_SCALE: f64 = 3.0;
/// How much rarely visited options are preferred, and how many visits the first estimate counts for.
const EXPLORATION: f64 = 1.0;
const PRIOR_VISITS: f64 = 1.0;
/// The lead at which a player's odds to win are e to one: a constant, plus an amount times the square root of the
/// number of tiles left.
const LEAD_SCALE: f64 = 3.0;
const LEAD_SCALE_PER_ROOT_TILE: f64 = 3.0;

/// Distinguishes decisions that can follow the same choice, because the next tile is random.
type Key = (PlayerId, Vec<TileId>, usize);

/// A decision in the tree.
struct Node {
    player: PlayerId,
    visits: u32,
    /// The sum of the results of its visits, and the sum of what was expected from the chosen options.
    total: f64,
    expected: f64,
    edges: Vec<Edge>,
}

/// An option of a decision.
struct Edge {
    choice: Choice,
    /// How likely it is at first.
    prior: f64,
    /// The result that is expected at first.
    expected: f64,
    visits: u32,
    total: f64,
    /// The decisions that followed, by key.
    next: Vec<(Key, usize)>,
}

/// The search tree.
pub struct Tree {
    nodes: Vec<Node>,
    root: Game,
    game: Game,
    ahead: Ahead,
    chance: Chance,
    seed: u64,
    rated: Vec<Rated>,
    path: Vec<(usize, usize)>,
    /// The number of choices made by all visits.
    passed: u64,
    /// The choices of the current visit, and the script error that they led to.
    made: Vec<Choice>,
    met: Option<Box<Met>>,
}

impl Tree {
    /// A tree for the open decision of a game. It works on a copy with a reshuffled pile.
    pub fn new(game: &Game, style: Style, seed: u64) -> Tree {
        let mut root = game.clone();
        root.reshuffle(seed);
        let ahead = Ahead::new(&root, style, outlook::far);
        let (game, chance) = (root.clone(), Chance::new(seed));
        let mut tree = Tree {
            nodes: Vec::new(),
            root,
            game,
            ahead,
            chance,
            seed,
            rated: Vec::new(),
            path: Vec::new(),
            passed: 0,
            made: Vec::new(),
            met: None,
        };
        tree.expand(Closeness::CLOSE);
        tree
    }

    /// Each option of the root with its visits and the sum of their results.
    pub fn counts(&self) -> impl Iterator<Item = (Choice, u32, f64)> + '_ {
        self.nodes.iter().take(1).flat_map(|root| &root.edges).map(|edge| (edge.choice, edge.visits, edge.total))
    }

    /// The number of choices made by all visits.
    pub fn passed(&self) -> u64 {
        self.passed
    }

    /// How many more visits the leading option of the root has than any other.
    pub fn ahead_by(&self) -> u64 {
        let (mut most, mut second) = (0, 0);
        for (_, visits, _) in self.counts() {
            second = second.max(visits.min(most));
            most = most.max(visits);
        }
        (most - second) as u64
    }

    /// The script error, if there was one; returned once.
    pub fn met(&mut self) -> Option<Box<Met>> {
        self.met.take()
    }

    /// Rates the options of the current decision.
    fn rate(&mut self, look: Closeness) {
        if let Err(met) = self.ahead.rate(&self.game, look, &mut self.chance, &mut self.rated) {
            self.note(*met);
        }
    }

    /// Keeps the first error, with all choices before it.
    fn note(&mut self, met: Met) {
        let Met { fault, choices } = met;
        let choices = [self.made.clone(), choices].concat();
        self.met.get_or_insert_with(|| Box::new(Met { fault, choices }));
    }

    /// Adds a node for the current decision.
    fn expand(&mut self, look: Closeness) -> Option<usize> {
        let player = self.game.decision()?.player();
        self.rate(look);
        let scale = self.scale();
        let best = self.rated.iter().map(|rated| rated.1).fold(f64::MIN, f64::max);
        let likely = |worth: f64| ((worth - best) / PRIOR_SCALE).exp();
        let all: f64 = self.rated.iter().map(|rated| likely(rated.1)).sum();
        let edge = |&(choice, worth): &Rated| Edge {
            choice,
            prior: likely(worth) / all,
            expected: chance_to_win(worth, scale),
            visits: 0,
            total: 0.0,
            next: Vec::new(),
        };
        let edges: Vec<Edge> = self.rated.iter().map(edge).collect();
        self.nodes.push(Node { player, visits: 0, total: 0.0, expected: 0.0, edges });
        Some(self.nodes.len() - 1)
    }

    /// The lead at which the odds to win are e to one.
    fn scale(&self) -> f64 {
        LEAD_SCALE + LEAD_SCALE_PER_ROOT_TILE * (self.game.state().pile.len() as f64).sqrt()
    }

    /// One visit: down the tree, a round beyond it, and back.
    pub fn visit(&mut self) {
        let come_back = self.met.is_none() && self.go_down() && self.play_on();
        let leads = if come_back { self.ahead.leads(&mut self.game) } else { Ok([f64::MIN; MAX_PLAYERS]) };
        match leads {
            Ok(leads) => self.tell(leads),
            Err(fault) => self.note(Met { fault, choices: Vec::new() }),
        }
    }

    /// Goes down to a decision that has no node yet. Returns whether every choice succeeded.
    fn go_down(&mut self) -> bool {
        self.path.clear();
        self.made.clear();
        self.game.clone_from(&self.root);
        let mut at = 0;
        while let Some(edge) = self.nodes[at].select() {
            let Edge { choice, visits, .. } = self.nodes[at].edges[edge];
            if self.path.is_empty() {
                self.mix(visits);
            }
            self.path.push((at, edge));
            if !self.make(choice) {
                return false;
            }
            match self.below(at, edge) {
                Some(next) => at = next,
                None => break,
            }
        }
        true
    }

    /// Reshuffles what is hidden. The n-th visit of each option sees the same tiles, so that options are compared, not
    /// luck.
    fn mix(&mut self, visits: u32) {
        let seed = self.seed.wrapping_add(1 + visits as u64);
        self.game.reshuffle(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        self.chance = Chance::new(seed);
    }

    /// The node of the current decision after an option; `None` if it should not have one yet.
    fn below(&mut self, at: usize, edge: usize) -> Option<usize> {
        let decision = self.game.decision()?;
        let mut tiles = decision.tiles();
        tiles.sort_unstable();
        let key: Key = (decision.player(), tiles, decision.len());
        let above = &self.nodes[at].edges[edge];
        if let Some(&(_, next)) = above.next.iter().find(|(other, _)| *other == key) {
            return Some(next);
        }
        let part = |game: &Game| (game.state().turn.number, game.state().turn.part);
        if above.visits < MIN_VISITS_FOR_NODE && part(&self.game) != part(&self.root) {
            return None;
        }
        let next = self.expand(BROAD)?;
        self.nodes[at].edges[edge].next.push((key, next));
        Some(next)
    }

    /// Plays on for one round. Returns whether every choice succeeded.
    fn play_on(&mut self) -> bool {
        let last = self.game.state().turn.number + self.game.state().player_count() as u16;
        while self.game.state().turn.number < last {
            match self.next_choice() {
                Some(choice) if self.make(choice) => {}
                Some(_) => return false,
                None => break,
            }
        }
        true
    }

    /// The choice beyond the tree: the best of a few options; a random one if a script asks.
    fn next_choice(&mut self) -> Option<Choice> {
        let decision = self.game.decision()?;
        if self.game.state().turn.phase == Phase::Ask {
            return decision.get(self.chance.below(decision.len() as u32) as usize);
        }
        self.rate(GLANCE);
        let best = self.rated.iter().copied().reduce(|a, b| if b.1 > a.1 { b } else { a });
        best.map(|(choice, _)| choice)
    }

    /// Makes a choice in the current visit. Returns whether it succeeded.
    fn make(&mut self, choice: Choice) -> bool {
        self.passed += 1;
        self.made.push(choice);
        let fault = match self.game.choose(choice) {
            Ok(_) => return true,
            Err(Unchosen::Fault(fault)) if !fault.halted => fault,
            Err(_) => return false,
        };
        self.note(Met { fault, choices: Vec::new() });
        false
    }

    /// Adds the result to every decision on the way.
    fn tell(&mut self, leads: [f64; MAX_PLAYERS]) {
        let scale = self.scale();
        for &(node, edge) in &self.path {
            let node = &mut self.nodes[node];
            let won = chance_to_win(leads[node.player.0 as usize], scale);
            let edge = &mut node.edges[edge];
            edge.visits += 1;
            edge.total += won;
            node.visits += 1;
            node.total += won;
            node.expected += edge.expected;
        }
    }
}

impl Node {
    /// The most promising option: its average result so far, plus a bonus that shrinks with its visits.
    fn select(&self) -> Option<usize> {
        let mean = |sum: f64| sum / self.visits.max(1) as f64;
        let shift = mean(self.total) - mean(self.expected);
        let wonder = EXPLORATION * (self.visits as f64).max(1.0).sqrt();
        let promise = |edge: &Edge| {
            let visits = edge.visits as f64;
            let so_far = (edge.total + PRIOR_VISITS * (edge.expected + shift)) / (visits + PRIOR_VISITS);
            so_far + wonder * edge.prior / (1.0 + visits)
        };
        let promises = self.edges.iter().map(promise).enumerate();
        promises.reduce(|a, b| if b.1 > a.1 { b } else { a }).map(|(edge, _)| edge)
    }
}

/// The chance to win with this lead.
fn chance_to_win(lead: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-lead / scale).exp())
}
