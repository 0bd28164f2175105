//! What is told of a search while it runs: every finished depth, and what changes in between once it matters.

use std::io::Write;
use std::time::Duration;

use crate::analysis::Snapshot;
use crate::chess::{Depth, Line};
use crate::engine::Report;
use crate::engine::chances::Chances;
use crate::uci::{Info, from_engine};

use super::counted::Counted;
use super::options::Switch;
use super::request::Request;
use super::spoiling::Advisor;
use super::{Output, say};

/// Before this, only finished depths and new mates are told: the first depths take a few milliseconds each.
const QUIET: Duration = Duration::from_secs(1);

/// What has been told of a search, so that nothing is told twice.
pub(super) struct Told<'a> {
    request: &'a Request,
    advisor: &'a Advisor,
    hits: &'a Counted,
    depth: Depth,
    lines: Vec<Line>,
    none_within: u16,
}

impl<'a> Told<'a> {
    /// Nothing has been told yet.
    pub(super) fn nothing(request: &'a Request, advisor: &'a Advisor, hits: &'a Counted) -> Self {
        Self { request, advisor, hits, depth: Depth::ZERO, lines: Vec::new(), none_within: 0 }
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
            self.tell_all(report, output);
        }
    }

    /// Tells all lines, with the figures as they now are.
    pub(super) fn tell_all<W: Write>(&mut self, report: &Report, output: &Output<W>) {
        self.depth = report.depth;
        self.lines.clone_from(&report.lines);
        for (n, line) in self.advisor.lines(report).iter().enumerate() {
            say(output, &self.info(report, n + 1, line).to_string());
        }
    }

    fn is_new_mate(&self, report: &Report) -> bool {
        let score = |lines: &[Line]| lines.first().map(|line| line.score);
        let new = score(&report.lines);
        new.is_some_and(|score| score.is_mate()) && new != score(&self.lines)
    }

    fn info(&self, report: &Report, rank: usize, line: &Line) -> Info {
        let Request { root, castling, .. } = self.request;
        let chances = || {
            let certain = self.advisor.chances(line);
            certain.unwrap_or_else(|| Chances::of(line.score, root.position.material().men()))
        };
        Info {
            depth: report.depth,
            seldepth: report.seldepth,
            rank,
            score: line.score,
            bound: line.bound,
            chances: (self.request.chances == Switch::On).then(chances).map(thousandths),
            nodes: report.nodes,
            nodes_per_second: report.nodes_per_second(),
            hashfull: report.hashfull,
            table_hits: self.advisor.asked() + self.hits.answers(),
            time: report.time,
            moves: from_engine::moves(line, *castling),
        }
    }
}

const fn thousandths(Chances { win, draw, loss }: Chances) -> [u16; 3] {
    [win, draw, loss]
}
