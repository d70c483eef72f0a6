//! Copies of lists that keep the capacity of the original, so that play does not have to allocate it again; and stamps,
//! so that what is still the same is not copied again.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// Copies a list with its capacity, which `clone` does not guarantee.
pub(crate) fn copy<T: Copy>(list: &Vec<T>) -> Vec<T> {
    let mut copy = Vec::with_capacity(list.capacity());
    copy.extend_from_slice(list);
    copy
}

/// A number that all copies of something share until one of them changes. Who looks ahead copies the same table again
/// and again, and most choices leave the board as it is. Nothing but copying depends on it.
#[derive(Default)]
pub(crate) struct Stamp(AtomicU64);

/// Two tables that are the same print the same, however often they were copied.
impl fmt::Debug for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stamp")
    }
}

/// What has not been copied since it changed has no stamp of its own yet.
const NONE: u64 = 0;

impl Stamp {
    /// Notes a change.
    #[inline]
    pub fn renew(&mut self) {
        *self.0.get_mut() = NONE;
    }

    /// Whether nothing was copied since the last change.
    #[inline]
    pub fn is_new(&mut self) -> bool {
        *self.0.get_mut() == NONE
    }

    /// Takes over the stamp of something that is about to be copied. Returns whether this has the same already.
    pub fn adopt(&mut self, other: &Stamp) -> bool {
        let theirs = other.number();
        std::mem::replace(self.0.get_mut(), theirs) == theirs
    }

    fn number(&self) -> u64 {
        static LAST: AtomicU64 = AtomicU64::new(NONE);
        let known = self.0.load(Ordering::Relaxed);
        if known != NONE {
            return known;
        }
        let fresh = LAST.fetch_add(1, Ordering::Relaxed) + 1;
        // Another thread may be copying the same thing: all of them use the number that came first.
        self.0.compare_exchange(NONE, fresh, Ordering::Relaxed, Ordering::Relaxed).err().unwrap_or(fresh)
    }
}

impl Clone for Stamp {
    fn clone(&self) -> Stamp {
        Stamp(AtomicU64::new(self.number()))
    }
}
