//! Depth-first proof-number search (df-pn) for mates of any length.
//!
//! The goal is always "mate within n moves from here", so every line is finite, and a result is valid
//! wherever the position occurs: it does not depend on the path (the graph history interaction problem that
//! Kishimoto and Müller describe, "A General Solution to the Graph History Interaction Problem", 2004, does
//! not arise). The search expands the most-proving node (Allis' proof numbers), depth first, with a hash
//! table (Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its Applications", 2002).
//!
//! Reading order: `node` (proof and disproof numbers), `expand`, `move_preview` and `lookahead_cache` (initialization
//! of new nodes), `table`, this file (the search), `line` (the mating line), `plan` (which
//! mate length to search next).

mod expand;
mod line;
mod lookahead_cache;
mod mate_move;
mod move_preview;
mod node;
mod params;
pub(super) mod plan;
mod table;

use std::sync::Arc;

use lookahead_cache::LookaheadCache;
use node::{DfpnChild, DfpnChildSummary, DfpnTurn, INFINITE, ProofNumbers};
use table::{DfpnEntry, DfpnTable};

use chess::score::FIFTY_MOVES;
use chess::{Color, Move, Oracle, Position, Root, StopToken};

/// No mate of any length.
pub(super) const ANY_DISTANCE: u8 = node::ANY_DISTANCE;

/// Node visits between two checks of the stop token.
const STOP_CHECK_INTERVAL: u64 = 64;
/// The most visits per position made. Beyond it, cached positions are made again, so that the number of
/// positions remains a measure of the work.
const MAX_VISITS_PER_POSITION: u64 = 4;
/// Size of the cache of recently made positions, a power of two.
const POSITION_CACHE_SIZE: usize = 1 << 12;
/// Key salt for mates by the side that is not to move at the root.
const OTHER_ATTACKER_KEY: u64 = 0x9e37_79b9_7f4a_7c15;

/// The result of a search slice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DfpnResult {
    /// Proven: mate can be forced within this number of moves.
    Mate(u8),
    /// Disproven: mate cannot be forced within this number of moves.
    None(u8),
    /// Not decided yet; the proof number of the root.
    Unknown(u32),
}

/// How the initial proof numbers of new nodes are estimated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DfpnEstimate {
    /// By looking ahead to the checks that follow the evasions of a check: a mate is found in the fewest nodes.
    LookAhead,
    /// By the count of the evasions of a check: in half the time for a node.
    EvasionCount,
}

/// A df-pn search for mates by either side from one position.
pub(super) struct DfpnSearch {
    root: Root,
    oracle: Arc<dyn Oracle>,
    attacker: Color,
    table: DfpnTable,
    position_cache: Vec<Option<(u64, Position)>>,
    lookahead_cache: LookaheadCache,
    estimate: DfpnEstimate,
    /// Keys of positions that have occurred twice: a third time is a draw.
    drawn_keys: Vec<u64>,
    /// Whether the fifty-move rule can end the game before the mate.
    counts_fifty_moves: bool,
    /// The children of all nodes on the current path, the deepest last.
    children: Vec<DfpnChild>,
    nodes: u64,
    limit: u64,
    /// Node visits, with the position made or taken from the cache.
    visits: u64,
    stop: StopToken,
}

impl DfpnSearch {
    pub(super) fn new(root: &Root, oracle: Arc<dyn Oracle>, bytes: usize) -> Self {
        let position_cache = vec![None; POSITION_CACHE_SIZE];
        Self::in_memory(root, oracle, DfpnTable::new(bytes), position_cache, LookaheadCache::new())
    }

    /// A new search from another position in the memory of this one, which need not be allocated again.
    pub(super) fn restarted(mut self, root: &Root, oracle: Arc<dyn Oracle>) -> Self {
        self.table.clear();
        self.position_cache.fill(None);
        self.lookahead_cache.clear();
        Self::in_memory(root, oracle, self.table, self.position_cache, self.lookahead_cache)
    }

    /// A search with an empty table and empty caches.
    fn in_memory(
        root: &Root,
        oracle: Arc<dyn Oracle>,
        table: DfpnTable,
        position_cache: Vec<Option<(u64, Position)>>,
        lookahead_cache: LookaheadCache,
    ) -> Self {
        Self {
            root: root.clone(),
            oracle,
            attacker: root.position.turn(),
            table,
            position_cache,
            lookahead_cache,
            estimate: DfpnEstimate::LookAhead,
            drawn_keys: root.history.repeated_keys(),
            counts_fifty_moves: false,
            children: Vec::new(),
            nodes: 0,
            limit: 0,
            visits: 0,
            stop: StopToken::never(),
        }
    }

    /// Sets how the proof numbers of new nodes are estimated from now on.
    pub(super) const fn set_estimate(&mut self, estimate: DfpnEstimate) {
        self.estimate = estimate;
    }

    /// Nodes so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Node visits so far; each takes about the same time.
    pub(super) const fn visits(&self) -> u64 {
        self.visits
    }

    /// Searches for a mate by `attacker` within a number of moves, with a limit of about this many nodes.
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

    /// Turns the fifty-move counter on where it can end the game before the mate. Results without the counter
    /// are valid wherever it does not matter.
    fn set_fifty_move_counter(&mut self, halfmoves: u16, within: u8) {
        let last = halfmoves.saturating_add(2 * u16::from(within));
        self.counts_fifty_moves = last > FIFTY_MOVES;
    }

    fn root_node(&self) -> (Position, u64, DfpnTurn) {
        let position = self.root.position.clone();
        let turn = if position.turn() == self.attacker { DfpnTurn::Attacker } else { DfpnTurn::Defender };
        let key = position.key() ^ self.key_salt(position.halfmoves());
        (position, key, turn)
    }

    /// Key salt for the attacker, and for the fifty-move counter where it matters.
    fn key_salt(&self, halfmoves: u16) -> u64 {
        let side = if self.attacker == self.root.position.turn() { 0 } else { OTHER_ATTACKER_KEY };
        let counter = u64::from(halfmoves + 1).wrapping_mul(0xd6e8_feb8_6659_fd93);
        if self.counts_fifty_moves { side ^ counter } else { side }
    }

    fn is_out_of_budget(&mut self) -> bool {
        if self.visits.is_multiple_of(STOP_CHECK_INTERVAL) && self.stop.is_stopped() {
            self.limit = self.nodes;
        }
        self.nodes >= self.limit
    }

    /// Expands a node until its proof or disproof number reaches its threshold. A search that runs out of
    /// budget returns early; its results are in the table.
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
        if let Some(now) = self.expand(position, turn, moves, limits[0]) {
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
            if child.is_threat_open {
                self.raise_by_threat(position, base + sum.best_child);
                continue;
            }
            // The 1 + epsilon trick: slack in the threshold keeps the search from switching between two
            // children too often (Pawlewicz and Lew, "Improving Depth-First PN-Search: 1 + epsilon Trick",
            // 2006).
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

    /// The position after a move, from the cache or made now.
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

    /// The table's proof numbers for a mate within `moves`.
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
            } else if entry.moves.saturating_add(1) >= moves && entry.moves.abs_diff(moves) < nearest {
                // The numbers of a longer mate length, or of the length just below, are a better initial value
                // than none. Those of a much shorter length are not: a mate that needs more moves looks almost
                // disproven there.
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
