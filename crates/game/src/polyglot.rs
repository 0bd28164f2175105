//! Opening books in the format of Polyglot (Fabien Letouzey): a file of entries of 16 bytes, sorted by the Zobrist key of the
//! position, each with a move and its weight.
//!
//! [`PolyglotBook`] reads books, [`BookMaker`] counts games as Polyglot's `make-book` does and writes the same bytes.

mod maker;

use chess::{Move, Position};
use shakmaty::zobrist::Zobrist64;
use shakmaty::{EnPassantMode, Position as _, Role, Square};

pub use maker::{BookCountOptions, BookMaker};

/// Length of an entry in bytes.
pub const ENTRY_BYTES: usize = 16;

/// A move of a book.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Its weight: how often it is chosen, compared with the other moves of the position.
    pub weight: u16,
}

/// What is wrong with a file that is to be a book.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BookError {
    /// It ends within an entry.
    #[error(
        "it has {0} bytes, and a book has a multiple of {ENTRY_BYTES}: it is no Polyglot book, or was cut off"
    )]
    CutOff(usize),
    /// Its entries are not in the order of their keys.
    #[error("the entry at byte {0} is out of order: it is no Polyglot book, or was damaged")]
    OutOfOrder(usize),
}

/// An opening book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PolyglotBook {
    /// Keys, moves and weights, by keys.
    entries: Vec<(u64, u16, u16)>,
}

impl PolyglotBook {
    /// Reads a book.
    ///
    /// # Errors
    /// When the bytes are none.
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        let (chunks, rest) = bytes.as_chunks::<ENTRY_BYTES>();
        if !rest.is_empty() {
            return Err(BookError::CutOff(bytes.len()));
        }
        let entry = |bytes: &[u8; ENTRY_BYTES]| {
            let [k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, w0, w1, ..] = *bytes;
            let key = u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]);
            (key, u16::from_be_bytes([m0, m1]), u16::from_be_bytes([w0, w1]))
        };
        let entries: Vec<(u64, u16, u16)> = chunks.iter().map(entry).collect();
        match entries.windows(2).position(|pair| pair[1].0 < pair[0].0) {
            Some(at) => Err(BookError::OutOfOrder((at + 1) * ENTRY_BYTES)),
            None => Ok(Self { entries }),
        }
    }

    /// Number of entries.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has no entry.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The moves of a position in the order of the book, which is that of their weights. What is not legal is left out: two positions
    /// may have one key.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let key = polyglot_key(position);
        let first = self.entries.partition_point(|&(other, ..)| other < key);
        let found = self.entries[first..].iter().take_while(|&&(other, ..)| other == key);
        let legal = position.legal_moves();
        found
            .filter_map(|&(_, packed, weight)| {
                let mv = legal
                    .iter()
                    .copied()
                    .find(|&mv| packed_move(mv) == packed || is_written_castling(mv, packed))?;
                Some(BookMove { mv, weight })
            })
            .collect()
    }

    /// The move of a position that a number from 0.0 to 1.0 chooses, by weights. None where the book has none.
    #[must_use]
    pub fn choose(&self, position: &Position, random: f64) -> Option<Move> {
        let moves = self.moves(position);
        let total: u32 = moves.iter().map(|of| u32::from(of.weight)).sum();
        let mut left = random * f64::from(total);
        for of in &moves {
            left -= f64::from(of.weight);
            if left < 0.0 {
                return Some(of.mv);
            }
        }
        moves.iter().rev().find(|of| of.weight > 0).map(|of| of.mv)
    }
}

/// The key of a position in Polyglot books. An en passant square counts where a pawn stands beside, even if it may not capture.
#[must_use]
pub fn polyglot_key(position: &Position) -> u64 {
    let Zobrist64(key) = position.chess().zobrist_hash(EnPassantMode::PseudoLegal);
    key
}

