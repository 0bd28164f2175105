//! Looks ahead on bitboards: how near to mate a check or a reply is, from the checks that follow it.
//!
//! A reply is worth the best check that follows it, a check the sum over its evasions; there the evasions of the next
//! check are only counted.
//!
//! Numbers of this kind are df-pn's initial proof numbers (df-pn+: Nagai and Imai, "Application of df-pn+ to Othello
//! Endgames", 1999). No position is made for them.

use shakmaty::attacks;

use super::attack::{Attack, FoundCheck};
use super::{MovePreview, count};
use crate::mate::dfpn::{DfpnEstimate, params};
use chess::{Bitboard, Move, Position, Rank, Role, Square};

impl MovePreview {
    /// What the proof number of a quiet move is raised by: the less it threatens, the more, up to a limit.
    pub(in crate::mate::dfpn) fn threat_proof_number(&self) -> u32 {
        let bound = params::MAX_THREAT * params::THREAT_DIVISOR;
        Attack::new(self).best_counted_check(bound).unwrap_or(bound) / params::THREAT_DIVISOR
    }

    /// The proof number of a check: the sum over its evasions, each by what the attacker has after it. 0 if it mates.
    /// Above the limit, it need not be precise.
    pub(in crate::mate::dfpn) fn check_proof_number(&self, checkers: Bitboard, limit: u32) -> u32 {
        let mut sum = 0;
        for to in self.flights() {
            sum += self.after_evasion(Role::King, self.king, to);
            if sum > limit {
                return sum;
            }
        }
        let Some(checker) = checkers.single_square() else { return sum };
        let free = self.free();
        let captures = self.captors(free, checker).into_iter().map(|from| (from, checker));
        let between = attacks::between(self.king, checker).into_iter();
        let interpositions =
            between.flat_map(|to| self.interposers(free, to).into_iter().map(move |from| (from, to)));
        for (from, to) in captures.chain(interpositions) {
            let Some(role) = self.board.role_at(from) else { continue };
            sum += self.after_evasion(role, from, to);
            if sum > limit {
                return sum;
            }
        }
        sum + self.en_passant_captures(free) * params::UNIT
    }

    /// The proof number after an evasion of the defender, 1 or more. Pawns are promoted to queens.
    fn after_evasion(&self, role: Role, from: Square, to: Square) -> u32 {
        let is_promotion = role == Role::Pawn && matches!(to.rank(), Rank::First | Rank::Eighth);
        let after = self.after_reply(if is_promotion { Role::Queen } else { role }, from, to);
        Attack::new(&after).proof_number(Attack::best_counted_check).max(1)
    }

    /// The position after a move of the defender that is neither castling nor en passant; `role` is that of the piece
    /// on its new square.
    fn after_reply(&self, role: Role, from: Square, to: Square) -> Self {
        let mut board = self.board.clone();
        board.discard_piece_at(from);
        board.set_piece_at(to, role.of(self.defender));
        let king = if role == Role::King { to } else { self.king };
        Self { board, king, double_pushed: None, ..*self }
    }
}

impl Attack<'_> {
    /// The proof number with the attacker to move: that of the best check or of a quiet move; 0 if there is a mate in one
    /// (castling and en passant aside). The best check is found by [`best_check`](Self::best_check) or by
    /// [`best_counted_check`](Self::best_counted_check).
    fn proof_number(&self, best_check: impl Fn(&Self, u32) -> Option<u32>) -> u32 {
        let quiet = params::quiet_proof_number(count(self.flights()));
        best_check(self, quiet).unwrap_or(quiet)
    }

    /// The proof number of the attacker's best check by the count of evasions, if it is below a bound; 0 if it mates.
    fn best_counted_check(&self, bound: u32) -> Option<u32> {
        let mut best = bound;
        self.each_check(bound, |check| {
            best = check.proof;
            best
        });
        (best < bound).then_some(best)
    }

    /// The proof number of the attacker's best check by the evasions themselves, if it is below a bound; 0 if it mates.
    fn best_check(&self, bound: u32) -> Option<u32> {
        let mut checks = Vec::new();
        self.each_check(bound, |check| {
            checks.push(check);
            if check.proof == 0 { 0 } else { bound }
        });
        checks.sort_by_key(|check| check.proof);
        let mut best = bound;
        for FoundCheck { role, promotion, from, to, checkers, proof } in checks {
            if proof == 0 {
                return Some(0);
            }
            let after = self.now.moved(role, promotion, from, to);
            best = best.min(after.check_proof_number(checkers, best));
        }
        (best < bound).then_some(best)
    }
}

