//! The documentation is true: the key tables are the table of actions, what is named exists, links lead
//! somewhere, and the README is short. `UPDATE_DOCS=1` writes `docs/keys.md` again.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use matescope::analysis::AnalysisEvent;
use matescope::chess::{MoveCost, Ranking, fen};
use matescope::platform::CAN_SUSPEND;
use matescope::tui::keymap::{ACTIONS, ActionSpec, KeyContext, KeyPress, Keymap};
use matescope::tui::message::Message;
use matescope::tui::model::current_analysis::OracleHandle;
use matescope::tui::model::dialog::Dialog;
use matescope::tui::navigation::Tab;

use crate::endings::shared_tables;
use crate::journeys::User;
use crate::source::check_none;

const BEGIN: &str = "<!-- keys: generated from the table of actions -->\n";
const END: &str = "<!-- /keys -->";

/// The most words that the README may have.
const README_WORDS: usize = 1_200;

/// The sections of `docs/keys.md` in their order: the context and its heading.
const SECTIONS: [(KeyContext, &str); 45] = [
    (KeyContext::Global, "Everywhere"),
    (KeyContext::Board, "On every board"),
    (KeyContext::Cursor, "With the board cursor"),
    (KeyContext::Prompt, "Typing a move"),
    (KeyContext::Copy, "After `y`"),
    (KeyContext::Play, "Play"),
    (KeyContext::Watch, "Play: two engines"),
    (KeyContext::Analyze, "Analyze"),
    (KeyContext::Mark, "Analyze: after `!`"),
    (KeyContext::Line, "Analyze: walking through a line"),
    (KeyContext::Explorer, "Analyze: in the explorer"),
    (KeyContext::Retry, "Analyze: trying mistakes again"),
    (KeyContext::Proof, "Proof of a mate"),
    (KeyContext::Lessons, "Practice: the list of lessons"),
    (KeyContext::Example, "Practice: a worked example"),
    (KeyContext::Round, "Practice: a round"),
    (KeyContext::TrapQuiz, "Practice: the trap quiz"),
    (KeyContext::ResultQuiz, "Practice: which result?"),
    (KeyContext::PuzzleList, "Practice: the page of puzzles"),
    (KeyContext::Puzzle, "Practice: a puzzle"),
    (KeyContext::GuessList, "Practice: famous games to guess"),
    (KeyContext::Guess, "Practice: guess the move"),
    (KeyContext::OpeningList, "Practice: openings"),
    (KeyContext::Openings, "Practice: training an opening"),
    (KeyContext::Tables, "Tables: the list of endings"),
    (KeyContext::TablePage, "Tables: one ending"),
    (KeyContext::Games, "Games"),
    (KeyContext::Filter, "Games: typing a search"),
    (KeyContext::Statistics, "Games: statistics"),
    (KeyContext::Editor, "Position editor"),
    (KeyContext::Tags, "The tags of a game"),
    (KeyContext::Paste, "Text box for a FEN, a game or moves"),
    (KeyContext::Form, "Forms: a new game, players, settings"),
    (KeyContext::Choice, "Promotion"),
    (KeyContext::Confirm, "Questions"),
    (KeyContext::Input, "Questions with a line of text"),
    (KeyContext::Help, "Help"),
    (KeyContext::Search, "Help: typing a search"),
    (KeyContext::Palette, "Commands by name"),
    (KeyContext::Searches, "Saved searches"),
    (KeyContext::Columns, "Columns of the list of games"),
    (KeyContext::Duplicates, "Games with several texts"),
    (KeyContext::Engines, "List of engines"),
    (KeyContext::Options, "Options of an engine"),
    (KeyContext::Text, "Typing in one of these two"),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The pages for people, with their names from the root of the repository.
fn pages() -> Vec<(String, String)> {
    let mut names = vec!["README.md".to_owned()];
    for entry in fs::read_dir(root().join("docs")).expect("the folder of the documentation").flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|ending| ending == "md") {
            names.push(format!("docs/{}", entry.file_name().to_string_lossy()));
        }
    }
    names.sort();
    names.into_iter().map(|name| (name.clone(), read(&name))).collect()
}

/// What stands between backquotes on one line, outside of blocks of code.
fn quoted(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut is_block = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_block = !is_block;
        } else if !is_block {
            found.extend(line.split('`').skip(1).step_by(2));
        }
    }
    found
}

fn key_names(keys: &[KeyPress]) -> String {
    keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(" ")
}

/// Whether two neighbors say the same but for the last word, so that one row has room for both.
fn are_twins(one: &ActionSpec, other: &ActionSpec) -> bool {
    let start = |spec: &ActionSpec| spec.help.rsplit_once(' ').map(|(start, _)| start.to_owned());
    one.contexts == other.contexts && start(one).is_some() && start(one) == start(other)
}