/// A move in 16 bits: from, to, and what a pawn becomes. Castling is the king onto its rook.
fn packed_move(mv: Move) -> u16 {
    let (from, to) = (mv.from().unwrap_or(mv.to()), mv.to());
    let promotion = match mv.promotion() {
        Some(Role::Knight) => 1,
        Some(Role::Bishop) => 2,
        Some(Role::Rook) => 3,
        Some(Role::Queen) => 4,
        _ => 0,
    };
    promotion << 12 | square_bits(from) << 6 | square_bits(to)
}

const fn square_bits(square: Square) -> u16 {
    square as u16
}

/// Whether a move is castling that a book has as the king's move over two squares, as some programs write it.
fn is_written_castling(mv: Move, packed: u16) -> bool {
    let Move::Castle { king, rook } = mv else { return false };
    let to = if rook.file() > king.file() { Square::G1.file() } else { Square::C1.file() };
    packed == square_bits(king) << 6 | square_bits(Square::from_coords(to, king.rank()))
}

#[cfg(test)]
mod tests {
    use chess::{fen, notation};

    use super::*;

    /// The keys of the positions in Polyglot's description of the format.
    #[test]
    fn keys_are_those_of_the_description() {
        for (fen, key) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
            ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
            ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
            ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
            ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
            ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
            ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
        ] {
            assert_eq!(polyglot_key(&fen::parse(fen).unwrap()), key, "{fen}");
        }
    }

    fn entry(position: &Position, packed: u16, weight: u16) -> Vec<u8> {
        [&polyglot_key(position).to_be_bytes()[..], &packed.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]]
            .concat()
    }

    #[test]
    fn moves_come_with_their_weights_and_illegal_ones_are_left_out() {
        let start = Position::start();
        let e4 = packed_move(notation::parse_move(&start, "e4").unwrap());
        let d4 = packed_move(notation::parse_move(&start, "d4").unwrap());
        let bytes = [entry(&start, e4, 60), entry(&start, d4, 40), entry(&start, 0, 5)].concat();
        let book = PolyglotBook::read(&bytes).unwrap();
        let moves: Vec<(String, u16)> =
            book.moves(&start).into_iter().map(|of| (notation::san(&start, of.mv), of.weight)).collect();
        assert_eq!(moves, [("e4".to_owned(), 60), ("d4".to_owned(), 40)]);
        let chosen = |random| book.choose(&start, random).map(|mv| notation::san(&start, mv));
        assert_eq!(
            [0.0, 0.59, 0.61, 1.0].map(chosen),
            ["e4", "e4", "d4", "d4"].map(|san| Some(san.to_owned()))
        );
        assert_eq!(book.choose(&start.after(start.legal_moves()[0]), 0.5), None);
    }

    #[test]
    fn castling_is_the_king_onto_its_rook_and_promotions_have_their_piece() {
        let position = fen::parse("r3k2r/P7/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let castle = notation::parse_move(&position, "O-O").unwrap();
        assert_eq!(packed_move(castle), 4 << 6 | 7);
        for packed in [4 << 6 | 7, 4 << 6 | 6] {
            let book = PolyglotBook::read(&entry(&position, packed, 1)).unwrap();
            assert_eq!(book.moves(&position), [BookMove { mv: castle, weight: 1 }]);
        }
        let position = fen::parse("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        let promotion = notation::parse_move(&position, "axb8=N").unwrap();
        assert_eq!(packed_move(promotion), 0o1_60_71);
    }

    #[test]
    fn what_is_no_book_is_refused_with_its_place() {
        assert_eq!(PolyglotBook::read(&[0; 17]), Err(BookError::CutOff(17)));
        let unsorted = [[1; 16], [0; 16]].concat();
        assert_eq!(PolyglotBook::read(&unsorted), Err(BookError::OutOfOrder(16)));
        assert!(PolyglotBook::read(&[]).unwrap().is_empty());
    }
}
