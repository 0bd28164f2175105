//! Any lines from the other side of a UCI connection, interface or engine: nothing panics, no illegal move is
//! accepted, and no sent line contains a second one.
//!
//! `cargo +nightly fuzz run uci` in the repository's root. A line's first byte says whose it is.

#![no_main]

use libfuzzer_sys::fuzz_target;
use matescope::chess::{Position, Root};
use matescope::uci::from_gui;
use matescope::uci::session::{UciSessionEffect, UciTimeouts, UciSession, UciSearchRequest};
use matescope::uci::to_engine::{Ponder, UciSearchLimit};

fn question() -> Question {
    let start = Position::start();
    Question {
        root: Root::new(start.clone()),
        start,
        moves: Vec::new(),
        spend: Spend::Anything,
        ponder: Ponder::No,
        lines: 2,
        only: Vec::new(),
    }
}

fuzz_target!(|text: &str| {
    let (mut peer, mut acts) = Peer::begin(vec![("Hash".to_owned(), "16".to_owned())], Patience::default());
    for line in text.split('\n') {
        let mut letters = line.chars();
        let whose = letters.next().unwrap_or(' ');
        let line = letters.as_str();
        acts.extend(match whose {
            '0' => peer.ask(question()),
            '1' => peer.halt(),
            '2' => peer.hurry(),
            '3' => peer.new_game(),
            '4' => peer.wait().map_or(Vec::new(), |wait| peer.expire(wait)),
            '5' => peer.ponder_hit(),
            '6' => peer.set("Hash", line),
            '7' => peer.hear_too_much(),
            '8' => {
                match from_gui::parse(line) {
                    Ok(command) => drop(command),
                    Err(bad) => assert!(bad.to_string().chars().count() < 400, "{bad}"),
                }
                Vec::new()
            }
            _ => peer.hear(line),
        });
        for act in acts.drain(..) {
            match act {
                Act::Say(line) => assert!(!line.contains(['\n', '\r']), "{line:?}"),
                Act::Decided(mv, reply) => {
                    assert!(Position::start().is_legal(mv));
                    let after = Position::start().after(mv);
                    assert!(reply.is_none_or(|reply| after.is_legal(reply)));
                }
                _ => {}
            }
        }
    }
});
