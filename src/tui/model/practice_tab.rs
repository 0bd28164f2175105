//! [`PracticeTab`]: what the features of the practice tab share.

use crate::chess::Color;
use crate::practice::record::PracticeEntry;
use crate::practice::repertoire::RepertoireCards;
use crate::practice::{Lesson, MistakeDeck, PracticeProgress, Seed};
use crate::tui::model::practice_board::PracticeBoard;
use crate::tui::model::{CourseList, CurrentAnalysis, PracticePage, Shared};
use crate::tui::navigation::Tab;

/// What the features of the practice tab share.
#[derive(Clone, Debug)]
pub struct PracticeTab {
    /// The lessons.
    pub course: CourseList,
    /// What stands on the board.
    pub board: PracticeBoard,
    /// What was left before its end, to go on with.
    pub paused: PracticeBoard,
    /// What is shown while nothing does.
    pub page: PracticePage,
    /// The practice record so far.
    pub progress: PracticeProgress,
    /// What was finished before the record was loaded; None once it is, or where there is none.
    pub unmerged: Option<Vec<PracticeEntry>>,
    /// The mistakes of the user's own games.
    pub mistakes: MistakeDeck,
    /// The cards of the repertoires of White and of Black as they stand today.
    pub repertoire_cards: [RepertoireCards; 2],
    /// The seed of the next round.
    pub seed: Seed,
}

impl PracticeTab {
    /// The list of lessons, with an empty record.
    pub(crate) fn new(seed: Seed) -> Self {
        Self {
            course: CourseList::default(),
            board: PracticeBoard::default(),
            paused: PracticeBoard::default(),
            page: PracticePage::default(),
            progress: PracticeProgress::default(),
            unmerged: None,
            mistakes: MistakeDeck::default(),
            repertoire_cards: Default::default(),
            seed,
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
    pub(crate) fn merge_record(&mut self, record: PracticeProgress) {
        self.progress = record;
        for finished in self.unmerged.take().unwrap_or_default() {
            self.progress.add(&finished);
        }
    }

    /// What stands on the board, where the tab is on the screen; else nothing.
    pub(crate) fn shown_board(&self, shared: &Shared) -> &PracticeBoard {
        if shared.tab == Tab::Practice { &self.board } else { &PracticeBoard::Empty }
    }

    /// Clears the board for something else. What was there is kept where it can be gone on with.
    pub(crate) fn clear_board(&mut self, shared: &mut Shared) {
        self.pause_board();
        shared.dialog = None;
        shared.clear_input();
        shared.current_analysis = CurrentAnalysis::default();
        shared.pane = 0;
    }

    /// Takes what stands on the board away, and keeps it where it can be gone on with: whether it is kept.
    pub(crate) fn pause_board(&mut self) -> bool {
        let left = std::mem::take(&mut self.board).pause();
        let is_kept = left.is_some();
        if let Some(left) = left {
            self.paused = left;
        }
        is_kept
    }

    /// Counts the cards of the repertoires: the day, the record or the repertoires may have changed.
    pub(crate) fn count_repertoire_cards(&mut self, shared: &Shared) {
        let Some(repertoires) = &shared.repertoires else { return };
        let cards = |side| RepertoireCards::on(shared.today, repertoires.of(side), &self.progress);
        self.repertoire_cards = [cards(Color::White), cards(Color::Black)];
    }

    /// The number of repetitions due on a day: in all lessons, of the user's own mistakes, and of the repertoires.
    #[must_use]
    pub fn due_count(&self, day: i32) -> usize {
        let mistakes = self.mistakes.due_count(&self.progress, day);
        let due = |lesson| self.lesson_due_count(lesson, day);
        mistakes + self.repertoire_due_count(day) + self.course.lessons.iter().map(due).sum::<usize>()
    }

    /// The number of positions of the repertoires that are due on a day.
    pub(crate) fn repertoire_due_count(&self, day: i32) -> usize {
        self.repertoire_cards.iter().map(|cards| cards.due_count(day)).sum()
    }

    /// Whether positions of repertoires are due on a day, and nothing of lessons and mistakes, which come first.
    pub(crate) fn has_openings_due_alone(&self, day: i32) -> bool {
        let openings = self.repertoire_due_count(day);
        openings > 0 && openings == self.due_count(day)
    }

    /// The number of repetitions of a lesson due on a day, for either side.
    pub(crate) fn lesson_due_count(&self, lesson: &Lesson, day: i32) -> usize {
        let memory = &self.progress.cards;
        let other = lesson.exercise.defense_id().map_or(0, |id| memory.due_count(&id, day));
        memory.due_count(&lesson.exercise.id, day) + other
    }
}
