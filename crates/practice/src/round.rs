//! One attempt at an exercise: a state machine without side effects.
//!
//! The trainee moves, the move is graded, the other side replies, until the goal is reached or the result
//! is thrown away. Help (a hint, an undo, a retry from before a mistake) voids "perfect", not the round.

mod defense;
mod moment;
mod opponent;
mod round_oracle;
mod summary;
mod technique;
mod undo;

pub use defense::DefenseStyle;
pub use round_oracle::RoundOracle;

use serde::{Deserialize, Serialize};

use super::best_play;
use super::deal::{Seed, deal};
use super::exercise::{Exercise, Goal, LessonLevel, is_defense_id};
use super::grade::{Grade, grade};
use super::king_box::{self, KingBox};
use super::outcome::{Medal, RoundOutcome, RoundResult};
use chess::{
    Color, CountedVerdict, GameTermination, Move, MoveCost, Oracle, Ply, Position, Root, Square, Verdict,
    notation,
};

/// What happens when a move would stalemate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StalemateGuardMode {
    /// It is played.
    Off,
    /// It has to be confirmed.
    #[default]
    Warn,
    /// It cannot be played.
    Block,
}

/// What the guard says of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GuardVerdict {
    /// Nothing.
    Allow,
    /// Ask again; the reason is a sentence without a full stop.
    Confirm(String),
    /// Refuse; the reason is a sentence without a full stop.
    Refuse(String),
}

/// Help, in three steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundHint {
    /// Move the piece on this square.
    From(Square),
    /// Move a piece to this square.
    To(Square),
    /// Play this move.
    Move(Move),
}

/// A move of the trainee and what came back.
#[derive(Clone, PartialEq, Debug)]
pub struct RoundTurn {
    /// The position before the move, with its past.
    pub before: Root,
    /// The move and its price.
    pub grade: Grade,
    /// The other side's reply, if it came already.
    pub reply: Option<RoundReply>,
}

/// A move of the other side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundReply {
    /// The move.
    pub mv: Move,
    /// The move in standard algebraic notation.
    pub san: String,
    /// How many replies were as good.
    pub equal_count: usize,
}

/// A mistake: a move of the trainee that cost something.
#[derive(Clone, PartialEq, Debug)]
pub struct RoundMistake {
    /// The trainee's how-manieth move it was, from 1.
    pub move_number: u16,
    /// The move and its price.
    pub grade: Grade,
}

/// What is said at the end.
#[derive(Clone, PartialEq, Debug)]
pub struct RoundSummary {
    /// The goal.
    pub goal: Goal,
    /// How it ended.
    pub outcome: RoundOutcome,
    /// How hard the start was.
    pub level: LessonLevel,
    /// What the start was dealt from.
    pub seed: Seed,
    /// How the game ended, if it did: a round also ends when the result is thrown away.
    pub ending: Option<GameTermination>,
    /// Why it ended so, in one sentence without a full stop.
    pub reason: String,
    /// Moves that the trainee needed.
    pub moves_played: u16,
    /// Moves to the goal from the start with best play; for an exercise of holding, the moves to be held.
    pub par: u16,
    /// Moves lost in all.
    pub moves_lost: u16,
    /// Whether help was taken: a hint, an undo, a retry.
    pub helped: bool,
    /// What the round is worth beyond the goal; None where the goal was missed or help was taken.
    pub medal: Option<Medal>,
    /// The trainee's moves that cost something.
    pub mistakes: Vec<RoundMistake>,
    /// The truth before each of the trainee's moves, from the trainee's side, then the last one: for a graph.
    pub verdicts: Vec<Verdict>,
}

impl RoundSummary {
    /// What counts of the round for passing the lesson of an exercise.
    #[must_use]
    pub fn result(&self, exercise: &Exercise) -> RoundResult {
        RoundResult {
            resists: is_defense_id(&exercise.id),
            outcome: self.outcome,
            helped: self.helped,
            moves_played: self.moves_played,
            par: self.par,
            moves_lost: self.moves_lost,
        }
    }
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
    exercise: Exercise,
    level: LessonLevel,
    seed: Seed,
    start: Root,
    /// The truth at the start, from the trainee's side.
    start_verdict: Verdict,
    /// Moves to the goal with best play.
    par: u16,
    root: Root,
    /// The truth now, from the trainee's side.
    verdict: Verdict,
    turns: Vec<RoundTurn>,
    /// Where moves went badly wrong, taken back or not.
    missed_positions: Vec<Position>,
    guard: StalemateGuardMode,
    /// Whether threefold repetition and the fifty-move rule end the round, as in a game.
    has_draw_rules: bool,
    defense: DefenseStyle,
    hints: u8,
    /// Whether help was taken.
    is_helped: bool,
    summary: Option<RoundSummary>,
}

