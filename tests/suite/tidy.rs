//! The project's style rules, as far as a test can check them.

use std::collections::BTreeMap;

use crate::source::{self, check_none};

#[test]
fn every_file_says_why_it_exists() {
    let silent: Vec<String> = source::all()
        .iter()
        .filter(|source| !source.whole.starts_with("//! "))
        .map(|source| source.file.clone())
        .collect();
    check_none("a file opens with //! and why it exists", &silent);
}

#[test]
fn names_say_what_a_thing_is() {
    let empty =
        ["mod", "utils", "util", "common", "misc", "helper", "helpers", "manager", "handler", "service"];
    let offences: Vec<String> = source::all()
        .iter()
        .filter(|source| {
            let name = source.path.rsplit('/').next().unwrap_or_default();
            empty.contains(&name.trim_end_matches(".rs"))
        })
        .map(|source| source.file.clone())
        .collect();
    check_none("no mod.rs, and no name that says nothing", &offences);
}

#[test]
fn no_type_is_a_manager() {
    let mut offences = Vec::new();
    for source in source::all() {
        for kind in ["struct ", "enum ", "trait "] {
            for line in source.lines_with(kind) {
                let name = line.rsplit(kind).next().unwrap_or_default();
                let name: String = name.chars().take_while(char::is_ascii_alphanumeric).collect();
                if ["Manager", "Handler", "Service", "Helper", "Util"]
                    .iter()
                    .any(|empty| name.ends_with(empty))
                {
                    offences.push(line);
                }
            }
        }
    }
    check_none("a type is called by what it is", &offences);
}

#[test]
fn a_folder_has_its_facade_beside_it() {
    let paths: Vec<String> = source::all().into_iter().map(|source| source.path).collect();
    let offences: Vec<String> = paths
        .iter()
        .filter_map(|path| path.rsplit_once('/').map(|(folder, _)| format!("{folder}.rs")))
        .filter(|facade| !paths.contains(facade))
        .collect();
    check_none("name.rs stands beside name/", &offences);
}

#[test]
fn a_lint_is_expected_and_never_allowed() {
    let mut offences = Vec::new();
    for source in source::all() {
        offences.extend(source.lines_with("#[allow("));
        offences.extend(source.lines_with("#![allow("));
        for line in source.lines_with("#[expect(") {
            if !source.code.contains("reason = ") {
                offences.push(line);
            }
        }
    }
    check_none("#[expect(lint, reason = …)]", &offences);
}

#[test]
fn nothing_is_left_to_do() {
    let mut offences = Vec::new();
    for source in source::all() {
        for mark in ["TODO", "FIXME", "XXX", "unimplemented!", "todo!"] {
            if source.whole.contains(mark) {
                offences.push(format!("{}: {mark}", source.file));
            }
        }
    }
    check_none("what is missing stands in the plan, not in the source", &offences);
}

#[test]
fn nothing_is_unsafe_and_nothing_unwraps() {
    let mut offences = Vec::new();
    for source in source::all() {
        offences.extend(source.lines_with(".unwrap()"));
        if source.room() != "platform" {
            for part in ["unsafe {", "unsafe fn", "unsafe impl"] {
                offences.extend(source.lines_with(part));
            }
        }
    }
    check_none(
        "unsafe only where the processor or the system is spoken to, and no unwrap outside tests",
        &offences,
    );
}

/// Colors are chosen by meaning: only the theme names one.
#[test]
fn only_the_theme_names_colors() {
    let mut offences = Vec::new();
    for source in source::all().iter().filter(|source| source.room() == "tui" && !source.is_in("tui/theme")) {
        for part in
            ["Color::Rgb", "Color::Indexed", "Color::Reset", "Color::Red", "Color::Green", "Color::Blue"]
        {
            offences.extend(source.lines_with(part));
        }
        for line in source.lines_with("ratatui::style") {
            // A type may be named under another name, so that its variants never are.
            let plain = line.contains("Color,") || line.contains("Color}") || line.contains("Color;");
            if plain && !line.contains("Color as ") {
                offences.push(line);
            }
        }
        for part in ["Tone::Rgb", "Tone::Indexed"] {
            offences.extend(source.lines_with(part));
        }
    }
    check_none("style by meaning: theme.style(Role::…)", &offences);
}

#[test]
fn only_the_keymap_knows_key_codes() {
    let mut offences = Vec::new();
    for source in source::all() {
        if !source.is_in("tui/keymap") && !source.is_in("tui/input") {
            offences.extend(source.lines_with("KeyCode"));
        }
    }
    check_none("actions, not keys", &offences);
}

#[test]
fn tests_never_sleep() {
    let sleep = concat!("thread::", "sleep");
    let mut offences = Vec::new();
    for source in source::all() {
        if source.whole.contains(sleep) {
            offences.push(source.file.clone());
        }
    }
    check_none("nothing waits for a time to pass", &offences);
}

/// Nothing forbids a long file, but most are short: split by idea.
#[test]
fn files_are_short() {
    let mut lengths: Vec<usize> = source::all()
        .iter()
        .map(|source| source.code.lines().filter(|line| !line.trim().is_empty()).count())
        .collect();
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    assert!(median <= 160, "the median file has {median} lines of code");
    let longest: BTreeMap<usize, String> = source::all()
        .into_iter()
        .map(|source| (source.code.lines().filter(|line| !line.trim().is_empty()).count(), source.path))
        .filter(|&(length, _)| length > 600)
        .collect();
    assert!(longest.is_empty(), "split these by idea: {longest:?}");
}
