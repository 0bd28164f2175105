//! `analyze`: prints the best lines of a position, from endgame tables where they cover it, else from the
//! search.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use super::endgame_tables::{open_syzygy, tables_for};
use super::failure::CommandResult;
use super::json::{self, LineJson, ScoreJson, SyzygyJson};
use super::options::{AnalyzeOptions, OutputFormat};
use super::prose;
use super::status::CommandStatus;
use crate::analysis::{AnalysisJob, AnalysisPurpose, Analyzer, JobId};
use crate::chess::names::group_digits;
use crate::chess::{Depth, GameTermination, Position, Ranking, Root, StopToken, fen};
use crate::engine::{EngineSettings, Limits, Report, SearchTime, ThreadMode};
use crate::solver::{Syzygy, SyzygyVerdict};

/// Time limit where no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(3);

#[derive(Serialize)]
struct AnalysisJson {
    fen: String,
    turn: &'static str,
    ending: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<ScoreJson>,
    depth: u16,
    seldepth: u16,
    nodes: u64,
    time_ms: u64,
    nps: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    syzygy: Option<SyzygyJson>,
    /// Why a proven draw is one where the tables have a mate: `fifty_moves`.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn_by: Option<&'static str>,
    lines: Vec<LineJson>,
}

/// The result of the analysis; empty where the game is over.
#[derive(Default)]
struct AnalysisResult {
    ending: Option<GameTermination>,
    report: Report,
    syzygy: Option<SyzygyVerdict>,
    /// The moves by the endgame table, where one covers the position.
    ranking: Option<Ranking>,
}

pub(super) fn run(options: &AnalyzeOptions, output: &mut dyn Write, errors: &mut dyn Write) -> CommandResult {
    let root = Root::new(options.position.clone());
    let result = match root.termination() {
        None => analyze(&root, options, open_syzygy(errors)?, errors)?,
        ending => AnalysisResult { ending, ..AnalysisResult::default() },
    };
    match options.format {
        OutputFormat::Json => json::print(output, &analysis_json(&root.position, &result))?,
        OutputFormat::Text => output.write_all(text(&root.position, &result).as_bytes())?,
    }
    Ok(CommandStatus::Done)
}

fn analyze(
    root: &Root,
    options: &AnalyzeOptions,
    syzygy: Option<Syzygy>,
    errors: &mut dyn Write,
) -> io::Result<AnalysisResult> {
    let unlimited = options.depth.is_none() && options.nodes.is_none() && options.time.is_none();
    let limits = Limits {
        depth: options.depth.map(|depth| Depth::new(i16::try_from(depth).unwrap_or(i16::MAX))),
        nodes: options.nodes,
        time: options
            .time
            .or(unlimited.then_some(DEFAULT_TIME))
            .map_or(SearchTime::Unlimited, SearchTime::Fixed),
        multipv: usize::from(options.lines),
        ..Limits::default()
    };
    let settings = EngineSettings {
        hash_mb: usize::from(options.hash_mb),
        threads: usize::from(options.threads),
        oracle: tables_for(&root.position),
        ..EngineSettings::default()
    };
    let job = AnalysisJob { root: root.clone(), limits, purpose: AnalysisPurpose::Analyze };
    if let Some(preparation) = settings.hash_preparation_message(0) {
        writeln!(errors, "{preparation}")?;
        errors.flush()?;
    }
    let mut analyzer = Analyzer::new(settings, ThreadMode::SharedThread);
    if let Some(shortfall) = analyzer.reduced_resources() {
        writeln!(errors, "warning: {shortfall}")?;
    }
    analyzer.set_syzygy(syzygy.map(Arc::new));
    let last = analyzer.analyze((JobId::default(), &job), &StopToken::never(), &|_| {});
    let syzygy = last.syzygy.map(|advice| advice.verdict);
    Ok(AnalysisResult { ending: None, report: last.report, syzygy, ranking: last.ranking })
}

fn analysis_json(position: &Position, result: &AnalysisResult) -> AnalysisJson {
    let AnalysisResult { ending, report, syzygy, ranking } = result;
    let checkmated = matches!(ending, Some(GameTermination::Checkmate { .. }));
    AnalysisJson {
        fen: fen::format(position),
        turn: json::color_name(position.turn()),
        ending: ending.map(GameTermination::code),
        score: checkmated.then(ScoreJson::checkmated),
        depth: depth(report),
        seldepth: report.seldepth.get(),
        nodes: report.nodes,
        time_ms: u64::try_from(report.time.as_millis()).unwrap_or(u64::MAX),
        nps: report.nodes_per_second(),
        syzygy: syzygy.map(SyzygyJson::of),
        drawn_by: ranking
            .as_ref()
            .filter(|ranking| ranking.is_drawn_by_fifty_moves())
            .map(|_| GameTermination::FiftyMoves.code()),
        lines: report.lines.iter().enumerate().map(|(n, line)| LineJson::of(n + 1, line, position)).collect(),
    }
}

