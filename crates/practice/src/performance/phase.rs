//! Phases of a game: opening, middlegame and endgame, by the divider of Lichess.
//!
//! The middlegame begins with the first position that has at most ten queens, rooks, bishops and knights, or in
//! which a side has fewer than four pieces on its back rank, or in which the pieces of both sides are mixed; the
//! endgame begins with the first position that has at most six queens, rooks, bishops and knights. A game never
//! goes back to an earlier phase. After `Divider` of scalachess (lichess-org/scalachess).

use chess::{Bitboard, Color, Position, Rank};

/// A phase of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GamePhase {
    /// Both sides develop their pieces.
    Opening,
    /// Pieces are developed, and most of them are on the board.
    Middlegame,
    /// Few pieces are left.
    Endgame,
}

/// The most queens, rooks, bishops and knights of both sides in a middlegame that begins by exchanges.
const MAX_MIDDLEGAME_PIECES: usize = 10;
/// The most queens, rooks, bishops and knights of both sides in an endgame.
const MAX_ENDGAME_PIECES: usize = 6;
/// The number of pieces on a back rank below which a side has left it.
const MIN_BACK_RANK_PIECES: usize = 4;
/// The mixedness from which on the pieces of both sides are in contact.
const MAX_OPENING_MIXEDNESS: u32 = 150;

impl GamePhase {
    /// All of them, in the order of a game.
    pub const ALL: [Self; 3] = [Self::Opening, Self::Middlegame, Self::Endgame];

    /// Its name in lowercase.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middlegame => "middlegame",
            Self::Endgame => "endgame",
        }
    }

    /// The phase of each position of a game, in order.
    pub fn of_positions<'p>(positions: impl IntoIterator<Item = &'p Position>) -> Vec<Self> {
        let reached = positions.into_iter().scan(Self::Opening, |phase, position| {
            *phase = (*phase).max(Self::of_position(position));
            Some(*phase)
        });
        reached.collect()
    }

    /// The phase of a position by itself.
    fn of_position(position: &Position) -> Self {
        let board = position.board();
        let pieces = (board.occupied() & !(board.kings() | board.pawns())).count();
        let has_left = |color: Color| {
            let rank = Bitboard::from(color.fold_wb(Rank::First, Rank::Eighth));
            (board.by_color(color) & rank).count() < MIN_BACK_RANK_PIECES
        };
        if pieces <= MAX_ENDGAME_PIECES {
            Self::Endgame
        } else if pieces <= MAX_MIDDLEGAME_PIECES
            || Color::ALL.into_iter().any(has_left)
            || mixedness(board.by_color(Color::White), board.by_color(Color::Black)) > MAX_OPENING_MIXEDNESS
        {
            Self::Middlegame
        } else {
            Self::Opening
        }
    }
}

/// Mixedness: how close the pieces of both sides are to each other, as a sum over all squares of two by two.
fn mixedness(white: Bitboard, black: Bitboard) -> u32 {
    /// The squares a1, b1, a2 and b2.
    const SQUARE: u64 = 0x0303;
    let mut sum = 0;
    for rank in 0..7_u32 {
        for file in 0..7 {
            let square = Bitboard(SQUARE << (8 * rank + file));
            let [white, black] = [white, black].map(|pieces| (pieces & square).count());
            // Seen from the side with more pieces there, so that one table serves both.
            sum += if white >= black {
                region_mixedness(rank + 1, white, black)
            } else {
                region_mixedness(7 - rank, black, white)
            };
        }
    }
    sum
}

/// The mixedness of four squares. `rank` is the lower rank of the two, from 1 to 7, as seen from the side that has
/// more pieces there, or as many.
const fn region_mixedness(rank: u32, more: usize, fewer: usize) -> u32 {
    match (more, fewer) {
        (1, 0) => 9 - rank,
        (2, 0) if rank > 2 => rank,
        // All pieces at home say nothing.
        (3 | 4, 0) if rank > 1 => rank + 2,
        (1, 1) => 5 + rank.abs_diff(4),
        (2, 1) => rank + 3,
        (3, 1) => rank + 4,
        (2, 2) => 7,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::fen;

    fn phase(text: &str) -> GamePhase {
        GamePhase::of_position(&fen::parse(text).unwrap())
    }

    #[test]
    fn each_rule_has_its_position() {
        let start = Position::start();
        assert_eq!(mixedness(start.board().white(), start.board().black()), 0);
        for (text, expected) in [
            (fen::START, GamePhase::Opening),
            // Eleven queens, rooks, bishops and knights, then ten.
            ("r1bqkb1r/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKB1R w KQkq - 0 1", GamePhase::Opening),
            ("r1bqk2r/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKB1R w KQkq - 0 1", GamePhase::Middlegame),
            // White has three pieces on its back rank, then four.
            ("rnbqkbnr/pppppppp/8/8/8/2NBBN2/PPPPQPPP/R3K2R w KQkq - 0 1", GamePhase::Middlegame),
            ("rnbqkbnr/pppppppp/8/8/8/2NBBN2/PPPP1PPP/R2QK2R w KQkq - 0 1", GamePhase::Opening),
            // Seven queens, rooks, bishops and knights, then six.
            ("r2qk2r/pppp1ppp/8/8/8/8/PPPP1PPP/RN1QK2R w KQkq - 0 1", GamePhase::Middlegame),
            ("r2qk2r/pppp1ppp/8/8/8/8/PPPP1PPP/R2QK2R w KQkq - 0 1", GamePhase::Endgame),
        ] {
            assert_eq!(phase(text), expected, "{text}");
        }
    }

    #[test]
    fn mixedness_is_the_same_for_both_sides() {
        let contact = "r1bq1rk1/ppp2ppp/2np1n2/1Bb1p3/4P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7";
        let position = fen::parse(contact).unwrap();
        let [white, black] = Color::ALL.map(|color| position.board().by_color(color));
        assert_eq!(mixedness(white, black), mixedness(black.flip_vertical(), white.flip_vertical()));
        let lone = |square: u64| mixedness(Bitboard(1 << square), Bitboard(0));
        // A piece on d4 lies in two regions of rank 3 and two of rank 4, one on a1 in one.
        assert_eq!((lone(27), lone(0)), (2 * 6 + 2 * 5, 8));
    }

    #[test]
    fn a_game_never_goes_back() {
        use GamePhase::{Endgame, Middlegame, Opening};
        let positions = [
            fen::START,
            "r2qk2r/pppp1ppp/8/8/8/8/PPPP1PPP/RN1QK2R w KQkq - 0 1",
            fen::START,
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "3qkq2/qqqq4/8/8/8/8/8/4K2R b K - 0 1",
        ]
        .map(|text| fen::parse(text).unwrap());
        assert_eq!(GamePhase::of_positions(&positions), [Opening, Middlegame, Middlegame, Endgame, Endgame]);
    }
}
