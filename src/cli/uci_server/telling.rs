//! What is told of a search while it runs: every finished depth, and what changes in between once it matters.

use std::io::Write;
use std::time::Duration;

use crate::analysis::Snapshot;
use crate::chess::{Certainty, Depth, Line, Score};
use crate::engine::Report;
use crate::engine::chances::Chances;
use crate::solver::SyzygyResult;
use crate::uci::{Info, from_engine};

use super::counted::Counted;
use super::options::Switch;
use super::request::Request;
use super::{Output, say};

/// Before this, only finished depths and new mates are told: the first depths take a few milliseconds each.
const QUIET: Duration = Duration::from_secs(1);

/// How a win is written that is certain though its mate is not known, in centipawns: above every opinion.
const CERTAIN: i32 = 20_000;

/// What has been told of a search, so that nothing is told twice.
pub(super) struct Told<'a> {
    request: &'a Request,
    hits: &'a Counted,
    depth: Depth,
    lines: Vec<Line>,
    none_within: u16,
}

impl<'a> Told<'a> {
    /// Nothing has been told yet.
    pub(super) fn nothing(request: &'a Request, hits: &'a Counted) -> Self {
        Self { request, hits, depth: Depth::ZERO, lines: Vec::new(), none_within: 0 }
    }

    /// Tells what is new in a snapshot and worth a line.
    pub(super) fn tell<W: Write>(&mut self, snapshot: &Snapshot, output: &Output<W>) {
        let Snapshot { report, proof, .. } = snapshot;
        if proof.none_within > self.none_within {
            self.none_within = proof.none_within;
            say(output, &from_engine::remark(&format!("no mate in {}", proof.none_within)));
        }
        let is_late = report.time >= QUIET && report.lines != self.lines;
        if report.depth != self.depth || is_late || self.is_new_mate(report) {
            self.tell_all(snapshot, output);
        }
    }

    /// Tells all lines, with the figures as they now are.
    pub(super) fn tell_all<W: Write>(&mut self, snapshot: &Snapshot, output: &Output<W>) {
        self.depth = snapshot.report.depth;
        self.lines.clone_from(&snapshot.report.lines);
        for (n, line) in snapshot.report.lines.iter().enumerate() {
            say(output, &self.info(snapshot, n + 1, line).to_string());
        }
    }

    fn is_new_mate(&self, report: &Report) -> bool {
        let score = |lines: &[Line]| lines.first().map(|line| line.score);
        let new = score(&report.lines);
        new.is_some_and(Score::is_mate) && new != score(&self.lines)
    }

    fn info(&self, Snapshot { report, syzygy, .. }: &Snapshot, rank: usize, line: &Line) -> Info {
        let Request { root, castling, chances, .. } = self.request;
        let result = line.moves.first().and_then(|&mv| syzygy.as_ref()?.result_of(mv));
        let score = match result.filter(|_| !line.score.is_mate()) {
            Some(SyzygyResult::Win) => Score::centipawns(CERTAIN),
            Some(SyzygyResult::Loss) => Score::centipawns(-CERTAIN),
            _ => line.score,
        };
        let is_draw = score == Score::DRAW && (line.certainty == Certainty::Proven || result.is_some());
        let chances = (*chances == Switch::On).then(|| {
            let men = root.position.material().men();
            if is_draw { Chances::DRAWN } else { Chances::of(score, men) }
        });
        let answered = syzygy.as_ref().map_or(0, |advice| advice.moves.len());
        Info {
            depth: report.depth,
            seldepth: report.seldepth,
            rank,
            score,
            bound: line.bound,
            chances: chances.map(|Chances { win, draw, loss }| [win, draw, loss]),
            nodes: report.nodes,
            nodes_per_second: report.nodes_per_second(),
            hashfull: report.hashfull,
            table_hits: self.hits.answers() + u64::try_from(answered).unwrap_or(0),
            time: report.time,
            moves: from_engine::moves(line, *castling),
        }
    }
}
