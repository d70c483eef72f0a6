//! The rim of a tile as a ring of stations, and what is visible from one of them. Knows order, never a stroke.

use crate::table::geometry::{Half, Side};

/// The stations of a side, clockwise: its corner, a gap, the left half, the middle, the right half, a gap.
const PER_SIDE: usize = 6;
const RING: usize = 4 * PER_SIDE;

/// A set of stations, one bit each, clockwise from the north-west corner.
///
/// A gap has no length: it is the piece of meadow that is left in a corner where two whole sides meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stations(u32);

impl Stations {
    fn of(side: Side, offset: usize) -> Stations {
        Stations(1 << (side.index() * PER_SIDE + offset))
    }

    /// Returns the corner where a side starts, clockwise.
    pub fn corner(side: Side) -> Stations {
        Stations::of(side, 0)
    }

    /// Returns the two gaps beside that corner.
    pub fn gaps(side: Side) -> Stations {
        Stations::of(Side::from_index(side.index() + 3), 5) | Stations::of(side, 1)
    }

    /// Returns the middle of a side.
    pub fn middle(side: Side) -> Stations {
        Stations::of(side, 3)
    }

    /// Returns half a side.
    pub fn half(half: Half) -> Stations {
        let offset = if half == half.side().left() { 2 } else { 4 };
        Stations::of(half.side(), offset)
    }

    /// Returns both halves of a side and its middle.
    pub fn side(side: Side) -> Stations {
        Stations::half(side.left()) | Stations::middle(side) | Stations::half(side.right())
    }

    /// Returns the stations where meadow can be: halves and gaps.
    pub fn meadow() -> Stations {
        let rim = Half::all().fold(Stations::default(), |set, half| set | Stations::half(half));
        Side::ALL.into_iter().fold(rim, |set, side| set | Stations::gaps(side))
    }

    /// Returns the halves among the stations, in the order in which they are printed.
    pub fn halves(self) -> impl Iterator<Item = Half> {
        Half::all().filter(move |half| self.meets(Stations::half(*half)))
    }

    /// Returns each station as a set of its own, clockwise.
    pub fn each(self) -> impl Iterator<Item = Stations> {
        (0..RING).map(|at| Stations(1 << at)).filter(move |one| self.meets(*one))
    }

    /// Whether the sets share a station.
    pub fn meets(self, other: Stations) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of stations.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the stations that are not in the other set.
    pub fn without(self, other: Stations) -> Stations {
        Stations(self.0 & !other.0)
    }

    /// Returns the first station of the set that is met when walking from one station along the rim, in both
    /// directions. `None` if the set is empty.
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

/// How a barrier looks from a station: the number of steps back and ahead to its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    from: usize,
    back: usize,
    ahead: usize,
}

impl View {
    /// Returns the two ends, the one behind first.
    pub fn ends(self) -> [Stations; 2] {
        [self.from + RING - self.back, self.from + self.ahead].map(|at| Stations(1 << (at % RING)))
    }

    /// Whether this barrier stands between the station and the other barrier: neither end of the other is nearer.
    pub fn hides(self, other: View) -> bool {
        let same = (self.back, self.ahead) == (other.back, other.ahead);
        !same && self.back <= other.back && self.ahead <= other.ahead
    }
}
