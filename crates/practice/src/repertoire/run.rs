//! A run of training: lines from the start, along which positions are asked about.
//!
//! A line goes where cards are waiting, and one line asks about all that lie on it. Moves on the way that are not asked about
//! are played. Each position is asked about once in a run; one that was not known is due again on the next day, and not the
//! line that led there.

use std::sync::Arc;

use chess::{Move, Position};
use fastrand::Rng;
use game::Repertoire;
use game::repertoire::{RepertoireMove, RepertoirePlace, RepertoireWarning, ReplyCounts};

use super::card_id::repertoire_card_id;
use super::schedule::RepertoireCards;
use crate::spaced_repetition::{CardRating, CardReview};

/// How the opponent's replies are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ReplyChoice {
    /// Where cards are waiting, and among these as often as they are played.
    #[default]
    ByCards,
    /// As often as they are played.
    ByFrequency,
    /// Each equally often.
    Random,
}

/// Which positions a run is about.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RunCards {
    /// Those that are due.
    pub due: Vec<RepertoirePlace>,
    /// Those that are shown for the first time.
    pub new: Vec<RepertoirePlace>,
    /// Those that are asked about before they are due: to know their moves changes nothing, to have forgotten one does.
    pub early: Vec<RepertoirePlace>,
}

/// What a position waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Waiting {
    Nothing,
    ToBeShown,
    ToBeAsked,
    ToBeAskedEarly,
}

/// What comes next in a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TrainingStep {
    /// A move is played: a reply of the opponent's, or one of the player's that is not asked about.
    Play(Move),
    /// The player is asked for a move.
    Ask,
    /// A move is shown and then played by the player: the position is new, or its move was not known.
    Show(Move),
    /// The line is at its end, and another one follows.
    NextLine,
    /// Nothing is left to ask about.
    Finished,
}

/// What a move of the player's is.
#[derive(Clone, PartialEq, Debug)]
pub enum RepertoireAnswer {
    /// The main move.
    Main,
    /// Another move that the repertoire has.
    Other {
        /// The main move.
        main: Move,
    },
    /// A move that the repertoire warns of.
    Warned(RepertoireWarning),
    /// A move that the repertoire does not have.
    Unknown,
}

impl RepertoireAnswer {
    /// Whether the move is right.
    #[must_use]
    pub const fn is_right(&self) -> bool {
        matches!(self, Self::Main | Self::Other { .. })
    }
}

/// A run of training.
#[derive(Clone, Debug)]
pub struct RepertoireRun {
    repertoire: Arc<Repertoire>,
    choice: ReplyChoice,
    counts: Arc<ReplyCounts>,
    rng: Rng,
    /// What each position waits for.
    waiting: Vec<Waiting>,
    /// How many positions wait below each position, and in it, along the first ways to them.
    below: Vec<u32>,
    /// The start of the line, and its moves so far.
    start: RepertoirePlace,
    line: Vec<Move>,
    /// The position on the board.
    place: RepertoirePlace,
    step: TrainingStep,
    /// Whether a hint was given here.
    is_helped: bool,
    known: usize,
    forgotten: usize,
    shown: usize,
}

impl RepertoireRun {
    /// A run over these cards of a repertoire. None where there is nothing to ask about.
    #[must_use]
    pub fn new(
        repertoire: Arc<Repertoire>,
        cards: &RunCards,
        (choice, counts): (ReplyChoice, Arc<ReplyCounts>),
        seed: u64,
    ) -> Option<Self> {
        let mut waiting = vec![Waiting::Nothing; repertoire.len()];
        let lists = [
            (&cards.early, Waiting::ToBeAskedEarly),
            (&cards.new, Waiting::ToBeShown),
            (&cards.due, Waiting::ToBeAsked),
        ];
        for (places, waits_for) in lists {
            for place in places {
                waiting[place.index()] = waits_for;
            }
        }
        let mut below = vec![0; repertoire.len()];
        let is_waiting = |place: &RepertoirePlace| waiting[place.index()] != Waiting::Nothing;
        for place in repertoire.places().filter(is_waiting) {
            for at in repertoire.ancestors(place) {
                below[at.index()] += 1;
            }
        }
        let start = repertoire.places().next()?;
        let mut run = Self {
            repertoire,
            choice,
            counts,
            rng: Rng::with_seed(seed),
            waiting,
            below,
            start,
            line: Vec::new(),
            place: start,
            step: TrainingStep::Finished,
            is_helped: false,
            known: 0,
            forgotten: 0,
            shown: 0,
        };
        run.begin_line();
        (run.step != TrainingStep::Finished).then_some(run)
    }

