//! A lesson of puzzles: an idea, a worked example, and positions to solve, each with comments and with the proof of
//! its solution. It teaches what rounds against the endgame tables do not: mating patterns and practical endings.

use super::model::{Puzzle, PuzzleId};
use super::progress::PuzzleProgress;
use super::theme::PuzzleTheme;
use chess::Move;
use chess::names::move_number;
use chess::text::sanitize;
use game::{NodeId, Tree};

/// A lesson of puzzles.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleLesson {
    /// The short name by which it is chosen.
    pub id: String,
    /// The chapter of the course: `Mating patterns`.
    pub chapter: String,
    /// What the list shows.
    pub title: String,
    /// What is to be found: a mate, a win or a draw.
    pub theme: PuzzleTheme,
    /// The idea, in a few plain sentences.
    pub idea: Vec<String>,
    /// A worked example to step through, with comments.
    pub example: Option<Tree>,
    /// The positions, at least one, in the order in which they are solved.
    pub positions: Vec<LessonPuzzle>,
}

/// A position of a lesson of puzzles.
#[derive(Clone, PartialEq, Debug)]
pub struct LessonPuzzle {
    /// The position with its solution.
    pub puzzle: Puzzle,
    /// The id of the puzzle, under which answers are kept.
    pub id: PuzzleId,
    /// The solution with comments, and in variations moves that are tempting and wrong.
    notes: Tree,
}

impl PuzzleLesson {
    /// What is to be done, as a sentence without a full stop.
    #[must_use]
    pub fn goal_text(&self) -> &'static str {
        match self.theme {
            PuzzleTheme::Mate => "Find the mate",
            PuzzleTheme::OnlyDraw => "Find the draw",
            _ => "Find the win",
        }
    }

    /// Number of its positions that were solved at once when they were last tried.
    #[must_use]
    pub fn solved_count(&self, progress: &PuzzleProgress) -> usize {
        self.positions.iter().filter(|position| position.is_solved(progress)).count()
    }

    /// Whether every position was solved at once when it was last tried.
    #[must_use]
    pub fn is_passed(&self, progress: &PuzzleProgress) -> bool {
        self.solved_count(progress) == self.positions.len()
    }

    /// Whether one of its positions was ever tried.
    #[must_use]
    pub fn is_tried(&self, progress: &PuzzleProgress) -> bool {
        self.positions.iter().any(|position| progress.seen(position.id).is_some())
    }

    /// The positions to solve next, as indexes: those that are not solved yet; all where there are none.
    #[must_use]
    pub fn next_positions(&self, progress: &PuzzleProgress) -> Vec<usize> {
        let all = 0..self.positions.len();
        let open: Vec<usize> = all.clone().filter(|&at| !self.positions[at].is_solved(progress)).collect();
        if open.is_empty() { all.collect() } else { open }
    }
}

impl LessonPuzzle {
    /// A position with the tree of its solution and its comments, whose main line is the solution.
    #[must_use]
    pub fn new(puzzle: Puzzle, notes: Tree) -> Self {
        Self { id: puzzle.id(), puzzle, notes }
    }

    fn is_solved(&self, progress: &PuzzleProgress) -> bool {
        progress.seen(self.id).is_some_and(|seen| seen.is_solved)
    }

    /// What the lesson says of the last of these moves, played from the start; None where it says nothing.
    #[must_use]
    pub fn comment(&self, moves: &[Move]) -> Option<String> {
        self.comment_at(self.node_after(moves)?)
    }

    /// What the lesson says of a wrong move that follows on these moves, with the reply and what comes of it; None
    /// where it says nothing.
    #[must_use]
    pub fn refutation(&self, moves: &[Move], wrong: Move) -> Option<String> {
        let line: Vec<Move> = moves.iter().copied().chain([wrong]).collect();
        let tried = self.node_after(&line)?;
        let replies = self.notes.main_line_from(tried).into_iter().flat_map(|id| {
            let node = self.notes.node(id);
            let before = node.parent().map(|parent| self.notes.node(parent).position());
            let number = before.map_or_else(String::new, |of| move_number(of.fullmoves().get(), of.turn()));
            [Some(format!("{number}{}.", node.san())), self.comment_at(id)]
        });
        let texts: Vec<String> = [self.comment_at(tried)].into_iter().chain(replies).flatten().collect();
        (!texts.is_empty()).then(|| texts.join(" "))
    }

    fn node_after(&self, moves: &[Move]) -> Option<NodeId> {
        moves.iter().try_fold(self.notes.start(), |at, &mv| {
            let mut children = self.notes.node(at).children().iter();
            children.find(|&&child| self.notes.node(child).mv() == Some(mv)).copied()
        })
    }

    fn comment_at(&self, id: NodeId) -> Option<String> {
        let comments = &self.notes.node(id).notes.after;
        (!comments.is_empty()).then(|| sanitize(&comments.join(" ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course::puzzle_lessons;
    use crate::puzzle::PuzzleAnswer;
    use chess::notation;

    fn one() -> PuzzleLesson {
        puzzle_lessons::parse(puzzle_lessons::SAMPLE).unwrap().swap_remove(0)
    }

    #[test]
    fn a_comment_belongs_to_the_moves_that_lead_to_it() {
        let position = &one().positions[0];
        let line = |text: &str| {
            let mut board = position.puzzle.start.clone();
            let play = |word| {
                let mv = notation::parse_move(&board, word).unwrap();
                board.play(mv);
                mv
            };
            text.split_whitespace().map(play).collect::<Vec<_>>()
        };
        assert_eq!(position.comment(&line("Qxe8+")).as_deref(), Some("Give it."));
        assert_eq!(position.comment(&line("Qxe8+ Rxe8")), None);
        assert_eq!(position.comment(&line("Qxe8+ Rxe8 Rxe8#")).as_deref(), Some("Nobody guards it."));
        assert_eq!(position.comment(&line("Qe7")), None);
        let wrong = |text: &str| position.refutation(&[], line(text)[0]);
        let refutation = "No threat. 1...Rxe1#. And mate.";
        assert_eq!((wrong("Qf3").as_deref(), wrong("Qe7")), (Some(refutation), None));
        assert_eq!(position.puzzle.task(), "White to move: mate in 2");
    }

    #[test]
    fn positions_that_are_not_solved_come_first() {
        let lesson = one();
        let mut progress = PuzzleProgress::default();
        assert!(!lesson.is_tried(&progress));
        assert_eq!(lesson.next_positions(&progress), [0, 1]);
        let mut answer = |at: usize, is_solved| {
            let puzzle = lesson.positions[at].id;
            let answer = PuzzleAnswer { ended_at: 0, day: 1, puzzle, rating: 0, is_solved, is_rated: false };
            progress.add_answer(&answer);
            (lesson.next_positions(&progress), lesson.solved_count(&progress), lesson.is_passed(&progress))
        };
        assert_eq!(answer(0, true), (vec![1], 1, false));
        assert_eq!(answer(1, false), (vec![1], 1, false));
        assert_eq!(answer(1, true), (vec![0, 1], 2, true));
        assert_eq!(answer(0, false), (vec![0], 1, false));
        assert!(lesson.is_tried(&progress));
    }
}
