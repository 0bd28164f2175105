//! The terms of which the ideas of the lessons are made: each counts one thing in a position, from the trainee's
//! side.
//!
//! Most count squares, steps or yes and no (1 and 0). The more of it the better for the trainee, so what the trainee
//! wants little of is counted below zero.

use matescope::chess::{Bitboard, Color, Position, Rank, Role, Square};
use shakmaty::{Board, attacks};

/// One thing that an idea asks for.
pub(super) type Term = fn(&View<'_>) -> i32;

/// A position as the trainee sees it.
pub(super) struct View<'a> {
    position: &'a Position,
    board: &'a Board,
    own: Color,
    /// The trainee's king.
    king: Square,
    /// The other king.
    other_king: Square,
}

impl<'a> View<'a> {
    pub(super) fn new(position: &'a Position, own: Color) -> Self {
        let board = position.board();
        let king_of = |color| board.king_of(color).expect("a legal position");
        Self { position, board, own, king: king_of(own), other_king: king_of(!own) }
    }

    fn is_own_turn(&self) -> bool {
        self.position.turn() == self.own
    }

    fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.board.by_color(color) & self.board.by_role(role)
    }

    /// The trainee's piece of a kind.
    fn own(&self, role: Role) -> Option<Square> {
        self.pieces(self.own, role).first()
    }

    /// The other side's piece of a kind.
    fn other(&self, role: Role) -> Option<Square> {
        self.pieces(!self.own, role).first()
    }

    fn pawns(&self) -> impl Iterator<Item = Pawn> {
        let of = |color| self.pieces(color, Role::Pawn).into_iter().map(move |square| Pawn { square, color });
        of(self.own).chain(of(!self.own))
    }

    /// The trainee's pawn that is nearest to its promotion.
    fn own_pawn(&self) -> Option<Pawn> {
        self.pawns().filter(|pawn| pawn.color == self.own).min_by_key(|pawn| pawn.steps())
    }

    fn other_pawn(&self) -> Option<Pawn> {
        self.pawns().filter(|pawn| pawn.color != self.own).min_by_key(|pawn| pawn.steps())
    }

    /// The pawn of the lesson, whosever it is.
    fn pawn(&self) -> Option<Pawn> {
        self.own_pawn().or_else(|| self.other_pawn())
    }

    /// Squares that a side attacks; through the other king, which cannot hide behind itself.
    fn attacks_of(&self, color: Color) -> Bitboard {
        let other_king = if color == self.own { self.other_king } else { self.king };
        let occupied = self.board.occupied().without(other_king);
        let from_each = self.board.by_color(color).into_iter().map(|from| {
            let piece = self.board.piece_at(from).expect("a square of the side's pieces");
            attacks::attacks(from, piece, occupied)
        });
        from_each.fold(Bitboard::EMPTY, |all, attacked| all | attacked)
    }
}

/// A pawn, its ranks counted from its own side.
#[derive(Clone, Copy)]
struct Pawn {
    square: Square,
    color: Color,
}

impl Pawn {
    /// 2 to 7.
    fn rank(self) -> i32 {
        rank_from(self.color, self.square)
    }

    /// Its moves to promotion: the first one may go two steps.
    fn steps(self) -> i32 {
        (8 - self.rank()).min(5)
    }

    /// The square so many files to the right and ranks forward.
    fn offset(self, files: i32, ranks: i32) -> Option<Square> {
        let forward = if self.color == Color::White { ranks } else { -ranks };
        offset(self.square, files, forward)
    }

    fn promotion(self) -> Square {
        Square::from_coords(self.square.file(), self.color.fold_wb(Rank::Eighth, Rank::First))
    }

    /// Moves by which a king is too late to catch the running pawn, given who is to move; 0 inside of its square.
    fn lead_over(self, king: Square, is_kings_turn: bool) -> i32 {
        (steps(king, self.promotion()) - self.steps() - i32::from(is_kings_turn)).max(0)
    }

    /// The squares from which its king promotes it, whoever is to move.
    fn key_squares(self) -> impl Iterator<Item = Square> {
        let ranks = if self.rank() >= 5 { 1..=2 } else { 2..=2 };
        ranks.flat_map(move |rank| (-1..=1).filter_map(move |file| self.offset(file, rank)))
    }