    /// The repertoire.
    #[must_use]
    pub const fn repertoire(&self) -> &Arc<Repertoire> {
        &self.repertoire
    }

    /// What comes next.
    #[must_use]
    pub const fn step(&self) -> TrainingStep {
        self.step
    }

    /// The position on the board.
    #[must_use]
    pub const fn place(&self) -> RepertoirePlace {
        self.place
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.repertoire.at(self.place).position()
    }

    /// The position that the line begins with, and its moves.
    #[must_use]
    pub fn line(&self) -> (&Position, &[Move]) {
        (self.repertoire.at(self.start).position(), &self.line)
    }

    /// Number of positions that are still waiting.
    #[must_use]
    pub fn left(&self) -> usize {
        self.waiting.iter().filter(|&&of| of != Waiting::Nothing).count()
    }

    /// Number of positions that were known.
    #[must_use]
    pub const fn known(&self) -> usize {
        self.known
    }

    /// Number of positions that were not known.
    #[must_use]
    pub const fn forgotten(&self) -> usize {
        self.forgotten
    }

    /// Number of positions that were shown for the first time.
    #[must_use]
    pub const fn shown(&self) -> usize {
        self.shown
    }

    /// Goes on where the player has nothing to do: plays the move of [`TrainingStep::Play`], or begins the next line.
    pub fn go_on(&mut self) {
        match self.step {
            TrainingStep::Play(mv) => self.play(mv),
            TrainingStep::NextLine => self.begin_line(),
            TrainingStep::Ask | TrainingStep::Show(_) | TrainingStep::Finished => {}
        }
    }

    /// Notes that a hint was given: the position then comes back sooner.
    pub const fn help(&mut self) {
        self.is_helped = true;
    }

    /// Shows the move that is asked for: the review of the card, which counts as not known.
    pub fn give_up(&mut self) -> Option<CardReview> {
        if self.step != TrainingStep::Ask {
            return None;
        }
        self.settle(false);
        self.step = TrainingStep::Show(self.main_move());
        Some(CardReview { card: repertoire_card_id(self.position()), rating: CardRating::Again })
    }

    /// What a move would be here.
    #[must_use]
    pub fn judge(&self, mv: Move) -> RepertoireAnswer {
        let at = self.repertoire.at(self.place);
        match at.moves().iter().position(|known| known.mv == mv) {
            Some(0) => RepertoireAnswer::Main,
            Some(_) => RepertoireAnswer::Other { main: at.moves()[0].mv },
            None => match at.warnings().iter().find(|warning| warning.mv == mv) {
                Some(&warning) => RepertoireAnswer::Warned(warning),
                None => RepertoireAnswer::Unknown,
            },
        }
    }

    /// Takes the player's move: what it is, and the review of the card where the first move in a position decides on it. A
    /// right one is played; after another one the right one is shown. None where no move is asked for.
    pub fn answer(&mut self, mv: Move) -> Option<(RepertoireAnswer, Option<CardReview>)> {
        if !matches!(self.step, TrainingStep::Ask | TrainingStep::Show(_)) {
            return None;
        }
        let answer = self.judge(mv);
        let rating = self.rating(answer.is_right());
        let waited_for = self.waiting[self.place.index()];
        // A new position waits until its move was played.
        if answer.is_right() || waited_for != Waiting::ToBeShown {
            self.settle(answer.is_right());
        }
        let review = rating.map(|rating| CardReview { card: repertoire_card_id(self.position()), rating });
        if answer.is_right() {
            self.play(mv);
        } else {
            self.step = TrainingStep::Show(self.main_move());
        }
        Some((answer, review))
    }

    /// The main move of the position on the board.
    ///
    /// # Panics
    /// Where the line is at its end: no move is asked for there.
    fn main_move(&self) -> Move {
        self.repertoire.at(self.place).moves()[0].mv
    }

    /// How well the card of the position on the board was remembered; none where the answer does not count.
    fn rating(&self, is_right: bool) -> Option<CardRating> {
        match (self.waiting[self.place.index()], is_right) {
            (Waiting::ToBeAsked, true) if self.is_helped => Some(CardRating::Hard),
            (Waiting::ToBeAsked, true) => Some(CardRating::Good),
            (Waiting::ToBeAsked | Waiting::ToBeAskedEarly, false) => Some(CardRating::Again),
            (Waiting::ToBeShown, true) => Some(CardRating::Hard),
            (Waiting::ToBeAskedEarly, true) | (Waiting::ToBeShown, false) | (Waiting::Nothing, _) => None,
        }
    }

