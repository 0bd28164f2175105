//! A proven mate as moves: the attacker's quickest against the defense that lasts longest, as far as
//! either is known.
//!
//! What was proven is only "within so many moves", and the table forgets. So a line is settled from its
//! end: where a defense turns out to last shorter than was thought, another one is tried, and where a proof
//! was forgotten it is made again.

use crate::chess::{Color, Ending, Move, Position, Root, StopToken, Stopped, Verdict};

use super::node::{Child, NEVER, Numbers, Turn};
use super::{Counter, Finder, foresight};

/// How often a forgotten proof is made again for the same node.
const ATTEMPTS: usize = 4;

/// A mate as moves, and how many of them are the attacker's.
pub(super) struct Settled {
    pub(super) moves: u8,
    /// Last move first.
    pub(super) line: Vec<Move>,
}

impl Settled {
    fn led_by(mut self, mv: Move, turn: Turn) -> Self {
        self.line.push(mv);
        self.moves += u8::from(turn == Turn::Attacker);
        self
    }
}

impl Finder {
    /// The moves of a mate that was found to take so many moves at most: forced, complete and without a
    /// draw inside. May be shorter than was asked for. None where the past of the game spoils it.
    ///
    /// # Errors
    /// When the work was paused before the line stood; what was done for it is not lost.
    pub(in crate::solver::mate) fn line(
        &mut self,
        attacker: Color,
        within: u8,
        nodes: u64,
        stop: &StopToken,
    ) -> Result<Option<Vec<Move>>, Stopped> {
        self.set(attacker, nodes, stop);
        self.regard(self.root.position.halfmoves(), within);
        let (position, key, turn) = self.start();
        let settled = self.settle(&position, key, turn, within)?;
        let line: Vec<_> = settled.line.into_iter().rev().collect();
        self.nodes += line.len() as u64;
        Ok(is_sound(&self.root, &line).then_some(line))
    }

    pub(super) fn settle(
        &mut self,
        position: &Position,
        key: u64,
        turn: Turn,
        moves: u8,
    ) -> Result<Settled, Stopped> {
        if turn == Turn::Attacker
            && let Some(mv) = foresight::mate_in_one(position)
        {
            return Ok(Settled { moves: 1, line: vec![mv] });
        }
        let base = self.children.len();
        let settled = self.settle_below(position, key, turn, moves, base);
        self.children.truncate(base);
        if let Ok(settled) = &settled {
            self.keep(key, moves, Numbers::proven(settled.moves), 1 << 20);
        }
        settled
    }

    fn settle_below(
        &mut self,
        position: &Position,
        key: u64,
        turn: Turn,
        moves: u8,
        base: usize,
    ) -> Result<Settled, Stopped> {
        if let Some(line) = self.line_from_oracle(position, turn, moves) {
            return Ok(line);
        }
        for _ in 0..ATTEMPTS {
            self.children.truncate(base);
            match self.expand(position, turn, moves) {
                Some(now) if now.is_proven() && turn == Turn::Defender && now.moves == 0 => {
                    return Ok(Settled { moves: 0, line: Vec::new() });
                }
                Some(_) => return Err(Stopped),
                None => {}
            }
            if turn == Turn::Defender {
                self.prove_every_child(position, moves, base)?;
            }
            let count = self.children.len() - base;
            if let Some(settled) = self.settle_best(position, turn, base, count)? {
                return Ok(settled);
            }
            // The proof was forgotten: make it again.
            self.children.truncate(base);
            let now = self.search(position, key, turn, moves, [NEVER; 2]);
            if !now.is_proven() {
                return Err(Stopped);
            }
        }
        Err(Stopped)
    }

    /// Makes sure that each defense of a node that is proven is known to be answered.
    fn prove_every_child(&mut self, position: &Position, moves: u8, base: usize) -> Result<(), Stopped> {
        for n in base..self.children.len() {
            let child = self.children[n];
            if !child.now.is_proven() {
                let next = self.make(position, child.mv, child.key);
                let now = self.search(&next, child.key, Turn::Attacker, moves, [NEVER; 2]);
                if !now.is_proven() {
                    return Err(Stopped);
                }
                self.children[n].now = now;
            }
        }
        Ok(())
    }

    /// Settles the line through the child that the side to move prefers: the quickest mate, or the longest
    /// defense. None where no child is known to be proven.
    fn settle_best(
        &mut self,
        position: &Position,
        turn: Turn,
        base: usize,
        count: usize,
    ) -> Result<Option<Settled>, Stopped> {
        loop {
            let proven = (base..base + count).filter(|&n| self.children[n].now.is_proven());
            let length = |n: &usize| self.children[*n].now.moves;
            let best = match turn {
                Turn::Attacker => proven.min_by_key(length),
                Turn::Defender => proven.max_by_key(length),
            };
            let Some(best) = best else { return Ok(None) };
            let Child { mv, key, now } = self.children[best];
            let next = self.make(position, mv, key);
            let settled = self.settle(&next, key, turn.next(), now.moves)?;
            if turn == Turn::Attacker || settled.moves >= now.moves {
                return Ok(Some(settled.led_by(mv, turn)));
            }
            self.children[best].now = Numbers::proven(settled.moves);
        }
    }

    /// The moves of a mate that the oracle knows, where it takes so many moves at most and no rule can come
    /// between.
    fn line_from_oracle(&mut self, position: &Position, turn: Turn, moves: u8) -> Option<Settled> {
        let verdict = self.oracle.probe(position)?;
        let won =
            matches!((turn, verdict), (Turn::Attacker, Verdict::Win(_)) | (Turn::Defender, Verdict::Loss(_)));
        let distance = verdict.distance().filter(|plies| won && plies.moves() <= u16::from(moves))?;
        let safe =
            self.drawn.is_empty() && (self.counter == Counter::Idle || verdict.arrives(position.halfmoves()));
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
        Some(Settled { moves: u8::try_from(distance.moves()).ok()?, line })
    }
}

/// Whether the rules let the line end in mate, with no draw on the way.
fn is_sound(root: &Root, line: &[Move]) -> bool {
    let mut root = root.clone();
    for &mv in line {
        if root.ending().is_some() || !root.position.is_legal(mv) {
            return false;
        }
        root.play(mv);
    }
    matches!(root.ending(), Some(Ending::Checkmate { .. }))
}
