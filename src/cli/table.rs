//! `table`: ranks all legal moves of a position by their distance to mate. `build` builds and saves tables,
//! `stats` prints statistics, `files` lists and verifies saved tables, `syzygy_probe` probes the user's
//! Syzygy tables for larger endings.

mod build;
mod files;
mod stats;
mod syzygy_probe;
mod zugzwang_file;

use std::io::{self, Write};
use std::sync::Arc;

use build::{RecordingTableStore, TableReadiness};
use serde::Serialize;

use super::endgame_tables::table_store;
use super::failure::{CommandFailure, CommandResult};
use super::options::{OutputFormat, TableOptions};
use super::progress_line::ProgressLine;
use super::status::CommandStatus;
use super::{json, prose};
use crate::chess::names::{color_name, role_name};
use crate::chess::table_policy::TablePolicy;
use crate::chess::thread::core_count;
use crate::chess::{Certainty, FiftyMoveEffect, Material, MoveCost, Ply, Position, Ranking, Verdict, fen};
use crate::solver::tables::table_store::TableStore;
use crate::solver::tables::{BuildError, EndingStats, MAX_TABLE_PIECES, StatsStep};
use crate::solver::{SyzygyVerdict, Tables};

#[derive(Serialize)]
struct TableProbeJson {
    fen: String,
    turn: &'static str,
    material: String,
    verdict: &'static str,
    dtm_plies: Option<u16>,
    dtm_moves: Option<u16>,
    /// What the fifty-move rule changes: `none`, `draw`, `delay` or `undecided`.
    fifty_move_rule: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    syzygy: Option<json::SyzygyJson>,
    moves: Vec<json::RankedMoveJson>,
}

pub(super) fn run(options: &TableOptions, output: &mut dyn Write, errors: &mut dyn Write) -> CommandResult {
    match options {
        TableOptions::Show { position, format } => show(position, *format, output, errors),
        TableOptions::Build { endings, threads } => build::run(endings, *threads, output, errors),
        TableOptions::Stats { material, format, zugzwangs, force } => {
            if let Some(file) = zugzwangs {
                zugzwang_file::check(file, *force).map_err(CommandFailure::BadInput)?;
            }
            let tables = tables_for_ending(material, errors)?;
            let stats = count(&tables, material, errors).ok_or_else(|| not_covered(material))?;
            if let Some(file) = zugzwangs {
                return zugzwang_file::write(&stats, file, *force, output);
            }
            stats::print(&stats, files::size(material), *format, output)?;
            Ok(CommandStatus::Done)
        }
        TableOptions::List { format } => files::list(*format, output),
        TableOptions::Check => files::check(output, errors),
    }
}

/// The statistics of an ending, with the progress of the count where it takes long. None if it is not covered.
fn count(tables: &Tables, material: &Material, errors: &mut dyn Write) -> Option<EndingStats> {
    if TablePolicy::of(material).is_built_unasked() {
        return tables.stats(material, core_count());
    }
    let mut line = ProgressLine::new(errors);
    let stats = tables.stats_in_steps(material, core_count(), &mut |step| {
        line.show(&format!("counting {material}, step {} of {}", step.number(), StatsStep::COUNT), "");
    });
    line.finish();
    stats
}

