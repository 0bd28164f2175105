//! The program with its real engine, tables and files: a game is played, killed, and goes on.

use crate::pty::{Home, Tty};

/// The moves of the running game as the file has them, or nothing.
fn kept(home: &Home) -> String {
    home.read("game.json").unwrap_or_default()
}

#[test]
fn the_running_game_survives_a_kill() {
    let home = Home::new("kill");
    home.configure("[play]\ntime = \"0.1s\"\n");
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    tty.send("e4\r");
    tty.wait("the engine's answer", |_| kept(&home).matches(' ').count() > 0 || kept(&home).contains("e2e4"));
    tty.signal("KILL");
    tty.wait_for_end();
    drop(tty);
    let tty = Tty::matescope(&home, &[]);
    tty.wait_for("e4");
}
