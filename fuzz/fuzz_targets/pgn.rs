//! Any bytes as a PGN file: nothing panics, no control character passes, every game is where it is reported
//! to be, and what was read is written and read again as the same game.
//!
//! `cargo +nightly fuzz run pgn` in the repository's root.

#![no_main]

use libfuzzer_sys::fuzz_target;
use matescope::chess::Position;
use matescope::chess::text::LineCounter;
use matescope::game::pgn::split::PgnSplitter;
use matescope::game::{GameListEntry, pgn};

fuzz_target!(|bytes: &[u8]| {
    let mut end = 0;
    for piece in PgnSplitter::new(bytes) {
        let piece = piece.expect("memory can be read");
        let from = usize::try_from(piece.offset).expect("a place in memory");
        assert!(from >= end);
        end = from + piece.bytes.len();
        assert_eq!(bytes[from..end], piece.bytes);
        let mut lines = LineCounter::new();
        lines.add(&bytes[..from]);
        assert_eq!(piece.line, lines.line());
        let row = GameListEntry::of(std::path::PathBuf::new(), &piece, 0);
        assert!(!row.search_text.chars().any(char::is_control));
        check(&pgn::decode(&piece.bytes));
    }
    check(&pgn::decode(bytes));
});

/// Reads, writes and reads again.
fn check(text: &str) {
    let reading = pgn::read(text, &Position::start());
    let written = pgn::write(&reading.game);
    assert!(written.chars().all(|c| c == '\n' || !c.is_control()), "{written:?}");
    let again = pgn::read(&written, &Position::start());
    assert_eq!(again.fault, None, "{written}");
    assert!(again.game.tree == reading.game.tree, "{written}");
    assert_eq!(pgn::write(&again.game), written);
    let pieces: Vec<_> =
        PgnSplitter::new(written.as_bytes()).map(|piece| piece.expect("memory can be read")).collect();
    assert_eq!(pieces.len(), 1, "{written}");
}
