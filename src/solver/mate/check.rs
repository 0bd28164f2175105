//! Checks, and mate in one: nothing but a check can mate, and most time is spent right here.

use shakmaty::{Board, CastlingSide, Position as _, attacks};

use crate::chess::{Bitboard, Color, Move, Position, Rank, Role, Square};

/// From where the side to move can give check.
pub(super) struct Checks {
    king: Square,
    knight: Bitboard,
    bishop: Bitboard,
    rook: Bitboard,
    pawn: Bitboard,
    /// Men that stand between an own line piece and the king.
    discoverers: Bitboard,
}

impl Checks {
    /// The squares as they are now. None where the other side has no king.
    pub(super) fn of(position: &Position) -> Option<Self> {
        let (board, turn) = (position.board(), position.turn());
        let king = board.king_of(!turn)?;
        let occupied = board.occupied();
        Some(Self {
            king,
            knight: attacks::knight_attacks(king),
            bishop: attacks::bishop_attacks(king, occupied),
            rook: attacks::rook_attacks(king, occupied),
            pawn: attacks::pawn_attacks(!turn, king),
            discoverers: screens(board, king, turn) & board.by_color(turn),
        })
    }

    /// Whether a legal move gives check.
    pub(super) fn has(&self, position: &Position, mv: Move) -> bool {
        match mv {
            Move::Normal { role, from, to, promotion: None, .. } => {
                self.squares_for(role).contains(to) || self.uncovers(from, to)
            }
            _ => position.after(mv).is_check(),
        }
    }

    const fn squares_for(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => self.pawn,
            Role::Knight => self.knight,
            Role::Bishop => self.bishop,
            Role::Rook => self.rook,
            Role::Queen => self.bishop.with_const(self.rook),
            Role::King => Bitboard::EMPTY,
        }
    }

    fn uncovers(&self, from: Square, to: Square) -> bool {
        self.discoverers.contains(from) && !attacks::aligned(self.king, from, to)
    }

    /// Of the squares that a man can go to, those from where it checks, by itself or by uncovering.
    fn among(&self, role: Role, from: Square, reach: Bitboard) -> Bitboard {
        let mut checks = reach & self.squares_for(role);
        if self.discoverers.contains(from) {
            checks |= reach & !attacks::ray(self.king, from);
        }
        checks
    }
}

/// Single men of either color between a king's square and a line piece of `color` that looks its way.
fn screens(board: &Board, king: Square, color: Color) -> Bitboard {
    let straight = attacks::rook_attacks(king, Bitboard::EMPTY) & board.rooks_and_queens();
    let oblique = attacks::bishop_attacks(king, Bitboard::EMPTY) & board.bishops_and_queens();
    let mut found = Bitboard::EMPTY;
    for slider in (straight | oblique) & board.by_color(color) {
        let between = attacks::between(king, slider) & board.occupied();
        if between.count() == 1 {
            found |= between;
        }
    }
    found
}

/// A move that mates at once, if there is one. `made` counts the positions that were made.
pub(super) fn mate_in_one(position: &Position, made: &mut u64) -> Option<Move> {
    let checks = Checks::of(position)?;
    let mut mates = |mv: Move| {
        *made += 1;
        let next = position.after(mv);
        next.is_check() && is_mate(&next)
    };
    if position.is_check() || position.chess().maybe_ep_square().is_some() {
        let moves = position.legal_moves();
        return moves.into_iter().find(|&mv| checks.has(position, mv) && mates(mv));
    }
    quiet_checks(position, &checks, &mut mates)
}

/// The first of the checking moves that `mates` accepts, when the side to move is not in check itself and
/// cannot capture en passant.
fn quiet_checks(position: &Position, checks: &Checks, mates: &mut impl FnMut(Move) -> bool) -> Option<Move> {
    let (board, turn) = (position.board(), position.turn());
    let (own, occupied) = (board.by_color(turn), board.occupied());
    let king = board.king_of(turn)?;
    let pinned = screens(board, king, !turn) & own;
    for from in own & !board.pawns() {
        let role = board.role_at(from)?;
        let mut reach = attacks::attacks(from, role.of(turn), occupied) & !own;
        if pinned.contains(from) {
            reach &= attacks::ray(king, from);
        }
        for to in checks.among(role, from, reach) {
            if role == Role::King && is_attacked(board, to, !turn, occupied.without(from)) {
                continue;
            }
            let mv = Move::Normal { role, from, capture: board.role_at(to), to, promotion: None };
            if mates(mv) {
                return Some(mv);
            }
        }
    }
    for from in own & board.pawns() {
        let mut reach = pawn_reach(board, from, turn);
        if pinned.contains(from) {
            reach &= attacks::ray(king, from);
        }
        let promotes = from.rank() == turn.fold_wb(Rank::Seventh, Rank::Second);
        let to_check = if promotes { reach } else { checks.among(Role::Pawn, from, reach) };
        let promotions: &[Option<Role>] = if promotes { &PROMOTIONS } else { &[None] };
        for to in to_check {
            for &promotion in promotions {
                let mv = Move::Normal { role: Role::Pawn, from, capture: board.role_at(to), to, promotion };
                if mates(mv) {
                    return Some(mv);
                }
            }
        }
    }
    if position.chess().castles().has_color(turn) {
        let sides = CastlingSide::ALL.into_iter();
        return sides.flat_map(|side| position.chess().castling_moves(side)).find(|&mv| mates(mv));
    }
    None
}