    fn is_rooks_pawn(self) -> bool {
        matches!(i32::from(self.square.file()), 0 | 7)
    }
}

fn number(count: usize) -> i32 {
    i32::try_from(count).expect("at most 64 squares")
}

/// Steps of a king.
fn steps(from: Square, to: Square) -> i32 {
    i32::try_from(from.distance(to)).expect("at most 7 steps")
}

fn file(square: Square) -> i32 {
    i32::from(square.file())
}

/// 1 to 8, from the side of a color.
fn rank_from(color: Color, square: Square) -> i32 {
    let rank = i32::from(square.rank());
    color.fold_wb(rank + 1, 8 - rank)
}

fn files_apart(one: Square, other: Square) -> i32 {
    (file(one) - file(other)).abs()
}

/// Whether a file or rank lies between two others.
const fn is_between(line: i32, one: i32, other: i32) -> bool {
    (line - one) * (other - line) > 0
}

fn ranks_apart(one: Square, other: Square) -> i32 {
    (i32::from(one.rank()) - i32::from(other.rank())).abs()
}

fn offset(from: Square, files: i32, ranks: i32) -> Option<Square> {
    let (file, rank) = (file(from) + files, i32::from(from.rank()) + ranks);
    let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    on_board.then(|| Square::new(u32::try_from(8 * rank + file).expect("on the board")))
}

fn nearest(from: Square, squares: impl IntoIterator<Item = Square>) -> i32 {
    squares.into_iter().map(|square| steps(from, square)).min().unwrap_or(7)
}

fn steps_to_edge(square: Square) -> i32 {
    let (file, rank) = (file(square), i32::from(square.rank()));
    file.min(7 - file).min(rank).min(7 - rank)
}

const CORNERS: [Square; 4] = [Square::A1, Square::H1, Square::A8, Square::H8];

/// Steps of a king that stays off some squares; 12 where there is no way.
fn walk(from: Square, to: Bitboard, barred: Bitboard) -> i32 {
    let mut reached = Bitboard::from_square(from);
    for count in 0..12 {
        if (reached & to).any() {
            return count;
        }
        let next =
            reached.into_iter().fold(Bitboard::EMPTY, |all, square| all | attacks::king_attacks(square));
        reached |= next & !barred;
    }
    12
}

/// Moves of a knight to the nearest of some squares, 4 at most.
fn knight_moves(from: Square, to: Bitboard) -> i32 {
    let mut reached = Bitboard::from_square(from);
    for moves in 0..4 {
        if (reached & to).any() {
            return moves;
        }
        reached |=
            reached.into_iter().fold(Bitboard::EMPTY, |all, square| all | attacks::knight_attacks(square));
    }
    4
}

// Kings.

/// The squares to which the other king can walk, if nothing else moves.
pub(super) fn small_box(view: &View<'_>) -> i32 {
    let barred = view.attacks_of(view.own) | view.board.by_color(!view.own);
    let mut region = Bitboard::from_square(view.other_king);
    loop {
        let next = region.into_iter().fold(region, |all, square| all | attacks::king_attacks(square));
        let grown = region | (next & !barred);
        if grown == region {
            return 1 - number(region.count());
        }
        region = grown;
    }
}

pub(super) fn kings_close(view: &View<'_>) -> i32 {
    -steps(view.king, view.other_king)
        - i32::midpoint(files_apart(view.king, view.other_king), ranks_apart(view.king, view.other_king))
}

pub(super) fn other_king_near_edge(view: &View<'_>) -> i32 {
    -steps_to_edge(view.other_king)
}

pub(super) fn other_king_near_corner(view: &View<'_>) -> i32 {
    -nearest(view.other_king, CORNERS)
}

pub(super) fn king_away_from_edge(view: &View<'_>) -> i32 {
    steps_to_edge(view.king)
}

pub(super) fn king_away_from_corner(view: &View<'_>) -> i32 {
    nearest(view.king, CORNERS)
}

