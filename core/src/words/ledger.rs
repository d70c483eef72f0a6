//! What happened, in sentences, made from the numbers of the log on demand. For all points: the feature, the lines, and
//! the majority that decided.

use crate::language::{and, plural, with_article};
use crate::play::game::{Entry, Game};
use crate::table::catalogue::{Closes, First, Line, ZoneId};
use crate::table::event::Event;
use crate::table::feature::FeatureId;
use crate::table::figure::{PlayerId, Zone};
use crate::table::log::{Handover, Paid, Weight};
use crate::table::majority::Players;
use crate::table::sheet::{self, Amount, ReasonId, Term};
use crate::table::stack::{Holder, Shelf};
use crate::table::state::Step;

/// One sentence of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// The turn in which it happened; 0 before the first.
    pub turn: usize,
    /// The index of its first event in the game's log.
    pub event: usize,
    /// The sentence.
    pub text: String,
}

/// A feature that was scored, or points that are not from a feature: how much, why, and who got them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// The turn in which it was scored.
    pub turn: usize,
    /// The index of its first event in the game's log.
    pub event: usize,
    /// The feature; `None` if the points are not from a feature.
    pub feature: Option<FeatureId>,
    /// Whether it was scored as complete.
    pub complete: bool,
    /// Whether it was paid as a neighbour of the features that touch it.
    pub as_neighbour: bool,
    /// The players who won it.
    pub winners: Players,
    /// What it was worth, line by line.
    pub terms: Vec<Term>,
    /// Why it was worth nothing after all, if so.
    pub voided: Option<ReasonId>,
    /// The weight of each player on it; around it, if it was paid as a neighbour.
    pub weights: Vec<(PlayerId, u16)>,
    /// The weight of each player on each of the features around it, if it was paid as a neighbour.
    pub beside: Vec<(FeatureId, Vec<(PlayerId, u16)>)>,
    /// The points that each player got.
    pub points: Vec<(PlayerId, i32)>,
}

impl Account {
    fn of(paid: Paid<'_>, turn: usize, event: usize) -> Account {
        let Paid { feature, complete, as_neighbour, winners, voided, .. } = paid;
        let (terms, points) = (paid.terms.to_vec(), paid.points.to_vec());
        let (weights, beside) =
            (by_player(paid.weights), if as_neighbour { by_feature(paid.weights) } else { Vec::new() });
        let feature = Some(feature);
        Account { turn, event, feature, complete, as_neighbour, winners, terms, voided, weights, beside, points }
    }

    /// Returns the sum of the lines for the winners; 0 if it was voided.
    pub fn total(&self) -> i32 {
        if self.voided.is_some() { 0 } else { sheet::shared(&self.terms) }
    }

    /// Returns the points added for one player alone.
    pub fn own(&self, player: PlayerId) -> i32 {
        sheet::own(&self.terms, player)
    }
}

/// Returns the weight of each player on all features together.
fn by_player(weights: &[Weight]) -> Vec<(PlayerId, u16)> {
    let mut sums: Vec<(PlayerId, u16)> = Vec::new();
    for weight in weights {
        match sums.iter_mut().find(|(player, _)| *player == weight.player) {
            Some((_, sum)) => *sum = sum.saturating_add(weight.weight),
            None => sums.push((weight.player, weight.weight)),
        }
    }
    sums.sort();
    sums
}

/// Returns the weight of each player on each feature.
fn by_feature(weights: &[Weight]) -> Vec<(FeatureId, Vec<(PlayerId, u16)>)> {
    let here = |weights: &[Weight]| weights.iter().map(|weight| (weight.player, weight.weight)).collect();
    weights.chunk_by(|a, b| a.on == b.on).map(|weights| (weights[0].on, here(weights))).collect()
}

impl Game {
    /// Returns every feature that was scored, and points that are not from a feature, in order.
    pub fn accounts(&self) -> Vec<Account> {
        let mut turn = 0;
        let account = |(event, what): (usize, &Event)| match *what {
            Event::Turn(_) => {
                turn += 1;
                None
            }
            Event::Sheet(id) => Some(Account::of(self.log().sheet(id), turn, event)),
            Event::Award(player, points, why) => {
                let terms = vec![Term { what: Amount::Added(points), why }];
                Some(Account { turn, event, terms, points: vec![(player, points)], ..Account::default() })
            }
            _ => None,
        };
        self.log().iter().enumerate().filter_map(account).collect()
    }

