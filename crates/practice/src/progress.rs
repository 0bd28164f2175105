//! What was achieved so far, added up from the rounds that were finished. Days are counted from 1970-01-01.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::mem;

use super::deal::Seed;
use super::exercise::{LessonLevel, StartConditions};
use super::guess::GuessProgress;
use super::lesson::PassCriteria;
use super::mistake_card::MistakeCardId;
use super::outcome::{RoundOutcome, RoundResult};
use super::puzzle::PuzzleProgress;
use super::record::{CardAnswer, FinishedRound, PracticeEntry, ResultQuizRun, StartOrigin, TrapQuizRun};
use super::repertoire::card_id::is_repertoire_card;
use super::spaced_repetition::CardDeck;

/// Progress in all lessons, with the cards of spaced repetition.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PracticeProgress {
    /// The record of each lesson by its id.
    pub lessons: BTreeMap<String, LessonRecord>,
    /// What is due again, and when.
    pub cards: CardDeck,
    /// The best run of the trap quiz: most solved, then fewest wrong.
    pub best_trap_run: Option<TrapQuizRun>,
    /// The best run of the result quiz: the largest share of right answers, then the least time.
    pub best_result_run: Option<ResultQuizRun>,
    /// The rating in puzzles, and the best runs.
    pub puzzles: PuzzleProgress,
    /// The games whose moves were guessed.
    pub guesses: GuessProgress,
    /// The last day on which a round or a run was finished.
    pub last_day: Option<i32>,
    /// Days in a row on which something was finished, up to `last_day`.
    pub streak: u32,
    /// The mistake cards that were seen for the first time.
    new_mistake_cards: NewCards,
    /// The positions of repertoires that were shown for the first time.
    new_repertoire_cards: NewCards,
}

/// The last day on which cards of a kind were seen for the first time, and how many were.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct NewCards {
    day: i32,
    count: usize,
}

impl NewCards {
    const fn on(self, day: i32) -> usize {
        if self.day == day { self.count } else { 0 }
    }

    const fn add(&mut self, day: i32) {
        *self = Self { day, count: self.on(day) + 1 };
    }
}

/// The record of one lesson.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LessonRecord {
    /// Finished rounds.
    pub attempts: u32,
    /// Rounds that reached the goal.
    pub solved: u32,
    /// Rounds that reached it without help and without losing a move.
    pub perfect: u32,
    /// Moves lost in all solved rounds together.
    pub moves_lost: u32,
    /// Stalemates given.
    pub stalemates: u32,
    /// The last move that gave stalemate, in standard algebraic notation, and its day.
    pub last_stalemate: Option<(String, i32)>,
    /// The seed of the last round.
    pub last_seed: Option<Seed>,
    /// The day of the last round.
    pub last_day: Option<i32>,
    /// Every finished round, in their order.
    pub rounds: Vec<RoundRecord>,
}

/// A finished round in brief.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundRecord {
    /// Its day.
    pub day: i32,
    /// Where its start came from.
    pub origin: StartOrigin,
    /// How hard its start was.
    pub level: LessonLevel,
    /// How it ended, and how well it was played.
    pub result: RoundResult,
}

impl PracticeProgress {
    /// Adds up what was kept. It counts in the order in which it ended, however it is given. What is dated after
    /// `today`, by a clock that was wrong, counts as achieved, but not as a day of practice and for no due date.
    #[must_use]
    pub fn from_entries(entries: impl IntoIterator<Item = PracticeEntry>, today: i32) -> Self {
        // Whoever travels west can be a day back.
        let last_day = today.saturating_add(1);
        let (mut entries, future): (Vec<PracticeEntry>, Vec<PracticeEntry>) =
            entries.into_iter().partition(|entry| entry.day() <= last_day);
        entries.sort_by_key(PracticeEntry::ended_at);
        let mut progress = Self::default();
        for entry in &entries {
            progress.add(entry);
        }
        progress.add_achievements(future);
        progress
    }

    /// Adds what was achieved on days that are still to come, without the days and the cards.
    fn add_achievements(&mut self, mut future: Vec<PracticeEntry>) {
        if future.is_empty() {
            return;
        }
        future.sort_by_key(PracticeEntry::ended_at);
        let mut with_future = self.clone();
        for entry in &future {
            with_future.add(entry);
        }
        let Self { lessons, best_trap_run, best_result_run, puzzles, guesses, .. } = with_future;
        *self = Self { lessons, best_trap_run, best_result_run, puzzles, guesses, ..mem::take(self) };
    }