/// The kings face each other with one square between: 1 if the other side is to move, -1 if the trainee is.
pub(super) fn opposition(view: &View<'_>) -> i32 {
    let apart = (files_apart(view.king, view.other_king), ranks_apart(view.king, view.other_king));
    match (apart, view.is_own_turn()) {
        ((0, 2) | (2, 0), false) => 1,
        ((0, 2) | (2, 0), true) => -1,
        _ => 0,
    }
}

// Pieces near kings.

pub(super) fn knight_near_other_king(view: &View<'_>) -> i32 {
    view.own(Role::Knight).map_or(0, |knight| -steps(knight, view.other_king))
}

pub(super) fn knight_near_king(view: &View<'_>) -> i32 {
    view.own(Role::Knight).map_or(0, |knight| -steps(knight, view.king))
}

pub(super) fn knight_away_from_corner(view: &View<'_>) -> i32 {
    view.own(Role::Knight).map_or(0, |knight| nearest(knight, CORNERS).min(2))
}

pub(super) fn queen_near_other_king(view: &View<'_>) -> i32 {
    view.own(Role::Queen).map_or(0, |queen| -steps(queen, view.other_king))
}

/// Squares of the other bishop's moves that nothing of the trainee's attacks.
pub(super) fn bishop_short_of_squares(view: &View<'_>) -> i32 {
    let Some(bishop) = view.other(Role::Bishop) else { return 0 };
    let targets = attacks::bishop_attacks(bishop, view.board.occupied()) & !view.board.occupied();
    -number((targets & !view.attacks_of(view.own)).count())
}

/// Corners of the color of the trainee's bishop, where the other king can be mated.
pub(super) fn other_king_near_bishops_corner(view: &View<'_>) -> i32 {
    let Some(bishop) = view.own(Role::Bishop) else { return 0 };
    let corners = CORNERS.into_iter().filter(|corner| corner.is_light() == bishop.is_light());
    let apart = |corner| {
        steps(view.other_king, corner)
            + files_apart(view.other_king, corner)
            + ranks_apart(view.other_king, corner)
    };
    -corners.map(apart).min().unwrap_or(0)
}

/// Corners of the other color, where the trainee's king is safe.
pub(super) fn king_near_safe_corner(view: &View<'_>) -> i32 {
    let Some(bishop) = view.own(Role::Bishop) else { return 0 };
    -nearest(view.king, CORNERS.into_iter().filter(|corner| corner.is_light() != bishop.is_light()))
}

// Pawns.

/// 0 where the trainee's king catches the running pawn, else the moves by which it is too late.
pub(super) fn king_in_square(view: &View<'_>) -> i32 {
    view.other_pawn().map_or(0, |pawn| -pawn.lead_over(view.king, view.is_own_turn()))
}

pub(super) fn king_near_key_square(view: &View<'_>) -> i32 {
    view.own_pawn().map_or(0, |pawn| -nearest(view.king, pawn.key_squares()))
}

/// The pawn goes forward only where the king then stands on a key square.
pub(super) fn pawn_waits_for_king(view: &View<'_>) -> i32 {
    let Some(pawn) = view.own_pawn() else { return 0 };
    if pawn.key_squares().any(|square| square == view.king) { pawn.rank() } else { -pawn.rank() }
}

pub(super) fn pawn_forward(view: &View<'_>) -> i32 {
    view.own_pawn().map_or(0, Pawn::rank)
}

/// The other side's pawn has not come far.
pub(super) fn other_pawn_held_back(view: &View<'_>) -> i32 {
    view.other_pawn().map_or(0, |pawn| -pawn.rank())
}

/// The trainee's king stands before the other side's pawn, on its file.
pub(super) fn king_before_pawn(view: &View<'_>) -> i32 {
    let Some(pawn) = view.other_pawn() else { return 1 };
    let is_before = view.king.file() == pawn.square.file() && rank_from(pawn.color, view.king) > pawn.rank();
    i32::from(is_before)
}

/// Steps of the trainee's king to the square right before the other side's pawn.
pub(super) fn king_near_pawns_way(view: &View<'_>) -> i32 {
    let Some(pawn) = view.other_pawn() else { return 0 };
    pawn.offset(0, 1).map_or(0, |square| -steps(view.king, square))
}

