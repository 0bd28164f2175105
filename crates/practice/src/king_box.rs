//! The box: where the bare king can still go.

use shakmaty::attacks;

use chess::{Bitboard, Color, Position, Square, Verdict};

/// The squares that are open to a king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KingBox {
    /// Squares that it could step to at once and be safe.
    pub steps: Bitboard,
    /// Squares that it could walk to while all other pieces stay in place, its own one not counted.
    pub region: Bitboard,
}

/// The box of the king of `color`, whoever is to move.
#[must_use]
pub fn of(position: &Position, color: Color) -> KingBox {
    let Some(home) = position.board().king_of(color) else {
        return KingBox { steps: Bitboard::EMPTY, region: Bitboard::EMPTY };
    };
    let mut region = Bitboard::from_square(home);
    let mut edge = region;
    while edge.any() {
        let mut reached = Bitboard::EMPTY;
        // What it can take it can reach, but then everything is different.
        for square in edge & !position.board().by_color(!color) {
            reached |= safe_steps(position, color, home, square);
        }
        edge = reached & !region;
        region |= edge;
    }
    KingBox { steps: safe_steps(position, color, home, home), region: region.without(home) }
}

/// The king whose box is shown: a bare king's; else that of the side which loses, as `verdict` says of the
/// side to move; else that of the side which is not to move.
#[must_use]
pub fn defending_side(position: &Position, verdict: Option<Verdict>) -> Color {
    let turn = position.turn();
    let is_bare = |color: Color| position.board().by_color(color).count() == 1;
    match (is_bare(turn), is_bare(turn.other()), verdict) {
        (true, false, _) | (false, false, Some(Verdict::Loss(_))) => turn,
        _ => turn.other(),
    }
}

/// What a move does to a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KingBoxChange {
    /// The box before the move.
    pub before: KingBox,
    /// The box after it.
    pub after: KingBox,
    /// Squares that the king could walk to, or stood on, and cannot walk to any more.
    pub taken: Bitboard,
    /// Squares that it can walk to only since the move.
    pub given: Bitboard,
}

/// What happens to the box of the king of `color` from one position to another.
#[must_use]
pub fn king_box_change(from: &Position, to: &Position, color: Color) -> KingBoxChange {
    let (before, after) = (of(from, color), of(to, color));
    // A king that walks through its box neither loses nor wins the squares that it leaves and enters.
    let with_home = |position: &Position, region: Bitboard| {
        region | position.board().king_of(color).map_or(Bitboard::EMPTY, Bitboard::from_square)
    };
    let (was, is) = (with_home(from, before.region), with_home(to, after.region));
    KingBoxChange { before, after, taken: was & !is, given: is & !was }
}

/// Squares next to `from` where the king, which really stands on `home`, would not be attacked.
fn safe_steps(position: &Position, color: Color, home: Square, from: Square) -> Bitboard {
    let board = position.board();
    let without_king = board.occupied().without(home);
    let open = attacks::king_attacks(from) & !board.by_color(color).without(home);
    open.into_iter().filter(|&to| !board.attacks_to(to, !color, without_king.with(to)).any()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::fen;

    fn check(fen: &str, color: Color, steps: &str, region: usize) {
        let king_box = of(&fen::parse(fen).unwrap(), color);
        let named: Vec<_> = king_box.steps.into_iter().map(|square| square.to_string()).collect();
        assert_eq!((named.join(" ").as_str(), king_box.region.count()), (steps, region), "{fen}");
    }

    #[test]
    fn the_box_is_what_the_rook_leaves() {
        // Two files of seven ranks less the own square, and the unguarded rook itself.
        check("k7/8/8/8/8/8/8/2R4K w - - 0 1", Color::Black, "a7 b7 b8", 14);
        // The rook gives check along the rank: seven ranks of two files, and the rook.
        check("k1R5/8/8/8/8/8/8/7K b - - 0 1", Color::Black, "a7 b7", 15);
        // Guarded by its king, the rook is no way out.
        check("k7/8/8/8/8/8/3K4/2R5 w - - 0 1", Color::Black, "a7 b7 b8", 13);
        check("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", Color::Black, "", 0);
        check("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Color::Black, "", 0);
        check("k7/1Q6/8/8/8/8/8/7K b - - 0 1", Color::Black, "b7", 1);
    }

    #[test]
    fn the_hunted_king_is_the_bare_one_or_the_losing_one() {
        use chess::Ply;
        let whose = |fen: &str, verdict| defending_side(&fen::parse(fen).unwrap(), verdict);
        let queen = ["8/8/8/8/8/1Q6/8/k2K4 w - - 0 1", "8/8/8/8/8/1Q6/8/k2K4 b - - 0 1"];
        assert_eq!(queen.map(|fen| whose(fen, None)), [Color::Black; 2]);
        let pawns = "8/8/3k1p2/8/3K1P2/8/8/8 w - - 0 1";
        let (win, loss) = (Verdict::Win(Ply::new(9)), Verdict::Loss(Ply::new(8)));
        assert_eq!(
            [None, Some(win), Some(Verdict::Draw)].map(|verdict| whose(pawns, verdict)),
            [Color::Black; 3]
        );
        assert_eq!(whose(pawns, Some(loss)), Color::White);
    }

    fn check_change(fen: &str, typed: &str, color: Color, counts: (usize, usize), taken: &str, given: &str) {
        let position = fen::parse(fen).unwrap();
        let mv = chess::notation::parse_move(&position, typed).unwrap();
        let change = king_box_change(&position, &position.after(mv), color);
        let names =
            |set: Bitboard| set.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!((change.before.region.count(), change.after.region.count()), counts, "{fen} {typed}");
        assert_eq!(
            (names(change.taken).as_str(), names(change.given).as_str()),
            (taken, given),
            "{fen} {typed}"
        );
    }

    #[test]
    fn a_move_takes_squares_and_gives_some() {
        let rook = "k7/8/8/8/8/8/3K4/2R5 w - - 0 1";
        check_change(rook, "Rb1", Color::Black, (13, 7), "b2 b3 b4 b5 b6 b7 b8", "b1");
        let walking = "k7/8/8/8/8/8/3K4/2R5 b - - 0 1";
        check_change(walking, "Kb7", Color::Black, (13, 13), "", "");
    }
}
