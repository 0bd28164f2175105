//! Expansion of a node: its children, with heuristic initial proof and disproof numbers.

use super::mate_threat::MateThreats;
use super::move_preview::{MovePreview, count};
use super::node::{ANY_DISTANCE, DfpnChild, DfpnTurn, ProofNumbers};
use super::{DfpnFiftyMoves, DfpnSearch, params};
use crate::chess::score::FIFTY_MOVES;
use crate::chess::{Move, Position, Verdict};

impl DfpnSearch {
    /// Generates the children of a node, or decides the node at once.
    pub(super) fn expand(&mut self, position: &Position, turn: DfpnTurn, moves: u8) -> Option<ProofNumbers> {
        if !position.board().by_color(self.attacker).more_than_one() {
            // A bare king never gives check.
            return Some(ProofNumbers::refuted(ANY_DISTANCE));
        }
        if let Some(now) = self.probe_oracle(position, turn, moves) {
            return Some(now);
        }
        let base = self.children.len();
        let answer = match turn {
            DfpnTurn::Attacker => self.expand_attacker(position, moves),
            DfpnTurn::Defender => self.expand_defender(position, moves),
        };
        if answer.is_none() {
            self.apply_table(position, base, turn, moves);
        }
        answer
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
            && (self.fifty_move_counter == DfpnFiftyMoves::Irrelevant
                || verdict.beats_fifty_move_rule(position.halfmoves()));
        safe.then(|| ProofNumbers::proven(won))
    }

    fn expand_attacker(&mut self, position: &Position, moves: u8) -> Option<ProofNumbers> {
        let board = position.board();
        let Some(current) = MovePreview::new(board, self.attacker) else {
            return Some(ProofNumbers::refuted(ANY_DISTANCE));
        };
        let legal = position.legal_moves();
        if legal.is_empty() {
            return Some(ProofNumbers::refuted(ANY_DISTANCE));
        }
        for mv in legal {
            let after = current.after(mv);
            let checkers = after.checkers();
            let proof = if checkers.any() {
                let evasions = after.evasions(board, checkers);
                if evasions.total() == 0 {
                    return Some(ProofNumbers::proven(1));
                }
                params::CHECK_PER_FLIGHT * evasions.flights
                    + params::CHECK_PER_CAPTURE * evasions.captures
                    + params::CHECK_PER_BLOCK * evasions.blocks
            } else if moves > 1 {
                params::QUIET + params::QUIET_PER_FLIGHT * count(after.flights())
            } else {
                continue;
            };
            self.children.push(DfpnChild { mv, key: 0, numbers: ProofNumbers::open(proof, params::UNIT) });
        }
        (moves == 1).then(|| ProofNumbers::refuted(1))
    }

    fn expand_defender(&mut self, position: &Position, moves: u8) -> Option<ProofNumbers> {
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
        let threats = MateThreats::find(position);
        for mv in replies {
            let is_mated = threats.as_ref().is_some_and(|threats| threats.any_mates_after(position, mv));
            let numbers = if is_mated {
                ProofNumbers::proven(1)
            } else {
                ProofNumbers::open(params::UNIT, params::UNIT)
            };
            self.children.push(DfpnChild { mv, key: 0, numbers });
        }
        None
    }

    /// Replaces initial numbers by those in the table, and sorts the most promising children to the front.
    fn apply_table(&mut self, position: &Position, base: usize, turn: DfpnTurn, moves: u8) {
        let left = match turn {
            DfpnTurn::Attacker => moves - 1,
            DfpnTurn::Defender => moves,
        };
        for n in base..self.children.len() {
            self.children[n].key = self.key_after(position, self.children[n].mv);
        }
        self.table.prefetch(self.children[base..].iter().map(|child| child.key));
        for n in base..self.children.len() {
            let DfpnChild { mv, key, .. } = self.children[n];
            if self.is_drawn_after(position, mv) {
                self.children[n].numbers = ProofNumbers::refuted(ANY_DISTANCE);
            } else if !self.children[n].numbers.is_proven()
                && let Some(now) = self.probe_table(key, left)
            {
                self.children[n].numbers = now;
            }
        }
        if turn == DfpnTurn::Attacker {
            self.children[base..].sort_by_key(|child| child.numbers.proof);
        }
    }

    pub(super) fn key_after(&self, position: &Position, mv: Move) -> u64 {
        let halfmoves = if mv.is_zeroing() { 0 } else { position.halfmoves() + 1 };
        position.key_after(mv) ^ self.key_salt(halfmoves)
    }

    /// Whether a move that does not mate leads to a position that is drawn by the fifty-move rule or by
    /// repetition.
    pub(super) fn is_drawn_after(&mut self, position: &Position, mv: Move) -> bool {
        if self.fifty_move_counter == DfpnFiftyMoves::Relevant
            && position.halfmoves() + 1 >= FIFTY_MOVES
            && !mv.is_zeroing()
        {
            return true;
        }
        if self.drawn_keys.is_empty() {
            return false;
        }
        self.nodes += 1;
        self.drawn_keys.binary_search(&position.after(mv).key()).is_ok()
    }
}