fn show(
    position: &Position,
    format: OutputFormat,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> CommandResult {
    let material = position.material();
    let (tables, readiness) = prepare_tables(&material, errors)?;
    if let Err(unready) = check_ready(&readiness) {
        let verdict = syzygy_probe::verdict(position, errors)?.ok_or(unready)?;
        syzygy_probe::print(position, verdict, format, output)?;
        return Ok(CommandStatus::Done);
    }
    let ranking = Ranking::of(position, &tables).ok_or_else(|| not_covered(&material))?;
    // The distance to zeroing decides what the distance to mate leaves open.
    let syzygy = match ranking.fifty_moves {
        FiftyMoveEffect::Undecided => syzygy_probe::verdict(position, errors)?,
        _ => None,
    };
    match format {
        OutputFormat::Json => json::print(output, &table_json(position, &ranking, syzygy))?,
        OutputFormat::Text => output.write_all(text(position, &ranking, syzygy).as_bytes())?,
    }
    Ok(CommandStatus::Done)
}

/// The tables of an ending and its sub-endings, and whether they are complete.
fn prepare_tables(material: &Material, errors: &mut dyn Write) -> io::Result<(Tables, TableReadiness)> {
    let recording_store = Arc::new(RecordingTableStore::new(table_store()));
    let tables = Tables::with_store(Arc::clone(&recording_store) as Arc<dyn TableStore>);
    let readiness = build::load_or_build(&tables, &recording_store, material, errors)?;
    Ok((tables, readiness))
}

/// The tables of an ending.
///
/// # Errors
/// Why they are missing.
pub(super) fn tables_for_ending(
    material: &Material,
    errors: &mut dyn Write,
) -> Result<Tables, CommandFailure> {
    let (tables, readiness) = prepare_tables(material, errors)?;
    check_ready(&readiness).map(|()| tables)
}

fn check_ready(readiness: &TableReadiness) -> Result<(), CommandFailure> {
    Err(match readiness {
        TableReadiness::Ready => return Ok(()),
        TableReadiness::NotBuilt(material) => CommandFailure::BadInput(format!(
            "{material} is not built yet\n  \
             = build it with \"matescope table build {material}\"; it takes minutes, once"
        )),
        TableReadiness::Unavailable(BuildError::Stopped(_)) => {
            CommandFailure::Interrupted("stopped".to_owned())
        }
        TableReadiness::Unavailable(error) => error.to_string().into(),
    })
}

/// Says that the tables do not cover a position.
fn not_covered(material: &Material) -> String {
    format!(
        "{material} is not covered here: tables hold endings of up to {MAX_TABLE_PIECES} pieces without castling rights"
    )
}

fn table_json(position: &Position, ranking: &Ranking, syzygy: Option<SyzygyVerdict>) -> TableProbeJson {
    TableProbeJson {
        fen: fen::format(position),
        turn: json::color_name(position.turn()),
        material: position.material().to_string(),
        verdict: json::result_name(ranking.verdict),
        dtm_plies: ranking.verdict.distance().map(Ply::get),
        dtm_moves: ranking.verdict.distance().map(Ply::moves),
        fifty_move_rule: ranking.fifty_moves.code(),
        syzygy: syzygy.map(json::SyzygyJson::of),
        moves: ranking.moves.iter().map(|ranked| json::RankedMoveJson::of(ranked, position)).collect(),
    }
}

/// Text output: the verdict, a summary, and the moves grouped by what they give away.
fn text(position: &Position, ranking: &Ranking, syzygy: Option<SyzygyVerdict>) -> String {
    let explanation = ranking.fifty_move_explanation(position);
    let (verdict, warning) = match explanation {
        Some(reason) if ranking.is_drawn_by_fifty_moves() => (prose::draw_by_fifty_moves(&reason), None),
        warning => (verdict(position, ranking.verdict), warning),
    };
    let mut lines = vec![prose::heading(position), verdict];
    lines.extend(summary(ranking));
    lines.extend(warning.map(|warning| format!("! {warning}")));
    lines.extend(syzygy.map(|verdict| verdict.to_string()));
    if !ranking.moves.is_empty() {
        lines.push(String::new());
    }
    for group in groups(ranking) {
        let sans: Vec<&str> = group.sans.iter().map(String::as_str).collect();
        lines.extend(prose::wrapped(&group.label, &sans));
    }
    lines.join("\n") + "\n"
}

fn verdict(position: &Position, verdict: Verdict) -> String {
    let turn = position.turn();
    let mover = color_name(turn);
    match verdict {
        Verdict::Loss(Ply::ZERO) => format!("{mover} is checkmated"),
        Verdict::Win(plies) => prose::mates(turn, plies, Certainty::Proven),
        Verdict::Loss(plies) => prose::mates(turn.other(), plies, Certainty::Proven),
        Verdict::Draw if position.legal_moves().is_empty() => {
            format!("½=  stalemate: {mover} has no legal move and is not in check")
        }
        Verdict::Draw => "½=  a draw: neither side can force mate".to_owned(),
    }
}

fn summary(ranking: &Ranking) -> Vec<String> {
    let all = ranking.moves.len();
    let keep = ranking.count(|cost| cost == MoveCost::Keeps);
    let slower = ranking.count(|cost| matches!(cost, MoveCost::Slower(_)));
    let mut lines = Vec::new();
    if matches!(ranking.verdict, Verdict::Win(_)) {
        let slower = match slower {
            0 => String::new(),
            1 => " · 1 is a slower win".to_owned(),
            _ => format!(" · {slower} are slower wins"),
        };
        lines.push(format!("{keep} of {all} moves {} it{slower}", if keep == 1 { "keeps" } else { "keep" }));
    }
    let stalemates = ranking.count(|cost| cost == MoveCost::Stalemate);
    if stalemates > 0 {
        lines.push(format!(
            "! {stalemates} {} STALEMATE",
            if stalemates == 1 { "move is" } else { "moves are" }
        ));
    }
    lines
}

/// Moves of the same cost and distance to mate.
struct MoveGroup {
    label: String,
    sans: Vec<String>,
}

fn groups(ranking: &Ranking) -> Vec<MoveGroup> {
    let mut groups: Vec<(MoveCost, Verdict, MoveGroup)> = Vec::new();
    for ranked in &ranking.moves {
        let known = groups
            .iter_mut()
            .find(|(cost, after, _)| *cost == ranked.cost && distance(*after) == distance(ranked.after));
        if let Some((_, _, group)) = known {
            group.sans.push(ranked.san.clone());
        } else {
            let label = label(ranked.cost, ranked.after);
            groups.push((ranked.cost, ranked.after, MoveGroup { label, sans: vec![ranked.san.clone()] }));
        }
    }
    groups.into_iter().map(|(_, _, group)| group).collect()
}

/// Moves to mate counted from this move, so that the best moves show the distance of the position.
fn distance(after: Verdict) -> Option<i32> {
    match after {
        Verdict::Win(plies) => Some(i32::from(plies.next().moves())),
        Verdict::Loss(plies) => Some(-i32::from(plies.moves())),
        Verdict::Draw => None,
    }
}

/// ` M4 +1` and the like, twelve columns wide.
fn label(cost: MoveCost, after: Verdict) -> String {
    let value = match distance(after) {
        Some(moves @ 0..) => format!("M{moves}"),
        Some(moves) => format!("-M{}", -moves),
        None => "½".to_owned(),
    };
    let mark = match cost {
        MoveCost::Keeps => "✓".to_owned(),
        MoveCost::Slower(moves) => format!("+{moves}"),
        MoveCost::Sooner(moves) => format!("-{moves}"),
        MoveCost::Stalemate => "=".to_owned(),
        MoveCost::HangsPiece(role) => format!("x {}", role_name(role)),
        MoveCost::Draws => "x".to_owned(),
        MoveCost::Loses => "-".to_owned(),
    };
    format!(" {value:>4} {mark:<8}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(fen: &str) -> String {
        let position = fen::parse(fen).unwrap();
        let (tables, _) = prepare_tables(&position.material(), &mut Vec::new()).unwrap();
        text(&position, &Ranking::of(&position, &tables).unwrap(), None)
    }

    #[test]
    fn the_queen_ending_reads_as_on_the_screen() {
        assert_eq!(
            shown("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1"),
            "KQvK · White to move\n\
             M3=  White mates in 3 (5 plies)\n\
             5 of 27 moves keep it · 13 are slower wins\n\
             ! 6 moves are STALEMATE\n\
             \n \u{20}\u{20}M3 ✓        Qb4 Qb5 Qb6 Qb7 Qb8\n \
             \u{20}\u{20}M4 +1       Qa3+ Qa4+ Qc3+ Qc4 Qd3 Qd5 Qe3 Qf3 Qg3 Qh3\n \
             \u{20}\u{20}M5 +2       Qe6 Qf7 Qg8\n \
             \u{20}\u{20} ½ =        Kc1 Kc2 Kd2 Ke1 Ke2 Qc2\n \
             \u{20}\u{20} ½ x queen  Qa2+ Qb1+ Qb2+\n"
        );
    }

    #[test]
    fn what_is_over_says_so() {
        assert!(shown("8/8/8/8/8/2k5/1q6/K7 w - - 0 1").contains("White is checkmated"));
        assert!(shown("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").contains("stalemate: Black has no legal move"));
    }

    #[test]
    fn a_counter_that_runs_out_is_reported() {
        let late = shown("8/8/8/8/8/1Q6/8/k2K4 w - - 97 80");
        assert!(
            late.contains(
                "\n½=  a draw by the fifty-move rule: the mate takes 5 half-moves, and 3 are left\n"
            ),
            "{late}"
        );
        assert!(!shown("8/8/8/8/8/1Q6/8/k2K4 w - - 95 80").contains("fifty-move counter"));
    }
}
