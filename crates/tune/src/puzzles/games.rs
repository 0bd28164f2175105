//! Puzzles from games: a quick search of every position finds those in which the last move was a mistake.

use std::collections::BTreeSet;
use std::io;

use super::tactics;
use matescope::analysis::mate_puzzle;
use matescope::analysis::puzzle_check::PuzzleChecker;
use matescope::chess::{NoOracle, Position, PositionEvaluation, Root, StopToken, fen};
use matescope::engine::{Engine, EngineSettings, Limits};
use matescope::game::pgn;
use matescope::game::pgn::split::PgnSplitter;
use matescope::practice::puzzle::Puzzle;
use std::sync::Arc;

/// Nodes of the quick search of every position.
const SCAN_NODES: u64 = 2_500;

/// Winning chances, 0.0 to 1.0, that the last move has to give away before the position is looked at.
const MIN_GIFT: f64 = 0.12;

/// Puzzles from one game at most, mates and others.
const MAX_PER_GAME: [usize; 2] = [2, 3];

/// Finds the puzzles of games in PGN.
pub(super) fn find(
    text: &str,
    stop: &StopToken,
    keep: &mut dyn FnMut(Puzzle) -> io::Result<()>,
) -> io::Result<()> {
    let settings = EngineSettings { hash_mb: 8, ..EngineSettings::default() };
    let mut scanner = Engine::new(settings);
    let mut checker = PuzzleChecker::new(Arc::new(NoOracle));
    let mut seen = BTreeSet::new();
    for piece in PgnSplitter::new(text.as_bytes()).filter_map(Result::ok) {
        let game = pgn::read(&pgn::decode(&piece.bytes), &Position::start()).game;
        let tree = &game.tree;
        let roots: Vec<Root> =
            tree.main_line_from(tree.start()).into_iter().map(|node| tree.root_at(node)).collect();
        scanner.new_game();
        let evaluations: Vec<Option<PositionEvaluation>> =
            roots.iter().map(|root| evaluate(&mut scanner, root, stop)).collect();
        let mut left = MAX_PER_GAME;
        // The longest mates first: those before the end of the game.
        let mut free_from = 0;
        for index in 1..roots.len() {
            let (Some(before), Some(now)) = (&evaluations[index - 1], &evaluations[index]) else { continue };
            let position = &roots[index].position;
            if index < free_from || !seen.insert(fen::format(position)) {
                continue;
            }
            let mates_in = now.score().mate_distance().filter(|_| now.score().is_mating());
            let (is_mate, puzzle) = if let Some(distance) = mates_in {
                if left[0] == 0 {
                    continue;
                }
                (true, mate_puzzle::only_solution(position, distance.moves(), stop))
            } else {
                let chances = [1.0 - before.winning_chances(), now.winning_chances()];
                if left[1] == 0 || chances[1] - chances[0] < MIN_GIFT || chances[1] < 0.35 {
                    continue;
                }
                let last = tree.node(tree.main_line_from(tree.start())[index]).mv();
                (false, tactics::puzzle(position, last, &mut checker, stop))
            };
            if let Some(puzzle) = puzzle {
                left[usize::from(!is_mate)] -= 1;
                free_from = index + puzzle.solution.len() + 1;
                keep(puzzle)?;
            }
        }
    }
    Ok(())
}

fn evaluate(engine: &mut Engine, root: &Root, stop: &StopToken) -> Option<PositionEvaluation> {
    let limits = Limits { nodes: Some(SCAN_NODES), ..Limits::default() };
    let report = engine.search(root, &limits, stop, &mut |_| {});
    report.lines.into_iter().next().map(PositionEvaluation::from_line)
}