/// The table of one context: the keys that work there, what they do, and the actions' names.
fn section(context: KeyContext, keymap: &Keymap) -> String {
    let mut table = String::from("| keys | what they do | name |\n|---|---|---|\n");
    let here: Vec<&ActionSpec> = ACTIONS.iter().filter(|spec| spec.contexts.contains(&context)).collect();
    for twins in here.chunk_by(|one, other| are_twins(one, other)) {
        let keys: Vec<String> = twins
            .iter()
            .map(|spec| key_names(&keymap.keys_in(&[context], spec.action).collect::<Vec<_>>()))
            .collect();
        let others = twins[1..].iter().filter_map(|spec| spec.help.rsplit(' ').next());
        let help = std::iter::once(twins[0].help).chain(others).collect::<Vec<_>>().join(", ");
        let names: Vec<String> = twins.iter().map(|spec| format!("`{}`", spec.name)).collect();
        writeln!(table, "| {} | {help} | {} |", keys.join(", "), names.join(", "))
            .expect("a string takes it");
    }
    table
}

fn key_tables() -> String {
    let keymap = Keymap::default();
    let mut text = String::new();
    for (context, heading) in SECTIONS {
        write!(text, "\n## {heading}\n\n{}", section(context, &keymap)).expect("a string takes it");
    }
    text + "\n"
}

#[test]
fn no_chapter_is_there_twice() {
    for (name, text) in pages() {
        let mut chapters: Vec<&str> = text.lines().filter(|line| line.starts_with("## ")).collect();
        chapters.sort_unstable();
        let twice = chapters.windows(2).find(|pair| pair[0] == pair[1]);
        assert_eq!(twice, None, "{name}");
    }
}

#[test]
fn the_page_of_keys_is_the_table_of_actions() {
    let page = read("docs/keys.md");
    let (before, rest) = page.split_once(BEGIN).expect("the place of the keys");
    let (written, after) = rest.split_once(END).expect("the end of the keys");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(root().join("docs/keys.md"), [before, BEGIN, &key_tables(), END, after].concat())
            .expect("the page of keys");
    } else {
        let command = "UPDATE_DOCS=1 cargo test --test suite docs::";
        // A system that cannot suspend a program has no key for it.
        let written = if CAN_SUSPEND { written.to_owned() } else { written.replace("| `ctrl-z` |", "|  |") };
        assert!(written == key_tables(), "docs/keys.md is out of date; `{command}` writes it again");
    }
}

/// `Dialog` has Esc alone, which the page says in a sentence.
#[test]
fn every_context_has_a_section() {
    let has_section = |context: &KeyContext| SECTIONS.iter().any(|(known, _)| known == context);
    let missing: Vec<String> = ACTIONS
        .iter()
        .flat_map(|spec| spec.contexts)
        .filter(|context| **context != KeyContext::Dialog && !has_section(context))
        .map(|context| format!("{context:?}"))
        .collect();
    check_none("a context of keys has a section in SECTIONS", &missing);
}

#[test]
fn the_readme_is_short() {
    let words = read("README.md").split_whitespace().count();
    assert!(words <= README_WORDS, "README.md has {words} words; what is more goes into docs/manual.md");
}

/// The source of a module, of the application, of a crate or of these tests: `store::faults` is
/// `crates/store/src/faults.rs`.
fn module_source(path: &[&str]) -> Option<String> {
    let file = path.join("/") + ".rs";
    let of_crate = path.split_first().map(|(name, rest)| {
        let file = if rest.is_empty() { "lib.rs".to_owned() } else { rest.join("/") + ".rs" };
        format!("crates/{name}/src/{file}")
    });
    let files = [format!("src/{file}"), format!("tests/suite/{file}")].into_iter().chain(of_crate);
    files.into_iter().find_map(|file| fs::read_to_string(root().join(file)).ok())
}

#[test]
fn every_test_that_the_manual_names_exists() {
    let manual = read("docs/manual.md");
    let is_path = |part: &&str| part.contains("::") && !part.ends_with("::") && !part.contains([' ', '/']);
    let named: Vec<&str> = quoted(&manual).into_iter().filter(is_path).collect();
    assert!(named.len() > 40, "{named:?}");
    let exists = |path: &str| {
        let parts: Vec<&str> = path.split("::").filter(|part| *part != "tests").collect();
        let Some((name, module)) = parts.split_last() else { return false };
        module_source(module).is_some_and(|source| source.contains(&format!("fn {name}(")))
    };
    let missing: Vec<String> =
        named.iter().filter(|path| !exists(path)).map(|&path| path.to_owned()).collect();
    check_none("a test that the manual names exists in that file", &missing);
}

