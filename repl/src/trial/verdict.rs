//! The numbers in sentences, the most important first. Knows a summary, never rows.

use bastide_core::language::{capital, plural};

use crate::measure::stats::t_quantile;
use crate::trial::metric::{Metric, Unit};
use crate::trial::plan::{MAX_SEEDS, Plan};
use crate::trial::summary::{Change, Clarity, Estimate, Fired, Line, MIN_SEEDS, NOTICED, Summary};

/// How many changes the verdict names.
const MAX_CHANGES: usize = 4;

/// A value as people read it.
pub fn shown(unit: Unit, value: f64) -> String {
    match unit {
        Unit::Number if value == 0.0 => "0".into(),
        Unit::Number if value.abs() >= 10.0 => format!("{value:.1}"),
        Unit::Number if value.abs() >= 0.1 => format!("{value:.2}"),
        Unit::Number => format!("{value:.3}"),
        Unit::Share | Unit::Games => format!("{:.1} %", value * 100.0),
    }
}

/// A difference as people read it: with its sign, and without the sign of percent.
pub fn signed(unit: Unit, value: f64) -> String {
    let text = shown(unit, value);
    let text = text.trim_end_matches(" %");
    let is_zero = !text.contains(|c: char| c.is_ascii_digit() && c != '0');
    match (is_zero, value > 0.0) {
        (true, _) => text.trim_start_matches('-').into(),
        (_, true) => format!("+{text}"),
        _ => text.into(),
    }
}

/// An interval as people read it.
pub fn between(unit: Unit, (low, high): (f64, f64), is_difference: bool) -> String {
    match is_difference {
        true => format!("{} to {}", signed(unit, low), signed(unit, high)),
        false => format!("{} to {}", shown(unit, low).trim_end_matches(" %"), shown(unit, high)),
    }
}

/// The most standard deviations that are reported; beyond them no number says more.
const MAX_EFFECT: f64 = 10.0;

/// An effect as people read it; nothing if there is none to report.
pub fn effect(change: &Change) -> String {
    match change.effect {
        None => String::new(),
        Some(effect) if effect >= MAX_EFFECT => format!("over +{MAX_EFFECT}"),
        Some(effect) if effect <= -MAX_EFFECT => format!("below -{MAX_EFFECT}"),
        Some(effect) => format!("{effect:+.2}"),
    }
}

/// How clear a change is, in two words.
pub fn word(change: &Change) -> String {
    let way = if change.difference > 0.0 { "rise" } else { "fall" };
    match change.clarity {
        _ if change.n < MIN_SEEDS => String::new(),
        Clarity::Same => "no change".into(),
        Clarity::Unclear => "cannot tell".into(),
        Clarity::Small => format!("small {way}"),
        Clarity::Clear => format!("clear {way}"),
        Clarity::Large => format!("large {way}"),
    }
}

/// How many pairs or games the statistics count.
pub fn counted(plan: &Plan, seeds: usize) -> String {
    format!("{seeds} {}", plural(seed_word(plan), seeds as i64))
}

/// What the games of a seed are called.
fn seed_word(plan: &Plan) -> &'static str {
    match (plan.arms.len(), plan.seatings) {
        (1, 1) => "game",
        (_, 1) => "pair",
        _ => "seed",
    }
}

/// The verdict: the most important sentence first.
pub fn sentences(plan: &Plan, summary: &Summary) -> Vec<String> {
    if summary.seeds < MIN_SEEDS {
        let all = counted(plan, summary.seeds);
        return vec![format!("{all}: too few games. Use at least {MIN_SEEDS}; --games 400 says more.")];
    }
    let first = summary.line("first_seat");
    if plan.arms.len() == 1 {
        let first = first.map(|line| advantage(plan, summary, &line.arms[0]));
        return who_wins(plan, summary).into_iter().chain(first).collect();
    }
    if are_same(summary) {
        return vec!["Both arms played the same games: what differs between them never mattered.".into()];
    }
    let first = first.and_then(|line| Some((line, line.change.as_ref()?)));
    let (is_clear, about_first) = first.map_or((false, None), |(line, change)| {
        (change.clarity >= Clarity::Small, Some(first_player(plan, summary, line, change)))
    });
    let (changes, are_clear) = changes(plan, summary);
    let mut sentences: Vec<String> = [about_first, Some(changes)].into_iter().flatten().collect();
    if are_clear && !is_clear {
        sentences.reverse();
    }
    sentences.extend(other_winner(summary));
    sentences
}

