//! The children of a node, each with a first guess at the work that it will take.

use crate::chess::score::FIFTY_MOVES;
use crate::chess::{Move, Position, Verdict};

use super::foresight::{Foresight, count};
use super::node::{ANY, Child, Numbers, Turn};
use super::{Counter, Finder, promise};

impl Finder {
    /// Lists the children of a node; or gives its answer, where that is plain.
    pub(super) fn expand(&mut self, position: &Position, turn: Turn, moves: u8) -> Option<Numbers> {
        if !position.board().by_color(self.attacker).more_than_one() {
            // A bare king never gives check.
            return Some(Numbers::refuted(ANY));
        }
        if let Some(now) = self.ask_oracle(position, turn, moves) {
            return Some(now);
        }
        let base = self.children.len();
        let plain = match turn {
            Turn::Attacker => self.attacks(position, moves),
            Turn::Defender => self.defenses(position, moves),
        };
        if plain.is_none() {
            self.recall(position, base, turn, moves);
        }
        plain
    }

    /// What an oracle makes of the question. A "yes" counts only where no rule can come between.
    fn ask_oracle(&self, position: &Position, turn: Turn, moves: u8) -> Option<Numbers> {
        let verdict = self.oracle.probe(position)?;
        let won = match (turn, verdict) {
            (Turn::Attacker, Verdict::Win(plies)) | (Turn::Defender, Verdict::Loss(plies)) => plies.moves(),
            _ => return Some(Numbers::refuted(ANY)),
        };
        let won = u8::try_from(won).ok().filter(|&won| won < ANY)?;
        if won > moves {
            return Some(Numbers::refuted(won - 1));
        }
        let safe =
            self.drawn.is_empty() && (self.counter == Counter::Idle || verdict.arrives(position.halfmoves()));
        safe.then(|| Numbers::proven(won))
    }

    fn attacks(&mut self, position: &Position, moves: u8) -> Option<Numbers> {
        let board = position.board();
        let Some(now) = Foresight::now(board, self.attacker) else { return Some(Numbers::refuted(ANY)) };
        let legal = position.legal_moves();
        if legal.is_empty() {
            return Some(Numbers::refuted(ANY));
        }
        for mv in legal {
            let after = now.after(mv);
            let checkers = after.checkers();
            let proof = if checkers.any() {
                let evasions = after.evasions(board, checkers);
                if evasions.total() == 0 {
                    return Some(Numbers::proven(1));
                }
                promise::FLIGHT * evasions.flights
                    + promise::CAPTURE * evasions.captures
                    + promise::BLOCK * evasions.blocks
            } else if moves > 1 {
                promise::QUIET + promise::QUIET_FLIGHT * count(after.flights())
            } else {
                continue;
            };
            self.children.push(Child { mv, key: 0, now: Numbers::open(proof, promise::UNIT) });
        }
        (moves == 1).then(|| Numbers::refuted(1))
    }

    fn defenses(&mut self, position: &Position, moves: u8) -> Option<Numbers> {
        let replies = position.legal_moves();
        if replies.is_empty() {
            return Some(if position.is_check() { Numbers::proven(0) } else { Numbers::refuted(ANY) });
        }
        if moves == 0 {
            return Some(Numbers::refuted(0));
        }
        for mv in replies {
            self.children.push(Child { mv, key: 0, now: Numbers::open(promise::UNIT, promise::UNIT) });
        }
        None
    }

    /// Puts what is known already in the place of guesses, and the most promising children in front.
    fn recall(&mut self, position: &Position, base: usize, turn: Turn, moves: u8) {
        let left = match turn {
            Turn::Attacker => moves - 1,
            Turn::Defender => moves,
        };
        for n in base..self.children.len() {
            self.children[n].key = self.key_after(position, self.children[n].mv);
        }
        self.table.fetch(self.children[base..].iter().map(|child| child.key));
        for n in base..self.children.len() {
            let Child { mv, key, .. } = self.children[n];
            if self.is_drawn_after(position, mv) {
                self.children[n].now = Numbers::refuted(ANY);
            } else if let Some(now) = self.look_up(key, left) {
                self.children[n].now = now;
            }
        }
        if turn == Turn::Attacker {
            self.children[base..].sort_by_key(|child| child.now.proof);
        }
    }

    pub(super) fn key_after(&self, position: &Position, mv: Move) -> u64 {
        let halfmoves = if mv.is_zeroing() { 0 } else { position.halfmoves() + 1 };
        position.key_after(mv) ^ self.salt(halfmoves)
    }

    /// Whether a move that does not mate leads to a position that is drawn by the fifty-move rule or by
    /// repetition.
    pub(super) fn is_drawn_after(&mut self, position: &Position, mv: Move) -> bool {
        if self.counter == Counter::Counts && position.halfmoves() + 1 >= FIFTY_MOVES && !mv.is_zeroing() {
            return true;
        }
        if self.drawn.is_empty() {
            return false;
        }
        self.nodes += 1;
        self.drawn.binary_search(&position.after(mv).key()).is_ok()
    }
}