/// The corner in which a rook's pawn would promote.
pub(super) fn king_near_promotion(view: &View<'_>) -> i32 {
    view.pawn().map_or(0, |pawn| -steps(view.king, pawn.promotion()))
}

/// The other king stands before its own rook's pawn: the trainee's keeps it in from the next file but one.
pub(super) fn locks_king_in(view: &View<'_>) -> i32 {
    let Some(pawn) = view.pawns().find(|pawn| pawn.color != view.own && pawn.is_rooks_pawn()) else {
        return 0;
    };
    let is_before =
        view.other_king.file() == pawn.square.file() && rank_from(pawn.color, view.other_king) > pawn.rank();
    let is_lock = files_apart(view.king, pawn.square) == 2 && rank_from(pawn.color, view.king) >= 7;
    i32::from(is_before && is_lock)
}

pub(super) fn king_near_pawn(view: &View<'_>) -> i32 {
    view.pawn().map_or(0, |pawn| -steps(view.king, pawn.square))
}

pub(super) fn king_near_other_pawn(view: &View<'_>) -> i32 {
    view.other_pawn().map_or(0, |pawn| -steps(view.king, pawn.square))
}

/// The other king does not guard its pawn.
pub(super) fn other_king_away_from_pawn(view: &View<'_>) -> i32 {
    view.other_pawn().map_or(1, |pawn| i32::from(steps(view.other_king, pawn.square) > 1))
}

/// The pawn ending after a trade, by key squares, opposition and the square of the pawn: 1 where the trainee's king
/// stops the pawn, -1 where it does not.
pub(super) fn pawn_ending_held(view: &View<'_>) -> i32 {
    let Some(pawn) = view.other_pawn() else { return 0 };
    if view.board.occupied().count() > 3 {
        return 0;
    }
    let to_move = i32::from(view.is_own_turn());
    let is_guarded = steps(view.other_king, pawn.square) == 1;
    if steps(view.king, pawn.square) == 1 && to_move == 1 && !is_guarded {
        return 1;
    }
    if pawn.lead_over(view.king, to_move == 1) > 0 {
        return -1;
    }
    if pawn.is_rooks_pawn() {
        return 1;
    }
    let to_key_square = |king| nearest(king, pawn.key_squares());
    let is_ahead = rank_from(pawn.color, view.other_king) == pawn.rank() + 1 && is_guarded;
    let is_lost = to_key_square(view.other_king) + to_move < to_key_square(view.king)
        || to_key_square(view.other_king) == 0
        || (is_ahead && opposition(view) < 0);
    if is_lost { -1 } else { 1 }
}

/// The other rook cuts the trainee's king off, by a file, from the pawn: -1 where it does.
pub(super) fn king_not_cut_off(view: &View<'_>) -> i32 {
    let (Some(pawn), Some(rook)) = (view.other_pawn(), view.other(Role::Rook)) else { return 0 };
    -i32::from(is_between(file(rook), file(pawn.square), file(view.king)))
}

/// The same once the pawn has passed its fourth rank, where checks from the front come too late.
pub(super) fn king_not_cut_off_from_advanced_pawn(view: &View<'_>) -> i32 {
    let is_advanced = view.other_pawn().is_some_and(|pawn| pawn.rank() > 4);
    if is_advanced { king_not_cut_off(view) } else { 0 }
}

/// The pawn ending after a trade, where the trainee has the pawn: 1 where it promotes, by key squares and the square of
/// the pawn, else -1.
pub(super) fn pawn_ending_won(view: &View<'_>) -> i32 {
    let Some(pawn) = view.own_pawn() else { return 0 };
    if view.board.occupied().count() > 3 {
        return 0;
    }
    let is_on_key_square = pawn.key_squares().any(|square| square == view.king);
    let runs = pawn.lead_over(view.other_king, !view.is_own_turn()) > 0;
    if runs || (is_on_key_square && !pawn.is_rooks_pawn()) { 1 } else { -1 }
}

/// Pawns that another piece or pawn guards.
pub(super) fn pawns_guarded(view: &View<'_>) -> i32 {
    let pawns = view.pieces(view.own, Role::Pawn);
    number((pawns & view.attacks_of(view.own)).count())
}

