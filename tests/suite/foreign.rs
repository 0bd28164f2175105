//! Files and folders as other systems and other people have them: line ends of Windows, names with blanks and
//! letters of any script, paths with backslashes.

use std::fs;
use std::path::Path;

use crate::compatibility::OldFiles;

/// A name as a home folder may have it.
const UNUSUAL: &str = "Jörg Müller's Räume ♔ 王 &%";

/// Gives every text file below a folder the line ends of Windows, and says how many there are.
fn with_line_ends_of_windows(folder: &Path) -> usize {
    let mut changed = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            changed += with_line_ends_of_windows(&path);
        } else if path.extension().is_none_or(|end| end != "table") {
            let text = fs::read_to_string(&path).unwrap();
            fs::write(&path, text.replace('\n', "\r\n")).unwrap();
            changed += 1;
        }
    }
    changed
}

/// What the program says about everything that lies in its folders.
fn answers(files: &OldFiles) -> Vec<String> {
    let settings = files.run_json(&["config", "--json"]);
    let text = |name: &str| settings[name].to_string();
    let game = files.path("data/matescope/games/2026-11-23-bf62a668.pgn");
    let proof = files.path("queen.mate");
    let name = |path: &Path| path.to_str().unwrap().to_owned();
    // When line mode says where it is depends on the time.
    let session = files.run(&["--linear"], "fen\n2\nfen\nquit\n");
    let positions: String = session.lines().filter(|line| line.matches('/').count() == 7).collect();
    vec![
        text("settings"),
        text("own_themes"),
        text("warnings"),
        files.run_json(&["practice", "--json"]).to_string(),
        files
            .run(&["review", game.to_str().unwrap(), "--nodes", "200", "--json"], "")
            .replace(&name(&game), ""),
        files.run(&["verify", proof.to_str().unwrap()], "").replace(&name(&proof), ""),
        positions,
    ]
}

#[test]
fn line_ends_of_windows_change_nothing_in_any_file_that_is_read() {
    let (unix, windows) = (OldFiles::new(), OldFiles::new());
    assert!(with_line_ends_of_windows(&windows.path("")) >= 12);
    let (expected, found) = (answers(&unix), answers(&windows));
    assert_eq!(found, expected);
    assert!(expected[3].contains("queen-corner"), "the lesson of one's own is read: {}", expected[3]);
    assert_eq!(expected[6].matches('/').count(), 14, "the game and the analysis go on: {}", expected[6]);
}

#[test]
fn commands_with_line_ends_of_windows_are_understood() {
    let files = OldFiles::new();
    let uci = files.run(&["uci"], "uci\r\nisready\r\nposition startpos moves e2e4\r\ngo depth 1\r\nquit\r\n");
    for part in ["uciok", "readyok", "bestmove "] {
        assert!(uci.contains(part), "{part}: {uci}");
    }
    assert!(!uci.contains("ignored"), "{uci}");
}

#[test]
fn a_home_folder_with_blanks_and_letters_of_any_script_is_a_home_folder() {
    let (plain, unusual) = (OldFiles::new(), OldFiles::in_folder(UNUSUAL));
    assert_eq!(answers(&unusual), answers(&plain));
    let printed = unusual.run(&["config"], "");
    assert!(printed.contains(UNUSUAL), "{printed}");
    // It is written to as well.
    let proof = unusual.path("new ♔.mate");
    let queen = "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1";
    unusual.run(&["mate", "--fen", queen, "--certificate", proof.to_str().unwrap()], "");
    assert!(unusual.run(&["verify", proof.to_str().unwrap()], "").contains("proven by the rules alone"));
    fs::remove_dir_all(unusual.path("state/matescope")).unwrap();
    let played = unusual.run(&["--linear"], "e4\nquit\n");
    let state = fs::read_to_string(unusual.path("state/matescope/game.json")).unwrap();
    assert!(state.contains("e2e4"), "{state}\n{played}");
}

#[test]
fn a_path_with_backslashes_is_kept_or_refused_with_the_way_to_write_it() {
    let files = OldFiles::new();
    let config = files.path("config/matescope/config.toml");
    let command = |config: &Path, text: &str| {
        fs::write(config, format!("[engines.sf]\ncommand = {text}\n")).unwrap();
        let found = files.run_json(&["config", "--json"]);
        (found["settings"]["engines"]["sf"]["command"].to_string(), found["warnings"].to_string())
    };
    let path = r#"["C:\\Games\\Stock fish\\sf.exe"]"#;
    assert_eq!(command(&config, r#"["C:\\Games\\Stock fish\\sf.exe"]"#), (path.to_owned(), "[]".to_owned()));
    assert_eq!(command(&config, r"['C:\Games\Stock fish\sf.exe']"), (path.to_owned(), "[]".to_owned()));
    let quoted = r#"'"C:\Games\Stock fish\sf.exe"'"#;
    assert_eq!(command(&config, quoted), (path.to_owned(), "[]".to_owned()));
    let (_, warnings) = command(&config, r#""C:\Games\sf.exe""#);
    assert!(warnings.contains("config.toml:2:15") && warnings.contains("in single quotes"), "{warnings}");
}