/// Whether a source defines an item or a field of this name.
fn defines(source: &str, name: &str) -> bool {
    let word_ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let starts = ["fn ", "struct ", "enum ", "trait ", "const ", "static ", "type ", "mod ", "macro_rules! "];
    starts.iter().any(|start| {
        let wanted = format!("{start}{name}");
        source.match_indices(&wanted).any(|(at, found)| word_ends(&source[at + found.len()..]))
    })
}

/// A path as the pages write it: `src/file.rs`, `src/folder/`, or `src/file.rs::name` for an item of the file.
fn check_path(path: &str) -> Result<(), String> {
    let (file, item) = path.split_once("::").map_or((path, None), |(file, item)| (file, Some(item)));
    let place = root().join(file);
    if !place.exists() {
        return Err(format!("{file} does not exist"));
    }
    match item.map(|item| item.rsplit("::").next().unwrap_or(item)) {
        Some(name) if !defines(&read(file), name) => Err(format!("{file} defines no {name}")),
        _ => Ok(()),
    }
}

#[test]
fn every_file_and_function_that_the_pages_name_exists() {
    let starts = ["src/", "crates/", "tests/", "docs/", "assets/", "benches/", "fuzz/", ".ci/"];
    let is_path = |part: &&str| {
        starts.iter().any(|start| part.starts_with(start)) && !part.contains([' ', '*', '<', '{'])
    };
    let mut texts = pages();
    texts.push(("src/lib.rs".to_owned(), read("src/lib.rs")));
    let mut offences = Vec::new();
    let mut checked = 0;
    for (page, text) in &texts {
        for path in quoted(text).into_iter().filter(is_path) {
            checked += 1;
            offences.extend(check_path(path).err().map(|fault| format!("{page}: {fault}")));
        }
    }
    assert!(checked > 100, "{checked}");
    check_none("a path in the documentation leads to a file, and its last part to an item", &offences);
}

/// The headings of a page as a browser links to them.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#'));
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    headings
        .map(|line| line.trim().to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-"))
        .collect()
}

#[test]
fn every_link_leads_somewhere() {
    let mut offences = Vec::new();
    for (page, text) in pages() {
        let folder = PathBuf::from(&page).parent().map(Path::to_owned).unwrap_or_default();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("https://") {
                continue;
            }
            let (file, anchor) = link.split_once('#').map_or((link, None), |(file, at)| (file, Some(at)));
            let target = if file.is_empty() { PathBuf::from(&page) } else { folder.join(file) };
            match fs::read(root().join(&target)) {
                Err(_) => offences.push(format!("{page}: {link}")),
                Ok(bytes) => {
                    let text = String::from_utf8_lossy(&bytes);
                    if anchor.is_some_and(|anchor| !anchors(&text).contains(&anchor.to_owned())) {
                        offences.push(format!("{page}: {link} has no such heading"));
                    }
                }
            }
        }
    }
    check_none("a link in the documentation leads to a file and a heading", &offences);
}

/// The first steps in the README, as a user takes them.
#[test]
fn two_minutes_go_as_the_readme_says() {
    let readme = read("README.md");
    let fen = quoted(&readme).into_iter().find(|part| fen::parse(part).is_ok()).expect("a FEN");
    let mut user = User::new();
    user.happens(Message::OracleReady(OracleHandle::new(shared_tables())));
    user.happens(Message::Analysis(AnalysisEvent::TablesReady));
    user.play("e4").engine_plays("e5");
    assert_eq!(user.sheet(), "e4 e5");

    user.press("p").paste(fen).press("enter").check_tab(Tab::Analyze).check_fen(fen);
    let position = fen::parse(fen).expect("a legal position");
    let ranking = Ranking::of(&position, &*shared_tables()).expect("a table");
    let stalemates = ranking.count(|cost| matches!(cost, MoveCost::Stalemate));
    assert_eq!((ranking.best().count(), stalemates), (5, 6));
    user.play("Kc2").check_says("STALEMATE").check_fen(fen).press("esc").check_fen(fen);

    user.press("w");
    assert!(user.app.proof.is_some());
    user.press("esc");
    assert!(user.app.proof.is_none());

    user.press("3 x");
    assert!(user.app.practice_tab.board.example().is_some());
    user.press("enter");
    assert!(user.app.practice_tab.board.round().is_some());

    user.press("4").check_tab(Tab::Tables).check_says("KQvK");
    user.press("C");
    assert!(user.app.editor.open.is_some());

    user.press("1 ctrl-n");
    for _ in 0..4 {
        if !user.screen().contains("two engines play") {
            user.press("right");
        }
    }
    user.check_says("watch").press("enter");
    assert!(user.app.play.is_watched());

    user.press("5").check_tab(Tab::Games).press("S");
    assert!(matches!(user.app.shared.dialog, Some(Dialog::Settings { .. })));
}
