//! Games in words: how things are written and parsed, why a choice is refused, what happened, records and labs.

pub mod explain;
pub mod lab;
pub mod ledger;
pub mod names;
pub mod record;
