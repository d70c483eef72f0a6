//! The commands, one file each: arguments with their help, examples, what Tab offers, and what it does. A new command
//! is a file and a line in the list.

mod assist;
mod bag;
mod bench;
mod board;
mod bots;
mod r#break;
mod check;
mod compare;
mod completions;
mod display;
mod docs;
mod editions;
mod events;
mod expansions;
mod expect;
mod export;
mod farms;
mod fits;
mod help;
mod hint;
mod info;
mod init;
mod install;
mod ledger;
mod legal;
mod load;
mod log;
mod look;
mod lua;
mod man;
mod r#match;
mod merge;
mod new;
mod options;
mod owners;
mod pack;
mod pan;
mod paths;
mod plain;
mod quit;
mod redo;
mod reload;
mod replay;
mod resume;
mod run;
mod save;
mod score;
mod scores;
mod sheet;
mod shelf;
mod simulate;
mod since;
mod state;
mod stats;
mod step;
mod supply;
mod table;
mod test;
mod tiles;
mod trace;
mod tutorial;
mod undo;
mod watch;
mod why;
mod zoom;

use std::sync::LazyLock;

use crate::game::new::New;
use crate::line::command::{Commands, entry};

/// All commands, in the groups and the order of `help`.
pub fn all() -> Commands {
    static ALL: LazyLock<Commands> = LazyLock::new(|| {
        Commands::new([
            entry::<board::Board>("see"),
            entry::<legal::Legal>("see"),
            entry::<scores::Scores>("see"),
            entry::<supply::Supply>("see"),
            entry::<state::State>("see"),
            entry::<log::Log>("see"),
            entry::<since::Since>("see"),
            entry::<ledger::Ledger>("see"),
            entry::<look::LookAt>("see"),
            entry::<zoom::Zoom>("see"),
            entry::<pan::Pan>("see"),
            entry::<why::Why>("know"),
            entry::<info::Info>("know"),
            entry::<hint::Hint>("know"),
            entry::<farms::Farms>("know"),
            entry::<owners::Owners>("know"),
            entry::<fits::Fits>("know"),
            entry::<bag::Bag>("know"),
            entry::<stats::Stats>("know"),
            entry::<display::Display>("know"),
            entry::<assist::SetAssist>("know"),
            entry::<plain::Plain>("know"),
            entry::<export::Export>("draw"),
            entry::<sheet::Sheet>("draw"),
            entry::<replay::Replay>("draw"),
            entry::<New>("play"),
            entry::<table::Table>("play"),
            entry::<undo::Undo>("play"),
            entry::<redo::Redo>("play"),
            entry::<bots::Bots>("play"),
            entry::<run::Run>("play"),
            entry::<step::Step>("play"),
            entry::<save::Save>("play"),
            entry::<load::Load>("play"),
            entry::<resume::Resume>("play"),
            entry::<quit::Quit>("play"),
            entry::<expansions::Expansions>("sets"),
            entry::<help::Help>("sets"),
            entry::<docs::Docs>("sets"),
            entry::<tiles::Tiles>("sets"),
            entry::<editions::Editions>("sets"),
            entry::<options::Options>("sets"),
            entry::<reload::Reload>("sets"),
            entry::<init::Init>("make"),
            entry::<check::Check>("make"),
            entry::<test::Test>("make"),
            entry::<pack::Pack>("make"),
            entry::<install::Install>("make"),
            entry::<shelf::Shelf>("make"),
            entry::<tutorial::Tutorial>("try"),
            entry::<bench::Bench>("try"),
            entry::<r#match::Match>("try"),
            entry::<simulate::Simulate>("try"),
            entry::<compare::Compare>("try"),
            entry::<lua::Lua>("try"),
            entry::<trace::Trace>("try"),
            entry::<r#break::Break>("try"),
            entry::<events::Events>("try"),
            entry::<watch::Watch>("try"),
            entry::<paths::Paths>("shell"),
            entry::<completions::Completions>("shell"),
            entry::<man::Man>("shell"),
            entry::<merge::Merge>("shell"),
            entry::<score::Score>(""),
            entry::<expect::Expect>(""),
        ])
    });
    ALL.clone()
}

#[cfg(test)]
mod tests;
