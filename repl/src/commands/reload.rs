//! `reload`: loads changed scripts and manifests into the running game. The sets are read again and the record is
//! replayed in words. If anything does not fit, everything stays as it was.

use std::iter;
use std::sync::Arc;

use bastide_core::language::{and, plural};
use bastide_core::manifest::{Portion, Recipe};
use bastide_core::{Game, Setup};
use serde::Serialize;

use crate::game::library::{ALWAYS, Library, make_setup};
use crate::game::load::enter;
use crate::game::record;
use crate::game::table::Table;
use crate::io::reply::Answer;
use crate::io::split;
use crate::line::bots::go_on;
use crate::line::candidates::sets;
use crate::line::command::{Args, Command, Completer, Context, Failure, Reply};
use crate::tell::show;

/// Reload changed scripts and manifests into the running game
#[derive(Args)]
pub struct Reload {
    /// Drop this set, if the game can be replayed without it
    #[arg(long, value_name = "SET")]
    pub(super) without: Option<String>,
}

impl Command for Reload {
    const NAME: &str = "reload";
    const EXAMPLES: &str = "reload        reload --without SET\n\n\
        Reads the sets of the running game again and replays the game with them. If the record no longer fits, or a\n\
        set cannot be loaded, it says where and why, and nothing changes.";
    const COMPLETE: &[(&str, Completer)] = &[("without", sets)];

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let mut library = context.library.fresh();
        let Some(table) = &context.table else {
            if let Some(id) = self.without {
                return Err(Failure::refused(format!("no game is running, so {id} cannot be dropped")));
            }
            context.library = library;
            return Ok(Reply::of(&Reread::default()));
        };
        let dropped = self.without.as_deref().map(|name| in_play(table, name)).transpose()?;
        let (recipe, reread) = read_again(&mut library, table, dropped.as_deref())?;
        if dropped.is_none() && reread.changed.is_empty() {
            return Ok(Reply::of(&reread));
        }
        let game = &table.game;
        let setup = make_setup(recipe.clone(), game.setup().players().to_vec(), game.setup().is_lab())?;
        let (reloaded, lost) = played_again(table, recipe, Arc::new(setup))?;
        let progress = show::progress(&reloaded.game);
        let setup = reloaded.game.setup().clone();
        context.table = Some(reloaded);
        let news = go_on(context)?;
        // Done last: if anything fails, the old game continues with the old sets.
        context.screen.prepare(&setup)?;
        context.library = library;
        let turn = context.table()?.game.state().turn.number;
        let replayed = Some(Replayed { dropped, turn, news, progress });
        let mut reply = Reply { changed: true, ..Reply::of(&Reread { replayed, ..reread }) };
        if lost > 0 {
            reply = reply.note(format!("{lost} undone {} can no longer be redone", plural("choice", lost as i64)));
        }
        Ok(reply)
    }
}

/// The sets that were read again.
#[derive(Default, Serialize)]
struct Reread {
    changed: Vec<String>,
    /// The others; `None` without a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    unchanged: Option<Vec<String>>,
    #[serde(flatten)]
    replayed: Option<Replayed>,
}

/// The game that was replayed with them.
#[derive(Serialize)]
struct Replayed {
    dropped: Option<String>,
    turn: u16,
    news: Vec<String>,
    /// How far it was before the bots went on.
    #[serde(skip)]
    progress: String,
}

impl Answer for Reread {
    fn lines(&self) -> Vec<String> {
        let Some(unchanged) = &self.unchanged else {
            return vec!["No game is running; sets are read again when they are used.".into()];
        };
        let Some(Replayed { dropped, news, progress, .. }) = &self.replayed else {
            return vec![format!("Nothing has changed in {}.", and(unchanged))];
        };
        let mut parts: Vec<String> = self.changed.iter().map(|id| format!("{id} (changed)")).collect();
        parts.extend(dropped.iter().map(|id| format!("{id} (dropped)")));
        let same = unchanged.len();
        parts.extend((same > 0).then(|| format!("{same} {} unchanged", plural("other", same as i64))));
        let first = format!("reloaded: {}; {progress}", parts.join(", "));
        iter::once(first).chain(news.iter().cloned()).collect()
    }
}