    /// Adds what was finished.
    pub fn add(&mut self, entry: &PracticeEntry) {
        match entry {
            PracticeEntry::Round(round) => self.add_round(round),
            PracticeEntry::TrapQuizRun(run) => self.add_trap_run(run),
            PracticeEntry::ResultQuizRun(run) => self.add_result_run(run),
            PracticeEntry::CardAnswer(answer) => self.add_answer(answer),
            PracticeEntry::PuzzleAnswer(answer) => {
                self.update_streak(answer.day);
                self.puzzles.add_answer(answer);
            }
            PracticeEntry::PuzzleRun(run) => {
                self.update_streak(run.day);
                self.puzzles.add_run(run);
            }
            PracticeEntry::GuessedGame(game) => {
                self.update_streak(game.day);
                self.guesses.add(game);
            }
        }
    }

    fn add_trap_run(&mut self, run: &TrapQuizRun) {
        self.update_streak(run.day);
        let is_better =
            |best: TrapQuizRun| (run.solved, Reverse(run.wrong)) > (best.solved, Reverse(best.wrong));
        if self.best_trap_run.is_none_or(is_better) {
            self.best_trap_run = Some(*run);
        }
    }

    fn add_result_run(&mut self, run: &ResultQuizRun) {
        self.update_streak(run.day);
        let right = |one: ResultQuizRun, other: ResultQuizRun| u32::from(one.right) * u32::from(other.count);
        let is_better = |best: ResultQuizRun| {
            (right(*run, best), Reverse(run.seconds)) > (right(best, *run), Reverse(best.seconds))
        };
        if run.count > 0 && self.best_result_run.is_none_or(is_better) {
            self.best_result_run = Some(*run);
        }
    }

    fn add_answer(&mut self, answer: &CardAnswer) {
        let CardAnswer { day, review, .. } = answer;
        self.update_streak(*day);
        if !self.cards.contains(&review.card) {
            if MistakeCardId::is_deck_id(&review.card) {
                self.new_mistake_cards.add(*day);
            } else if is_repertoire_card(&review.card) {
                self.new_repertoire_cards.add(*day);
            }
        }
        self.cards.review(review, *day);
    }

    /// Number of mistake cards that were seen for the first time on a day.
    #[must_use]
    pub const fn new_mistake_cards_on(&self, day: i32) -> usize {
        self.new_mistake_cards.on(day)
    }

    /// Number of positions of repertoires that were shown for the first time on a day.
    #[must_use]
    pub const fn new_repertoire_cards_on(&self, day: i32) -> usize {
        self.new_repertoire_cards.on(day)
    }

    fn update_streak(&mut self, day: i32) {
        self.streak = match self.last_day {
            Some(last) if last == day => self.streak,
            Some(last) if last.checked_add(1) == Some(day) => self.streak + 1,
            _ => 1,
        };
        self.last_day = Some(day);
    }

    fn add_round(&mut self, round: &FinishedRound) {
        let day = round.day;
        self.update_streak(day);
        self.lessons.entry(round.lesson_id.clone()).or_default().add(round);
        for recall in &round.card_reviews {
            self.cards.review(recall, day);
        }
    }

    /// Days in a row with a finished round, as seen on `day`; 0 after a day without one.
    #[must_use]
    pub fn streak_on(&self, day: i32) -> u32 {
        match self.last_day {
            Some(last) if day <= last.saturating_add(1) => self.streak,
            _ => 0,
        }
    }

    /// The record of a lesson, if it was ever tried.
    #[must_use]
    pub fn lesson_record(&self, lesson_id: &str) -> Option<&LessonRecord> {
        self.lessons.get(lesson_id)
    }

    /// How many levels of a lesson are passed: 0 to 3, and no level counts before those below it.
    #[must_use]
    pub fn levels_passed(&self, lesson_id: &str, starts: &StartConditions, pass: PassCriteria) -> usize {
        let Some(record) = self.lesson_record(lesson_id) else { return 0 };
        starts.available_levels().iter().take_while(|&&level| record.has_passed(level, pass)).count()
    }
}

impl LessonRecord {
    fn add(&mut self, round: &FinishedRound) {
        self.attempts += 1;
        self.last_seed = Some(round.seed);
        self.last_day = Some(round.day);
        if round.outcome.is_solved() {
            self.solved += 1;
            self.moves_lost += u32::from(round.moves_lost);
        }
        self.perfect += u32::from(round.outcome == RoundOutcome::Perfect);
        if round.outcome == RoundOutcome::Stalemated {
            self.stalemates += 1;
            self.last_stalemate = round.stalemate.clone().map(|mv| (mv, round.day));
        }
        let FinishedRound { day, start_origin: origin, level, .. } = *round;
        self.rounds.push(RoundRecord { day, origin, level, result: round.result() });
    }

    /// Moves lost on average in the rounds that reached the goal; None before the first.
    #[must_use]
    pub fn average_lost(&self) -> Option<f64> {
        (self.solved > 0).then(|| f64::from(self.moves_lost) / f64::from(self.solved))
    }

