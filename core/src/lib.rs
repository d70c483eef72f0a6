//! The table of Bastide: what is printed on tiles, where they lie, how their segments join, whose turn it is.
//!
//! The rooms, each of which uses only rooms above it (a test holds this):
//!
//! | room | holds |
//! |---|---|
//! | `copy`, [`text`] | copies of lists that keep their room; which characters can be seen, and how wide they are |
//! | [`geometry`] | sides, halves, rotations, cells |
//! | [`tile`] | what is printed on a tile: strokes read, fields derived |
//! | [`catalogue`] | everything declared, interned: kinds, figures, tiles in four rotations, what fits where |
//! | [`manifest`] | reads expansion folders and assembles what they declare into a draft of the catalogue |
//! | [`frontier`], [`board`], [`course`] | open cells by the edges they demand; placed tiles; how features run over them |
//! | [`feature`], [`figure`], [`stack`] | joined segments; who stands where; what is still to come |
//! | [`choice`], [`majority`], [`sheet`], [`event`], [`log`], [`refusal`], [`fault`], [`leash`] | one option; who leads; what a feature is worth; what happened, one by one and in order; what a player or a modder hears; how far play may go |
//! | [`memory`], [`moment`] | what rules remember; what handlers are told, and the calls still to be made |
//! | [`state`] | the whole table as one cloneable value |
//! | [`rulebook`] | the questions that the table asks its rules, and the answers of the manifests |
//! | [`turn`] | the phases of a turn and the end; the room that changes a state |
//! | [`script`] | the Lua host: sandboxed scripts as a rulebook |
//! | [`setup`] | what a game is played with: sets, options, players |
//! | [`game`] | decision, choice, scores, clone; what was chosen |
//! | [`words`], [`explain`], [`ledger`] | how things are written; why a choice is refused; what happened, in sentences |
//! | [`record`], [`lab`] | a game as lines: written out, played anew, taken back; commands that set up any position |

pub mod board;
pub mod catalogue;
pub mod choice;
mod copy;
pub mod course;
pub mod event;
pub mod explain;
pub mod fault;
pub mod feature;
pub mod figure;
pub mod frontier;
pub mod game;
pub mod geometry;
pub mod lab;
pub mod leash;
pub mod ledger;
pub mod log;
pub mod majority;
pub mod manifest;
pub mod memory;
pub mod moment;
pub mod record;
pub mod refusal;
pub mod rulebook;
pub mod script;
pub mod setup;
pub mod sheet;
pub mod stack;
pub mod state;
pub mod text;
pub mod tile;
pub mod turn;
pub mod words;
