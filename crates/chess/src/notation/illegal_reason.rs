//! The reason why a typed move is illegal, as a clause: `the knight is pinned by the bishop on b4`.

use shakmaty::{Bitboard, Board, CastlingSide, Color, Position as _, Rank, Role, Square, attacks};

use super::super::names::{color_name, role_name};
use super::{Position, normalize_input};

/// The reason why a text that looks like a move is illegal. None if it does not look like a move, or is
/// legal.
#[must_use]
pub fn why_illegal(position: &Position, text: &str) -> Option<String> {
    let wanted = normalize_input(text);
    if wanted.len() > 1 && wanted.chars().all(|c| c == 'O') {
        let side = if wanted.len() == 2 { CastlingSide::KingSide } else { CastlingSide::QueenSide };
        return castling_reason(position, side);
    }
    let written = WrittenMove::parse(&wanted)?;
    let tried = written.candidate_squares(position);
    let turn = position.turn();
    let to = written.to;
    if let Some(side) = written.castling_side(position) {
        return castling_reason(position, side);
    }
    if let Some(from) = written.from() {
        match position.board().piece_at(from) {
            None => return Some(format!("there is no piece on {from}")),
            Some(piece) if piece.color != turn => {
                let owner = color_name(piece.color);
                return Some(format!(
                    "the {} on {from} is {owner}'s, and {} is to move",
                    role_name(piece.role),
                    color_name(turn)
                ));
            }
            Some(_) => {}
        }
    }
    let name = written.role.map_or("piece", role_name);
    if tried.is_empty() {
        return Some(format!("{} has no such {name}", color_name(turn)));
    }
    if let Some(own) = position.board().piece_at(to).filter(|piece| piece.color == turn) {
        return Some(format!("{}'s own {} is on {to}", color_name(turn), role_name(own.role)));
    }
    let reaching: Vec<Square> = tried.iter().copied().filter(|&from| can_reach(position, from, to)).collect();
    match reaching.as_slice() {
        [] => Some(unreachable_reason(position, &written, &tried)),
        [from, ..] => {
            king_safety_reason(position, *from, to).or_else(|| promotion_reason(position, *from, &written))
        }
    }
}

/// A move as written: piece, origin (possibly partial), target.
struct WrittenMove {
    role: Option<Role>,
    file: Option<char>,
    rank: Option<char>,
    to: Square,
    has_promotion: bool,
}

impl WrittenMove {
    /// Reads `nf3`, `nbd7`, `e2e4`, `exd5` without its `x`, `e8q`.
    fn parse(text: &str) -> Option<Self> {
        let is_large = text.starts_with('B');
        let mut text = text.to_ascii_lowercase();
        let mut promotes = false;
        if text.len() > 2 && text.ends_with(['q', 'r', 'b', 'n', 'k']) {
            promotes = true;
            text.pop();
        }
        let begin = text.len().checked_sub(2)?;
        let to = text.get(begin..)?.parse().ok()?;
        let before = text.get(..begin)?;
        let squares = before.parse::<Square>().is_ok();
        let role = before.chars().next().filter(|_| !squares).and_then(Role::from_char);
        // An uppercase B is a bishop; a lowercase b is a pawn where a pawn of the b-file could capture there.
        let beside = matches!(text.as_bytes(), [b'b', b'a' | b'c', _]);
        let role = role.filter(|&role| role != Role::Bishop || is_large || !beside);
        let origin = if role.is_some() { before.get(1..)? } else { before };
        let file = origin.chars().find(|c| ('a'..='h').contains(c));
        let rank = origin.chars().find(|c| ('1'..='8').contains(c));
        let known = origin.chars().all(|c| ('a'..='h').contains(&c) || ('1'..='8').contains(&c));
        let role = role.or((!squares).then_some(Role::Pawn));
        (known && origin.len() <= 2).then_some(Self { role, file, rank, to, has_promotion: promotes })
    }

    /// The origin square, if it is complete.
    fn from(&self) -> Option<Square> {
        format!("{}{}", self.file?, self.rank?).parse().ok()
    }

