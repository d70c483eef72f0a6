//! From words to what is meant: a verb of the game, a command of the lab, a command of the prompt, or a short form.

use bastide_core::game::Game;
use bastide_core::lab;
use bastide_core::manifest::nearest;
use bastide_core::words::or;

use crate::commands::{bench, export, manual, reload, seeing, versus};
use crate::draw::overlay::Overlay;
use crate::game::letters::lettered;
use crate::game::{assist, autosave, record, shorthand};
use crate::io::reply::{Cause, Failure, Reply};
use crate::line::cli::{self, Command};
use crate::line::{bots, help, lines, reproduce, scene, sets, tutorial};
use crate::session::Session;
use crate::tell::{hint, show, stats, tally, why};

/// The verbs that every game knows.
pub const VERBS: [&str; 7] = ["place", "discard", "deploy", "pass", "first", "score", "again"];

impl Session {
    /// Finds out what is meant and does it. `strict`: only whole words, as a record has them.
    pub(crate) fn run(&mut self, words: &[&str], strict: bool) -> Result<Reply, Failure> {
        let Some(&first) = words.first() else { return Ok(Reply::default()) };
        if !strict && let Some(topic) = asked(words) {
            return help::help(self, &topic);
        }
        if first == "expect" {
            return self.expect(&words[1..]);
        }
        // Without a feature, `score` shows the points.
        let is_score = first == "score" && words.get(1).is_none_or(|word| word.starts_with("--"));
        if self.is_verb(first) && !is_score {
            return self.verb(words, strict);
        }
        if self.is_lab_verb(words) {
            return self.lab(words);
        }
        let commands = cli::names();
        if commands.iter().any(|name| name == first) || first == "exit" {
            return self.command(cli::parse(words)?);
        }
        if strict {
            return Err(self.unknown(first));
        }
        if let Some(table) = &self.table {
            let game = &table.game;
            // A slip in a letter must not begin another game or end this one.
            let is_letter = first.len() == 1 && first.starts_with(char::is_alphabetic);
            if is_letter && let Some(refusal) = shorthand::no_such_cell(game, first) {
                return Err(refusal.into());
            }
            if let Some(choices) = shorthand::shorthand(game, words)? {
                return self.choose(&choices);
            }
            if (is_letter || shorthand::is_answer(game, first))
                && let Some(refusal) = shorthand::instead(game)
            {
                return Err(refusal.into());
            }
        }
        let whole = self.by_prefix(first)?.ok_or_else(|| self.lost(first))?;
        let words: Vec<&str> = [whole.as_str()].into_iter().chain(words[1..].iter().copied()).collect();
        self.run(&words, strict)
    }

    pub(crate) fn is_verb(&self, word: &str) -> bool {
        let declared = || self.table.as_ref().and_then(|table| table.game.catalogue().verb_named(word));
        VERBS.contains(&word) || declared().is_some()
    }

    /// Whether words are a command of the lab. `tiles` means a pile there unless it names a set.
    fn is_lab_verb(&self, words: &[&str]) -> bool {
        let known = lab::VERBS.iter().any(|(verb, _)| *verb == words[0]);
        let shared = cli::names().iter().any(|name| name == words[0]);
        let in_lab = self.table.as_ref().is_some_and(|table| table.game.setup().is_lab());
        let is_set = |word: &str| self.library.ids().iter().any(|id| id.starts_with(word));
        let is_zone = |word: &str| self.table.as_ref().is_some_and(|table| table.game.shelf_named(word).is_ok());
        let names_set = words.get(1).is_none_or(|word| !is_zone(word) && is_set(word));
        known && (!shared || in_lab && !names_set)
    }

    /// The only command or verb that begins so, or the one with which all others begin.
    pub(crate) fn by_prefix(&self, word: &str) -> Result<Option<String>, Failure> {
        let found: Vec<String> = self.vocabulary().into_iter().filter(|name| name.starts_with(word)).collect();
        match found.iter().min_by_key(|name| name.len()) {
            None => Ok(None),
            Some(shortest) if found.iter().all(|name| name.starts_with(shortest)) => Ok(Some(shortest.clone())),
            Some(_) => Err(Failure::new(Cause::Unknown, format!("`{word}` may be {}", or(&found))).at(word)),
        }
    }

    /// Whether a word can begin a line, whole or as far as it is typed.
    pub fn begins(&self, word: &str) -> bool {
        let game = self.table.as_ref().map(|table| &table.game);
        let is_short = |game: &Game| {
            let cells = lettered(game);
            word == "-" || shorthand::is_answer(game, word) || cells.iter().any(|cell| cell.letters == word)
        };
        let is_whole = self.is_verb(word) || self.is_lab_verb(&[word]) || word.ends_with('?') || word == "exit";
        is_whole || game.is_some_and(is_short) || self.vocabulary().iter().any(|name| name.starts_with(word))
    }

    /// Every word that can begin a line now.
    pub fn vocabulary(&self) -> Vec<String> {
        let mut names = cli::names();
        if let Some(table) = &self.table {
            names.extend(
                table
                    .game
                    .decision()
                    .iter()
                    .flat_map(|decision| decision.options())
                    .map(|choice| table.game.verb_of(choice).into()),
            );
            if table.game.setup().is_lab() {
                names.extend(lab::VERBS.iter().map(|(verb, _)| verb.to_string()));
            }
        }
        names.sort();
        names.dedup();
        names
    }

    /// The command that was probably meant.
    fn near(&self, word: &str) -> Option<String> {
        let names = self.vocabulary();
        let all = names.iter().map(String::as_str).chain(VERBS).chain(lab::VERBS.iter().map(|(verb, _)| *verb));
        nearest(word, all).map(String::from)
    }

