//! Copies of lists that keep the room of the original, so that what was allocated once is not allocated again in play.

/// A copy with the room of the original, which `clone` does not promise.
pub(crate) fn copy<T: Copy>(list: &Vec<T>) -> Vec<T> {
    let mut copy = Vec::with_capacity(list.capacity());
    copy.extend_from_slice(list);
    copy
}
