//! The rim of a tile as a ring of stations, and what is seen from one of them. Knows order, never a stroke.

use crate::table::geometry::{Half, Side};

/// Stations of a side, clockwise: its corner, a gap, the left half, the middle, the right half, a gap.
const PER_SIDE: usize = 6;
const RING: usize = 4 * PER_SIDE;

/// A set of stations, one bit each, clockwise from the north-west corner.
///
/// A gap has no length: it is the bit of meadow that is left in a corner where two whole sides meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stations(u32);

impl Stations {
    fn of(side: Side, offset: usize) -> Stations {
        Stations(1 << (side.index() * PER_SIDE + offset))
    }

    /// The corner where a side begins, clockwise.
    pub fn corner(side: Side) -> Stations {
        Stations::of(side, 0)
    }

    /// The two gaps beside that corner.
    pub fn gaps(side: Side) -> Stations {
        Stations::of(Side::from_index(side.index() + 3), 5) | Stations::of(side, 1)
    }

    /// The middle of a side.
    pub fn middle(side: Side) -> Stations {
        Stations::of(side, 3)
    }

    /// Half a side.
    pub fn half(half: Half) -> Stations {
        let offset = if half == half.side().left() { 2 } else { 4 };
        Stations::of(half.side(), offset)
    }

    /// Both halves of a side and its middle.
    pub fn side(side: Side) -> Stations {
        Stations::half(side.left()) | Stations::middle(side) | Stations::half(side.right())
    }

    /// The stations where meadow may lie: halves and gaps.
    pub fn meadow() -> Stations {
        let rim = Half::all().fold(Stations::default(), |set, half| set | Stations::half(half));
        Side::ALL.into_iter().fold(rim, |set, side| set | Stations::gaps(side))
    }

    /// The halves among the stations, in the order in which they are printed.
    pub fn halves(self) -> impl Iterator<Item = Half> {
        Half::all().filter(move |half| self.meets(Stations::half(*half)))
    }

    /// Each station as a set of its own, clockwise.
    pub fn each(self) -> impl Iterator<Item = Stations> {
        (0..RING).map(|at| Stations(1 << at)).filter(move |one| self.meets(*one))
    }

    /// Whether the sets share a station.
    pub fn meets(self, other: Stations) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether no station is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many stations.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// What is left without the other's stations.
    pub fn without(self, other: Stations) -> Stations {
        Stations(self.0 & !other.0)
    }

    /// The first station of each end that is met when walking from one station along the rim, both ways.
    /// None if the set is empty.
    pub fn seen_from(self, one: Stations) -> Option<View> {
        let from = one.0.trailing_zeros() as usize;
        let met = |steps: &usize, at: usize| (self.0 >> (at % RING) & 1 == 1).then_some(*steps);
        let back = (1..=RING).find_map(|steps| met(&steps, from + RING - steps))?;
        let ahead = (1..=RING).find_map(|steps| met(&steps, from + steps))?;
        Some(View { from, back, ahead })
    }
}

impl std::ops::BitOr for Stations {
    type Output = Stations;

    fn bitor(self, other: Stations) -> Stations {
        Stations(self.0 | other.0)
    }
}

/// How a barrier looks from a station: how many steps back and ahead its ends are.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    from: usize,
    back: usize,
    ahead: usize,
}

impl View {
    /// The two ends, the one on the way back first.
    pub fn ends(self) -> [Stations; 2] {
        [self.from + RING - self.back, self.from + self.ahead].map(|at| Stations(1 << (at % RING)))
    }

    /// Whether this barrier stands between the station and the other one: neither end of the other lies nearer.
    pub fn hides(self, other: View) -> bool {
        let same = (self.back, self.ahead) == (other.back, other.ahead);
        !same && self.back <= other.back && self.ahead <= other.ahead
    }
}
