//! Shows the move that mates in any position below the root, from what was proven or can be.

use crate::chess::{Move, Position, StopToken, Stopped};

use super::Finder;
use super::node::{NEVER, Turn};

impl Finder {
    /// The first move of a mate within so many moves, and how many it takes at most; None where there is
    /// no such mate.
    ///
    /// # Errors
    /// When the token ended the work; what was done is not lost.
    pub(in crate::solver::mate) fn mate_from(
        &mut self,
        position: &Position,
        within: u8,
        stop: &StopToken,
    ) -> Result<Option<(u8, Move)>, Stopped> {
        self.set(position.turn(), u64::MAX, stop);
        self.regard(position.halfmoves(), within);
        let key = position.key() ^ self.salt(position.halfmoves());
        let now = self.search(position, key, Turn::Attacker, within, [NEVER; 2]);
        if now.is_refuted() {
            return Ok(None);
        }
        if !now.is_proven() {
            return Err(Stopped);
        }
        let settled = self.settle(position, key, Turn::Attacker, within)?;
        Ok(settled.line.last().map(|&mv| (settled.moves, mv)))
    }
}
