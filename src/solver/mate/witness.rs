//! Who can show the next move of a forced mate: all that a tree or a certificate is built from.

use crate::chess::{Move, Position, StopToken, Stopped};

/// Someone who knows forced mates and can show them move by move.
pub trait Witness {
    /// A move of the side to move that forces mate within `moves` of its own moves (1 or more), or None
    /// where the witness knows no such move. The exhaustive search knows all there are.
    ///
    /// # Errors
    /// When the token stopped the work.
    fn mating_move(
        &mut self,
        position: &Position,
        moves: u16,
        stop: &StopToken,
    ) -> Result<Option<Move>, Stopped>;
}
