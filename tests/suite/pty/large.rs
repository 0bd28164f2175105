//! Texts and files of megabytes: they are read in the background, and no key waits for them.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::{Home, Tty, is_machine_quiet};

fn bound(busy: Duration) -> Duration {
    if is_machine_quiet() { Duration::from_millis(100) } else { busy }
}

/// So many bytes of games.
fn many_games(bytes: usize) -> String {
    let mut text = String::new();
    for number in 0.. {
        let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1-0";
        write!(text, "[White \"W{number}\"]\n[Black \"B\"]\n[Date \"2020.01.01\"]\n\n{moves}\n\n")
            .expect("a string");
        if text.len() >= bytes {
            return text;
        }
    }
    text
}

/// One game of so many bytes: moves to and fro, each with a comment.
fn one_game(bytes: usize) -> String {
    let mut text = "[White \"Long\"]\n\n".to_owned();
    for (ply, mv) in ["Nf3", "Nf6", "Ng1", "Ng8"].iter().cycle().enumerate() {
        if ply % 2 == 0 {
            write!(text, "{}. ", ply / 2 + 1).expect("a string");
        }
        write!(text, "{mv} {{nothing happens here at all}} ").expect("a string");
        if text.len() >= bytes {
            break;
        }
    }
    text + "*\n"
}

/// Pastes a text of two megabytes and types meanwhile: the first frame, the keys, and what comes of it.
#[expect(clippy::print_stdout, reason = "a measurement is read by whoever asks for it")]
fn check_paste(name: &str, text: &str, result: &str) {
    let home = Home::new(name);
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    tty.wait_for_silence(Duration::from_millis(300));
    tty.paste(text);
    let begun = Instant::now();
    let first = tty.wait("a word about the reading", |screen| {
        let shown = screen.contents();
        shown.contains("Reading 2.") || shown.contains(result)
    });
    let mut slowest = Duration::ZERO;
    let is_read = |tty: &Tty| tty.screen(|screen| screen.contents().contains(result));
    // The user types a move meanwhile, and it stays.
    for key in "Nc3".chars() {
        let before = tty.screen(|screen| screen.rows(0, 80).nth(22));
        let sent = Instant::now();
        tty.send(&key.to_string());
        let answered = tty.wait("the key", |screen| screen.rows(0, 80).nth(22) != before);
        slowest = slowest.max(answered.saturating_duration_since(sent));
        if is_read(&tty) {
            break;
        }
    }
    tty.wait_for("Nc3");
    tty.send("\x1b");
    tty.wait_for(result);
    let whole = begun.elapsed();
    // The result is there, and keys are answered on it, too.
    tty.wait_for_silence(Duration::from_millis(30));
    tty.send("?");
    let sent = Instant::now();
    let help = tty.wait_for("Keys").saturating_duration_since(sent);
    println!(
        "{name}: first frame {:?}, slowest key {slowest:?}, all {whole:?}, a key after that {help:?}",
        first.saturating_duration_since(begun)
    );
    let most = bound(Duration::from_secs(3));
    assert!(first.saturating_duration_since(begun) < most && slowest < most && help < most);
    tty.send("\x1b\x11");
    assert_eq!(tty.wait_for_end(), 0);
}

#[test]
fn two_megabytes_of_games_are_pasted_and_no_key_waits() {
    check_paste("paste-many", &many_games(2_097_152), "games");
}

#[test]
fn one_game_of_two_megabytes_is_pasted_and_no_key_waits() {
    check_paste("paste-one", &one_game(2_097_152), "Verdict");
}

/// Keys held down, or a terminal that was busy: thousands come at once, and each counts.
#[test]
fn thousands_of_keys_at_once_are_all_counted() {
    let home = Home::new("many-keys");
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    tty.wait_for_silence(Duration::from_millis(300));
    let moves = ["1. Nf3 Nf6", "2. Ng1 Ng8"];
    tty.paste(&(moves.join(" ") + " ").repeat(3_000));
    // The FEN on the screen ends in the half-moves without a capture and the number of the move.
    tty.wait_for("- 12000 6001");
    let mut slowest = Duration::ZERO;
    let mut press = |tty: &mut Tty, keys: &str, wanted: &str| {
        let sent = Instant::now();
        tty.send(keys);
        slowest = slowest.max(tty.wait_for(wanted).saturating_duration_since(sent));
    };
    press(&mut tty, &"\x1b[D".repeat(10_000), "- 2000 1001");
    press(&mut tty, &("\x1b[D\x1b[C".repeat(5_000) + "\x1b[D"), "b KQkq - 1999");
    press(&mut tty, &"\x1b[C".repeat(10_001), "- 12000 6001");
    press(&mut tty, &"Nf3\rNf6\rNg1\rNg8\r".repeat(600), "- 14400 7201");
    println!("10,000 keys at once: {slowest:?}");
    let most = if is_machine_quiet() { Duration::from_secs(2) } else { Duration::from_secs(20) };
    assert!(slowest < most, "{slowest:?}");
    tty.send("\x11");
    assert_eq!(tty.wait_for_end(), 0);
}

#[test]
fn ten_megabytes_in_the_folder_of_games_keep_no_key_waiting() {
    let home = Home::new("ten-megabytes-folder");
    let folder = home.path().join(".local/share/matescope/games");
    std::fs::create_dir_all(&folder).expect("a folder for games");
    std::fs::write(folder.join("many.pgn"), many_games(9_000_000)).expect("a file");
    std::fs::write(folder.join("one.pgn"), one_game(1_500_000)).expect("a file");
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    let mut slowest = Duration::ZERO;
    for (key, wanted) in
        [("5", "your games"), ("1", "you: White"), ("5", "your games"), ("2", "Verdict"), ("5", "your games")]
    {
        let sent = Instant::now();
        tty.send(key);
        slowest = slowest.max(tty.wait_for(wanted).saturating_duration_since(sent));
    }
    // An empty list shows nothing of its keys.
    tty.wait("the list", |screen| !screen.contents().contains("being read"));
    // To the long game, which is previewed while other keys are typed, and back.
    for key in ["\x1b[F", "\x1b[H", "\x1b[F"] {
        let before = tty.screen(vt100::Screen::contents);
        let sent = Instant::now();
        tty.send(key);
        let moved = tty.wait("the row", |screen| screen.contents() != before);
        slowest = slowest.max(moved.saturating_duration_since(sent));
    }
    println!("10 MB in the folder: slowest key {slowest:?}");
    assert!(slowest < bound(Duration::from_secs(3)), "{slowest:?}");
    tty.send("\x11");
    assert_eq!(tty.wait_for_end(), 0);
}

#[test]
fn a_file_of_many_games_is_left_while_it_is_read() {
    let home = Home::new("leave-reading");
    let file = home.path().join("many.pgn");
    std::fs::write(&file, many_games(60_000_000)).expect("a file");
    let mut tty = Tty::matescope(&home, &["--pgn", file.to_str().expect("a name")]);
    tty.wait_for("many.pgn");
    let sent = Instant::now();
    tty.send("\x1b");
    // Reading the abandoned file does not delay the list of one's own games.
    let left = tty.wait_for("No game yet").saturating_duration_since(sent);
    println!("60 MB: left after {left:?}");
    assert!(left < bound(Duration::from_secs(3)), "{left:?}");
    tty.send("\x11");
    assert_eq!(tty.wait_for_end(), 0);
}
