//! What scenes reach of scripts: in each file its functions and its lines, and which of them nothing reached.

use bastide_core::language::plural;
use bastide_core::script::Coverage;
use serde::Serialize;

/// What was reached of one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileCoverage {
    /// The file.
    pub file: String,
    /// Its lines with code.
    pub lines: usize,
    /// How many of them were reached.
    pub lines_reached: usize,
    /// Its functions.
    pub functions: usize,
    /// How many of them were called.
    pub functions_reached: usize,
    /// The functions that were not.
    pub missed_functions: Vec<MissedFunction>,
    /// The lines that were not reached, from the first to the last.
    pub missed_lines: Vec<[usize; 2]>,
}

/// A function that was never called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MissedFunction {
    /// Its name; empty if it has none.
    pub name: String,
    /// The line where it begins.
    pub line: usize,
}

impl MissedFunction {
    /// What it is called.
    pub fn title(&self) -> String {
        if self.name.is_empty() { "a function without a name".into() } else { format!("`{}`", self.name) }
    }
}

/// What was reached of the files that are wanted.
pub fn of_files(coverage: &Coverage, is_wanted: impl Fn(&str) -> bool) -> Vec<FileCoverage> {
    coverage.lines.keys().filter(|file| is_wanted(file)).map(|file| of_file(coverage, file)).collect()
}

fn of_file(coverage: &Coverage, file: &str) -> FileCoverage {
    let lines: Vec<(usize, u64)> =
        coverage.lines.get(file).into_iter().flatten().map(|(line, hits)| (*line, *hits)).collect();
    let functions = coverage.functions.get(file);
    let missed = functions.into_iter().flatten().filter(|(_, function)| !function.is_reached);
    let missed: Vec<MissedFunction> =
        missed.map(|(line, function)| MissedFunction { name: function.name.clone(), line: *line }).collect();
    let functions = functions.map_or(0, |functions| functions.len());
    FileCoverage {
        file: file.into(),
        lines: lines.len(),
        lines_reached: lines.iter().filter(|(_, hits)| *hits > 0).count(),
        functions,
        functions_reached: functions - missed.len(),
        missed_functions: missed,
        missed_lines: gaps(&lines),
    }
}

/// The runs of lines that were not reached. Lines without code do not interrupt one.
fn gaps(lines: &[(usize, u64)]) -> Vec<[usize; 2]> {
    let mut gaps: Vec<[usize; 2]> = Vec::new();
    let mut is_open = false;
    for &(line, hits) in lines {
        match gaps.last_mut().filter(|_| is_open) {
            Some(gap) if hits == 0 => gap[1] = line,
            _ if hits == 0 => gaps.push([line, line]),
            _ => {}
        }
        is_open = hits == 0;
    }
    gaps
}

/// Lines as people write them: `lines 3, 7-9`.
pub fn shown(gaps: &[[usize; 2]]) -> String {
    let one = |[from, to]: &[usize; 2]| if from == to { from.to_string() } else { format!("{from}-{to}") };
    let is_one = matches!(gaps, [[from, to]] if from == to);
    let lines = gaps.iter().map(one).collect::<Vec<_>>().join(", ");
    format!("{} {lines}", if is_one { "line" } else { "lines" })
}

/// A file in a few lines: how much was reached, and what was not.
pub fn lines(file: &FileCoverage) -> Vec<String> {
    let counted = |reached: usize, all: usize, what: &str| format!("{reached} of {all} {}", plural(what, all as i64));
    let mut lines = vec![format!(
        "{}: {}, {}",
        file.file,
        counted(file.lines_reached, file.lines, "line"),
        counted(file.functions_reached, file.functions, "function")
    )];
    lines.extend(
        file.missed_functions
            .iter()
            .map(|missed| format!("  {}:{}: {} was never called", file.file, missed.line, missed.title())),
    );
    if !file.missed_lines.is_empty() {
        lines.push(format!("  never reached: {}", shown(&file.missed_lines)));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_nothing_reached_are_joined_over_those_without_code() {
        let lines = [(1, 1), (2, 0), (5, 0), (6, 3), (8, 0)];
        assert_eq!(gaps(&lines), [[2, 5], [8, 8]]);
        assert_eq!(shown(&gaps(&lines)), "lines 2-5, 8");
        assert!(gaps(&[]).is_empty());
    }
}
