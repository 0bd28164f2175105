//! The trap quiz: positions in which most natural moves throw a win away, one after the other, against the clock.
//!
//! The player has to find every move that keeps the win. A wrong one costs time and is told its reason; the next
//! position comes with the last safe move. A state machine without a clock of its own: the time is told to it.

mod trap;

use std::time::{Duration, Instant};

use crate::chess::{Move, Oracle};

use super::deal::Seed;
use super::grade::{Grade, grade};

pub use trap::{ENDINGS, Trap, deal};

/// How long a run lasts where no move is wrong.
pub const LENGTH: Duration = Duration::from_mins(3);

/// The time that a wrong move costs.
pub const PENALTY: Duration = Duration::from_secs(10);

/// What is said of a move.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// It keeps the win, and so many others do that are not found yet: 1 or more.
    Found(usize),
    /// It was the last one that keeps the win; the next position is there.
    Solved,
    /// It was found before.
    Again,
    /// It throws the win away.
    Wrong(Box<Grade>),
    /// It is not legal; it costs nothing.
    Illegal,
    /// The time is up, or no position could be dealt.
    Over,
}

/// A position in which a move went wrong.
#[derive(Clone, PartialEq, Debug)]
pub struct Missed {
    /// The position and its moves.
    pub trap: Trap,
    /// The wrong moves in the order in which they were tried.
    pub wrong: Vec<Grade>,
}

/// What a run came to: what is kept of the best one is in here.
#[derive(Clone, PartialEq, Debug)]
pub struct Tally {
    /// What the positions were dealt from.
    pub seed: Seed,
    /// Positions whose safe moves were all found.
    pub solved: u16,
    /// Moves that threw a win away.
    pub wrong: u16,
    /// The positions in which a move went wrong, in their order.
    pub missed: Vec<Missed>,
}

/// One run.
#[derive(Clone, Debug)]
pub struct Quiz {
    seed: Seed,
    began: Instant,
    /// When the clock was stopped, while it is.
    paused: Option<Instant>,
    /// Time that wrong moves have cost.
    lost: Duration,
    /// Positions dealt so far.
    dealt: u16,
    /// The position now; None where none could be dealt.
    trap: Option<Trap>,
    /// The safe moves of it that were found.
    found: Vec<Move>,
    /// The wrong moves that were tried in it.
    wrong_here: Vec<Grade>,
    solved: u16,
    missed: Vec<Missed>,
    last: Option<(String, Answer)>,
}

impl Quiz {
    /// Deals the first position and begins. None where the oracle covers none of [`ENDINGS`] (yet).
    #[must_use]
    pub fn begin(seed: Seed, oracle: &dyn Oracle, now: Instant) -> Option<Self> {
        let trap = deal(seed, 0, oracle)?;
        Some(Self {
            seed,
            began: now,
            paused: None,
            lost: Duration::ZERO,
            dealt: 1,
            trap: Some(trap),
            found: Vec::new(),
            wrong_here: Vec::new(),
            solved: 0,
            missed: Vec::new(),
            last: None,
        })
    }

    /// Takes a move as an answer.
    pub fn answer(&mut self, mv: Move, now: Instant, oracle: &dyn Oracle) -> Answer {
        if self.is_over(now) {
            return Answer::Over;
        }
        let Some(trap) = &self.trap else { return Answer::Over };
        let Some(ranked) = trap.ranking.find(mv) else { return Answer::Illegal };
        let san = ranked.san.clone();
        let answer = if ranked.cost.keeps_result() {
            if self.found.contains(&mv) {
                Answer::Again
            } else {
                self.found.push(mv);
                match trap.safe().count() - self.found.len() {
                    0 => Answer::Solved,
                    left => Answer::Found(left),
                }
            }
        } else {
            let Some(grade) = grade(&trap.position, mv, oracle) else { return Answer::Over };
            self.lost += PENALTY;
            self.wrong_here.push(grade.clone());
            Answer::Wrong(Box::new(grade))
        };
        if answer == Answer::Solved {
            self.solved += 1;
            self.next(oracle);
        }
        self.last = Some((san, answer.clone()));
        answer
    }

    fn next(&mut self, oracle: &dyn Oracle) {
        let next = deal(self.seed, self.dealt, oracle);
        self.missed.extend(self.missed_here());
        self.trap = next;
        self.dealt = self.dealt.saturating_add(1);
        self.found.clear();
        self.wrong_here.clear();
    }

    fn missed_here(&self) -> Option<Missed> {
        let trap = self.trap.as_ref().filter(|_| !self.wrong_here.is_empty())?;
        Some(Missed { trap: trap.clone(), wrong: self.wrong_here.clone() })
    }

    /// Stops the clock, or resumes it.
    pub fn pause(&mut self, pause: bool, now: Instant) {
        match (self.paused, pause) {
            (None, true) if !self.is_over(now) => self.paused = Some(now),
            (Some(since), false) => {
                self.began += now.saturating_duration_since(since);
                self.paused = None;
            }
            _ => {}
        }
    }

    /// The time that is left; nought once the run is over.
    #[must_use]
    pub fn left(&self, now: Instant) -> Duration {
        let now = self.paused.unwrap_or(now);
        let spent = now.saturating_duration_since(self.began) + self.lost;
        if self.trap.is_some() { LENGTH.saturating_sub(spent) } else { Duration::ZERO }
    }

