//! The value of the best move out of a slice, in one byte: no such move, a draw, a win or a loss in so many plies.

/// There is no such move.
pub(super) const NOTHING: u8 = 0;
/// As the value of a single move: it wins in 255 half-moves, which no byte is left for. `KPPvKP` has such moves, all of them
/// beside a faster win.
pub(super) const TOO_LONG: u8 = 0;
/// The best one draws.
pub(super) const DRAW: u8 = u8::MAX;

/// Whether a single move wins.
pub(super) const fn is_winning_move(value: u8) -> bool {
    wins(value) || value == TOO_LONG
}

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

/// The value of a move from the half-moves to mate after it, None for a draw.
pub(super) fn of(plies: Option<u16>) -> u8 {
    match plies {
        None => DRAW,
        Some(plies) => u8::try_from(plies + 1).ok().filter(|&value| value != DRAW).unwrap_or(TOO_LONG),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_that_no_byte_is_left_for_is_a_win_and_never_the_best_move() {
        assert_eq!((of(None), of(Some(0)), of(Some(253))), (DRAW, 1, 254));
        let too_long = of(Some(254));
        assert!(is_winning_move(too_long) && too_long == TOO_LONG);
        assert!(is_winning_move(of(Some(252))) && !is_winning_move(of(Some(253))) && !is_winning_move(DRAW));
        for value in [NOTHING, DRAW, of(Some(252)), of(Some(253))] {
            assert_eq!(better(value, too_long), value);
            assert_eq!(better(too_long, value), value);
        }
    }
}
