//! Endgame knowledge: mating a bare king, and scale factors for material and structures that do not win. The
//! figures are our own.

use shakmaty::attacks;

use super::info::EvalInfo;
use super::piece_value::see_value;
use super::side::{EvalSide, count, distance};
use crate::chess::board::Board;
use crate::chess::{Bitboard, Color, File, Rank, Role, Square};

/// The scale factor that leaves an advantage unchanged.
pub(super) const FULL_SCALE: i32 = 64;
/// The scale factor of a locked position without a breakthrough; not 0, for a sacrifice may still open it.
const LOCKED_SCALE: i32 = 8;
/// The base score of a known win against a bare king, in centipawns: above every other evaluation, below
/// every mate.
const KNOWN_WIN: i32 = 2_000;

/// The evaluation for White where one side has a bare king and the other can force mate without pawns: better
/// the nearer the bare king is to the edge (with bishop and knight, to a corner of the bishop's color) and to
/// the other king.
pub(super) fn known_win(board: &Board) -> Option<i32> {
    let bare =
        [Color::White, Color::Black].into_iter().find(|&side| !board.by_color(side).more_than_one())?;
    let strong = bare.other();
    let pieces = board.by_color(strong);
    if (pieces & board.by_role(Role::Pawn)).any() || !can_force_mate(board, pieces) {
        return None;
    }
    let (king, hunter) = (board.king(bare)?, board.king(strong)?);
    let only_minors = (pieces & board.rooks_and_queens()).is_empty();
    let knight_and_bishop = only_minors && (pieces & board.by_role(Role::Knight)).any() && count(pieces) == 3;
    let driven = if knight_and_bishop {
        let bishop = (pieces & board.by_role(Role::Bishop)).first()?;
        20 * (7 - corner_distance(king, bishop.is_light())) + 4 * edge_distance(king)
    } else {
        14 * edge_distance(king)
    };
    let near = 8 * (7 - distance(king, hunter));
    let material: i32 = pieces.into_iter().filter_map(|square| board.role_at(square)).map(see_value).sum();
    let worth = KNOWN_WIN + material - see_value(Role::King) + driven + near;
    Some(strong.fold_wb(worth, -worth))
}

/// Scale factors of an advantage, each out of [`FULL_SCALE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EvalScaleFactor {
    pub(super) middle: i32,
    pub(super) end: i32,
}

impl EvalScaleFactor {
    /// Full advantage.
    pub(super) const FULL: Self = Self { middle: FULL_SCALE, end: FULL_SCALE };
}

/// The scale factors of an advantage of side `S`.
pub(super) fn scale_factor<S: EvalSide>(view: &EvalInfo) -> EvalScaleFactor {
    let whole = |scale| EvalScaleFactor { middle: scale, end: scale };
    let fading = |end: i32| EvalScaleFactor { middle: FULL_SCALE, end: end.min(FULL_SCALE) };
    let pawns = view.pawns::<S>();
    if pawns.is_empty() {
        let own = piece_material::<S>(view);
        let gain = own - piece_material::<S::Them>(view);
        if own < see_value(Role::Rook) {
            return whole(0);
        }
        if own == 2 * see_value(Role::Knight) && view.pieces::<S>(Role::Bishop).is_empty() {
            return whole(2);
        }
        return whole(if gain <= see_value(Role::Bishop) { 8 } else { FULL_SCALE });
    }
    if wrong_corner::<S>(view) {
        return whole(2);
    }
    if is_locked_out::<S>(view) {
        return whole(LOCKED_SCALE);
    }
    let bishops = view.board.by_role(Role::Bishop);
    let opposite = (bishops & Bitboard::LIGHT_SQUARES).single_square().is_some()
        && (bishops & Bitboard::DARK_SQUARES).single_square().is_some()
        && view.pieces::<S>(Role::Bishop).single_square().is_some();
    if opposite {
        let others = view.board.by_role(Role::Knight) | view.board.rooks_and_queens();
        let scale = if others.is_empty() { 20 + 4 * count(pawns) } else { 44 + 2 * count(pawns) };
        return fading(scale);
    }
    fading(44 + 5 * count(pawns))
}

