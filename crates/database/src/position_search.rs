//! Search by position: where in the games of a segment a position occurs.
//!
//! The column of hashes is compared as a whole. It has the positions with White to move; one with Black to move is found by
//! the hashes of the positions after each of its moves. What matches by chance, about one hash in 65,536 for each of those
//! looked for, is sorted out: by the move that the game goes on with, then by replaying it up to there.

use chess::board::Board;
use chess::{Color, Position};

use crate::move_code;
use crate::segment::{Segment, hash_of};

/// How many hashes are compared at once.
const BLOCK: usize = 64;

/// A position that is looked for.
#[derive(Debug)]
pub struct PositionQuery {
    board: Board,
    /// The hash of the position itself.
    hash: u16,
    /// What the column has where the position occurs, if it is Black's turn.
    with_black_to_move: Option<HashesAfter>,
}

/// A place in a game where a position occurs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionMatch<'s> {
    /// The number of the game in its segment.
    pub game: usize,
    /// Half-moves from the start of the game.
    pub ply: u32,
    /// The codes of the moves from here on.
    pub codes: &'s [u8],
}

/// The hashes of the positions after the moves of a position.
#[derive(Debug)]
struct HashesAfter {
    /// All of them, and that of the position itself, with which a game may end.
    all: HashSet16,
    /// That after each move whose code has one byte, by this code.
    by_code: [Option<u16>; 256],
}

/// A set of hashes: one bit for each of the 65,536.
#[derive(Debug)]
struct HashSet16(Box<[u64; 1024]>);

impl HashSet16 {
    fn of(hashes: impl Iterator<Item = u16>) -> Self {
        let mut bits = Box::new([0; 1024]);
        for hash in hashes {
            bits[usize::from(hash >> 6)] |= 1 << (hash & 63);
        }
        Self(bits)
    }

    #[inline]
    fn contains(&self, hash: u16) -> bool {
        self.0[usize::from(hash >> 6)] >> (hash & 63) & 1 == 1
    }
}

impl HashesAfter {
    fn new(position: &Position, board: &Board) -> Self {
        // The end of a game, and a null move of a record, too.
        let passed = position.after_pass();
        let mut all: Vec<u16> =
            passed.iter().chain([position]).map(|position| hash_of(position.key())).collect();
        let mut by_code = [None; 256];
        for &mv in &position.legal_moves() {
            let (mut code, hash) = (Vec::new(), hash_of(position.after(mv).key()));
            move_code::encode(board, board.find_move(mv), &mut code);
            all.push(hash);
            if let [code] = *code {
                by_code[usize::from(code)] = Some(hash);
            }
        }
        Self { all: HashSet16::of(all.into_iter()), by_code }
    }

    /// Whether a move of this code leads to a position with this hash.
    fn fits(&self, code: Option<&u8>, hash: u16) -> bool {
        code.is_some_and(|&code| self.by_code[usize::from(code)] == Some(hash))
    }
}

impl PositionQuery {
    /// A query for a position: the same pieces, side to move, castling rights and legal en passant capture.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        let (board, hash) = (Board::from(position), hash_of(position.key()));
        let with_black_to_move =
            (position.turn() == Color::Black).then(|| HashesAfter::new(position, &board));
        Self { board, hash, with_black_to_move }
    }

    /// The board of the position.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Calls a function with each place where the position occurs, by games and in each game from its start.
    pub fn each_match<'s>(&self, segment: &'s Segment, mut visit: impl FnMut(PositionMatch<'s>)) {
        let mut replay = Replay::new(segment);
        let mut check = |entry: usize| {
            if let Some(ply) = replay.go_to_entry(entry, self)
                && replay.reaches(ply, &self.board)
            {
                visit(PositionMatch { game: replay.game, ply, codes: replay.codes });
            }
        };
        let blocks = segment.hashes.chunks(BLOCK).enumerate();
        match &self.with_black_to_move {
            None => {
                for (number, block) in blocks {
                    // A sum has no branch, so that vectors are compared.
                    if block.iter().map(|&hash| u16::from(hash == self.hash)).sum::<u16>() > 0 {
                        let found = block.iter().enumerate().filter(|&(_, &hash)| hash == self.hash);
                        found.for_each(|(at, _)| check(number * BLOCK + at));
                    }
                }
            }
            Some(HashesAfter { all: hashes, .. }) => {
                for (number, block) in blocks {
                    if block.iter().map(|&hash| u16::from(hashes.contains(hash))).sum::<u16>() > 0 {
                        let found = block.iter().enumerate().filter(|&(_, &hash)| hashes.contains(hash));
                        found.for_each(|(at, _)| check(number * BLOCK + at));
                    }
                }
            }
        }
    }
}

/// A game that is replayed from place to place.
struct Replay<'s> {
    segment: &'s Segment,
    game: usize,
    board: Board,
    ply: u32,
    /// The codes of the moves from here on.
    codes: &'s [u8],
    start: Board,
    is_at_game: bool,
}

impl<'s> Replay<'s> {
    fn new(segment: &'s Segment) -> Self {
        let start = Board::from(&Position::start());
        Self { segment, game: 0, board: start, ply: 0, codes: &[], start, is_at_game: false }
    }

    /// Goes to the game of an entry of the column of hashes, which lies behind the entry before: the half-move at which
    /// the position looked for may stand.
    fn go_to_entry(&mut self, entry: usize, query: &PositionQuery) -> Option<u32> {
        let entry = u32::try_from(entry).ok()?;
        let starts = &self.segment.hash_starts;
        while starts[self.game + 1] <= entry {
            self.game += 1;
            self.is_at_game = false;
        }
        let (game, plies) = (self.game, self.segment.headers.plies[self.game]);
        let black_begins = self.segment.headers.black_begins(game);
        let ply = 2 * (entry - starts[game]) + u32::from(black_begins);
        let is_last = entry + 1 == starts[game + 1];
        if is_last && (plies + u32::from(black_begins)) % 2 == 1 {
            // The last position, with Black to move.
            return (query.board.turn() == Color::Black).then_some(plies);
        }
        let Some(after) = &query.with_black_to_move else { return Some(ply) };
        let ply = ply.checked_sub(1)?;
        let (codes, hash) = (self.segment.codes_of(game), self.segment.hashes[entry as usize]);
        // Where each code has one byte, that of the next move is seen without replaying.
        let has_one_byte_each = codes.len() == plies as usize;
        (!has_one_byte_each || after.fits(codes.get(ply as usize), hash)).then_some(ply)
    }

    /// Whether the game has a position after so many half-moves; it is replayed up to there.
    fn reaches(&mut self, ply: u32, board: &Board) -> bool {
        if !self.is_at_game || ply < self.ply {
            self.is_at_game = true;
            self.ply = 0;
            self.codes = self.segment.codes_of(self.game);
            self.board = match self.segment.headers.starts[self.game] {
                0 => self.start,
                _ => Board::from(&self.segment.game(self.game).start()),
            };
        }
        while self.ply < ply {
            let Some(length) = move_code::play_next(&mut self.board, self.codes) else { return false };
            self.codes = &self.codes[length..];
            self.ply += 1;
        }
        self.board.is_same_position(board)
    }
}