    /// Counts the position on the board, which waits for nothing any more.
    fn settle(&mut self, is_known: bool) {
        match self.waiting[self.place.index()] {
            Waiting::Nothing => return,
            Waiting::ToBeShown => self.shown += 1,
            Waiting::ToBeAsked | Waiting::ToBeAskedEarly if is_known => self.known += 1,
            Waiting::ToBeAsked | Waiting::ToBeAskedEarly => self.forgotten += 1,
        }
        self.waiting[self.place.index()] = Waiting::Nothing;
        for at in self.repertoire.ancestors(self.place) {
            self.below[at.index()] -= 1;
        }
    }

    /// Plays a move of the repertoire.
    fn play(&mut self, mv: Move) {
        let Some(known) = self.repertoire.at(self.place).find(mv) else { return };
        self.place = known.to;
        self.line.push(mv);
        self.is_helped = false;
        self.step = self.next_step();
    }

    /// Begins a line from a start below which most positions wait.
    fn begin_line(&mut self) {
        let starts = self.repertoire.places().filter(|&place| self.repertoire.at(place).parent().is_none());
        let most = starts.rev().max_by_key(|place| self.below[place.index()]);
        self.start = most.unwrap_or(self.start);
        self.place = self.start;
        self.line.clear();
        self.is_helped = false;
        self.step =
            if self.below[self.start.index()] == 0 { TrainingStep::Finished } else { self.next_step() };
    }

    /// What comes next in the position on the board.
    fn next_step(&mut self) -> TrainingStep {
        match self.waiting[self.place.index()] {
            Waiting::ToBeAsked | Waiting::ToBeAskedEarly => return TrainingStep::Ask,
            Waiting::ToBeShown => return TrainingStep::Show(self.main_move()),
            Waiting::Nothing => {}
        }
        let repertoire = Arc::clone(&self.repertoire);
        let moves = repertoire.at(self.place).moves();
        // Below a move is what was first reached by it; a line goes no other way, and so in no circle.
        let is_first_way = |known: &&RepertoireMove| repertoire.at(known.to).parent() == Some(self.place);
        let ways: Vec<&RepertoireMove> =
            moves.iter().filter(is_first_way).filter(|known| self.below[known.to.index()] > 0).collect();
        let chosen = if repertoire.is_own_turn(self.place) {
            ways.iter().rev().max_by_key(|known| self.below[known.to.index()]).copied()
        } else {
            self.choose_reply(&ways)
        };
        match chosen {
            Some(known) => TrainingStep::Play(known.mv),
            None if self.below.iter().any(|&waiting| waiting > 0) => TrainingStep::NextLine,
            None => TrainingStep::Finished,
        }
    }

    /// Chooses one of the opponent's replies.
    fn choose_reply<'m>(&mut self, ways: &[&'m RepertoireMove]) -> Option<&'m RepertoireMove> {
        let replies = self.repertoire.replies(self.place, &self.counts);
        let part = |mv: Move| replies.iter().find(|reply| reply.mv == mv).map_or(0.0_f64, |reply| reply.part);
        let weight = |known: &RepertoireMove| match self.choice {
            ReplyChoice::Random => 1.0,
            // A reply that nobody played is rare, not impossible.
            ReplyChoice::ByFrequency => part(known.mv).max(0.001),
            ReplyChoice::ByCards => part(known.mv).max(0.01) * f64::from(self.below[known.to.index()]),
        };
        let weights: Vec<f64> = ways.iter().map(|known| weight(known)).collect();
        let mut left = self.rng.f64() * weights.iter().sum::<f64>();
        for (known, weight) in ways.iter().zip(weights) {
            left -= weight;
            if left < 0.0 {
                return Some(known);
            }
        }
        ways.last().copied()
    }
}

impl RunCards {
    /// What is due on a day, and as many new positions as there is room for.
    #[must_use]
    pub fn of_day(cards: &RepertoireCards, new: usize) -> Self {
        Self { due: cards.due.clone(), new: cards.new.iter().take(new).copied().collect(), early: Vec::new() }
    }
}

#[cfg(test)]
mod tests;