/// The set in play that should be dropped.
fn in_play(table: &Table, name: &str) -> Result<String, Failure> {
    let ids: Vec<&str> = table.recipe.expansions.iter().map(|portion| portion.expansion.id()).collect();
    let exact: Vec<&str> = ids.iter().copied().filter(|id| *id == name).collect();
    let begins: Vec<&str> = ids.iter().copied().filter(|id| !name.is_empty() && id.starts_with(name)).collect();
    let id = match (&exact[..], &begins[..]) {
        ([id], _) | (_, [id]) => id.to_string(),
        (_, []) => return Err(Failure::refused(format!("{name} is not in play; in play: {}", and(&ids)))),
        _ => return Err(Failure::refused(format!("several sets in play begin with {name}: {}", and(&begins)))),
    };
    match id == ALWAYS {
        true => Err(Failure::refused(format!("{ALWAYS} is always in play and cannot be dropped"))),
        false => Ok(id),
    }
}

/// The recipe of the game, read again, without the dropped set and the options that only it has.
fn read_again(library: &mut Library, table: &Table, dropped: Option<&str>) -> Result<(Recipe, Reread), Failure> {
    let (mut expansions, mut changed, mut unchanged) = (Vec::new(), Vec::new(), Vec::new());
    let mut recipe = table.recipe.clone();
    for portion in &table.recipe.expansions {
        let old = &portion.expansion;
        if Some(old.id()) == dropped {
            old.options().iter().for_each(|option| drop(recipe.options.remove(option.name())));
            continue;
        }
        let expansion = library.find(old.id())?;
        let sets = if expansion.hash() == old.hash() { &mut unchanged } else { &mut changed };
        sets.push(old.id().into());
        expansions.push(Portion { expansion, ..portion.clone() });
    }
    recipe.expansions = expansions;
    Ok((recipe, Reread { changed, unchanged: Some(unchanged), replayed: None }))
}

/// The same game with another setup: its record is replayed in words, because numbers may have changed. Also returns
/// how many undone choices are lost.
fn played_again(table: &Table, recipe: Recipe, setup: Arc<Setup>) -> Result<(Table, usize), Failure> {
    let whole = table.whole()?.record_lines();
    let lines = table.game.record().len();
    let seed = table.game.seed();
    let begun = Game::new(setup, seed).map_err(|fault| Failure {
        record: Some(record::with_lines(&recipe, table.game.setup(), seed, Vec::new()).into()),
        ..(*fault).into()
    });
    let mut trial = Table::new(begun?, recipe.clone(), Vec::new());
    for (n, line) in (1..).zip(&whole[..lines]) {
        let turn = trial.game.state().turn.number;
        enter(&mut trial, &words_of(line)).map_err(|failure| unfit(n, turn, line, failure))?;
    }
    let game = trial.game.clone();
    for line in &whole[lines..] {
        if enter(&mut trial, &words_of(line)).is_err() {
            break;
        }
    }
    let lost = whole.len() - trial.game.record().len();
    Ok((table.around(game, &trial.game, recipe), lost))
}

fn words_of(line: &str) -> Vec<String> {
    split::words(line).unwrap_or_default()
}

