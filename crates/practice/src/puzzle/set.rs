//! Sets of puzzles, and which puzzle comes next.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use super::model::{Puzzle, PuzzleId};
use super::progress::PuzzleProgress;
use super::text;
use super::theme::PuzzleTheme;
use crate::course::puzzle_lessons;

/// The built-in puzzles, made of games of the engine against itself and of endgame tables.
const BUILT_IN: &str = include_str!("../../assets/puzzles.tsv");

/// The name of the built-in set.
pub const BUILT_IN_NAME: &str = "built-in";

/// The name of the set with the positions of the lessons of puzzles.
pub const LESSONS_NAME: &str = "lessons";

/// Number of puzzles of a woodpecker set.
pub const WOODPECKER_SIZE: usize = 20;

/// Distance in Elo within which the next rated puzzle is looked for at first.
const NEAR: u16 = 100;

/// A set of puzzles, the easiest first.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleSet {
    /// Its name.
    pub name: String,
    puzzles: Arc<[Puzzle]>,
    /// Their ids, in the same order.
    ids: Arc<[PuzzleId]>,
    by_id: Arc<HashMap<PuzzleId, usize>>,
    /// Number of puzzles with each theme: every frame of the page shows them.
    theme_counts: Arc<HashMap<PuzzleTheme, usize>>,
}

impl PuzzleSet {
    /// A set of puzzles; of puzzles with the same position the first one counts.
    #[must_use]
    pub fn new(name: String, puzzles: impl IntoIterator<Item = Puzzle>) -> Self {
        let mut puzzles: Vec<(PuzzleId, Puzzle)> =
            puzzles.into_iter().map(|puzzle| (puzzle.id(), puzzle)).collect();
        puzzles.sort_by_key(|(id, puzzle)| (puzzle.rating, *id));
        let mut by_id = HashMap::new();
        let (mut kept, mut ids) = (Vec::with_capacity(puzzles.len()), Vec::with_capacity(puzzles.len()));
        for (id, puzzle) in puzzles {
            by_id.entry(id).or_insert_with(|| {
                kept.push(puzzle);
                ids.push(id);
                kept.len() - 1
            });
        }
        let count = |theme| (theme, kept.iter().filter(|puzzle: &&Puzzle| puzzle.has(theme)).count());
        let theme_counts = Arc::new(PuzzleTheme::ALL.map(count).into_iter().collect());
        Self { name, puzzles: kept.into(), ids: ids.into(), by_id: Arc::new(by_id), theme_counts }
    }

    /// The set that is part of the program. It is read at the first call.
    #[must_use]
    pub fn built_in() -> Self {
        static SET: OnceLock<PuzzleSet> = OnceLock::new();
        // A test sees to it that every line is a puzzle.
        let read = || BUILT_IN.lines().filter_map(|line| text::parse_line(line).ok());
        SET.get_or_init(|| Self::new(BUILT_IN_NAME.to_owned(), read())).clone()
    }

    /// The positions of the lessons of puzzles that come with the program.
    #[must_use]
    pub fn of_lessons() -> Self {
        let lessons = puzzle_lessons::built_in();
        let positions = lessons.iter().flat_map(|lesson| &lesson.positions);
        Self::new(LESSONS_NAME.to_owned(), positions.map(|position| position.puzzle.clone()))
    }

    /// The set of the program that has this name; None where none has.
    #[must_use]
    pub fn of_program(name: &str) -> Option<Self> {
        match name {
            BUILT_IN_NAME => Some(Self::built_in()),
            LESSONS_NAME => Some(Self::of_lessons()),
            _ => None,
        }
    }

    /// Its puzzles, the easiest first.
    #[must_use]
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// The puzzle with this id.
    #[must_use]
    pub fn puzzle(&self, id: PuzzleId) -> Option<&Puzzle> {
        self.by_id.get(&id).map(|&index| &self.puzzles[index])
    }

    /// Number of puzzles with a theme; None stands for all.
    #[must_use]
    pub fn count(&self, theme: Option<PuzzleTheme>) -> usize {
        match theme {
            Some(theme) => self.theme_counts.get(&theme).copied().unwrap_or_default(),
            None => self.puzzles.len(),
        }
    }

    /// The puzzles with a theme, the easiest first; None stands for all.
    pub fn with_theme(&self, theme: Option<PuzzleTheme>) -> impl Iterator<Item = (PuzzleId, &Puzzle)> {
        let all = self.ids.iter().copied().zip(self.puzzles.iter());
        all.filter(move |(_, puzzle)| theme.is_none_or(|theme| puzzle.has(theme)))
    }

