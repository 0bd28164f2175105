//! Any bytes as a mate certificate: what is accepted is true. Mates in one and two are checked again by
//! trying all moves.
//!
//! `cargo +nightly fuzz run certificate` in the repository's root.

#![no_main]

use libfuzzer_sys::fuzz_target;
use matescope::chess::Position;
use matescope::solver::mate::certificate::verify;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(verified) = verify(bytes) {
        let attacks = verified.position.turn() == verified.winner;
        assert!(verified.moves >= u16::from(attacks), "{verified:?}");
        if verified.moves <= 2 {
            let is_true = if attacks {
                mates(&verified.position, verified.moves)
            } else {
                is_mated(&verified.position, verified.moves)
            };
            assert!(is_true, "{verified:?}");
        }
    }
});

fn mates(position: &Position, moves: u16) -> bool {
    moves > 0 && position.legal_moves().into_iter().any(|mv| is_mated(&position.after(mv), moves - 1))
}

fn is_mated(position: &Position, moves: u16) -> bool {
    let replies = position.legal_moves();
    if replies.is_empty() {
        return position.is_check();
    }
    moves > 0 && replies.into_iter().all(|mv| mates(&position.after(mv), moves))
}
