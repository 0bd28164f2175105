//! Kill loops: the state on the screen is restored at the next start, and a file that was being written is the
//! old or the new one.
//!
//! `KILL_ROUNDS` sets how often the program is killed; the slow suite does it 50 times.

use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use matescope::practice::Seed;
use matescope::practice::record::{PracticeEntry, TrapQuizRun};
use matescope::store::saved_game::{load_latest_analysis, load_latest_game};
use matescope::store::{SavedAnalysis, SavedGame, practice_record};

use super::{Folder, command_in};
use crate::pty::{Home, PATIENCE, Tty, is_machine_quiet};

/// Lets what is on the screen stand there for the 20 ms after which it survives a kill. Beside other tests a thread
/// may wait longer than that for a processor or the disk: there, until it `is_kept`.
fn let_stand(tty: &Tty, is_kept: impl Fn() -> bool) {
    tty.linger(Duration::from_millis(20));
    let end = Instant::now() + PATIENCE;
    while !is_machine_quiet() && !is_kept() && Instant::now() < end {
        tty.linger(Duration::from_millis(10));
    }
}

fn rounds() -> usize {
    let wanted = std::env::var("KILL_ROUNDS").ok().and_then(|rounds| rounds.parse().ok());
    wanted.unwrap_or(if std::env::var_os("RUN_SLOW_TESTS").is_some() { 50 } else { 4 })
}

/// The moves of the running game, as the next start restores them.
fn kept(home: &Home) -> Vec<String> {
    let folder = home.path().join(".local/state/matescope");
    let synced = SavedGame::load(&folder).expect("a file that is whole");
    let Some(game) = load_latest_game(&folder).or(synced) else { return Vec::new() };
    let line = game.tree.line_to(game.current);
    line.into_iter().map(|id| game.tree.node(id).san().to_owned()).collect()
}

/// Whether the next start finds a move of the analysis.
fn is_analysis_kept(home: &Home) -> bool {
    let folder = home.path().join(".local/state/matescope");
    let synced = SavedAnalysis::load(&folder).expect("a file that is whole");
    let kept = load_latest_analysis(&folder).or(synced);
    kept.is_some_and(|analysis| !analysis.tree.line_to(analysis.current).is_empty())
}

#[test]
fn a_move_that_was_on_the_screen_for_20_ms_survives_a_kill() {
    let mut lost = Vec::new();
    for round in 0..rounds() {
        let home = Home::new(&format!("kill-{round}"));
        home.configure("[play]\ntime = \"0.1s\"\nbell = false\n");
        let mut tty = Tty::matescope(&home, &[]);
        tty.wait_for("Matescope");
        tty.send("e4\r");
        tty.wait_for("1. e4");
        // Half of the rounds wait for the engine's answer, which comes while the first move is being synced.
        let plies = 1 + round % 2;
        if plies == 2 {
            tty.wait("the answer", |screen| {
                let text = screen.contents();
                text.contains("White you") && text.contains("to move") && !text.contains("thinking")
            });
        }
        let_stand(&tty, || kept(&home).len() >= plies);
        tty.signal("KILL");
        tty.wait_for_end();
        let kept = kept(&home);
        if kept.len() < plies {
            lost.push((round, kept));
        }
    }
    println!("{} rounds, {} lost", rounds(), lost.len());
    assert!(lost.is_empty(), "{lost:?}");
}

#[test]
fn a_move_of_the_analysis_that_was_on_the_screen_for_20_ms_survives_a_kill() {
    for round in 0..rounds().div_ceil(4) {
        let home = Home::new(&format!("kill-analysis-{round}"));
        let mut tty = Tty::matescope(&home, &["--fen", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1"]);
        tty.wait_for("Verdict");
        tty.send("Qb4\r");
        tty.wait("the move", |screen| screen.contents().contains("1. Qb4"));
        let_stand(&tty, || is_analysis_kept(&home));
        tty.signal("KILL");
        tty.wait_for_end();
        let mut tty = Tty::matescope(&home, &[]);
        tty.wait_for("Matescope");
        tty.send("2");
        tty.wait("the move again", |screen| screen.contents().contains("1. Qb4"));
    }
}

#[test]
fn a_kill_at_any_moment_leaves_a_game_that_is_read() {
    let home = Home::new("kill-any");
    home.configure("[play]\ntime = \"0.1s\"\nbell = false\n");
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..rounds() {
        let mut tty = Tty::matescope(&home, &[]);
        tty.wait_for("Matescope");
        tty.screen(|screen| assert!(!screen.contents().contains("damaged"), "{}", screen.contents()));
        // A new game each time: the one before goes to the list.
        tty.send("e4\r");
        tty.linger(Duration::from_micros(random.u64(0..60_000)));
        tty.signal("KILL");
        tty.wait_for_end();
        // It can be read, whichever version it is.
        kept(&home);
    }
}

/// Starts a command and kills it after this time, unless it has ended by itself.
fn kill_after(command: &mut Command, time: Duration) {
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
    let (_sender, receiver) = mpsc::channel::<()>();
    let _ = receiver.recv_timeout(time);
    let _ = child.kill();
    child.wait().expect("an end");
}

#[test]
fn a_file_that_was_being_exported_is_the_old_or_the_new_one() {
    let folder = Folder::new("kill-export");
    let run = |day| TrapQuizRun { ended_at: i64::from(day), day, seed: Seed(1), solved: 3, wrong: 1 };
    let entries: Vec<PracticeEntry> = (0..20_000).map(|day| PracticeEntry::TrapQuizRun(run(day))).collect();
    let state = folder.0.join(".local/state/matescope");
    practice_record::append(&state, &entries, Duration::ZERO).expect("a record");
    let (_, new) = practice_record::export_text(&state).expect("a record");
    let mut random = fastrand::Rng::with_seed(3);
    let mut killed = 0;
    for _ in 0..rounds() {
        let file = folder.file("export.jsonl", "old");
        let words = ["practice", "export", &file, "--force"];
        kill_after(&mut command_in(&folder.0, &words), Duration::from_micros(random.u64(0..120_000)));
        let found = std::fs::read_to_string(&file).expect("a file");
        assert!(found == "old" || found == new, "{} bytes", found.len());
        killed += usize::from(found == "old");
    }
    println!("{} exports, {killed} killed before they were done", rounds());
    assert_eq!(practice_record::read_entries(&practice_record::path(&state)).expect("a record"), entries);
}

#[test]
fn a_table_that_was_being_built_is_built_by_the_next_program() {
    let folder = Folder::new("kill-build");
    let mut random = fastrand::Rng::with_seed(9);
    for _ in 0..rounds() {
        let time = Duration::from_millis(random.u64(0..400));
        kill_after(&mut command_in(&folder.0, &["table", "build", "KQvKN"]), time);
    }
    let built = command_in(&folder.0, &["table", "build", "KQvKN"]).output().expect("the program starts");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let stats = command_in(&folder.0, &["table", "stats", "KQvKN", "--json"]).output().expect("it starts");
    let stats = String::from_utf8_lossy(&stats.stdout).into_owned();
    assert!(stats.contains("\"longest_win_moves\":21"), "{stats}");
}
