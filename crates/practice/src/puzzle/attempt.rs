//! An attempt at a puzzle: the solver's moves are compared with the solution, and the longest defense answers.

use super::model::{Puzzle, PuzzleProof, is_checkmate_after};
use chess::{GameTermination, Line, Move, Position, PositionEvaluation};

/// An attempt at a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleAttempt {
    puzzle: Puzzle,
    /// The moves on the board: those of the solution so far, at the end perhaps another one that is as good.
    moves: Vec<Move>,
    position: Position,
    wrong_moves: u16,
    state: AttemptState,
}

/// What has become of an attempt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AttemptState {
    Running,
    Solved,
    Shown,
}

/// The answer to a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleReply {
    /// The move is right; the defense answers with this one.
    Continue(Move),
    /// The move is right, and the puzzle is solved.
    Solved,
    /// The move is wrong.
    Wrong,
    /// The move is not the one of the solution, which nobody has proven to be the only one: whether it is as good
    /// is for a search to say.
    Unknown,
    /// The attempt is over.
    Over,
}

impl PuzzleAttempt {
    /// An attempt with the start on the board.
    #[must_use]
    pub fn new(puzzle: Puzzle) -> Self {
        let position = puzzle.start.clone();
        Self { puzzle, moves: Vec::new(), position, wrong_moves: 0, state: AttemptState::Running }
    }

    /// The puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The position on the board.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The moves on the board.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Number of wrong moves.
    #[must_use]
    pub const fn wrong_moves(&self) -> u16 {
        self.wrong_moves
    }

    /// Whether a move is awaited.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.state == AttemptState::Running
    }

    /// Whether it was solved without a wrong move.
    #[must_use]
    pub fn is_solved_at_once(&self) -> bool {
        self.state == AttemptState::Solved && self.wrong_moves == 0
    }

    /// Whether it was solved, with or without wrong moves.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.state == AttemptState::Solved
    }

    /// The next move of the solution; None in a puzzle that only has moves to avoid.
    #[must_use]
    pub fn solution_move(&self) -> Option<Move> {
        self.puzzle.solution.get(self.moves.len()).copied()
    }

    /// Number of the solver's moves on the board.
    #[must_use]
    pub fn moves_found(&self) -> usize {
        self.moves.len().div_ceil(2)
    }

    /// Tries a legal move of the current position.
    pub fn try_move(&mut self, mv: Move) -> PuzzleReply {
        if self.state != AttemptState::Running {
            return PuzzleReply::Over;
        }
        if self.puzzle.solution.is_empty() {
            return if self.puzzle.avoid.contains(&mv) { self.refuse() } else { self.accept(mv) };
        }
        let is_first = self.moves.is_empty();
        if self.solution_move() == Some(mv) {
            self.accept(mv)
        } else if self.is_as_good(mv) || (is_first && self.puzzle.alternatives.contains(&mv)) {
            self.finish(mv)
        } else if self.puzzle.proof == PuzzleProof::None {
            PuzzleReply::Unknown
        } else {
            self.refuse()
        }
    }

    /// Counts a move as wrong.
    pub fn refuse(&mut self) -> PuzzleReply {
        self.wrong_moves = self.wrong_moves.saturating_add(1);
        PuzzleReply::Wrong
    }

    /// Accepts a move that is as good as the solution, which ends the attempt: nobody knows how it goes on.
    pub fn finish(&mut self, mv: Move) -> PuzzleReply {
        self.play(mv);
        self.state = AttemptState::Solved;
        PuzzleReply::Solved
    }

    /// Plays the rest of the solution.
    pub fn show_solution(&mut self) {
        if self.state != AttemptState::Running {
            return;
        }
        while let Some(mv) = self.solution_move() {
            self.play(mv);
        }
        self.state = AttemptState::Shown;
    }

    /// Whether a move that is not the one of the solution is as good: any mate is, where the solution mates now or
    /// nothing better is known.
    fn is_as_good(&self, mv: Move) -> bool {
        let solution_mates =
            self.solution_move().is_some_and(|best| is_checkmate_after(&self.position, best));
        let is_mate = is_checkmate_after(&self.position, mv);
        is_mate && (solution_mates || self.puzzle.proof == PuzzleProof::None)
    }

    fn accept(&mut self, mv: Move) -> PuzzleReply {
        self.play(mv);
        if let Some(defense) = self.solution_move() {
            self.play(defense);
            PuzzleReply::Continue(defense)
        } else {
            self.state = AttemptState::Solved;
            PuzzleReply::Solved
        }
    }

    fn play(&mut self, mv: Move) {
        self.position.play(mv);
        self.moves.push(mv);
    }

    /// How the game ended on the board, if it did.
    #[must_use]
    pub fn termination(&self) -> Option<GameTermination> {
        GameTermination::on_board(&self.position)
    }
}

