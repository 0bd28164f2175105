//! Endings: how to mate a bare king, and what material does not win. The figures are our own.

use crate::chess::{Bitboard, Color, File, Rank, Role, Square};

use super::count;
use super::view::{Men, View};

/// The whole of an advantage.
pub(super) const FULL_SHARE: i32 = 64;
/// Enough to mate a bare king, in centipawns: more than any other evaluation, less than any mate.
const KNOWN_WIN: i32 = 2_000;

/// The worth to White of a position in which one side has a bare king and the other men that force mate
/// without pawns: the nearer the king to the edge (to the bishop's corner with bishop and knight) and to
/// the other king, the better.
pub(super) fn known_win(board: &Men) -> Option<i32> {
    let bare =
        [Color::White, Color::Black].into_iter().find(|&side| !board.by_color(side).more_than_one())?;
    let strong = bare.other();
    let men = board.by_color(strong);
    if (men & board.pawns()).any() || !can_force_mate(board, men) {
        return None;
    }
    let (king, hunter) = (board.king(bare)?, board.king(strong)?);
    let only_minors = (men & board.rooks_and_queens()).is_empty();
    let knight_and_bishop = only_minors && (men & board.knights()).any() && count(men) == 3;
    let driven = if knight_and_bishop {
        let bishop = (men & board.bishops()).first()?;
        20 * (7 - corner_distance(king, bishop.is_light())) + 4 * edge(king)
    } else {
        14 * edge(king)
    };
    let near = 8 * (7 - king.distance(hunter).cast_signed());
    let material: i32 =
        men.into_iter().filter_map(|square| board.role_at(square)).map(super::exchange_worth).sum();
    let worth = KNOWN_WIN + material - super::exchange_worth(Role::King) + driven + near;
    Some(strong.fold_wb(worth, -worth))
}

/// How much of an advantage of `level` centipawns (White's view) can be turned into a win, of
/// [`FULL_SHARE`].
pub(super) fn winning_share(view: &View, level: i32) -> i32 {
    let strong = if level > 0 { Color::White } else { Color::Black };
    let weak = strong.other();
    let pawns = view.pawns(strong);
    if pawns.is_empty() {
        let gain = pieces(view, strong) - pieces(view, weak);
        let own = pieces(view, strong);
        if own < super::exchange_worth(Role::Rook) {
            return 0;
        }
        if own == 2 * super::exchange_worth(Role::Knight) && view.of_role(strong, Role::Bishop).is_empty() {
            return 2;
        }
        return if gain <= super::exchange_worth(Role::Bishop) { 8 } else { FULL_SHARE };
    }
    if wrong_corner(view, strong) {
        return 2;
    }
    let bishops = view.board.bishops();
    let only_bishops = (view.board.knights() | view.board.rooks_and_queens()).is_empty();
    let one_each = count(bishops) == 2 && count(bishops & view.men(strong)) == 1;
    if one_each && (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any() {
        return if only_bishops { 24 + 4 * count(pawns) } else { 52 };
    }
    (44 + 5 * count(pawns)).min(FULL_SHARE)
}

/// A bishop and rook pawns of a corner that it does not command, with the enemy king there first.
fn wrong_corner(view: &View, strong: Color) -> bool {
    let pawns = view.pawns(strong);
    let others = view.men(strong) & !pawns & !view.board.kings();
    let bishops = others & view.board.bishops();
    if others != bishops || bishops.is_empty() {
        return false;
    }
    [File::A, File::H].into_iter().any(|file| {
        let corner = Square::from_coords(file, strong.relative_rank(Rank::Eighth));
        let on_file = (pawns & !Bitboard::from_file(file)).is_empty();
        let wrong = bishops.into_iter().all(|square| square.is_light() != corner.is_light());
        on_file && wrong && view.king(strong.other()).distance(corner) <= 1
    })
}

/// The pieces of a side in exchange worth, king and pawns not counted.
fn pieces(view: &View, side: Color) -> i32 {
    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .into_iter()
        .map(|role| super::exchange_worth(role) * count(view.of_role(side, role)))
        .sum()
}

fn can_force_mate(board: &Men, men: Bitboard) -> bool {
    let bishops = men & board.bishops();
    let both_colors = (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any();
    (men & board.rooks_and_queens()).any()
        || both_colors
        || (bishops.any() && (men & board.knights()).any())
        || count(men & board.knights()) > 2
}

/// Nought in the center to six in a corner.
fn edge(square: Square) -> i32 {
    let far = |index: u32| (2 * index.cast_signed() - 7).abs() / 2;
    far(square.file().to_u32()) + far(square.rank().to_u32())
}

/// King moves along files and ranks to the nearer corner of a color.
fn corner_distance(square: Square, light: bool) -> i32 {
    let corners = if light { [Square::A8, Square::H1] } else { [Square::A1, Square::H8] };
    corners.into_iter().map(|corner| square.distance(corner).cast_signed()).min().unwrap_or_default()
}
