//! Engines outside in the real program: our own is one, so it is always there. None is left behind.

use std::path::Path;
use std::time::{Duration, Instant};

use super::{Home, Tty};

/// The processes that a process has started.
pub(super) fn children(pid: u32) -> Vec<String> {
    let Ok(all) = std::fs::read_dir("/proc") else { return Vec::new() };
    let names = all.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let parent = |name: &String| {
        let stat = std::fs::read_to_string(format!("/proc/{name}/stat")).unwrap_or_default();
        let after = stat.rsplit(')').next().unwrap_or_default().to_owned();
        after.split_whitespace().nth(1).map(str::to_owned)
    };
    names.filter(|name| parent(name) == Some(pid.to_string())).collect()
}

pub(super) fn home(name: &str) -> Home {
    let home = Home::new(name);
    home.configure(&format!(
        "# my engines\n[engines.twin] # ours\ncommand = [\"{}\", \"uci\"]\n",
        env!("CARGO_BIN_EXE_matescope")
    ));
    home
}

#[test]
fn an_engine_analyzes_is_set_up_and_leaves_with_the_program() {
    let home = home("engines-analyze");
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    tty.send("2");
    tty.wait_for("Verdict");
    tty.send("Ej\r");
    tty.wait_for("thinking");
    let started = children(tty.pid());
    assert_eq!(started.len(), 1, "{started:?}");
    // Its own settings: the table's size, twice as large and kept.
    tty.send("o");
    tty.wait_for("Settings of twin");
    tty.send("l");
    tty.wait_for("128 *");
    tty.send("\x1b");
    tty.wait("its lines", |screen| {
        let text = screen.contents();
        text.contains("twin") && text.matches("depth ").count() > 1
    });
    tty.send("\x11");
    assert_eq!(tty.wait_for_end(), 0);
    for pid in started {
        assert!(!Path::new("/proc").join(&pid).exists(), "{pid} is left");
    }
    let kept = home.configured();
    assert!(kept.starts_with("# my engines\n[engines.twin] # ours\n"), "{kept}");
    assert!(kept.contains("options = { Hash = 128 }"), "{kept}");
}

#[test]
fn a_game_against_an_engine_that_is_killed_goes_on() {
    let home = home("engines-play");
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    // Against the twin; the rest as it is.
    tty.send("\x0ejl");
    tty.wait_for("E sets it up");
    tty.send("\x1b[B\x1b[B\x1b[B\x1b[B\r");
    tty.send("e4\r");
    tty.wait("its answer", |screen| {
        let text = screen.contents();
        text.contains("1. e4") && text.contains("White you  to move")
    });
    let started = children(tty.pid());
    assert_eq!(started.len(), 1, "{started:?}");
    tty.send("d4\r");
    tty.wait_for("thinking");
    let killed = std::process::Command::new("kill").args(["-9", &started[0]]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    tty.wait_for("SIGKILL");
    tty.wait_for("The game waits");
    let begun = Instant::now();
    while Path::new("/proc").join(&started[0]).exists() {
        assert!(begun.elapsed() < Duration::from_secs(30), "it is left");
        std::thread::yield_now();
    }
    // It is asked again, and answers.
    tty.send("m");
    tty.wait("its answer", |screen| {
        let text = screen.contents();
        text.contains("2. d4") && text.contains("White you  to move")
    });
    tty.signal("TERM");
    assert_eq!(tty.wait_for_end(), 0);
}

#[test]
fn an_engine_ponders_where_it_is_set_to() {
    let Some(program) = crate::external::real::find("stockfish") else {
        eprintln!("SKIPPED: stockfish is not installed, so nobody pondered");
        return;
    };
    let home = Home::new("engines-ponder");
    home.configure(&format!(
        "[play]\nopponent = \"fish\"\n[engines.fish]\ncommand = [\"{program}\"]\noptions = {{ Ponder = true }}\n"
    ));
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    tty.send("e4\r");
    tty.wait_for("ponders");
    tty.send("a3\r");
    tty.wait("the next answer", |screen| {
        let text = screen.contents();
        text.contains("2. a3") && text.contains("White you  to move") && text.contains("ponders")
    });
    let started = children(tty.pid());
    tty.send("\x11");
    assert_eq!(tty.wait_for_end(), 0);
    for pid in started {
        assert!(!Path::new("/proc").join(&pid).exists(), "{pid} is left");
    }
}