    /// What to say to a word that begins nothing: what was meant, or what the table waits for.
    fn lost(&self, word: &str) -> Failure {
        let waits = self.table.as_ref().filter(|_| self.near(word).is_none()).and_then(|table| {
            let game = &table.game;
            match game.decision()?.tiles().is_empty() {
                false if word.len() > 2 => None,
                false => shorthand::no_such_cell(game, word),
                true => shorthand::instead(game),
            }
        });
        waits.map_or_else(|| self.unknown(word), Failure::from)
    }

    fn unknown(&self, word: &str) -> Failure {
        let shown: String = word.escape_debug().take(40).collect();
        let meant = match self.near(word) {
            Some(near) => format!("did you mean {near}?"),
            None => "`help` lists what there is".into(),
        };
        Failure::new(Cause::Unknown, format!("`{shown}` is no command; {meant}")).at(word)
    }

    fn command(&mut self, command: Command) -> Result<Reply, Failure> {
        match command {
            Command::New(new) => self.new_game(&new),
            Command::Board { ascii } => seeing::board(self, ascii),
            Command::Look => seeing::look(self),
            Command::Info { what } => seeing::info(self, what.as_deref()),
            Command::Farms => seeing::overlay(self, Overlay::Farms),
            Command::Owners => seeing::overlay(self, Overlay::Owners),
            Command::Fits { cell } => seeing::fits(self, cell.as_deref()),
            Command::Bag => seeing::bag(self),
            Command::Display { what } => seeing::display(self, what),
            Command::Zoom { how } => seeing::zoom(self, how),
            Command::Plain { on } => Ok(seeing::plain(self, on)),
            Command::Pan { to } => seeing::pan(self, to.as_deref()),
            Command::Hint { n } => {
                self.screen.manner.assist.allows("hints")?;
                let table = self.table()?;
                hint::hint(&table.game, n, &self.cancel).map_err(|met| reproduce::foreseen(table, *met))
            }
            Command::Stats => {
                let (glyphs, plain) = (self.screen.look.glyphs, self.screen.manner.plain);
                Ok(stats::stats(&self.table()?.game, glyphs, plain))
            }
            Command::Assist { level } => assist::assist(self, level),
            Command::Legal => seeing::legal(self),
            Command::Scores { end: true } => {
                self.screen.manner.assist.allows("points to come")?;
                Ok(tally::projection(&self.table()?.game, self.screen.manner.plain))
            }
            Command::Score { words } if words == ["--final"] => self.command(Command::Scores { end: true }),
            Command::Scores { .. } | Command::Score { .. } => seeing::scores(self),
            Command::Ledger => Ok(why::ledger(&self.table()?.game)),
            Command::Why { what } => {
                let what: Vec<&str> = what.iter().map(String::as_str).collect();
                Ok(why::why(&self.table()?.game, &what)?)
            }
            Command::Log { n } => Ok(show::log(&self.table()?.game, n)),
            Command::State => Ok(show::state(self.table()?)),
            Command::Supply => Ok(show::supply(&self.table()?.game)),
            Command::Undo { what } => self.undo(what.as_deref()),
            Command::Redo { n } => self.redo(n),
            // Scenes come with strangers' folders: they read and write no files.
            Command::Save { .. }
            | Command::Load { .. }
            | Command::Export(_)
            | Command::Sheet { .. }
            | Command::Replay { .. }
                if self.in_scene =>
            {
                Err(Failure::refused("a scene reads and writes no files"))
            }
            Command::Save { file } => record::save(self, file),
            Command::Load { file } => record::load(self, file),
            Command::Export(what) => export::export(self, &what),
            Command::Sheet { set, file, spots } => export::sheet(self, &set, file, spots),
            Command::Replay { game, to, html } => export::replay(self, game.as_deref(), to, html.as_deref()),
            Command::Bots { player, kind, wait } => bots::seat(self, player.as_deref(), kind.as_deref(), wait),
            Command::Lua { code } => lines::lua(self, &code),
            Command::Run { n } => bots::run(self, n),
            Command::Reload { without } => reload::reload(self, without.as_deref()),
            Command::Tiles { words } => sets::show(self, &words),
            Command::Expansions => sets::expansions(self),
            Command::Editions => sets::editions(self),
            Command::Options => sets::options(self),
            Command::Test { paths } => scene::test(self, &paths),
            Command::Bench(bench) => bench::bench(self, &bench),
            Command::Match(_) if self.in_scene => Err(Failure::refused("a scene plays no matches")),
            Command::Match(asked) => versus::versus(self, &asked),
            Command::Help { topic } => help::help(self, &topic),
            Command::Resume if self.in_scene => Err(Failure::refused("a scene reads and writes no files")),
            Command::Resume => autosave::resume(self),
            Command::Tutorial { lesson } => tutorial::tutorial(self, lesson.as_deref()),
            Command::Paths => Ok(manual::paths(self)),
            Command::Completions { shell } => Ok(manual::completions(shell)),
            Command::Man => manual::man(),
            Command::Quit => Ok(Reply { quits: true, ..Reply::default() }),
            Command::Expect { words } => self.expect(&words.iter().map(String::as_str).collect::<Vec<_>>()),
            Command::Verb(words) => Err(self.unknown(words.first().map_or("", String::as_str))),
        }
    }
}

/// What a question mark asks for: `place?`, `new ?`, or `?` alone.
fn asked(words: &[&str]) -> Option<Vec<String>> {
    match words {
        ["?"] => Some(Vec::new()),
        [word] => Some(vec![word.strip_suffix('?')?.to_string()]),
        [word, .., "?"] => Some(vec![word.to_string()]),
        _ => None,
    }
}
