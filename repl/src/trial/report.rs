//! The report as one web page that needs no other file: verdict, plots, all numbers, and three games as replays. The page
//! itself has no script; the replays inside have theirs.

mod plots;

use bastide_core::FIELD;

use crate::draw::looks::Looks;
use crate::draw::picture::page::{filled, page as replay};
use crate::draw::vector::svg::escaped;
use crate::draw::view::Colour;
use crate::io::reply::Failure;
use crate::trial::metric::{Metric, Unit, column};
use crate::trial::plan::{ARMS, Plan, Row};
use crate::trial::raw::value_of;
use crate::trial::summary::{Change, Clarity, Estimate, Line, Summary};
use crate::trial::tables::listed;
use crate::trial::verdict::{self, between, shown, signed, word};

const PAGE: &str = include_str!("report/page.html");
const STYLE: &str = include_str!("report/style.css");

/// The metrics that have a card.
const CARDS: [&str; 6] = ["score", "margin", "first_seat", "lead_changes", "options", "idle_followers"];
/// The most effects in the plot, and rows of sources in the bars.
const MAX_EFFECTS: usize = 18;
const MAX_SOURCES: usize = 9;
/// Colours of sources other than kinds of features.
const REASONS: [&str; 6] = ["#cc79a7", "#56b4e9", "#e69f00", "#009e73", "#999999", "#7f5fa8"];

/// The page.
pub fn page(plan: &Plan, rows: &[Row], summary: &Summary) -> Result<String, Failure> {
    let compares = plan.arms.len() > 1;
    let name = |arm: usize| escaped(&plan.arms[arm].words);
    let heading = match compares {
        true => format!("<span class=\"a\">A {}</span> and <span class=\"b\">B {}</span>", name(0), name(1)),
        false => format!("<span class=\"a\">{}</span>", name(0)),
    };
    let (first_title, first) =
        if compares { ("What changed, and how surely", effects(summary)) } else { ("Who wins", seats(plan, summary)) };
    let scores = summary.line("score").filter(|_| summary.seeds > 0).map(plots::steps).unwrap_or_default();
    let parts = [
        ("title", escaped(&plan.order.arms.join(" and "))),
        ("style", STYLE.trim().into()),
        ("about", escaped(&about(plan, rows, summary))),
        ("heading", heading),
        ("verdict", paragraphs(&verdict::sentences(plan, summary))),
        ("cards", cards(summary)),
        ("first_title", first_title.into()),
        ("first", first),
        ("scores", scores),
        ("sources", plots::bars(&sources(plan, summary)?, &ARMS[..plan.arms.len()])),
        ("fired", fired(plan, summary)),
        ("rescored", rescored(plan, summary)),
        ("heads", heads(compares)),
        ("rows", listed(summary, true).into_iter().map(row).collect::<Vec<_>>().join("\n")),
        ("games", games(plan, rows)?),
        ("footer", footer(plan, summary)),
    ];
    Ok(filled(PAGE, &parts))
}

/// What was played, on a line.
fn about(plan: &Plan, rows: &[Row], summary: &Summary) -> String {
    let order = &plan.order;
    let bots = order.bot_words(", ");
    let (counted, seeds) = (verdict::counted(plan, summary.seeds), plan.seeds_told(rows));
    let what = if plan.arms.len() > 1 { "compare" } else { "simulate" };
    format!("bastide {what} · {counted} · {} players · bots {bots} · {seeds}", order.players)
}

fn paragraphs(sentences: &[String]) -> String {
    sentences.iter().map(|sentence| format!("<p>{}</p>", escaped(sentence))).collect()
}

/// The most important numbers, each on a card.
fn cards(summary: &Summary) -> String {
    CARDS.iter().filter_map(|name| summary.line(name)).filter(|_| summary.seeds > 0).map(card).collect()
}

fn card(line: &Line) -> String {
    let (unit, label) = (line.unit(), escaped(&Metric::label_of(&line.metric)));
    let value = |arm: usize, class: &str| {
        let text = shown(unit, line.arms[arm].mean);
        // One sign of percent is enough for two numbers.
        let text = if arm + 1 < line.arms.len() { text.trim_end_matches(" %") } else { &text };
        format!("<span class=\"{class}\">{text}</span>")
    };
    let (values, told) = match &line.change {
        Some(change) => {
            let half = change.half_width().map(|half| format!(" ± {}", signed(unit, half).trim_start_matches('+')));
            let told = format!("{} {}{}", word(change), signed(unit, change.difference), half.unwrap_or_default());
            (format!("{} → {}", value(0, "a"), value(1, "b")), told)
        }
        None => {
            let interval = line.arms[0].interval.map(|interval| between(unit, interval, false));
            (value(0, "a"), interval.unwrap_or_default())
        }
    };
    format!(
        "<div><span class=\"label\">{label}</span><span class=\"value\">{values}</span><span class=\"change\">{told}</span></div>"
    )
}

