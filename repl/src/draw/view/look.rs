//! What the output can show: characters, colours, zoom. The environment is passed in, so tests can replace it.

/// The available characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Glyphs {
    /// Half-blocks if there are colours, otherwise boxes and shades.
    Unicode,
    /// ASCII only.
    Ascii,
}

/// The available colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// Plain text without any escape sequence.
    Plain,
    /// A terminal without colours: bold and reverse only.
    Mono,
    /// 16 colours.
    Ansi16,
    /// 256 colours.
    Ansi256,
    /// 24-bit colours.
    True,
}

/// The size of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Zoom {
    /// 2×1 characters (3×1 without colours): a map of a large board.
    Map,
    /// 4×2 characters (5×2 without colours): the whole of a large board.
    Small,
    /// 6×3 characters (7×3 without colours): the whole board.
    Overview,
    /// 10×5 characters (9×5 without colours): for play.
    Play,
    /// 14×7 characters (9×5 without colours): the tile in hand, teaching.
    Close,
}

impl Zoom {
    /// All zooms, the largest first.
    pub const ALL: [Zoom; 5] = [Zoom::Close, Zoom::Play, Zoom::Overview, Zoom::Small, Zoom::Map];

    /// The next larger zoom, or the next smaller one; the same at either end.
    pub fn stepped(self, larger: bool) -> Zoom {
        let at = Zoom::ALL.iter().position(|zoom| *zoom == self).unwrap_or_default();
        let next = if larger { at.checked_sub(1) } else { Some(at + 1) };
        next.and_then(|next| Zoom::ALL.get(next)).copied().unwrap_or(self)
    }
}

/// Everything a picture depends on besides its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Look {
    /// The available characters.
    pub glyphs: Glyphs,
    /// The available colours.
    pub depth: Depth,
    /// The size of a tile.
    pub zoom: Zoom,
}

impl Look {
    /// Whether tiles are drawn in coloured half-blocks, not characters.
    pub fn is_blocks(self) -> bool {
        self.glyphs == Glyphs::Unicode && self.depth >= Depth::Ansi16
    }

    /// Whether only ASCII is used.
    pub fn is_ascii(self) -> bool {
        self.glyphs == Glyphs::Ascii
    }

    /// Columns and lines of a tile.
    pub fn tile_size(self) -> (usize, usize) {
        match (self.is_blocks(), self.zoom) {
            (true, Zoom::Map) => (2, 1),
            (true, Zoom::Small) => (4, 2),
            (true, Zoom::Overview) => (6, 3),
            (true, Zoom::Play) => (10, 5),
            (true, Zoom::Close) => (14, 7),
            (false, Zoom::Map) => (3, 1),
            (false, Zoom::Small) => (5, 2),
            (false, Zoom::Overview) => (7, 3),
            (false, _) => (9, 5),
        }
    }
}

/// The value of `--color`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColourChoice {
    /// Decided by the environment.
    #[default]
    Auto,
    /// Colours even in a file.
    Always,
    /// No colours and no escape sequences.
    Never,
}

/// How many colours to use. The flag has priority over `NO_COLOR`, then `CLICOLOR_FORCE`, then the kind of stream. A
/// terminal for which colours are turned off can still show bold and reverse.
pub fn choose_depth(flag: ColourChoice, is_terminal: bool, variable: impl Fn(&str) -> Option<String>) -> Depth {
    let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
    let term = variable("TERM").unwrap_or_default();
    let is_able = is_terminal && term != "dumb";
    let is_forced = variable("CLICOLOR_FORCE").is_some_and(|value| value != "0");
    match flag {
        ColourChoice::Never => return Depth::Plain,
        ColourChoice::Always => {}
        ColourChoice::Auto if variable("NO_COLOR").is_some() => {
            return if is_able { Depth::Mono } else { Depth::Plain };
        }
        ColourChoice::Auto if is_able || is_forced => {}
        ColourChoice::Auto => return Depth::Plain,
    }
    match variable("COLORTERM").as_deref() {
        Some("truecolor" | "24bit") => Depth::True,
        _ if term.ends_with("-256color") => Depth::Ansi256,
        _ => Depth::Ansi16,
    }
}

