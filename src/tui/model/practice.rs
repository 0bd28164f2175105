//! State of the lessons: what the next round is, a worked example, and the running round.

use std::time::Instant;

use crate::chess::{Color, Oracle, Position, Ranking};
use crate::game::TreeCursor;
use crate::game::pgn::PgnHeader;
use crate::practice::guide::{self, Guidance};
use crate::practice::record::StartOrigin;
use crate::practice::{
    Exercise, Grade, Lesson, LessonLevel, PracticeProgress, Round, RoundHint, RoundSummary,
};
use crate::tui::keymap::{KeyContext, KeyNames, PracticeAction};
use crate::tui::model::{Distances, OtherTurnView, PaneId, PracticeActivity, Shared};
use crate::tui::navigation::{self, TreeStep};

/// The lessons.
#[derive(Clone, Debug, Default)]
pub struct PracticeState {
    /// The difficulty of starts; None follows the levels passed.
    pub level: Option<LessonLevel>,
    /// Which side of a lesson is played.
    pub lesson_side: LessonSide,
    /// What is wrong with a file of the user's own lessons, none of which count then.
    pub lesson_faults: Vec<String>,
    /// The key of the position in which the last round began.
    pub last_start: Option<u64>,
    /// The source of the next start.
    pub start_source: PracticeStartSource,
    /// What starts as soon as its table is ready.
    pub pending_round: Option<PendingRound>,
    /// The note that said so.
    pub pending_note: String,
    /// What starts once the player has agreed to build its table.
    pub proposed_round: Option<PendingRound>,
}

/// Which side of a lesson is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LessonSide {
    /// The one that the lesson is about.
    #[default]
    LessonOwn,
    /// The one that is mated, where there is a mate.
    Opponent,
}

/// The source of the next start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PracticeStartSource {
    /// The chosen lesson.
    #[default]
    Lesson,
    /// Due repetitions, until there are none.
    DueReviews,
    /// Lessons in mixed order, without their names.
    Mixed,
    /// The chosen lesson, after its worked example: one guided round.
    Guided,
}

/// A worked example that is stepped through.
#[derive(Clone, Debug)]
pub struct LessonExampleState {
    /// Its lesson, a row of the list.
    pub row: usize,
    /// The moves, and the current place.
    pub walk: TreeCursor,
    /// Every legal move there by its cost, where the tables are ready.
    pub ranking: Option<Ranking>,
}

/// A round that begins as soon as its table is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PendingRound {
    /// A lesson, an index of the list.
    Lesson(usize),
    /// The due repetitions of a lesson, an index of the list.
    DueReview(usize),
    /// From a position.
    Position(Box<Position>),
}

/// A running round, with the state of its screen.
#[derive(Clone, Debug)]
pub struct ActiveRound {
    /// The round itself, which judges the moves.
    pub round: Round,
    /// Where the start came from.
    pub origin: StartOrigin,
    /// Whether it is one of mixed lessons.
    pub is_mixed: bool,
    /// Whether the coach says before each move what there is to find; it counts as help.
    pub is_guided: bool,
    /// What there is to find in the position of the round; None where the coach does not say it.
    pub guidance: Option<Guidance>,
    /// The moves, for the list and for stepping. Moves are played only at the last position of the round.
    pub walk: TreeCursor,
    /// The help that was given for this position, strongest last.
    pub hints: Vec<RoundHint>,
    /// The grade of the trainee's last move.
    pub last_grade: Option<Grade>,
    /// Every legal move of the current position by its cost, where the tables are ready.
    pub ranking: Option<Ranking>,
    /// Whether the exact result with the other side to move is shown; it counts as help.
    pub other_turn: OtherTurnView,
    /// Whether the round has gone into the progress; a retry from a mistake does not count again.
    pub is_recorded: bool,
}

impl PracticeState {
    /// What a lesson is played as: its own round, or the one of the other side.
    pub(crate) fn lesson_exercise(&self, lesson: &Lesson) -> Exercise {
        let other = lesson.exercise.defense_exercise().filter(|_| self.lesson_side == LessonSide::Opponent);
        other.unwrap_or_else(|| lesson.exercise.clone())
    }

