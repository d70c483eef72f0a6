//! `sheet`: saves a picture of all tiles of a set.

use std::path::PathBuf;

use super::export::{format_of, looks, write};
use crate::draw::picture::sheet::sheet;
use crate::line::candidates::sets;
use crate::line::command::{Args, Command, Completer, Context, Failure, Reply};
use crate::tell::sets::of_set;

/// Save a picture of all tiles of a set
#[derive(Args)]
pub struct Sheet {
    /// Set
    set: String,
    /// FILE.svg or FILE.png (default: the set's name with .svg)
    file: Option<PathBuf>,
    /// Add the names and numbers of the segments
    #[arg(long)]
    spots: bool,
}

impl Command for Sheet {
    const NAME: &str = "sheet";
    const FORM: &str = "sheet SET";
    const EXAMPLES: &str = "sheet base        sheet base tiles.png        sheet SET spots.svg --spots\n\n\
        Draws every tile of a set with its name and how many there are; with --spots each segment also has its number\n\
        and the name that scripts and the prompt use.";
    const COMPLETE: &[(&str, Completer)] = &[("set", sets)];
    const NOT_IN_SCENES: Option<&str> = Some("a scene reads and writes no files");

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let expansion = context.library.find(&self.set)?;
        let file = self.file.unwrap_or_else(|| PathBuf::from(format!("{}.svg", expansion.id())));
        let format = format_of(&file)?;
        let (setup, own) = of_set(&mut context.library, context.table.as_ref(), expansion.id())?;
        if own.is_empty() {
            return Err(Failure::refused(format!("{} has no tiles to draw", expansion.name())));
        }
        let svg = sheet(setup.catalogue(), &looks(&setup)?, expansion.name(), &own, self.spots);
        write(&mut context.pen, &file, format, &svg)
    }
}