    /// Returns the title of a scored feature, with its name on the board: `city 0,0/city:N (complete)`.
    pub fn account_title(&self, account: &Account) -> String {
        let Some(feature) = account.feature else { return self.account_reason(account) };
        let kind = self.catalogue().kind(self.state().features.kind(feature));
        let state = match (kind.closes, account.complete) {
            (Closes::Never, _) => "",
            (_, true) => "complete",
            (_, false) => "unfinished",
        };
        let neighbour = if account.as_neighbour { "for those around it" } else { "" };
        let facts: Vec<&str> = [state, neighbour].into_iter().filter(|fact| !fact.is_empty()).collect();
        let facts = if facts.is_empty() { String::new() } else { format!(" ({})", facts.join(", ")) };
        format!("{} {}{facts}", kind.name, self.feature_name(feature))
    }

    /// Returns why points were given that are not from a feature, and the rule that gave them.
    fn account_reason(&self, account: &Account) -> String {
        let Some(term) = account.terms.first() else { return "no reason".into() };
        let why = self.setup().reason(term.why).map_or("no reason".into(), |why| why.to_string());
        let by = self.setup().reason_by(term.why);
        by.map_or(why.clone(), |by| format!("{why} ({by})"))
    }

    /// Returns the lines of an account as a sum: `3 tiles × 2 + 1 pennant × 2 = 8`.
    pub fn account_sum(&self, account: &Account) -> String {
        let (own, shared): (Vec<&Term>, Vec<&Term>) =
            account.terms.iter().partition(|term| term.what.player().is_some());
        let own: String = own.iter().map(|term| format!(", {}", self.term_words(term))).collect();
        if let Some(why) = account.voided {
            let why = self.setup().reason(why).map_or(String::new(), |why| format!(" ({why})"));
            return format!("worth nothing{why} = 0{own}");
        }
        let (scales, shared): (Vec<&Term>, Vec<&Term>) =
            shared.into_iter().partition(|term| matches!(term.what, Amount::Scaled(..)));
        let terms: Vec<String> = shared.iter().map(|term| self.term_words(term)).collect();
        let scales: String = scales.iter().map(|term| format!(", {}", self.term_words(term))).collect();
        if !terms.is_empty() {
            return format!("{}{scales} = {}{own}", terms.join(" + "), account.total());
        }
        let rule = account.feature.and_then(|feature| {
            self.catalogue().kind(self.state().features.kind(feature)).neighbours.filter(|rule| rule.rate != 0)
        });
        match rule {
            Some(rule) => format!("no complete {} beside it{own}", self.catalogue().kind(rule.kind).name),
            None => format!("nothing there is paid for{own}"),
        }
    }

    /// Returns one line of an account: `3 tiles × 1 (inn)`.
    pub fn term_words(&self, term: &Term) -> String {
        let why = self.setup().reason(term.why).map_or(String::new(), |why| format!(" ({why})"));
        match term.what {
            Amount::Each(line, count, rate) => {
                let noun = plural(self.catalogue().line_name(line), count as i64);
                let complete = if matches!(line, Line::Kind(_)) { "complete " } else { "" };
                format!("{count} {complete}{noun} × {rate}{why}")
            }
            Amount::Added(points) => format!("{points}{why}"),
            Amount::Scaled(times, over) => format!("times {times}/{over}{why}"),
            Amount::For(player, points) => format!("{} {points:+}{why}", self.player_name(player)),
        }
    }

