//! State of a mistake card on the board.

use std::time::Instant;

use crate::chess::{Color, Line, Move, Position};
use crate::game::TreeCursor;
use crate::practice::MistakeCard;
use crate::tui::keymap::{KeyContext, KeyNames, ReviewAction};
use crate::tui::model::PracticeActivity;

/// A mistake card on the board.
#[derive(Clone, Debug)]
pub struct ActiveCard {
    /// The card.
    pub card: MistakeCard,
    /// The game up to its position.
    pub walk: TreeCursor,
    /// What has become of it.
    pub attempt: CardAttempt,
    /// Wrong moves so far.
    pub wrong_tries: u16,
    /// In how many days it comes back; None until it is answered.
    pub days_until_due: Option<u32>,
    /// Whether a deeper search has looked at it.
    pub check: CardCheckStatus,
}

/// What has become of a mistake card.
#[derive(Clone, PartialEq, Debug)]
pub enum CardAttempt {
    /// It waits for a move.
    AwaitingMove,
    /// A wrong move was tried; another one is awaited.
    Wrong(WrongAttempt),
    /// A right move was found.
    Right(Move),
    /// The solution was shown.
    Shown(Move),
    /// A deeper search has overturned the card: it is out of the deck, and counts in nothing.
    Withdrawn,
}

/// The check of a card by a deeper search, once a move that does not count as right seemed good.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CardCheckStatus {
    /// Nothing put the card in doubt.
    #[default]
    NotNeeded,
    /// It is under way.
    Running,
    /// The card was confirmed.
    Confirmed,
}

/// A wrong move with its refutation.
#[derive(Clone, PartialEq, Debug)]
pub struct WrongAttempt {
    /// The move.
    pub mv: Move,
    /// What is wrong with it, as a sentence; None while it is looked for.
    pub reason: Option<String>,
    /// The line that refutes it, from the position after it.
    pub refutation: Option<Line>,
}

impl ActiveCard {
    /// The wrong move that was tried, and the reply that refutes it, once that is known.
    pub(crate) fn refuted_move(&self) -> Option<(Move, Option<Move>)> {
        let CardAttempt::Wrong(wrong) = &self.attempt else { return None };
        Some((wrong.mv, wrong.refutation.as_ref().and_then(|line| line.moves.first().copied())))
    }

    /// A card that waits for a move.
    pub(crate) fn new(card: MistakeCard) -> Self {
        let mut walk = TreeCursor::new(card.start.clone());
        for &mv in &card.moves {
            walk.play(mv);
        }
        Self {
            card,
            walk,
            attempt: CardAttempt::AwaitingMove,
            wrong_tries: 0,
            days_until_due: None,
            check: CardCheckStatus::default(),
        }
    }

    /// Whether it waits for a move.
    pub(crate) const fn awaits_move(&self) -> bool {
        matches!(self.attempt, CardAttempt::AwaitingMove | CardAttempt::Wrong(_))
            && !matches!(self.check, CardCheckStatus::Running)
    }

    /// The move that was right, once it was found or shown.
    pub(crate) const fn solution(&self) -> Option<Move> {
        match self.attempt {
            CardAttempt::Right(mv) | CardAttempt::Shown(mv) => Some(mv),
            CardAttempt::AwaitingMove | CardAttempt::Wrong(_) | CardAttempt::Withdrawn => None,
        }
    }

    /// The position on the board: with the right move, once that is known.
    pub(crate) fn position(&self) -> Position {
        let position = self.walk.position();
        self.solution().map_or_else(|| position.clone(), |mv| position.after(mv))
    }
}

impl PracticeActivity for ActiveCard {
    fn walk(&self) -> &TreeCursor {
        &self.walk
    }

    fn may_move(&self, _now: Instant, keys: &KeyNames) -> Result<(), String> {
        if self.awaits_move() {
            Ok(())
        } else if self.check == CardCheckStatus::Running {
            Err("A deeper search checks the card: it takes some seconds".to_owned())
        } else {
            Err(format!("{} goes on to what is due next", keys.name(ReviewAction::NextMistake)))
        }
    }

    fn contexts(&self) -> Vec<KeyContext> {
        vec![KeyContext::Retry, KeyContext::Board, KeyContext::Global]
    }

    fn own_color(&self) -> Color {
        self.walk.position().turn()
    }
}