impl Round {
    /// Deals a start and begins. None where the oracle does not cover the ending (yet).
    #[must_use]
    pub fn begin(exercise: &Exercise, level: LessonLevel, seed: Seed, oracle: &dyn Oracle) -> Option<Self> {
        let start = deal(exercise, level, seed, oracle)?;
        let level = exercise.starts.clamp_level(level);
        Self::begin_at(exercise, seed, start, oracle).map(|round| Self { level, ..round })
    }

    /// Begins at a given start with the trainee to move, as when a position becomes an exercise. None where
    /// the oracle does not cover it, the game is over, or the goal is out of reach from here.
    #[must_use]
    pub fn begin_at(exercise: &Exercise, seed: Seed, start: Position, oracle: &dyn Oracle) -> Option<Self> {
        let start_verdict = CountedVerdict::probe(&start, oracle)?.verdict;
        let reachable = match exercise.goal {
            Goal::Mate | Goal::Convert | Goal::Promote => matches!(start_verdict, Verdict::Win(_)),
            Goal::Hold { .. } | Goal::Stalemate => start_verdict == Verdict::Draw,
            Goal::Resist => matches!(start_verdict, Verdict::Loss(_)),
        };
        if !reachable
            || start.turn() != exercise.trainee_color()
            || GameTermination::on_board(&start).is_some()
        {
            return None;
        }
        let par = best_play::par(exercise, &start, start_verdict, oracle)?;
        let start = Root::new(start);
        Some(Self {
            exercise: exercise.clone(),
            level: LessonLevel::default(),
            seed,
            root: start.clone(),
            start,
            start_verdict,
            par,
            verdict: start_verdict,
            turns: Vec::new(),
            missed_positions: Vec::new(),
            guard: StalemateGuardMode::default(),
            has_draw_rules: true,
            defense: DefenseStyle::default(),
            hints: 0,
            is_helped: false,
            summary: None,
        })
    }

    /// The exercise.
    #[must_use]
    pub const fn exercise(&self) -> &Exercise {
        &self.exercise
    }

    /// How hard the start is.
    #[must_use]
    pub const fn level(&self) -> LessonLevel {
        self.level
    }

    /// The seed of the start and of the defender's choices among equal replies.
    #[must_use]
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// The start.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start.position
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
    pub const fn trainee_color(&self) -> Color {
        self.exercise.trainee_color()
    }

    /// Whether a move of the trainee is awaited.
    #[must_use]
    pub fn is_trainees_turn(&self) -> bool {
        self.summary.is_none() && self.position().turn() == self.trainee_color()
    }

    /// The stalemate guard.
    #[must_use]
    pub const fn guard(&self) -> StalemateGuardMode {
        self.guard
    }

    /// Sets the stalemate guard.
    pub const fn set_guard(&mut self, guard: StalemateGuardMode) {
        self.guard = guard;
    }

    /// Says whether threefold repetition and the fifty-move rule end the round; they do at first.
    pub const fn set_draw_rules(&mut self, end_round: bool) {
        self.has_draw_rules = end_round;
    }

    /// Whether threefold repetition and the fifty-move rule end the round.
    #[must_use]
    pub const fn has_draw_rules(&self) -> bool {
        self.has_draw_rules
    }

