//! State of the practice screen: the course, a worked example, and the running round.

use std::sync::Arc;

use crate::chess::{Color, Position, Ranking};
use crate::game::TreeCursor;
use crate::practice::record::{PracticeEntry, StartOrigin};
use crate::practice::{
    DefenseStyle, Exercise, Grade, Lesson, LessonLevel, PracticeProgress, Round, RoundDrawRules, RoundHint,
    RoundSummary, Seed, course,
};

use crate::tui::aids::other_turn::OtherTurnView;
use crate::tui::quiz::state::ActiveQuiz;

/// The practice screen.
#[derive(Clone, Debug)]
pub struct PracticeState {
    /// The lessons of the course.
    pub lessons: Arc<[Lesson]>,
    /// The one that is chosen, an index of `lessons`.
    pub chosen: usize,
    /// How hard starts are to be; None follows what was passed.
    pub level: Option<LessonLevel>,
    /// Which side of a lesson is played.
    pub lesson_side: LessonSide,
    /// How the other side defends.
    pub defense: DefenseStyle,
    /// Whether repetition and the fifty-move rule end a round.
    pub counting: RoundDrawRules,
    /// Whether a round shows in how many moves the goal can be reached.
    pub par: Par,
    /// Whether a round shows its seed, its guard, how the other side defends and the box in figures.
    pub details: bool,
    /// The seed of the next round.
    pub seed: Seed,
    /// What was achieved so far.
    pub progress: PracticeProgress,
    /// What was finished before the record was read; None once it is, or where there is none to read.
    pub unmerged: Option<Vec<PracticeEntry>>,
    /// Whether the record is shown in place of the lessons.
    pub page: PracticePage,
    /// What the next start is taken from.
    pub start_source: PracticeStartSource,
    /// What begins as soon as its table is there.
    pub pending_round: Option<PendingRound>,
    /// What begins once the player has agreed to build its table.
    pub proposed_round: Option<PendingRound>,
    /// The worked example that is looked at.
    pub example: Option<LessonExampleState>,
    /// The round that is played, or None while the list or the quiz is shown.
    pub active_round: Option<Box<ActiveRound>>,
    /// The trap quiz, or None while the list is shown; a round lies over it.
    pub active_quiz: Option<Box<ActiveQuiz>>,
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

/// Whether a round shows in how many moves the goal can be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Par {
    /// It does.
    #[default]
    Shown,
    /// Not before it is over.
    Hidden,
}

/// What the screen shows while no round is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PracticePage {
    /// The lessons.
    #[default]
    Lessons,
    /// What was achieved, lesson by lesson, and how it grew.
    Record,
}

/// What the next start is taken from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PracticeStartSource {
    /// The chosen lesson.
    #[default]
    Lesson,
    /// What is due, until nothing is.
    DueReviews,
}

/// A worked example that is stepped through.
#[derive(Clone, Debug)]
pub struct LessonExampleState {
    /// Whose it is, an index of the lessons.
    pub lesson: usize,
    /// The moves, and the place that is looked at.
    pub walk: TreeCursor,
    /// Every legal move there by its cost, where the tables are ready.
    pub ranking: Option<Ranking>,
}

/// A round that begins as soon as its table is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PendingRound {
    /// A lesson, an index of the list.
    Lesson(usize),
    /// What is due of a lesson, an index of the list.
    DueReview(usize),
    /// From a position.
    Position(Box<Position>),
}

/// A round in progress, with what the screen adds to it.
#[derive(Clone, Debug)]
pub struct ActiveRound {
    /// The judge.
    pub round: Round,
    /// Where the start came from.
    pub origin: StartOrigin,
    /// The moves, for the list and for stepping. Moves are played only at the last position of the round.
    pub walk: TreeCursor,
    /// The help that was given for this position, strongest last.
    pub hints: Vec<RoundHint>,
    /// The grade of the trainee's last move.
    pub last_grade: Option<Grade>,
    /// Every legal move of the position that is looked at by its cost, where the tables are ready.
    pub ranking: Option<Ranking>,
    /// Whether the exact result with the other side to move is shown; it counts as help.
    pub other_turn: OtherTurnView,
    /// Whether the round has gone into the progress; a retry from a mistake does not count again.
    pub is_recorded: bool,
}

impl PracticeState {
    /// The course with nothing achieved yet.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self {
            lessons: course::built_in(),
            chosen: 0,
            level: None,
            lesson_side: LessonSide::default(),
            defense: DefenseStyle::default(),
            counting: RoundDrawRules::default(),
            par: Par::default(),
            details: false,
            seed,
            progress: PracticeProgress::default(),
            unmerged: None,
            page: PracticePage::default(),
            start_source: PracticeStartSource::default(),
            pending_round: None,
            proposed_round: None,
            example: None,
            active_round: None,
            active_quiz: None,
        }
    }

    /// Adds what was finished.
    pub fn add_finished(&mut self, finished: &PracticeEntry) {
        self.progress.add(finished);
        if let Some(early) = &mut self.unmerged {
            early.push(finished.clone());
        }
    }

    /// Takes the record that was read in the background, with what was finished meanwhile.
    pub fn merge_record(&mut self, record: PracticeProgress) {
        self.progress = record;
        for finished in self.unmerged.take().unwrap_or_default() {
            self.progress.add(&finished);
        }
    }

    /// The lesson that is chosen.
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

    /// How hard the next start of a lesson is: as the player wants it, else the first level that is not passed.
    #[must_use]
    pub fn next_level(&self, lesson: &Lesson) -> LessonLevel {
        let starts = &lesson.exercise.starts;
        let passed = self.progress.levels_passed(&self.lesson_exercise(lesson).id, starts, lesson.pass);
        let next = LessonLevel::ALL[passed.min(starts.level_count() - 1)];
        starts.clamp_level(self.level.unwrap_or(next))
    }

    /// How many things are due on a day, in all lessons.
    #[must_use]
    pub fn due_count(&self, day: u32) -> usize {
        self.lessons.iter().map(|lesson| self.lesson_due_count(lesson, day)).sum()
    }

    /// How many things of a lesson are due on a day, from either side.
    #[must_use]
    pub fn lesson_due_count(&self, lesson: &Lesson, day: u32) -> usize {
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

    /// The account, once the round is over.
    #[must_use]
    pub const fn summary(&self) -> Option<&RoundSummary> {
        self.round.summary()
    }
}
