//! A second implementation of the base game, written only from the rulebooks and the table of components: it shares no
//! code with the engine, and finds every feature by walking over the whole board each time.
//!
//! It takes the tiles from `data/components/base.txt`, the order of the pile from the game that it watches, and what was
//! chosen as the words of the record. Everything else (who draws what, what is legal, who is paid) it says itself.

mod count;
mod face;
mod model;

pub use face::Faces;
pub use model::{Farms, Model, Rules};