/// The proof number after a reply of the defender, by what the attacker has then; 0 if there is a mate in one. None for
/// castling and en passant.
pub(in crate::mate::dfpn) fn reply_proof_number(
    position: &Position,
    reply: Move,
    estimate: DfpnEstimate,
) -> Option<u32> {
    let Move::Normal { role, from, to, promotion, .. } = reply else { return None };
    let before = MovePreview::new(position.board(), !position.turn())?;
    let after = before.after_reply(promotion.unwrap_or(role), from, to);
    let attack = Attack::new(&after);
    Some(match estimate {
        DfpnEstimate::LookAhead => attack.proof_number(Attack::best_check),
        DfpnEstimate::EvasionCount => attack.proof_number(Attack::best_counted_check),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{fen, random_games};

    /// Neither castling nor en passant, and a promotion to queen or knight: what is looked at.
    fn is_looked_at(mv: Move) -> bool {
        matches!(mv, Move::Normal { promotion: None | Some(Role::Queen | Role::Knight), .. })
    }

    fn is_mate(position: &Position) -> bool {
        position.is_check() && position.legal_moves().is_empty()
    }

    /// By the rules, and by the evasions that another test holds against them.
    #[test]
    fn the_best_check_leaves_the_fewest_evasions() {
        let (mut checks, mut pruned) = (0, 0);
        random_games::each_position(240, 6, |position, _| {
            let board = position.board();
            let now = MovePreview::new(board, position.turn()).unwrap();
            let moves = position.legal_moves();
            let all = moves.iter().filter(|mv| is_looked_at(**mv) && position.after(**mv).is_check());
            let proof = |mv: &Move| {
                let after = now.after(*mv);
                after.evasions(after.checkers()).proof_number()
            };
            let best = all.map(proof).min();
            for bound in [u32::MAX, 60, 30] {
                let found = Attack::new(&now).best_counted_check(bound);
                assert_eq!(found, best.filter(|&best| best < bound), "{} {bound}", fen::format(position));
                pruned += usize::from(found != best);
            }
            checks += usize::from(best.is_some());
        });
        assert!(checks > 3_000 && pruned > 300, "{checks} {pruned}");
    }

    #[test]
    fn a_check_costs_what_its_evasions_cost_together() {
        let mut evasions = 0;
        random_games::each_position(240, 7, |position, _| {
            let board = position.board();
            let now = MovePreview::new(board, position.turn()).unwrap();
            for mv in position.legal_moves() {
                let next = position.after(mv);
                if !next.is_check() {
                    continue;
                }
                let replies = next.legal_moves();
                let once = |mv: &&Move| mv.promotion().is_none_or(|role| role == Role::Queen);
                let cost = |reply: &Move| {
                    if reply.is_en_passant() {
                        return params::UNIT;
                    }
                    let answered = next.after(*reply);
                    let preview = MovePreview::new(answered.board(), answered.turn()).unwrap();
                    Attack::new(&preview).proof_number(Attack::best_counted_check).max(1)
                };
                let sum: u32 = replies.iter().filter(once).map(cost).sum();
                let after = now.after(mv);
                let found = after.check_proof_number(after.checkers(), u32::MAX);
                assert_eq!(found, sum, "{} {mv}", fen::format(position));
                evasions += replies.len();
            }
        });
        assert!(evasions > 10_000, "{evasions}");
    }

    #[test]
    fn a_reply_is_proven_where_a_mate_in_one_follows_and_only_there() {
        let (mut proven, mut open) = (0, 0);
        random_games::each_position(300, 8, |position, _| {
            for reply in position.legal_moves() {
                let estimates = [DfpnEstimate::LookAhead, DfpnEstimate::EvasionCount];
                let proofs = estimates.map(|estimate| reply_proof_number(position, reply, estimate));
                let [Some(proof), Some(by_count)] = proofs else { continue };
                let next = position.after(reply);
                let is_mated =
                    next.legal_moves().iter().any(|mv| is_looked_at(*mv) && is_mate(&next.after(*mv)));
                let text = || format!("{} {reply}", fen::format(position));
                assert_eq!((proof == 0, by_count == 0), (is_mated, is_mated), "{}", text());
                proven += usize::from(is_mated);
                open += usize::from(!is_mated);
            }
        });
        assert!(proven > 5_000 && open > 50_000, "{proven} {open}");
    }
}