    /// Returns who decided, and how: `most followers (Red 2, Blue 1)`.
    pub fn account_decision(&self, account: &Account) -> String {
        let all = self.weight_words(&account.weights);
        let most = account.weights.iter().map(|(_, weight)| *weight).max().unwrap_or(0);
        let leaders = account.weights.iter().filter(|(_, weight)| *weight == most).map(|(player, _)| *player);
        let won: Vec<PlayerId> = account.winners.iter().collect();
        let lead_all = leaders.eq(won.iter().copied());
        let is_ruled = !lead_all && account.beside.is_empty() && (account.points.is_empty() || !won.is_empty());
        match (won.len(), account.weights.len()) {
            (_, 1..) if is_ruled => format!("a rule decides who is paid ({all})"),
            (0, _) => "nobody there has any weight".into(),
            (_, 1) => format!("alone there ({all})"),
            _ if !lead_all => self.leaders_beside(account),
            (1, _) => format!("most followers ({all})"),
            _ => format!("tied, each is paid in full ({all})"),
        }
    }

    /// Returns who leads which of the features around one: `Blue leads 0,0/field:EL (Red 1, Blue 2)`.
    fn leaders_beside(&self, account: &Account) -> String {
        let leads = |(feature, weights): &(FeatureId, Vec<(PlayerId, u16)>)| {
            let most = weights.iter().map(|(_, weight)| *weight).max().unwrap_or(0);
            let lead =
                weights.iter().filter(|(_, weight)| *weight == most).map(|(player, _)| self.player_name(*player));
            let lead: Vec<&str> = lead.collect();
            let verb = if lead.len() == 1 { "leads" } else { "lead" };
            format!("{} {verb} {} ({})", and(&lead), self.feature_name(*feature), self.weight_words(weights))
        };
        account.beside.iter().map(leads).collect::<Vec<_>>().join("; ")
    }

    fn weight_words(&self, weights: &[(PlayerId, u16)]) -> String {
        let words = weights.iter().map(|&(player, weight)| format!("{} {weight}", self.player_name(player)));
        words.collect::<Vec<_>>().join(", ")
    }

    /// Returns an account in one sentence: who scored what, the sum, the majority that decided.
    pub fn account_sentence(&self, account: &Account) -> String {
        let by_points = account.points.iter().map(|&(player, points)| (self.player_name(player), points));
        let scored: Vec<String> = by_points.map(|(name, points)| format!("{name} {points:+}")).collect();
        let scored = if scored.is_empty() { "nobody".into() } else { scored.join(", ") };
        if account.feature.is_none() {
            return format!("{scored}: {}", self.account_reason(account));
        }
        let (title, sum) = (self.account_title(account), self.account_sum(account));
        format!("{scored}: {title}: {sum}; {}", self.account_decision(account))
    }

    /// Returns the log as sentences, starting at an event.
    pub fn log_lines(&self, from: usize) -> Vec<LogLine> {
        let mut lines = Vec::new();
        let mut accounts = self.accounts().into_iter().peekable();
        let (mut turn, mut player) = (0, PlayerId(0));
        for (event, what) in self.log().iter().enumerate() {
            // Sentences are made only for the requested events, since a long game is shown turn by turn.
            let asked = event >= from;
            let text = match *what {
                Event::Turn(next) => {
                    (turn, player) = (turn + 1, next);
                    let chosen = self.catalogue().settings.first != First::Seat && !self.setup().is_lab();
                    (asked && chosen && turn == 1).then(|| format!("{} begins", self.player_name(next)))
                }
                Event::Sheet(_) | Event::Award(..) => {
                    accounts.next().filter(|_| asked).map(|account| self.account_sentence(&account))
                }
                _ if asked => self.sentence(what, (turn > 0).then_some(player)),
                _ => None,
            };
            lines.extend(text.map(|text| LogLine { turn, event, text }));
        }
        lines
    }

