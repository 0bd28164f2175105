//! Signals that end a program by default: the terminal is given back first, and the program dies by that signal.
#![cfg(target_os = "linux")]

use std::hint::black_box;
use std::io::Write;
use std::time::Instant;

use matescope::tui::terminal::{self, MouseCapture, TerminalGuard};

use crate::pty::manners::check_restored;
use crate::pty::{Home, PATIENCE, Tty};

/// The program in a shell that reports its status, with this before it (limits); and the terminal's settings before it.
fn start(home: &Home, before: &str) -> (Tty, String) {
    let program = env!("CARGO_BIN_EXE_matescope");
    let inner = format!("echo $$ > pid; {before} exec {program}");
    let script = format!("ulimit -c 0; read go; sh -c '{inner}'; echo status $?; read end");
    let mut tty = Tty::spawn(home, "/bin/sh", &["-c", &script]);
    let settings = tty.line_settings();
    tty.send("\n");
    tty.wait_for("Matescope");
    assert_ne!(tty.line_settings(), settings, "raw mode");
    (tty, settings)
}

/// Sends a signal to the program itself.
fn kill(home: &Home, signal: &str) {
    let pid = std::fs::read_to_string(home.path().join("pid")).expect("the process ID");
    let sent = std::process::Command::new("kill").args(["-s", signal, pid.trim()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "kill -s {signal}");
}

/// Waits for the end by a signal with this number, and checks the terminal.
fn check_end(tty: &Tty, number: u32, settings: &str) {
    tty.wait_for(&format!("status {}", 128 + number));
    let begun = Instant::now();
    while tty.line_settings() != settings && begun.elapsed() < PATIENCE {
        std::thread::yield_now();
    }
    check_restored(tty, settings);
}

#[test]
fn every_signal_that_ends_a_program_gives_the_terminal_back_first() {
    let home = Home::new("every-signal");
    for (name, number) in [
        ("ILL", 4),
        ("TRAP", 5),
        ("ABRT", 6),
        ("BUS", 7),
        ("FPE", 8),
        ("USR1", 10),
        ("SEGV", 11),
        ("USR2", 12),
        ("ALRM", 14),
        ("STKFLT", 16),
        ("XCPU", 24),
        ("VTALRM", 26),
        ("PROF", 27),
        ("IO", 29),
        ("PWR", 30),
        ("SYS", 31),
        ("RTMIN", 34),
        ("RTMIN+5", 39),
        ("64", 64),
    ] {
        let (tty, settings) = start(&home, "");
        kill(&home, name);
        check_end(&tty, number, &settings);
        let why = match name {
            "ABRT" => "error: Matescope was aborted".to_owned(),
            "XCPU" => "error: Matescope has used up its processor time (ulimit -t)".to_owned(),
            _ => format!("error: Matescope was ended by signal {number}"),
        };
        tty.screen(|screen| assert!(screen.contents().contains(&why), "{name}: {}", screen.contents()));
    }
}

/// Calls itself until the stack is used up, which is long before this number.
fn recurse(depth: u64) -> u64 {
    let frame = black_box([depth; 64]);
    if depth == u64::MAX { depth } else { recurse(depth + 1).wrapping_add(frame[1]) }
}

/// The overflow happens in this test itself, in a process of its own with the terminal taken over as the program takes it.
#[test]
fn a_stack_that_overflows_gives_the_terminal_back_and_is_reported() {
    const CHILD: &str = "MATESCOPE_TEST_OVERFLOWS";
    if std::env::var_os(CHILD).is_some() {
        let modes = TerminalGuard::enter(terminal::Tty::new(), MouseCapture::On).expect("a terminal");
        modes.canvas().write_all(b"a frame").and_then(|()| modes.present()).expect("a terminal");
        println!("{}", recurse(0));
        return;
    }
    let home = Home::new("stack-overflow");
    let suite = std::env::current_exe().unwrap();
    let test = "hostile::signals::a_stack_that_overflows_gives_the_terminal_back_and_is_reported";
    // On a thread of its own, and on the main one.
    for threads in [2, 1] {
        let child =
            format!("{CHILD}=1 {} --exact {test} --nocapture --test-threads {threads}", suite.display());
        let script = format!("ulimit -c 0; read go; {child}; echo status $?; read end");
        let mut tty = Tty::spawn(&home, "/bin/sh", &["-c", &script]);
        let settings = tty.line_settings();
        tty.send("\n");
        check_end(&tty, 6, &settings);
        let bytes = String::from_utf8_lossy(&tty.received().bytes).into_owned();
        let at = |text: &str| bytes.find(text).unwrap_or_else(|| panic!("{text:?} is not in {bytes:?}"));
        let [entered, left] = ["\x1b[?1049h", "\x1b[?1049l"].map(at);
        assert!(entered < left && left < at("has overflowed its stack"), "{bytes:?}");
    }
}

#[test]
fn a_signal_that_the_caller_ignores_ends_nothing() {
    let home = Home::new("ignored-signal");
    let (mut tty, _) = start(&home, "trap \"\" USR1;");
    kill(&home, "USR1");
    tty.send("e4\r");
    tty.wait_for("1. e4");
    tty.send("\x11");
    tty.wait_for("status 0");
}

#[test]
fn processor_time_that_is_used_up_gives_the_terminal_back() {
    let home = Home::new("processor-time");
    let (mut tty, settings) = start(&home, "ulimit -St 1;");
    // An analysis on all cores takes more than that.
    tty.send("2");
    check_end(&tty, 24, &settings);
}

#[test]
fn a_file_that_may_not_grow_is_an_error_and_not_the_end() {
    let home = Home::new("file-size");
    let (mut tty, settings) = start(&home, "ulimit -f 0;");
    tty.send("e4\r");
    tty.wait_for("1. e4");
    tty.wait_for("could not be saved");
    tty.send("\x11");
    tty.wait_for("status 1");
    tty.wait_for("(ulimit -f)");
    check_restored(&tty, &settings);
}