const PROMOTIONS: [Option<Role>; 4] =
    [Some(Role::Queen), Some(Role::Knight), Some(Role::Rook), Some(Role::Bishop)];

/// Squares that a pawn can go to, en passant left out and pins not regarded.
fn pawn_reach(board: &Board, from: Square, color: Color) -> Bitboard {
    let (ahead, home) = color.fold_wb((8, Rank::Second), (-8, Rank::Seventh));
    let mut reach = attacks::pawn_attacks(color, from) & board.by_color(!color);
    let free = |square: &Square| !board.occupied().contains(*square);
    if let Some(one) = from.offset(ahead).filter(free) {
        reach.add(one);
        reach.extend(one.offset(ahead).filter(|two| from.rank() == home && free(two)));
    }
    reach
}

fn is_attacked(board: &Board, square: Square, by: Color, occupied: Bitboard) -> bool {
    board.attacks_to(square, by, occupied).any()
}

/// Whether the side to move, which is in check, has no legal move.
fn is_mate(position: &Position) -> bool {
    let (board, turn) = (position.board(), position.turn());
    let Some(king) = board.king_of(turn) else { return false };
    let without_king = board.occupied().without(king);
    for to in attacks::king_attacks(king) & !board.by_color(turn) {
        if !is_attacked(board, to, !turn, without_king) {
            return false;
        }
    }
    position.checkers().more_than_one() || position.legal_moves().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Ending, fen, notation};

    /// Walks random games and holds both short cuts against the plain rules.
    #[test]
    fn short_cuts_agree_with_the_rules() {
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
            "5k2/8/8/8/8/8/8/Q3K2R w K - 0 1",
        ];
        let mut random = fastrand::Rng::with_seed(11);
        let (mut found, mut looked) = (0, 0);
        for start in starts {
            for _ in 0..300 {
                let mut position = fen::parse(start).unwrap();
                for _ in 0..120 {
                    let moves = position.legal_moves();
                    if moves.is_empty() {
                        break;
                    }
                    let checks = Checks::of(&position).unwrap();
                    let mut mates = false;
                    for &mv in &moves {
                        let next = position.after(mv);
                        let text = || format!("{} {}", fen::format(&position), notation::uci(&position, mv));
                        assert_eq!(checks.has(&position, mv), next.is_check(), "{}", text());
                        let mate = matches!(Ending::on_board(&next), Some(Ending::Checkmate { .. }));
                        assert_eq!(next.is_check() && is_mate(&next), mate, "{}", text());
                        mates |= mate;
                    }
                    let mut made = 0;
                    let quick = mate_in_one(&position, &mut made);
                    assert_eq!(quick.is_some(), mates, "{}", fen::format(&position));
                    assert!(quick.is_none_or(|mv| position.is_legal(mv)), "{}", fen::format(&position));
                    looked += 1;
                    found += u32::from(mates);
                    position.play(moves[random.usize(..moves.len())]);
                }
            }
        }
        assert!(found > 300, "only {found} mates in {looked} positions");
    }

    #[test]
    fn every_kind_of_move_mates() {
        for (fen, mate) in [
            ("3k4/8/3K4/8/8/8/8/7R w - - 0 1", Some("Rh8#")),
            ("1k6/1P6/1K6/8/8/8/8/8 w - - 0 1", None),
            ("k7/2P5/1K6/8/8/8/8/8 w - - 0 1", Some("c8=Q#")),
            ("8/8/8/4Q3/8/5k1P/8/4K2R w K - 0 1", Some("O-O#")),
            ("8/8/8/8/8/4p1k1/8/4r1BK w - - 0 1", None),
        ] {
            let position = fen::parse(fen).unwrap();
            let found = mate_in_one(&position, &mut 0).map(|mv| notation::san(&position, mv));
            assert_eq!(found.as_deref(), mate, "{fen}");
        }
    }
}