    /// Returns the sentence for an event in a player's turn, or before the first turn.
    fn sentence(&self, event: &Event, player: Option<PlayerId>) -> Option<String> {
        let catalogue = self.catalogue();
        let name = player.map_or("nobody", |player| self.player_name(player));
        Some(match *event {
            Event::Discard(tile) => format!("tile {} fits nowhere and leaves the game", catalogue.tile_name(tile)),
            Event::Return(tile) => {
                format!("tile {} fits nowhere and goes back into the pile", catalogue.tile_name(tile))
            }
            Event::Place(id) | Event::Lay(id) => {
                let placed = self.state().board.tile(id);
                let (tile, cell, rotation) = (catalogue.tile_name(placed.tile), placed.cell, placed.rotation);
                match (player, *event) {
                    (Some(_), Event::Place(_)) => format!("{name} places {tile} at {cell} {rotation}"),
                    (Some(_), _) => format!("{tile} is laid at {cell} {rotation}"),
                    (None, _) => format!("{tile} is laid at {cell} {rotation} to start with"),
                }
            }
            Event::Deploy(figure, segment) => {
                let figure = self.state().figure(figure);
                let features = &self.state().features;
                let role = with_article(&catalogue.kind(features.kind(features.of(segment))).role);
                let kind = with_article(&catalogue.figure(figure.kind).name);
                format!("{name} deploys {kind} as {role} on {}", self.far_name(segment))
            }
            Event::Recall(figure, at, why) => {
                let whose = self.figure_with_owner(self.state().figure(figure));
                let why = why.and_then(|why| self.setup().reason(why)).map_or(String::new(), |why| format!(" ({why})"));
                format!("{whose} goes home from {}{why}", self.far_name(at))
            }
            // Whether there is anybody on it is not decided while a question may still be open.
            Event::Complete(feature) if self.state().turn.step == Step::Worth(feature) => {
                format!("{} is complete", self.feature_name(feature))
            }
            Event::Complete(feature) if self.is_kept_back(feature) => return None,
            Event::Complete(feature) if self.nobody_scored(feature) => {
                format!("{} is complete; nobody is there", self.feature_name(feature))
            }
            Event::Held(feature, why) => {
                let why = self.setup().reason(why)?;
                format!("{} is complete and not scored now ({why})", self.feature_name(feature))
            }
            Event::Turned(feature, kind, why) => {
                let (kind, why) = (with_article(&catalogue.kind(kind).name), self.setup().reason(why)?);
                format!("{} becomes {kind} ({why})", self.feature_name(feature))
            }
            Event::Joined(a, b, why) => {
                let why = self.setup().reason(why)?;
                format!("{} and {} are joined ({why})", self.far_name(a), self.far_name(b))
            }
            Event::Parted(a, b, why) => {
                let why = self.setup().reason(why)?;
                format!("{} and {} are parted ({why})", self.far_name(a), self.far_name(b))
            }
            Event::Built(tile, version) => {
                let placed = self.state().board.tile(tile);
                format!("{name} builds {} at {}", self.stroke_words(version, placed.rotation), placed.cell)
            }
            Event::Final if self.record().iter().any(is_finish) => "the game ends here: final scoring".into(),
            Event::Final => "the tiles are used up: final scoring".into(),
            Event::Over => self.outcome(),
            Event::Move(figure, to) => {
                let whose = self.figure_with_owner(self.state().figure(figure));
                let to = match to {
                    Zone::Beside(zone, owner) => self.zone_with_owner(Shelf { zone, owner }),
                    other => self.place_words(other),
                };
                format!("{whose} goes to {to}")
            }
            Event::Tokens(handover) => self.tokens_passed(self.log().handover(handover)),
            Event::Counted(tile, counter, n) => {
                let (name, cell) = (&catalogue.counters[counter.0 as usize], self.state().board.tile(tile).cell);
                format!("the {name} of {cell} is {n}")
            }
            Event::Again(why) => {
                let why = self.setup().reason(why).map_or(String::new(), |why| format!(" ({why})"));
                format!("{name} plays another part{why}")
            }
            Event::Aside(tile) => format!("tile {} is set aside", catalogue.tile_name(tile)),
            Event::Take(player) => format!("{} draws a tile", self.player_name(player)),
            Event::Idle(player) => {
                format!("{} has no tile that fits, and none is left to draw", self.player_name(player))
            }
            Event::ExtraTurn(player, why) => {
                let why = self.setup().reason(why).map_or(String::new(), |why| format!(" ({why})"));
                format!("{} has an extra turn{why}", self.player_name(player))
            }
            Event::Stow(tile, to) if !catalogue.zone(to.zone).is_secret() => {
                format!("tile {} goes to {}", catalogue.tile_name(tile), self.zone_with_owner(to))
            }
            Event::Stow(_, to) | Event::StowUnseen(to) => format!("a tile goes to {}", self.zone_with_owner(to)),
            Event::Merge => "what was set aside is mixed into the pile".into(),
            Event::Told(text) => self.setup().reason(text)?.to_string(),
            _ => return None,
        })
    }