    /// The side to which it castles, where the king is put on its own rook and still has the right.
    fn castling_side(&self, position: &Position) -> Option<CastlingSide> {
        let turn = position.turn();
        let is_king = self.from().is_some() && self.from() == position.board().king_of(turn);
        let castles = position.chess().castles();
        CastlingSide::ALL.into_iter().find(|&side| is_king && castles.rook(turn, side) == Some(self.to))
    }

    /// The pieces that the text may refer to.
    fn candidate_squares(&self, position: &Position) -> Vec<Square> {
        let board = position.board();
        let own = board.by_color(position.turn());
        let fits = |square: &Square| {
            self.role.is_none_or(|role| board.role_at(*square) == Some(role))
                && self.file.is_none_or(|file| square.file().char() == file)
                && self.rank.is_none_or(|rank| square.rank().char() == rank)
        };
        let captures = self.role == Some(Role::Pawn) && self.file.is_some();
        let on_its_file =
            |square: &Square| self.role != Some(Role::Pawn) || captures || square.file() == self.to.file();
        own.into_iter().filter(fits).filter(on_its_file).collect()
    }
}

/// Whether a move to that square is pseudo-legal for the piece.
fn can_reach(position: &Position, from: Square, to: Square) -> bool {
    let board = position.board();
    let Some(piece) = board.piece_at(from) else { return false };
    let occupied = board.occupied();
    if piece.role != Role::Pawn {
        return attacks::attacks(from, piece, occupied).contains(to);
    }
    if from.file() != to.file() {
        let passant = position.legal_moves().iter().any(|mv| mv.is_en_passant() && mv.to() == to);
        return attacks::pawn_attacks(piece.color, from).contains(to) && (occupied.contains(to) || passant);
    }
    let goes = |steps: i32| from.rank().offset(piece.color.fold_wb(steps, -steps)) == Some(to.rank());
    let free = !occupied.contains(to) && (attacks::between(from, to) & occupied).is_empty();
    let second = from.rank() == piece.color.relative_rank(Rank::Second);
    free && (goes(1) || goes(2) && second)
}

/// Why none of the pieces can move there.
fn unreachable_reason(position: &Position, written: &WrittenMove, tried: &[Square]) -> String {
    let board = position.board();
    let to = written.to;
    let role = tried.first().and_then(|&from| board.role_at(from));
    let Some(role) = role else { return format!("nothing can reach {to}") };
    let name = role_name(role);
    let slides = |from: &Square| {
        let empty = board
            .piece_at(*from)
            .is_some_and(|piece| attacks::attacks(*from, piece, Bitboard::EMPTY).contains(to));
        let block = (attacks::between(*from, to) & board.occupied()).into_iter().next();
        block.filter(|_| empty).map(|block| (*from, block))
    };
    if role == Role::Pawn {
        let takes = tried.iter().any(|from| from.file() != to.file());
        let beside = tried.iter().any(|&from| attacks::pawn_attacks(position.turn(), from).contains(to));
        return match () {
            () if takes && beside => format!("there is nothing to take on {to}"),
            () if takes => format!("no pawn can take on {to}"),
            () if board.piece_at(to).is_some() => format!("{to} is not empty, and a pawn takes slantwise"),
            () => format!("no pawn can go to {to}"),
        };
    }
    match (tried, tried.iter().find_map(slides)) {
        (_, Some((from, block))) => format!("the {name}'s way from {from} is blocked on {block}"),
        ([from], None) if role != Role::King => format!("the {name} on {from} can't reach {to}"),
        ([_], None) => format!("the king can't reach {to}"),
        _ => format!("no {name} can reach {to}"),
    }
}

/// The attacker of the king after a move, and whether the king is in check already.
fn king_safety_reason(position: &Position, from: Square, to: Square) -> Option<String> {
    let turn = position.turn();
    let board = position.board();
    let piece = board.piece_at(from)?;
    let mut after: Board = board.clone();
    after.discard_piece_at(from);
    if piece.role == Role::Pawn && from.file() != to.file() && board.piece_at(to).is_none() {
        after.discard_piece_at(Square::from_coords(to.file(), from.rank()));
    }
    after.set_piece_at(to, piece);
    let attacker =
        after.attacks_to(after.king_of(turn)?, turn.other(), after.occupied()).into_iter().next()?;
    let name = role_name(piece.role);
    Some(match piece.role {
        Role::King => format!("the king would be in check from {attacker}"),
        _ if position.checkers().contains(attacker) => {
            format!("the king is in check from {attacker}, and this does not answer it")
        }
        _ => format!("the {name} is pinned by the {} on {attacker}", role_name(after.role_at(attacker)?)),
    })
}

