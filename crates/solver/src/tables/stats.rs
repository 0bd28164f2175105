//! Statistics of an ending: results, distances, longest wins, only moves and mutual zugzwangs.
//!
//! Legal positions without castling rights and en passant are counted; symmetric positions count separately.

pub(super) mod stored;

use std::ops::Range;

use super::build::failure::TableBuildFailure;
use super::build::{OnlyMoveQuery, OnlyMoveRuns, SubTables};
use super::ending_table::{EndingTable, UnpackedEnding};
use super::index::TableSquares;
use super::rules::{attacked, has_no_legal_move};
use chess::thread::run_in_parallel;
use chess::{Color, Material, Ply, Position, StopToken, Verdict};

/// The number of example positions of each kind.
pub const MAX_EXAMPLES: usize = 8;

/// The steps of a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatsStep {
    /// The table is unpacked.
    Unpack,
    /// Results, longest wins and mutual zugzwangs are counted.
    Results,
    /// Only moves and their runs are counted, of one side.
    OnlyMoves(Color),
}

impl StatsStep {
    /// The number of steps.
    pub const COUNT: u8 = 4;

    /// Its number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Self::Unpack => 1,
            Self::Results => 2,
            Self::OnlyMoves(Color::White) => 3,
            Self::OnlyMoves(Color::Black) => 4,
        }
    }
}

/// The statistics of an ending. White is the side named first; with equal material the sides mirror each
/// other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndingStats {
    /// The ending.
    pub material: Material,
    /// Positions with White, the stronger side, to move.
    pub stronger: EndingResultCounts,
    /// Positions with Black, the weaker side, to move.
    pub weaker: EndingResultCounts,
    /// Mutual zugzwangs.
    pub zugzwangs: MutualZugzwangs,
}

/// The legal positions with one side to move, by result for it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EndingResultCounts {
    /// The side to move mates.
    pub wins: u64,
    /// Neither side can force mate.
    pub draws: u64,
    /// The side to move is mated, now or later.
    pub losses: u64,
    /// The side to move is checkmated now; part of `losses`.
    pub mates: u64,
    /// The side to move is stalemated; part of `draws`.
    pub stalemates: u64,
    /// Wins by length: the index is the number of moves, and the last entry is not 0.
    pub won_in: Vec<u64>,
    /// Losses by length: the index is the number of moves; entry 0 counts checkmates.
    pub lost_in: Vec<u64>,
    /// The longest win in moves; 0 if there is none.
    pub longest: Ply,
    /// Examples of the longest win, one for each set of symmetric positions, [`MAX_EXAMPLES`] at most.
    pub longest_examples: Vec<Position>,
    /// Wins that a single move keeps.
    pub only_moves: OnlyMoveStats,
}

/// Wins in which the side to move has an only move: every other move gives the win away. A mate at once is a move like any
/// other, and promotions to different pieces are different moves.
///
/// A run of only moves goes on after the reply that makes it longest. It ends at a position with several winning moves, at
/// mate, where a capture or a promotion leaves the ending, and where the reply allows en passant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OnlyMoveStats {
    /// The number of positions; part of the wins.
    pub count: u64,
    /// The longest run, in moves of the winning side; 0 if there is no only move.
    pub longest_run: u16,
    /// Examples of the longest run, one for each set of symmetric positions, [`MAX_EXAMPLES`] at most.
    pub examples: Vec<Position>,
}

/// Mutual zugzwangs: legal with either side to move, and both sides would rather pass.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MutualZugzwangs {
    /// The side to move loses, whichever it is.
    pub full_point: MutualZugzwang,
    /// White to move only draws, Black to move loses.
    pub white_draws: MutualZugzwang,
    /// Black to move only draws, White to move loses.
    pub black_draws: MutualZugzwang,
}

/// One kind of mutual zugzwang.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MutualZugzwang {
    /// The number of positions; symmetric ones count separately.
    pub count: u64,
    /// All of them with White to move, one for each set of symmetric positions.
    pub positions: Vec<Position>,
}

impl MutualZugzwang {
    /// The first positions, [`MAX_EXAMPLES`] at most.
    #[must_use]
    pub fn examples(&self) -> &[Position] {
        &self.positions[..self.positions.len().min(MAX_EXAMPLES)]
    }
}

impl MutualZugzwangs {
    /// The three kinds: those that cost a whole point, and those that cost White and Black half a point.
    #[must_use]
    pub const fn kinds(&self) -> [&MutualZugzwang; 3] {
        [&self.full_point, &self.white_draws, &self.black_draws]
    }

