//! Only moves and their runs, found by brute force from the results of single positions.

use std::collections::HashMap;

use crate::endings;
use matescope::chess::{Color, Move, Oracle as _, Position, Verdict, fen};
use matescope::solver::Tables;
use matescope::solver::tables::EndingStats;
use shakmaty::Position as _;

/// The moves after which the other side loses.
fn winning_moves(tables: &Tables, position: &Position) -> Vec<Move> {
    let wins = |mv: &Move| matches!(tables.probe(&position.after(*mv)), Some(Verdict::Loss(_)));
    position.legal_moves().into_iter().filter(wins).collect()
}

/// Runs of only moves by the rules of chess and the results of single positions.
pub(crate) struct BruteForceRuns<'a> {
    pub(crate) tables: &'a Tables,
    known: HashMap<String, u16>,
}

impl<'a> BruteForceRuns<'a> {
    pub(crate) fn new(tables: &'a Tables) -> Self {
        Self { tables, known: HashMap::new() }
    }

    /// The length of the run that begins with a position; 0 if it has not exactly one winning move.
    pub(crate) fn run(&mut self, position: &Position) -> u16 {
        let name = fen::format(position);
        if let Some(&known) = self.known.get(&name) {
            return known;
        }
        let run = match *winning_moves(self.tables, position) {
            [only] => 1 + self.longest_after(position, only),
            _ => 0,
        };
        self.known.insert(name, run);
        run
    }

    fn longest_after(&mut self, position: &Position, only: Move) -> u16 {
        let (ending, after) = (position.material(), position.after(only));
        if after.material() != ending {
            return 0;
        }
        let next = after.legal_moves().into_iter().map(|reply| after.after(reply));
        let next: Vec<Position> = next
            .filter(|next| next.material() == ending && next.chess().legal_ep_square().is_none())
            .collect();
        next.iter().map(|next| self.run(next)).max().unwrap_or(0)
    }
}

/// The number of positions with an only move and the longest run, for White and Black to move.
pub(crate) fn counted(stats: &EndingStats) -> [(u64, u16); 2] {
    [&stats.stronger, &stats.weaker].map(|side| (side.only_moves.count, side.only_moves.longest_run))
}

/// The same from all positions of an ending.
pub(crate) fn count(tables: &Tables, positions: impl Iterator<Item = Position>) -> [(u64, u16); 2] {
    let mut runs = BruteForceRuns::new(tables);
    let mut counted = [(0, 0); 2];
    for position in positions.filter(|of| matches!(tables.probe(of), Some(Verdict::Win(_)))) {
        let run = runs.run(&position);
        let (count, longest) = &mut counted[usize::from(position.turn() == Color::Black)];
        *count += u64::from(run > 0);
        *longest = run.max(*longest);
    }
    counted
}

#[test]
fn the_pawn_has_the_only_moves_that_are_found_one_by_one() {
    let stats = endings::tables().stats(&"KPvK".parse().unwrap(), 2).unwrap();
    let squares = || shakmaty::Square::ALL.into_iter();
    let mut positions = Vec::new();
    for (white, black) in squares().flat_map(|white| squares().map(move |black| (white, black))) {
        for pawn in squares().filter(|&pawn| ![white, black].contains(&pawn)) {
            let mut board = shakmaty::Board::empty();
            board.set_piece_at(white, Color::White.king());
            board.set_piece_at(black, Color::Black.king());
            board.set_piece_at(pawn, Color::White.pawn());
            positions.extend(
                Color::ALL
                    .into_iter()
                    .filter_map(|turn| fen::parse(&format!("{board} {} - - 0 1", turn.char())).ok()),
            );
        }
    }
    let found = count(endings::tables(), positions.into_iter());
    assert_eq!((found, found), (counted(&stats), [(13_438, 6), (0, 0)]));
}

#[test]
fn a_lone_queen_or_rook_has_no_only_move() {
    for name in ["KQvK", "KRvK"] {
        let stats = endings::tables().stats(&name.parse().unwrap(), 1).unwrap();
        assert_eq!(counted(&stats), [(0, 0); 2], "{name}");
    }
}

/// In "8/6k1/8/8/7K/1P6/8/8 w" the pawn wins by the opposition alone.
#[test]
fn each_move_of_a_run_is_the_only_one_that_wins() {
    let stats = endings::tables().stats(&"KPvK".parse().unwrap(), 1).unwrap();
    let mut runs = BruteForceRuns::new(endings::tables());
    assert_eq!(stats.stronger.only_moves.examples.len(), 8);
    for start in &stats.stronger.only_moves.examples {
        let mut now = start.clone();
        for left in (1..=stats.stronger.only_moves.longest_run).rev() {
            assert_eq!(runs.run(&now), left, "{}", fen::format(&now));
            let [only] = *winning_moves(endings::tables(), &now) else { panic!("{}", fen::format(&now)) };
            let after = now.after(only);
            let mut next = after.legal_moves().into_iter().map(|reply| after.after(reply));
            let Some(next) = next.find(|next| runs.run(next) + 1 == left) else { break };
            now = next;
        }
    }
}