    /// Says who took or gave which tokens; not which, if nobody except perhaps their owner can see them before and
    /// after.
    fn tokens_passed(&self, Handover { token, n, from, to }: Handover) -> String {
        let is_secret = |at: Holder| matches!(at, Holder::Shelf(at) if self.catalogue().zone(at.zone).is_secret());
        let what = match token.filter(|_| !is_secret(from) || !is_secret(to)) {
            None => format!("{n} {}", plural("token", n.into())),
            Some(token) => format!("{n} {}", self.catalogue().tokens[token.0 as usize].name),
        };
        let player = |at: Holder| match at {
            Holder::Shelf(Shelf { zone: ZoneId::BANK, owner }) => Some(owner).filter(|it| *it != PlayerId::NOBODY),
            _ => None,
        };
        let bank = Holder::Shelf(Shelf::common(ZoneId::BANK));
        match (player(from), player(to)) {
            (Some(giver), Some(taker)) => {
                format!("{} gives {} {what}", self.player_name(giver), self.player_name(taker))
            }
            (None, Some(taker)) if from == bank => format!("{} takes {what}", self.player_name(taker)),
            (Some(giver), None) if to == bank => format!("{} gives back {what}", self.player_name(giver)),
            (None, Some(taker)) => {
                format!("{} takes {what} from {}", self.player_name(taker), self.holder_words(from))
            }
            (Some(giver), None) => {
                let into = if matches!(to, Holder::Shelf(_)) { "into" } else { "on" };
                format!("{} puts {what} {into} {}", self.player_name(giver), self.holder_words(to))
            }
            (None, None) => {
                let goes = if n == 1 { "goes" } else { "go" };
                format!("{what} {goes} from {} to {}", self.holder_words(from), self.holder_words(to))
            }
        }
    }

    /// Returns where tokens are, in words.
    pub fn holder_words(&self, at: Holder) -> String {
        match at {
            Holder::Shelf(shelf) => self.zone_with_owner(shelf),
            Holder::Tile(tile) => self.state().board.tile(tile).cell.to_string(),
            Holder::Segment(segment) => self.far_name(segment),
            Holder::Figure(figure) => self.figure_with_owner(self.state().figure(figure)),
        }
    }

    fn zone_with_owner(&self, Shelf { zone, owner }: Shelf) -> String {
        let name = &self.catalogue().zone(zone).name;
        match owner {
            PlayerId::NOBODY => format!("the {name}"),
            owner => format!("{}'s {name}", self.player_name(owner)),
        }
    }

    /// Whether a rule kept a complete feature from being scored; the log says so.
    fn is_kept_back(&self, feature: FeatureId) -> bool {
        let is_said = |event: &Event| matches!(event, Event::Held(of, _) | Event::Turned(of, ..) if *of == feature);
        self.log().iter().any(is_said)
    }

    fn nobody_scored(&self, feature: FeatureId) -> bool {
        let scored = |event: &Event| matches!(event, Event::Sheet(id) if self.log().sheet(*id).feature == feature);
        !self.log().iter().any(scored)
    }

    /// Says who has won.
    pub fn outcome(&self) -> String {
        let most = self.scores().iter().copied().max().unwrap_or(0);
        let winners: Vec<&str> = self
            .state()
            .players()
            .filter(|p| self.scores()[p.0 as usize] == most)
            .map(|p| self.player_name(p))
            .collect();
        match winners.as_slice() {
            [winner] => format!("{winner} wins with {most} {}", plural("point", most as i64)),
            several => format!("{} share the victory with {most} {} each", and(several), plural("point", most as i64)),
        }
    }
}

/// Whether a lab ended the game.
fn is_finish(entry: &Entry) -> bool {
    matches!(entry, Entry::Lab(words) if words.first().is_some_and(|verb| verb == "finish"))
}
