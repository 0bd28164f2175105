//! `table stats`: prints statistics of an ending as text or JSON.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use crate::chess::names::{group_digits, percent, percentages};
use crate::chess::score_text::ply_count;
use crate::chess::{Position, fen};
use crate::cli::options::OutputFormat;
use crate::cli::{json, prose};
use crate::solver::tables::{
    EndingResultCounts, EndingStats, MutualZugzwang, MutualZugzwangs, OnlyMoveStats,
};

/// Width of the longest bar in columns.
const BAR_WIDTH: usize = 48;

/// What the kinds of mutual zugzwang are, in the order of [`MutualZugzwangs::kinds`].
pub(super) const ZUGZWANG_KINDS: [&str; 3] = [
    "Whoever is to move loses",
    "White to move only draws, Black to move loses",
    "Black to move only draws, White to move loses",
];

#[derive(Serialize)]
struct TableStatsJson {
    material: String,
    longest_win_moves: u16,
    longest_win_fens: Vec<String>,
    white_to_move: ResultCountsJson,
    black_to_move: ResultCountsJson,
    histogram: BTreeMap<usize, u64>,
    mutual_zugzwangs: ZugzwangsJson,
}

/// All mutual zugzwangs. Each list has one of each set of symmetric positions, with White to move.
#[derive(Serialize)]
struct ZugzwangsJson {
    count: u64,
    up_to_symmetry: usize,
    both_lose_fens: Vec<String>,
    white_draws_fens: Vec<String>,
    black_draws_fens: Vec<String>,
}

#[derive(Serialize)]
struct ResultCountsJson {
    wins: u64,
    draws: u64,
    losses: u64,
    mates: u64,
    stalemates: u64,
    only_moves: u64,
    longest_only_move_run: u16,
    longest_only_move_run_fens: Vec<String>,
}

pub(super) fn print(
    stats: &EndingStats,
    size: Option<u64>,
    format: OutputFormat,
    output: &mut dyn Write,
) -> io::Result<()> {
    match format {
        OutputFormat::Json => json::print(output, &stats_json(stats)),
        OutputFormat::Text => output.write_all(page(stats, size).as_bytes()),
    }
}

fn stats_json(stats: &EndingStats) -> TableStatsJson {
    let white = &stats.stronger;
    TableStatsJson {
        material: stats.material.to_string(),
        longest_win_moves: white.longest.moves(),
        longest_win_fens: fens(&white.longest_examples).collect(),
        white_to_move: ResultCountsJson::of(white),
        black_to_move: ResultCountsJson::of(&stats.weaker),
        histogram: nonzero_lengths(&white.won_in).collect(),
        mutual_zugzwangs: ZugzwangsJson::of(&stats.zugzwangs),
    }
}

impl ZugzwangsJson {
    fn of(zugzwangs: &MutualZugzwangs) -> Self {
        let all = |kind: &MutualZugzwang| fens(&kind.positions).collect();
        Self {
            count: zugzwangs.count(),
            up_to_symmetry: zugzwangs.count_up_to_symmetry(),
            both_lose_fens: all(&zugzwangs.full_point),
            white_draws_fens: all(&zugzwangs.white_draws),
            black_draws_fens: all(&zugzwangs.black_draws),
        }
    }
}

impl ResultCountsJson {
    fn of(count: &EndingResultCounts) -> Self {
        let &EndingResultCounts { wins, draws, losses, mates, stalemates, ref only_moves, .. } = count;
        Self {
            wins,
            draws,
            losses,
            mates,
            stalemates,
            only_moves: only_moves.count,
            longest_only_move_run: only_moves.longest_run,
            longest_only_move_run_fens: fens(&only_moves.examples).collect(),
        }
    }
}

/// The lengths in moves that occur, with their counts.
fn nonzero_lengths(by_moves: &[u64]) -> impl Iterator<Item = (usize, u64)> {
    by_moves.iter().copied().enumerate().filter(|&(_, count)| count > 0)
}

fn fens(positions: &[Position]) -> impl Iterator<Item = String> {
    positions.iter().map(fen::format)
}

