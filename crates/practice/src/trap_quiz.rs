//! The trap quiz: positions in which most natural moves throw a win away, one after the other, against the
//! clock.
//!
//! The player has to find every move that keeps the win. A wrong one costs time and its reason is shown; the
//! next position comes with the last safe move. A state machine without a clock of its own: it receives the
//! time.

mod trap;

use std::time::{Duration, Instant};

pub use trap::{ENDINGS, Trap, deal};

use super::deal::Seed;
use super::grade::{Grade, grade};
use super::run_clock::RunClock;
use chess::{Move, Oracle};

/// How long a run lasts where no move is wrong.
pub const RUN_TIME: Duration = Duration::from_mins(3);

/// The time that a wrong move costs.
pub const WRONG_MOVE_PENALTY: Duration = Duration::from_secs(10);

/// What is said of a move.
#[derive(Clone, PartialEq, Debug)]
pub enum TrapAnswer {
    /// It keeps the win, and so many others do that are not found yet: 1 or more.
    Correct(usize),
    /// It was the last one that keeps the win; the next position is there.
    Solved,
    /// It was found before.
    AlreadyFound,
    /// It throws the win away.
    Wrong(Box<Grade>),
    /// It is not legal; it costs nothing.
    Illegal,
    /// The time is up, or no position could be dealt.
    Over,
}

/// A position in which a move went wrong.
#[derive(Clone, PartialEq, Debug)]
pub struct TrapMistake {
    /// The position and its moves.
    pub trap: Trap,
    /// The wrong moves in the order in which they were tried.
    pub wrong_moves: Vec<Grade>,
}

/// What a run came to: what is kept of the best one is in here.
#[derive(Clone, PartialEq, Debug)]
pub struct TrapQuizScore {
    /// What the positions were dealt from.
    pub seed: Seed,
    /// Positions whose safe moves were all found.
    pub solved: u16,
    /// Moves that threw a win away.
    pub wrong_count: u16,
    /// The positions in which a move went wrong, in their order.
    pub mistakes: Vec<TrapMistake>,
}

/// One run.
#[derive(Clone, Debug)]
pub struct TrapQuiz {
    seed: Seed,
    clock: RunClock,
    /// Positions dealt so far.
    dealt: u16,
    /// The position now; None where none could be dealt.
    trap: Option<Trap>,
    /// The safe moves of it that were found.
    found_moves: Vec<Move>,
    /// The wrong moves that were tried in it.
    wrong_moves: Vec<Grade>,
    solved: u16,
    mistakes: Vec<TrapMistake>,
    last_answer: Option<(String, TrapAnswer)>,
}

impl TrapQuiz {
    /// Deals the first position and begins. None where the oracle covers none of [`ENDINGS`] (yet).
    #[must_use]
    pub fn begin(seed: Seed, oracle: &dyn Oracle, now: Instant) -> Option<Self> {
        let trap = deal(seed, 0, oracle)?;
        Some(Self {
            seed,
            clock: RunClock::start(now),
            dealt: 1,
            trap: Some(trap),
            found_moves: Vec::new(),
            wrong_moves: Vec::new(),
            solved: 0,
            mistakes: Vec::new(),
            last_answer: None,
        })
    }

    /// Takes a move as an answer.
    pub fn answer(&mut self, mv: Move, now: Instant, oracle: &dyn Oracle) -> TrapAnswer {
        if self.is_over(now) {
            return TrapAnswer::Over;
        }
        let Some(trap) = &self.trap else { return TrapAnswer::Over };
        let Some(ranked) = trap.ranking.find(mv) else { return TrapAnswer::Illegal };
        let san = ranked.san.clone();
        let answer = if ranked.cost.keeps_result() {
            if self.found_moves.contains(&mv) {
                TrapAnswer::AlreadyFound
            } else {
                self.found_moves.push(mv);
                match trap.safe_moves().count() - self.found_moves.len() {
                    0 => TrapAnswer::Solved,
                    left => TrapAnswer::Correct(left),
                }
            }
        } else {
            let Some(grade) = grade(&trap.position, mv, oracle) else { return TrapAnswer::Over };
            self.clock.add_penalty(WRONG_MOVE_PENALTY);
            self.wrong_moves.push(grade.clone());
            TrapAnswer::Wrong(Box::new(grade))
        };
        if answer == TrapAnswer::Solved {
            self.solved += 1;
            self.deal_next(oracle);
        }
        self.last_answer = Some((san, answer.clone()));
        answer
    }

