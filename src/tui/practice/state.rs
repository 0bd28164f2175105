//! State of the practice screen: the course, a worked example, and the running round.

use std::sync::Arc;

use crate::chess::{Color, Oracle, Position, Ranking};
use crate::game::TreeCursor;
use crate::practice::course::puzzle_lessons::PuzzleLessons;
use crate::practice::guide::{self, Guidance};
use crate::practice::puzzle::PuzzleLesson;
use crate::practice::record::{PracticeEntry, StartOrigin};
use crate::practice::{
    Exercise, Grade, Lesson, LessonLevel, MistakeDeck, PracticeProgress, Round, RoundHint, RoundSummary,
    Seed, course,
};
use crate::tui::aids::other_turn::OtherTurnView;
use crate::tui::keymap::{KeyNames, PracticeAction};

/// The practice screen.
#[derive(Clone, Debug)]
pub struct PracticeState {
    /// The lessons of the course that are played in rounds.
    pub lessons: Arc<[Lesson]>,
    /// The lessons of puzzles, which are listed after them.
    pub puzzle_lessons: PuzzleLessons,
    /// The chosen row of the list: an index of `lessons`, and after those of `puzzle_lessons`.
    pub chosen: usize,
    /// The difficulty of starts; None follows the levels passed.
    pub level: Option<LessonLevel>,
    /// Which side of a lesson is played.
    pub lesson_side: LessonSide,
    /// What is wrong with a file of the user's own lessons, none of which count then.
    pub lesson_faults: Vec<String>,
    /// The seed of the next round.
    pub seed: Seed,
    /// The key of the position in which the last round began.
    pub last_start: Option<u64>,
    /// The practice record so far.
    pub progress: PracticeProgress,
    /// What was finished before the record was loaded; None once it is, or where there is none.
    pub unmerged: Option<Vec<PracticeEntry>>,
    /// What is shown while no board is.
    pub page: PracticePage,
    /// The source of the next start.
    pub start_source: PracticeStartSource,
    /// What starts as soon as its table is ready.
    pub pending_round: Option<PendingRound>,
    /// The note that said so.
    pub pending_note: String,
    /// What starts once the player has agreed to build its table.
    pub proposed_round: Option<PendingRound>,
    /// The mistakes of the user's own games.
    pub mistakes: MistakeDeck,
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

/// What the screen shows while no round runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PracticePage {
    /// The lessons.
    #[default]
    Lessons,
    /// The record, lesson by lesson and day by day.
    Record,
    /// The puzzles.
    Puzzles,
    /// The famous games whose moves can be guessed.
    Guess,
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
    /// The course with an empty record.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self {
            lessons: course::built_in(),
            puzzle_lessons: PuzzleLessons::BuiltIn,
            chosen: 0,
            level: None,
            lesson_side: LessonSide::default(),
            lesson_faults: Vec::new(),
            seed,
            last_start: None,
            progress: PracticeProgress::default(),
            unmerged: None,
            page: PracticePage::default(),
            start_source: PracticeStartSource::default(),
            pending_round: None,
            pending_note: String::new(),
            proposed_round: None,
            mistakes: MistakeDeck::default(),
        }
    }

    /// Adds a finished round or quiz.
    pub fn add_finished(&mut self, finished: &PracticeEntry) {
        self.progress.add(finished);
        if let Some(early) = &mut self.unmerged {
            early.push(finished.clone());
        }
    }

    /// Sets the record that was loaded in the background, with what was finished meanwhile.
    pub fn merge_record(&mut self, record: PracticeProgress) {
        self.progress = record;
        for finished in self.unmerged.take().unwrap_or_default() {
            self.progress.add(&finished);
        }
    }

    /// Number of rows of the list: lessons of both kinds.
    #[must_use]
    pub fn row_count(&self) -> usize {
        self.lessons.len() + self.puzzle_lessons.len()
    }

    /// A lesson of puzzles by its row in the list; None where the row is that of another lesson.
    #[must_use]
    pub fn puzzle_lesson_at(&self, row: usize) -> Option<&PuzzleLesson> {
        let at = row.checked_sub(self.lessons.len())?;
        self.puzzle_lessons.get(at)
    }

    /// The lesson of puzzles that is chosen; None where another lesson is.
    #[must_use]
    pub fn puzzle_lesson(&self) -> Option<&PuzzleLesson> {
        self.puzzle_lesson_at(self.chosen)
    }

    /// The row of a lesson by its id, in whatever case.
    #[must_use]
    pub fn row_of(&self, lesson_id: &str) -> Option<usize> {
        self.lesson_ids().position(|id| id.eq_ignore_ascii_case(lesson_id))
    }

    /// The ids of all lessons, in the order of the list.
    pub fn lesson_ids(&self) -> impl Iterator<Item = &str> {
        let ids = self.lessons.iter().map(|lesson| lesson.exercise.id.as_str());
        ids.chain(self.puzzle_lessons.iter().map(|lesson| lesson.id.as_str()))
    }

    /// The lesson that is chosen; None where a lesson of puzzles is.
    #[must_use]
    pub fn lesson(&self) -> Option<&Lesson> {
        self.lessons.get(self.chosen)
    }

    /// The lesson that a round belongs to, played from either side.
    #[must_use]
    pub fn lesson_by_id(&self, lesson_id: &str) -> Option<&Lesson> {
        let is_of = |of: &Exercise| of.id == lesson_id || of.defense_id().is_some_and(|id| id == lesson_id);
        self.lessons.iter().find(|lesson| is_of(&lesson.exercise))
    }

    /// What a lesson is played as: its own round, or the one of the other side.
    #[must_use]
    pub fn lesson_exercise(&self, lesson: &Lesson) -> Exercise {
        let other = lesson.exercise.defense_exercise().filter(|_| self.lesson_side == LessonSide::Opponent);
        other.unwrap_or_else(|| lesson.exercise.clone())
    }

    /// The difficulty of a lesson's next start: the player's setting, else the first level that is not
    /// passed.
    #[must_use]
    pub fn next_level(&self, lesson: &Lesson) -> LessonLevel {
        let starts = &lesson.exercise.starts;
        let passed = self.progress.levels_passed(&self.lesson_exercise(lesson).id, starts, lesson.pass);
        let next = LessonLevel::ALL[passed.min(starts.level_count() - 1)];
        starts.clamp_level(self.level.unwrap_or(next))
    }

    /// The number of repetitions due on a day: in all lessons, and of the user's own mistakes.
    #[must_use]
    pub fn due_count(&self, day: i32) -> usize {
        let mistakes = self.mistakes.due_count(&self.progress, day);
        mistakes + self.lessons.iter().map(|lesson| self.lesson_due_count(lesson, day)).sum::<usize>()
    }

    /// The number of repetitions of a lesson due on a day, for either side.
    #[must_use]
    pub fn lesson_due_count(&self, lesson: &Lesson, day: i32) -> usize {
        let memory = &self.progress.cards;
        let other = lesson.exercise.defense_id().map_or(0, |id| memory.due_count(&id, day));
        memory.due_count(&lesson.exercise.id, day) + other
    }
}

impl ActiveRound {
    /// The player's color.
    #[must_use]
    pub fn player_color(&self) -> Color {
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
    pub(super) fn update_guidance(&mut self, oracle: &dyn Oracle) {
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

    /// Whether a move may be made now, or why not and what to do.
    ///
    /// # Errors
    /// A sentence for the player.
    pub fn may_move(&self, keys: &KeyNames<'_>) -> Result<(), String> {
        if self.summary().is_some() {
            Err(format!("The round is over: {} deals the next one", keys.name(PracticeAction::NextRound)))
        } else if self.is_live() {
            Ok(())
        } else {
            Err(keys.back_from_earlier("the round"))
        }
    }
}