/// Whether both arms played the same games. What a rule measures itself does not count as a difference between games.
fn are_same(summary: &Summary) -> bool {
    let is_own = |line: &&Line| ["fired_", "metric_"].iter().any(|stem| line.metric.starts_with(stem));
    let mut changes = summary.metrics.iter().filter(|line| !is_own(line)).filter_map(|line| line.change.as_ref());
    changes.all(|change| change.clarity == Clarity::Same)
}

/// Whether the first player has an advantage.
fn advantage(plan: &Plan, summary: &Summary, first: &Estimate) -> String {
    let Some((low, high)) = first.interval else {
        return format!("The first player wins {}, the same on every seed.", shown(Unit::Games, first.mean));
    };
    let fair = 1.0 / plan.order.players as f64;
    let told = match () {
        () if low > fair => "an advantage".into(),
        () if high < fair => "a disadvantage".into(),
        () => format!("no clear advantage, and {}", unseen(plan, summary, (high - low) / 2.0)),
    };
    let (share, interval) = (shown(Unit::Games, first.mean), between(Unit::Games, (low, high), false));
    let fair = shown(Unit::Games, fair);
    format!("The first player wins {share} (95 % interval {interval}; fair is {fair}): {told}.")
}

/// The bots that differ, with their wins.
pub fn bots<'a>(plan: &'a Plan, summary: &'a Summary) -> impl Iterator<Item = (String, &'a Line)> {
    let named = plan.order.bots.iter().zip(1..);
    named.filter_map(|(bot, n): (_, u32)| Some((format!("{bot} (bot {n})"), summary.line(&format!("wins_bot_{n}"))?)))
}