    /// The tables under the rules of this round.
    #[must_use]
    pub const fn under_rules<'a>(&self, oracle: &'a dyn Oracle) -> RoundOracle<'a> {
        RoundOracle { oracle, has_draw_rules: self.has_draw_rules }
    }

    /// How the other side defends.
    #[must_use]
    pub const fn defense(&self) -> DefenseStyle {
        self.defense
    }

    /// Sets how the other side defends, from its next move on.
    pub const fn set_defense(&mut self, defense: DefenseStyle) {
        self.defense = defense;
    }

    /// What the guard says of a legal move before it is played.
    #[must_use]
    pub fn check_guard(&self, mv: Move) -> GuardVerdict {
        let Some(ending @ GameTermination::Stalemate { .. }) =
            GameTermination::on_board(&self.position().after(mv))
        else {
            return GuardVerdict::Allow;
        };
        match (self.exercise.goal, self.guard) {
            (Goal::Hold { .. } | Goal::Stalemate | Goal::Resist, _) | (_, StalemateGuardMode::Off) => {
                GuardVerdict::Allow
            }
            (Goal::Mate | Goal::Convert | Goal::Promote, StalemateGuardMode::Warn) => {
                GuardVerdict::Confirm(ending.reason())
            }
            (Goal::Mate | Goal::Convert | Goal::Promote, StalemateGuardMode::Block) => {
                GuardVerdict::Refuse(ending.reason())
            }
        }
    }

    /// Plays a move of the trainee and grades it. A move that wants confirmation is played: ask
    /// [`Round::check_guard`] first.
    ///
    /// # Errors
    /// When it is not the trainee's turn, the move is not legal, the guard blocks it, or the oracle does
    /// not know the position; nothing changes.
    pub fn play(&mut self, mv: Move, oracle: &dyn Oracle) -> Result<Grade, PlayError> {
        let oracle = &self.under_rules(oracle);
        if self.summary.is_some() {
            return Err(PlayError::Over);
        }
        if !self.is_trainees_turn() {
            return Err(PlayError::NotYourTurn);
        }
        if !self.position().is_legal(mv) {
            return Err(PlayError::Illegal);
        }
        if matches!(self.check_guard(mv), GuardVerdict::Refuse(_)) {
            return Err(PlayError::Blocked);
        }
        let grade = grade(self.position(), mv, oracle).ok_or(PlayError::Unknown)?;
        let before = self.root.clone();
        self.root.play(mv);
        self.verdict = grade.after;
        self.hints = 0;
        if is_serious(grade.cost) {
            self.missed_positions.push(before.position.clone());
        }
        self.turns.push(RoundTurn { before, grade: grade.clone(), reply: None });
        self.update_outcome();
        Ok(grade)
    }

    /// Plays the other side's reply and returns it: in an exercise of winning the longest defense, in one of
    /// promoting one that is long and easily answered wrongly, in one of holding the move that keeps its material
    /// and tests the lesson, in one of resisting the fastest mate; equal ones as [`DefenseStyle`] says, then varied
    /// by the seed. None when it is not its turn, the round is over, or the oracle does not know the position.
    pub fn reply(&mut self, oracle: &dyn Oracle) -> Option<Move> {
        let oracle = &self.under_rules(oracle);
        if self.summary.is_some() || self.is_trainees_turn() {
            return None;
        }
        let (mv, equals) = self.choose_reply(oracle)?;
        let now = CountedVerdict::probe(&self.position().after(mv), oracle)?.verdict;
        let reply = RoundReply { mv, san: notation::san(self.position(), mv), equal_count: equals };
        self.root.play(mv);
        self.verdict = now;
        self.turns.last_mut()?.reply = Some(reply);
        self.update_outcome();
        Some(mv)
    }

    /// Moves to the goal from the start, with best play of both sides; in an exercise of holding, the moves to be
    /// held.
    #[must_use]
    pub const fn par(&self) -> u16 {
        self.par
    }

    /// Moves that the trainee has played.
    #[must_use]
    pub fn moves_played(&self) -> u16 {
        u16::try_from(self.turns.len()).unwrap_or(u16::MAX)
    }

    /// Moves lost so far.
    #[must_use]
    pub fn moves_lost(&self) -> u16 {
        self.turns.iter().filter_map(|turn| turn.grade.cost.moves_lost()).sum()
    }

    /// The trainee's moves from here to mate; None where none is forced.
    #[must_use]
    pub fn moves_left(&self) -> Option<u16> {
        self.distance().map(Ply::moves)
    }

    /// The shortest total of moves to mate that can still be reached: moves played and moves still needed. Where
    /// the goal is another one, or no mate is forced, the par.
    #[must_use]
    pub fn best_total(&self) -> u16 {
        match self.exercise.goal {
            Goal::Mate | Goal::Resist => {
                self.moves_left().map_or(self.par, |left| self.moves_played() + left)
            }
            _ => self.par,
        }
    }

    /// Half-moves from here to mate; None where none is forced.
    #[must_use]
    pub const fn distance(&self) -> Option<Ply> {
        self.verdict.distance()
    }

    /// The trainee's moves so far, with what came back.
    #[must_use]
    pub fn turns(&self) -> &[RoundTurn] {
        &self.turns
    }

    /// The positions in which the trainee went badly wrong, taken back or not: the result changed, or two
    /// moves or more were lost.
    #[must_use]
    pub fn missed_positions(&self) -> &[Position] {
        &self.missed_positions
    }

    /// The grades of the trainee's moves so far.
    pub fn grades(&self) -> impl Iterator<Item = &Grade> {
        self.turns.iter().map(|turn| &turn.grade)
    }

    /// The truth before each of the trainee's moves, from the trainee's side, then the truth now.
    #[must_use]
    pub fn verdicts(&self) -> Vec<Verdict> {
        self.grades().map(|grade| grade.before).chain([self.verdict]).collect()
    }

    /// The box of the other side's king at the start of each of the trainee's moves, then now.
    #[must_use]
    pub fn king_boxes(&self) -> Vec<KingBox> {
        let befores = self.turns.iter().map(|turn| &turn.before.position).chain([self.position()]);
        befores.map(|position| king_box::of(position, !self.trainee_color())).collect()
    }

    /// The account, once the round is over.
    #[must_use]
    pub const fn summary(&self) -> Option<&RoundSummary> {
        self.summary.as_ref()
    }
}

/// Whether a move is worth another try some day.
const fn is_serious(cost: MoveCost) -> bool {
    match cost.moves_lost() {
        Some(moves) => moves >= 2,
        None => true,
    }
}
