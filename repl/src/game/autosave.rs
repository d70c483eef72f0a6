//! Saves the game while it is played: after every decision, atomically, in a file that only this process writes. Knows
//! files and records, never what is on the screen.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::game::record;
use crate::game::table::Table;
use crate::io::files;
use crate::io::reply::Failure;

/// How many processes can save games in one folder at the same time.
const MAX_PROGRAMS: usize = 32;
/// How many previous games are kept.
const MAX_PREVIOUS_GAMES: usize = 9;

/// A slot for one game. Its lock ends with the process, however that ends.
pub struct Autosave {
    folder: PathBuf,
    name: String,
    _lock: File,
    /// The number of the game in the file, if it belongs to this session.
    game: Option<usize>,
    /// The content of the file.
    text: String,
    /// How many choices the file contains.
    choices: usize,
    /// Whether the last attempt failed; this is reported only once.
    is_failing: bool,
}

impl Autosave {
    /// Takes the free slot with the newest game, or an empty one.
    pub fn open(folder: &Path) -> Result<Autosave, Failure> {
        files::make_folder(folder)?;
        let (mut newest, mut empty): (Option<(SystemTime, Autosave)>, Option<Autosave>) = (None, None);
        for n in 1..=MAX_PROGRAMS {
            let name = if n == 1 { "autosave".into() } else { format!("autosave-{n}") };
            let written = fs::metadata(folder.join(format!("{name}.txt"))).and_then(|facts| facts.modified()).ok();
            if written.is_none() && empty.is_some() {
                continue;
            }
            let Some(place) = Autosave::lock(folder, name)? else { continue };
            match written {
                Some(time) if newest.as_ref().is_none_or(|(other, _)| time > *other) => newest = Some((time, place)),
                Some(_) => {}
                None => empty = Some(place),
            }
        }
        let place = newest.map(|(_, place)| place).or(empty);
        let place = place.ok_or_else(|| Failure::io(format!("{MAX_PROGRAMS} programs save games there already")))?;
        place.tidy();
        Ok(place)
    }

    /// The slot with this name, unless another process has it.
    fn lock(folder: &Path, name: String) -> Result<Option<Autosave>, Failure> {
        let path = folder.join(format!("{name}.lock"));
        let failed = |error: std::io::Error| Failure::io(format!("{} cannot be written: {error}", path.display()));
        files::check_kind(&path).map_err(failed)?;
        let lock = File::create(&path).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        Ok(Some(Autosave {
            folder: folder.into(),
            name,
            _lock: lock,
            game: None,
            text: String::new(),
            choices: 0,
            is_failing: false,
        }))
    }

