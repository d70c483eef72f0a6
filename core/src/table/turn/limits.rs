//! Limits on what can happen in one turn, so that every turn ends, whatever rules do.

/// The maximum number of choices in a turn that leave the decision open. Players who have a plan need far fewer; a
/// random player must come to an end.
pub const MAX_FREE_CHOICES: u16 = 100;

/// The maximum number of parts of a turn. Each takes a tile, so this stops a rule that gives one player all tiles of
/// the others.
pub const MAX_PARTS: u8 = 50;

/// The maximum number of extra turns between two regular ones. They need no tile, so nothing else would end them.
pub const MAX_EXTRA_TURNS: usize = 50;

/// The maximum number of handlers that run in a turn. One that asks counts again with each answer. The busiest turns of
/// all shipped sets need a few hundred; handlers that cause each other would run forever.
pub const MAX_HANDLERS: u16 = 10_000;

/// The maximum number of questions of one handler. It runs again with all its answers whenever a game is copied, so
/// each question costs more than the one before.
pub const MAX_QUESTIONS: usize = 1_000;

/// How many times in a row points can be given for points.
pub const MAX_POINTS_DEPTH: u8 = 8;
