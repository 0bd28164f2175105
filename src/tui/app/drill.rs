//! The practice screen: the course, a worked example, and the round that is played.

use std::sync::Arc;

use crate::chess::{Color, Position, Ranking};
use crate::game::Walk;
use crate::practice::finished::{Kept, Origin};
use crate::practice::{
    Account, Counting, Defense, Drill, Grade, Hint, Lesson, Level, Progress, Round, Seed, catalogue,
};

use super::other_turn::OtherTurnView;
use super::quiz::Quizzing;

/// The practice screen.
#[derive(Clone, Debug)]
pub struct Practice {
    /// The lessons of the course.
    pub lessons: Arc<[Lesson]>,
    /// The one that is chosen, an index of `lessons`.
    pub chosen: usize,
    /// How hard starts are to be; None follows what was passed.
    pub level: Option<Level>,
    /// Which side of a lesson is played.
    pub side: Side,
    /// How the other side defends.
    pub defense: Defense,
    /// Whether repetition and the fifty-move rule end a round.
    pub counting: Counting,
    /// Whether a round tells how many moves the goal takes.
    pub par: Par,
    /// Whether a round shows its seed, its guard, how the other side defends and the box in figures.
    pub details: bool,
    /// The seed of the next round.
    pub seed: Seed,
    /// What was achieved so far.
    pub progress: Progress,
    /// What was finished before the record was read; None once it is, or where there is none to read.
    pub early: Option<Vec<Kept>>,
    /// Whether the record is shown in place of the lessons.
    pub page: Page,
    /// What the next start is taken from.
    pub pursuit: Pursuit,
    /// What begins as soon as its table is there.
    pub waiting: Option<Waiting>,
    /// What begins once the player has agreed to build its table.
    pub proposed: Option<Waiting>,
    /// The worked example that is looked at.
    pub example: Option<Example>,
    /// The round that is played, or None while the list or the quiz is shown.
    pub round: Option<Box<Drilling>>,
    /// The trap quiz, or None while the list is shown; a round lies over it.
    pub quiz: Option<Box<Quizzing>>,
}

/// Which side of a lesson is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Side {
    /// The one that the lesson is about.
    #[default]
    Lesson,
    /// The one that is mated, where there is a mate.
    Other,
}

/// Whether a round tells how many moves the goal takes.
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
pub enum Page {
    /// The lessons.
    #[default]
    Lessons,
    /// What was achieved, lesson by lesson, and how it grew.
    Record,
}

/// What the next start is taken from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Pursuit {
    /// The chosen lesson.
    #[default]
    Lesson,
    /// What is due, until nothing is.
    Due,
}

/// A worked example that is stepped through.
#[derive(Clone, Debug)]
pub struct Example {
    /// Whose it is, an index of the lessons.
    pub lesson: usize,
    /// The moves, and the place that is looked at.
    pub walk: Walk,
    /// Every legal move there by its cost, where the tables are ready.
    pub ranking: Option<Ranking>,
}

/// A round that begins as soon as its table is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Waiting {
    /// A lesson, an index of the list.
    Lesson(usize),
    /// What is due of a lesson, an index of the list.
    Due(usize),
    /// From a position.
    Position(Box<Position>),
}

/// A round in progress, with what the screen adds to it.
#[derive(Clone, Debug)]
pub struct Drilling {
    /// The judge.
    pub round: Round,
    /// Where the start came from.
    pub origin: Origin,
    /// The moves, for the list and for stepping. Moves are played only where the round stands.
    pub walk: Walk,
    /// The help that was given for this position, strongest last.
    pub hints: Vec<Hint>,
    /// The grade of the trainee's last move.
    pub last: Option<Grade>,
    /// Every legal move of the position that is looked at by its cost, where the tables are ready.
    pub ranking: Option<Ranking>,
    /// Whether the truth with the turn passed is told; it is help.
    pub other_turn: OtherTurnView,
    /// Whether the round has gone into the progress; a retry from a slip does not count again.
    pub counted: Counted,
}

/// Whether a finished round has gone into the progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counted {
    /// Not yet.
    No,
    /// It has, once.
    Yes,
}

impl Practice {
    /// The course with nothing achieved yet.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self {
            lessons: catalogue::built_in(),
            chosen: 0,
            level: None,
            side: Side::default(),
            defense: Defense::default(),
            counting: Counting::default(),
            par: Par::default(),
            details: false,
            seed,
            progress: Progress::default(),
            early: None,
            page: Page::default(),
            pursuit: Pursuit::default(),
            waiting: None,
            proposed: None,
            example: None,
            round: None,
            quiz: None,
        }
    }

    /// Adds what was finished.
    pub fn add(&mut self, kept: &Kept) {
        self.progress.add(kept);
        if let Some(early) = &mut self.early {
            early.push(kept.clone());
        }
    }

    /// Takes the record that was read in the background, with what was finished meanwhile.
    pub fn take_record(&mut self, record: Progress) {
        self.progress = record;
        for kept in self.early.take().unwrap_or_default() {
            self.progress.add(&kept);
        }
    }

    /// The lesson that is chosen.
    #[must_use]
    pub fn lesson(&self) -> Option<&Lesson> {
        self.lessons.get(self.chosen)
    }

    /// The lesson that a drill belongs to, played from either side.
    #[must_use]
    pub fn lesson_of(&self, drill: &str) -> Option<&Lesson> {
        let is_of = |of: &Drill| of.id == drill || of.other_id().is_some_and(|id| id == drill);
        self.lessons.iter().find(|lesson| is_of(&lesson.drill))
    }

    /// What a lesson is played as: its own drill, or the one of the other side.
    #[must_use]
    pub fn drill(&self, lesson: &Lesson) -> Drill {
        let other = lesson.drill.other_side().filter(|_| self.side == Side::Other);
        other.unwrap_or_else(|| lesson.drill.clone())
    }

    /// How hard the next start of a lesson is: as the player wants it, else the first level that is not passed.
    #[must_use]
    pub fn next_level(&self, lesson: &Lesson) -> Level {
        let starts = &lesson.drill.starts;
        let passed = self.progress.levels_passed(&self.drill(lesson).id, starts, lesson.pass);
        let next = Level::ALL[passed.min(starts.count() - 1)];
        starts.nearest(self.level.unwrap_or(next))
    }

    /// How many things are due on a day, in all lessons.
    #[must_use]
    pub fn due(&self, day: u32) -> usize {
        self.lessons.iter().map(|lesson| self.due_of(lesson, day)).sum()
    }

    /// How many things of a lesson are due on a day, from either side.
    #[must_use]
    pub fn due_of(&self, lesson: &Lesson, day: u32) -> usize {
        let memory = &self.progress.memory;
        let other = lesson.drill.other_id().map_or(0, |id| memory.due(&id, day));
        memory.due(&lesson.drill.id, day) + other
    }
}

impl Drilling {
    /// The player's color.
    #[must_use]
    pub fn you(&self) -> Color {
        self.round.trainee()
    }

    /// Whether the position that is looked at is the one that the round stands at.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.walk.position() == self.round.position()
    }

    /// The account, once the round is over.
    #[must_use]
    pub const fn account(&self) -> Option<&Account> {
        self.round.account()
    }
}
