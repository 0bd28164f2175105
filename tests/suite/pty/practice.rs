//! The record of practice on a real disk.

use std::path::PathBuf;
use std::time::Instant;

use super::{Home, PATIENCE, Tty};

fn record(home: &Home) -> PathBuf {
    home.path().join(".local/state/matescope/practice.jsonl")
}

/// Stalemates the bare king, which ends a round at once.
fn stalemate(tty: &mut Tty) {
    tty.send("p");
    tty.wait_for("Enter");
    tty.paste("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    tty.wait_for("White mates in 3");
    tty.send("\x04");
    tty.wait_for("Mate the bare king");
    tty.send("Kc2\r");
    tty.wait_for("STALEMATE");
    tty.send("\r");
    tty.wait_for("win gone");
}

#[test]
fn a_finished_round_outlives_a_kill() {
    let home = Home::new("practice-kill");
    for rounds in 1..=3 {
        let mut tty = Tty::matescope(&home, &[]);
        tty.wait_for("Matescope");
        stalemate(&mut tty);
        let begun = Instant::now();
        let lines = || std::fs::read_to_string(record(&home)).unwrap_or_default().lines().count();
        while lines() < rounds {
            assert!(begun.elapsed() < PATIENCE, "the round is not kept");
            std::thread::yield_now();
        }
        tty.signal("KILL");
        tty.wait_for_end();
        // What a crash has cut must not hide the rounds before and after it.
        let whole = std::fs::read(record(&home)).expect("a record");
        let cut = [whole.as_slice(), &whole[..60]].concat();
        std::fs::write(record(&home), cut).expect("a record");
        let mut tty = Tty::matescope(&home, &[]);
        tty.wait_for("Matescope");
        tty.send("3");
        tty.wait_for(&format!("0/{rounds}"));
        tty.signal("KILL");
        tty.wait_for_end();
        std::fs::write(record(&home), whole).expect("a record");
    }
}
