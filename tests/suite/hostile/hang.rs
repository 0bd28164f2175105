//! The main thread hangs: the terminal is restored all the same, and the game is saved.
//!
//! Builds for debugging have a hook for it: a paste that blocks the main loop for ever.

use std::time::{Duration, Instant};

use crate::pty::manners::check_restored;
use crate::pty::{Home, Tty, is_machine_quiet};
use crate::skip::{SkipReason, skipped};

/// A second, with a margin for a busy machine.
fn bound() -> Duration {
    Duration::from_secs(if is_machine_quiet() { 1 } else { 10 })
}

/// Plays a move, blocks the main loop, acts against it, and checks what is left.
#[expect(clippy::print_stdout, reason = "a measurement is read by whoever asks for it")]
fn check_stuck(name: &str, status: u32, end: impl FnOnce(&mut Tty)) {
    if !cfg!(debug_assertions) {
        skipped(&SkipReason::NotPossible("only builds for debugging can be made to hang"));
        return;
    }
    let home = Home::new(name);
    home.configure("[play]\ntime = \"0.1s\"\n");
    let go = format!("read go; exec {}", env!("CARGO_BIN_EXE_matescope"));
    let mut tty = Tty::spawn_with(&home, "/bin/sh", &["-c", &go], &[("MATESCOPE_TEST_STALL", "1")]);
    let before = tty.line_settings();
    tty.send("\n");
    tty.wait_for("Matescope");
    tty.send("e4\r");
    tty.wait_for("1. e4");
    tty.paste("stall");
    // Keys are read, but the main loop does not handle them.
    tty.send("?");
    tty.linger(Duration::from_millis(100));
    let begun = Instant::now();
    end(&mut tty);
    assert_eq!(tty.wait_for_end(), status);
    let took = begun.elapsed();
    println!("{name}: the terminal is back after {took:?}");
    assert!(took < bound(), "{took:?}");
    check_restored(&tty, &before);
    let told = tty.screen(vt100::Screen::contents);
    assert!(told.contains("Matescope did not answer") && told.contains("is saved"), "{told}");
    assert!(home.read("game.json").is_some_and(|game| game.contains("e2e4")), "the game is kept");
}

#[test]
fn signals_give_the_terminal_back_within_a_second_whatever_the_program_is_at() {
    for (name, number) in [("TERM", 15), ("HUP", 1), ("INT", 2), ("QUIT", 3)] {
        check_stuck(&format!("stuck-{name}"), 128 + number, |tty| tty.signal(name));
    }
}

#[test]
fn ctrl_c_gives_the_terminal_back_within_a_second_whatever_the_program_is_at() {
    check_stuck("stuck-ctrl-c", 130, |tty| tty.send("\x03"));
}
