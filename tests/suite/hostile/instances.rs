//! Two programs at once: neither takes anything from the other.

use std::io::Write;
use std::process::{Child, Stdio};
use std::time::Duration;

use matescope::config::Config;
use matescope::store::config::LoadedConfig;

use super::{Folder, command_in};
use crate::pty::games::games;
use crate::pty::{Home, Tty};

#[test]
fn a_second_program_takes_no_game_from_the_first() {
    let home = Home::new("second");
    home.configure("[play]\ntime = \"0.1s\"\n");
    let mut first = Tty::matescope(&home, &[]);
    first.wait_for("Matescope");
    first.send("e4\r");
    first.wait_for("1. e4");
    first.wait_for_silence(Duration::from_millis(700));
    let mut second = Tty::matescope(&home, &[]);
    second.wait_for("Another Matescope has the current game");
    second.send("d4\r");
    second.wait_for("1. d4");
    second.wait_for_silence(Duration::from_millis(700));
    second.signal("TERM");
    second.wait_for_end();
    first.signal("TERM");
    first.wait_for_end();
    assert!(home.read("game.json").is_some_and(|text| text.contains("e2e4")));
    let kept = games(&home);
    assert_eq!(kept.len(), 2);
    assert!(["1. e4 ", "1. d4 "].iter().all(|moves| kept.iter().any(|text| text.contains(moves))));
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
fn settings_that_two_programs_change_at_once_are_all_kept() {
    let folder = Folder::new("two-settings");
    let config = folder.0.join(".config/matescope/config.toml");
    std::fs::create_dir_all(config.parent().unwrap()).unwrap();
    std::fs::write(&config, "# mine\n").unwrap();
    // The stalemate guard is the first of the settings. Each ends one step from where it began.
    let lines = [
        format!("settings\n{}right\nesc\nquit\n", "right\nleft\n".repeat(15)),
        format!("2\n{}quit\n", "arrows\n".repeat(31)),
    ];
    let programs: Vec<Child> = lines
        .iter()
        .map(|lines| {
            let mut command = command_in(&folder.0, &["--linear"]);
            let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
            child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
            child
        })
        .collect();
    for mut program in programs {
        assert!(program.wait().unwrap().success());
    }
    let text = std::fs::read_to_string(&config).unwrap();
    assert!(text.starts_with("# mine\n"), "{text}");
    let loaded = LoadedConfig::from_text(&text, &config);
    assert_eq!(loaded.warnings, []);
    assert_ne!(loaded.config.play.stalemate_guard, Config::default().play.stalemate_guard, "{text}");
    assert_ne!(loaded.config.board.arrows, Config::default().board.arrows, "{text}");
}
