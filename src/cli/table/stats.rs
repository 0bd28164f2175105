//! `table stats`: what an ending holds, as a page for people or as JSON.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use crate::chess::names::{grouped, tenths_of_percent};
use crate::chess::{Position, fen};
use crate::cli::arguments::Format;
use crate::cli::{form, prose};
use crate::solver::tables::{Count, Stats, Zugzwang};

/// Columns of the longest bar.
const BAR: usize = 48;

#[derive(Serialize)]
struct StatsForm {
    material: String,
    longest_win_moves: u16,
    longest_win_fens: Vec<String>,
    white_to_move: CountForm,
    black_to_move: CountForm,
    histogram: BTreeMap<usize, u64>,
}

#[derive(Serialize)]
struct CountForm {
    wins: u64,
    draws: u64,
    losses: u64,
    mates: u64,
    stalemates: u64,
}

pub(super) fn print(
    stats: &Stats,
    size: Option<u64>,
    format: Format,
    output: &mut dyn Write,
) -> io::Result<()> {
    match format {
        Format::Json => form::print(output, &stats_form(stats)),
        Format::Text => output.write_all(page(stats, size).as_bytes()),
    }
}

fn stats_form(stats: &Stats) -> StatsForm {
    let white = &stats.stronger;
    StatsForm {
        material: stats.material.to_string(),
        longest_win_moves: white.longest.moves(),
        longest_win_fens: fens(&white.longest_starts).collect(),
        white_to_move: CountForm::of(white),
        black_to_move: CountForm::of(&stats.weaker),
        histogram: lengths(&white.won_in).collect(),
    }
}

impl CountForm {
    const fn of(count: &Count) -> Self {
        let Count { wins, draws, losses, mates, stalemates, .. } = *count;
        Self { wins, draws, losses, mates, stalemates }
    }
}

/// The lengths in moves that come, with how often they do.
fn lengths(by_moves: &[u64]) -> impl Iterator<Item = (usize, u64)> {
    by_moves.iter().copied().enumerate().filter(|&(_, count)| count > 0)
}

fn fens(positions: &[Position]) -> impl Iterator<Item = String> {
    positions.iter().map(fen::format)
}

fn page(stats: &Stats, size: Option<u64>) -> String {
    let mut lines = vec![heading(stats, size), String::new()];
    lines.extend(results(&stats.stronger, &stats.weaker));
    for (side, count) in [("White", &stats.stronger), ("Black", &stats.weaker)] {
        if count.wins == 0 {
            continue;
        }
        let (moves, plies) = (count.longest.moves(), count.longest);
        let plies = if plies.get() == 1 { "1 ply".to_owned() } else { format!("{plies} plies") };
        lines.extend([String::new(), format!("{side} to move wins in at most {moves} ({plies}), as in")]);
        lines.extend(fens(&count.longest_starts).map(|fen| format!("  {fen}")));
        lines.extend([String::new(), format!("{side} to move wins in")]);
        lines.extend(histogram(&count.won_in));
    }
    lines.extend(zugzwangs(stats));
    lines.extend([String::new(), "Open one with: matescope --fen \"...\"".to_owned()]);
    lines.join("\n") + "\n"
}

fn heading(stats: &Stats, size: Option<u64>) -> String {
    let all = stats.stronger.all() + stats.weaker.all();
    let size = size.map(|size| format!(" · {} on the disk", prose::bytes(size))).unwrap_or_default();
    format!("{} · {} legal positions{size}", stats.material, grouped(all))
}

/// What a row of the page is called, and what stands in it.
type Row = (&'static str, fn(&Count) -> u64);

fn results(white: &Count, black: &Count) -> Vec<String> {
    let rows: [Row; 5] = [
        ("wins", |count| count.wins),
        ("draws", |count| count.draws),
        ("  stalemates", |count| count.stalemates),
        ("losses", |count| count.losses),
        ("  checkmates", |count| count.mates),
    ];
    let mut lines = vec![format!("{:<13}{:>23}{:>23}", "", "White to move", "Black to move")];
    for (name, of) in rows {
        let cell = |count: &Count| format!("{} {:>7}", grouped(of(count)), percent(of(count), count.all()));
        lines.push(format!("{name:<13}{:>23}{:>23}", cell(white), cell(black)));
    }
    lines
}

/// ` 12.3 %`; what is there and rounds to nought shows as less than that.
fn percent(part: u64, whole: u64) -> String {
    tenths_of_percent(part, whole)
        .map_or_else(|| "<0.1 %".to_owned(), |tenths| format!("{}.{} %", tenths / 10, tenths % 10))
}

/// A bar for each length from one move to the longest.
fn histogram(by_moves: &[u64]) -> Vec<String> {
    let most = by_moves.iter().copied().max().unwrap_or(0);
    let width = grouped(most).len();
    let line = |(moves, count): (usize, u64)| {
        format!("  {moves:>3}  {:>width$} {}", grouped(count), bar(count, most)).trim_end().to_owned()
    };
    by_moves.iter().copied().enumerate().skip(1).map(line).collect()
}

/// Eighths of a cell, so that short bars differ; what is not nought has at least one.
fn bar(count: u64, most: u64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let full = u128::from(count) * (BAR as u128 * 8) / u128::from(most.max(1));
    let eighths = usize::try_from(full).unwrap_or(BAR * 8).max(usize::from(count > 0));
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

fn zugzwangs(stats: &Stats) -> Vec<String> {
    let kinds = &stats.zugzwangs;
    let mut lines = Vec::new();
    for (what, kind) in [
        ("whoever is to move loses", &kinds.full_point),
        ("White to move only draws, Black to move loses", &kinds.white_draws),
        ("Black to move only draws, White to move loses", &kinds.black_draws),
    ] {
        let Zugzwang { count, starts } = kind;
        if *count > 0 {
            lines.extend([String::new(), format!("Mutual zugzwang, {what}: {}", grouped(*count))]);
            lines.extend(fens(starts).map(|fen| format!("  {fen}")));
        }
    }
    if lines.is_empty() {
        lines.extend([String::new(), "No mutual zugzwang".to_owned()]);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_and_never_hidden() {
        for (part, whole, text) in [
            (0, 7, "0.0 %"),
            (1, 1_000_000, "<0.1 %"),
            (1, 3, "33.3 %"),
            (2, 3, "66.7 %"),
            (5, 5, "100.0 %"),
            (0, 0, "0.0 %"),
        ] {
            assert_eq!(percent(part, whole), text);
        }
    }

    #[test]
    fn bars_are_in_proportion_and_never_vanish() {
        assert_eq!(bar(0, 100), "");
        assert_eq!(bar(1, 1_000_000), "▏");
        assert_eq!(bar(100, 100), "█".repeat(BAR));
        assert_eq!(bar(50, 100), "█".repeat(BAR / 2));
        assert_eq!(histogram(&[0, 10, 0, 5]).len(), 3);
    }
}
