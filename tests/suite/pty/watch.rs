//! Two engines play in the real program, and no process is left afterwards.

use std::path::Path;

use super::engines::{children, home};
use super::{Home, Tty};
use crate::external::real::find;
use crate::skip::{SkipReason, skipped};

/// In the form, from the row of the time: a tenth of a second for each move, and begin.
const QUICK: &str = "hhh\r";

#[test]
fn an_engine_plays_itself_in_two_processes_that_may_be_killed() {
    let home = home("watch-twin");
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    // Watch; White is the twin, as Black is.
    tty.send("\x0elllj");
    tty.wait_for("two engines play");
    tty.send("hhhhjj");
    tty.send(QUICK);
    tty.wait_for("3. ");
    let started = children(tty.pid());
    assert_eq!(started.len(), 2, "{started:?}");
    tty.send(" ");
    tty.wait_for("PAUSED");
    let killed = std::process::Command::new("kill").arg("-9").args(&started).status();
    assert!(killed.is_ok_and(|status| status.success()));
    // Both are asked again, one after the other, and the game goes on.
    tty.send(" ");
    tty.wait_for("The game waits");
    let failed = |color: &str| format!("{color} twin  has failed");
    let white_first = tty.screen(|screen| screen.contents().contains(&failed("White")));
    tty.send("m");
    tty.wait_for(&failed(if white_first { "Black" } else { "White" }));
    tty.send("m");
    tty.wait_for("6. ");
    let again = children(tty.pid());
    assert!(again.iter().all(|pid| !started.contains(pid)), "{again:?}");
    tty.send("\x11");
    assert_eq!(tty.wait_for_end(), 0);
    for pid in started.into_iter().chain(again) {
        assert!(!Path::new("/proc").join(&pid).exists(), "{pid} is left");
    }
    // The game is kept, and waits to be let go on at the next start.
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("PAUSED");
    assert_eq!(children(tty.pid()), [""; 0]);
    tty.send("\x11");
    assert_eq!(tty.wait_for_end(), 0);
}

#[test]
fn stockfish_mates_gnuchess_before_our_eyes() {
    let (Some(stockfish), Some(gnuchess)) = (find("stockfish"), find("gnuchess")) else {
        skipped(&SkipReason::MissingPeer("stockfish or gnuchess"));
        return;
    };
    let home = Home::new("watch-real");
    home.configure(&format!(
        "[engines.gnuchess]\ncommand = [\"{gnuchess}\", \"--uci\"]\n\
         [engines.stockfish]\ncommand = [\"{stockfish}\"]\n"
    ));
    let mut tty = Tty::matescope(&home, &["--fen", "7k/8/5K2/8/8/8/8/R7 w - - 0 1"]);
    tty.wait_for("Verdict");
    tty.send("\x07lll");
    tty.wait_for("as on this board");
    tty.send("jhhhhjj");
    tty.send(QUICK);
    tty.wait_for("stockfish");
    let started = || children(tty.pid());
    tty.wait("both to be there", |_| started().len() == 2);
    tty.wait_for("Checkmate, White wins");
    let started = started();
    tty.send("\x11");
    assert_eq!(tty.wait_for_end(), 0);
    for pid in started {
        assert!(!Path::new("/proc").join(&pid).exists(), "{pid} is left");
    }
}