/// An impossible promotion.
fn promotion_reason(position: &Position, from: Square, written: &WrittenMove) -> Option<String> {
    let pawn = position.board().role_at(from) == Some(Role::Pawn);
    let last = written.to.rank() == position.turn().relative_rank(Rank::Eighth);
    match (pawn, last) {
        (true, true) => Some("a pawn becomes a queen, a rook, a bishop or a knight".to_owned()),
        _ if written.has_promotion => Some("only a pawn on its last rank is promoted".to_owned()),
        _ => None,
    }
}

fn castling_reason(position: &Position, side: CastlingSide) -> Option<String> {
    let turn = position.turn();
    let castles = position.chess().castles();
    if !castles.has(turn, side) {
        let long = if side.is_queen_side() { "long" } else { "short" };
        return Some(format!("{} has no right to castle {long}", color_name(turn)));
    }
    if position.is_check() {
        return Some("the king can't castle out of check".to_owned());
    }
    let board = position.board();
    if let Some(square) = (castles.path(turn, side) & board.occupied()).into_iter().next() {
        return Some(format!("{square} is not empty"));
    }
    let king = board.king_of(turn)?;
    let target = side.king_to(turn);
    let way = attacks::between(king, target) | Bitboard::from_square(target);
    let attacked = |square: &Square| is_attacked_by(board, *square, turn.other());
    let square = way.into_iter().find(attacked)?;
    let does = if square == target { "go to" } else { "pass" };
    Some(format!("the king would {does} {square}, which is attacked"))
}

fn is_attacked_by(board: &Board, square: Square, color: Color) -> bool {
    !board.attacks_to(square, color, board.occupied()).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;

    #[track_caller]
    fn check(fen: &str, cases: &[(&str, &str)]) {
        let position = fen::parse(fen).unwrap();
        for (text, wanted) in cases {
            assert_eq!(why_illegal(&position, text).as_deref(), Some(*wanted), "{text} in {fen}");
        }
    }

    #[test]
    fn the_reason_names_the_rule() {
        check(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            &[
                ("e5", "no pawn can go to e5"),
                ("exd3", "there is nothing to take on d3"),
                ("nf4", "no knight can reach f4"),
                ("Ra3", "the rook's way from a1 is blocked on a2"),
                ("Ke2", "White's own pawn is on e2"),
                ("Ke4", "the king can't reach e4"),
                ("e7e5", "the pawn on e7 is Black's, and White is to move"),
                ("e4e5", "there is no piece on e4"),
                ("g1g3", "the knight on g1 can't reach g3"),
                ("o-o", "f1 is not empty"),
                ("e1h1", "f1 is not empty"),
                ("Ke1a1", "b1 is not empty"),
            ],
        );
        check(
            "4k3/8/8/1b6/8/8/3N4/r2QK2R w K - 0 1",
            &[
                ("o-o", "the king would pass f1, which is attacked"),
                ("0-0-0", "White has no right to castle long"),
            ],
        );
        check(
            "4k3/8/8/8/1b6/8/3N4/r2QK2R w K - 0 1",
            &[
                ("nf3", "the knight is pinned by the bishop on b4"),
                ("qb3", "the queen is pinned by the rook on a1"),
            ],
        );
        check(
            "4k3/8/8/1q6/8/8/8/4K2R w K - 0 1",
            &[("Ke2", "the king would be in check from b5"), ("kf1", "the king would be in check from b5")],
        );
        check(
            "4k3/8/8/8/1q6/8/8/4K2R w K - 0 1",
            &[
                ("o-o", "the king can't castle out of check"),
                ("rh2", "the king is in check from b4, and this does not answer it"),
            ],
        );
        check(
            "4k3/4P3/8/8/8/8/P7/4K3 w - - 0 1",
            &[
                ("e8", "e8 is not empty, and a pawn takes slantwise"),
                ("a3=q", "only a pawn on its last rank is promoted"),
                ("Qa1", "White has no such queen"),
            ],
        );
    }
}
