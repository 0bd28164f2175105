//! Endgame knowledge: mating a bare king, and scale factors for material and structures that do not win. The
//! figures are our own.

use shakmaty::attacks;

use super::piece_value::see_value;
use super::side::{Black, EvalSide, White, count, distance};
use chess::board::Board;
use chess::{Bitboard, Color, File, Rank, Role, Square};

/// The scale factor that leaves an advantage unchanged.
pub(crate) const FULL_SCALE: i32 = 64;
/// The scale factor of a locked position without a breakthrough; not 0, for a sacrifice may still open it.
const LOCKED_SCALE: i32 = 8;
/// The base score of a known win against a bare king, in centipawns: above every other evaluation, below
/// every mate.
const KNOWN_WIN: i32 = 2_000;

/// The evaluation for White where one side has a bare king and the other can force mate without pawns: better
/// the nearer the bare king is to the edge (with bishop and knight, to a corner of the bishop's color) and to
/// the other king.
pub(crate) fn known_win(board: &Board) -> Option<i32> {
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
pub(super) fn scale_factor<S: EvalSide>(board: &Board) -> EvalScaleFactor {
    let drawish = drawish_scale::<S>(board);
    if drawish < FULL_SCALE {
        return EvalScaleFactor { middle: drawish, end: drawish };
    }
    let fading = |end: i32| EvalScaleFactor { middle: FULL_SCALE, end: end.min(FULL_SCALE) };
    let pawns = pieces::<S>(board, Role::Pawn);
    if pawns.is_empty() {
        return EvalScaleFactor::FULL;
    }
    fading(if !has_opposite_bishops(board) {
        44 + 5 * count(pawns)
    } else if has_other_pieces(board) {
        44 + 2 * count(pawns)
    } else {
        20 + 4 * count(pawns)
    })
}

/// What is left, out of [`FULL_SCALE`], of the whole evaluation, the network's correction included, with bishops of
/// opposite colors, no other piece but pawns and at most one pawn more: hardly ever enough to win.
pub(crate) fn opposite_bishops_scale(board: &Board) -> i32 {
    const SCALE: i32 = 20;
    if has_other_pieces(board) || !has_opposite_bishops(board) {
        return FULL_SCALE;
    }
    let [white, black] = [pieces::<White>(board, Role::Pawn), pieces::<Black>(board, Role::Pawn)].map(count);
    if (white - black).abs() <= 1 { SCALE } else { FULL_SCALE }
}

/// Whether each side has one bishop, on squares of opposite colors.
fn has_opposite_bishops(board: &Board) -> bool {
    let bishops = board.by_role(Role::Bishop);
    (bishops & Bitboard::LIGHT_SQUARES).single_square().is_some()
        && (bishops & Bitboard::DARK_SQUARES).single_square().is_some()
        && (bishops & board.by_color(Color::White)).single_square().is_some()
}

/// Whether there is a knight, a rook or a queen.
fn has_other_pieces(board: &Board) -> bool {
    (board.by_role(Role::Knight) | board.rooks_and_queens()).any()
}

/// What is left, out of [`FULL_SCALE`], of an advantage of side `S` that wins nothing: without pawns and hardly
/// a piece more, with the wrong bishop, or without a way into a locked position.
pub(crate) fn drawish_scale<S: EvalSide>(board: &Board) -> i32 {
    if pieces::<S>(board, Role::Pawn).is_empty() {
        let own = piece_material::<S>(board);
        let gain = own - piece_material::<S::Them>(board);
        return if own < see_value(Role::Rook) {
            0
        } else if own == 2 * see_value(Role::Knight) && pieces::<S>(board, Role::Bishop).is_empty() {
            2
        } else if gain <= see_value(Role::Bishop) {
            8
        } else {
            FULL_SCALE
        };
    }
    if has_wrong_bishop::<S>(board) {
        2
    } else if is_locked_out::<S>(board) {
        LOCKED_SCALE
    } else {
        FULL_SCALE
    }
}

/// The wrong bishop: only rook pawns, bishops that do not control the promotion square, and the enemy king in
/// the corner.
fn has_wrong_bishop<S: EvalSide>(board: &Board) -> bool {
    let pawns = pieces::<S>(board, Role::Pawn);
    let others = board.by_color(S::US) & !pawns & !board.by_role(Role::King);
    let bishops = others & board.by_role(Role::Bishop);
    if others != bishops || bishops.is_empty() {
        return false;
    }
    let Some(king) = board.king(S::US.other()) else { return false };
    [File::A, File::H].into_iter().any(|file| {
        let corner = Square::from_coords(file, S::US.relative_rank(Rank::Eighth));
        let on_file = (pawns & !Bitboard::from_file(file)).is_empty();
        let wrong = bishops.into_iter().all(|square| square.is_light() != corner.is_light());
        on_file && wrong && king.distance(corner) <= 1
    })
}

/// Whether side `S` has no way into a locked position (a fortress): no pawn can move or capture a pawn, and
/// no other piece can reach an unprotected pawn, nor the king pass the pawn chain, over squares that no enemy
/// pawn attacks. A lone king may have a passed pawn that the enemy king stops. Enemy pieces are ignored: they
/// only make it harder.
fn is_locked_out<S: EvalSide>(board: &Board) -> bool {
    let (ours, theirs) = (pieces::<S>(board, Role::Pawn), pieces::<S::Them>(board, Role::Pawn));
    let pawns = ours | theirs;
    let mobile = ours & !S::Them::ahead(pawns);
    if (S::Them::ahead(theirs) & !pawns).any() || mobile.more_than_one() || theirs.is_empty() {
        return false;
    }
    let guarded = S::Them::pawn_attacks(theirs);
    if (S::pawn_attacks(ours) & theirs).any() || (guarded & ours).any() {
        return false;
    }
    if let Some(passer) = mobile.first() {
        let goal = Square::from_coords(passer.file(), S::US.relative_rank(Rank::Eighth));
        let (Some(king), Some(enemy_king)) = (board.king(S::US), board.king(S::US.other())) else {
            return false;
        };
        let is_alone = board.by_color(S::US) == ours | Bitboard::from_square(king);
        let is_stopped =
            (S::all_ahead(mobile) & pawns).is_empty() && enemy_king.distance(goal) < passer.distance(goal);
        if !is_alone || !is_stopped {
            return false;
        }
    }
    let loose = theirs & !guarded;
    let pieces = board.by_color(S::US) & !ours;
    pieces.into_iter().all(|from| {
        let Some(role) = board.role_at(from) else { return false };
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

/// The pieces of a side of one type.
fn pieces<S: EvalSide>(board: &Board, role: Role) -> Bitboard {
    board.by_color(S::US) & board.by_role(role)
}

/// The piece material of a side without king and pawns, in centipawns.
fn piece_material<S: EvalSide>(board: &Board) -> i32 {
    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
        .into_iter()
        .map(|role| see_value(role) * count(pieces::<S>(board, role)))
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
