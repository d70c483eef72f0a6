//! The pictures of a report, as SVG: effects with their intervals, histograms, bars of sources, wins by seat.

use std::fmt::Write;

use crate::draw::vector::svg::escaped;
use crate::trial::metric::{Metric, Unit};
use crate::trial::summary::{Clarity, Estimate, Line, NOTICED};
use crate::trial::tables::{histogram, range};
use crate::trial::verdict::shown;

/// The colours of the arms, which colour-blind people tell apart.
pub const COLOURS: [&str; 2] = ["#0072b2", "#d55e00"];
/// Effects beyond this many standard deviations are drawn at the edge.
const MAX_EFFECT: f64 = 3.0;

/// A number with one digit after the point, without a needless zero.
fn at(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(String::from).unwrap_or(text)
}

fn text(x: f64, y: f64, class: &str, words: &str) -> String {
    format!("<text x=\"{}\" y=\"{}\" class=\"{class}\">{}</text>", at(x), at(y), escaped(words))
}

fn rule(class: &str, from: (f64, f64), to: (f64, f64)) -> String {
    let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(at);
    format!("<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>")
}

fn picture(width: f64, height: f64, label: &str, inside: &str) -> String {
    let (width, height) = (at(width), at(height));
    format!("<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">{inside}</svg>", escaped(label))
}

/// The smallest of 1, 2, 5, 10, 20 … that divides a range into at most this many steps.
fn step(range: f64, most: f64) -> f64 {
    let mut unit = 10f64.powf((range / most).max(1e-9).log10().floor());
    loop {
        if let Some(of) = [1.0, 2.0, 5.0].into_iter().find(|of| range / (of * unit) <= most) {
            return of * unit;
        }
        unit *= 10.0;
    }
}

/// The steps within a range.
fn ticks((low, high): (f64, f64), most: f64) -> Vec<f64> {
    let step = step(high - low, most);
    // A multiple of the step that was rounded up counts as within the range.
    let first = (low / step - 1e-9).ceil() as i64;
    (first..).map(|n| n as f64 * step).take_while(|tick| *tick <= high + step * 1e-9).collect()
}

/// What changed, and how surely: each change in standard deviations of one game, with its interval.
pub fn effects(lines: &[&Line]) -> String {
    let rows: Vec<(&&Line, f64, f64)> = lines
        .iter()
        .filter_map(|line| {
            let change = line.change.as_ref().filter(|change| change.deviation > 0.0)?;
            Some((line, change.effect?, change.half_width()? / change.deviation))
        })
        .collect();
    let (left, right, top, each) = (150.0, 548.0, 8.0, 25.0);
    let far = rows.iter().map(|(_, effect, half)| effect.abs() + half).fold(0.6, f64::max).min(MAX_EFFECT);
    let bottom = top + each * rows.len() as f64;
    let x = |effect: f64| left + (right - left) * (effect.clamp(-far, far) + far) / (2.0 * far);
    let mut inside = String::new();
    let band = (x(-NOTICED), x(NOTICED));
    let (from, wide, high) = (at(band.0), at(band.1 - band.0), at(bottom - top));
    let _ =
        write!(inside, "<rect x=\"{from}\" y=\"{}\" width=\"{wide}\" height=\"{high}\" fill=\"#ecece6\"/>", at(top));
    for tick in ticks((-far, far), 6.0) {
        inside += &rule(if tick == 0.0 { "axis" } else { "grid" }, (x(tick), top), (x(tick), bottom));
        inside += &text(x(tick), bottom + 15.0, "middle soft", &format!("{tick:+.1}"));
    }
    for (place, (line, effect, half)) in rows.iter().enumerate() {
        let y = top + each * (place as f64 + 0.5);
        let clarity = line.change.as_ref().map_or(Clarity::Same, |change| change.clarity);
        let (ink, fill) = match clarity {
            Clarity::Same | Clarity::Unclear => ("#98948a", "#fff"),
            Clarity::Small => ("#8a6d3b", "#8a6d3b"),
            Clarity::Clear | Clarity::Large => (COLOURS[1], COLOURS[1]),
        };
        inside += &text(left - 10.0, y + 4.0, "end", &Metric::label_of(&line.metric));
        let (low, high, middle, y) = (at(x(effect - half)), at(x(effect + half)), at(x(*effect)), at(y));
        let _ = write!(
            inside,
            "<line x1=\"{low}\" y1=\"{y}\" x2=\"{high}\" y2=\"{y}\" stroke=\"{ink}\" stroke-width=\"3\"/>\
             <circle cx=\"{middle}\" cy=\"{y}\" r=\"5\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"2\"/>"
        );
    }
    let note = "change in standard deviations of one game (grey band: too small to notice)";
    inside += &text((left + right) / 2.0, bottom + 32.0, "middle soft", note);
    picture(
        570.0,
        bottom + 40.0,
        "Effects of the rule with their 95 % intervals; the table below has the numbers",
        &inside,
    )
}

/// The values of a metric in each arm as overlaid steps, with their means.
pub fn steps(line: &Line) -> String {
    let (low, high) = range(line);
    if low >= high {
        return String::from("<p class=\"quiet\">The same in all games.</p>");
    }
    let (left, right, top, bottom, bins) = (8.0, 392.0, 26.0, 150.0, 24);
    let counts: Vec<Vec<i32>> = line.values.iter().map(|values| histogram(values, (low, high), bins)).collect();
    let most = counts.iter().flatten().max().copied().unwrap_or(1).max(1);
    let x = |value: f64| left + (right - left) * (value - low) / (high - low);
    let y = |count: i32| bottom - (bottom - top) * f64::from(count) / f64::from(most);
    let mut inside = String::new();
    for tick in ticks((low, high), 6.0) {
        inside += &rule("axis", (x(tick), bottom), (x(tick), bottom + 4.0));
        inside += &text(x(tick), bottom + 18.0, "middle soft", &at(tick));
    }
    for (counts, colour) in counts.iter().zip(COLOURS) {
        let edge = |bin: usize| left + (right - left) * bin as f64 / bins as f64;
        let corners = counts.iter().enumerate().map(|(bin, count)| {
            let (from, to, height) = (at(edge(bin)), at(edge(bin + 1)), at(y(*count)));
            format!("L{from} {height}L{to} {height}")
        });
        let path = format!("M{} {bottom}{}L{} {bottom}Z", at(left), corners.collect::<String>(), at(right));
        let _ = write!(
            inside,
            "<path d=\"{path}\" fill=\"{colour}\" fill-opacity=\".2\" stroke=\"{colour}\" stroke-width=\"1.5\"/>"
        );
    }
    inside += &means(line, x, bottom);
    picture(400.0, bottom + 26.0, "How scores are spread", &inside)
}

/// The means as dashed lines. Labels that would overlap stand on both sides.
fn means(line: &Line, x: impl Fn(f64) -> f64, bottom: f64) -> String {
    let mut inside = String::new();
    let is_first_left = line.arms.len() < 2 || line.arms[0].mean < line.arms[1].mean;
    for (arm, estimate) in line.arms.iter().enumerate() {
        let (along, colour) = (at(x(estimate.mean)), COLOURS[arm]);
        let is_left = line.arms.len() > 1 && (arm == 0) == is_first_left;
        let anchor = if is_left { ("end", -4.0) } else { ("", 4.0) };
        let _ = write!(
            inside,
            "<line x1=\"{along}\" x2=\"{along}\" y1=\"6\" y2=\"{}\" stroke=\"{colour}\" stroke-width=\"1.5\" stroke-dasharray=\"4 3\"/>\
             <text x=\"{}\" y=\"16\" class=\"bold {}\" style=\"fill:{colour}\">{} {}</text>",
            at(bottom),
            at(x(estimate.mean) + anchor.1),
            anchor.0,
            ["A", "B"][arm],
            shown(Unit::Number, estimate.mean)
        );
    }
    inside
}

/// A source of points: its name, its colour, and its share in each arm.
pub type Source = (String, String, Vec<f64>);

/// Where the points come from: a bar for each arm.
pub fn bars(sources: &[Source], arms: &[&str]) -> String {
    let (left, right, each, high) = (24.0, 392.0, 44.0, 32.0);
    let mut inside = String::new();
    for (arm, name) in arms.iter().enumerate() {
        let (mut from, y) = (left, each * arm as f64);
        let all: f64 = sources.iter().map(|(_, _, shares)| shares[arm].max(0.0)).sum();
        inside += &format!(
            "<text x=\"4\" y=\"{}\" class=\"bold\" style=\"fill:{}\">{name}</text>",
            at(y + 21.0),
            COLOURS[arm]
        );
        for (_, colour, shares) in sources {
            let wide = if all > 0.0 { (right - left) * shares[arm].max(0.0) / all } else { 0.0 };
            let _ = write!(
                inside,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{high}\" fill=\"{colour}\" stroke=\"#fff\"/>",
                at(from),
                at(y),
                at(wide)
            );
            if wide > 34.0 {
                let words = format!("{:.0} %", shares[arm] * 100.0);
                inside += &format!(
                    "<text x=\"{}\" y=\"{}\" class=\"bold middle\" style=\"fill:{}\">{words}</text>",
                    at(from + wide / 2.0),
                    at(y + 21.0),
                    ink_on(colour)
                );
            }
            from += wide;
        }
    }
    let below = each * arms.len() as f64 + 4.0;
    for (place, (name, colour, _)) in sources.iter().enumerate() {
        let (x, y) = (left + (place % 3) as f64 * 124.0, below + (place / 3) as f64 * 20.0);
        let _ = write!(inside, "<rect x=\"{}\" y=\"{}\" width=\"11\" height=\"11\" fill=\"{colour}\"/>", at(x), at(y));
        inside += &text(x + 17.0, y + 10.0, "", name);
    }
    let rows = sources.len().div_ceil(3) as f64;
    picture(400.0, below + 20.0 * rows, "Shares of points by source", &inside)
}

/// Black or white, whichever is easier to read on a colour.
fn ink_on(colour: &str) -> &'static str {
    let part =
        |from: usize| colour.get(from..from + 2).and_then(|part| u32::from_str_radix(part, 16).ok()).unwrap_or(0);
    if part(1) * 299 + part(3) * 587 + part(5) * 114 > 140_000 { "#26211c" } else { "#fff" }
}