/// The moves that the trainee's pawn is ahead in a race.
pub(super) fn pawn_race(view: &View<'_>) -> i32 {
    let moves = |pawn: Option<Pawn>| pawn.map_or(8, Pawn::steps);
    moves(view.other_pawn()) - moves(view.own_pawn())
}

/// Steps of the other king, around what the trainee attacks, to where it stops the trainee's pawn: beside the
/// promotion square, of a rook's pawn two files away as well.
pub(super) fn other_king_barred_from_promotion(view: &View<'_>) -> i32 {
    let Some(pawn) = view.own_pawn() else { return 0 };
    let files = if pawn.is_rooks_pawn() { 2 } else { 1 };
    let stops =
        |square: &Square| files_apart(*square, pawn.square) <= files && rank_from(pawn.color, *square) >= 7;
    walk(view.other_king, Square::ALL.into_iter().filter(stops).collect(), view.attacks_of(view.own))
}

/// The corner next to which a rook's or bishop's pawn promotes.
pub(super) fn king_near_pawns_corner(view: &View<'_>) -> i32 {
    view.pawn().map_or(0, |pawn| {
        -nearest(view.king, CORNERS.into_iter().filter(|corner| steps(*corner, pawn.promotion()) <= 2))
    })
}

/// The king is near its own pawn, and near the square of the other one.
pub(super) fn king_near_both_pawns(view: &View<'_>) -> i32 {
    let late = view.other_pawn().map_or(0, |pawn| pawn.lead_over(view.king, view.is_own_turn()));
    -late - view.own_pawn().map_or(7, |pawn| steps(view.king, pawn.promotion()))
}

/// Both kings attack the blocked pawns: who is to move loses.
pub(super) fn mutual_zugzwang(view: &View<'_>) -> i32 {
    let (Some(own), Some(other)) = (view.own_pawn(), view.other_pawn()) else { return 0 };
    let beside =
        |king: Square, pawn: Pawn| files_apart(king, pawn.square) == 1 && king.rank() == pawn.square.rank();
    let is_mutual = beside(view.king, other)
        && beside(view.other_king, own)
        && files_apart(view.king, view.other_king) == 2;
    match (is_mutual, view.is_own_turn()) {
        (false, _) => 0,
        (true, true) => -1,
        (true, false) => 1,
    }
}

/// The other king blocks its own pawn.
pub(super) fn other_king_blocks_pawn(view: &View<'_>) -> i32 {
    let blocks = view.other_pawn().is_some_and(|pawn| pawn.offset(0, 1) == Some(view.other_king));
    i32::from(blocks)
}

// Rooks.

/// Until the pawn is on the sixth rank the rook waits there; then it goes far behind the pawn.
pub(super) fn rook_on_sixth_then_behind(view: &View<'_>) -> i32 {
    let Some(pawn) = view.other_pawn() else { return 1 };
    let Some(rook) = view.own(Role::Rook) else { return 0 };
    let rank = rank_from(pawn.color, rook);
    i32::from(if pawn.rank() < 6 { rank == 6 } else { rank <= 2 })
}

/// Until the pawn is on the seventh rank the rook waits on the last one; then it goes behind the pawn.
pub(super) fn rook_on_last_rank_then_behind(view: &View<'_>) -> i32 {
    let Some(pawn) = view.other_pawn() else { return 1 };
    let Some(rook) = view.own(Role::Rook) else { return 0 };
    let rank = rank_from(pawn.color, rook);
    i32::from(if pawn.rank() < 7 { rank == 8 } else { rank <= 6 })
}

/// The rook attacks the other side's pawn along its rank.
pub(super) fn rook_attacks_pawn_from_side(view: &View<'_>) -> i32 {
    let Some(pawn) = view.other_pawn() else { return 1 };
    let Some(rook) = view.own(Role::Rook) else { return 0 };
    let sees = attacks::rook_attacks(rook, view.board.occupied()).contains(pawn.square);
    i32::from(sees && rook.rank() == pawn.square.rank() && files_apart(rook, pawn.square) > 2)
}

/// The other side's rook stands before its own pawn, on the pawn's file.
pub(super) fn other_rook_before_pawn(view: &View<'_>) -> i32 {
    let Some(pawn) = view.other_pawn() else { return 1 };
    let Some(rook) = view.other(Role::Rook) else { return 1 };
    i32::from(rook.file() == pawn.square.file() && rank_from(pawn.color, rook) > pawn.rank())
}

