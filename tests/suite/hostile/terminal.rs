//! The terminal misbehaves: one cell, absurd sizes, bytes of any kind, pastes of megabytes or without an end,
//! no terminal worth the name. The program answers and gives the terminal back as it found it.

use std::time::{Duration, Instant};

use portable_pty::PtySize;

use crate::pty::manners::check_restored;
use crate::pty::{Home, Tty};

/// Resizes the program's terminal. The test's own screen keeps its size, which holds the smallest ones too.
fn resize(tty: &Tty, columns: u16, rows: u16) {
    let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
    tty.master.resize(size).expect("a terminal");
}

#[test]
fn a_dumb_terminal_is_named_with_the_way_out() {
    let home = Home::new("dumb");
    let program = env!("CARGO_BIN_EXE_matescope");
    let mut tty = Tty::spawn_with(&home, program, &[], &[("TERM", "dumb")]);
    assert_eq!(tty.wait_for_end(), 2);
    let told = tty.screen(vt100::Screen::contents);
    assert!(told.contains("TERM=dumb") && told.contains("--linear"), "{told}");
    let mut tty = Tty::spawn_with(&home, program, &["--linear"], &[("TERM", "dumb")]);
    tty.wait_for("You play White");
    tty.send("quit\n");
    assert_eq!(tty.wait_for_end(), 0);
}

#[test]
fn an_unknown_terminal_gets_sixteen_colors_and_the_whole_screen() {
    for term in ["never-heard-of-9000", ""] {
        let home = Home::new("unknown-term");
        let program = env!("CARGO_BIN_EXE_matescope");
        let mut tty = Tty::spawn_with(&home, program, &[], &[("TERM", term), ("COLORTERM", "")]);
        tty.wait_for("Matescope");
        tty.send("e4\r");
        tty.wait_for("1. e4");
        let bytes = String::from_utf8_lossy(&tty.received().bytes).into_owned();
        assert!(!bytes.contains("38;2;"), "TERM={term}");
        for color in bytes.split("38;5;").skip(1) {
            let number: String = color.chars().take_while(char::is_ascii_digit).collect();
            assert!(number.parse::<u8>().is_ok_and(|number| number < 16), "TERM={term}: {number}");
        }
        tty.send("\x11");
        assert_eq!(tty.wait_for_end(), 0, "TERM={term}");
        tty.screen(|screen| assert!(!screen.alternate_screen(), "TERM={term}"));
    }
}

#[test]
fn without_colors_and_unicode_the_board_is_letters_in_ascii() {
    let home = Home::new("plain");
    let go = format!("NO_COLOR=1 LC_ALL=C.ISO-8859-1 exec {}", env!("CARGO_BIN_EXE_matescope"));
    let mut tty = Tty::spawn(&home, "/bin/sh", &["-c", &go]);
    tty.wait_for("Matescope");
    tty.send("e4\r");
    tty.wait_for("1. e4");
    let text = tty.screen(vt100::Screen::contents);
    assert!(text.is_ascii(), "{text}");
    for letter in ["K", "Q", "k", "q"] {
        assert!(text.contains(letter), "{letter}: {text}");
    }
    tty.send("\x11");
    assert_eq!(tty.wait_for_end(), 0);
}

