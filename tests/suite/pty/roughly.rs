//! The program treated roughly: far too much text, a file of settings that is none. It says what is wrong and goes on.

use super::{Home, Tty};

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
    tty.send("q");
    assert_eq!(tty.wait_for_end(), 0);
}

#[test]
fn settings_of_garbage_are_told_and_left_as_they_are() {
    let home = Home::new("garbage");
    let mut random = fastrand::Rng::with_seed(5);
    let garbage: String = std::iter::repeat_with(|| random.char(..)).take(50_000).collect();
    for text in [garbage.as_str(), "board = 7\n", "[board]\ntheme = [[[[[[", "\0\0\0\0"] {
        home.configure(text);
        let mut tty = Tty::matescope(&home, &[]);
        tty.wait("what is wrong", |screen| screen.contents().contains("config.toml"));
        tty.send("e4\r");
        tty.wait_for("1. e4");
        tty.send("q");
        assert_eq!(tty.wait_for_end(), 0);
        assert_eq!(home.configured(), text);
    }
}