fn effects(summary: &Summary) -> String {
    let mut lines = listed(summary, false);
    lines.truncate(MAX_EFFECTS);
    plots::effects(&lines)
}

fn seats(plan: &Plan, summary: &Summary) -> String {
    let of = |stem: &str, noun: &str| -> Vec<(String, _)> {
        let lines = (1..=plan.order.players).map(|n| (n, summary.line(&format!("{stem}{n}"))));
        lines.filter_map(|(n, line)| Some((format!("{noun} {n}"), line?.arms.first()?))).collect()
    };
    let bots = verdict::bots(plan, summary).map(|(name, line)| (name, &line.arms[0]));
    let all: Vec<(String, &Estimate)> = of("wins_seat_", "seat").into_iter().chain(bots).collect();
    plots::seats(&all, 1.0 / plan.order.players as f64)
}

/// The sources of points with their colours: kinds of features as they look on the board. Small ones are one.
fn sources(plan: &Plan, summary: &Summary) -> Result<Vec<plots::Source>, Failure> {
    let looks = Looks::of_setup(&plan.arms[plan.arms.len() - 1].setup)?;
    let field = (column(FIELD), on_paper(looks.palette().field[0]));
    let others = looks.kinds().map(|(name, style)| (column(name), on_paper(style.colour)));
    let kinds: Vec<(String, String)> = [field].into_iter().chain(others).collect();
    let mut reasons = REASONS.iter().cycle();
    let mut sources: Vec<plots::Source> = Vec::new();
    for line in summary.metrics.iter().filter(|line| line.metric.starts_with("share_from_")) {
        let (name, shares) = (line.metric.trim_start_matches("share_from_"), line.arms.iter().map(|arm| arm.mean));
        let (shares, kind) = (shares.collect::<Vec<f64>>(), kinds.iter().find(|(kind, _)| kind == name));
        if shares.iter().all(|share| *share < 0.005) || sources.len() == MAX_SOURCES {
            continue;
        }
        let colour =
            kind.map_or_else(|| reasons.next().unwrap_or(&"#999999").to_string(), |(_, colour)| colour.clone());
        sources.push((name.replace('_', " "), colour, shares));
    }
    Ok(sources)
}

