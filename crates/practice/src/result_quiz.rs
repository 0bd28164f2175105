//! The result quiz, "which result?": the player says whether White wins or the position is a draw, before a move is
//! made.
//!
//! Each position has a twin with the same pieces and the other side to move, and the other result: one tempo decides.
//! Twins do not follow each other, so the first answer does not give away the second. A state machine without a clock
//! of its own: it receives the time.

mod question;

use std::time::{Duration, Instant};

pub use question::{ENDINGS, EndgameResult, ResultQuestion};

use super::deal::Seed;
use super::run_clock::RunClock;
use chess::Oracle;

/// Pairs of positions in a run.
const PAIRS: usize = 10;

/// One run.
#[derive(Clone, Debug)]
pub struct ResultQuiz {
    seed: Seed,
    clock: RunClock,
    questions: Vec<ResultQuestion>,
    /// What the player has said of the first positions.
    answers: Vec<EndgameResult>,
    /// Whether the truth about the last answered position is shown.
    is_revealed: bool,
}

/// A position that was answered wrong.
#[derive(Clone, PartialEq, Debug)]
pub struct WrongResult {
    /// Its number in the run, from 0.
    pub index: usize,
    /// The position and the truth about it.
    pub question: ResultQuestion,
}

/// What a run came to: what is kept of the best one is in here.
#[derive(Clone, PartialEq, Debug)]
pub struct ResultQuizScore {
    /// What the positions were dealt from.
    pub seed: Seed,
    /// Positions answered so far.
    pub answered: u16,
    /// How many of them were right.
    pub right: u16,
    /// Number of positions.
    pub count: u16,
    /// The wrong ones, in their order.
    pub wrong: Vec<WrongResult>,
}

impl ResultQuiz {
    /// Deals the positions and begins. None where the oracle covers none of [`ENDINGS`] (yet).
    #[must_use]
    pub fn begin(seed: Seed, oracle: &dyn Oracle, now: Instant) -> Option<Self> {
        let questions = question::deal(seed, PAIRS, oracle);
        let clock = RunClock::start(now);
        (!questions.is_empty()).then_some(Self {
            seed,
            clock,
            questions,
            answers: Vec::new(),
            is_revealed: false,
        })
    }

    /// The position now with its index, from 0; None once the run is over.
    #[must_use]
    pub fn question(&self) -> Option<(usize, &ResultQuestion)> {
        let index = self.answers.len() - usize::from(self.is_revealed);
        Some((index, self.questions.get(index)?))
    }

    /// Number of positions of the run.
    #[must_use]
    pub const fn question_count(&self) -> usize {
        self.questions.len()
    }

    /// Takes an answer: whether it is right. None where no answer is awaited.
    pub fn answer(&mut self, answer: EndgameResult, now: Instant) -> Option<bool> {
        let (_, question) = self.question().filter(|_| !self.is_revealed)?;
        let is_right = question.result == answer;
        self.answers.push(answer);
        self.is_revealed = true;
        self.clock.pause(true, now);
        Some(is_right)
    }

    /// The answer to the position now, once it is given.
    #[must_use]
    pub fn given_answer(&self) -> Option<EndgameResult> {
        self.answers.last().copied().filter(|_| self.is_revealed)
    }

    /// The twin of the position now with its index, once both were answered.
    #[must_use]
    pub fn answered_twin(&self) -> Option<(usize, &ResultQuestion)> {
        let (_, question) = self.question().filter(|_| self.is_revealed)?;
        Some((question.twin, self.questions.get(question.twin)?))
            .filter(|(twin, _)| *twin < self.answers.len())
    }

    /// Goes on from an answered position: whether there was one.
    pub fn go_on(&mut self, now: Instant) -> bool {
        let was_revealed = std::mem::take(&mut self.is_revealed);
        self.pause(false, now);
        was_revealed
    }

    /// Stops the clock, or resumes it. It stands still while the truth is shown and when the run is over.
    pub fn pause(&mut self, pause: bool, now: Instant) {
        self.clock.pause(pause || self.is_revealed || self.is_over(), now);
    }

