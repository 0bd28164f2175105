//! The game whose moves are guessed: which move is asked for, what has to be searched to grade a guess, and the guesses
//! so far.

use super::judged_guess::JudgedGuess;
use super::summary::GuessSummary;
use crate::review::MoveReview;
use chess::reconcile::reconcile;
use chess::{Color, HalfMove, Move, Position, PositionEvaluation, Root};
use game::opening::Opening;
use game::{NodeId, Tree};

/// A game of which one side's moves are guessed.
#[derive(Clone, PartialEq, Debug)]
pub struct GuessGame {
    start: Position,
    /// The main line. Null moves in it are played, and never asked for.
    moves: Vec<HalfMove>,
    /// The side whose moves are guessed.
    side: Color,
    /// Half-moves before the first guess.
    first_ply: usize,
    /// Half-moves before the guess that is asked for; their number once the game is through.
    ply: usize,
    guesses: Vec<JudgedGuess>,
}

/// The evaluations by which a guess is graded.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GuessEvaluations {
    /// That of the position before the move.
    pub before: Option<PositionEvaluation>,
    /// That after the move that was played.
    pub after_game_move: Option<PositionEvaluation>,
    /// That after the guess, where it is another move.
    pub after_guess: Option<PositionEvaluation>,
}

impl GuessEvaluations {
    /// The index of the position before the move in an analysis of the game's positions.
    const BEFORE: usize = 0;
    /// The index of the position after the move that was played, which follows in the game.
    const AFTER_GAME_MOVE: usize = 1;
    /// The index of the position after the guess, which does not.
    const AFTER_GUESS: usize = 3;

    /// Stores the evaluation of the position with this index of [`GuessGame::positions_to_analyze`].
    pub fn store(&mut self, index: usize, evaluation: PositionEvaluation) {
        match index {
            Self::BEFORE => self.before = Some(evaluation),
            Self::AFTER_GAME_MOVE => self.after_game_move = Some(evaluation),
            Self::AFTER_GUESS => self.after_guess = Some(evaluation),
            _ => {}
        }
    }
}

impl GuessGame {
    /// A game whose moves by `side` are guessed from half-move `from_ply` on. None where the main line has no move of
    /// that side there.
    #[must_use]
    pub fn new(tree: &Tree, side: Color, from_ply: usize) -> Option<Self> {
        let start = tree.node(tree.start()).position().clone();
        let line = tree.main_line_from(tree.start());
        let moves: Vec<HalfMove> = line.iter().filter_map(|&node| tree.node(node).half_move()).collect();
        let is_to_move = (start.turn() == side) == from_ply.is_multiple_of(2);
        let from_ply = if is_to_move { from_ply } else { from_ply + 1 };
        let mut game = Self { start, moves, side, first_ply: 0, ply: 0, guesses: Vec::new() };
        game.first_ply = game.next_move_of_side(from_ply)?;
        game.ply = game.first_ply;
        Some(game)
    }

    /// The first half-move that is a move of the side, from one of its half-moves on.
    fn next_move_of_side(&self, from_ply: usize) -> Option<usize> {
        let mut own = (from_ply..self.moves.len()).step_by(2);
        own.find(|&ply| self.moves[ply] != HalfMove::Null)
    }

    /// Half-moves of a game's opening: up to the last position of the main line that has a name, but never so many that
    /// fewer than half of the moves are left.
    #[must_use]
    pub fn opening_plies(tree: &Tree) -> usize {
        let line = tree.main_line_from(tree.start());
        let is_named = |&node: &NodeId| Opening::of(tree.node(node).position()).is_some();
        line.iter().rposition(is_named).map_or(0, |last| last + 1).min(line.len() / 2)
    }

    /// The side whose moves are guessed.
    #[must_use]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// Half-moves before the first guess.
    #[must_use]
    pub const fn first_ply(&self) -> usize {
        self.first_ply
    }

    /// The half-moves that were played before the guess that is asked for; all once the game is through.
    #[must_use]
    pub fn moves_so_far(&self) -> &[HalfMove] {
        &self.moves[..self.ply.min(self.moves.len())]
    }

    /// The first position of the game.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The move that is asked for; None once the game is through.
    #[must_use]
    pub fn game_move(&self) -> Option<Move> {
        self.moves.get(self.ply).and_then(|of| of.mv())
    }

    /// The position in which a move is asked for, with its repetition history.
    #[must_use]
    pub fn root(&self) -> Root {
        let mut root = Root::new(self.start.clone());
        for &half_move in self.moves_so_far() {
            root.play_half_move(half_move);
        }
        root
    }