/// Which characters to use: the flag's, otherwise by the locale.
pub fn choose_glyphs(flag: Option<Glyphs>, variable: impl Fn(&str) -> Option<String>) -> Glyphs {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable).find(|value| !value.is_empty());
    let locale = locale.unwrap_or_default().to_ascii_uppercase();
    let is_utf8 = locale.contains("UTF-8") || locale.contains("UTF8");
    flag.unwrap_or(if is_utf8 { Glyphs::Unicode } else { Glyphs::Ascii })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lookup(variables: &str) -> impl Fn(&str) -> Option<String> {
        move |name| {
            let found = variables.split(' ').filter_map(|pair| pair.split_once('=')).find(|(key, _)| *key == name);
            found.map(|(_, value)| value.to_string())
        }
    }

    #[test]
    fn colours_follow_flag_stream_and_environment() {
        use ColourChoice::{Always, Auto, Never};
        let table = [
            (Auto, true, "TERM=xterm", Depth::Ansi16),
            (Auto, true, "", Depth::Ansi16),
            (Auto, true, "TERM=xterm-256color", Depth::Ansi256),
            (Auto, true, "TERM=xterm-256color COLORTERM=truecolor", Depth::True),
            (Auto, true, "TERM=xterm COLORTERM=24bit", Depth::True),
            (Auto, true, "TERM=xterm COLORTERM=yes", Depth::Ansi16),
            (Auto, true, "TERM=dumb", Depth::Plain),
            (Auto, true, "TERM=dumb COLORTERM=truecolor", Depth::Plain),
            (Auto, true, "TERM=xterm-256color NO_COLOR=1", Depth::Mono),
            (Auto, true, "TERM=xterm-256color NO_COLOR=", Depth::Ansi256),
            (Auto, true, "TERM=dumb NO_COLOR=1", Depth::Plain),
            (Auto, false, "TERM=xterm-256color", Depth::Plain),
            (Auto, false, "TERM=xterm-256color NO_COLOR=1", Depth::Plain),
            (Auto, false, "TERM=xterm-256color CLICOLOR_FORCE=1", Depth::Ansi256),
            (Auto, false, "TERM=xterm-256color CLICOLOR_FORCE=0", Depth::Plain),
            (Auto, false, "TERM=xterm-256color CLICOLOR_FORCE=", Depth::Plain),
            (Auto, true, "TERM=dumb CLICOLOR_FORCE=1", Depth::Ansi16),
            (Auto, true, "TERM=xterm CLICOLOR_FORCE=1 NO_COLOR=1", Depth::Mono),
            (Always, false, "TERM=xterm COLORTERM=truecolor", Depth::True),
            (Always, true, "TERM=xterm-256color NO_COLOR=1", Depth::Ansi256),
            (Always, false, "TERM=dumb", Depth::Ansi16),
            (Never, true, "TERM=xterm COLORTERM=truecolor CLICOLOR_FORCE=1", Depth::Plain),
        ];
        for (flag, is_terminal, variables, depth) in table {
            let chosen = choose_depth(flag, is_terminal, lookup(variables));
            assert_eq!(chosen, depth, "{flag:?} {is_terminal} {variables}");
        }
    }

    #[test]
    fn glyphs_follow_the_flag_and_then_the_first_locale_that_is_set() {
        let table = [
            (None, "LANG=en_GB.UTF-8", Glyphs::Unicode),
            (None, "LANG=en_GB.utf8", Glyphs::Unicode),
            (None, "LANG=C", Glyphs::Ascii),
            (None, "", Glyphs::Ascii),
            (None, "LC_ALL=C LC_CTYPE=de_DE.UTF-8 LANG=de_DE.UTF-8", Glyphs::Ascii),
            (None, "LC_ALL= LC_CTYPE=C LANG=de_DE.UTF-8", Glyphs::Ascii),
            (None, "LC_ALL= LC_CTYPE= LANG=de_DE.UTF-8", Glyphs::Unicode),
            (None, "LC_CTYPE=C.UTF-8 LANG=C", Glyphs::Unicode),
            (Some(Glyphs::Ascii), "LANG=en_GB.UTF-8", Glyphs::Ascii),
            (Some(Glyphs::Unicode), "LANG=C", Glyphs::Unicode),
        ];
        for (flag, variables, glyphs) in table {
            assert_eq!(choose_glyphs(flag, lookup(variables)), glyphs, "{flag:?} {variables}");
        }
    }
}