    /// Whether the time is up, or no position could be dealt.
    #[must_use]
    pub fn is_over(&self, now: Instant) -> bool {
        self.left(now).is_zero()
    }

    /// When the figures of the time left change next; None once the run is over.
    #[must_use]
    pub fn next_change(&self, now: Instant) -> Option<Duration> {
        if self.paused.is_some() {
            return None;
        }
        let left = self.left(now);
        // Below twenty seconds the clock shows tenths.
        let step: u64 = if left < Duration::from_secs(20) { 100 } else { 1000 };
        let beyond = u64::try_from(left.as_millis()).unwrap_or(u64::MAX) % step;
        (!left.is_zero()).then(|| Duration::from_millis(beyond + 1).min(left.max(Duration::from_millis(1))))
    }

    /// The position now, or the one at which the time ran out.
    #[must_use]
    pub const fn trap(&self) -> Option<&Trap> {
        self.trap.as_ref()
    }

    /// The safe moves of the position that were found, in their order.
    #[must_use]
    pub fn found(&self) -> &[Move] {
        &self.found
    }

    /// The last move by its name, and what was said of it.
    #[must_use]
    pub fn last(&self) -> Option<(&str, &Answer)> {
        self.last.as_ref().map(|(san, answer)| (san.as_str(), answer))
    }

    /// What the run came to so far; at its end, what it came to.
    #[must_use]
    pub fn result(&self) -> Tally {
        let missed: Vec<Missed> = self.missed.iter().cloned().chain(self.missed_here()).collect();
        let wrong = missed.iter().map(|missed| missed.wrong.len()).sum::<usize>();
        let wrong = u16::try_from(wrong).unwrap_or(u16::MAX);
        Tally { seed: self.seed, solved: self.solved, wrong, missed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Ply;
    use crate::chess::{Cost, Material, NoOracle, Position, Verdict};

    /// Says that White wins to move, and with Black to move where the white king stands on the sixth rank.
    struct Sixth;

    impl Oracle for Sixth {
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

    fn begin() -> (Quiz, Instant) {
        let now = Instant::now();
        (Quiz::begin(Seed(7), &Sixth, now).unwrap(), now)
    }

    fn a_move(quiz: &Quiz, wanted: impl Fn(Cost) -> bool) -> Move {
        let moves = &quiz.trap().unwrap().ranking.moves;
        moves.iter().find(|ranked| wanted(ranked.cost) && !quiz.found().contains(&ranked.mv)).unwrap().mv
    }

    #[test]
    fn the_last_safe_move_brings_the_next_position() {
        let (mut quiz, now) = begin();
        let first = quiz.trap().unwrap().clone();
        for left in (0..first.safe().count()).rev() {
            let mv = a_move(&quiz, Cost::keeps_result);
            let answer = quiz.answer(mv, now, &Sixth);
            assert_eq!(answer, if left == 0 { Answer::Solved } else { Answer::Found(left) });
            if left > 0 {
                assert_eq!(quiz.answer(mv, now, &Sixth), Answer::Again);
            }
        }
        assert_ne!(quiz.trap(), Some(&first));
        assert_eq!((quiz.result().solved, quiz.result().wrong, quiz.found().len()), (1, 0, 0));
        assert_eq!(quiz.left(now), LENGTH);
    }

    #[test]
    fn a_wrong_move_costs_time_and_is_remembered() {
        let (mut quiz, now) = begin();
        let trap = quiz.trap().unwrap().clone();
        let mv = a_move(&quiz, |cost| !cost.keeps_result());
        let Answer::Wrong(grade) = quiz.answer(mv, now, &Sixth) else { panic!("it throws the win away") };
        assert!(grade.reason.is_some() && !grade.cost.keeps_result());
        assert_eq!(quiz.left(now) + PENALTY, LENGTH);
        let missed = Missed { trap, wrong: vec![*grade] };
        assert_eq!(quiz.result(), Tally { seed: Seed(7), solved: 0, wrong: 1, missed: vec![missed] });
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
        assert!(at <= now + LENGTH + Duration::from_millis(2));
        let mv = a_move(&quiz, Cost::keeps_result);
        assert_eq!(quiz.answer(mv, at, &Sixth), Answer::Over);
        assert_eq!(quiz.result().solved, 0);
    }

    #[test]
    fn a_stopped_clock_stands_still() {
        let (mut quiz, now) = begin();
        let at = |seconds| now + Duration::from_secs(seconds);
        quiz.pause(true, at(10));
        quiz.pause(true, at(20));
        assert_eq!(quiz.left(at(500)) + Duration::from_secs(10), LENGTH);
        assert_eq!(quiz.next_change(at(500)), None);
        quiz.pause(false, at(500));
        assert_eq!(quiz.left(at(505)) + Duration::from_secs(15), LENGTH);
        // What is over stays over.
        quiz.pause(true, at(10_000));
        assert!(quiz.is_over(at(10_000)));
    }

    #[test]
    fn without_tables_there_is_no_quiz() {
        assert!(Quiz::begin(Seed(7), &NoOracle, Instant::now()).is_none());
    }
}
