//! Any lines from the other side of a UCI connection, interface or engine: nothing panics, no illegal move is
//! accepted, and no sent line contains a second one.
//!
//! `cargo +nightly fuzz run uci` in the repository's root. A line's first byte says whose it is.

#![no_main]

use libfuzzer_sys::fuzz_target;
use matescope::chess::{Position, Root};
use matescope::uci::from_gui;
use matescope::uci::session::{UciSearchRequest, UciSession, UciSessionEffect, UciTimeouts};
use matescope::uci::to_engine::{Ponder, UciSearchLimit};

fn search_request() -> UciSearchRequest {
    let start = Position::start();
    UciSearchRequest {
        root: Root::new(start.clone()),
        start,
        moves: Vec::new(),
        limit: UciSearchLimit::Infinite,
        ponder: Ponder::No,
        multipv: 2,
        search_moves: Vec::new(),
    }
}

fuzz_target!(|text: &str| {
    let (mut session, mut effects) =
        UciSession::start(vec![("Hash".to_owned(), "16".to_owned())], UciTimeouts::default());
    for line in text.split('\n') {
        let mut letters = line.chars();
        let whose = letters.next().unwrap_or(' ');
        let line = letters.as_str();
        effects.extend(match whose {
            '0' => session.search(search_request()),
            '1' => session.cancel(),
            '2' => session.stop(),
            '3' => session.new_game(),
            '4' => session.deadline().map_or(Vec::new(), |deadline| session.expire(deadline)),
            '5' => session.ponder_hit(),
            '6' => session.set_option("Hash", line),
            '7' => session.receive_overlong_line(),
            '8' => {
                match from_gui::parse(line) {
                    Ok(command) => drop(command),
                    Err(bad) => assert!(bad.to_string().chars().count() < 400, "{bad}"),
                }
                Vec::new()
            }
            _ => session.receive_line(line),
        });
        for effect in effects.drain(..) {
            match effect {
                UciSessionEffect::Send(line) => assert!(!line.contains(['\n', '\r']), "{line:?}"),
                UciSessionEffect::BestMove(mv, reply) => {
                    assert!(Position::start().is_legal(mv));
                    let after = Position::start().after(mv);
                    assert!(reply.is_none_or(|reply| after.is_legal(reply)));
                }
                _ => {}
            }
        }
    }
});