    /// Whether a level was ever passed. Rounds of harder levels count, too.
    #[must_use]
    pub fn has_passed(&self, level: LessonLevel, pass: PassCriteria) -> bool {
        let of_level: Vec<LessonLevel> =
            LessonLevel::ALL.into_iter().filter(|&other| other >= level).collect();
        of_level.into_iter().any(|level| self.longest_pass_streak(level, pass) >= pass.rounds_in_a_row)
    }

    /// Rounds of a level in a row, up to the last one, that are good enough for a pass.
    #[must_use]
    pub fn pass_streak(&self, level: LessonLevel, pass: PassCriteria) -> u16 {
        let good = self.rounds_at_level(level).rev().take_while(|brief| pass.accepts(brief.result)).count();
        u16::try_from(good).unwrap_or(u16::MAX)
    }

    fn longest_pass_streak(&self, level: LessonLevel, pass: PassCriteria) -> u16 {
        let (mut longest, mut streak) = (0, 0);
        for brief in self.rounds_at_level(level) {
            streak = if pass.accepts(brief.result) { streak + 1 } else { 0 };
            longest = longest.max(streak);
        }
        longest
    }

    fn rounds_at_level(&self, level: LessonLevel) -> impl DoubleEndedIterator<Item = &RoundRecord> {
        self.rounds.iter().filter(move |brief| brief.level == level && brief.origin == StartOrigin::Dealt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spaced_repetition::{CardRating, CardReview};

    fn round(outcome: RoundOutcome, lost: u16, day: i32) -> FinishedRound {
        FinishedRound {
            ended_at: i64::from(day) * 86_400,
            day,
            lesson_id: "KQvK".to_owned(),
            level: LessonLevel::Easy,
            seed: Seed(1),
            start_origin: StartOrigin::Dealt,
            outcome,
            moves_played: 9 + lost,
            par: 9,
            moves_lost: lost,
            helped: false,
            stalemate: (outcome == RoundOutcome::Stalemated).then(|| "Qc2".to_owned()),
            card_reviews: Vec::new(),
        }
    }

    #[test]
    fn a_streak_counts_days_in_a_row() {
        let mut progress = PracticeProgress::default();
        for (day, streak) in [(10, 1), (10, 1), (11, 2), (12, 3), (14, 1)] {
            progress.add(&PracticeEntry::Round(round(RoundOutcome::Solved, 0, day)));
            assert_eq!(progress.streak_on(day), streak, "day {day}");
        }
        assert_eq!((progress.streak_on(15), progress.streak_on(16)), (1, 0));
    }

    #[test]
    fn the_day_before_1970_is_the_day_before() {
        let rounds = |days: &[i32]| {
            days.iter()
                .map(|&day| PracticeEntry::Round(round(RoundOutcome::Solved, 0, day)))
                .collect::<Vec<_>>()
        };
        let progress = PracticeProgress::from_entries(rounds(&[1, -1, 0, -2]), 1);
        assert_eq!((progress.last_day, progress.streak_on(1)), (Some(1), 4));
        let progress = PracticeProgress::from_entries(rounds(&[-1_827, -1_826, 5]), -1_826);
        assert_eq!(
            (progress.last_day, progress.streak_on(-1_825), progress.streak_on(-1_824)),
            (Some(-1_826), 2, 0)
        );
    }

    #[test]
    fn a_record_adds_up() {
        assert_eq!(LessonRecord::default().average_lost(), None);
        let rounds = [
            (RoundOutcome::Perfect, 0),
            (RoundOutcome::Solved, 3),
            (RoundOutcome::Stalemated, 7),
            (RoundOutcome::Drawn, 1),
            (RoundOutcome::Lost, 1),
        ];
        let progress = PracticeProgress::from_entries(
            rounds.map(|(outcome, lost)| PracticeEntry::Round(round(outcome, lost, 20))),
            20,
        );
        let record = &progress.lessons["KQvK"];
        assert_eq!((record.attempts, record.solved, record.perfect, record.stalemates), (5, 2, 1, 1));
        assert_eq!((record.moves_lost, record.average_lost()), (3, Some(1.5)));
        assert_eq!((record.last_day, record.last_seed), (Some(20), Some(Seed(1))));
        assert_eq!(record.last_stalemate, Some(("Qc2".to_owned(), 20)));
    }

    #[test]
    fn levels_are_passed_by_rounds_in_a_row_from_below() {
        let (starts, pass) = (
            StartConditions { levels: vec![1, 4, 8], ..StartConditions::any() },
            PassCriteria { rounds_in_a_row: 2, max_moves_lost: Some(1), max_moves: None },
        );
        let mut progress = PracticeProgress::default();
        let mut play = |level, outcome, lost, helped| {
            progress.add(&PracticeEntry::Round(FinishedRound { level, helped, ..round(outcome, lost, 1) }));
            (progress.levels_passed("KQvK", &starts, pass), progress.lessons["KQvK"].pass_streak(level, pass))
        };
        assert_eq!(play(LessonLevel::Easy, RoundOutcome::Solved, 1, false), (0, 1));
        assert_eq!(play(LessonLevel::Easy, RoundOutcome::Solved, 2, false), (0, 0), "too many moves lost");
        assert_eq!(play(LessonLevel::Easy, RoundOutcome::Perfect, 0, false), (0, 1));
        assert_eq!(play(LessonLevel::Easy, RoundOutcome::Solved, 0, true), (0, 0), "with help");
        assert_eq!(play(LessonLevel::Easy, RoundOutcome::Perfect, 0, false), (0, 1));
        assert_eq!(play(LessonLevel::Easy, RoundOutcome::Perfect, 0, false), (1, 2));
        assert_eq!(
            play(LessonLevel::Easy, RoundOutcome::Stalemated, 0, false),
            (1, 0),
            "once passed is passed"
        );
        assert_eq!(play(LessonLevel::Hard, RoundOutcome::Perfect, 0, false), (1, 1));
        assert_eq!(
            play(LessonLevel::Hard, RoundOutcome::Perfect, 0, false),
            (3, 2),
            "hard rounds are harder than medium ones"
        );
    }

    #[test]
    fn the_best_run_stays() {
        let mut progress = PracticeProgress::default();
        let best = |solved, wrong, progress: &mut PracticeProgress| {
            progress.add(&PracticeEntry::TrapQuizRun(TrapQuizRun {
                ended_at: 0,
                day: 3,
                seed: Seed(1),
                solved,
                wrong,
            }));
            progress.best_trap_run.map(|run| (run.solved, run.wrong))
        };
        assert_eq!(best(5, 2, &mut progress), Some((5, 2)));
        assert_eq!(best(4, 0, &mut progress), Some((5, 2)));
        assert_eq!(best(5, 1, &mut progress), Some((5, 1)));
        assert_eq!(best(9, 9, &mut progress), Some((9, 9)));
        assert_eq!(progress.streak_on(3), 1);
    }

    #[test]
    fn the_order_of_lines_does_not_matter() {
        let recall = |rating| vec![CardReview { card: "KQvK".to_owned(), rating }];
        let rounds = [
            FinishedRound { card_reviews: recall(CardRating::Good), ..round(RoundOutcome::Perfect, 0, 1) },
            FinishedRound { card_reviews: recall(CardRating::Again), ..round(RoundOutcome::Drawn, 0, 5) },
            FinishedRound { card_reviews: recall(CardRating::Good), ..round(RoundOutcome::Perfect, 0, 6) },
        ]
        .map(PracticeEntry::Round);
        let progress = PracticeProgress::from_entries(rounds.clone(), 7);
        assert_eq!(PracticeProgress::from_entries(rounds.into_iter().rev(), 7), progress);
        assert!(progress.cards.due_day("KQvK").is_some_and(|due| due > 6));
    }

    #[test]
    fn what_a_wrong_clock_dated_in_the_future_counts_as_achieved_but_for_no_due_date() {
        let entry = |outcome, rating, day| {
            let card_reviews = vec![CardReview { card: "KQvK".to_owned(), rating }];
            PracticeEntry::Round(FinishedRound { card_reviews, ..round(outcome, 0, day) })
        };
        let ahead = entry(RoundOutcome::Perfect, CardRating::Good, 40_000);
        let now = entry(RoundOutcome::Drawn, CardRating::Again, 20_000);
        let only_ahead = PracticeProgress::from_entries([ahead.clone()], 20_000);
        assert_eq!((only_ahead.cards.due_day("KQvK"), only_ahead.last_day), (None, None));
        assert_eq!(only_ahead.lessons["KQvK"].perfect, 1);
        let both = PracticeProgress::from_entries([ahead.clone(), now.clone()], 20_000);
        assert_eq!((both.cards.due_day("KQvK"), both.streak_on(20_000)), (Some(20_001), 1));
        assert_eq!(both.lessons["KQvK"].attempts, 2);
        // Once that day has come, it counts like any other.
        let later = PracticeProgress::from_entries([ahead, now], 40_000);
        assert!(later.cards.due_day("KQvK").is_some_and(|due| due > 40_000));
        // Whoever travels west is a day back.
        let tomorrow = entry(RoundOutcome::Drawn, CardRating::Again, 20_001);
        assert_eq!(PracticeProgress::from_entries([tomorrow], 20_000).cards.due_day("KQvK"), Some(20_002));
    }
}
