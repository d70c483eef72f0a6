//! What a manifest says about one kind of feature: every line may be missing, so that others can be laid over it.

use super::node::{List, Node, Read, Table, Word};
use super::vocabulary::Vocabulary;
use crate::catalogue::{Closes, Course, Kind, NeighbourRule, Pays, Worth};
use crate::tile::{Edge, FIELD};

const EDGES: [(&str, Edge); 3] = [("side", Edge::Side), ("middle", Edge::Middle), ("none", Edge::None)];
const CLOSES: [(&str, Closes); 3] =
    [("sides", Closes::Sides), ("neighbours", Closes::Neighbours), ("never", Closes::Never)];
const PAYS: [(&str, Pays); 3] =
    [("feature", Pays::Feature), ("neighbour", Pays::Neighbour), ("neighbour-once", Pays::NeighbourOnce)];
/// The most points that one of anything may earn or cost.
const MAX_RATE: i64 = 1_000;
/// The most tiles that `exactly` may speak of.
const MAX_EXACTLY: i64 = 1_000;

/// What a line is worth, line by line.
type Rates = Vec<(Word, i16)>;

/// Which figures may be deployed on a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Claim {
    /// None.
    Nobody,
    /// Those that name it.
    #[default]
    Named,
    /// Those, and every follower that names no kinds.
    Followers,
}

/// What is said about one kind.
#[derive(Clone, Debug, Default)]
pub(super) struct KindLines {
    edge: Option<Edge>,
    closes: Option<Closes>,
    role: Option<String>,
    claim: Option<Claim>,
    continues: Option<bool>,
    begins: Option<Word>,
    course: CourseLines,
    counts_as: Option<Word>,
    order: Option<u8>,
    complete: Rates,
    incomplete: Rates,
    exactly: Vec<(u16, Rates)>,
    neighbours: NeighbourLines,
}

#[derive(Clone, Debug, Default)]
struct CourseLines {
    apart: Option<String>,
    winds: Option<String>,
    past_straight: Option<bool>,
}

#[derive(Clone, Debug, Default)]
struct NeighbourLines {
    kind: Option<Word>,
    rate: Option<i16>,
    pays: Option<Pays>,
    twice: List,
}

impl KindLines {
    /// Takes the lines of a kind out of its table.
    pub fn read(table: &mut Table<'_>) -> Read<KindLines> {
        Ok(KindLines {
            edge: table.optional("edge", |node| node.choice(&EDGES))?,
            closes: table.optional("closes", |node| node.choice(&CLOSES))?,
            role: table.optional("role", |node| Ok(node.word()?.name()?.text))?,
            claim: table.optional("claim", claim)?,
            continues: table.optional("continues", |node| node.flag())?,
            begins: table.optional("begins", |node| node.word())?,
            course: table.optional("course", CourseLines::read)?.unwrap_or_default(),
            counts_as: table.optional("counts_as", |node| node.word())?,
            order: table.optional("order", |node| Ok(node.integer(0..=255)? as u8))?,
            complete: table.optional("complete", rates)?.unwrap_or_default(),
            incomplete: table.optional("incomplete", rates)?.unwrap_or_default(),
            exactly: table.optional("exactly", exactly)?.unwrap_or_default(),
            neighbours: table.optional("neighbours", NeighbourLines::read)?.unwrap_or_default(),
        })
    }

    /// Replaces line by line what the other says too.
    pub fn lay(&mut self, over: &KindLines) {
        over.edge.inspect(|edge| self.edge = Some(*edge));
        over.closes.inspect(|closes| self.closes = Some(*closes));
        over.role.as_ref().inspect(|role| self.role = Some((*role).clone()));
        over.claim.inspect(|claim| self.claim = Some(*claim));
        over.continues.inspect(|continues| self.continues = Some(*continues));
        over.begins.as_ref().inspect(|tag| self.begins = Some((*tag).clone()));
        self.course.lay(&over.course);
        over.counts_as.as_ref().inspect(|kind| self.counts_as = Some((*kind).clone()));
        over.order.inspect(|order| self.order = Some(*order));
        lay_rates(&mut self.complete, &over.complete);
        lay_rates(&mut self.incomplete, &over.incomplete);
        for (tiles, rates) in &over.exactly {
            match self.exactly.iter_mut().find(|(known, _)| known == tiles) {
                Some((_, under)) => lay_rates(under, rates),
                None => self.exactly.push((*tiles, rates.clone())),
            }
        }
        self.neighbours.lay(&over.neighbours);
    }

    /// Whether followers may stand on it that do not say where they stand.
    pub fn is_for_followers(&self) -> bool {
        self.claim == Some(Claim::Followers)
    }

    /// How strokes of the kind take an edge.
    pub fn edge(&self) -> Edge {
        self.edge.unwrap_or(Edge::None)
    }