/// The wrong bishop: only rook pawns, bishops that do not control the promotion square, and the enemy king in
/// the corner.
fn wrong_corner<S: EvalSide>(view: &EvalInfo) -> bool {
    let pawns = view.pawns::<S>();
    let others = view.side_pieces::<S>() & !pawns & !view.board.by_role(Role::King);
    let bishops = others & view.board.by_role(Role::Bishop);
    if others != bishops || bishops.is_empty() {
        return false;
    }
    [File::A, File::H].into_iter().any(|file| {
        let corner = Square::from_coords(file, S::US.relative_rank(Rank::Eighth));
        let on_file = (pawns & !Bitboard::from_file(file)).is_empty();
        let wrong = bishops.into_iter().all(|square| square.is_light() != corner.is_light());
        on_file && wrong && view.king::<S::Them>().distance(corner) <= 1
    })
}

/// Whether side `S` has no way into a locked position (a fortress): no pawn can move or capture a pawn, and
/// no other piece can reach an unprotected pawn, nor the king pass the pawn chain, over squares that no enemy
/// pawn attacks. A lone king may have a passed pawn that the enemy king stops. Enemy pieces are ignored: they
/// only make it harder.
fn is_locked_out<S: EvalSide>(view: &EvalInfo) -> bool {
    let (ours, theirs) = (view.pawns::<S>(), view.pawns::<S::Them>());
    let pawns = ours | theirs;
    let mobile = ours & !S::Them::ahead(pawns);
    if (S::Them::ahead(theirs) & !pawns).any() || mobile.more_than_one() || theirs.is_empty() {
        return false;
    }
    let guarded = view.pawn_attacks::<S::Them>();
    if (view.pawn_attacks::<S>() & theirs).any() || (guarded & ours).any() {
        return false;
    }
    if let Some(passer) = mobile.first() {
        let goal = Square::from_coords(passer.file(), S::US.relative_rank(Rank::Eighth));
        let is_alone = view.side_pieces::<S>() == ours | Bitboard::from_square(view.king::<S>());
        let is_stopped = (S::all_ahead(mobile) & pawns).is_empty()
            && view.king::<S::Them>().distance(goal) < passer.distance(goal);
        if !is_alone || !is_stopped {
            return false;
        }
    }
    let loose = theirs & !guarded;
    let pieces = view.side_pieces::<S>() & !ours;
    pieces.into_iter().all(|from| {
        let Some(role) = view.board.role_at(from) else { return false };
        let piece = role.of(S::US);
        let mut reached = Bitboard::from_square(from);
        let mut new = reached;
        while let Some(square) = new.pop_front() {
            let seen = attacks::attacks(square, piece, pawns);
            if (seen & loose).any() {
                return false;
            }
            let next = seen & !pawns & !guarded & !reached;
            reached |= next;
            new |= next;
        }
        true
    })
}

/// The piece material of a side without king and pawns, in centipawns.
fn piece_material<S: EvalSide>(view: &EvalInfo) -> i32 {
    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .into_iter()
        .map(|role| see_value(role) * count(view.pieces::<S>(role)))
        .sum()
}

fn can_force_mate(board: &Board, pieces: Bitboard) -> bool {
    let bishops = pieces & board.by_role(Role::Bishop);
    let both_colors = (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any();
    (pieces & board.rooks_and_queens()).any()
        || both_colors
        || (bishops.any() && (pieces & board.by_role(Role::Knight)).any())
        || count(pieces & board.by_role(Role::Knight)) > 2
}

/// Distance from the center: 0 in the center to 6 in a corner.
fn edge_distance(square: Square) -> i32 {
    let far = |index: u32| (2 * index.cast_signed() - 7).abs() / 2;
    far(square.file().to_u32()) + far(square.rank().to_u32())
}

/// King moves to the nearer corner of a color.
fn corner_distance(square: Square, light: bool) -> i32 {
    let corners = if light { [Square::A8, Square::H1] } else { [Square::A1, Square::H8] };
    corners.into_iter().map(|corner| distance(square, corner)).min().unwrap_or_default()
}
