//! What ends every turn, whatever rules do: how much may happen in one.

/// The most options chosen in one turn that leave the decision open. A player who means something by them is done long before;
/// one who chooses by chance comes to an end.
pub const MOST_FREE: u16 = 100;

/// The most parts of one turn. Each takes a tile, so that this stops a rule which gives one player all the others' tiles.
pub const MOST_PARTS: u8 = 50;

/// The most extra turns between two regular ones: they need no tile, so that nothing else would end them.
pub const MOST_EXTRA: usize = 50;

/// The most handlers that run in one turn, one that asks counted again with each answer. The busiest turns of all shipped sets
/// need some hundred; handlers that give each other reason to be called would go on for ever.
pub const MOST_HANDLERS: u16 = 10_000;

/// The most questions of one handler. It is run again with all its answers wherever a game is copied, so that each question costs
/// more than the one before.
pub const MOST_QUESTIONS: usize = 1_000;