/// Steps of the trainee's king to the squares on the seventh rank that are farthest from a rook's pawn.
pub(super) fn king_on_seventh_far_from_pawn(view: &View<'_>) -> i32 {
    let Some(pawn) = view.other_pawn() else { return 0 };
    let is_place =
        |square: &Square| rank_from(pawn.color, *square) == 7 && files_apart(*square, pawn.square) >= 6;
    -nearest(view.king, Square::ALL.into_iter().filter(is_place))
}

/// Files from the pawn to the edge on the side of a square; the file of the pawn itself is on no side.
fn is_on_short_side(pawn: Pawn, square: Square) -> Option<bool> {
    let (pawn, file) = (file(pawn.square), file(square));
    (pawn != file).then_some((file > pawn) == (pawn >= 4))
}

pub(super) fn king_on_short_side(view: &View<'_>) -> i32 {
    let Some(pawn) = view.other_pawn() else { return 0 };
    match is_on_short_side(pawn, view.king) {
        Some(true) => 1,
        Some(false) => -1,
        None => 0,
    }
}

/// The rook stands on the long side, at least three files from the pawn.
pub(super) fn rook_far_on_long_side(view: &View<'_>) -> i32 {
    let Some(pawn) = view.other_pawn() else { return 1 };
    let Some(rook) = view.own(Role::Rook) else { return 0 };
    let is_long = is_on_short_side(pawn, rook) == Some(false);
    i32::from(is_long && files_apart(rook, pawn.square) >= 3)
}

/// From far in front the rook checks the other king while that walks ahead of its pawn or beside it, and attacks the
/// pawn once the king has gone. A king right behind its pawn is left alone, and so is a pawn beyond the fourth rank.
pub(super) fn rook_answers_from_front(view: &View<'_>) -> i32 {
    let (Some(pawn), Some(rook)) = (view.other_pawn(), view.own(Role::Rook)) else { return 0 };
    if pawn.rank() > 4 {
        return 0;
    }
    let is_away = steps(view.other_king, pawn.square) > 1;
    let is_behind = rank_from(pawn.color, view.other_king) < pawn.rank();
    let target = match (is_away, is_behind) {
        (false, true) => return 1,
        (false, false) => view.other_king,
        (true, _) => pawn.square,
    };
    let is_far = rank_from(pawn.color, rook) >= rank_from(pawn.color, target) + 3;
    i32::from(is_far && rook.file() == target.file())
}

/// The rook checks the other king, which stands beside its pawn or before it.
pub(super) fn rook_checks_king_beside_pawn(view: &View<'_>) -> i32 {
    let is_beside = view.other_pawn().is_some_and(|pawn| steps(view.other_king, pawn.square) == 1);
    i32::from(is_beside && view.position.is_check())
}

/// Files between the other king and the pawn, 3 at most.
pub(super) fn other_king_files_away(view: &View<'_>) -> i32 {
    view.own_pawn().map_or(0, |pawn| files_apart(view.other_king, pawn.square).min(3))
}

pub(super) fn rook_on_fourth_rank(view: &View<'_>) -> i32 {
    let (Some(pawn), Some(rook)) = (view.own_pawn(), view.own(Role::Rook)) else { return 0 };
    i32::from(rank_from(pawn.color, rook) == 4)
}

/// Lucena's bridge, once the pawn is on the seventh rank: the rook on the fourth rank, and the king off the promotion
/// square and near the other rook, whose checks it then ends.
pub(super) fn bridge_built(view: &View<'_>) -> i32 {
    if view.own_pawn().is_none_or(|pawn| pawn.rank() < 7) {
        return 0;
    }
    5 * rook_on_fourth_rank(view) + 6 * king_off_promotion(view) + king_near_other_rook(view)
}

/// The trainee's king has left the promotion square of its pawn.
pub(super) fn king_off_promotion(view: &View<'_>) -> i32 {
    view.own_pawn().map_or(1, |pawn| i32::from(view.king != pawn.promotion()))
}