    /// The kind as it is played with, if enough is said about it and all words are known.
    pub fn finish(&self, name: &Word, words: &Vocabulary) -> Read<Kind> {
        let missing = |key: &str| name.place.error(format!("the kind `{}` does not say its `{key}`", name.text));
        if self.edge.is_none() && name.text != FIELD {
            return Err(missing("edge").with_help("edge = \"side\", \"middle\" or \"none\": what it takes of a side"));
        }
        let closes = self.closes.ok_or_else(|| {
            missing("closes").with_help("closes = \"sides\", \"neighbours\" or \"never\": when it is complete")
        })?;
        let exactly = self.exactly.iter().map(|(tiles, rates)| Ok((*tiles, worth(rates, words)?)));
        Ok(Kind {
            name: name.text.clone(),
            edge: self.edge(),
            closes,
            role: self.role.clone().unwrap_or_else(|| "follower".into()),
            claim: self.claim.unwrap_or_default() != Claim::Nobody,
            continues: self.continues.unwrap_or(false),
            begins: self.begins.as_ref().map(|tag| words.tag(tag)).transpose()?,
            course: self.course.finish(),
            counts_as: self.counts_as.as_ref().map(|kind| words.kind(kind)).transpose()?,
            order: self.order.unwrap_or(u8::MAX),
            complete: worth(&self.complete, words)?,
            incomplete: worth(&self.incomplete, words)?,
            exactly: exactly.collect::<Read<_>>()?,
            neighbours: self.neighbours.finish(name, words)?,
        })
    }
}

impl CourseLines {
    fn read(node: Node<'_>) -> Read<CourseLines> {
        let mut table = node.table()?;
        let lines = CourseLines {
            apart: table.optional("apart", |node| node.sentence())?,
            winds: table.optional("winds", |node| node.sentence())?,
            past_straight: table.optional("past_straight", |node| node.flag())?,
        };
        table.finish()?;
        Ok(lines)
    }

    fn lay(&mut self, over: &CourseLines) {
        over.apart.as_ref().inspect(|why| self.apart = Some((*why).clone()));
        over.winds.as_ref().inspect(|why| self.winds = Some((*why).clone()));
        over.past_straight.inspect(|past| self.past_straight = Some(*past));
    }

    fn finish(&self) -> Course {
        let CourseLines { apart, winds, past_straight } = self.clone();
        Course { apart, winds, past_straight: past_straight.unwrap_or(false) }
    }
}

impl NeighbourLines {
    fn read(node: Node<'_>) -> Read<NeighbourLines> {
        let mut table = node.table()?;
        let lines = NeighbourLines {
            kind: table.optional("kind", |node| node.word())?,
            rate: table.optional("rate", rate)?,
            pays: table.optional("pays", |node| node.choice(&PAYS))?,
            twice: table.optional("twice", List::read)?.unwrap_or_default(),
        };
        table.finish()?;
        Ok(lines)
    }

    fn lay(&mut self, over: &NeighbourLines) {
        over.kind.as_ref().inspect(|kind| self.kind = Some((*kind).clone()));
        over.rate.inspect(|rate| self.rate = Some(*rate));
        over.pays.inspect(|pays| self.pays = Some(*pays));
        self.twice.lay(&over.twice);
    }

    fn finish(&self, name: &Word, words: &Vocabulary) -> Read<Option<NeighbourRule>> {
        if self.kind.is_none() && self.rate.is_none() && self.pays.is_none() {
            return Ok(None);
        }
        let (Some(kind), Some(rate)) = (&self.kind, self.rate) else {
            let message = format!("the neighbours of `{}` need a `kind` and a `rate`", name.text);
            return Err(name.place.error(message));
        };
        let twice = self.twice.words().try_fold(0, |bits, tag| Ok(bits | 1 << words.tag(tag)?.0))?;
        let pays = self.pays.unwrap_or(Pays::Feature);
        Ok(Some(NeighbourRule { kind: words.kind(kind)?, rate, pays, twice }))
    }
}

fn claim(node: Node<'_>) -> Read<Claim> {
    if node.is_word() {
        return node.choice(&[("followers", Claim::Followers)]);
    }
    Ok(if node.flag()? { Claim::Named } else { Claim::Nobody })
}

fn rate(node: Node<'_>) -> Read<i16> {
    Ok(node.integer(-MAX_RATE..=MAX_RATE)? as i16)
}

fn rates(node: Node<'_>) -> Read<Rates> {
    node.table()?.rest().into_iter().map(|(line, node)| Ok((line, rate(node)?))).collect()
}

fn exactly(node: Node<'_>) -> Read<Vec<(u16, Rates)>> {
    let entries = node.table()?.rest().into_iter().map(|(tiles, node)| {
        let number = tiles.text.parse().ok().filter(|number| (1..=MAX_EXACTLY).contains(number));
        let wrong = || tiles.place.error(format!("a number of tiles from 1 to {MAX_EXACTLY} is wanted here"));
        Ok((number.ok_or_else(wrong)? as u16, rates(node)?))
    });
    entries.collect()
}

fn lay_rates(under: &mut Rates, over: &Rates) {
    for (line, rate) in over {
        match under.iter_mut().find(|(known, _)| known.text == line.text) {
            Some(known) => *known = (line.clone(), *rate),
            None => under.push((line.clone(), *rate)),
        }
    }
}

fn worth(rates: &Rates, words: &Vocabulary) -> Read<Worth> {
    rates.iter().map(|(line, rate)| Ok((words.line(line)?, *rate))).collect()
}
