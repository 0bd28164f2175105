//! Disks that are full, cannot be written or have no folder for a file; pipes and devices in place of files.

use std::io::Write;
use std::process::Stdio;

use super::Folder;
use crate::program::command;
use crate::pty::{Home, Tty};
use crate::skip::{SkipReason, skipped};

/// Starts the program with its folder on a small disk of its own, in a mount namespace of the test. None
/// where the system allows none.
fn on_own_disk(home: &Home, options: &str) -> Option<Tty> {
    let local = home.path().join(".local");
    std::fs::create_dir_all(&local).expect("a folder");
    let mount = format!("mount -t tmpfs -o {options} tmpfs '{}'", local.display());
    let allowed = std::process::Command::new("unshare").args(["-rm", "sh", "-c", &mount]).output();
    if !allowed.is_ok_and(|output| output.status.success()) {
        skipped(&SkipReason::NotPossible("this system allows no disk of one's own (unshare -rm, tmpfs)"));
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
fn a_build_without_a_folder_for_it_says_so_and_fails() {
    let folder = Folder::new("no-cache");
    let file = folder.file("cache", "a file");
    let output = command(&["table", "build", "KQvK"]).env("XDG_CACHE_HOME", &file).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(1), &b""[..]), "{errors}");
    let wanted = format!("error: {file}/matescope/tables: a part of its path is a file, not a folder\n");
    assert_eq!(errors, wanted);
}

/// A name of so many bytes.
fn long_name(bytes: usize) -> String {
    format!("{}.pgn", "a".repeat(bytes - 4))
}

#[test]
fn commands_write_to_the_longest_name_and_refuse_a_longer_one() {
    let folder = Folder::new("long-names");
    let mate = "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1";
    for (n, words) in [
        vec!["mate", "--fen", mate, "--certificate"],
        vec!["table", "stats", "KPvK", "--zugzwangs"],
        vec!["practice", "export"],
        vec!["match", "built-in", "built-in", "--games", "1", "--time", "0.01s", "--pgn"],
    ]
    .into_iter()
    .enumerate()
    {
        let place = folder.0.join(n.to_string());
        std::fs::create_dir_all(&place).unwrap();
        let write = |bytes: usize| {
            let name = long_name(bytes);
            let output = command(&words).arg(&name).current_dir(&place).output().unwrap();
            (output.status.success(), String::from_utf8(output.stderr).unwrap())
        };
        let (is_written, errors) = write(255);
        assert!(is_written && errors.is_empty(), "{words:?}: {errors}");
        let (is_written, errors) = write(256);
        let reason = format!(
            "{}: the name is too long, or has characters that this disk does not allow",
            long_name(256)
        );
        assert!(
            !is_written && errors.starts_with("error: ") && errors.contains(&reason),
            "{words:?}: {errors}"
        );
        let left: Vec<_> =
            std::fs::read_dir(&place).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, [long_name(255).as_str()], "{words:?}");
    }
}

#[test]
fn games_are_exported_to_the_longest_name_and_a_longer_one_is_refused() {
    let home = Home::new("long-export");
    let games = home.path().join(".local/share/matescope/games");
    std::fs::create_dir_all(&games).unwrap();
    std::fs::write(games.join("game.pgn"), "[White \"Ada\"]\n\n1. e4 e5 1-0\n").unwrap();
    let mut tty = Tty::matescope(&home, &[]);
    tty.wait_for("Matescope");
    tty.send("5");
    tty.wait_for("Ada");
    let mut export = |bytes: usize, said: &str| {
        tty.send("e");
        tty.wait_for("Write");
        // Ctrl-U removes the suggestion.
        tty.send("\x15");
        tty.paste(&long_name(bytes));
        tty.send("\r");
        tty.wait(said, |screen| screen.contents().replace('\n', " ").contains(said));
    };
    export(255, "1 game written to");
    let written = std::fs::read_to_string(home.path().join(long_name(255))).unwrap();
    assert!(written.contains("1. e4 e5 1-0"), "{written}");
    export(256, "the name is too long, or has characters that this disk does not allow");
    tty.send("\x11");
    assert_eq!(tty.wait_for_end(), 0);
}

#[cfg(unix)]
#[test]
fn a_pipe_in_place_of_a_file_keeps_nobody_waiting() {
    let folder = Folder::new("fifo");
    let home = folder.0.join("matescope");
    std::fs::create_dir_all(&home).unwrap();
    for name in ["config.toml", "course.toml", "game.json", "practice.jsonl", "game.pgn"] {
        let made = std::process::Command::new("mkfifo").arg(home.join(name)).status().unwrap();
        assert!(made.success());
    }
    let pgn = home.join("game.pgn");
    let at = |words: &[&str], input: &str| {
        let mut command = command(words);
        command.env("XDG_CONFIG_HOME", &folder.0).env("XDG_STATE_HOME", &folder.0);
        command.env("XDG_DATA_HOME", &folder.0);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    let said = at(&["config"], "");
    assert!(
        said.contains("this is a pipe or a device, not a regular file; using the default settings"),
        "{said}"
    );
    let said = at(&["review", pgn.to_str().unwrap()], "");
    assert!(said.contains("this is a pipe or a device, not a regular file"), "{said}");
    let said = at(&["practice", "--list"], "");
    assert!(said.contains("this is a pipe or a device, not a regular file"), "{said}");
    let said = at(&["--linear"], "e4\nfen\nquit\n");
    assert!(said.contains("game.json cannot be read: this is a pipe or a device"), "{said}");
    for name in ["config.toml", "course.toml", "game.json", "practice.jsonl", "game.pgn"] {
        use std::os::unix::fs::FileTypeExt;
        assert!(std::fs::metadata(home.join(name)).unwrap().file_type().is_fifo(), "{name} was replaced");
    }
}