/// Wins by seat, with their intervals and a line where they would be fair.
pub fn seats(seats: &[(String, &Estimate)], fair: f64) -> String {
    let (left, right, top, each) = (110.0, 540.0, 10.0, 40.0);
    let bottom = top + each * seats.len() as f64;
    let x = |share: f64| left + (right - left) * share;
    let mut inside = String::new();
    for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
        inside += &rule("grid", (x(tick), top), (x(tick), bottom));
        inside += &text(x(tick), bottom + 15.0, "middle soft", &format!("{:.0} %", tick * 100.0));
    }
    inside += &rule("axis", (x(fair), top), (x(fair), bottom));
    for (place, (name, estimate)) in seats.iter().enumerate() {
        let (y, ink) = (top + each * (place as f64 + 0.5), COLOURS[0]);
        inside += &text(left - 10.0, y + 4.0, "end", name);
        let (low, high) = estimate.interval.unwrap_or((estimate.mean, estimate.mean));
        let (low, high, middle, y) = (at(x(low)), at(x(high)), at(x(estimate.mean)), at(y));
        let _ = write!(
            inside,
            "<line x1=\"{low}\" y1=\"{y}\" x2=\"{high}\" y2=\"{y}\" stroke=\"{ink}\" stroke-width=\"3\"/>\
             <circle cx=\"{middle}\" cy=\"{y}\" r=\"5\" fill=\"{ink}\"/>"
        );
    }
    inside += &text(
        (left + right) / 2.0,
        bottom + 32.0,
        "middle soft",
        "share of games won, with 95 % intervals; the dark line is fair",
    );
    picture(570.0, bottom + 40.0, "Wins by seat; the table below has the numbers", &inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within_the_range() {
        assert_eq!(
            ticks((-0.6, 0.6), 6.0),
            [-0.6, -0.4, -0.2, 0.0, 0.2, 0.4, 0.6].map(|tick: f64| (tick * 5.0).round() * 0.2)
        );
        assert_eq!(ticks((37.0, 141.0), 6.0), [40.0, 60.0, 80.0, 100.0, 120.0, 140.0]);
    }
}