fn depth(report: &Report) -> u16 {
    u16::try_from(report.depth.get()).unwrap_or_default()
}

fn text(position: &Position, AnalysisResult { ending, report, syzygy, ranking }: &AnalysisResult) -> String {
    let mut lines = vec![prose::heading(position)];
    if let Some(ending) = ending {
        lines.push(format!("{ending}: {}", ending.reason()));
    }
    if let Some(best) = report.lines.first() {
        let explanation = ranking.as_ref().and_then(|ranking| ranking.fifty_move_explanation(position));
        let is_drawn = ranking.as_ref().is_some_and(Ranking::is_drawn_by_fifty_moves);
        lines.push(match &explanation {
            Some(reason) if is_drawn => prose::draw_by_fifty_moves(reason),
            _ => prose::verdict(best, position.turn()),
        });
        lines.push(source(report));
        lines.extend(explanation.filter(|_| !is_drawn).map(|warning| format!("! {warning}")));
        lines.extend(syzygy.map(|verdict| verdict.to_string()));
        lines.push(String::new());
    }
    for (n, line) in report.lines.iter().enumerate() {
        let label = format!("{:>3}  {:<6}", n + 1, prose::score(line, position.turn()));
        lines.extend(prose::wrapped(&label, &prose::numbered(position, line)));
    }
    lines.join("\n") + "\n"
}

/// The source of the result.
fn source(report: &Report) -> String {
    if report.nodes == 0 {
        return "from the endgame table: exact".to_owned();
    }
    format!(
        "depth {}/{} · {} nodes · {:.1} s · {} nodes/s",
        report.depth,
        report.seldepth,
        group_digits(report.nodes),
        report.time.as_secs_f64(),
        group_digits(report.nodes_per_second())
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::notation;

    fn shown(fen: &str) -> String {
        let options = AnalyzeOptions {
            position: fen::parse(fen).unwrap(),
            depth: Some(4),
            nodes: None,
            time: None,
            lines: 2,
            threads: 1,
            hash_mb: 1,
            format: OutputFormat::Text,
        };
        let mut output = Vec::new();
        run(&options, &mut output, &mut io::sink()).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn a_mate_that_the_fifty_moves_forbid_is_a_draw() {
        let start = "7K/6Q1/8/8/2k5/8/8/8 w - - 95 90";
        let shown = shown(start);
        let reason = "½=  a draw by the fifty-move rule: the mate takes 19 half-moves, and 5 are left\n";
        assert!(shown.contains(reason), "{shown}");
        let lines: Vec<&str> = shown.lines().filter_map(|line| Some(line.split_once(" 90. ")?.1)).collect();
        assert_eq!(lines.len(), 2, "{shown}");
        for line in lines {
            let mut position = fen::parse(start).unwrap();
            let (moves, ends_in) = line.split_once(" (").unwrap();
            assert_eq!(ends_in, "fifty moves)");
            for san in moves.split_whitespace().filter(|word| !word.ends_with('.')) {
                position = position.after(notation::parse_move(&position, san).unwrap());
                let is_lost = position.legal_moves().iter().any(|mv| mv.is_capture());
                assert!(!is_lost, "{san} gives the queen away: {shown}");
            }
        }
    }

    #[test]
    fn a_table_answers_with_whole_lines() {
        let shown = shown("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(
            lines[..4],
            ["KQvK · White to move", "M3=  White mates in 3 (5 plies)", "from the endgame table: exact", ""]
        );
        for (line, begins) in
            lines[4..].iter().zip(["  1  M3=    1. Qb4 Ka2 2. ", "  2  M3=    1. Qb5 Ka2 2. "])
        {
            assert!(line.starts_with(begins) && line.ends_with('#'), "{line}");
        }
        assert_eq!(lines.len(), 6);
    }

    #[test]
    fn a_mate_that_cannot_be_shorter_is_a_fact() {
        let scholar = shown("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4");
        assert!(scholar.contains("M1=  White mates in 1 (1 ply)\n"), "{scholar}");
        let problem = shown("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1");
        assert!(problem.contains("M2=  White mates in 2 (3 plies)\n"), "{problem}");
    }

    #[test]
    fn a_game_that_is_over_says_why() {
        assert_eq!(
            shown("8/8/8/8/8/2k5/1q6/K7 w - - 0 1"),
            "KQvK · White to move\nCheckmate, Black wins: White is in check and has no legal move\n"
        );
    }
}
