//! The prompt of Bastide: commands, pictures and bots over the table of `bastide-core`.
//!
//! A folder is a layer. The rooms, each of which uses only rooms above it (a test holds this):
//!
//! | room | holds |
//! |---|---|
//! | [`io::split`], [`io::reply`], [`io::arguments`] | a line cut into words; what a command answers; words as arguments |
//! | [`io::files`], [`io::pen`], [`io::config`], [`io::history`] | folders and files; which may be written; what is set; what was typed |
//! | [`io::door`], [`io::terminal`], [`io::prose`] | the way out for all text; the terminal put back; text in columns |
//! | [`bot`] | who chooses: at random, one turn ahead, by search |
//! | [`game::assist`], [`game::letters`], [`game::shorthand`], [`game::laws`] | how much is told; letters for cells; short words for options; the judge of games |
//! | [`game::table`], [`game::library`], [`game::new`] | a game with seats and a way back; the sets; how a game begins, in words |
//! | [`game::record`], [`game::begin`], [`game::load`], [`game::autosave`] | a game as text; begun; read back; kept while it is played |
//! | [`tell::purse`], [`tell::show`], [`tell::fits`], [`tell::describe`] | places for tokens; the table as text and data; what is to come; everything in sentences |
//! | [`tell::tally`], [`tell::stats`], [`tell::features`], [`tell::hint`] | points by source; how a game went; features; the best moves |
//! | [`tell::expect`], [`tell::sets`], [`tell::set_help`], [`tell::lua_help`] | what should be so; what can be played with; a set in a leaflet; what scripts can use |
//! | [`draw::view`], [`draw::vector`], [`draw::looks`] | pictures in characters; pictures in lines; what things look like |
//! | [`draw::sketch`], [`draw::overlay`], [`draw::panel`], [`draw::screen`], [`draw::picture`] | a game described to `view`; what is laid over it and stands beside it; all of it on a terminal; as SVG and pages |
//! | [`line::lessons`], [`line::command`], [`line::shell`] | the lessons; what a command is and is given; the command line of the shell |
//! | [`line::reproduce`], [`line::bots`], [`line::play`] | script errors kept to be seen again; bots that answer; what a person does at the table |
//! | [`line::dispatch`], [`line::tutorial`], [`line::execute`], [`line::lines`], [`line::scene`] | what words mean; the lessons played; a line, whole or not at all; the commands of a text; scenes |
//! | [`line::verbs`], [`line::candidates`], [`line::foresee`], [`line::complete`], [`line::invite`] | help on verbs; what Tab offers for arguments; what a line would do; what may come next; a new game by questions |
//! | [`measure::bench`], [`measure::contest`], [`measure::check`], [`measure::latency`] | games measured; bots against each other; games judged; what a player waits for |
//! | [`commands`] | the commands, a file each |
//! | [`session`] | a line to an answer, as text or as JSON |
//! | [`reader`], [`prompt`] | scripts line by line; a person at a terminal |
//! | [`app`] | the program |

pub mod app;
pub mod bot;
pub mod commands;
pub mod draw;
pub mod game;
pub mod io;
pub mod line;
pub mod measure;
pub mod prompt;
pub mod reader;
pub mod session;
pub mod tell;
