//! What a player is told who asked for something impossible: one sentence. Knows no reason itself.

/// A sentence for a player: what is not possible, and what would be. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

/// Makes a refusal, as `format!` makes a string.
#[macro_export]
macro_rules! refuse {
    ($($arg:tt)*) => { $crate::Refusal(format!($($arg)*)) };
}