fn page(stats: &EndingStats, size: Option<u64>) -> String {
    let mut lines = vec![heading(stats, size), String::new()];
    lines.extend(results(&stats.stronger, &stats.weaker));
    for (side, count) in [("White", &stats.stronger), ("Black", &stats.weaker)] {
        if count.wins == 0 {
            continue;
        }
        let (moves, plies) = (count.longest.moves(), ply_count(count.longest));
        lines.extend([String::new(), format!("{side} to move wins in at most {moves} ({plies}), as in")]);
        lines.extend(fens(&count.longest_examples).map(|fen| format!("  {fen}")));
        lines.extend([String::new(), format!("{side} to move wins in")]);
        lines.extend(histogram(&count.won_in));
        lines.extend(only_moves(side, count));
    }
    lines.extend(zugzwangs(stats));
    lines.extend([String::new(), "Open one with: matescope --fen \"...\"".to_owned()]);
    lines.join("\n") + "\n"
}

fn heading(stats: &EndingStats, size: Option<u64>) -> String {
    let all = stats.stronger.all() + stats.weaker.all();
    let size = size.map(|size| format!(" · {} on the disk", prose::bytes(size))).unwrap_or_default();
    format!("{} · {} legal positions{size}", stats.material, group_digits(all))
}

fn results(white: &EndingResultCounts, black: &EndingResultCounts) -> Vec<String> {
    let mut lines = vec![format!("{:<13}{:>23}{:>23}", "", "White to move", "Black to move")];
    let rows = result_rows(white).into_iter().zip(result_rows(black));
    lines.extend(rows.map(|((name, white), (_, black))| format!("{name:<13}{white:>23}{black:>23}")));
    lines
}

/// Each result with its count and its share; the shares of wins, draws and losses add up to 100 %.
fn result_rows(count: &EndingResultCounts) -> [(&'static str, String); 5] {
    let all = count.all();
    let &EndingResultCounts { wins, draws, losses, mates, stalemates, .. } = count;
    let shares = percentages(&[wins, draws, losses]);
    let cell = |count: u64, share: &str| format!("{} {share:>7}", group_digits(count));
    [
        ("wins", cell(wins, &shares[0])),
        ("draws", cell(draws, &shares[1])),
        ("  stalemates", cell(stalemates, &percent(stalemates, all))),
        ("losses", cell(losses, &shares[2])),
        ("  checkmates", cell(mates, &percent(mates, all))),
    ]
}

/// A bar for each length from one move to the longest.
fn histogram(by_moves: &[u64]) -> Vec<String> {
    let most = by_moves.iter().copied().max().unwrap_or(0);
    let width = group_digits(most).len();
    let line = |(moves, count): (usize, u64)| {
        format!("  {moves:>3}  {:>width$} {}", group_digits(count), prose::bar(count, most, BAR_WIDTH))
            .trim_end()
            .to_owned()
    };
    by_moves.iter().copied().enumerate().skip(1).map(line).collect()
}

/// How many wins a single move keeps, and where the most such moves follow each other.
fn only_moves(side: &str, count: &EndingResultCounts) -> Vec<String> {
    let OnlyMoveStats { count: positions, longest_run, examples } = &count.only_moves;
    if *positions == 0 {
        return Vec::new();
    }
    let share = percent(*positions, count.wins);
    let mut lines = vec![
        String::new(),
        format!("{side} to move has only one winning move in {} wins ({share}),", group_digits(*positions)),
        format!("at most {longest_run} of them in a row, as in"),
    ];
    lines.extend(fens(examples).map(|fen| format!("  {fen}")));
    lines
}

fn zugzwangs(stats: &EndingStats) -> Vec<String> {
    let zugzwangs = &stats.zugzwangs;
    let count = zugzwangs.count();
    if count == 0 {
        return vec![String::new(), "No mutual zugzwang".to_owned()];
    }
    let up_to = |classes: usize| format!("({} up to symmetry)", group_digits(classes as u64));
    let plural = if count == 1 { "" } else { "s" };
    let all = up_to(zugzwangs.count_up_to_symmetry());
    let mut lines = vec![String::new(), format!("{} mutual zugzwang{plural} {all}", group_digits(count))];
    for (what, kind) in ZUGZWANG_KINDS.into_iter().zip(zugzwangs.kinds()) {
        if kind.count > 0 {
            let count = group_digits(kind.count);
            lines.extend([String::new(), format!("{what}: {count} {}", up_to(kind.positions.len()))]);
            lines.extend(fens(kind.examples()).map(|fen| format!("  {fen}")));
        }
    }
    if zugzwangs.kinds().iter().any(|kind| kind.positions.len() > kind.examples().len()) {
        lines.extend([String::new(), "All of them: --zugzwangs FILE".to_owned()]);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_begins_with_one_move() {
        assert_eq!(histogram(&[0, 10, 0, 5]).len(), 3);
    }
}