/// Which of different bots wins.
fn who_wins(plan: &Plan, summary: &Summary) -> Option<String> {
    let told = bots(plan, summary).map(|(name, line)| {
        let arm = &line.arms[0];
        let interval =
            arm.interval.map(|interval| format!(" (95 % interval {})", between(Unit::Games, interval, false)));
        format!("{name} wins {}{}", shown(Unit::Games, arm.mean), interval.unwrap_or_default())
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| capital(&format!("{}.", told.join(", "))))
}

/// What happens to the advantage of the first player.
fn first_player(plan: &Plan, summary: &Summary, line: &Line, change: &Change) -> String {
    let [a, b] = [0, 1].map(|arm| shown(Unit::Games, line.arms[arm].mean));
    let others = if plan.order.players == 2 { "the second" } else { "the others" };
    let degree = match change.difference.abs() {
        small if small < 0.05 => "a little ",
        large if large > 0.15 => "much ",
        _ => "",
    };
    let told = match (change.clarity, change.half_width()) {
        (Clarity::Unclear, Some(half)) => format!("no clear change, and {}", unseen(plan, summary, half)),
        (Clarity::Same | Clarity::Unclear, _) => format!("no change in any {}", seed_word(plan)),
        _ if change.difference > 0.0 => format!("{degree}worse for {others}"),
        _ => format!("{degree}better for {others}"),
    };
    let interval = change.interval.map(|interval| format!(", 95 % interval {}", between(Unit::Games, interval, true)));
    let difference = signed(Unit::Games, change.difference);
    format!("First player {} → {b} ({difference}{}): {told}.", a.trim_end_matches(" %"), interval.unwrap_or_default())
}

/// What these games cannot see, and how many would.
fn unseen(plan: &Plan, summary: &Summary, half: f64) -> String {
    let more = more_would_see(plan, summary, |by| format!("{:.1}", half * by * 100.0));
    format!("{} see nothing below {:.1} points{more}", counted(plan, summary.seeds), half * 100.0)
}

/// How many games would see more than these, and how much; nothing if these are as many as can be played.
fn more_would_see(plan: &Plan, summary: &Summary, seen: impl Fn(f64) -> String) -> String {
    let games = summary.seeds as u64 * plan.seatings;
    let more = (games * 10).min(MAX_SEEDS);
    match more > games {
        true => format!("; --games {more} would see {}", seen((games as f64 / more as f64).sqrt())),
        false => String::new(),
    }
}

/// What is said if nothing changes clearly: that nothing changes enough to notice, if these games show that; else the
/// smallest effect that they would have shown, with all metrics taken together.
fn no_changes(plan: &Plan, summary: &Summary, lines: &[&Line]) -> String {
    let all = summary.metrics.iter().filter(|line| line.change.is_some()).count();
    let wider = |change: &Change| {
        let freedom = change.n.max(2) as f64 - 1.0;
        t_quantile(freedom, 0.05 / all.max(1) as f64) / t_quantile(freedom, 0.05)
    };
    let half = |change: &Change| Some(change.half_width()? * wider(change) / change.deviation);
    let halves = lines.iter().filter_map(|line| line.change.as_ref()).filter_map(|it| Some((it.size(), half(it)?)));
    let (unseen, largest) =
        halves.fold((0.0_f64, 0.0_f64), |(one, other), (size, half)| (one.max(half), other.max(size + half)));
    match largest < NOTICED {
        true => "No other number changes enough to notice in a game.".into(),
        false => format!(
            "No other number changes clearly, and {} see no effect below {unseen:.2}{}.",
            counted(plan, summary.seeds),
            more_would_see(plan, summary, |by| format!("{:.2}", unseen * by))
        ),
    }
}

/// The clearest changes, largest effect first, and whether there are any.
fn changes(plan: &Plan, summary: &Summary) -> (String, bool) {
    let clear = |line: &&Line| line.change.as_ref().is_some_and(|change| change.clarity >= Clarity::Clear);
    let is_named =
        |line: &&Line| Metric::find(&line.metric).is_some_and(|(_, metric)| metric.shown && metric.unit != Unit::Games);
    let named: Vec<&Line> = summary.metrics.iter().filter(is_named).collect();
    let mut lines: Vec<&Line> = named.iter().copied().filter(clear).collect();
    let effect = |line: &Line| line.change.as_ref().map_or(0.0, Change::size);
    lines.sort_by(|one, other| effect(other).total_cmp(&effect(one)));
    let told: Vec<String> = lines.iter().take(MAX_CHANGES).map(|line| moved(line)).collect();
    let text = match (told.is_empty(), lines.len().saturating_sub(told.len())) {
        (true, _) => no_changes(plan, summary, &named),
        (_, 0) => capital(&format!("{}.", told.join(", "))),
        (_, more) => capital(&format!("{}, and {more} more below.", told.join(", "))),
    };
    (text, !told.is_empty())
}

/// One change: `average score 93.6 → 84.0 (-10 %)`.
fn moved(line: &Line) -> String {
    let (unit, label) = (line.unit(), Metric::label_of(&line.metric));
    let (a, b) = (line.arms[0].mean, line.arms[1].mean);
    let share = match unit {
        Unit::Number if a != 0.0 => format!(" ({:+.0} %)", (b - a) / a.abs() * 100.0),
        _ => String::new(),
    };
    format!("{label} {} → {}{share}", shown(unit, a).trim_end_matches(" %"), shown(unit, b))
}

/// In how many pairs the rule decides who wins.
fn other_winner(summary: &Summary) -> Option<String> {
    let line = summary.line("winner_changed")?;
    let estimate = line.arms.first()?;
    let interval =
        estimate.interval.map(|interval| format!(" (95 % interval {})", between(Unit::Games, interval, false)));
    Some(format!(
        "Another seat wins in {} of the pairs{}.",
        shown(Unit::Games, estimate.mean),
        interval.unwrap_or_default()
    ))
}

/// How often the rules of a set did something.
pub fn fired(plan: &Plan, fired: &Fired) -> String {
    let Fired { set, of, games, .. } = fired;
    let arm = if plan.arms.len() > 1 { format!("{}: ", fired.arm) } else { String::new() };
    let all = plural("game", *of as i64);
    match fired.times {
        None => format!("{arm}{set} is data: it applies always, and no script of it can fire"),
        Some(0) => format!("{arm}{set} fired 0 times in {of} {all}: nothing in these games called for it"),
        Some(times) => {
            let (each, often) = (times as f64 / (*of).max(1) as f64, plural("time", times as i64));
            format!("{arm}{set} fired {times} {often} in {of} {all} ({each:.1} a game, in {games} at least once)")
        }
    }
}
