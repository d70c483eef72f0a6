//! The prompt of Bastide: commands, pictures and bots on top of `bastide-core`.
//!
//! A folder is a layer. These are the rooms; each uses only rooms above it, which a test checks:
//!
//! | room | holds |
//! |---|---|
//! | [`io::split`], [`io::reply`], [`io::arguments`] | words of a line; what a command answers; words as arguments |
//! | [`io::files`], [`io::follow`], [`io::pen`], [`io::config`], [`io::history`] | folders and files; files that change; which files can be written; settings; typed lines |
//! | [`io::door`], [`io::ability`], [`io::terminal`], [`io::prose`], [`io::markdown`] | the exit for all text; what the terminal can show; restoring it; text in columns; pages as plain text |
//! | [`bot`] | choosing: at random, one turn ahead, by search |
//! | [`game::assist`], [`game::debugger`], [`game::letters`], [`game::shorthand`], [`game::laws`] | how much help is shown; which calls are shown and where bots stop; letters for cells; short words for options; a checker of games |
//! | [`game::table`], [`game::library`], [`game::new`] | a game with its seats and its undo; the sets; the arguments of a new game |
//! | [`game::record`], [`game::begin`], [`game::load`], [`game::autosave`] | a game as text; started; loaded; saved while it is played |
//! | [`tell::fits`], [`tell::whereabouts`], [`tell::gain`], [`tell::choices`] | the tiles to come; where segments lie, in words; the points of options; the open decision in a sentence, its options in groups |
//! | [`tell::token_places`], [`tell::show`] | places for tokens; the table as text and data |
//! | [`tell::tally`], [`tell::stats`], [`tell::features`] | points by source; statistics; features |
//! | [`tell::calls`] | calls of handlers and events in words |
//! | [`tell::joined`], [`tell::moves`], [`tell::describe`], [`tell::hint`] | what places bring; what players did; the text version of every picture; the best moves |
//! | [`tell::expect`], [`tell::sets`], [`tell::kinds`], [`tell::set_help`], [`tell::lua_help`], [`tell::book`] | expectations; sets and their tiles; what is declared, in words; help on a set; help on what scripts can use; the pages of docs/ |
//! | [`draw::view`], [`draw::vector`], [`draw::graphics`], [`draw::looks`] | pictures in characters; vector drawing; pixels for terminals; how things look |
//! | [`draw::sketch`], [`draw::overlay`], [`draw::outside`], [`draw::panel`], [`draw::picture`], [`draw::screen`] | a game described to `view`; overlays on it; what a picture does not show; the panel beside it; pictures and web pages; all of it on a terminal |
//! | [`line::lessons`], [`line::command`], [`line::shell`] | the lessons; what a command is and receives; the command line of the shell |
//! | [`line::reproduce`], [`line::bots`], [`line::play`] | records that reproduce script errors; bots that answer; what a person does in a game |
//! | [`line::dispatch`], [`line::tutorial`], [`line::execute`], [`line::lines`], [`line::scene`] | what words mean; lessons in play; a line, run completely or not at all; the commands of a text; scenes |
//! | [`line::verbs`], [`line::candidates`], [`line::foresee`], [`line::complete`], [`line::invite`] | help on verbs; what Tab offers for arguments; what a line would do; completions; a new game by questions |
//! | [`measure::bench`], [`measure::stats`], [`measure::games`], [`measure::contest`], [`measure::check`], [`measure::latency`] | measuring games; statistics; games that bots play, many at a time; bots against each other; checking games; what a player waits for |
//! | [`trial::metric`], [`trial::plan`], [`trial::raw`] | what is measured in a game; the games of an experiment; the same as files |
//! | [`trial::summary`], [`trial::claim`], [`trial::verdict`] | what many games say; what a designer demands; sentences |
//! | [`trial::tables`], [`trial::progress`], [`trial::report`], [`trial::run`] | numbers as tables; how far a run is; the web page; what the commands share |
//! | [`author::findings`], [`author::subject`] | what a check finds; the set that is checked |
//! | [`author::rehearsal`], [`author::coverage`], [`author::bless`] | scenes, several at a time; what they reach; expectations as they were found |
//! | [`author::games`], [`author::fresh_lua`], [`author::lint`] | games with other sets; the same games again in a fresh Lua; what can be read from the files and from what was reached |
//! | [`author::exam`], [`author::scaffold`] | the whole check; a new expansion |
//! | [`share::archive`], [`share::pack`], [`share::powers`], [`share::fetch`] | zip files in one strict form; packs made and checked; what a set may do; bytes from the net |
//! | [`share::index`], [`share::wares`], [`share::needs`] | what a shelf has; all shelves; what a set needs of them |
//! | [`share::store`], [`share::site`] | installed sets; the web pages of a shelf |
//! | [`commands`] | the commands, one file each |
//! | [`session`] | turns a line into an answer: text or JSON |
//! | [`reader`], [`table_view`], [`prompt`] | scripts line by line; the table as a full screen; a person at a terminal |
//! | [`app`] | the program |

pub mod app;
pub mod author;
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
pub mod share;
pub mod table_view;
pub mod tell;
pub mod trial;
