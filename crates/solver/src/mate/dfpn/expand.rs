//! Expansion of a node: its children, with heuristic initial proof and disproof numbers.

use super::move_preview::{Attack, MovePreview, reply_proof_number};
use super::node::{ANY_DISTANCE, DfpnChild, DfpnTurn, ProofNumbers};
use super::{DfpnEstimate, DfpnSearch, params};
use chess::score::FIFTY_MOVES;
use chess::{Move, Position, Verdict};

impl DfpnSearch {
    /// Generates the children of a node, or decides the node at once. Above the limit, the proof number need not be
    /// precise.
    pub(super) fn expand(
        &mut self,
        position: &Position,
        turn: DfpnTurn,
        moves: u8,
        limit: u32,
    ) -> Option<ProofNumbers> {
        if !position.board().by_color(self.attacker).more_than_one() {
            // A bare king never gives check.
            return Some(ProofNumbers::refuted(ANY_DISTANCE));
        }
        if let Some(now) = self.probe_oracle(position, turn, moves) {
            return Some(now);
        }
        match turn {
            DfpnTurn::Attacker => self.expand_attacker(position, moves, limit),
            DfpnTurn::Defender => self.expand_defender(position, moves, limit),
        }
    }

    /// The result from endgame tables, if they cover the position. A mate counts only where no draw rule can
    /// interfere.
    fn probe_oracle(&self, position: &Position, turn: DfpnTurn, moves: u8) -> Option<ProofNumbers> {
        let verdict = self.oracle.probe(position)?;
        let won = match (turn, verdict) {
            (DfpnTurn::Attacker, Verdict::Win(plies)) | (DfpnTurn::Defender, Verdict::Loss(plies)) => {
                plies.moves()
            }
            _ => return Some(ProofNumbers::refuted(ANY_DISTANCE)),
        };
        let won = u8::try_from(won).ok().filter(|&won| won < ANY_DISTANCE)?;
        if won > moves {
            return Some(ProofNumbers::refuted(won - 1));
        }
        let safe = self.drawn_keys.is_empty()
            && (!self.counts_fifty_moves || verdict.beats_fifty_move_rule(position.halfmoves()));
        safe.then(|| ProofNumbers::proven(won))
    }

    fn expand_attacker(&mut self, position: &Position, moves: u8, limit: u32) -> Option<ProofNumbers> {
        let Some(current) = MovePreview::new(position.board(), self.attacker) else {
            return Some(ProofNumbers::refuted(ANY_DISTANCE));
        };
        let legal = position.legal_moves();
        if legal.is_empty() {
            return Some(ProofNumbers::refuted(ANY_DISTANCE));
        }
        if moves == 1 {
            let mate = current.mate_among(&legal);
            return Some(mate.map_or(ProofNumbers::refuted(1), |_| ProofNumbers::proven(1)));
        }
        let attack = Attack::new(&current);
        let mut last = None;
        let base = self.push_children(position, &legal);
        for n in base..self.children.len() {
            let DfpnChild { mv, key, .. } = self.children[n];
            let is_drawn = self.is_drawn_after(position, mv);
            if !is_drawn && let Some(numbers) = self.probe_table(key, moves - 1) {
                self.children[n].numbers = numbers;
                continue;
            }
            let after = attack.may_check(mv).then(|| current.after(mv));
            let check = after.map(|after| (after.checkers(), after)).filter(|(checkers, _)| checkers.any());
            let is_quiet = check.is_none();
            let proof = match check {
                Some((checkers, after)) => self.lookahead_cache.get(key).unwrap_or_else(|| {
                    let proof = match self.estimate {
                        DfpnEstimate::LookAhead => after.check_proof_number(checkers, limit),
                        DfpnEstimate::EvasionCount => after.evasions(checkers).proof_number(),
                    };
                    if proof <= limit {
                        self.lookahead_cache.put(key, proof);
                    }
                    proof
                }),
                None => params::quiet_proof_number(attack.flights_after(mv, &mut last)),
            };
            if proof == 0 {
                return Some(ProofNumbers::proven(1));
            }
            let numbers = if is_drawn {
                ProofNumbers::refuted(ANY_DISTANCE)
            } else {
                ProofNumbers::open(proof, params::UNIT)
            };
            self.children[n] = DfpnChild { mv, key, numbers, is_threat_open: is_quiet && !is_drawn };
        }
        self.children[base..].sort_by_key(|child| child.numbers.proof);
        None
    }

