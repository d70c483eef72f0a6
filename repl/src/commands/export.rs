//! `export`: saves the current board as a picture.

use std::path::{Path, PathBuf};

use bastide_core::Setup;
use bastide_core::language::or;

use crate::draw::looks::Looks;
use crate::draw::picture::board::{Shown, board};
use crate::draw::vector::raster::png;
use crate::io::pen::Pen;
use crate::line::command::{Args, Command, Context, Failure, NO_FILES, Reply};

/// Save a picture of the board
#[derive(Args)]
pub struct Export {
    #[arg(help = PictureFormat::files())]
    file: PathBuf,
    /// Colour fields by owner
    #[arg(long)]
    fields: bool,
    /// Colour all features by owner
    #[arg(long)]
    owners: bool,
    /// Mark where the current tile fits, with letters
    #[arg(long)]
    legal: bool,
}

impl Command for Export {
    const NAME: &str = "export";
    const FORM: &str = "export FILE.png";
    const EXAMPLES: &str = "export board.png        export board.svg --legal        export fields.png --fields\n\n\
        Draws the board of the running game with the points and everything beside it. An SVG also describes itself in\n\
        words, in its <title> and <desc>.";
    const NOT_IN_SCENES: Option<&str> = Some(NO_FILES);

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let format = format_of(&self.file)?;
        let game = &context.table()?.game;
        let shown = Shown { fields: self.fields, owners: self.owners, legal: self.legal };
        let svg = board(game, &looks(game.setup())?, shown);
        write(&mut context.pen, &self.file, format, &svg)
    }
}

/// The scale of a PNG, relative to its SVG.
const SCALE: f32 = 1.5;

/// The format of a picture.
#[derive(Clone, Copy)]
pub enum PictureFormat {
    /// Vector graphics.
    Svg,
    /// Pixels.
    Png,
}

impl PictureFormat {
    /// All formats, by how the name of a file ends.
    const ALL: [(&str, PictureFormat); 2] = [("svg", PictureFormat::Svg), ("png", PictureFormat::Png)];

    /// The files that a picture can be.
    pub fn files() -> String {
        or(&Self::ALL.map(|(ending, _)| format!("FILE.{ending}")))
    }
}

/// The format for the name of a file.
pub fn format_of(path: &Path) -> Result<PictureFormat, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let found = PictureFormat::ALL.into_iter().find(|(known, _)| ending.as_deref() == Some(*known));
    found.map(|(_, format)| format).ok_or_else(|| {
        let (shown, files) = (path.display(), PictureFormat::files());
        Failure::usage(format!(
            "{shown}: a picture is {files}; a whole game is `replay --html FILE` or `replay --gif FILE`"
        ))
    })
}

/// Saves a picture to a file.
pub fn write(pen: &mut Pen, path: &Path, format: PictureFormat, svg: &str) -> Result<Reply, Failure> {
    let bytes = match format {
        PictureFormat::Svg => svg.as_bytes().to_vec(),
        PictureFormat::Png => {
            png(svg, SCALE).map_err(|error| Failure::io(format!("{} cannot be drawn: {error}", path.display())))?
        }
    };
    pen.write(path, &bytes)?;
    let shown = path.display().to_string();
    Ok(Reply::text(format!("Drawn to {shown}.")).with("file", shown).with("bytes", bytes.len()))
}

/// The looks of a game.
pub fn looks(setup: &Setup) -> Result<Looks, Failure> {
    Ok(Looks::of_setup(setup)?)
}
