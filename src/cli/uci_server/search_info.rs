//! `info` lines of a running search: each finished depth, and changes in between after the first second.

use std::io::Write;
use std::time::Duration;

use super::channel::{SharedOutput, send_line};
use super::counting_oracle::CountingOracle;
use super::request::GoRequest;
use crate::analysis::AnalysisSnapshot;
use crate::chess::{Certainty, Depth, Line, Score};
use crate::engine::Report;
use crate::engine::wdl::Wdl;
use crate::solver::SyzygyResult;
use crate::uci::{UciInfo, from_engine};

/// Until then only finished depths and new mates are reported: the first depths take a few milliseconds each.
const QUIET_TIME: Duration = Duration::from_secs(1);

/// The score of a certain win without a known mate, in centipawns: above all scores of the evaluation.
const CERTAIN_WIN_CENTIPAWNS: i32 = 20_000;

/// Remembers what was reported of a search, so that nothing is reported twice.
pub(super) struct SearchInfoReporter<'a> {
    request: &'a GoRequest,
    counting_oracle: &'a CountingOracle,
    depth: Depth,
    lines: Vec<Line>,
    none_within: u16,
}

impl<'a> SearchInfoReporter<'a> {
    pub(super) fn new(request: &'a GoRequest, counting_oracle: &'a CountingOracle) -> Self {
        Self { request, counting_oracle, depth: Depth::ZERO, lines: Vec::new(), none_within: 0 }
    }

    /// Reports what is new in a snapshot.
    pub(super) fn report_changes<W: Write>(&mut self, snapshot: &AnalysisSnapshot, output: &SharedOutput<W>) {
        let AnalysisSnapshot { report, proof, .. } = snapshot;
        if proof.none_within > self.none_within {
            self.none_within = proof.none_within;
            send_line(output, &from_engine::info_string(&format!("no mate in {}", proof.none_within)));
        }
        let is_late = report.time >= QUIET_TIME && report.lines != self.lines;
        if report.depth != self.depth || is_late || self.is_new_mate(report) {
            self.report_all(snapshot, output);
        }
    }

    /// Sends all lines with the current figures.
    pub(super) fn report_all<W: Write>(&mut self, snapshot: &AnalysisSnapshot, output: &SharedOutput<W>) {
        self.depth = snapshot.report.depth;
        self.lines.clone_from(&snapshot.report.lines);
        for (n, line) in snapshot.report.lines.iter().enumerate() {
            send_line(output, &self.info(snapshot, n + 1, line).to_string());
        }
    }

    fn is_new_mate(&self, report: &Report) -> bool {
        let score = |lines: &[Line]| lines.first().map(|line| line.score);
        let new = score(&report.lines);
        new.is_some_and(Score::is_mate) && new != score(&self.lines)
    }

    fn info(
        &self,
        AnalysisSnapshot { report, syzygy, .. }: &AnalysisSnapshot,
        rank: usize,
        line: &Line,
    ) -> UciInfo {
        let GoRequest { root, castling_mode: castling, show_wdl: chances, .. } = self.request;
        let result = line.moves.first().and_then(|&mv| syzygy.as_ref()?.result_of(mv));
        let score = match result.filter(|_| !line.score.is_mate()) {
            Some(SyzygyResult::Win) => Score::centipawns(CERTAIN_WIN_CENTIPAWNS),
            Some(SyzygyResult::Loss) => Score::centipawns(-CERTAIN_WIN_CENTIPAWNS),
            _ => line.score,
        };
        let is_draw = score == Score::DRAW && (line.certainty == Certainty::Proven || result.is_some());
        let chances = chances.then(|| {
            let piece_count = root.position.material().piece_count();
            if is_draw { Wdl::DRAWN } else { Wdl::of(score, piece_count) }
        });
        let answered = syzygy.as_ref().map_or(0, |advice| advice.moves.len());
        UciInfo {
            depth: report.depth,
            seldepth: report.seldepth,
            multipv: rank,
            score,
            bound: line.bound,
            wdl: chances.map(|Wdl { win, draw, loss }| [win, draw, loss]),
            nodes: report.nodes,
            nodes_per_second: report.nodes_per_second(),
            hashfull: report.hashfull,
            tb_hits: self.counting_oracle.hits() + u64::try_from(answered).unwrap_or(0),
            time: report.time,
            moves: from_engine::format_moves(line, *castling),
        }
    }
}
