//! How long a bot may think: by the clock, or by visits of its tree.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Think {
    /// For this time.
    Time(Duration),
    /// For so many visits.
    Visits(u64),
}

/// The longest time.
const LONGEST: u64 = 3_600_000;

impl Default for Think {
    fn default() -> Think {
        Think::Time(Duration::from_secs(1))
    }
}

impl Think {
    /// Whether it was long enough.
    pub fn is_over(self, visits: u64, elapsed: impl Fn() -> Duration) -> bool {
        match self {
            Think::Visits(most) => visits >= most,
            Think::Time(most) => visits > 0 && elapsed() >= most,
        }
    }

    /// How many visits are still to come, if they go on as they went.
    pub fn left(self, visits: u64, elapsed: impl Fn() -> Duration) -> u64 {
        match self {
            Think::Visits(most) => most.saturating_sub(visits),
            Think::Time(most) => {
                let so_far = elapsed().as_secs_f64().max(1e-6);
                (visits as f64 * (most.as_secs_f64() / so_far - 1.0)).max(0.0).ceil() as u64
            }
        }
    }
}

impl fmt::Display for Think {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Think::Visits(visits) => write!(f, "{visits}n"),
            Think::Time(time) if time.subsec_millis() == 0 => write!(f, "{}s", time.as_secs()),
            Think::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

impl FromStr for Think {
    type Err = String;

    fn from_str(text: &str) -> Result<Think, String> {
        let wrong = || format!("`{text}` is no time to think: write 1s, 0.5s, 200ms or 2000n");
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let number = || digits.parse::<u64>().ok().filter(|&n| n > 0);
        let time = |ms: u64| (1..=LONGEST).contains(&ms).then(|| Think::Time(Duration::from_millis(ms)));
        let think = match &text[digits.len()..] {
            "n" => number().map(Think::Visits),
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