    /// The number of positions; symmetric ones count separately.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.kinds().iter().map(|kind| kind.count).sum()
    }

    /// The number of sets of symmetric positions: reflections and rotations of the board count once.
    #[must_use]
    pub fn count_up_to_symmetry(&self) -> usize {
        self.kinds().iter().map(|kind| kind.positions.len()).sum()
    }
}

impl EndingStats {
    /// The side with the longest win.
    #[must_use]
    pub const fn longest(&self) -> &EndingResultCounts {
        if self.weaker.longest.get() > self.stronger.longest.get() { &self.weaker } else { &self.stronger }
    }
}

impl EndingResultCounts {
    /// The total number.
    #[must_use]
    pub const fn all(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn add(&mut self, verdict: Verdict, forms: u64) {
        match verdict {
            Verdict::Win(plies) => {
                self.wins += forms;
                add_at(&mut self.won_in, usize::from(plies.moves()), forms);
            }
            Verdict::Draw => self.draws += forms,
            Verdict::Loss(plies) => {
                self.losses += forms;
                self.mates += if plies == Ply::ZERO { forms } else { 0 };
                add_at(&mut self.lost_in, usize::from(plies.moves()), forms);
            }
        }
    }

    fn add_all(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.mates += other.mates;
        self.stalemates += other.stalemates;
        for (to, from) in [(&mut self.won_in, &other.won_in), (&mut self.lost_in, &other.lost_in)] {
            for (moves, &forms) in from.iter().enumerate() {
                add_at(to, moves, forms);
            }
        }
    }
}

fn add_at(counts: &mut Vec<u64>, place: usize, forms: u64) {
    if forms > 0 {
        counts.resize(counts.len().max(place + 1), 0);
        counts[place] += forms;
    }
}

/// Scans every position of an ending. `smaller` are the endings that captures and promotions lead to.
///
/// # Errors
/// When the token stopped the work.
pub(super) fn compute_stats(
    unpacked: &UnpackedEnding,
    smaller: &dyn SubTables,
    threads: usize,
    (stop, on_step): (&StopToken, &mut dyn FnMut(StatsStep)),
) -> Result<EndingStats, TableBuildFailure> {
    on_step(StatsStep::Results);
    let mut stats = scan_all(unpacked, threads);
    let [stronger, weaker] = only_moves(unpacked, smaller, threads, (stop, on_step))?;
    (stats.stronger.only_moves, stats.weaker.only_moves) = (stronger, weaker);
    Ok(stats)
}

/// The only moves of both sides, White's first.
fn only_moves(
    unpacked: &UnpackedEnding,
    smaller: &dyn SubTables,
    threads: usize,
    (stop, on_step): (&StopToken, &mut dyn FnMut(StatsStep)),
) -> Result<[OnlyMoveStats; 2], TableBuildFailure> {
    let ending = &*unpacked.ending;
    let layout = ending.layout();
    let (Some(white), Some(black)) = (unpacked.plane(Color::White), unpacked.plane(Color::Black)) else {
        return Ok(Default::default());
    };
    let runs = |mover| {
        let planes = [white, black];
        OnlyMoveQuery { layout, planes, mover, smaller, max_starts: MAX_EXAMPLES, threads, stop }.answer()
    };
    let stats = |runs: &OnlyMoveRuns, turn, starts: &[TableSquares]| OnlyMoveStats {
        count: runs.count,
        longest_run: u16::from(runs.longest),
        examples: starts.iter().filter_map(|&at| ending.position(at, turn)).collect(),
    };
    on_step(StatsStep::OnlyMoves(Color::White));
    let of_white = runs(Color::White)?;
    let stronger = stats(&of_white, Color::White, &of_white.starts);
    let swapped: Option<Vec<_>> = of_white.starts.iter().map(|&at| layout.with_colors_swapped(at)).collect();
    let mirrored = swapped.filter(|_| layout.turns().len() == 1);
    let weaker = if let Some(mirrored) = mirrored {
        stats(&of_white, Color::Black, &mirrored)
    } else {
        on_step(StatsStep::OnlyMoves(Color::Black));
        let of_black = runs(Color::Black)?;
        stats(&of_black, Color::Black, &of_black.starts)
    };
    Ok([stronger, weaker])
}

fn scan_all(unpacked: &UnpackedEnding, threads: usize) -> EndingStats {
    let ending = &*unpacked.ending;
    let all = ending.layout().plane_size();
    let portion = all.div_ceil(threads.max(1));
    let view = PlainEnding { ending, plain: unpacked.values() };
    let ranges = (0..all).step_by(portion).map(|start| start..(start + portion).min(all));
    let view = &view;
    view.sum(run_in_parallel(ranges.map(|range| move || view.scan(range))))
}

/// The results of one thread: by side to move, and by kind of zugzwang.
#[derive(Debug, Default)]
struct PartialStats {
    counts: [EndingResultCounts; 2],
    longest: [LongestWins; 2],
    zugzwangs: [(u64, Vec<TableSquares>); 3],
}

/// The longest wins so far.
#[derive(Debug, Default)]
struct LongestWins {
    plies: Ply,
    starts: Vec<TableSquares>,
}

impl LongestWins {
    fn add(&mut self, plies: Ply, starts: &[TableSquares]) {
        if plies > self.plies {
            *self = Self { plies, starts: Vec::new() };
        }
        if plies == self.plies && plies > Ply::ZERO {
            self.starts.extend(starts.iter().take(MAX_EXAMPLES - self.starts.len()));
        }
    }
}

/// An ending with its unpacked bytes.
struct PlainEnding<'a> {
    ending: &'a EndingTable,
    plain: Option<&'a [u8]>,
}

