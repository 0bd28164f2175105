//! Bad environments: a tiny window, far too much text, an invalid settings file, a home directory that cannot
//! be written. The program says what is wrong, keeps the game and restores the terminal.

use std::time::Duration;

use portable_pty::PtySize;

use super::{Home, Tty};

/// Resizes the program's terminal. The test's own screen keeps its size, which holds the smallest ones too.
fn resize(tty: &Tty, columns: u16, rows: u16) {
    let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
    tty.master.resize(size).expect("a terminal");
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

#[test]
fn settings_of_garbage_are_reported_and_left_as_they_are() {
    let home = Home::new("garbage");
    let mut random = fastrand::Rng::with_seed(5);
    let garbage: String = std::iter::repeat_with(|| random.char(..)).take(50_000).collect();
    for text in [garbage.as_str(), "board = 7\n", "[board]\ntheme = [[[[[[", "\0\0\0\0"] {
        home.configure(text);
        let mut tty = Tty::matescope(&home, &[]);
        tty.wait("what is wrong", |screen| screen.contents().contains("config.toml"));
        tty.send("e4\r");
        tty.wait_for("1. e4");
        tty.send("\x11");
        assert_eq!(tty.wait_for_end(), 0);
        assert_eq!(home.configured(), text);
    }
}
