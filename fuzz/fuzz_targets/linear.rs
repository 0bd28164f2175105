//! Any bytes typed into line mode: nothing panics, every line gets a reply or an effect, and no terminal
//! control sequence comes back.
//!
//! `cargo +nightly fuzz run linear` in the repository's root.

#![no_main]

use std::io::BufReader;
use std::time::Instant;

use libfuzzer_sys::fuzz_target;
use matescope::chess::text::is_printable;
use matescope::tui::linear::input::next_line;
use matescope::tui::linear::listener::LinearSession;

const MOST_LINES: usize = 100;

fuzz_target!(|bytes: &[u8]| {
    let mut input = BufReader::with_capacity(64, bytes);
    let mut session = LinearSession::new(Instant::now());
    for _ in 0..MOST_LINES {
        let Some(line) = next_line(&mut input).expect("memory can be read") else { return };
        let output = session.handle_line(&line);
        assert!(output.chars().all(|c| c == '\n' || is_printable(c)), "{line:?}: {output:?}");
    }
});
