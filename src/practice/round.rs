//! One attempt at a drill: a state machine without side effects.

use crate::chess::{Color, Ending, Move, Oracle, Ply, Position, Root, Square, Verdict};

use super::deal::Seed;
use super::drill::Drill;
use super::grade::Grade;

/// What happens when a move would stalemate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Guard {
    /// It is played.
    Off,
    /// It wants to be confirmed.
    #[default]
    Warn,
    /// It cannot be played.
    Block,
}

/// What the guard says of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Caution {
    /// Nothing.
    Clear,
    /// Ask again; the reason is a sentence without a full stop.
    Confirm(String),
    /// Refuse; the reason is a sentence without a full stop.
    Refuse(String),
}

/// Whether threefold repetition and the fifty-move rule end a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Counting {
    /// They do, as in a game.
    #[default]
    On,
    /// They don't, while one is still learning.
    Off,
}

/// Help, in three steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    /// Move the man on this square.
    From(Square),
    /// Move a man to this square.
    To(Square),
    /// Play this move.
    Move(Move),
}

/// How a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The goal is reached without help and without losing a move.
    Perfect,
    /// The goal is reached.
    Solved,
    /// The trainee stalemated the other side and threw the win away.
    Stalemated,
    /// The win is gone in another way.
    Drawn,
    /// The draw that was to be held is lost.
    Lost,
}

impl Outcome {
    /// Whether the goal was reached.
    #[must_use]
    pub const fn is_solved(self) -> bool {
        matches!(self, Self::Perfect | Self::Solved)
    }
}

/// A slip: a move of the trainee that cost something.
#[derive(Clone, PartialEq, Debug)]
pub struct Slip {
    /// The trainee's how-manieth move it was, from 1.
    pub number: u16,
    /// The move and its price.
    pub grade: Grade,
}

/// What is said at the end.
#[derive(Clone, PartialEq, Debug)]
pub struct Account {
    /// How it ended.
    pub outcome: Outcome,
    /// The start.
    pub seed: Seed,
    /// How the game ended, if it did: a round also ends when the result is thrown away.
    pub ending: Option<Ending>,
    /// Why it ended so, in one sentence without a full stop.
    pub reason: String,
    /// Moves that the trainee needed.
    pub played: u16,
    /// Moves that the table needs from the start; for a drill of holding, the moves to be held.
    pub par: u16,
    /// Moves lost in all.
    pub lost: u16,
    /// Whether help was taken: a hint, an undo, a retry.
    pub helped: bool,
    /// The trainee's moves that cost something.
    pub slips: Vec<Slip>,
    /// The truth before each of the trainee's moves, from the trainee's side, then the last one: for a graph.
    pub distances: Vec<Verdict>,
}

/// Why a move cannot be played in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayError {
    /// The round is over.
    #[error("the round is over")]
    Over,
    /// It is the other side's turn: ask for [`Round::reply`] first.
    #[error("it is the other side's turn")]
    NotYourTurn,
    /// The move is not legal.
    #[error("the move is not legal")]
    Illegal,
    /// The guard blocks stalemate.
    #[error("the guard blocks stalemate")]
    Blocked,
    /// The oracle does not know the position.
    #[error("the table is not ready")]
    Unknown,
}

/// One attempt.
#[derive(Clone, Debug)]
pub struct Round {
    drill: Drill,
    seed: Seed,
    root: Root,
    guard: Guard,
    counting: Counting,
}

impl Round {
    /// Deals a start and begins. None where the oracle does not cover the ending (yet).
    #[must_use]
    pub fn begin(drill: &Drill, seed: Seed, oracle: &dyn Oracle) -> Option<Self> {
        let position = super::deal::deal(drill, seed, oracle)?;
        Self::begin_at(drill, seed, position, oracle)
    }

    /// Begins at a given start of the drill's ending, as when a position is turned into a drill.
    #[must_use]
    pub fn begin_at(drill: &Drill, seed: Seed, start: Position, oracle: &dyn Oracle) -> Option<Self> {
        oracle.probe(&start)?;
        Some(Self {
            drill: drill.clone(),
            seed,
            root: Root::new(start),
            guard: Guard::default(),
            counting: Counting::default(),
        })
    }

    /// The drill.
    #[must_use]
    pub const fn drill(&self) -> &Drill {
        &self.drill
    }

    /// The seed of the start and of the defender's choices among equal replies.
    #[must_use]
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// The position now, with its past.
    #[must_use]
    pub const fn root(&self) -> &Root {
        &self.root
    }

    /// The position now.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.root.position
    }

    /// The trainee's color.
    #[must_use]
    pub fn trainee(&self) -> Color {
        self.drill.color()
    }

    /// Sets the stalemate guard.
    pub const fn set_guard(&mut self, guard: Guard) {
        self.guard = guard;
    }

    /// Whether repetition and the fifty-move rule count.
    pub const fn set_counting(&mut self, counting: Counting) {
        self.counting = counting;
    }

    /// What the guard says of a move before it is played.
    #[must_use]
    pub fn check(&self, mv: Move) -> Caution {
        let _ = mv;
        Caution::Clear
    }

    /// Plays a move of the trainee and grades it. A move that wants confirmation is played: ask
    /// [`Round::check`] first.
    ///
    /// # Errors
    /// When it is not the trainee's turn, the move is not legal, or the guard blocks it; nothing changes.
    pub fn play(&mut self, mv: Move, oracle: &dyn Oracle) -> Result<Grade, PlayError> {
        let _ = (mv, oracle);
        Err(PlayError::Unknown)
    }

    /// Plays the other side's reply: the longest defence, equal ones varied by the seed. None when it is
    /// not its turn or the round is over.
    pub fn reply(&mut self, oracle: &dyn Oracle) -> Option<Move> {
        let _ = oracle;
        None
    }

    /// The next step of help; voids "perfect".
    pub fn hint(&mut self, oracle: &dyn Oracle) -> Option<Hint> {
        let _ = oracle;
        None
    }

    /// Steps of help taken in this position: 0 to 3.
    #[must_use]
    pub const fn hint_level(&self) -> u8 {
        0
    }

    /// Takes the trainee's last move back, with the reply to it; voids "perfect".
    pub fn undo(&mut self) -> bool {
        false
    }

    /// Back to before the last slip; voids "perfect".
    pub fn retry_slip(&mut self) -> bool {
        false
    }

    /// Back to the start, as if nothing had been.
    pub fn retry(&mut self) {}

    /// Moves that the table needs from the start; for a drill of holding, the moves to be held.
    #[must_use]
    pub const fn par(&self) -> u16 {
        0
    }

    /// Moves that the trainee has played.
    #[must_use]
    pub const fn played(&self) -> u16 {
        0
    }

    /// Moves lost so far.
    #[must_use]
    pub const fn lost(&self) -> u16 {
        0
    }

    /// The shortest total that can still be reached: moves played and moves still needed.
    #[must_use]
    pub const fn best_total(&self) -> u16 {
        0
    }

    /// Half-moves from here to mate; None where none is forced.
    #[must_use]
    pub const fn distance(&self) -> Option<Ply> {
        None
    }

    /// The grades of the trainee's moves so far.
    pub fn grades(&self) -> impl Iterator<Item = &Grade> {
        std::iter::empty()
    }

    /// The account, once the round is over.
    #[must_use]
    pub const fn account(&self) -> Option<&Account> {
        None
    }
}
