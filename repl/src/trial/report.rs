//! The report as one web page that needs no other file and no script of its own. (Filled in next.)

use crate::io::reply::Failure;
use crate::trial::plan::{Plan, Row};
use crate::trial::summary::Summary;

/// The page.
pub fn page(_plan: &Plan, _rows: &[Row], _summary: &Summary) -> Result<String, Failure> {
    Ok(String::new())
}
