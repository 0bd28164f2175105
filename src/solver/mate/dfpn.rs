//! Finds mates of any length without looking at everything: a proof-number search.
//!
//! The question is always "mate within so many moves from here?", so a line of play comes to an end and
//! what is proven or refuted holds wherever the position comes up again: no answer depends on the way that
//! led to it (the trouble with repetitions that Kishimoto and Müller describe, "A General Solution to the
//! Graph History Interaction Problem", 2004, does not arise). Of all open questions the search takes up the
//! one whose answer seems to cost least (Allis' proof numbers), depth first, with a table of what it has
//! seen (Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its Applications", 2002).
//!
//! Reading order: `node` (what is known), `expand` and `foresight` (the first guess), `table`, this file
//! (the search), `line` (the mate as moves), `plan` (which number of moves next).

mod expand;
mod line;
mod mate_move;
mod move_preview;
mod node;
mod params;
pub(super) mod plan;
mod table;

use std::sync::Arc;

use crate::chess::score::FIFTY_MOVES;
use crate::chess::{Color, Move, Oracle, Position, Root, StopToken};

use node::{DfpnChild, DfpnChildSummary, DfpnTurn, INFINITE, ProofNumbers};
use table::{DfpnEntry, DfpnTable};

/// None within any number of moves.
pub(super) const ANY_DISTANCE: u8 = node::ANY_DISTANCE;

/// Visits between two looks at the stop token.
const STOP_CHECK_INTERVAL: u64 = 64;
/// The most visits for each position that is made: beyond it, positions are made again, so that the number
/// of positions keeps being a measure of the work.
const MAX_VISITS_PER_POSITION: u64 = 4;
/// Positions kept to be gone through again without being made again: a power of two.
const POSITION_CACHE_SIZE: usize = 1 << 12;
/// Keys of a question about the side that is to move at the root, and about the other.
const OTHER_ATTACKER_KEY: u64 = 0x9e37_79b9_7f4a_7c15;

/// What a slice of work came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DfpnResult {
    /// Mate can be forced within so many moves.
    Mate(u8),
    /// Mate cannot be forced within so many moves.
    None(u8),
    /// The slice was too short: at the least so many questions must still be answered well for a mate.
    Unknown(u32),
}

/// A search for the mates of one position, by either side.
pub(super) struct DfpnSearch {
    root: Root,
    oracle: Arc<dyn Oracle>,
    attacker: Color,
    table: DfpnTable,
    position_cache: Vec<Option<(u64, Position)>>,
    /// Positions that have stood on the board twice: the third time is a draw.
    drawn_keys: Vec<u64>,
    fifty_move_counter: DfpnFiftyMoves,
    /// The children of all open nodes, the deepest last.
    children: Vec<DfpnChild>,
    nodes: u64,
    limit: u64,
    /// Nodes of the tree gone into, whether their position was made for it or kept from before.
    visits: u64,
    stop: StopToken,
}

/// Whether the fifty-move counter can end the game before the mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DfpnFiftyMoves {
    Irrelevant,
    Relevant,
}

impl DfpnSearch {
    pub(super) fn new(root: &Root, oracle: Arc<dyn Oracle>, bytes: usize) -> Self {
        Self {
            root: root.clone(),
            oracle,
            attacker: root.position.turn(),
            table: DfpnTable::new(bytes),
            position_cache: vec![None; POSITION_CACHE_SIZE],
            drawn_keys: root.history.repeated_keys(),
            fifty_move_counter: DfpnFiftyMoves::Irrelevant,
            children: Vec::new(),
            nodes: 0,
            limit: 0,
            visits: 0,
            stop: StopToken::never(),
        }
    }

    /// Positions made so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What was done so far: visits to nodes, in about equal time each.
    pub(super) const fn visits(&self) -> u64 {
        self.visits
    }

    /// Looks for a mate by `attacker` within so many moves, making about so many more positions at most.
    pub(super) fn find_mate(
        &mut self,
        attacker: Color,
        within: u8,
        nodes: u64,
        stop: &StopToken,
    ) -> DfpnResult {
        self.set_limits(attacker, nodes, stop);
        self.set_fifty_move_counter(self.root.position.halfmoves(), within);
        let (position, key, turn) = self.root_node();
        let now = self.search(&position, key, turn, within, [INFINITE; 2]);
        if now.is_proven() {
            DfpnResult::Mate(now.moves)
        } else if now.is_refuted() {
            DfpnResult::None(now.moves)
        } else {
            DfpnResult::Unknown(now.proof)
        }
    }

    fn set_limits(&mut self, attacker: Color, nodes: u64, stop: &StopToken) {
        self.attacker = attacker;
        self.limit = self.nodes.saturating_add(nodes);
        self.stop = stop.clone();
    }

    /// Regards the fifty-move counter where it can end the game before a mate in so many moves. What is
    /// known without regard to it is so for all who have the moves to spare.
    fn set_fifty_move_counter(&mut self, halfmoves: u16, within: u8) {
        let last = halfmoves.saturating_add(2 * u16::from(within));
        self.fifty_move_counter =
            if last > FIFTY_MOVES { DfpnFiftyMoves::Relevant } else { DfpnFiftyMoves::Irrelevant };
    }