    fn deal_next(&mut self, oracle: &dyn Oracle) {
        let next = deal(self.seed, self.dealt, oracle);
        self.mistakes.extend(self.current_mistake());
        self.trap = next;
        self.dealt = self.dealt.saturating_add(1);
        self.found_moves.clear();
        self.wrong_moves.clear();
    }

    fn current_mistake(&self) -> Option<TrapMistake> {
        let trap = self.trap.as_ref().filter(|_| !self.wrong_moves.is_empty())?;
        Some(TrapMistake { trap: trap.clone(), wrong_moves: self.wrong_moves.clone() })
    }

    /// Stops the clock, or resumes it.
    pub fn pause(&mut self, pause: bool, now: Instant) {
        if !self.is_over(now) {
            self.clock.pause(pause, now);
        }
    }

    /// Time left; 0 once the run is over.
    #[must_use]
    pub fn time_left(&self, now: Instant) -> Duration {
        let spent = self.clock.time_spent(now);
        if self.trap.is_some() { RUN_TIME.saturating_sub(spent) } else { Duration::ZERO }
    }

    /// Whether the time is up, or no position could be dealt.
    #[must_use]
    pub fn is_over(&self, now: Instant) -> bool {
        self.time_left(now).is_zero()
    }

    /// When the figures of the time left change next; None once the run is over.
    #[must_use]
    pub fn next_change(&self, now: Instant) -> Option<Duration> {
        let left = self.time_left(now);
        (!self.clock.is_paused() && !left.is_zero()).then(|| RunClock::until_next_figure(left))
    }

    /// The position now, or the one at which the time ran out.
    #[must_use]
    pub const fn trap(&self) -> Option<&Trap> {
        self.trap.as_ref()
    }

    /// The safe moves of the position that were found, in their order.
    #[must_use]
    pub fn found_moves(&self) -> &[Move] {
        &self.found_moves
    }

    /// The last move by its name, and what was said of it.
    #[must_use]
    pub fn last_answer(&self) -> Option<(&str, &TrapAnswer)> {
        self.last_answer.as_ref().map(|(san, answer)| (san.as_str(), answer))
    }