/// The rook stands on the last rank beside the promotion square.
pub(super) fn rook_beside_promotion(view: &View<'_>) -> i32 {
    let (Some(pawn), Some(rook)) = (view.own_pawn(), view.own(Role::Rook)) else { return 0 };
    i32::from(steps(rook, pawn.promotion()) == 1 && rook.rank() == pawn.promotion().rank())
}

pub(super) fn king_near_other_rook(view: &View<'_>) -> i32 {
    view.other(Role::Rook).map_or(0, |rook| -steps(view.king, rook))
}

/// The trainee's king attacks the other rook.
pub(super) fn king_attacks_rook(view: &View<'_>) -> i32 {
    i32::from(view.other(Role::Rook).is_some_and(|rook| steps(view.king, rook) == 1))
}

/// The rook's file runs between the other king and the trainee's pawn.
pub(super) fn rook_cuts_king_off_by_file(view: &View<'_>) -> i32 {
    let (Some(pawn), Some(rook)) = (view.own_pawn(), view.own(Role::Rook)) else { return 0 };
    i32::from(is_between(file(rook), file(pawn.square), file(view.other_king)))
}

/// The rook keeps the other king, which is behind its pawn, from the ranks of the pawn.
pub(super) fn rook_cuts_king_off_along_rank(view: &View<'_>) -> i32 {
    let Some(pawn) = view.other_pawn() else { return 1 };
    let Some(rook) = view.own(Role::Rook) else { return 0 };
    let [king, rook] = [view.other_king, rook].map(|square| rank_from(pawn.color, square));
    i32::from(king < rook && rook <= pawn.rank())
}

