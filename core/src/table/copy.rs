//! Copies of lists that keep the capacity of the original, so that play does not have to allocate it again.

/// Copies a list with its capacity, which `clone` does not guarantee.
pub(crate) fn copy<T: Copy>(list: &Vec<T>) -> Vec<T> {
    let mut copy = Vec::with_capacity(list.capacity());
    copy.extend_from_slice(list);
    copy
}
