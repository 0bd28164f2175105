//! Mating moves in any position below the root, from stored or new proofs.

use super::DfpnSearch;
use super::node::{DfpnTurn, INFINITE};
use chess::{Move, Position, StopToken, Stopped};

impl DfpnSearch {
    /// The first move of a mate within `within` moves, and an upper bound of its length; None if there is no
    /// such mate.
    ///
    /// # Errors
    /// When the token stopped the search; the work done is kept.
    pub(in crate::mate) fn mate_from(
        &mut self,
        position: &Position,
        within: u8,
        stop: &StopToken,
    ) -> Result<Option<(u8, Move)>, Stopped> {
        self.set_limits(position.turn(), u64::MAX, stop);
        self.set_fifty_move_counter(position.halfmoves(), within);
        let key = position.key() ^ self.key_salt(position.halfmoves());
        let now = self.search(position, key, DfpnTurn::Attacker, within, [INFINITE; 2]);
        if now.is_refuted() {
            return Ok(None);
        }
        if !now.is_proven() {
            return Err(Stopped);
        }
        let proven_line = self.prove_line(position, key, DfpnTurn::Attacker, within)?;
        Ok(proven_line.line.last().map(|&mv| (proven_line.moves, mv)))
    }
}
