//! The table in words and as data. Draws nothing.

pub mod book;
pub mod calls;
pub mod choices;
pub mod describe;
pub mod expect;
pub mod features;
pub mod fits;
pub mod gain;
pub mod hint;
pub mod joined;
pub mod kinds;
pub mod lua_help;
pub mod moves;
pub mod set_help;
pub mod sets;
pub mod show;
pub mod stats;
pub mod tally;
pub mod token_places;
pub mod whereabouts;