    /// A puzzle near a rating, or one without a rating, one that was seen least; `random` chooses among them, and `previous` is left out where
    /// there is another one. None where no puzzle has the theme.
    #[must_use]
    pub fn near(
        &self,
        rating: u16,
        theme: Option<PuzzleTheme>,
        progress: &PuzzleProgress,
        previous: Option<PuzzleId>,
        random: &mut fastrand::Rng,
    ) -> Option<&Puzzle> {
        let mut distance = NEAR;
        let mut candidates: Vec<(u32, PuzzleId, &Puzzle)>;
        loop {
            let is_near = |puzzle: &Puzzle| puzzle.rating.is_none_or(|of| of.abs_diff(rating) <= distance);
            candidates = self
                .with_theme(theme)
                .filter(|(_, puzzle)| is_near(puzzle))
                .map(|(id, puzzle)| (progress.seen(id).map_or(0, |seen| seen.answers), id, puzzle))
                .collect();
            // Where all puzzles near by were seen, one a little farther away is better than one of them again.
            if candidates.iter().any(|&(answers, ..)| answers == 0) || distance >= u16::MAX / 2 {
                break;
            }
            distance *= 2;
        }
        if candidates.len() > 1 {
            candidates.retain(|&(_, id, _)| previous != Some(id));
        }
        let least = candidates.iter().map(|&(answers, ..)| answers).min()?;
        candidates.retain(|&(answers, ..)| answers == least);
        let index = random.usize(..candidates.len());
        Some(candidates[index].2)
    }

    /// The ids of `count` puzzles that get harder and harder, spread over the ratings up to `hardest`.
    #[must_use]
    pub fn ladder(
        &self,
        count: usize,
        hardest: u16,
        theme: Option<PuzzleTheme>,
        random: &mut fastrand::Rng,
    ) -> Vec<PuzzleId> {
        let is_easy = |(_, puzzle): &(PuzzleId, &Puzzle)| puzzle.rating <= Some(hardest);
        let id = |(id, _): (PuzzleId, &Puzzle)| id;
        let easy: Vec<PuzzleId> = self.with_theme(theme).filter(is_easy).map(id).collect();
        let all = if easy.is_empty() { self.with_theme(theme).take(count).map(id).collect() } else { easy };
        let steps = count.min(all.len());
        let choice = |step: usize| {
            let (from, to) = (step * all.len() / steps, (step + 1) * all.len() / steps);
            all[random.usize(from..to)]
        };
        (0..steps).map(choice).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::progress::PuzzleAnswer;

    #[test]
    fn every_built_in_line_is_a_puzzle_and_none_is_there_twice() {
        let lines: Vec<&str> = BUILT_IN.lines().collect();
        for (number, line) in lines.iter().enumerate() {
            let puzzle =
                text::parse_line(line).unwrap_or_else(|error| panic!("line {}: {error}", number + 1));
            assert_eq!(text::to_line(&puzzle), *line, "line {}", number + 1);
            assert!(!puzzle.themes.is_empty() && !puzzle.solution.is_empty(), "line {}", number + 1);
        }
        let set = PuzzleSet::built_in();
        assert_eq!(set.puzzles().len(), lines.len());
        assert!(set.puzzles().len() >= 2_000);
        for theme in PuzzleTheme::ALL {
            assert!(set.count(Some(theme)) > 0, "{}", theme.name());
        }
    }

    #[test]
    fn the_next_puzzle_is_near_and_new() {
        let set = PuzzleSet::built_in();
        let mut progress = PuzzleProgress::default();
        let mut random = fastrand::Rng::with_seed(7);
        let mut previous = None;
        for _ in 0..30 {
            let puzzle = set.near(1500, None, &progress, previous, &mut random).unwrap();
            let rating = puzzle.rating.unwrap();
            assert!(rating.abs_diff(1500) <= 2 * NEAR, "{rating}");
            let id = puzzle.id();
            assert!(progress.seen(id).is_none(), "a puzzle came twice");
            previous = Some(id);
            let (ended_at, day) = (0, 1);
            let answer = PuzzleAnswer { ended_at, day, puzzle: id, rating, is_solved: true, is_rated: true };
            progress.add_answer(&answer);
        }
        let empty = PuzzleSet::new(String::new(), []);
        assert!(empty.near(1500, None, &progress, None, &mut random).is_none());
        assert!(empty.ladder(5, 2000, None, &mut random).is_empty());
    }

    #[test]
    fn a_ladder_gets_harder() {
        let set = PuzzleSet::built_in();
        let mut random = fastrand::Rng::with_seed(7);
        let ladder = set.ladder(40, 2200, Some(PuzzleTheme::Mate), &mut random);
        let ratings: Vec<u16> = ladder.iter().map(|&id| set.puzzle(id).unwrap().rating.unwrap()).collect();
        assert!(ratings.is_sorted() && ratings.len() == 40, "{ratings:?}");
        assert!(ratings[39] <= 2200);
        assert!(ladder.iter().all(|&id| set.puzzle(id).unwrap().has(PuzzleTheme::Mate)));
    }
}
