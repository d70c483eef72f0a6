//! What a terminal says it can show besides characters: how it is asked, what its answers mean, which way is chosen. Knows
//! no picture.

mod ask;

pub use ask::{ask, cell_size};

/// A way to show pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Kitty's, also of Ghostty, WezTerm and Konsole.
    Kitty,
    /// Kitty's through tmux, which lets the sequences pass.
    KittyInTmux,
    /// iTerm2's, also of WezTerm and mintty.
    Iterm,
    /// Sixels, in this many colours.
    Sixel {
        /// The number of colours.
        colours: usize,
    },
}

/// How this terminal shows pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Graphics {
    /// The way.
    pub protocol: Protocol,
    /// Pixels of a character, across and down.
    pub cell: (usize, usize),
    /// The largest picture in pixels, if there is a limit.
    pub most: Option<(usize, usize)>,
}

/// Every terminal answers this; its answer ends the others.
const ATTRIBUTES: &str = "\x1b[c";
/// Asks for the name, the size of a character and of the text in pixels, the number of colours and the largest picture.
const QUESTIONS: &str = "\x1b[>0q\x1b[16t\x1b[14t\x1b[?1;1;0S\x1b[?2;1;0S";
/// Whether it takes a picture of one pixel, which is not kept.
const KITTY: &str = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\";

/// A number of colours that every terminal with sixels has.
const FEW_COLOURS: usize = 16;
/// More colours than this are not told apart.
const MANY_COLOURS: usize = 256;
/// Characters of other sizes in pixels are not believed.
const CELL: std::ops::RangeInclusive<usize> = 3..=200;

/// The most lines of a picture that passes through tmux.
pub const TMUX_LINES: usize = 64;

/// What a terminal answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Answers {
    takes_kitty: bool,
    name: String,
    attributes: Vec<usize>,
    cell: Option<(usize, usize)>,
    area: Option<(usize, usize)>,
    colours: Option<usize>,
    most: Option<(usize, usize)>,
}

impl Answers {
    /// Reads answers among whatever else arrived.
    fn read(text: &str) -> Answers {
        let mut answers = Answers::default();
        for part in text.split('\x1b').skip(1) {
            match part.split_at_checked(1) {
                Some(("[", rest)) => answers.control(rest),
                Some(("_", rest)) => answers.takes_kitty |= rest.starts_with("Gi=31;OK"),
                Some(("P", rest)) => answers.name = rest.strip_prefix(">|").unwrap_or(&answers.name).to_string(),
                _ => {}
            }
        }
        answers
    }

    fn control(&mut self, text: &str) {
        let Some((body, end)) = text.find(|sign: char| sign.is_ascii_alphabetic()).map(|at| text.split_at(at)) else {
            return;
        };
        let numbers = |body: &str| body.split(';').map(|n| n.parse().unwrap_or(0)).collect::<Vec<usize>>();
        match (body.strip_prefix('?'), end.chars().next()) {
            (Some(body), Some('c')) => self.attributes = numbers(body),
            (Some(body), Some('S')) => match numbers(body)[..] {
                [1, 0, colours] => self.colours = Some(colours),
                [2, 0, width, height] => self.most = Some((width, height)),
                _ => {}
            },
            (None, Some('t')) => match numbers(body)[..] {
                [6, height, width] => self.cell = Some((width, height)),
                [4, height, width] => self.area = Some((width, height)),
                _ => {}
            },
            _ => {}
        }
    }

    fn is_complete(&self) -> bool {
        !self.attributes.is_empty()
    }

    /// The way to show pictures, given the size of the screen in characters and in pixels as the system knows them.
    fn graphics(&self, place: &Surroundings, size: (usize, usize), pixels: (usize, usize)) -> Option<Graphics> {
        let split = |(width, height): (usize, usize)| (width / size.0.max(1), height / size.1.max(1));
        let cells = [self.cell, self.area.map(split), Some(split(pixels))];
        let cell = cells.into_iter().flatten().find(|(width, height)| CELL.contains(width) && CELL.contains(height))?;
        let colours = self.colours.filter(|colours| *colours > 1).unwrap_or(FEW_COLOURS).min(MANY_COLOURS);
        let has_sixels = self.attributes.contains(&4);
        let names_iterm = ["iTerm2", "WezTerm", "mintty"].iter().any(|name| self.name.starts_with(name));
        let protocol = match place.is_tmux {
            true if self.takes_kitty => Protocol::KittyInTmux,
            false if self.takes_kitty => Protocol::Kitty,
            false if names_iterm || place.is_iterm => Protocol::Iterm,
            _ if has_sixels => Protocol::Sixel { colours },
            _ => return None,
        };
        let most = match protocol {
            Protocol::Sixel { .. } => self.most.filter(|(width, height)| *width > 0 && *height > 0),
            Protocol::KittyInTmux => Some((usize::MAX, TMUX_LINES * cell.1)),
            _ => None,
        };
        Some(Graphics { protocol, cell, most })
    }
}

/// What a person typed among the answers of a terminal: everything that is not part of a sequence.
fn typed(text: &str) -> String {
    let mut typed = String::new();
    let mut signs = text.chars();
    while let Some(sign) = signs.next() {
        match sign {
            '\x1b' => match signs.next() {
                Some('[' | 'O') => drop(signs.find(|sign| ('@'..='~').contains(sign))),
                // These end with an escape and a backslash, or with a bell.
                Some('P' | '_' | ']') if signs.find(|sign| ['\x1b', '\x07'].contains(sign)) == Some('\x1b') => {
                    signs.next();
                }
                _ => {}
            },
            '\r' | '\n' => typed.push('\n'),
            sign if !sign.is_control() => typed.push(sign),
            _ => {}
        }
    }
    typed
}

/// What the environment says about the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Surroundings {
    is_tmux: bool,
    is_iterm: bool,
    /// The terminal is at the other end of a network.
    is_far: bool,
    /// The terminal is one that answers, but a window that has just opened may take its time.
    is_known: bool,
}

/// What terminals that answer say about themselves.
const KNOWN: [&str; 7] = [
    "KITTY_WINDOW_ID",
    "WEZTERM_PANE",
    "TERM_PROGRAM",
    "KONSOLE_VERSION",
    "XTERM_VERSION",
    "VTE_VERSION",
    "GHOSTTY_RESOURCES_DIR",
];

impl Surroundings {
    fn read(variable: impl Fn(&str) -> Option<String>) -> Surroundings {
        let is = |name: &str, value: &str| variable(name).is_some_and(|found| found.starts_with(value));
        Surroundings {
            is_tmux: variable("TMUX").is_some_and(|value| !value.is_empty()) || is("TERM", "tmux"),
            is_iterm: is("TERM_PROGRAM", "iTerm") || is("LC_TERMINAL", "iTerm2"),
            is_far: variable("SSH_CONNECTION").is_some(),
            is_known: KNOWN.iter().any(|name| is(name, "")) || is("TERM", "foot"),
        }
    }

    /// All questions. Tmux answers them itself, except what it lets pass.
    fn questions(self) -> String {
        let kitty = if self.is_tmux { passed(KITTY) } else { KITTY.to_string() };
        format!("{kitty}{QUESTIONS}{ATTRIBUTES}")
    }
}

/// A sequence that tmux hands on to the terminal outside.
pub fn passed(sequence: &str) -> String {
    format!("\x1bPtmux;{}\x1b\\", sequence.replace('\x1b', "\x1b\x1b"))
}

#[cfg(test)]
mod tests;
