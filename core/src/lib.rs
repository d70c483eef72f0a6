//! A table for tile-laying games: the board, the graph of features and the turn loop. The rules come from expansions, each a
//! folder of TOML and Lua.
//!
//! Play a game, choosing at random:
//!
//! ```
//! use std::sync::Arc;
//!
//! use bastide_core::manifest::{Expansion, Folder, Portion, Recipe};
//! use bastide_core::{Chance, Game, Setup};
//!
//! let base = Expansion::read(&Folder::read_dir("../expansions/base")?)?;
//! let recipe = Recipe { expansions: vec![Portion::one(Arc::new(base))], ..Recipe::default() };
//! let setup = Arc::new(Setup::new(recipe, vec!["Ann".into(), "Bob".into()], false)?);
//!
//! let mut game = Game::new(setup, 42)?;
//! let mut chance = Chance::new(7);
//! while let Some(decision) = game.decision() {
//!     let n = chance.below(decision.len() as u32);
//!     game.choose_nth(n as usize)?;
//! }
//! assert!(game.scores().iter().any(|&points| points > 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Set up a position, in the words of docs/SCENES.md:
//!
//! ```
//! # use std::sync::Arc;
//! # use bastide_core::manifest::{Expansion, Folder, Portion, Recipe};
//! # use bastide_core::{Game, Setup};
//! # let base = Expansion::read(&Folder::read_dir("../expansions/base")?)?;
//! # let recipe = Recipe { expansions: vec![Portion::one(Arc::new(base))], ..Recipe::default() };
//! let lab = Setup::new(recipe, vec!["Ann".into(), "Bob".into()], true)?;
//! let mut game = Game::new(Arc::new(lab), 42)?;
//! game.lab(&["put", "D", "0,0", "r0"])?;
//! game.lab(&["put", "W", "1,0", "r0", "Ann:follower@road:W"])?;
//! assert_eq!(game.state().board.placed().len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Load an expansion that is not on the disk, and see what is wrong with it:
//!
//! ```
//! use bastide_core::manifest::{Expansion, Folder};
//!
//! let folder = Folder::from_files("mines", [("expansion.toml", "id = \"mines\"\nnmae = \"Mines\"\n")]);
//! let error = Expansion::read(&folder).unwrap_err();
//! assert!(error.to_string().contains("nmae"), "{error}");
//! ```
//!
//! This crate re-exports what programs need to play, watch and describe games. The rest is private.
//!
//! # Inside
//!
//! A folder is a layer, and a room is a module in it. Each room uses only rooms above it, which a test checks:
//!
//! | room | holds |
//! |---|---|
//! | `language` | English: lists, plurals, articles, "did you mean"; which characters are visible, and how wide they are |
//! | `table::copy`, `table::geometry` | copies of lists that keep their capacity; sides, halves, rotations, cells |
//! | `table::tile` | what is printed on a tile: parsed strokes, derived fields |
//! | `table::catalogue` | everything declared, interned: kinds, figures, tiles in four rotations, what fits where |
//! | `table::frontier`, `table::board`, `table::course` | open cells by the edges they demand; placed tiles; how features run over them |
//! | `table::feature`, `table::figure`, `table::stack` | joined segments; where figures are; the tiles to be drawn, and the random generator |
//! | `table::choice`, `table::majority`, `table::sheet` | one option; who leads; what a feature is worth |
//! | `table::event`, `table::log` | one thing that happened; all of them in order |
//! | `table::refusal`, `table::fault`, `table::leash` | messages for players and for authors of scripts; limits on play |
//! | `table::memory`, `table::moment` | what rules store; what handlers are told, and the pending calls |
//! | `table::state` | the whole table as one cloneable value |
//! | `table::rulebook` | the questions that the table asks its rules, and the answers that follow from manifests |
//! | `table::turn` | the phases of a turn and the end of the game |
//! | `rules::manifest` | reads expansion folders and assembles what they declare into a draft of the catalogue |
//! | `rules::script` | the Lua host: sandboxed scripts as a rulebook |
//! | `play::setup`, `play::game` | what a game is played with: sets, options, players; decision, choice, scores, clone |
//! | `words::names`, `words::explain`, `words::ledger` | printing and parsing names; why a choice is refused; what happened, in sentences |
//! | `words::record`, `words::lab` | a game as lines: written, replayed, undone; commands that set up any position |

pub mod language;
mod play;
mod rules;
mod table;
mod words;

pub use play::game::{Entry, Game, Unchosen};
pub use play::setup::{Setup, SetupError};
pub use rules::{manifest, script};
pub use table::board::{Board, Place, Placed, PlacedId};
pub use table::catalogue::{
    Catalogue, Closes, CompileError, CounterId, FeatureKind, FigureKind, FigureKindId, Holds, KindId, Line,
    MAX_PLAYERS, Pays, SegmentKind, TagId, TileId, TileKind, TokenId, TokenKind, VerbId, ZoneId,
};
pub use table::choice::{Choice, Spot, Target};
pub use table::event::{Event, Measure};
pub use table::fault::Fault;
pub use table::feature::{FeatureId, Link, SegmentId};
pub use table::figure::{Figure, FigureId, PlayerId, Zone};
pub use table::geometry::{Cell, Corner, Half, Rotation, Side};
pub use table::leash;
pub use table::log::{Log, Paid};
pub use table::majority::{Players, Weights};
pub use table::memory::Memory;
pub use table::moment::Moment;
pub use table::refusal::Refusal;
pub use table::rulebook::{Cost, Position, printed};
pub use table::sheet::{Amount, Sheet, Term};
pub use table::stack::{Chance, Holder, Mark, Shelf};
pub use table::state::{About, Phase, Reckoning, State, Topic};
pub use table::tile::{Drawing, Edge, FIELD, Field, MAX_SEGMENTS, Segment, Tile};
pub use words::lab;
pub use words::ledger::{Account, LogLine};
pub use words::names::{cell_named, segment_label};
