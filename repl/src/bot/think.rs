//! How long a bot may think: by the clock, or by the number of choices it tries.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// The limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Think {
    /// For this time.
    Time(Duration),
    /// This many choices, both its own and those of others that follow.
    Nodes(u64),
}

/// The longest thinking time.
const MAX_THINK_MS: u64 = 3_600_000;

impl Default for Think {
    fn default() -> Think {
        Think::Time(Duration::from_secs(1))
    }
}

impl Think {
    /// The share of the thinking that is done; 1 when it is over.
    pub fn done(self, nodes: u64, elapsed: impl Fn() -> Duration) -> f64 {
        match self {
            Think::Nodes(most) => nodes as f64 / most as f64,
            Think::Time(most) => elapsed().as_secs_f64() / most.as_secs_f64(),
        }
    }
}

impl fmt::Display for Think {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Think::Nodes(nodes) => write!(f, "{nodes}n"),
            Think::Time(time) if time.subsec_millis() == 0 => write!(f, "{}s", time.as_secs()),
            Think::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

impl FromStr for Think {
    type Err = String;

    fn from_str(text: &str) -> Result<Think, String> {
        let wrong = || format!("`{text}` is not a thinking time; write 1s, 0.5s, 200ms or 2000n");
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let number = || digits.parse::<u64>().ok().filter(|&n| n > 0);
        let time = |ms: u64| (1..=MAX_THINK_MS).contains(&ms).then(|| Think::Time(Duration::from_millis(ms)));
        let think = match &text[digits.len()..] {
            "n" => number().map(Think::Nodes),
            "ms" => number().and_then(time),
            "s" => digits.parse::<f64>().ok().and_then(|s| time((s * 1000.0).round() as u64)),
            _ => None,
        };
        think.ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_what_is_read() {
        for text in ["1s", "1500ms", "2000n", "1n", "3600s"] {
            assert_eq!(text.parse::<Think>().unwrap().to_string(), text);
        }
        assert_eq!("0.5s".parse::<Think>().unwrap().to_string(), "500ms");
        for text in ["", "1", "s", "0n", "0s", "-1s", "1e9s", "NaNs", "1h", "n5", "٣s"] {
            assert!(text.parse::<Think>().is_err(), "{text}");
        }
    }
}
