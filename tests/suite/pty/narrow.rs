//! Edge cases: a full disk, a missing terminal, a paste without an end, a window of absurd size.

use std::time::{Duration, Instant};

use portable_pty::PtySize;

use super::manners::check_restored;
use super::{Home, Tty};

/// Starts the program with its folder on a small disk of its own, in a mount namespace of the test. None
/// where the system allows none.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn on_own_disk(home: &Home, options: &str) -> Option<Tty> {
    let local = home.path().join(".local");
    std::fs::create_dir_all(&local).expect("a folder");
    let mount = format!("mount -t tmpfs -o {options} tmpfs '{}'", local.display());
    let allowed = std::process::Command::new("unshare").args(["-rm", "sh", "-c", &mount]).output();
    if !allowed.is_ok_and(|output| output.status.success()) {
        eprintln!("SKIPPED: this system allows no disk of one's own (unshare -rm, tmpfs)");
        return None;
    }
    // What is full is full of something else.
    let script = format!(
        "{mount} && mkdir -p '{0}/state/matescope' && (head -c 900000 /dev/zero > '{0}/rest' || :) 2>/dev/null; exec {1}",
        local.display(),
        env!("CARGO_BIN_EXE_matescope")
    );
    Some(Tty::spawn(home, "unshare", &["-rm", "sh", "-c", &script]))
}

#[test]
fn a_full_disk_is_reported_while_one_plays_and_when_one_leaves() {
    let home = Home::new("full-disk");
    home.configure("[play]\ntime = \"0.1s\"\n");
    let Some(mut tty) = on_own_disk(&home, "size=64k") else { return };
    tty.wait_for("Matescope");
    tty.send("e4\r");
    tty.wait_for("1. e4");
    tty.wait_for("the disk is full");
    tty.send("\x11");
    assert_eq!(tty.wait_for_end(), 1);
    let told = tty.screen(vt100::Screen::contents);
    assert!(
        told.contains("error: ")
            && told.contains("could not be saved in")
            && told.contains("the disk is full"),
        "{told}"
    );
}

#[test]
fn a_disk_that_can_only_be_read_is_reported_and_the_game_goes_on() {
    let home = Home::new("read-only");
    home.configure("[play]\ntime = \"0.1s\"\n");
    let Some(mut tty) = on_own_disk(&home, "ro") else { return };
    tty.wait_for("Matescope");
    tty.send("e4\r");
    tty.wait("the answer", |screen| {
        screen.contents().contains("1. e4") && screen.contents().contains("White you")
    });
    tty.wait_for("could not be saved");
    tty.send("\x11");
    assert_eq!(tty.wait_for_end(), 1);
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
fn a_second_instance_says_what_it_does_not_keep() {
    let home = Home::new("second-analysis");
    let first = Tty::matescope(&home, &[]);
    first.wait_for("Matescope");
    let mut second = Tty::matescope(&home, &[]);
    second.wait_for("its analysis is not kept");
    second.send("\x11");
    assert_eq!(second.wait_for_end(), 0);
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
