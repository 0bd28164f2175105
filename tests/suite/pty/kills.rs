//! Kill loops: the state on the screen is restored at the next start.
//!
//! `KILL_ROUNDS` sets how often the program is killed; the slow suite does it 50 times.

use std::time::Duration;

use matescope::store::SavedGame;
use matescope::store::saved_game::load_latest_game;

use super::{Home, Tty};

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

#[test]
fn a_move_that_was_on_the_screen_for_20_ms_survives_a_kill() {
    const SHOWN: Duration = Duration::from_millis(20);
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
        tty.linger(SHOWN);
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
        tty.linger(Duration::from_millis(20));
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