    /// Removes files of a process that was killed while it wrote.
    fn tidy(&self) {
        let begins = format!(".{}.txt.", self.name);
        let left = fs::read_dir(&self.folder).into_iter().flatten().flatten().filter(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            name.starts_with(&begins) && name.ends_with(".new")
        });
        left.for_each(|entry| drop(fs::remove_file(entry.path())));
    }

    /// The file of the game.
    pub fn path(&self) -> PathBuf {
        self.folder.join(format!("{}.txt", self.name))
    }

    /// Whether the file belongs to a game of this session.
    pub fn has_game(&self) -> bool {
        self.game.is_some()
    }

    /// Notes that the file contains this game of the session, with this many choices.
    pub fn take_up(&mut self, game: usize, choices: usize) {
        (self.game, self.choices) = (Some(game), choices);
    }

    /// The file of the last finished game.
    pub fn finished(&self) -> PathBuf {
        self.folder.join(format!("{}.finished.txt", self.name))
    }

    /// The file of the n-th previous game, the latest first.
    fn before(&self, n: usize) -> PathBuf {
        self.folder.join(format!("{}.before-{n}.txt", self.name))
    }

    /// Saves a game. Returns messages for the person.
    pub fn keep(&mut self, table: &Table, begun: usize) -> Vec<String> {
        let is_new = self.game != Some(begun);
        let text = record::text(table);
        if is_new && table.game.record().is_empty() || !is_new && self.text == text {
            return Vec::new();
        }
        let mut notes = Vec::new();
        let kept = if is_new { self.make_way() } else { Ok(None) };
        let kept = kept.and_then(|way| {
            (self.game, self.choices) = (Some(begun), if is_new { 0 } else { self.choices });
            notes.extend(way);
            files::write(&self.path(), text.as_bytes())
        });
        match kept {
            Ok(()) => {
                notes.extend(self.is_failing.then(|| "The game is being saved again.".to_string()));
                (self.text, self.is_failing, self.choices) = (text, false, table.game.record().len());
            }
            Err(failure) => {
                let sentence =
                    format!("the game cannot be saved: {failure}; it continues, and `save FILE` saves it elsewhere");
                notes.extend((!self.is_failing).then_some(sentence));
                (self.text, self.is_failing) = (String::new(), true);
            }
        }
        if table.game.is_over() && !self.is_failing {
            // A finished game cannot be resumed.
            let _ = fs::rename(self.path(), self.finished());
        }
        notes
    }

    /// The message when the person quits: where the game is saved, or how much of it is lost.
    pub fn farewell(&self, table: &Table, begun: usize) -> Option<String> {
        let made = table.game.record().len();
        if made == 0 {
            return None;
        }
        let path = if table.game.is_over() && !self.is_failing { self.finished() } else { self.path() };
        let kept = if self.game == Some(begun) { self.choices } else { 0 };
        let shown = path.display();
        Some(match kept {
            kept if kept == made && !self.is_failing && path.exists() => format!("The game is saved: load {shown}"),
            0 => "The game is lost: it could not be saved.".into(),
            kept => {
                format!("The last choices could not be saved: load {shown} has {kept} choices, the game had {made}")
            }
        })
    }

    /// Moves the game in the file out of the way for a new one.
    fn make_way(&self) -> Result<Option<String>, Failure> {
        if !self.path().exists() {
            return Ok(None);
        }
        (1..MAX_PREVIOUS_GAMES).rev().for_each(|n| drop(fs::rename(self.before(n), self.before(n + 1))));
        let failed = |error| Failure::io(format!("{} cannot be renamed: {error}", self.path().display()));
        fs::rename(self.path(), self.before(1)).map_err(failed)?;
        Ok(Some(format!("The previous game is saved: load {}", self.before(1).display())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::screen::Screen;
    use crate::game::library::Library;
    use crate::session::Session;

    /// A folder for one test, removed at the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("bastide-autosave-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Folder(path)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn session(folder: &Path) -> Session {
        let mut session = Session::new(Library::default(), Screen::default());
        session.context.autosave = Some(Autosave::open(folder).unwrap());
        session
    }

    fn say(session: &mut Session, line: &str) -> String {
        let outcome = session.execute(line);
        assert_eq!(outcome.code, 0, "{line}: {}", outcome.stderr);
        session.keep().join("\n")
    }

    #[test]
    fn two_programs_have_a_file_each_and_the_next_one_takes_up_the_newest() {
        let folder = Folder::new("two");
        let (mut one, mut other) = (session(&folder.0), session(&folder.0));
        for (session, seed) in [(&mut one, 5), (&mut other, 6)] {
            say(session, &format!("new --players Ann,Ben --seed {seed}"));
            assert_eq!(say(session, "a 1"), "");
        }
        let paths = [&one, &other].map(|session| session.context.autosave.as_ref().unwrap().path());
        assert_ne!(paths[0], paths[1]);
        drop(other);
        let mut next = session(&folder.0);
        assert!(next.offer().unwrap().contains("Ann may deploy"), "{:?}", next.offer());
        say(&mut next, "resume");
        assert_eq!(next.context.table.as_ref().unwrap().game.seed(), 6);
        drop((one, next));
        let mut last = session(&folder.0);
        last.execute("resume");
        assert!(last.context.table.is_some());
    }

    #[test]
    fn a_game_makes_way_for_another_only_once_that_is_played() {
        let folder = Folder::new("way");
        let mut session = session(&folder.0);
        say(&mut session, "new --players Ann,Ben --seed 5");
        say(&mut session, "a 1");
        let path = session.context.autosave.as_ref().unwrap().path();
        let first = fs::read_to_string(&path).unwrap();
        assert_eq!(say(&mut session, "new --players Ann,Ben --seed 6"), "");
        assert_eq!(fs::read_to_string(&path).unwrap(), first);
        assert!(say(&mut session, "a 1").starts_with("The previous game is saved: load "));
        assert_eq!(fs::read_to_string(folder.0.join("autosave.before-1.txt")).unwrap(), first);
        say(&mut session, "undo");
        assert!(!fs::read_to_string(&path).unwrap().contains("place "), "what was taken back is not in the file");
    }

    #[test]
    fn a_finished_game_is_kept_and_not_offered() {
        let folder = Folder::new("over");
        let mut session = session(&folder.0);
        say(&mut session, "new --players Ann,Ben --bots random,random --seed 5");
        say(&mut session, "run");
        let place = session.context.autosave.as_ref().unwrap();
        assert!(place.finished().exists() && !place.path().exists());
        assert_eq!(session.offer(), None);
    }

    #[test]
    fn what_was_kept_stays_while_nothing_more_can_be_written() {
        let folder = Folder::new("stays");
        let mut session = session(&folder.0);
        say(&mut session, "new --players Ann,Ben --seed 5");
        say(&mut session, "a 1");
        let path = session.context.autosave.as_ref().unwrap().path();
        let first = fs::read_to_string(&path).unwrap();
        // A folder in place of the temporary file makes writing fail.
        let beside = folder.0.join(format!(".autosave.txt.{}.new", std::process::id()));
        fs::create_dir(&beside).unwrap();
        assert!(say(&mut session, "1").starts_with("the game cannot be saved: "));
        assert_eq!(say(&mut session, "a 1 -"), "");
        assert_eq!(fs::read_to_string(&path).unwrap(), first);
        fs::remove_dir(&beside).unwrap();
        assert_eq!(say(&mut session, "a 1 -"), "The game is being saved again.");
        assert!(fs::read_to_string(&path).unwrap().starts_with(first.split("# check").next().unwrap()));
        assert!(!folder.0.join("autosave.before-1.txt").exists());
    }

    #[test]
    fn a_folder_that_vanishes_is_told_once_and_again_when_it_is_back() {
        let folder = Folder::new("gone");
        let mut session = session(&folder.0);
        say(&mut session, "new --players Ann,Ben --seed 5");
        fs::remove_dir_all(&folder.0).unwrap();
        assert!(say(&mut session, "a 1").starts_with("the game cannot be saved: "));
        assert_eq!(say(&mut session, "1"), "");
        fs::create_dir_all(&folder.0).unwrap();
        assert_eq!(say(&mut session, "a 1"), "The game is being saved again.");
    }
}
