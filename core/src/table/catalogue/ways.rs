//! A set of rotations in one byte: play asks for these more often than for anything else.

use crate::table::geometry::Rotation;

/// A set of rotations together with its size, which play asks for more often than for anything else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ways(u8);

/// For each set of rotations its members, smallest first, two bits each. They are looked up because counting bits would
/// need a branch that cannot be predicted.
const NTH: [u8; 16] = {
    let mut table = [0; 16];
    let mut set = 0;
    while set < 16 {
        let (mut rotation, mut n) = (0, 0);
        while rotation < 4 {
            if set >> rotation & 1 == 1 {
                table[set] |= rotation << (2 * n);
                n += 1;
            }
            rotation += 1;
        }
        set += 1;
    }
    table
};

impl Ways {
    /// Adds a rotation that is not yet in the set.
    pub fn insert(&mut self, rotation: Rotation) {
        self.0 = (self.0 + 16) | 1 << rotation.index();
    }

    /// Returns the number of rotations.
    #[inline]
    pub fn count(self) -> usize {
        (self.0 >> 4) as usize
    }

    /// Whether a rotation is in the set.
    #[inline]
    pub fn contains(self, rotation: Rotation) -> bool {
        self.0 >> rotation.index() & 1 == 1
    }

    /// Returns the n-th rotation of the set, smallest first.
    #[inline]
    pub fn get(self, n: usize) -> Rotation {
        Rotation::from_index((NTH[self.0 as usize & 15] >> (2 * (n & 3)) & 3) as usize)
    }

    /// Returns the rotations, smallest first.
    pub fn iter(self) -> impl Iterator<Item = Rotation> {
        Rotation::ALL.into_iter().filter(move |&rotation| self.contains(rotation))
    }
}
