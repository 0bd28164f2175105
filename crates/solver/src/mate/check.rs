//! Mate in one: only checks can mate, so only checks are generated. Most of the search time is spent here.

use shakmaty::attacks;

use chess::board::{Board, BoardMove, BoardMoveKind, CheckSquares, PROMOTIONS, normal_move, promotion_rank};
use chess::{Bitboard, Role, Square};

/// A move that mates in one, if there is one; counts the positions made in `nodes`.
///
/// The candidates are pseudo-legal; legality is tested last, because few get that far.
pub(super) fn mate_in_one(board: &Board, nodes: &mut u64) -> Option<BoardMove> {
    let checks = CheckSquares::of(board)?;
    let turn = board.turn();
    let mut net = None;
    let mut mates = |mv: BoardMove| {
        net.get_or_insert_with(|| MatingNet::of(board, checks.king)).may_mate(board, mv) && {
            *nodes += 1;
            let mated = board.after(mv);
            mated.is_checkmate() && !mated.is_king_attacked(turn)
        }
    };
    let (own, theirs, occupied) = (board.by_color(turn), board.by_color(!turn), board.occupied());
    let captured = |to| if theirs.contains(to) { board.role_at(to) } else { None };
    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::King] {
        let pieces = own & board.by_role(role);
        // Without a direct check, only discovered checks remain.
        let pieces = if checks.squares_for(role).is_empty() { pieces & checks.discoverers } else { pieces };
        for from in pieces {
            let reach = attacks::attacks(from, role.of(turn), occupied) & !own;
            for to in checks.checking_targets(role, from, reach) {
                let mv = normal_move(role, from, to, captured(to));
                if mates(mv) {
                    return Some(mv);
                }
            }
        }
    }
    for from in own & board.by_role(Role::Pawn) {
        let reach = board.pawn_targets(from);
        let promotes = from.rank() == promotion_rank(turn);
        let to_check = if promotes { reach } else { checks.checking_targets(Role::Pawn, from, reach) };
        let promotions: &[Option<Role>] = if promotes { &PROMOTIONS } else { &[None] };
        for to in to_check {
            for &promotion in promotions {
                let mv = BoardMove { promotion, ..normal_move(Role::Pawn, from, to, captured(to)) };
                if mates(mv) {
                    return Some(mv);
                }
            }
        }
    }
    if board.en_passant().is_none() && (board.castling() & own).is_empty() {
        return None;
    }
    let mut moves = Vec::new();
    board.en_passant_and_castling_moves(&mut moves);
    moves.into_iter().find(|&mv| mates(mv))
}

/// The squares around the enemy king that are controlled: enough to see that most checks leave an escape
/// square.
pub(super) struct MatingNet {
    king: Square,
    /// Flight squares: squares next to the king that are free and not attacked.
    pub(super) flights: Bitboard,
    /// Attacks of the sliders.
    pub(super) slider_attacks: Bitboard,
    /// All attacks of the side to move; sliders see through the king.
    attacked: Bitboard,
    /// The board without the king.
    occupied: Bitboard,
}

impl MatingNet {
    pub(super) fn of(board: &Board, king: Square) -> Self {
        let turn = board.turn();
        let own = board.by_color(turn);
        let occupied = board.occupied().without(king);
        let mut attacked = Bitboard::EMPTY;
        for from in own & board.by_role(Role::Pawn) {
            attacked |= attacks::pawn_attacks(turn, from);
        }
        for from in own & board.by_role(Role::Knight) {
            attacked |= attacks::knight_attacks(from);
        }
        for from in own & board.by_role(Role::King) {
            attacked |= attacks::king_attacks(from);
        }
        let mut slider_attacks = Bitboard::EMPTY;
        for from in own & board.rooks_and_queens() {
            slider_attacks |= attacks::rook_attacks(from, occupied);
        }
        for from in own & board.bishops_and_queens() {
            slider_attacks |= attacks::bishop_attacks(from, occupied);
        }
        attacked |= slider_attacks;
        let flights = attacks::king_attacks(king) & !board.by_color(!turn) & !attacked;
        Self { king, flights, slider_attacks, attacked, occupied }
    }

    /// Whether a check may take the last flight square. A negative answer is certain, a positive one is not.
    fn may_mate(&self, board: &Board, mv: BoardMove) -> bool {
        let BoardMove { from, to, role, promotion, kind, .. } = mv;
        if kind != BoardMoveKind::Normal {
            return true;
        }
        let turn = board.turn();
        let others = board.by_color(turn).without(from);
        let occupied = self.occupied.without(from).with(to);
        let open = self.flights.without(to);
        let left = open & !attacks::attacks(to, promotion.unwrap_or(role).of(turn), occupied);
        // Only a slider that attacked the vacated square can control more squares now.
        if left.any()
            && (!self.attacked.contains(from)
                || left.into_iter().any(|flight| !board.is_attacked(flight, others, turn, occupied)))
        {
            return false;
        }
        // A checking piece next to the king must be protected.
        !attacks::king_attacks(self.king).contains(to) || board.is_attacked(to, others, turn, occupied)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{GameTermination, fen, notation, random_games};

    /// Holds both short cuts against the plain rules.
    #[test]
    fn short_cuts_agree_with_the_rules() {
        let (mut found, mut looked) = (0, 0);
        random_games::each_position(180, 11, |position, mv| {
            if mv.is_none() {
                return;
            }
            let board = Board::from(position);
            let checks = CheckSquares::of(&board).unwrap();
            let mut mates = false;
            let mut moves = Vec::new();
            board.legal_moves(&mut moves);
            for &step in &moves {
                let mv = step.to_move();
                let next = position.after(mv);
                let text = || format!("{} {}", fen::format(position), notation::uci(position, mv));
                assert_eq!(checks.gives_check(&board, step), next.is_check(), "{}", text());
                mates |= matches!(GameTermination::on_board(&next), Some(GameTermination::Checkmate { .. }));
            }
            let quick = mate_in_one(&board, &mut 0);
            assert_eq!(quick.is_some(), mates, "{}", fen::format(position));
            assert!(
                quick.is_none_or(|step| board.after(step).is_checkmate() && moves.contains(&step)),
                "{}",
                fen::format(position)
            );
            looked += 1;
            found += u32::from(mates);
        });
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
            let found = mate_in_one(&Board::from(&position), &mut 0)
                .map(|step| notation::san(&position, step.to_move()));
            assert_eq!(found.as_deref(), mate, "{fen}");
        }
    }
}
