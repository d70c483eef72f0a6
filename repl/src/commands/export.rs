//! `export`: the board of the running game as a picture in a file.

use std::path::{Path, PathBuf};

use bastide_core::setup::Setup;

use crate::draw::looks::Looks;
use crate::draw::picture::board::{Shown, board};
use crate::draw::vector::raster::png;
use crate::io::pen::Pen;
use crate::line::command::{Args, Cause, Command, Context, Failure, Reply};

/// Draw the board into a file
#[derive(Args)]
pub struct Export {
    /// FILE.svg or FILE.png
    file: PathBuf,
    /// Fields in the colours of those who would win them
    #[arg(long)]
    fields: bool,
    /// All features in the colours of those who would win them
    #[arg(long)]
    owners: bool,
    /// Where the tile in hand may go, with letters
    #[arg(long)]
    legal: bool,
}

impl Command for Export {
    const NAME: &str = "export";
    const FORM: &str = "export FILE.png";
    const EXAMPLES: &str = "export board.png        export board.svg --legal        export fields.png --fields\n\n\
        Draws the board of the running game with its points and what lies beside it. An SVG tells in words what it\n\
        shows, in its <title> and <desc>.";
    const NOT_IN_SCENES: Option<&str> = Some("a scene reads and writes no files");

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let format = format_of(&self.file)?;
        let game = &context.table()?.game;
        let shown = Shown { fields: self.fields, owners: self.owners, legal: self.legal };
        let svg = board(game, &looks(game.setup())?, shown);
        write(&mut context.pen, &self.file, format, &svg)
    }
}

/// How much larger than its SVG a PNG is.
const SCALE: f32 = 1.5;

/// What sort of picture a file is to be.
pub enum Format {
    /// Lines.
    Svg,
    /// Points.
    Png,
}

/// The sort of picture that the name of a file asks for.
pub fn format_of(path: &Path) -> Result<Format, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        _ => {
            let shown = path.display();
            Err(Failure::usage(format!(
                "{shown}: a picture is FILE.svg or FILE.png; the whole game as a page is `replay --html FILE`"
            )))
        }
    }
}

/// Draws a picture into a file.
pub fn write(pen: &mut Pen, path: &Path, format: Format, svg: &str) -> Result<Reply, Failure> {
    let bytes = match format {
        Format::Svg => svg.as_bytes().to_vec(),
        Format::Png => {
            png(svg, SCALE).map_err(|error| Failure::io(format!("{} cannot be drawn: {error}", path.display())))?
        }
    };
    pen.write(path, &bytes)?;
    let shown = path.display().to_string();
    Ok(Reply::text(format!("Drawn to {shown}.")).with("file", shown).with("bytes", bytes.len()))
}

/// What things look like in a game.
pub fn looks(setup: &Setup) -> Result<Looks, Failure> {
    Looks::of_setup(setup).map_err(|error| Failure::new(Cause::Manifest, error.to_string()))
}
