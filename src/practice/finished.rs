//! What is kept of a finished round, and of a run of the trap quiz: enough to add it up again, now and in years.

use std::collections::{BTreeMap, BTreeSet};

use crate::chess::Cost;

use super::alike;
use super::deal::Seed;
use super::drill::Level;
use super::lesson::Pass;
use super::memory::{Memory, card_of};
use super::round::{Outcome, Round};

/// A finished round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// When it ended, in seconds since 1970-01-01; nought until it is kept.
    pub at: u64,
    /// The player's day on which it ended, counted from 1970-01-01.
    pub day: u32,
    /// The drill's id.
    pub drill: String,
    /// How hard the start was.
    pub level: Level,
    /// What the start was dealt from.
    pub seed: Seed,
    /// Where the start came from.
    pub origin: Origin,
    /// How it ended.
    pub outcome: Outcome,
    /// Moves that the trainee needed.
    pub played: u16,
    /// Moves that best play needs.
    pub par: u16,
    /// Moves lost in all.
    pub lost: u16,
    /// Whether help was taken.
    pub helped: bool,
    /// The move that gave stalemate, in standard algebraic notation.
    pub stalemate: Option<String>,
    /// What it says of the trainee's memory.
    pub recalls: Vec<Recall>,
}

/// What is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kept {
    /// A round.
    Round(Finished),
    /// A run of the trap quiz.
    Run(Run),
}

/// A run of the trap quiz that came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// When it ended, in seconds since 1970-01-01; nought until it is kept.
    pub at: u64,
    /// The player's day on which it ended, counted from 1970-01-01.
    pub day: u32,
    /// What its positions were dealt from.
    pub seed: Seed,
    /// Positions solved.
    pub solved: u16,
    /// Moves that threw a win away.
    pub wrong: u16,
}

impl Kept {
    /// When it ended, in seconds since 1970-01-01.
    #[must_use]
    pub const fn at(&self) -> u64 {
        match self {
            Self::Round(round) => round.at,
            Self::Run(run) => run.at,
        }
    }

    /// The same with the time at which it ended.
    #[must_use]
    pub fn ended(self, at: u64) -> Self {
        match self {
            Self::Round(round) => Self::Round(Finished { at, ..round }),
            Self::Run(run) => Self::Run(Run { at, ..run }),
        }
    }
}

/// Where a start came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// Dealt by the drill's rule.
    Dealt,
    /// A slip that was due again.
    Due,
    /// A position of the player's own.
    Chosen,
}

/// How well something was remembered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recall {
    /// What: a drill's id alone, or with a position after a blank, see [`super::alike::canonical`].
    pub card: String,
    /// How well.
    pub recalled: Recalled,
}

/// How well something was remembered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Recalled {
    /// Not at all.
    Forgotten,
    /// With help, or with more moves lost than a pass allows.
    Barely,
    /// Well.
    Well,
}

impl Finished {
    /// What is kept of a round that is over, but for its time; None while it runs. A lesson has a mark to pass, and is
    /// itself a card where its start was dealt.
    #[must_use]
    pub fn of(round: &Round, origin: Origin, pass: Option<Pass>, day: u32, memory: &Memory) -> Option<Self> {
        let account = round.account()?;
        let stalemate = account.slips.last().filter(|_| account.outcome == Outcome::Stalemated);
        let mut finished = Self {
            at: 0,
            day,
            drill: round.drill().id.clone(),
            level: account.level,
            seed: account.seed,
            origin,
            outcome: account.outcome,
            played: account.played,
            par: account.par,
            lost: account.lost,
            helped: account.helped,
            stalemate: stalemate.map(|slip| slip.grade.san.clone()),
            recalls: positions(round, day, memory),
        };
        let lesson = pass.filter(|_| origin == Origin::Dealt).map(|pass| finished.recalled(pass));
        // What is known is asked for when it is due; to practice more often teaches, but says little.
        let counts = |recalled: &Recalled| {
            let card = &finished.drill;
            *recalled == Recalled::Forgotten || !memory.has(card) || memory.is_due(card, day)
        };
        if let Some(recalled) = lesson.filter(counts) {
            finished.recalls.push(Recall { card: finished.drill.clone(), recalled });
        }
        Some(finished)
    }

    fn recalled(&self, pass: Pass) -> Recalled {
        match self.outcome.is_solved() {
            true if !self.helped && self.lost <= pass.lost => Recalled::Well,
            true => Recalled::Barely,
            false => Recalled::Forgotten,
        }
    }
}

/// What a round says of single positions: those that went wrong, and those that were due and went right.
fn positions(round: &Round, day: u32, memory: &Memory) -> Vec<Recall> {
    let drill = &round.drill().id;
    let card = |position| card_of(drill, &alike::canonical(position));
    let missed: BTreeSet<String> = round.missed().iter().map(card).collect();
    let helped = round.account().is_some_and(|account| account.helped);
    // A position that comes twice counts by its worse answer.
    let mut known: BTreeMap<String, Recalled> = BTreeMap::new();
    for turn in round.turns() {
        let recalled =
            if turn.grade.cost == Cost::Keeps && !helped { Recalled::Well } else { Recalled::Barely };
        let worst = known.entry(card(&turn.before.position)).or_insert(recalled);
        *worst = recalled.min(*worst);
    }
    known.retain(|card, _| !missed.contains(card) && memory.is_due(card, day));
    let forgotten = missed.into_iter().map(|card| (card, Recalled::Forgotten));
    forgotten.chain(known).map(|(card, recalled)| Recall { card, recalled }).collect()
}
