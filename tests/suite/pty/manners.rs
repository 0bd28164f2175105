//! However the program ends, the terminal is as it was found.

use std::time::Duration;

use super::{Home, Tty};

/// The modes that the program switches on.
const MODES: [u16; 7] = [1000, 1002, 1004, 1006, 1049, 2004, 2026];

pub(crate) fn check_restored(tty: &Tty, before: &str) {
    tty.screen(|screen| {
        assert!(!screen.alternate_screen(), "the other screen is left on");
        assert!(!screen.hide_cursor(), "the cursor is left hidden");
        assert!(!screen.bracketed_paste(), "bracketed paste is left on");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    });
    let bytes = String::from_utf8_lossy(&tty.received().bytes).into_owned();
    for mode in MODES {
        let (on, off) = (bytes.rfind(&format!("?{mode}h")), bytes.rfind(&format!("?{mode}l")));
        assert!(on.is_some() && on < off, "mode {mode}: on {on:?}, off {off:?}");
    }
    assert_eq!(tty.line_settings(), before, "line settings");
}

fn check_end(name: &str, end: impl FnOnce(&mut Tty)) {
    let home = Home::new(name);
    // The settings are read before the program starts: the shell waits for a command.
    let mut tty =
        Tty::spawn(&home, "/bin/sh", &["-c", &format!("read go; exec {}", env!("CARGO_BIN_EXE_matescope"))]);
    let before = tty.line_settings();
    tty.send("\n");
    tty.wait_for("Matescope");
    assert_ne!(tty.line_settings(), before, "raw mode");
    end(&mut tty);
    assert_eq!(tty.wait_for_end(), 0);
    tty.wait("the end", |screen| !screen.alternate_screen());
    check_restored(&tty, &before);
}

#[test]
fn the_terminal_is_restored_after_quitting() {
    check_end("quit", |tty| tty.send("\x11"));
}

#[test]
fn the_terminal_is_restored_after_a_signal_to_end() {
    check_end("term", |tty| tty.signal("TERM"));
    check_end("hup", |tty| tty.signal("HUP"));
}

#[test]
fn a_stop_gives_the_terminal_back_and_fg_takes_it_again() {
    let home = Home::new("stop");
    let mut shell = Tty::spawn(&home, "/bin/bash", &["--norc", "--noprofile", "-i"]);
    shell.send("PS1='ready> '\n");
    shell.wait_for("\nready> ");
    shell.send(&format!("{}\n", env!("CARGO_BIN_EXE_matescope")));
    shell.wait("the board", |screen| screen.alternate_screen() && screen.contents().contains("Matescope"));
    shell.send("e4\r");
    for round in 0..2 {
        shell.send("\x1a");
        // The shell's output of the previous round is still there.
        let stops = |screen: &vt100::Screen| screen.contents().matches("Stopped").count();
        shell.wait("the shell", |screen| !screen.alternate_screen() && stops(screen) == round + 1);
        shell.screen(|screen| {
            // The shell asks for bracketed paste by itself.
            assert!(!screen.hide_cursor(), "round {round}");
            assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        });
        shell.send(&format!("echo still $((6 * 7 + {round}))\n"));
        shell.wait_for(&format!("still {}", 42 + round));
        shell.send("fg\n");
        shell.wait("the board again", |screen| {
            screen.alternate_screen() && screen.contents().contains("Matescope")
        });
        shell.wait_for_silence(std::time::Duration::from_millis(50));
    }
    shell.send("\x11");
    shell.wait("the shell again", |screen| !screen.alternate_screen() && !screen.hide_cursor());
}

#[test]
fn a_stop_from_outside_is_survived_too() {
    let home = Home::new("outside");
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    tty.signal("TSTP");
    tty.wait("the shell's screen", |screen| !screen.alternate_screen());
    tty.wait_for_stop();
    tty.signal("CONT");
    tty.wait("the board again", |screen| {
        screen.alternate_screen() && screen.contents().contains("Matescope")
    });
    tty.send("\x11");
    assert_eq!(tty.wait_for_end(), 0);
}

#[test]
fn settings_are_written_back_and_a_broken_file_is_left_alone() {
    let home = Home::new("settings");
    let text = "# mine\n[play]\nlevel = 3 # low\nstalemate_guard = \"warn\" # ask me\n";
    for (text, wanted, status) in
        [(text, text.replace("warn", "block"), 0), ("[play\n", "[play\n".to_owned(), 1)]
    {
        home.configure(text);
        let mut tty = Tty::matescope(&home, &[]);
        tty.wait_for("Matescope");
        tty.send("S\x1b[C");
        if wanted == text {
            tty.wait_for("could not be saved");
        }
        tty.send("\x03");
        assert_eq!(tty.wait_for_end(), status, "what could not be kept is said at the end, too");
        assert_eq!(home.configured(), wanted);
    }
}

#[test]
fn a_pipe_gets_text_and_no_escape_codes() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_matescope"))
        .stdin(std::process::Stdio::null())
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("this is not a terminal") && !text.contains('\x1b'), "{text}");
}

#[test]
fn a_changed_settings_file_counts_while_the_program_runs() {
    let home = Home::new("reload");
    home.configure("[board]\ntheme = \"slate\"\n");
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    tty.send("2");
    tty.wait_for("Lines");
    // The file watcher starts after the first frame; a key that has an effect comes after it.
    home.configure("[board]\ntheme = \"paper\"\n[play]\nlevel = 77\n");
    tty.wait_for("The settings were read again");
    tty.wait_for("77 is out of range");
    // What the program itself writes is kept beside it.
    tty.send("S\x1b[C");
    tty.wait_for("block");
    tty.signal("TERM");
    assert_eq!(tty.wait_for_end(), 0);
    let kept = home.configured();
    assert!(kept.contains("stalemate_guard = \"block\"") && kept.contains("paper"), "{kept}");
}

#[test]
fn in_lines_a_game_is_played_and_left_with_plain_text_alone() {
    let home = Home::new("lines");
    let mut tty = Tty::matescope(&home, &["--linear"]);
    tty.wait_for("You play White. White to move.");
    tty.send("e4\n");
    tty.wait_for("Black, engine: 1... ");
    tty.send("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1\n");
    tty.wait_for("White mates in 3");
    tty.send("quit\n");
    assert_eq!(tty.wait_for_end(), 0);
    let bytes = String::from_utf8_lossy(&tty.received().bytes).into_owned();
    assert!(!bytes.contains('\x1b'), "{bytes}");
    assert!(home.read("game.json").is_some_and(|game| game.contains("e2e4")), "the game is kept");
}

#[test]
fn the_bell_rings_only_where_it_is_wanted() {
    for (config, rings) in [("", true), ("[play]\nbell = false\n", false)] {
        let home = Home::new(if rings { "bell" } else { "no-bell" });
        home.configure(config);
        let mut tty = Tty::matescope(&home, &[]);
        tty.wait_for("Matescope");
        tty.send("p");
        tty.paste("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
        tty.wait_for("White to move");
        tty.send("\x07");
        tty.wait_for("you: White");
        tty.send("Kc2\r");
        tty.wait_for("STALEMATE");
        tty.wait_for_silence(Duration::from_millis(200));
        assert_eq!(tty.received().bytes.contains(&7), rings, "{config}");
    }
}