    /// The guesses so far.
    #[must_use]
    pub fn guesses(&self) -> &[JudgedGuess] {
        &self.guesses
    }

    /// Number of moves that are guessed in the whole game.
    #[must_use]
    pub fn guess_count(&self) -> usize {
        self.moves.iter().skip(self.first_ply).step_by(2).filter(|of| **of != HalfMove::Null).count()
    }

    /// The positions whose evaluations grade a guess, with their indices for [`GuessEvaluations::store`]: before the
    /// move, after the move that was played, and after the guess where that is another one. Empty once the game is
    /// through.
    #[must_use]
    pub fn positions_to_analyze(&self, guess: Option<Move>) -> Vec<(usize, Root)> {
        let Some(game_move) = self.game_move() else { return Vec::new() };
        let before = self.root();
        let after = |mv| {
            let mut root = before.clone();
            root.play(mv);
            root
        };
        let mut positions = vec![(GuessEvaluations::AFTER_GAME_MOVE, after(game_move))];
        if let Some(guess) = guess.filter(|&guess| guess != game_move) {
            positions.push((GuessEvaluations::AFTER_GUESS, after(guess)));
        }
        positions.push((GuessEvaluations::BEFORE, before));
        positions
    }

    /// Grades a guess, or the game's move where it was shown (`guess` is None then). False where an evaluation is
    /// missing or the game is through.
    pub fn judge(&mut self, guess: Option<Move>, evaluations: GuessEvaluations) -> bool {
        let judged = self.judged(guess, evaluations);
        let is_judged = judged.is_some();
        self.guesses.extend(judged);
        is_judged
    }

    fn judged(&self, guess: Option<Move>, evaluations: GuessEvaluations) -> Option<JudgedGuess> {
        let game_move = self.game_move()?;
        let GuessEvaluations { before, after_game_move, after_guess } = evaluations;
        // Separate searches may contradict each other: no move gains anything.
        let mut pair = [before, after_game_move];
        reconcile(&mut pair, &[Some(game_move)]);
        let [before, after_game_move] = pair;
        let other_guess = guess.filter(|&guess| guess != game_move);
        let mut pair = [before, after_guess];
        reconcile(&mut pair, &[other_guess]);
        let [before, after_guess] = pair;
        let (before, after_game_move) = (before?, after_game_move?);
        let root = self.root();
        let review = |mv, after: &PositionEvaluation| MoveReview::from_root(&root, mv, &before, after);
        let game_review = review(game_move, &after_game_move);
        let guess_review = match other_guess {
            Some(mv) => review(mv, &after_guess?),
            None => game_review.clone(),
        };
        Some(JudgedGuess {
            ply: self.ply,
            guess,
            guess_review,
            game_move,
            game_review,
            best: before.best_move(),
        })
    }

    /// Whether the move that is asked for has a grade.
    #[must_use]
    pub fn is_judged(&self) -> bool {
        self.guesses.last().is_some_and(|last| last.ply == self.ply)
    }

    /// Goes on to the next move to guess: the game's move and the reply are played.
    pub fn advance(&mut self) {
        self.ply = self.next_move_of_side(self.ply + 2).unwrap_or(self.moves.len());
    }

