//! `plain`: switches between sentences and pictures.

use clap::ValueEnum;

use crate::line::command::{Args, Command, Context, Failure, Reply};

/// Print sentences instead of pictures, for screen readers
#[derive(Args)]
pub struct Plain {
    /// On or off (default: on)
    on: Option<Switch>,
}

impl Command for Plain {
    const NAME: &str = "plain";
    const EXAMPLES: &str = "plain        plain off        bastide --plain";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let plain = self.on.is_none_or(|on| on == Switch::On);
        context.screen.settings.plain = plain;
        let text = if plain { "the table is described in sentences" } else { "the table is drawn" };
        Ok(Reply::text(text).with("plain", plain))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Switch {
    /// On
    On,
    /// Off
    Off,
}