    /// The difficulty of a lesson's next start: the player's setting, else the first level that is not
    /// passed.
    pub(crate) fn next_level(&self, progress: &PracticeProgress, lesson: &Lesson) -> LessonLevel {
        let starts = &lesson.exercise.starts;
        let passed = progress.levels_passed(&self.lesson_exercise(lesson).id, starts, lesson.pass);
        let next = LessonLevel::ALL[passed.min(starts.level_count() - 1)];
        starts.clamp_level(self.level.unwrap_or(next))
    }
}

impl ActiveRound {
    /// Shows the last position of the round.
    pub(crate) fn return_to_round(&mut self) {
        if !self.is_live() {
            self.walk.go_to_end();
            while !self.is_live() && self.walk.back() {}
        }
    }

    /// Every legal move by its cost, where the tables cover the position: once the round is over, or where the player
    /// asked for it.
    pub(crate) fn shown_ranking(&self, shared: &Shared) -> Option<&Ranking> {
        let is_shown = shared.distances == Distances::Shown || self.summary().is_some();
        self.ranking.as_ref().filter(|_| is_shown)
    }

    /// The player's color.
    pub(crate) fn player_color(&self) -> Color {
        self.round.trainee_color()
    }

    /// Whether the current position is the last position of the round.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.walk.position() == self.round.position()
    }

    /// What there is to find, where the trainee is to move on the board that is shown.
    #[must_use]
    pub fn shown_guidance(&self) -> Option<&Guidance> {
        self.guidance.as_ref().filter(|_| self.is_live() && self.summary().is_none())
    }

    /// Finds what there is to find in the position of the round, where the coach says it.
    pub(crate) fn update_guidance(&mut self, oracle: &dyn Oracle) {
        let awaits_move = self.is_guided && self.round.position().turn() == self.player_color();
        self.guidance = awaits_move
            .then(|| guide::guidance(self.round.position(), &self.round.under_rules(oracle)))
            .flatten();
    }

    /// Whether the lesson and its goal are hidden: in a review and in mixed practice until the first move, for to
    /// see whether there is a win or a draw is half of it.
    #[must_use]
    pub fn hides_lesson(&self) -> bool {
        let is_blind = self.origin == StartOrigin::Due || self.is_mixed;
        is_blind && self.round.moves_played() == 0 && self.summary().is_none()
    }

    /// What stands in place of the lesson's name while that is hidden.
    #[must_use]
    pub const fn hidden_name(&self) -> &'static str {
        if self.is_mixed { "mixed" } else { "review" }
    }

    /// The summary, once the round is over.
    #[must_use]
    pub const fn summary(&self) -> Option<&RoundSummary> {
        self.round.summary()
    }
}

impl PracticeActivity for ActiveRound {
    fn walk(&self) -> &TreeCursor {
        &self.walk
    }

    fn may_move(&self, _now: Instant, keys: &KeyNames) -> Result<(), String> {
        if self.summary().is_some() {
            Err(format!("The round is over: {} deals the next one", keys.name(PracticeAction::NextRound)))
        } else if self.is_live() {
            Ok(())
        } else {
            Err(keys.back_from_earlier("the round"))
        }
    }

    fn contexts(&self) -> Vec<KeyContext> {
        vec![KeyContext::Round, KeyContext::Board, KeyContext::Global]
    }

    fn own_color(&self) -> Color {
        self.player_color()
    }

    fn is_test(&self) -> bool {
        false
    }

    fn to_analyze(&self) -> Option<(PgnHeader, TreeCursor)> {
        Some((PgnHeader::default(), self.walk.clone()))
    }

    /// Stepping forward ends at the last position of the round.
    fn step(&mut self, step: TreeStep) {
        match step {
            TreeStep::End => self.return_to_round(),
            TreeStep::Forward if self.is_live() => {}
            step => _ = navigation::step_tree(&mut self.walk, step),
        }
    }

    fn reported_pane(&self, _now: Instant) -> PaneId {
        PaneId::Coach
    }
}

impl PracticeActivity for LessonExampleState {
    fn walk(&self) -> &TreeCursor {
        &self.walk
    }

    fn may_move(&self, _now: Instant, keys: &KeyNames) -> Result<(), String> {
        Err(format!("This is an example: {} practices the lesson", keys.name(PracticeAction::Begin)))
    }

    fn contexts(&self) -> Vec<KeyContext> {
        vec![KeyContext::Example, KeyContext::Global]
    }

    fn is_test(&self) -> bool {
        false
    }

    fn reported_pane(&self, _now: Instant) -> PaneId {
        PaneId::Example
    }
}
