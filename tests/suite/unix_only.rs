//! The tests that need a pseudo-terminal, a shell or signals, and so run on Unix alone. On other systems each of
//! them says so by its name.

use std::fs;
use std::path::Path;

/// The modules of this crate that are built on Unix alone, and why.
const UNIX_ONLY: [(&str, &str); 7] = [
    ("external/contest", "the engines are shell scripts"),
    ("external/stub", "the engines are shell scripts"),
    ("hostile", "it needs a pseudo-terminal, signals, pipes in place of files"),
    ("memory", "it needs a limit on memory (`ulimit`)"),
    ("pty", "it needs a pseudo-terminal"),
    ("reports/robustness", "it needs limits on memory, signals and devices"),
    ("session_tui", "it needs a pseudo-terminal"),
];

/// The texts of a module's file and of those in its folder.
fn texts(module: &str) -> Vec<String> {
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite").join(module);
    let mut files = vec![base.with_extension("rs")];
    files.extend(fs::read_dir(&base).into_iter().flatten().map(|entry| entry.unwrap().path()));
    files.into_iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

/// The names of the tests in a text.
fn tests(text: &str) -> Vec<&str> {
    let after = text.split("#[test]").skip(1);
    after.filter_map(|rest| rest.split_once("fn ")?.1.split('(').next()).collect()
}

#[test]
fn the_tests_that_need_a_pseudo_terminal_are_named() {
    for (module, reason) in UNIX_ONLY {
        let texts = texts(module);
        let names: Vec<&str> = texts.iter().flat_map(|text| tests(text)).collect();
        assert!(!names.is_empty(), "{module} has no tests");
        if cfg!(not(unix)) {
            for name in names {
                crate::skip::skipped_test(&format!("{}::{name}", module.replace('/', "::")), reason);
            }
        }
    }
}

/// What is left out of the build elsewhere is in the list above, and nothing else is.
#[test]
fn the_list_is_that_of_the_build() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/suite");
    let mut found = Vec::new();
    for (file, prefix) in [
        ("main.rs", ""),
        ("external.rs", "external/"),
        ("hostile.rs", "hostile/"),
        ("reports.rs", "reports/"),
    ] {
        let text = fs::read_to_string(root.join(file)).unwrap().replace('\r', "");
        let declared = text.split("#[cfg(unix)]\n").skip(1).filter_map(|rest| rest.lines().next());
        let names = declared.filter_map(|line| line.rsplit_once("mod ")?.1.strip_suffix(';'));
        found.extend(names.map(|name| format!("{prefix}{name}")));
    }
    found.sort();
    assert_eq!(found, UNIX_ONLY.map(|(module, _)| module));
}

#[test]
fn the_list_is_that_of_the_documentation() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/contributing.md");
    let text = fs::read_to_string(file).unwrap().replace('\r', "");
    let rows = text.split_once("| module of `tests/suite` | why |\n|---|---|\n").unwrap().1;
    let rows = rows.lines().take_while(|line| line.starts_with('|'));
    let modules = rows.filter_map(|row| row.split('|').nth(1));
    let mut named: Vec<&str> = modules.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    named.sort_unstable();
    assert_eq!(named, UNIX_ONLY.map(|(module, _)| module));
}