    /// Whether all positions were answered, and the player has gone on from the last one.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.answers.len() == self.questions.len() && !self.is_revealed
    }

    /// The time for all answers so far.
    #[must_use]
    pub fn time_spent(&self, now: Instant) -> Duration {
        self.clock.time_spent(now)
    }

    /// What the run came to so far.
    #[must_use]
    pub fn score(&self) -> ResultQuizScore {
        let answered = self.questions.iter().zip(&self.answers).enumerate();
        let wrong: Vec<WrongResult> = answered
            .filter(|(_, (question, answer))| question.result != **answer)
            .map(|(index, (question, _))| WrongResult { index, question: question.clone() })
            .collect();
        let number = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        ResultQuizScore {
            seed: self.seed,
            answered: number(self.answers.len()),
            right: number(self.answers.len() - wrong.len()),
            count: number(self.questions.len()),
            wrong,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{Color, Material, NoOracle, Ply, Position, Verdict};

    /// Says that White wins to move and draws with Black to move.
    struct TempoOracle;

    impl Oracle for TempoOracle {
        fn probe(&self, position: &Position) -> Option<Verdict> {
            Some(if position.turn() == Color::White { Verdict::Win(Ply::new(19)) } else { Verdict::Draw })
        }

        fn covers(&self, material: &Material) -> bool {
            material.to_string() == "KPvK"
        }
    }

    fn begin() -> (ResultQuiz, Instant) {
        let now = Instant::now();
        (ResultQuiz::begin(Seed(7), &TempoOracle, now).unwrap(), now)
    }

    #[test]
    fn a_run_counts_right_answers_and_keeps_the_wrong_ones() {
        let (mut quiz, now) = begin();
        let count = quiz.question_count();
        assert_eq!(count, 2 * PAIRS);
        for number in 0..count {
            let (index, question) = quiz.question().unwrap();
            assert_eq!((index, quiz.given_answer()), (number, None));
            // Every fifth answer is wrong.
            let truth = question.result;
            let said = if number.is_multiple_of(5) { truth.other() } else { truth };
            assert!(quiz.answered_twin().is_none(), "nothing is given away");
            assert_eq!(quiz.answer(said, now), Some(!number.is_multiple_of(5)));
            assert_eq!(quiz.answer(said, now), None, "an answer stands");
            assert_eq!((quiz.question().unwrap().0, quiz.given_answer()), (number, Some(said)));
            let twin = quiz.question().unwrap().1.twin;
            assert_eq!(quiz.answered_twin().map(|(index, _)| index), (twin < number).then_some(twin));
            assert!(!quiz.is_over() && quiz.go_on(now) && !quiz.go_on(now));
        }
        assert!(quiz.is_over() && quiz.question().is_none());
        let score = quiz.score();
        assert_eq!((score.answered, score.right, score.count), (20, 16, 20));
        assert_eq!(score.wrong.iter().map(|of| of.index).collect::<Vec<_>>(), [0, 5, 10, 15]);
    }

    #[test]
    fn the_clock_runs_while_an_answer_is_awaited() {
        let (mut quiz, now) = begin();
        let at = |seconds| now + Duration::from_secs(seconds);
        quiz.pause(true, at(4));
        quiz.pause(false, at(10));
        quiz.answer(EndgameResult::Draw, at(11));
        assert_eq!(quiz.time_spent(at(50)), Duration::from_secs(5));
        // A dialog over the truth changes nothing.
        quiz.pause(true, at(60));
        quiz.pause(false, at(61));
        assert_eq!(quiz.time_spent(at(70)), Duration::from_secs(5));
        quiz.go_on(at(80));
        assert_eq!(quiz.time_spent(at(83)), Duration::from_secs(8));
    }

    #[test]
    fn without_tables_there_is_no_quiz() {
        assert!(ResultQuiz::begin(Seed(7), &NoOracle, Instant::now()).is_none());
    }
}
