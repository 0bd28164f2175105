//! What Cargo cannot say about the layers: which crates the modules of the application use, and what is deliberately
//! absent from a crate.

use std::collections::BTreeSet;

use crate::source::{self, Source, check_none};

/// What each module of the application may use. The crates among each other are held by Cargo.
const TABLE: [(&str, &[&str]); 4] = [
    ("tui", &["chess", "game", "database", "practice", "config", "analysis", "store", "platform"]),
    (
        "cli",
        &[
            "chess", "game", "database", "uci", "engine", "solver", "practice", "config", "analysis",
            "store", "platform",
        ],
    ),
    ("main", &["cli", "tui", "store"]),
    ("lib", &[]),
];

/// The modules that a line of code names after `crate::` or `matescope::`, with the path that follows.
fn paths(source: &Source) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for start in ["crate::", "matescope::"] {
        for (at, _) in source.code.match_indices(start) {
            let before = source.code[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '"') {
                continue;
            }
            let line = source.code[..at].matches('\n').count() + 1;
            let rest = &source.code[at + start.len()..];
            if let Some(list) = rest.strip_prefix('{') {
                found.extend(heads(list).into_iter().map(|head| (line, head)));
            } else {
                let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
                found.push((line, rest[..end.unwrap_or(rest.len())].to_owned()));
            }
        }
    }
    found
}

/// The first words of a list in braces, whose opening one has been read.
fn heads(list: &str) -> Vec<String> {
    let mut heads = vec![String::new()];
    let mut depth = 0;
    for letter in list.chars() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => heads.push(String::new()),
            _ if depth == 0 && !letter.is_whitespace() => heads.last_mut().unwrap().push(letter),
            _ => {}
        }
    }
    heads
}

#[test]
fn nobody_reaches_up() {
    let mut rooms: BTreeSet<String> = source::crates().into_iter().collect();
    rooms.extend(TABLE.iter().map(|(room, _)| (*room).to_owned()));
    let mut offences = Vec::new();
    for source in source::all().iter().filter(|source| source.file.starts_with("src/")) {
        let Some((_, allowed)) = TABLE.iter().find(|(room, _)| *room == source.room()) else {
            offences.push(format!("{}: the module has no line in the table", source.file));
            continue;
        };
        for (line, path) in paths(source) {
            let used = path.split(':').next().unwrap_or_default();
            if rooms.contains(used) && used != source.room() && !allowed.contains(&used) {
                offences.push(format!("{}:{line}: {} uses {path}", source.file, source.room()));
            }
        }
    }
    check_none("a module may use only what its line in the table names", &offences);
}

#[test]
fn the_reader_of_paths_sees_lists_and_nesting() {
    let source = Source {
        path: "tui.rs".to_owned(),
        file: "src/tui.rs".to_owned(),
        whole: String::new(),
        code: "use crate::{chess::{Move, Ply}, engine::Level};\nlet x = crate::store::Config::default();\n"
            .to_owned(),
    };
    let mut found: Vec<String> =
        paths(&source).into_iter().map(|(line, path)| format!("{line} {path}")).collect();
    found.sort();
    assert_eq!(found, ["1 chess::", "1 engine::Level", "2 store::Config::default"]);
}

#[test]
fn the_screen_meets_the_disk_in_few_places() {
    let allowed = ["tui/shell", "tui/keymap", "tui/theme"];
    check_absent("crate::store", |source| {
        source.room() != "tui" || allowed.iter().any(|facade| source.is_in(facade))
    });
}

/// Checks that code with `part` in it occurs only where `allowed` says.
fn check_absent(part: &str, allowed: impl Fn(&Source) -> bool) {
    let sources = source::all();
    let elsewhere = sources.iter().filter(|source| !allowed(source));
    let offences: Vec<String> =
        elsewhere.flat_map(|source| source.lines_with(part).collect::<Vec<_>>()).collect();
    check_none(&format!("{part} has no place here"), &offences);
}

#[test]
fn only_the_store_touches_files() {
    for part in
        ["std::fs", "fs::read", "fs::write", " File::open", "(File::open", "File::create", "OpenOptions"]
    {
        // The system's own files and what it says of others' are the platform's.
        check_absent(part, |source| matches!(source.room(), "store" | "platform"));
    }
}

#[test]
fn only_the_external_engine_starts_processes() {
    for part in ["process::Command", "Command::new", "Stdio::"] {
        // The platform prepares the commands that it is given.
        check_absent(part, |source| source.is_in("analysis/external") || source.room() == "platform");
    }
}

#[test]
fn only_the_platform_knows_the_system() {
    for part in [
        "cfg(unix",
        "cfg(windows",
        "cfg!(unix",
        "cfg!(windows",
        "target_os",
        "target_family",
        "std::os::",
        "rustix",
        "libc::",
        "signal_hook",
        "windows_sys",
        "winapi_util",
        "directories::",
        "enable_raw_mode",
    ] {
        check_absent(part, |source| source.room() == "platform");
    }
}

#[test]
fn only_the_command_line_prints() {
    for part in ["println!", "eprintln!", "print!(", "eprint!(", "io::stdout()", "io::stderr()"] {
        check_absent(part, |source| {
            // The screen writes frames to the terminal, which is a stream like any other.
            let frames = part == "io::stdout()" && source.room() == "tui";
            let report = part == "io::stderr()" && source.is_in("tui/shell");
            matches!(source.room(), "cli" | "main") || source.path == "tune/main.rs" || frames || report
        });
    }
}

#[test]
fn the_clock_is_read_in_few_places() {
    // The store reads it for the age of what a killed program has left, and for the day.
    let allowed = ["engine/budget", "engine/limits", "tui/shell", "store/atomic", "store/day"];
    for part in ["Instant::now", "SystemTime::now"] {
        check_absent(part, |source| {
            source.path == "tui.rs" || allowed.iter().any(|facade| source.is_in(facade))
        });
    }
}

/// The standard library's short ways to start a thread panic where the system refuses one.
#[test]
fn a_thread_that_is_refused_is_no_panic() {
    for part in ["scope.spawn(", "thread::spawn("] {
        check_absent(part, |source| source.is_in("platform"));
    }
}

#[test]
fn serde_stays_where_text_is_kept() {
    // Some types are settings, too: their names in the file stand beside them.
    let settings = ["engine/strength/level", "game/clock", "practice/round"];
    for part in ["serde", "Serialize"] {
        check_absent(part, |source| {
            matches!(source.room(), "store" | "cli" | "config")
                || source.is_in("practice/course")
                || settings.iter().any(|place| source.is_in(place))
        });
    }
}

#[test]
fn the_engine_reads_nothing_and_the_solver_knows_no_place() {
    for part in ["stdin", "std::env", "std::net"] {
        check_absent(part, |source| {
            !matches!(source.room(), "chess" | "engine" | "solver" | "game" | "practice" | "uci")
        });
    }
}

/// A widget reads, `update` decides, `shell` has side effects. A widget changes only the buffer that it draws
/// into.
#[test]
fn a_widget_changes_nothing_but_its_canvas() {
    let mut offences = Vec::new();
    for source in source::all().iter().filter(|source| source.is_in("tui/widget")) {
        let public =
            source.lines_with("&mut").filter(|line| line.contains("pub fn ") || line.contains(") fn "));
        offences.extend(public.filter(|line| {
            let canvas = ["&mut Buffer", "&mut Frame", "&mut ratatui::"];
            canvas.iter().fold(line.clone(), |line, canvas| line.replace(canvas, "")).contains("&mut")
        }));
    }
    check_none("a widget takes nothing that it could change", &offences);
}