    fn root_node(&self) -> (Position, u64, DfpnTurn) {
        let position = self.root.position.clone();
        let turn = if position.turn() == self.attacker { DfpnTurn::Attacker } else { DfpnTurn::Defender };
        let key = position.key() ^ self.key_salt(position.halfmoves());
        (position, key, turn)
    }

    /// What makes the key of a position that of a question: who attacks, and the counter where it counts.
    fn key_salt(&self, halfmoves: u16) -> u64 {
        let side = if self.attacker == self.root.position.turn() { 0 } else { OTHER_ATTACKER_KEY };
        match self.fifty_move_counter {
            DfpnFiftyMoves::Irrelevant => side,
            DfpnFiftyMoves::Relevant => side ^ u64::from(halfmoves + 1).wrapping_mul(0xd6e8_feb8_6659_fd93),
        }
    }

    fn is_out_of_budget(&mut self) -> bool {
        if self.visits.is_multiple_of(STOP_CHECK_INTERVAL) && self.stop.is_stopped() {
            self.limit = self.nodes;
        }
        self.nodes >= self.limit
    }

    /// Works on a node until its proof number or its disproof number reaches its limit, in this order. When
    /// the work is paused it returns early with what it knows; all of it is in the table.
    fn search(
        &mut self,
        position: &Position,
        key: u64,
        turn: DfpnTurn,
        moves: u8,
        limits: [u32; 2],
    ) -> ProofNumbers {
        self.visits += 1;
        let (before, base) = (self.visits, self.children.len());
        if let Some(now) = self.expand(position, turn, moves) {
            self.children.truncate(base);
            self.store(key, moves, now, 1);
            return now;
        }
        let [one_limit, all_limit] = match turn {
            DfpnTurn::Attacker => limits,
            DfpnTurn::Defender => [limits[1], limits[0]],
        };
        loop {
            let sum = DfpnChildSummary::of(&self.children[base..], turn);
            if sum.min_phi == 0
                || sum.min_phi >= one_limit
                || sum.delta_sum >= all_limit
                || self.is_out_of_budget()
            {
                let now = sum.numbers(&self.children[base..], turn);
                self.children.truncate(base);
                self.store(key, moves, now, self.visits - before);
                return now;
            }
            let child = self.children[base + sum.best_child];
            // A little slack keeps the search from going to and fro between two children (Pawlewicz and
            // Lew, "Improving Depth-First PN-Search: 1 + epsilon Trick", 2006).
            let second =
                sum.second_phi.saturating_add(sum.second_phi / params::EPSILON_DIVISOR).saturating_add(1);
            let one = one_limit.min(second);
            let all =
                (all_limit - sum.delta_sum).saturating_add(sum.delta_part(child.numbers, turn)).min(INFINITE);
            let limits = match turn {
                DfpnTurn::Attacker => [one, all],
                DfpnTurn::Defender => [all, one],
            };
            let left = match turn {
                DfpnTurn::Attacker => moves - 1,
                DfpnTurn::Defender => moves,
            };
            let next = self.position_after(position, child.mv, child.key);
            let now = self.search(&next, child.key, turn.next(), left, limits);
            self.children[base + sum.best_child].numbers = now;
        }
    }

    /// The position after a move: one that was made a short while ago, or made now.
    fn position_after(&mut self, position: &Position, mv: Move, key: u64) -> Position {
        let slot = usize::try_from(key >> 40).unwrap_or_default() & (POSITION_CACHE_SIZE - 1);
        if let Some((cached_key, next)) = &self.position_cache[slot]
            && *cached_key == key
            && self.visits < self.nodes * MAX_VISITS_PER_POSITION
        {
            return next.clone();
        }
        self.nodes += 1;
        let next = position.after(mv);
        self.position_cache[slot] = Some((key, next.clone()));
        next
    }

    /// What the table knows about the question whether there is a mate within so many moves.
    fn probe_table(&self, key: u64, moves: u8) -> Option<ProofNumbers> {
        let mut open = None;
        let mut nearest = u8::MAX;
        for entry in self.table.probe(key) {
            if entry.proof == 0 {
                if entry.moves <= moves {
                    return Some(ProofNumbers::proven(entry.moves));
                }
            } else if entry.disproof == 0 {
                if entry.moves >= moves {
                    return Some(ProofNumbers::refuted(entry.moves));
                }
            } else if entry.moves.abs_diff(moves) < nearest.min(params::HINT_MAX_DIFFERENCE) {
                // What another number of moves has come to is a better guess than none.
                nearest = entry.moves.abs_diff(moves);
                open = Some(ProofNumbers::open(entry.proof, entry.disproof));
            }
        }
        open
    }

    fn store(&mut self, key: u64, moves: u8, now: ProofNumbers, work: u64) {
        let work = u8::try_from(work.max(1).ilog2()).unwrap_or(u8::MAX);
        let moves = if now.is_proven() || now.is_refuted() { now.moves } else { moves };
        self.table.store(key, DfpnEntry { moves, proof: now.proof, disproof: now.disproof, work });
    }
}
