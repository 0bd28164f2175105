//! Search by patterns: which games have positions that match, by replaying their moves.
//!
//! A game is left as soon as its positions match, or as no later one can: pieces that were captured and pawns that have moved
//! do not come back.

use chess::Position;
use chess::board::{Board, BoardMove};
use game::BoardPattern;
use game::board_pattern::PatternSequence;

use crate::compiled_pattern::CompiledPattern;
use crate::replay_board::ReplayBoard;
use crate::segment::{RESULT_BITS, Segment, result_number};

/// Number of pieces at the usual start.
const START_PIECES: u64 = 32;

/// Patterns that are looked for in games.
#[derive(Debug)]
pub struct PatternSearch {
    streaks: Vec<Vec<CompiledPattern>>,
    /// The numbers of the results that a game may have, one bit for each.
    results: u8,
    /// The fewest half-moves of a game that matches; `captures` of them are from the usual start alone.
    least_plies: u64,
    least_captures: u64,
    has_requirements: bool,
    start: ReplayBoard,
}

/// How far the patterns have been matched in a game.
#[derive(Default)]
struct MatchProgress {
    /// The number of the streak that is looked for.
    streak: usize,
    /// Where it may have begun: half-moves from the start of the game, the earliest first. All its patterns up to now matched.
    begun: Vec<u32>,
    /// Where the first streak began.
    first: Option<u32>,
}

impl PatternSearch {
    /// A search for a sequence of patterns.
    #[must_use]
    pub fn new(sequence: &PatternSequence) -> Self {
        let compile = |streak: &Vec<BoardPattern>| streak.iter().map(CompiledPattern::new).collect();
        let mut streaks: Vec<Vec<CompiledPattern>> = sequence.streaks.iter().map(compile).collect();
        streaks.retain(|streak| !streak.is_empty());
        if streaks.is_empty() {
            // Without a condition each game matches at its start.
            streaks.push(vec![CompiledPattern::new(&BoardPattern::default())]);
        }
        let patterns = || streaks.iter().flatten();
        let results = sequence.results.iter().fold(0, |bits, &result| bits | 1 << result_number(result));
        Self {
            results: if sequence.results.is_empty() { u8::MAX } else { results },
            least_plies: patterns().count() as u64 - 1,
            least_captures: patterns().map(|pattern| pattern.least_captures(START_PIECES)).max().unwrap_or(0),
            has_requirements: patterns().any(CompiledPattern::has_requirements),
            start: ReplayBoard::from(&Board::from(&Position::start())),
            streaks,
        }
    }

    /// Calls a function with each game that matches among those that `accepts` returns true for, and with the half-moves from its
    /// start to the first position that the patterns match. Kept analyses are left out.
    pub fn each_match(
        &self,
        segment: &Segment,
        accepts: impl Fn(usize) -> bool,
        mut visit: impl FnMut(usize, u32),
    ) {
        let mut progress = MatchProgress::default();
        for game in 0..segment.len() {
            if accepts(game)
                && self.may_match(segment, game)
                && let Some(ply) = self.first_match(segment, game, &mut progress)
            {
                visit(game, ply);
            }
        }
    }

    /// Whether a game may match by what its columns say.
    fn may_match(&self, segment: &Segment, game: usize) -> bool {
        let plies = u64::from(segment.plies[game]);
        let captures = if segment.starts[game] == 0 { self.least_captures } else { 0 };
        self.results >> (segment.results[game] & RESULT_BITS) & 1 == 1
            && plies >= self.least_plies.max(captures)
            && !segment.game(game).is_analysis()
    }

    fn first_match(&self, segment: &Segment, game: usize, progress: &mut MatchProgress) -> Option<u32> {
        let mut board = match segment.starts[game] {
            0 => self.start,
            _ => ReplayBoard::from(&Board::from(&segment.game(game).start())),
        };
        let mut codes = segment.codes_of(game);
        progress.reset();
        for ply in 0.. {
            let Some((mv, length)) = board.decode(codes) else {
                return progress.advance(&self.streaks, (&board, None), ply);
            };
            if let Some(first) = progress.advance(&self.streaks, (&board, mv), ply) {
                return Some(first);
            }
            board.play(mv);
            codes = &codes[length..];
            if self.has_requirements && mv.is_some_and(is_irreversible) && !self.can_follow(&board, progress)
            {
                return None;
            }
        }
        None
    }

    /// Whether positions that match what is missing may still follow, the one on the board among them.
    fn can_follow(&self, board: &ReplayBoard, progress: &MatchProgress) -> bool {
        let current = self.streaks[progress.streak].last();
        let later = self.streaks[progress.streak + 1..].iter().flatten();
        current.into_iter().chain(later).all(|pattern| pattern.can_follow(board))
    }
}

/// Whether what a move does to pieces or pawns cannot be taken back.
const fn is_irreversible(mv: BoardMove) -> bool {
    mv.capture.is_some() || matches!(mv.role, chess::Role::Pawn)
}

impl MatchProgress {
    fn reset(&mut self) {
        self.streak = 0;
        self.first = None;
        self.begun.clear();
    }

    /// Compares the next position: where the match of all streaks began, once it is complete.
    ///
    /// The end of each streak that comes first leaves the most of the game for the others, so that no other has to be tried.
    #[inline]
    fn advance(
        &mut self,
        streaks: &[Vec<CompiledPattern>],
        (board, mv): (&ReplayBoard, Option<BoardMove>),
        ply: u32,
    ) -> Option<u32> {
        let streak = &streaks[self.streak];
        let matches = |number: usize| streak[number].matches(board, mv);
        if !self.begun.is_empty() {
            self.begun.retain(|&begun| matches((ply - begun) as usize));
        }
        if matches(0) {
            self.begun.push(ply);
        }
        let &begun = self.begun.first()?;
        if (ply - begun) as usize + 1 < streak.len() {
            return None;
        }
        self.first = self.first.or(Some(begun));
        self.begun.clear();
        self.streak += 1;
        self.first.filter(|_| self.streak == streaks.len())
    }
}

#[cfg(test)]
mod tests;