    /// The results of the guesses so far.
    #[must_use]
    pub fn summary(&self) -> GuessSummary {
        GuessSummary::of(&self.guesses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guess::GuessVerdict;
    use chess::{Bound, Certainty, Line, Score, notation};
    use game::pgn;

    fn tree(text: &str) -> Tree {
        pgn::read(text, &Position::start()).game.tree
    }

    /// A score for the side to move, with a best move where the position has one.
    fn evaluation(position: &Position, best: Option<&str>, centipawns: i32) -> PositionEvaluation {
        let best = best.map(|san| notation::parse_move(position, san).unwrap());
        let mv = best.unwrap_or_else(|| position.legal_moves()[0]);
        PositionEvaluation::from_line(Line {
            score: Score::centipawns(centipawns),
            bound: Bound::Exact,
            certainty: Certainty::Searched,
            moves: vec![mv],
            ends_in: None,
        })
    }

    fn guess(game: &mut GuessGame, san: Option<&str>, scores: (i32, i32, i32), best: &str) -> JudgedGuess {
        let position = game.root().position;
        let mv = san.map(|san| notation::parse_move(&position, san).unwrap());
        let mut found = GuessEvaluations::default();
        for (index, root) in game.positions_to_analyze(mv) {
            let (best, score) = match index {
                GuessEvaluations::BEFORE => (Some(best), scores.0),
                GuessEvaluations::AFTER_GAME_MOVE => (None, -scores.1),
                _ => (None, -scores.2),
            };
            found.store(index, evaluation(&root.position, best, score));
        }
        assert!(game.judge(mv, found) && game.is_judged());
        game.guesses().last().unwrap().clone()
    }

    #[test]
    fn moves_of_one_side_are_asked_for_from_a_half_move_on() {
        let tree = tree("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *");
        let san = |game: &GuessGame| {
            game.game_move().map(|mv| notation::san(&game.root().position, mv)).unwrap_or_default()
        };
        let mut white = GuessGame::new(&tree, Color::White, 1).unwrap();
        assert_eq!((san(&white), white.first_ply(), white.guess_count()), ("Nf3".to_owned(), 2, 2));
        white.advance();
        assert_eq!((san(&white), white.moves_so_far().len()), ("Bb5".to_owned(), 4));
        white.advance();
        assert_eq!((white.game_move(), white.moves_so_far().len()), (None, 6));
        assert!(white.positions_to_analyze(None).is_empty());
        assert!(!white.judge(None, GuessEvaluations::default()));
        let black = GuessGame::new(&tree, Color::Black, 1).unwrap();
        assert_eq!((san(&black), black.guess_count()), ("e5".to_owned(), 3));
        assert_eq!(GuessGame::new(&tree, Color::White, 5), None, "White has no move there");
        assert!(GuessGame::new(&tree, Color::Black, 5).is_some());
        // Black to move at the start.
        let tree = super::tests::tree("[FEN \"k7/8/8/8/8/8/8/K6R b - - 0 1\"]\n\n1... Kb8 2. Rh8+ *");
        assert_eq!(san(&GuessGame::new(&tree, Color::White, 0).unwrap()), "Rh8+");
    }

    #[test]
    fn a_guess_is_compared_with_the_move_that_was_played() {
        let tree = tree("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *");
        let mut game = GuessGame::new(&tree, Color::White, 0).unwrap();
        let same = guess(&mut game, Some("e4"), (30, 30, 0), "e4");
        assert_eq!((same.verdict(), same.is_best()), (GuessVerdict::Same, true));
        game.advance();
        let better = guess(&mut game, Some("Nc3"), (60, -60, 60), "Nc3");
        assert_eq!((better.verdict(), better.is_best()), (GuessVerdict::Better, true));
        game.advance();
        let as_good = guess(&mut game, Some("Bc4"), (30, 30, 26), "Bb5");
        assert_eq!((as_good.verdict(), as_good.is_best()), (GuessVerdict::AsGood, false));
        game.advance();
        let worse = guess(&mut game, Some("Bd3"), (30, 30, -300), "Ba4");
        assert_eq!(worse.verdict(), GuessVerdict::Worse);
        assert!(worse.guess_review.judgment.is_some() && worse.game_review.judgment.is_none());
        game.advance();
        let shown = guess(&mut game, None, (30, 30, 0), "O-O");
        assert_eq!((shown.verdict(), shown.is_best()), (GuessVerdict::Shown, false));
        let summary = game.summary();
        let counts = [summary.same, summary.better, summary.as_good, summary.worse, summary.shown];
        assert_eq!(counts, [1, 1, 1, 1, 1]);
        assert_eq!(summary.best, 2);
    }

    #[test]
    fn a_guess_that_is_better_than_the_search_expected_loses_nothing() {
        let tree = tree("1. e4 e5 *");
        let mut game = GuessGame::new(&tree, Color::White, 0).unwrap();
        let found = guess(&mut game, Some("d4"), (20, 20, 90), "e4");
        assert_eq!((found.verdict(), found.is_best()), (GuessVerdict::Better, true));
        assert!(found.guess_review.winning_chances_loss < 1e-9);
        assert!(found.game_review.winning_chances_loss > 0.05);
    }

    #[test]
    fn the_opening_is_left_out_and_half_of_the_moves_stay() {
        let opera = super::super::classic_games().into_iter().find(|game| game.title().contains("Opera"));
        let plies = GuessGame::opening_plies(&opera.unwrap().game.tree);
        assert!((4..=8).contains(&plies), "{plies}");
        assert_eq!(GuessGame::opening_plies(&tree("1. e4 e5 2. Nf3 Nc6 *")), 2);
        assert_eq!(GuessGame::opening_plies(&tree("*")), 0);
    }
}