impl PlainEnding<'_> {
    fn scan(&self, range: Range<usize>) -> PartialStats {
        let layout = self.ending.layout();
        let mut found = PartialStats::default();
        for (at, _) in range.filter_map(|index| layout.placement(index)) {
            let forms = layout.symmetry_count(at);
            let verdicts = Color::ALL.map(|turn| self.verdict(at, turn));
            for (n, turn) in Color::ALL.into_iter().enumerate() {
                let Some(verdict) = verdicts[n] else { continue };
                found.counts[n].add(verdict, forms);
                if verdict == Verdict::Draw && has_no_legal_move(layout.pieces(), at, turn) {
                    found.counts[n].stalemates += forms;
                }
                if let Verdict::Win(plies) = verdict {
                    found.longest[n].add(plies, &[at]);
                }
            }
            let kind = match verdicts {
                [Some(Verdict::Loss(_)), Some(Verdict::Loss(_))] => 0,
                [Some(Verdict::Draw), Some(Verdict::Loss(_))] => 1,
                [Some(Verdict::Loss(_)), Some(Verdict::Draw)] => 2,
                _ => continue,
            };
            let (count, starts) = &mut found.zugzwangs[kind];
            *count += forms;
            starts.push(at);
        }
        found
    }

    /// None if the position is illegal.
    fn verdict(&self, at: TableSquares, turn: Color) -> Option<Verdict> {
        let legal = attacked(self.ending.layout().pieces(), at, !turn, None, None).is_empty();
        if legal { self.ending.verdict_in(self.plain, at, turn) } else { None }
    }

    fn sum(&self, parts: Vec<PartialStats>) -> EndingStats {
        let mut all = PartialStats::default();
        for part in parts {
            for n in 0..2 {
                all.counts[n].add_all(&part.counts[n]);
                all.longest[n].add(part.longest[n].plies, &part.longest[n].starts);
            }
            for ((count, starts), (more, new)) in all.zugzwangs.iter_mut().zip(part.zugzwangs) {
                *count += more;
                starts.extend(new);
            }
        }
        let [stronger, weaker] = all.counts;
        let [white, black] = all.longest;
        let positions = |starts: &[TableSquares], turn| {
            starts.iter().filter_map(|&at| self.ending.position(at, turn)).collect::<Vec<_>>()
        };
        let longest = |count: EndingResultCounts, longest: &LongestWins, turn| EndingResultCounts {
            longest: longest.plies,
            longest_examples: positions(&longest.starts, turn),
            ..count
        };
        let zugzwang = |(count, starts): &(u64, Vec<TableSquares>)| MutualZugzwang {
            count: *count,
            positions: positions(starts, Color::White),
        };
        let [both, white_draws, black_draws] = all.zugzwangs;
        EndingStats {
            material: self.ending.layout().material(),
            stronger: longest(stronger, &white, Color::White),
            weaker: longest(weaker, &black, Color::Black),
            zugzwangs: MutualZugzwangs {
                full_point: zugzwang(&both),
                white_draws: zugzwang(&white_draws),
                black_draws: zugzwang(&black_draws),
            },
        }
    }
}
