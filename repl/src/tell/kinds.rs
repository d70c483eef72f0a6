//! What the declarations of a game say, in words: what a kind of feature is worth and who stands there, what a mark
//! counts, what a figure and a token are. Knows no position, and nothing that scripts do.

use bastide_core::language::{and, or, plural, with_article};
use bastide_core::{Catalogue, Closes, FeatureKind, FigureKind, KindId, Line, Pays, TileKind, TokenKind};

/// What a kind of feature is.
pub fn kind(catalogue: &Catalogue, id: KindId) -> String {
    let kind = catalogue.kind(id);
    let mut facts = vec![completion(kind).to_string()];
    facts.extend(worth(catalogue, kind));
    facts.extend(exact(catalogue, kind));
    facts.extend(neighbours(catalogue, kind));
    facts.push(standing(catalogue, id));
    facts.join("; ")
}

fn completion(kind: &FeatureKind) -> &'static str {
    match kind.closes {
        Closes::Sides => "complete when no side is open",
        Closes::Neighbours => "complete when all eight cells around it are taken",
        Closes::Never => "never complete",
    }
}

fn worth(catalogue: &Catalogue, kind: &FeatureKind) -> Option<String> {
    let (complete, incomplete) = (points(catalogue, &kind.complete), points(catalogue, &kind.incomplete));
    match kind.closes {
        Closes::Never if kind.incomplete.is_empty() => None,
        Closes::Never => Some(format!("worth {incomplete} at the end")),
        _ if kind.complete == kind.incomplete => Some(format!("worth {complete}, complete or at the end")),
        _ => Some(format!("worth {complete} if complete, {incomplete} at the end")),
    }
}

/// The points for each line: `2 a tile and 1 a neighbour`.
fn points(catalogue: &Catalogue, worth: &[(Line, i16)]) -> String {
    let line = |(line, points): &(Line, i16)| format!("{points} a {}", line_name(catalogue, *line));
    let lines: Vec<String> = worth.iter().filter(|(_, points)| *points != 0).map(line).collect();
    if lines.is_empty() { "nothing".into() } else { and(&lines) }
}

fn line_name(catalogue: &Catalogue, line: Line) -> &str {
    match line {
        Line::Tile => "tile",
        Line::Neighbour => "neighbour",
        Line::Tag(tag) => &catalogue.tags[tag.0 as usize],
        Line::Kind(kind) => &catalogue.kind(kind).name,
    }
}

fn exact<'a>(catalogue: &'a Catalogue, kind: &'a FeatureKind) -> impl Iterator<Item = String> + 'a {
    kind.exactly.iter().map(|(tiles, worth)| {
        format!("worth {} with exactly {tiles} {}", points(catalogue, worth), plural("tile", *tiles as i64))
    })
}

fn neighbours(catalogue: &Catalogue, kind: &FeatureKind) -> Option<String> {
    let rule = kind.neighbours?;
    let near = &catalogue.kind(rule.kind).name;
    let by = match rule.pays {
        Pays::Feature => "",
        Pays::Neighbour => ", to whoever leads around it",
        Pays::NeighbourOnce => ", once to whoever leads anywhere around it",
    };
    Some(format!("{} for each complete {near} beside it at the end{by}", rule.rate))
}

/// Who can stand on a kind, and what a follower is called there.
fn standing(catalogue: &Catalogue, id: KindId) -> String {
    let kind = catalogue.kind(id);
    let can = |figure: &&FigureKind| !figure.neutral && figure.may_stand_on(id);
    let figures: Vec<&str> = catalogue.figures.iter().filter(can).map(|figure| figure.name.as_str()).collect();
    if !kind.claim || figures.is_empty() {
        return "nobody can be deployed there".into();
    }
    let is_told = figures == [kind.role.as_str()] || kind.role == "follower";
    let role = if is_told { String::new() } else { format!(", called {} there", with_article(&kind.role)) };
    format!("for {}{role}", with_article(&or(&figures)))
}

/// What a mark on the tiles of a set counts.
pub fn mark(catalogue: &Catalogue, name: &str, set: &str) -> String {
    let has = |tile: &TileKind| {
        let on_tile = tile.tags.iter().any(|tag| catalogue.tags[tag.0 as usize] == name);
        on_tile || tile.face.segments.iter().any(|segment| segment.tags.iter().any(|tag| tag == name))
    };
    let own = catalogue.tiles.iter().filter(|tile| tile.expansion == set && has(tile));
    let tiles: i64 = own.map(|tile| tile.count as i64).sum();
    let mut facts = vec![format!("on {tiles} {}", plural("tile", tiles))];
    let is_it = |line: &Line| matches!(line, Line::Tag(tag) if catalogue.tags[tag.0 as usize] == name);
    for kind in &catalogue.kinds {
        let rate = |worth: &[(Line, i16)]| worth.iter().find(|(line, _)| is_it(line)).map(|(_, points)| *points);
        let complete = rate(&kind.complete).map(|points| format!("{points} on a complete {}", kind.name));
        let incomplete = rate(&kind.incomplete).map(|points| format!("{points} on an incomplete {}", kind.name));
        facts.extend([complete, incomplete].into_iter().flatten());
    }
    facts.join(", ")
}

/// What a figure is.
pub fn figure(figure: &FigureKind, catalogue: &Catalogue) -> String {
    let each = if figure.neutral { "in all, without an owner" } else { "for each player" };
    let mut facts = vec![format!("{} {each}", figure.count)];
    facts.extend(figure.follower.then(|| "a follower".to_string()));
    facts.push(match figure.weight {
        0 => "does not count for majority".into(),
        n => format!("counts {n} for majority"),
    });
    let kinds = (0..catalogue.kinds.len() as u8).map(KindId).filter(|kind| figure.may_stand_on(*kind));
    let on: Vec<&str> = kinds.map(|kind| catalogue.kind(kind).name.as_str()).collect();
    facts.extend((!on.is_empty()).then(|| format!("stands on {}", or(&on))));
    facts.extend(figure.needs.then(|| "only where a follower of its owner stands".to_string()));
    let about = if figure.about.is_empty() { String::new() } else { format!("{}; ", figure.about) };
    about + &facts.join(", ")
}

/// How many of a token there are.
pub fn token(token: &TokenKind) -> String {
    match (token.count, token.each) {
        (bank, 0) => format!("{bank} in the bank"),
        (0, each) => format!("{each} for each player"),
        (bank, each) => format!("{bank} in the bank, {each} for each player"),
    }
}
