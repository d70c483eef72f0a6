//! The arguments of commands that have many.

use std::path::PathBuf;

use clap::Args;

/// How a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct New {
    /// What to play with; NAME*N takes its tiles N times, NAME:tiles and NAME:rules a part of it
    #[arg(value_name = "EXPANSION")]
    pub expansions: Vec<String>,
    /// Names of the players, in the order of play
    #[arg(long, value_delimiter = ',')]
    pub players: Option<Vec<String>>,
    /// Bots: KIND for every other seat, or KIND,KIND for the last ones, or NAME=KIND
    #[arg(long, value_delimiter = ',')]
    pub bots: Vec<String>,
    /// How long bots that search think about a choice: 1s, 200ms, or 2000n for so many choices that they try out
    #[arg(long, value_name = "TIME")]
    pub think: Option<String>,
    /// Whose rulebook
    #[arg(long)]
    pub edition: Option<String>,
    /// Set an option
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// What chance begins with
    #[arg(long)]
    pub seed: Option<u64>,
    /// An empty board on which any position can be set up
    #[arg(long)]
    pub lab: bool,
}

/// What to draw.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct Export {
    /// FILE.svg or FILE.png
    pub file: PathBuf,
    /// Fields in the colours of those who would win them
    #[arg(long)]
    pub fields: bool,
    /// All features in the colours of those who would win them
    #[arg(long)]
    pub owners: bool,
    /// Where the tile in hand may go, with letters
    #[arg(long)]
    pub legal: bool,
}

/// What to measure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct Bench {
    /// What to play with
    #[arg(value_name = "EXPANSION")]
    pub expansions: Vec<String>,
    /// The same as a list
    #[arg(long, value_name = "EXPANSION", value_delimiter = ',')]
    pub with: Vec<String>,
    /// How many games
    #[arg(long, default_value_t = 10_000)]
    pub games: u64,
    /// What chance begins with
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Check games instead: hold positions against the laws, draw, tell, save, take back and replay them
    #[arg(long, conflicts_with = "profile")]
    pub check: bool,
    /// Check games at random tables: any sets, house rules, options, edition and number of players
    #[arg(long, requires = "check", conflicts_with_all = ["expansions", "with", "edition", "options"])]
    pub random: bool,
    /// How many games are checked at a time [default: all cores]
    #[arg(long, value_name = "N", requires = "check")]
    pub threads: Option<usize>,
    /// Show where the time of scripts goes, by expansion and hook; counting takes time itself
    #[arg(long)]
    pub profile: bool,
    /// Play one game and show how long a player waits at the prompt instead
    #[arg(long, conflicts_with_all = ["games", "check", "profile"])]
    pub prompt: bool,
    /// Whose rulebook
    #[arg(long)]
    pub edition: Option<String>,
    /// Set an option
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

/// Who plays against whom, and how often.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct Match {
    /// One bot
    #[arg(value_name = "BOT")]
    pub one: String,
    /// The other
    #[arg(value_name = "OTHER")]
    pub other: String,
    /// How many games; each seed is played twice, with the seats swapped
    #[arg(long, default_value_t = 100)]
    pub games: u64,
    /// What to play with
    #[arg(long, value_name = "EXPANSION", value_delimiter = ',')]
    pub with: Vec<String>,
    /// How long bots that search think about a choice: 1s, 200ms of a processor, or 2000n for so many choices that they try out
    #[arg(long, value_name = "TIME")]
    pub think: Option<String>,
    /// What chance begins with in the first two games; the next two take the next number
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many games are played at a time; each bot thinks on one core
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Keep each result here, and go on from what it holds
    #[arg(long)]
    pub file: Option<PathBuf>,
    /// Whose rulebook
    #[arg(long)]
    pub edition: Option<String>,
    /// Set an option
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}