/// Winning chances, 0.0 to 1.0, that a move may lose and still be as good as the solution.
const MAX_LOSS: f64 = 0.01;

/// Whether a move is as good as the one of the solution, by the line of each in the same search: no longer a mate, or
/// within 1 % of the winning chances.
#[must_use]
pub fn is_as_good(tried: &Line, solution: &Line) -> bool {
    let mate = |line: &Line| line.score.mate_distance().filter(|_| line.score.is_mating());
    match (mate(tried), mate(solution)) {
        (Some(tried), Some(solution)) => tried.moves() <= solution.moves(),
        (None, Some(_)) => false,
        (Some(_), None) => true,
        (None, None) => {
            let [tried, solution] = [tried, solution].map(|line| PositionEvaluation::from_line(line.clone()));
            solution.lead_over(&tried) <= MAX_LOSS
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::text;
    use chess::{Bound, Certainty, Ply, Score, notation};

    fn attempt(line: &str) -> PuzzleAttempt {
        PuzzleAttempt::new(text::parse_line(line).unwrap())
    }

    fn try_move(attempt: &mut PuzzleAttempt, san: &str) -> PuzzleReply {
        let mv = notation::parse_move(attempt.position(), san).unwrap();
        attempt.try_move(mv)
    }

    /// Two rooks: 1. Ra7 and the ladder mate.
    const LADDER: &str = "4k3/8/8/8/8/8/1R6/R5K1 w - - 0 1\ta1a7 e8d8 b2b8\tmate\t700\tmate 2";

    #[test]
    fn the_defense_answers_and_any_mate_is_the_last_move() {
        let mut ladder = attempt(LADDER);
        assert_eq!(try_move(&mut ladder, "Ra8+"), PuzzleReply::Wrong);
        assert!(matches!(try_move(&mut ladder, "Ra7"), PuzzleReply::Continue(_)));
        assert_eq!(ladder.moves().len(), 2);
        assert_eq!(try_move(&mut ladder, "Rb8#"), PuzzleReply::Solved);
        assert!(ladder.is_solved() && !ladder.is_solved_at_once());
        let over = ladder.puzzle().solution[0];
        assert_eq!(ladder.try_move(over), PuzzleReply::Over);

        let two_mates = "7k/8/6K1/8/8/8/8/1RQ5 w - - 0 1\tc1c8\tmate\t500\tmate 1";
        assert_eq!(try_move(&mut attempt(two_mates), "Rb8#"), PuzzleReply::Solved);
    }

    #[test]
    fn what_nobody_has_proven_is_for_a_search_to_say() {
        let imported = LADDER.replace("mate 2", "-");
        let mut ladder = attempt(&imported);
        assert_eq!(try_move(&mut ladder, "Rb7"), PuzzleReply::Unknown);
        assert_eq!(ladder.wrong_moves(), 0);
        let mv = notation::parse_move(ladder.position(), "Rb7").unwrap();
        assert_eq!(ladder.finish(mv), PuzzleReply::Solved);
        assert!(ladder.is_solved_at_once());
    }

    #[test]
    fn other_first_moves_and_moves_to_avoid_are_known() {
        let alternatives = "4k3/8/8/8/8/8/1R6/R5K1 w - - 0 1\ta1a7 | b2b7\tmate\t700\t-";
        assert_eq!(try_move(&mut attempt(alternatives), "Rb7"), PuzzleReply::Solved);
        let avoid = "7k/5K2/6Q1/8/8/8/8/8 w - - 0 1\t! g6g5\t-\t500\t-";
        let mut attempt = attempt(avoid);
        assert_eq!(try_move(&mut attempt, "Qg5"), PuzzleReply::Wrong);
        assert_eq!(try_move(&mut attempt, "Qg7#"), PuzzleReply::Solved);
    }

    #[test]
    fn a_slower_mate_is_not_as_good() {
        let line = |score| {
            let (bound, certainty) = (Bound::Exact, Certainty::Searched);
            Line { score, bound, certainty, moves: vec![], ends_in: None }
        };
        let mate = |plies| line(Score::mates_in(Ply::new(plies)));
        let pawns = |value| line(Score::centipawns(value));
        assert!(is_as_good(&mate(3), &mate(3)) && !is_as_good(&mate(5), &mate(3)));
        assert!(is_as_good(&mate(9), &pawns(700)) && !is_as_good(&pawns(2_000), &mate(9)));
        assert!(is_as_good(&pawns(300), &pawns(302)) && !is_as_good(&pawns(250), &pawns(300)));
    }

    #[test]
    fn the_solution_is_played_to_its_end() {
        let mut ladder = attempt(LADDER);
        ladder.show_solution();
        assert!(!ladder.is_running() && !ladder.is_solved());
        assert_eq!(ladder.moves_found(), 2);
        assert!(matches!(ladder.termination(), Some(GameTermination::Checkmate { .. })));
    }
}
