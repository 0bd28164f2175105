//! Any text as a position: what is accepted is written and read again as the same; an error says where, and
//! every correction that it offers is a position. The editor writes every draft as a text that it reads as
//! the same.
//!
//! `cargo +nightly fuzz run fen` in the repository's root.

#![no_main]

use libfuzzer_sys::fuzz_target;
use matescope::chess::fen::FenRuleStatus;
use matescope::chess::{Draft, Position, fen};
use matescope::game::pasted;

fuzz_target!(|text: &str| {
    match fen::parse(text) {
        Ok(position) => {
            let written = fen::format(&position);
            let again = fen::parse(&written).expect("what was written can be read");
            assert_eq!(again.key(), position.key(), "{written}");
            assert_eq!(fen::format(&again), written);
            assert_eq!(position.key(), position.key_from_scratch());
            for mv in position.legal_moves() {
                let after = position.after(mv);
                assert_eq!(after.key(), after.key_from_scratch(), "{written} {mv:?}");
            }
        }
        Err(error) => {
            assert!(text.get(error.place.clone()).is_some(), "{:?} of {text:?}", error.place);
            for repair in error.repairs {
                assert!(fen::parse(&repair.fen).is_ok(), "{repair:?} of {text:?}");
            }
        }
    }
    if let Some(draft) = Draft::parse_lenient(text) {
        assert_eq!(Draft::parse_lenient(&draft.fen()), Some(draft.clone()), "{text:?}");
        assert_eq!(
            draft.position().is_ok(),
            draft.checks().iter().all(|rule| rule.status == FenRuleStatus::Satisfied)
        );
    }
    let _ = pasted::recognize(text, &Position::start());
});
