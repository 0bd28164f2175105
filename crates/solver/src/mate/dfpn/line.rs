//! The line of a proven mate: the attacker's fastest mate against the longest defense, as far as known.
//!
//! A proof only says "within n moves", and table entries are overwritten. So the line is built from its end:
//! where a defense turns out shorter than expected, another one is tried, and where a proof was overwritten
//! it is searched again.

use super::node::{DfpnChild, DfpnTurn, INFINITE, ProofNumbers};
use super::{DfpnSearch, move_preview};
use chess::{Color, GameTermination, Move, Position, Root, StopToken, Stopped, Verdict};

/// How often an overwritten proof is searched again for the same node.
const MAX_REPROOFS: usize = 4;

/// A mating line and its length in moves of the attacker.
pub(super) struct ProvenLine {
    pub(super) moves: u8,
    /// Last move first.
    pub(super) line: Vec<Move>,
}

impl ProvenLine {
    fn with_move_before(mut self, mv: Move, turn: DfpnTurn) -> Self {
        self.line.push(mv);
        self.moves += u8::from(turn == DfpnTurn::Attacker);
        self
    }
}

impl DfpnSearch {
    /// The line of a mate within the given number of moves: forced, complete and without a draw; possibly
    /// shorter. None where repetitions with the game prevent it.
    ///
    /// # Errors
    /// When the budget ran out before the line was complete; the work done is kept.
    pub(in crate::mate) fn line(
        &mut self,
        attacker: Color,
        within: u8,
        nodes: u64,
        stop: &StopToken,
    ) -> Result<Option<Vec<Move>>, Stopped> {
        self.set_limits(attacker, nodes, stop);
        self.set_fifty_move_counter(self.root.position.halfmoves(), within);
        let (position, key, turn) = self.root_node();
        let proven_line = self.prove_line(&position, key, turn, within)?;
        let line: Vec<_> = proven_line.line.into_iter().rev().collect();
        self.nodes += line.len() as u64;
        Ok(is_sound(&self.root, &line).then_some(line))
    }

    pub(super) fn prove_line(
        &mut self,
        position: &Position,
        key: u64,
        turn: DfpnTurn,
        moves: u8,
    ) -> Result<ProvenLine, Stopped> {
        if turn == DfpnTurn::Attacker
            && let Some(mv) = move_preview::mate_in_one(position)
        {
            return Ok(ProvenLine { moves: 1, line: vec![mv] });
        }
        let base = self.children.len();
        let proven_line = self.prove_line_below(position, key, turn, moves, base);
        self.children.truncate(base);
        if let Ok(proven_line) = &proven_line {
            self.store(key, moves, ProofNumbers::proven(proven_line.moves), 1 << 20);
        }
        proven_line
    }

    fn prove_line_below(
        &mut self,
        position: &Position,
        key: u64,
        turn: DfpnTurn,
        moves: u8,
        base: usize,
    ) -> Result<ProvenLine, Stopped> {
        if let Some(line) = self.line_from_oracle(position, turn, moves) {
            return Ok(line);
        }
        for _ in 0..MAX_REPROOFS {
            self.children.truncate(base);
            match self.expand(position, turn, moves, INFINITE) {
                Some(now) if now.is_proven() && turn == DfpnTurn::Defender && now.moves == 0 => {
                    return Ok(ProvenLine { moves: 0, line: Vec::new() });
                }
                Some(_) => return Err(Stopped),
                None => {}
            }
            if turn == DfpnTurn::Defender {
                self.prove_every_child(position, moves, base)?;
            }
            let count = self.children.len() - base;
            if let Some(proven_line) = self.prove_best_line(position, turn, base, count)? {
                return Ok(proven_line);
            }
            // The proof was overwritten: search it again.
            self.children.truncate(base);
            let now = self.search(position, key, turn, moves, [INFINITE; 2]);
            if !now.is_proven() {
                return Err(Stopped);
            }
        }
        Err(Stopped)
    }

    /// Ensures that every defense of a proven node has a proof in the table.
    fn prove_every_child(&mut self, position: &Position, moves: u8, base: usize) -> Result<(), Stopped> {
        for n in base..self.children.len() {
            let child = self.children[n];
            if !child.numbers.is_proven() {
                let next = self.position_after(position, child.mv, child.key);
                let now = self.search(&next, child.key, DfpnTurn::Attacker, moves, [INFINITE; 2]);
                if !now.is_proven() {
                    return Err(Stopped);
                }
                self.children[n].numbers = now;
            }
        }
        Ok(())
    }

    /// Builds the line through the preferred child: the fastest mate, or the longest defense. None if no
    /// child is known to be proven.
    fn prove_best_line(
        &mut self,
        position: &Position,
        turn: DfpnTurn,
        base: usize,
        count: usize,
    ) -> Result<Option<ProvenLine>, Stopped> {
        loop {
            let proven = (base..base + count).filter(|&n| self.children[n].numbers.is_proven());
            let length = |n: &usize| self.children[*n].numbers.moves;
            let best = match turn {
                DfpnTurn::Attacker => proven.min_by_key(length),
                DfpnTurn::Defender => proven.max_by_key(length),
            };
            let Some(best) = best else { return Ok(None) };
            let DfpnChild { mv, key, numbers: now, .. } = self.children[best];
            let next = self.position_after(position, mv, key);
            let proven_line = self.prove_line(&next, key, turn.next(), now.moves)?;
            if turn == DfpnTurn::Attacker || proven_line.moves >= now.moves {
                return Ok(Some(proven_line.with_move_before(mv, turn)));
            }
            self.children[best].numbers = ProofNumbers::proven(proven_line.moves);
        }
    }

    /// The line of a mate from endgame tables, if it is short enough and no draw rule can interfere.
    fn line_from_oracle(&mut self, position: &Position, turn: DfpnTurn, moves: u8) -> Option<ProvenLine> {
        let verdict = self.oracle.probe(position)?;
        let won = matches!(
            (turn, verdict),
            (DfpnTurn::Attacker, Verdict::Win(_)) | (DfpnTurn::Defender, Verdict::Loss(_))
        );
        let distance = verdict.distance().filter(|plies| won && plies.moves() <= u16::from(moves))?;
        let safe = self.drawn_keys.is_empty()
            && (!self.counts_fifty_moves || verdict.beats_fifty_move_rule(position.halfmoves()));
        if !safe {
            return None;
        }
        let mut position = position.clone();
        let mut line = Vec::new();
        for left in (0..distance.get()).rev() {
            let (oracle, nodes) = (&*self.oracle, &mut self.nodes);
            let mv = position.legal_moves().into_iter().find(|&mv| {
                *nodes += 1;
                let next = oracle.probe(&position.after(mv)).and_then(Verdict::distance);
                next.is_some_and(|plies| plies.get() == left)
            })?;
            position.play(mv);
            line.push(mv);
        }
        line.reverse();
        Some(ProvenLine { moves: u8::try_from(distance.moves()).ok()?, line })
    }
}

/// Whether the line ends in checkmate without a draw on the way.
fn is_sound(root: &Root, line: &[Move]) -> bool {
    let mut root = root.clone();
    for &mv in line {
        if root.termination().is_some() || !root.position.is_legal(mv) {
            return false;
        }
        root.play(mv);
    }
    matches!(root.termination(), Some(GameTermination::Checkmate { .. }))
}
