//! Games on a real disk: saved however the program ends, listed by the thousands, safe to show.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::{Home, Tty, is_machine_quiet};

/// The folder of the games, made where it is missing.
fn folder(home: &Home) -> PathBuf {
    let folder = home.path().join(".local/share/matescope/games");
    std::fs::create_dir_all(&folder).expect("a folder for games");
    folder
}

/// The texts of all games.
pub(crate) fn games(home: &Home) -> Vec<String> {
    let entries = std::fs::read_dir(folder(home)).expect("a folder").flatten().map(|entry| entry.path());
    let pgn = entries.filter(|path| path.extension().is_some_and(|ending| ending == "pgn"));
    pgn.map(|path| std::fs::read_to_string(path).expect("a text")).collect()
}

#[test]
fn five_thousand_games_cost_the_start_nothing() {
    let home = Home::new("many-games");
    for number in 0..5_000 {
        let file = folder(&home).join(format!("2020-01-01-{number:08x}.pgn"));
        let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1-0";
        std::fs::write(file, format!("[White \"W{number}\"]\n[Black \"B\"]\n\n{moves}\n")).expect("a file");
    }
    let mut times: Vec<Duration> = (0..5)
        .map(|_| {
            let tty = Tty::matescope(&home, &[]);
            let begun = tty.started;
            tty.wait("the first frame", |screen| screen.contents().contains("Matescope")) - begun
        })
        .collect();
    times.sort();
    let lists: Vec<Duration> = (0..2)
        .map(|_| {
            let mut tty = Tty::matescope(&home, &[]);
            tty.wait_for("Matescope");
            let begun = Instant::now();
            tty.send("5");
            tty.wait_for("5,000 games") - begun
        })
        .collect();
    println!("5,000 games: first frame {:?}, list {:?}, from the index {:?}", times[2], lists[0], lists[1]);
    let quiet = is_machine_quiet();
    assert!(times[2] < Duration::from_millis(if quiet { 30 } else { 400 }));
}

#[test]
fn a_game_outlives_the_program_and_goes_on_from_the_list() {
    let home = Home::new("outlives");
    home.configure("[play]\ntime = \"0.1s\"\n");
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    tty.send("e4\r");
    tty.wait("the answer", |screen| {
        screen.contents().contains("1. e4   ") && !screen.contents().contains("thinking")
    });
    tty.wait_for_silence(Duration::from_millis(700));
    tty.signal("KILL");
    tty.wait_for_end();
    let kept = games(&home);
    assert_eq!(kept.len(), 1);
    assert!(kept[0].contains("\n1. e4 ") && kept[0].ends_with(" *\n"), "{}", kept[0]);
    // Without the state of the program the list still has the game.
    std::fs::remove_dir_all(home.path().join(".local/state")).expect("the state");
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    tty.send("5");
    tty.wait_for("1 game");
    tty.wait_for("plays it on");
    tty.send("r");
    tty.wait("the game", |screen| screen.contents().contains("1. e4"));
    tty.send("5");
    tty.wait_for("playing");
}

#[test]
fn the_explorer_shows_what_was_played_in_the_library() {
    let home = Home::new("explorer");
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    tty.send("2\x0f");
    tty.wait_for("No game is in the library");
    let text = "[White \"Anna\"]\n\n1. e4 e5 1-0\n\n[White \"Bo\"]\n\n1. e4 c5 0-1\n\n[White \"Carl\"]\n\n1. d4 1-0\n";
    std::fs::write(folder(&home).join("club.pgn"), text).expect("a file");
    // Shown again, it looks at the files again.
    tty.send("\x0f");
    tty.wait("no explorer", |screen| !screen.contents().contains("Explorer"));
    tty.send("\x0f");
    tty.wait_for("3 games, White 67 %");
    tty.send("e4\r");
    tty.wait_for("2 games, White 50 %");
}

#[test]
fn games_come_through_a_pipe() {
    let home = Home::new("pipe-games");
    let script = format!(
        "printf '[White \"Anna\"]\\n\\n1. e4 *\\n\\n[White \"Carl\"]\\n\\n1. d4 d5 *\\n' | '{}' --pgn -",
        env!("CARGO_BIN_EXE_matescope")
    );
    let mut tty = Tty::spawn(&home, "sh", &["-c", &script]);
    tty.wait_for("2 games");
    tty.send("\x1b[B");
    tty.wait_for("1.d4 d5");
    tty.send("\r");
    tty.wait_for("1. d4");
    let tty = Tty::matescope(&home, &["--pgn", "/nowhere.pgn"]);
    tty.wait_for("/nowhere.pgn");
}

#[test]
fn a_reviewed_game_is_on_the_screen_in_a_tenth_of_a_second() {
    let home = Home::new("reviewed");
    // A long game: all its evaluations are on the screen, in the graph.
    let shuffle = " Ng1 Ng8 Nf3 Nf6 Nc3 Nc6 Nb1 Nb8".repeat(25);
    let text = format!("[White \"Anna\"]\n[Black \"Bo\"]\n\ne4 e5 Nf3 Nf6 Nxe5 Rg8 {shuffle} 1-0\n");
    std::fs::write(folder(&home).join("long.pgn"), text).expect("a file");
    let reviewed = Tty::matescope(&home, &["review", "--library", "--all", "--nodes", "50"]);
    reviewed.wait_for("1 game reviewed");
    let times: Vec<Duration> = (0..3)
        .map(|_| {
            let mut tty = Tty::matescope(&home, &[]);
            tty.wait_for("Matescope");
            tty.send("5");
            tty.wait_for("Reviewed: accuracy");
            tty.wait_for_silence(Duration::from_millis(100));
            let begun = Instant::now();
            tty.send("\r");
            tty.wait("the review", |screen| screen.contents().contains("accuracy   ?!")) - begun
        })
        .collect();
    println!("a reviewed game of 206 half-moves: on the screen after {times:?}");
    let best = times.into_iter().min().expect("three times");
    assert!(best < Duration::from_millis(if is_machine_quiet() { 100 } else { 1_000 }));
}