/// Steps of the trainee's king to the squares beside its pawn and before it.
pub(super) fn king_beside_pawn(view: &View<'_>) -> i32 {
    let Some(pawn) = view.own_pawn() else { return 0 };
    let beside = [(-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
    -nearest(view.king, beside.into_iter().filter_map(|(files, ranks)| pawn.offset(files, ranks)))
}

/// Steps of the trainee's king to the squares in front of the other side's pawn.
pub(super) fn king_before_other_pawn(view: &View<'_>) -> i32 {
    let Some(pawn) = view.other_pawn() else { return 0 };
    let before = [(-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0)];
    -nearest(view.king, before.into_iter().filter_map(|(files, ranks)| pawn.offset(files, ranks)))
}

pub(super) fn rook_behind_pawn(view: &View<'_>) -> i32 {
    let Some(pawn) = view.pawn() else { return 1 };
    let Some(rook) = view.own(Role::Rook) else { return 0 };
    i32::from(rook.file() == pawn.square.file() && rank_from(pawn.color, rook) < pawn.rank())
}

/// The trainee's king is on a file next to its pawn's.
pub(super) fn king_on_next_file(view: &View<'_>) -> i32 {
    view.own_pawn().map_or(0, |pawn| i32::from(files_apart(view.king, pawn.square) == 1))
}

pub(super) fn rook_near_other_king(view: &View<'_>) -> i32 {
    view.own(Role::Rook).map_or(0, |rook| -steps(rook, view.other_king))
}

pub(super) fn other_rook_away_from_king(view: &View<'_>) -> i32 {
    view.other(Role::Rook).map_or(0, |rook| steps(rook, view.other_king))
}

/// The rook pins the other side's bishop to its king.
pub(super) fn rook_pins_bishop(view: &View<'_>) -> i32 {
    let (Some(bishop), Some(rook)) = (view.other(Role::Bishop), view.own(Role::Rook)) else { return 0 };
    let between = attacks::between(rook, view.other_king) & view.board.occupied();
    let on_line = rook.file() == view.other_king.file() || rook.rank() == view.other_king.rank();
    i32::from(on_line && between == Bitboard::from_square(bishop))
}

// Minor pieces.

/// Squares before the other side's pawn, up to three, that the trainee's pieces guard or stand on.
pub(super) fn pawns_way_guarded(view: &View<'_>) -> i32 {
    let Some(pawn) = view.other_pawn() else { return 3 };
    let held = view.attacks_of(view.own) | view.board.by_color(view.own);
    let way: Bitboard = (1..=3).filter_map(|ranks| pawn.offset(0, ranks)).collect();
    number((way & held).count())
}

/// The king blocks the other side's pawn on a square that the bishop of that side never attacks.
pub(super) fn king_blocks_on_safe_color(view: &View<'_>) -> i32 {
    let Some(bishop) = view.other(Role::Bishop) else { return 0 };
    i32::from(king_before_pawn(view) == 1 && view.king.is_light() != bishop.is_light())
}

/// Steps of the other king, around what the trainee attacks, to the way of the trainee's pawn, 4 at most.
pub(super) fn other_king_off_pawns_way(view: &View<'_>) -> i32 {
    let Some(pawn) = view.own_pawn() else { return 0 };
    let way: Bitboard = (1..=6).filter_map(|ranks| pawn.offset(0, ranks)).collect();
    walk(view.other_king, way, view.attacks_of(view.own)).min(4)
}

/// Squares of the pawn's way that the other bishop does not see.
pub(super) fn pawns_way_free_of_bishop(view: &View<'_>) -> i32 {
    let (Some(pawn), Some(bishop)) = (view.own_pawn(), view.other(Role::Bishop)) else { return 6 };
    let way: Bitboard = (1..=6).filter_map(|ranks| pawn.offset(0, ranks)).collect();
    6 - number((way & attacks::bishop_attacks(bishop, view.board.occupied())).count())
}

/// Moves of the knight until it attacks the square before the other side's pawn, 4 at most.
pub(super) fn knight_near_pawns_way(view: &View<'_>) -> i32 {
    let (Some(pawn), Some(knight)) = (view.other_pawn(), view.own(Role::Knight)) else { return 0 };
    let Some(front) = pawn.offset(0, 1) else { return -4 };
    -knight_moves(knight, attacks::knight_attacks(front) | Bitboard::from_square(front))
}

/// Squares next to the trainee's king on the edge to which its bishop can step.
pub(super) fn bishop_can_step_between(view: &View<'_>) -> i32 {
    let Some(bishop) = view.own(Role::Bishop) else { return 0 };
    let near = attacks::king_attacks(view.king);
    let on_edge: Bitboard = near.into_iter().filter(|square| steps_to_edge(*square) == 0).collect();
    let reach = attacks::bishop_attacks(bishop, view.board.occupied());
    i32::from((reach & on_edge).any())
}

/// Squares to which the other side's knight can go unharmed.
pub(super) fn knight_short_of_squares(view: &View<'_>) -> i32 {
    let Some(knight) = view.other(Role::Knight) else { return 0 };
    let free = attacks::knight_attacks(knight) & !view.attacks_of(view.own) & !view.board.by_color(!view.own);
    -number(free.count())
}

pub(super) fn king_near_other_knight(view: &View<'_>) -> i32 {
    view.other(Role::Knight).map_or(0, |knight| -steps(view.king, knight))
}

pub(super) fn knight_away_from_its_king(view: &View<'_>) -> i32 {
    view.other(Role::Knight).map_or(0, |knight| steps(knight, view.other_king))
}

/// The rook stands between the other king and its knight.
pub(super) fn rook_between_king_and_knight(view: &View<'_>) -> i32 {
    let (Some(knight), Some(rook)) = (view.other(Role::Knight), view.own(Role::Rook)) else { return 0 };
    let rank = |square: Square| i32::from(square.rank());
    i32::from(
        is_between(file(rook), file(knight), file(view.other_king))
            || is_between(rank(rook), rank(knight), rank(view.other_king)),
    )
}

/// Moves of the knight until it guards the trainee's pawn, 4 at most.
pub(super) fn knight_near_guarding_pawn(view: &View<'_>) -> i32 {
    let (Some(pawn), Some(knight)) = (view.own_pawn(), view.own(Role::Knight)) else { return 0 };
    -knight_moves(knight, attacks::knight_attacks(pawn.square))
}

/// The rook's pawn stays behind the seventh rank until the king is beside it.
pub(super) fn pawn_kept_back(view: &View<'_>) -> i32 {
    let Some(pawn) = view.own_pawn() else { return 1 };
    i32::from(pawn.rank() < 7 || steps(view.king, pawn.promotion()) <= 2)
}