/// A colour as it can be seen on white: a light one becomes darker.
fn on_paper(colour: Colour) -> String {
    let is_light = colour.rgb.iter().all(|part| *part > 200);
    let [red, green, blue] = colour.rgb.map(|part| if is_light { part / 3 * 2 } else { part });
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// How often rules fired.
fn fired(plan: &Plan, summary: &Summary) -> String {
    let lines: String =
        summary.fired.iter().map(|fired| format!("<li>{}</li>", escaped(&verdict::fired(plan, fired)))).collect();
    match lines.is_empty() {
        true => String::new(),
        false => format!("<section class=\"card\"><h2>How often rules fired</h2><ul>{lines}</ul></section>"),
    }
}

/// The changes taken apart, with `--rescore`.
fn rescored(plan: &Plan, summary: &Summary) -> String {
    let row = |line: &&Line| {
        let (split, change, unit) = (line.split.as_ref()?, line.change.as_ref()?, line.unit());
        let part = |part: &Change| {
            let interval = part.interval.map(|interval| between(unit, interval, true)).unwrap_or_default();
            format!("<td>{}</td><td>{interval}</td>", signed(unit, part.difference))
        };
        let (label, all) = (escaped(&Metric::label_of(&line.metric)), signed(unit, change.difference));
        Some(format!(
            "<tr><th scope=\"row\">{label}</th><td>{all}</td>{}{}</tr>",
            part(&split.arithmetic),
            part(&split.behaviour)
        ))
    };
    let rows: String = listed(summary, false).iter().filter_map(row).collect();
    let left = summary.not_rescored.unwrap_or(0);
    match rows.is_empty() || !plan.order.rescore {
        true => String::new(),
        false => format!(
            "<section class=\"card\"><h2>Arithmetic and behaviour</h2><p>The games of A scored by the rules of B ({left} left out): what \
             the rule changes by itself, and what bots make of it.</p><div class=\"scroll\"><table><thead><tr><th></th><th>B − A</th>\
             <th>arithmetic</th><th>95 % interval</th><th>behaviour</th><th>95 % interval</th></tr></thead><tbody>{rows}</tbody></table></div></section>"
        ),
    }
}

fn heads(compares: bool) -> String {
    let heads: &[&str] = match compares {
        true => &["measure", "A", "B", "B − A", "95 % interval", "effect", "verdict"],
        false => &["measure", "mean", "95 % interval", "deviation"],
    };
    let class = |head: &str| if head == "verdict" { " class=\"word\"" } else { "" };
    heads.iter().map(|head| format!("<th scope=\"col\"{}>{head}</th>", class(head))).collect()
}

/// A row of the table of all numbers.
fn row(line: &Line) -> String {
    let unit = line.unit();
    let (label, name) = (escaped(&Metric::label_of(&line.metric)), escaped(&line.metric));
    let cell = |text: String| format!("<td>{text}</td>");
    let cells: String = match (&line.change, &line.arms[..]) {
        (Some(change), [a, b]) => {
            let class = match change.clarity {
                Clarity::Large => "large",
                Clarity::Clear => "clear",
                Clarity::Small => "small",
                Clarity::Unclear => "unclear",
                Clarity::Same => "same",
            };
            let interval = change.interval.map(|interval| between(unit, interval, true)).unwrap_or_default();
            let numbers = [
                shown(unit, a.mean),
                shown(unit, b.mean),
                signed(unit, change.difference),
                interval,
                verdict::effect(change),
            ];
            numbers.map(cell).concat() + &format!("<td class=\"word {class}\">{}</td>", word(change))
        }
        (None, [one]) if line.metric == "winner_changed" => {
            let interval = one.interval.map(|interval| between(unit, interval, false)).unwrap_or_default();
            [String::new(), shown(unit, one.mean), String::new(), interval, String::new(), String::new()]
                .map(cell)
                .concat()
        }
        (_, arms) => {
            let one = &arms[0];
            let interval = one.interval.map(|interval| between(unit, interval, false)).unwrap_or_default();
            let deviation = if unit == Unit::Games { String::new() } else { shown(unit, one.sd) };
            [shown(unit, one.mean), interval, deviation].map(cell).concat()
        }
    };
    format!("<tr><th scope=\"row\">{label}<code>{name}</code></th>{cells}</tr>")
}

/// Three games as replays: the median, the closest and the most one-sided of the last arm.
fn games(plan: &Plan, rows: &[Row]) -> Result<String, Failure> {
    if !plan.is_repeatable() {
        return Ok("<p class=\"quiet\">Bots thought by the clock, so no game can be played again here.</p>".into());
    }
    let arm = ARMS[plan.arms.len() - 1];
    let played: Vec<&Row> = rows.iter().filter(|row| row.arm == arm && row.error.is_none()).collect();
    let by = |name: &str| {
        let mut sorted = played.clone();
        sorted
            .sort_by(|one, other| value_of(one, name).unwrap_or(0.0).total_cmp(&value_of(other, name).unwrap_or(0.0)));
        sorted
    };
    let (scores, margins) = (by("score"), by("margin"));
    let chosen = [
        ("The median game", scores.get(scores.len() / 2)),
        ("The closest game", margins.first()),
        ("The most one-sided game", margins.last()),
    ];
    let mut told = String::new();
    for (title, row) in chosen {
        let Some(row) = row else { continue };
        told += &one_game(plan, title, row)?;
    }
    match told.is_empty() {
        true => Ok(told),
        false => Ok(format!("<section class=\"card\"><h2>Three games to look at</h2>{told}</section>")),
    }
}

fn one_game(plan: &Plan, title: &str, row: &Row) -> Result<String, Failure> {
    let Some(game) = plan.again(row) else { return Ok(String::new()) };
    let page = replay(&game, &Looks::of_setup(game.setup())?)?;
    let points: Vec<String> = game.scores().iter().map(|points| points.to_string()).collect();
    let arm = if plan.arms.len() > 1 { format!(" of {}", row.arm) } else { String::new() };
    let about = format!("{title}{arm}: seed {}, {}", row.seed, points.join(" : "));
    Ok(format!(
        "<details><summary>{}</summary><iframe title=\"{}\" loading=\"lazy\" srcdoc=\"{}\"></iframe></details>",
        escaped(&about),
        escaped(&about),
        escaped(&page)
    ))
}

/// How to read it, and how to run it again.
fn footer(plan: &Plan, summary: &Summary) -> String {
    let games = plan.seeds * plan.seatings;
    let how = match plan.arms.len() {
        1 => "Intervals are for the mean of games (Student's t) and for shares of games (Wilson), at 95 %.",
        _ => {
            "Both arms play the same seeds with the same bots. Intervals are for the mean difference of pairs (Student's t, 95 %). Of \
             all metrics but the first player's wins, only changes that survive Holm's correction are called small, clear or large."
        }
    };
    let failed = match summary.failed {
        0 => String::new(),
        failed => format!("<p>{failed} games failed and are left out.</p>"),
    };
    let (command, sets) =
        (escaped(&format!("{} --games {games}", plan.order.command())), escaped(&plan.sets().join(", ")));
    let version = env!("CARGO_PKG_VERSION");
    format!("{failed}<p>{how}</p><p>Run it again: <code>{command}</code></p><p>Bastide {version}; {sets}</p>")
}
