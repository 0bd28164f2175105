//! Perft: counts the leaves of the tree of legal moves, the standard test of a move generator.

use shakmaty::Move;

use super::position::Position;
use super::stop::{StopToken, Stopped};

/// Below this depth a count is too short to be worth stopping.
const UNCHECKED_DEPTH: u8 = 4;

/// The number of move sequences of exactly `depth` half-moves.
#[must_use]
pub fn perft(position: &Position, depth: u8) -> u64 {
    let moves = position.legal_moves();
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves.iter().map(|&mv| perft(&position.after(mv), depth - 1)).sum(),
    }
}

/// The same count split by first move, in the order of generation.
#[must_use]
pub fn divide(position: &Position, depth: u8) -> Vec<(Move, u64)> {
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    position.legal_moves().iter().map(|&mv| (mv, perft(&position.after(mv), below))).collect()
}

/// [`perft`] that can be stopped.
///
/// # Errors
/// When the token's source was dropped before the count was done.
pub fn perft_until(position: &Position, depth: u8, stop: &StopToken) -> Result<u64, Stopped> {
    stop.check()?;
    if depth < UNCHECKED_DEPTH {
        return Ok(perft(position, depth));
    }
    position.legal_moves().iter().map(|&mv| perft_until(&position.after(mv), depth - 1, stop)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StopSource;

    #[test]
    fn a_count_that_may_be_called_off_is_the_same() {
        let start = Position::start();
        assert_eq!(perft_until(&start, 4, &StopToken::never()), Ok(perft(&start, 4)));
        let source = StopSource::new();
        let token = source.token();
        drop(source);
        assert_eq!(perft_until(&start, 4, &token), Err(Stopped));
    }
}
