//! Search by patterns: which games have positions that match, by replaying their moves.
//!
//! A game is left as soon as its positions match, or as no later one can: pieces that were captured and pawns that have moved
//! do not come back.

use chess::board::{Board, BoardMove};
use chess::{Position, Role};
use game::BoardPattern;
use game::board_pattern::PatternSequence;
use game::pgn::split::PgnSplitter;
use game::pgn::{self, PgnGame};

use crate::SegmentBuilder;
use crate::compiled_pattern::CompiledPattern;
use crate::game_headers::{RESULT_BITS, result_number};
use crate::replay_board::ReplayBoard;
use crate::segment::Segment;

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
    /// Whether it matters to later matches that a piece is captured, and that a pawn leaves its first rank.
    needs_pieces: bool,
    needs_home_pawns: bool,
    start: ReplayBoard,
}

/// How far patterns have been matched in a game.
trait PatternProgress {
    /// Compares the next position: where the match began, once it is complete.
    fn advance(&mut self, board: &ReplayBoard, mv: Option<BoardMove>, ply: u32) -> Option<u32>;
    /// Whether positions that match what is missing may still follow, the one on the board among them.
    fn can_follow(&self, board: &ReplayBoard) -> bool;
    /// Begins with the next game.
    fn reset(&mut self);
}

/// A single pattern.
struct SinglePattern<'s>(&'s CompiledPattern);

/// Streaks one behind the other.
struct SequenceProgress<'s> {
    streaks: &'s [Vec<CompiledPattern>],
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
            needs_pieces: patterns().any(CompiledPattern::needs_pieces),
            needs_home_pawns: patterns().any(CompiledPattern::needs_home_pawns),
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
        let mut visit_matches = |progress: &mut dyn FnMut(usize) -> Option<u32>| {
            for game in 0..segment.len() {
                if accepts(game)
                    && self.may_match(segment, game)
                    && let Some(ply) = progress(game)
                {
                    visit(game, ply);
                }
            }
        };
        match self.streaks.as_slice() {
            [streak] if streak.len() == 1 => {
                let mut pattern = SinglePattern(&streak[0]);
                visit_matches(&mut |game| self.first_match(segment, game, &mut pattern));
            }
            streaks => {
                let mut progress = SequenceProgress { streaks, streak: 0, begun: Vec::new(), first: None };
                visit_matches(&mut |game| self.first_match(segment, game, &mut progress));
            }
        }
    }

    /// After how many half-moves of its main line a game first matches. None where it does not.
    #[must_use]
    pub fn first_match_in(&self, game: &PgnGame) -> Option<u32> {
        let mut builder = SegmentBuilder::new();
        let text = pgn::write(game);
        PgnSplitter::new(text.as_bytes()).map_while(Result::ok).for_each(|text| drop(builder.add(&text)));
        let mut first = None;
        self.each_match(&builder.finish(), |_| true, |_, ply| first = first.or(Some(ply)));
        first
    }

    /// Whether a game may match by what its columns say.
    fn may_match(&self, segment: &Segment, game: usize) -> bool {
        let plies = u64::from(segment.headers.plies[game]);
        let captures = if segment.headers.starts[game] == 0 { self.least_captures } else { 0 };
        self.results >> (segment.headers.results[game] & RESULT_BITS) & 1 == 1
            && plies >= self.least_plies.max(captures)
            && !segment.game(game).is_analysis()
    }

    fn first_match(
        &self,
        segment: &Segment,
        game: usize,
        progress: &mut impl PatternProgress,
    ) -> Option<u32> {
        let mut board = match segment.headers.starts[game] {
            0 => self.start,
            _ => ReplayBoard::from(&Board::from(&segment.game(game).start())),
        };
        let mut codes = segment.codes_of(game);
        progress.reset();
        for ply in 0.. {
            let Some((mv, length)) = board.decode(codes) else { return progress.advance(&board, None, ply) };
            if let Some(first) = progress.advance(&board, mv, ply) {
                return Some(first);
            }
            board.play(mv);
            codes = &codes[length..];
            if mv.is_some_and(|mv| self.is_critical(mv)) && !progress.can_follow(&board) {
                return None;
            }
        }
        None
    }

    /// Whether after a move no position may follow that matches.
    #[inline]
    const fn is_critical(&self, mv: BoardMove) -> bool {
        let captures = mv.capture.is_some() || mv.promotion.is_some();
        captures && self.needs_pieces || matches!(mv.role, Role::Pawn) && self.needs_home_pawns
    }
}

impl PatternProgress for SinglePattern<'_> {
    #[inline]
    fn advance(&mut self, board: &ReplayBoard, mv: Option<BoardMove>, ply: u32) -> Option<u32> {
        self.0.matches(board, mv).then_some(ply)
    }

    fn can_follow(&self, board: &ReplayBoard) -> bool {
        self.0.can_follow(board)
    }

    fn reset(&mut self) {}
}

impl SequenceProgress<'_> {
    /// Compares the next position with a streak: where it began, once it is complete.
    fn continue_streak(
        &mut self,
        streak: &[CompiledPattern],
        board: &ReplayBoard,
        mv: Option<BoardMove>,
        ply: u32,
    ) -> Option<u32> {
        let matches = |number: usize| streak[number].matches(board, mv);
        self.begun.retain(|&begun| matches((ply - begun) as usize));
        if matches(0) {
            self.begun.push(ply);
        }
        self.begun.first().copied().filter(|&begun| (ply - begun) as usize + 1 == streak.len())
    }
}

impl PatternProgress for SequenceProgress<'_> {
    /// The end of each streak that comes first leaves the most of the game for the others, so that no other has to be tried.
    #[inline]
    fn advance(&mut self, board: &ReplayBoard, mv: Option<BoardMove>, ply: u32) -> Option<u32> {
        let streak = self.streaks[self.streak].as_slice();
        let begun = match streak {
            [pattern] => pattern.matches(board, mv).then_some(ply),
            patterns => self.continue_streak(patterns, board, mv, ply),
        }?;
        self.first = self.first.or(Some(begun));
        self.begun.clear();
        self.streak += 1;
        self.first.filter(|_| self.streak == self.streaks.len())
    }

    fn can_follow(&self, board: &ReplayBoard) -> bool {
        let current = self.streaks[self.streak].last();
        let later = self.streaks[self.streak + 1..].iter().flatten();
        current.into_iter().chain(later).all(|pattern| pattern.can_follow(board))
    }

    fn reset(&mut self) {
        self.streak = 0;
        self.first = None;
        self.begun.clear();
    }
}

#[cfg(test)]
mod tests;
