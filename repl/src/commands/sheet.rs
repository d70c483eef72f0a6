//! `sheet`: saves a picture of all tiles of a set, once or each time a file changes.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use super::export::{PictureFormat, format_of, looks, write};
use crate::author::subject::Subject;
use crate::draw::picture::sheet::{problem, sheet};
use crate::draw::vector::svg::escaped;
use crate::io::follow::{Follower, is_source};
use crate::line::candidates::sets;
use crate::line::command::{Args, Command, Completer, Context, Failure, NO_FILES, Reply};
use crate::tell::sets::of_set;

/// A page that shows the picture again whenever it is written.
const PAGE: &str = include_str!("sheet/page.html");

/// Save a picture of all tiles of a set
#[derive(Args)]
pub struct Sheet {
    /// Set, or folder of an expansion
    set: String,
    #[arg(help = format!("{} (default: the set's name with .svg)", PictureFormat::files()))]
    file: Option<PathBuf>,
    /// Add the names and numbers of the segments
    #[arg(long)]
    spots: bool,
    /// Draw it again whenever a file changes, until Ctrl-C; a page beside it, FILE.html, shows it in a browser
    #[arg(long)]
    watch: bool,
}

impl Command for Sheet {
    const NAME: &str = "sheet";
    const FORM: &str = "sheet SET";
    const EXAMPLES: &str = "sheet base        sheet base tiles.png        sheet SET spots.svg --spots\n  \
        sheet my-set --spots --watch     (a page that follows the file; open it in a browser)\n\n\
        Draws every tile of a set with its name and how many there are; with --spots each segment also has its number\n\
        and the name that scripts and the prompt use.";
    const COMPLETE: &[(&str, Completer)] = &[("set", sets)];
    const NOT_IN_SCENES: Option<&str> = Some(NO_FILES);

    fn reports_on_stop(&self) -> bool {
        self.watch
    }

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let subject = Subject::named(&context.library, &self.set)?;
        let mut file = self.file.clone().unwrap_or_else(|| PathBuf::from(format!("{}.svg", subject.id)));
        // Whoever names the page means the picture beside it.
        if self.watch && file.extension().is_some_and(|ending| ending == "html") {
            file.set_extension("svg");
        }
        format_of(&file)?;
        match self.watch {
            true => self.follow(context, &subject, &file),
            false => {
                let svg = self.drawn(context, &subject)?;
                let notes = Vec::from_iter(context.library.passed_over(Path::new(&self.set)));
                Ok(Reply { notes, ..write(&mut context.pen, &file, format_of(&file)?, &svg)? })
            }
        }
    }
}

impl Sheet {
    /// The picture, from the files as they are now.
    fn drawn(&self, context: &Context, subject: &Subject) -> Result<String, Failure> {
        let mut library = subject.library.fresh();
        let expansion = library.find(&subject.id)?;
        let (setup, own) = of_set(&mut library, context.table.as_ref(), expansion.id())?;
        if own.is_empty() {
            return Err(Failure::refused(format!("{} has no tiles to draw", expansion.name())));
        }
        Ok(sheet(setup.catalogue(), &looks(&setup)?, expansion.name(), &own, self.spots))
    }

    fn follow(&self, context: &mut Context, subject: &Subject, file: &Path) -> Result<Reply, Failure> {
        let (Some(tell), Some(folder)) = (context.news, &subject.path) else {
            let why = "`sheet --watch` follows a set on disk, at a terminal where Ctrl-C can end it";
            return Err(Failure::refused(why));
        };
        // First of all, so that no change is missed.
        let follower = Follower::new([folder])?;
        let page = file.with_extension("html");
        context.pen.write(&page, page_for(file, &subject.id).as_bytes())?;
        self.draw_anew(context, subject, file, tell)?;
        tell(&format!("open {} in a browser; it follows {}; Ctrl-C ends it", page.display(), folder.display()));
        while !context.cancel.load(Ordering::Relaxed) {
            if follower.changed().iter().any(|path| is_source(path)) {
                self.draw_anew(context, subject, file, tell)?;
            }
        }
        Ok(Reply::default())
    }

    /// Draws the sheet, or what is wrong.
    fn draw_anew(&self, context: &mut Context, subject: &Subject, file: &Path, tell: fn(&str)) -> Result<(), Failure> {
        let drawn = self.drawn(context, subject);
        let svg = drawn.as_ref().map_or_else(|failure| problem(&subject.id, &failure.message), String::clone);
        let reply = write(&mut context.pen, file, format_of(file)?, &svg)?;
        match drawn {
            Ok(_) => tell(&reply.text),
            Err(failure) => tell(&failure.message),
        }
        Ok(())
    }
}

/// The page for a picture beside it.
fn page_for(file: &Path, title: &str) -> String {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let address = name.replace('%', "%25").replace('?', "%3F").replace('#', "%23");
    PAGE.replace("{{file}}", &escaped(&address)).replace("{{title}}", &escaped(title))
}