    /// Raises the proof number of a quiet move, the child of this number, by what it threatens.
    pub(super) fn raise_by_threat(&mut self, position: &Position, n: usize) {
        let DfpnChild { mv, key, .. } = self.children[n];
        let raise = self.lookahead_cache.get(key).unwrap_or_else(|| {
            let current = MovePreview::new(position.board(), self.attacker);
            let raise = current.map_or(0, |current| current.after(mv).threat_proof_number());
            self.lookahead_cache.put(key, raise);
            raise
        });
        let child = &mut self.children[n];
        child.numbers.proof += raise;
        child.is_threat_open = false;
    }

    fn expand_defender(&mut self, position: &Position, moves: u8, limit: u32) -> Option<ProofNumbers> {
        let replies = position.legal_moves();
        if replies.is_empty() {
            return Some(if position.is_check() {
                ProofNumbers::proven(0)
            } else {
                ProofNumbers::refuted(ANY_DISTANCE)
            });
        }
        if moves == 0 {
            return Some(ProofNumbers::refuted(0));
        }
        let base = self.push_children(position, &replies);
        let mut sum = 0_u32;
        for (count, n) in (base..self.children.len()).enumerate() {
            let DfpnChild { mv, key, .. } = self.children[n];
            let numbers = if self.is_drawn_after(position, mv) {
                ProofNumbers::refuted(ANY_DISTANCE)
            } else if let Some(numbers) = self.probe_table(key, moves) {
                numbers
            } else if sum > limit {
                // The search will turn away from this node: the mean does for the other replies. None of them is proven.
                let mean = sum / u32::try_from(count).unwrap_or(u32::MAX);
                ProofNumbers::open(mean.min(limit).max(1), params::UNIT)
            } else {
                let proof = self.lookahead_cache.get(key).or_else(|| {
                    let computed = reply_proof_number(position, mv, self.estimate);
                    if let Some(proof) = computed {
                        self.lookahead_cache.put(key, proof);
                    }
                    computed
                });
                match proof {
                    Some(0) => ProofNumbers::proven(1),
                    Some(proof) => ProofNumbers::open(proof, params::UNIT),
                    None => ProofNumbers::open(params::UNIT, params::UNIT),
                }
            };
            self.children[n].numbers = numbers;
            sum = sum.saturating_add(numbers.proof);
        }
        None
    }

    /// Appends the children of a node, with their keys; returns where they begin.
    fn push_children(&mut self, position: &Position, moves: &[Move]) -> usize {
        let base = self.children.len();
        for &mv in moves {
            let (key, numbers) =
                (self.key_after(position, mv), ProofNumbers::open(params::UNIT, params::UNIT));
            self.table.prefetch(key);
            self.lookahead_cache.prefetch(key);
            self.children.push(DfpnChild { mv, key, numbers, is_threat_open: false });
        }
        base
    }

    pub(super) fn key_after(&self, position: &Position, mv: Move) -> u64 {
        let halfmoves = if mv.is_zeroing() { 0 } else { position.halfmoves() + 1 };
        position.key_after(mv) ^ self.key_salt(halfmoves)
    }

    /// Whether a move that does not mate leads to a position that is drawn by the fifty-move rule or by
    /// repetition.
    pub(super) fn is_drawn_after(&mut self, position: &Position, mv: Move) -> bool {
        if self.counts_fifty_moves && position.halfmoves() + 1 >= FIFTY_MOVES && !mv.is_zeroing() {
            return true;
        }
        if self.drawn_keys.is_empty() {
            return false;
        }
        self.nodes += 1;
        self.drawn_keys.binary_search(&position.after(mv).key()).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use chess::{NoOracle, Root, fen, random_games};

    #[test]
    fn only_replies_that_allow_mate_in_one_are_proven_whatever_the_limit() {
        let (mut proven, mut open) = (0, 0);
        random_games::each_position(20, 9, |position, _| {
            let mut search = DfpnSearch::new(&Root::new(position.clone()), Arc::new(NoOracle), 1);
            search.attacker = !position.turn();
            for limit in [0, 1, 5, 40, u32::MAX] {
                search.children.clear();
                if search.expand(position, DfpnTurn::Defender, 5, limit).is_some() {
                    continue;
                }
                for child in &search.children {
                    let is_mated = reply_proof_number(position, child.mv, DfpnEstimate::LookAhead) == Some(0);
                    let text = || format!("{} {} {limit}", fen::format(position), child.mv);
                    assert!(is_mated || !child.numbers.is_proven(), "{}", text());
                    assert!(!is_mated || child.numbers.is_proven() || limit < u32::MAX, "{}", text());
                    proven += usize::from(child.numbers.is_proven());
                    open += usize::from(!child.numbers.is_proven());
                }
            }
        });
        assert!(proven > 1_000 && open > 30_000, "{proven} {open}");
    }
}