    /// What the run came to so far; at its end, what it came to.
    #[must_use]
    pub fn result(&self) -> TrapQuizScore {
        let mistakes: Vec<TrapMistake> =
            self.mistakes.iter().cloned().chain(self.current_mistake()).collect();
        let wrong_count = mistakes.iter().map(|missed| missed.wrong_moves.len()).sum::<usize>();
        let wrong_count = u16::try_from(wrong_count).unwrap_or(u16::MAX);
        TrapQuizScore { seed: self.seed, solved: self.solved, wrong_count, mistakes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{Material, MoveCost, NoOracle, Ply, Position, Verdict};

    /// Says that White wins to move, and with Black to move where the white king stands on the sixth rank.
    struct SixthRankOracle;

    impl Oracle for SixthRankOracle {
        fn probe(&self, position: &Position) -> Option<Verdict> {
            let king = position.board().king_of(shakmaty::Color::White)?;
            Some(match position.turn() {
                shakmaty::Color::White => Verdict::Win(Ply::new(9)),
                shakmaty::Color::Black if king.rank() == shakmaty::Rank::Sixth => Verdict::Loss(Ply::new(8)),
                shakmaty::Color::Black => Verdict::Draw,
            })
        }

        fn covers(&self, material: &Material) -> bool {
            material.to_string() == "KPvK"
        }
    }

    fn begin() -> (TrapQuiz, Instant) {
        let now = Instant::now();
        (TrapQuiz::begin(Seed(7), &SixthRankOracle, now).unwrap(), now)
    }

    fn a_move(quiz: &TrapQuiz, wanted: impl Fn(MoveCost) -> bool) -> Move {
        let moves = &quiz.trap().unwrap().ranking.moves;
        moves
            .iter()
            .find(|ranked| wanted(ranked.cost) && !quiz.found_moves().contains(&ranked.mv))
            .unwrap()
            .mv
    }

    #[test]
    fn the_last_safe_move_brings_the_next_position() {
        let (mut quiz, now) = begin();
        let first = quiz.trap().unwrap().clone();
        for left in (0..first.safe_moves().count()).rev() {
            let mv = a_move(&quiz, MoveCost::keeps_result);
            let answer = quiz.answer(mv, now, &SixthRankOracle);
            assert_eq!(answer, if left == 0 { TrapAnswer::Solved } else { TrapAnswer::Correct(left) });
            if left > 0 {
                assert_eq!(quiz.answer(mv, now, &SixthRankOracle), TrapAnswer::AlreadyFound);
            }
        }
        assert_ne!(quiz.trap(), Some(&first));
        assert_eq!((quiz.result().solved, quiz.result().wrong_count, quiz.found_moves().len()), (1, 0, 0));
        assert_eq!(quiz.time_left(now), RUN_TIME);
    }

    #[test]
    fn a_wrong_move_costs_time_and_is_remembered() {
        let (mut quiz, now) = begin();
        let trap = quiz.trap().unwrap().clone();
        let mv = a_move(&quiz, |cost| !cost.keeps_result());
        let TrapAnswer::Wrong(grade) = quiz.answer(mv, now, &SixthRankOracle) else {
            panic!("it throws the win away")
        };
        assert!(grade.reason.is_some() && !grade.cost.keeps_result());
        assert_eq!(quiz.time_left(now) + WRONG_MOVE_PENALTY, RUN_TIME);
        let missed = TrapMistake { trap, wrong_moves: vec![*grade] };
        assert_eq!(
            quiz.result(),
            TrapQuizScore { seed: Seed(7), solved: 0, wrong_count: 1, mistakes: vec![missed] }
        );
    }

    #[test]
    fn the_time_ends_the_run_and_then_nothing_counts() {
        let (mut quiz, now) = begin();
        let mut at = now;
        let mut wakes = 0;
        while let Some(wait) = quiz.next_change(at) {
            at += wait;
            wakes += 1;
        }
        assert!(quiz.is_over(at) && (340..=400).contains(&wakes), "{wakes} wakes");
        assert!(at <= now + RUN_TIME + Duration::from_millis(2));
        let mv = a_move(&quiz, MoveCost::keeps_result);
        assert_eq!(quiz.answer(mv, at, &SixthRankOracle), TrapAnswer::Over);
        assert_eq!(quiz.result().solved, 0);
    }

    #[test]
    fn a_stopped_clock_stands_still() {
        let (mut quiz, now) = begin();
        let at = |seconds| now + Duration::from_secs(seconds);
        quiz.pause(true, at(10));
        quiz.pause(true, at(20));
        assert_eq!(quiz.time_left(at(500)) + Duration::from_secs(10), RUN_TIME);
        assert_eq!(quiz.next_change(at(500)), None);
        quiz.pause(false, at(500));
        assert_eq!(quiz.time_left(at(505)) + Duration::from_secs(15), RUN_TIME);
        // What is over stays over.
        quiz.pause(true, at(10_000));
        assert!(quiz.is_over(at(10_000)));
    }

    #[test]
    fn without_tables_there_is_no_quiz() {
        assert!(TrapQuiz::begin(Seed(7), &NoOracle, Instant::now()).is_none());
    }
}
