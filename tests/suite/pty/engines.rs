//! External engines in the real program: our own is one, so it is always there. No process is left
//! afterwards.

use std::path::Path;
use std::time::{Duration, Instant};

use super::{Home, Tty};
use crate::skip::{SkipReason, skipped};

/// The child processes of a process, except the watchdog of engines.
pub(super) fn children(pid: u32) -> Vec<String> {
    let Ok(all) = std::fs::read_dir("/proc") else { return Vec::new() };
    let names = all.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let parent = |name: &String| {
        let stat = std::fs::read_to_string(format!("/proc/{name}/stat")).unwrap_or_default();
        let after = stat.rsplit(')').next().unwrap_or_default().to_owned();
        after.split_whitespace().nth(1).map(str::to_owned)
    };
    let watches = |name: &String| {
        let command = std::fs::read_to_string(format!("/proc/{name}/cmdline")).unwrap_or_default();
        command.contains("--watch-engines")
    };
    names.filter(|name| parent(name) == Some(pid.to_string()) && !watches(name)).collect()
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
        skipped(&SkipReason::MissingPeer("stockfish"));
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

/// Waits until processes have ended.
fn check_gone(pids: &[String]) {
    let begun = Instant::now();
    let is_alive = |pid: &&String| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // A zombie (dead, but not reaped) does not run any more.
        stat.rsplit(')').next().is_some_and(|after| !after.is_empty() && !after.trim_start().starts_with('Z'))
    };
    while let Some(left) = pids.iter().find(is_alive) {
        assert!(begun.elapsed() < Duration::from_secs(10), "{left} is left");
        std::thread::yield_now();
    }
}

/// A shell script as an engine that has started one process in its process group and another one in a group
/// of its own, and writes their IDs to a file.
fn family(home: &Home) -> String {
    let script = home.path().join("engine.sh");
    let numbers = home.path().join("numbers");
    std::fs::write(
        &script,
        format!(
            "sleep 1000 & echo $! >> {0}\nsetsid sleep 1001 & echo $! >> {0}\necho $$ >> {0}\n\
             while read -r word rest; do case $word in uci) echo uciok ;; isready) echo readyok ;; quit) exit ;; \
             esac; done\n\
             # It hangs even when its input ends.\n\
             while :; do sleep 1000; done\n",
            numbers.display()
        ),
    )
    .expect("a script");
    home.configure(&format!("[engines.family]\ncommand = [\"sh\", \"{}\"]\n", script.display()));
    numbers.display().to_string()
}

/// Starts the program with that engine at work: the numbers of all its processes.
fn with_family(home: &Home) -> (Tty, Vec<String>) {
    let numbers = family(home);
    let mut tty = Tty::matescope(home, &[]);
    tty.wait_for("Matescope");
    tty.send("2");
    tty.wait_for("Verdict");
    tty.send("Ej\r");
    tty.wait_for("thinking");
    let text = std::fs::read_to_string(numbers).expect("the numbers");
    let pids: Vec<String> = text.lines().map(str::to_owned).collect();
    assert_eq!(pids.len(), 3, "{text}");
    (tty, pids)
}

#[test]
fn an_engine_and_all_that_it_has_started_end_with_a_program_that_is_killed() {
    if !Path::new("/proc/self/stat").exists() {
        skipped(&SkipReason::NotPossible("this system has no /proc to look into"));
        return;
    }
    let home = Home::new("engines-kill");
    let (mut tty, pids) = with_family(&home);
    tty.signal("KILL");
    tty.wait_for_end();
    check_gone(&pids);
}

#[test]
fn an_engine_and_all_that_it_has_started_end_when_the_program_is_left() {
    if !Path::new("/proc/self/stat").exists() {
        skipped(&SkipReason::NotPossible("this system has no /proc to look into"));
        return;
    }
    let home = Home::new("engines-leave");
    let (mut tty, pids) = with_family(&home);
    tty.send("\x11");
    assert_eq!(tty.wait_for_end(), 0);
    check_gone(&pids);
}