#[test]
fn a_paste_without_an_end_is_taken_after_a_second_of_silence() {
    let home = Home::new("open-paste");
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    tty.send("\x1b[200~8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    let begun = Instant::now();
    let taken = tty.wait_for("Verdict") - begun;
    assert!(taken >= Duration::from_millis(900), "{taken:?}");
    // Keys are keys again.
    tty.send("?");
    tty.wait_for("Keys");
    tty.send("\x1b\x11");
    assert_eq!(tty.wait_for_end(), 0);
}

#[test]
fn ctrl_c_ends_a_paste_without_an_end() {
    let home = Home::new("open-paste-ctrl-c");
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    tty.send("\x1b[200~1. e4 e5");
    tty.linger(Duration::from_millis(50));
    tty.send("\x03");
    assert_eq!(tty.wait_for_end(), 0);
}

#[test]
fn a_window_of_absurd_size_is_clipped_and_keys_are_answered() {
    let home = Home::new("absurd");
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    for (columns, rows) in [(u16::MAX, u16::MAX), (u16::MAX, 1), (1, u16::MAX), (0, 0), (10_000, 10_000)] {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        tty.master.resize(size).expect("a terminal");
        tty.wait_for_silence(Duration::from_millis(100));
    }
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    tty.master.resize(size).expect("a terminal");
    tty.send("?");
    tty.wait_for("Keys");
    tty.send("\x1b\x11");
    assert_eq!(tty.wait_for_end(), 0);
}

#[test]
fn bytes_of_any_kind_end_with_the_terminal_as_it_was() {
    let home = Home::new("raw-bytes");
    let settings = home.path().join("stty");
    let script = format!(
        "stty -a > {0}.before; {1}; echo status $?; stty -a > {0}.after; read line",
        settings.display(),
        env!("CARGO_BIN_EXE_matescope")
    );
    let mut tty = Tty::spawn(&home, "/bin/sh", &["-c", &script]);
    tty.wait_for("Matescope");
    let before = tty.line_settings();
    let mut random = fastrand::Rng::with_seed(11);
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..random.usize(1..40)).map(|_| random.u8(..)).collect();
        // Ctrl-C, Ctrl-Q and Ctrl-Z mean something of their own.
        let harmless: Vec<u8> = bytes.into_iter().filter(|byte| ![3, 0x11, 0x1a].contains(byte)).collect();
        tty.send_bytes(&harmless);
    }
    // Whatever paste was begun has come to an end.
    tty.linger(Duration::from_millis(1_300));
    assert_ne!(before, "", "raw mode was seen");
    tty.send("\x03");
    tty.wait_for("status 0");
    tty.screen(|screen| assert!(!screen.alternate_screen() && !screen.hide_cursor()));
    let read = |name: &str| {
        let file = format!("{}.{name}", settings.display());
        let begun = Instant::now();
        loop {
            match std::fs::read_to_string(&file) {
                Ok(text) if !text.is_empty() => return text,
                _ => assert!(begun.elapsed() < Duration::from_secs(10), "{file}"),
            }
            std::thread::yield_now();
        }
    };
    assert_eq!(read("after"), read("before"));
}

#[test]
fn sigquit_restores_the_terminal_and_ends_in_order() {
    let home = Home::new("sigquit");
    let go = format!("read go; exec {}", env!("CARGO_BIN_EXE_matescope"));
    let mut tty = Tty::spawn(&home, "/bin/sh", &["-c", &go]);
    let before = tty.line_settings();
    tty.send("\n");
    tty.wait_for("Matescope");
    tty.signal("QUIT");
    assert_eq!(tty.wait_for_end(), 0);
    check_restored(&tty, &before);
}

#[test]
fn a_terminal_of_one_cell_loses_nothing() {
    let home = Home::new("one-cell");
    home.configure("[play]\ntime = \"0.1s\"\n");
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    tty.send("e4\r");
    tty.wait_for("1. e4");
    for (columns, rows) in [(1, 1), (1, 200), (200, 1), (7, 3), (500, 200), (1, 1)] {
        resize(&tty, columns, rows);
        for key in ["?", "\x1b", "S", "\x1b"] {
            tty.send(key);
            tty.wait_for_silence(Duration::from_millis(50));
        }
    }
    resize(&tty, 80, 24);
    tty.wait("the game", |screen| {
        screen.contents().contains("1. e4") && screen.contents().contains("White you")
    });
    tty.send("\x11");
    assert_eq!(tty.wait_for_end(), 0);
}

#[test]
fn no_key_is_lost_while_the_size_changes() {
    let home = Home::new("sizes");
    for _ in 0..30 {
        let mut tty = Tty::matescope(&home, &[]);
        tty.wait_for("Matescope");
        // The program gets a new size and a key at once, and nothing comes after that key.
        for columns in [81, 90, 80] {
            resize(&tty, columns, 24);
        }
        tty.send("\x11");
        assert_eq!(tty.wait_for_end(), 0);
    }
}

#[test]
fn ten_megabytes_are_pasted_and_the_game_goes_on() {
    let home = Home::new("ten-megabytes");
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    tty.send("2");
    tty.wait_for("Verdict");
    for text in ["x".repeat(10_000_000), "8/".repeat(5_000_000)] {
        tty.paste(&text);
        tty.wait("a word about it", |screen| !screen.contents().contains("Verdict"));
        tty.send("\x1b");
        tty.wait_for("Verdict");
    }
    // Of variations in variations what can be read is shown.
    tty.paste(&"1. e4 (1. d4 ".repeat(800_000));
    tty.wait_for("(1.d4");
    tty.send("X");
    tty.wait_for("No move yet");
    tty.send("e4\r");
    tty.wait_for("1. e4");
    tty.send("\x11");
    assert_eq!(tty.wait_for_end(), 0);
}
