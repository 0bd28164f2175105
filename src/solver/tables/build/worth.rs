//! The value of the best move out of a slice, in one byte: no such move, a draw, a win or a loss in so many plies.

/// There is no such move.
pub(super) const NOTHING: u8 = 0;
/// The best one draws.
pub(super) const DRAW: u8 = u8::MAX;

/// Whether the best one draws or wins.
pub(super) const fn holds(value: u8) -> bool {
    value % 2 == 1
}

/// Whether the best one wins; the byte is then the number of half-moves.
pub(super) const fn wins(value: u8) -> bool {
    holds(value) && value != DRAW
}

/// The better of two for the side to move.
pub(super) fn better(one: u8, other: u8) -> u8 {
    match (wins(one), wins(other)) {
        (true, true) => one.min(other),
        (true, false) => one,
        (false, true) => other,
        // A draw is the largest byte; a longer loss is better than a shorter one; no move is 0.
        (false, false) => one.max(other),
    }
}

/// The value of a position from its half-moves to mate, None for a draw.
pub(super) fn of_position(plies: Option<u16>) -> u8 {
    plies.and_then(|plies| u8::try_from(plies).ok()).unwrap_or(DRAW)
}

/// The value of a move from the half-moves to mate after it, None for a draw. None if it is too long for a
/// byte.
pub(super) fn of(plies: Option<u16>) -> Option<u8> {
    match plies {
        None => Some(DRAW),
        Some(plies) => u8::try_from(plies + 1).ok().filter(|&value| value != DRAW),
    }
}