/// The failure: at which line the record no longer fits, and why.
fn unfit(n: usize, turn: u16, line: &str, mut failure: Failure) -> Failure {
    let why = std::mem::take(&mut failure.message);
    let stays = "the game continues with the sets as they were loaded before";
    failure.message = format!("the record no longer fits at line {n}, `{line}` (turn {turn}): {why}\n  {stays}");
    failure.data.insert("record_line".into(), n.into());
    failure.data.insert("line_text".into(), line.into());
    failure
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;
    use crate::draw::screen::Screen;
    use crate::session::Session;

    /// A session with its own set on disk, which a test can change.
    struct Bench {
        session: Session,
        folder: PathBuf,
    }

    impl Bench {
        fn new(name: &str) -> Bench {
            let folder = std::env::temp_dir().join(format!("bastide-reload-{name}-{}", std::process::id()));
            let bench = Bench { session: Session::new(Library::new(vec![folder.clone()]), Screen::default()), folder };
            bench.write("expansion.toml", "id = \"own\"\nname = \"Own\"\nversion = \"1.0.0\"\n");
            bench.write("init.lua", "return {}");
            bench
        }

        fn write(&self, file: &str, text: &str) {
            fs::create_dir_all(self.folder.join("own")).unwrap();
            fs::write(self.folder.join("own").join(file), text).unwrap();
        }

        fn declare(&self, more: &str) {
            self.write("expansion.toml", &format!("id = \"own\"\nname = \"Own\"\nversion = \"1.0.0\"\n{more}"));
        }

        /// The output of a line, which must succeed or fail as `well` says.
        fn say(&mut self, line: &str, well: bool) -> String {
            let outcome = self.session.execute(line);
            assert_eq!(outcome.code == 0, well, "{line}: {}{}", outcome.stdout, outcome.stderr);
            outcome.stdout + &outcome.stderr
        }

        fn lines(&self) -> Vec<String> {
            self.session.context.table.as_ref().unwrap().game.record_lines()
        }
    }

    impl Drop for Bench {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }

    #[test]
    fn what_was_chosen_and_taken_back_stays_though_numbers_change() {
        let mut bench = Bench::new("numbers");
        bench.declare("[figures.zebra]\ncount = 1\n");
        bench.say("new own --players A,B --bots B=greedy --seed 4", true);
        for _ in 0..3 {
            bench.say("a 1 -", true);
        }
        bench.say("undo 2", true);
        let before = bench.lines();
        // Kinds of figures are numbered in the order of the manifest.
        bench.declare("[figures.ape]\ncount = 1\n\n[figures.zebra]\ncount = 1\n");
        assert!(bench.say("reload", true).starts_with("reloaded: own (changed), 1 other unchanged; turn 5, A places "));
        assert_eq!(bench.lines(), before);
        assert!(bench.say("supply", true).contains("1 ape"));
        bench.say("redo 2", true);
        assert_eq!(bench.lines()[..before.len()], before);
        bench.say("undo 6", true);
        assert!(bench.lines().is_empty());
        bench.say("undo", false);
        assert!(bench.say("bots", true).contains("B is a greedy bot"));
    }

    #[test]
    fn a_record_that_no_longer_fits_is_told_with_its_line_and_the_game_goes_on() {
        let mut bench = Bench::new("unfit");
        bench.say("new own --players A,B --seed 4", true);
        bench.say("a 1 -", true);
        let before = bench.say("state", true);
        bench.write(
            "init.lua",
            "return { can_place = function(list) for i in list:each() do list:veto(i, \"no\") end end }",
        );
        let said = bench.say("reload", false);
        assert!(said.contains("the record no longer fits at line 1, `place "), "{said}");
        assert!(said.contains("the game continues with the sets as they were"), "{said}");
        bench.write("init.lua", "return {");
        assert!(bench.say("reload", false).contains("init.lua:1"));
        bench.declare("figures = 3\n");
        assert!(bench.say("reload", false).contains("expansion.toml:4"));
        assert_eq!(bench.say("state", true), before);
        bench.say("a 1 -", true);
    }

    #[test]
    fn a_set_is_dropped_with_its_options_if_the_record_fits_without_it() {
        let mut bench = Bench::new("dropped");
        bench.declare("[figures.ape]\ncount = 1\non = [\"field\"]\n\n[options.fun]\nabout = \"x\"\nvalues = [true, false]\ndefault = false\n");
        bench.say("new own --players A,B --seed 4 --option fun=true", true);
        bench.say("a 1", true);
        let before = bench.lines();
        let ape = bench
            .say("legal", true)
            .lines()
            .find_map(|line| Some(line.trim().split_once("deploy ape@")?.1.to_string()));
        let ape = ape.as_deref().and_then(|ape| ape.split_whitespace().next()).unwrap();
        bench.say(&format!("deploy ape@{ape}"), true);
        let said = bench.say("reload --without own", false);
        assert!(said.contains("the record no longer fits at line 2, `deploy ape@field"), "{said}");
        bench.say("undo", true);
        let said = bench.say("reload --without ow", true);
        assert!(said.contains("own (dropped), 1 other unchanged"), "{said}");
        assert!(said.contains("1 undone choice can no longer be redone"), "{said}");
        assert_eq!(bench.lines(), before);
        assert!(!bench.say("options", true).contains("fun"));
    }

    #[test]
    fn a_lab_keeps_its_own_tiles_and_options() {
        let mut bench = Bench::new("lab");
        bench.say("new own --players A,B --lab", true);
        for line in
            ["tile Z road \"N-S\"", "set option farmers off", "put Z 0,0 r0 A:follower@road", "next U", "turn B"]
        {
            bench.say(line, true);
        }
        let before = bench.say("state", true);
        bench.write("init.lua", "-- another\nreturn {}");
        bench.say("reload", true);
        assert_eq!(bench.say("state", true), before);
        bench.say("undo 5", true);
        bench.say("redo 5", true);
        assert_eq!(bench.say("state", true), before);
    }
}
