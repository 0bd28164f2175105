//! The README's table of keys is the table of actions. `UPDATE_README=1` rewrites it.

use std::fmt::Write;
use std::path::Path;

use matescope::tui::keymap::{ACTIONS, ActionSpec, KeyContext, KeyPress};

const BEGIN: &str = "<!-- keys: made from the table of actions; a test holds them equal -->\n";
const END: &str = "<!-- /keys -->";

/// Where an action is available, in the README's words; None where the screen's footer shows them all.
fn place(contexts: &[KeyContext]) -> Option<&'static str> {
    use KeyContext as C;
    match contexts {
        [C::Global, ..] => Some("Everywhere"),
        [C::Board] | [C::Board, C::Games, C::Editor] => Some("On a board"),
        [C::Games] | [C::Games, C::Filter] => Some("List of games"),
        [C::Filter] => Some("Searching games"),
        [C::Mark] => Some("After `!`"),
        [C::Play, C::Round] => Some("Game or round"),
        [C::Play, C::Round, C::Quiz] => Some("Game, round or quiz"),
        [C::Round, C::Analyze, C::Quiz] => Some("Round, quiz or reviewed game"),
        [C::Quiz] => Some("Trap quiz"),
        [C::Analyze, C::Round] => Some("Analysis or round"),
        [C::Analyze, C::Play, C::Round] => Some("Game, round or analysis"),
        [C::Analyze, C::Play, C::Round, C::Example] => Some("Game, round, example or analysis"),
        [C::Analyze, C::Play, C::Games] => Some("Analysis, finished game or list of games"),
        [C::Retry] => Some("Retrying mistakes"),
        [C::Proof] => Some("Proof"),
        [C::Play] => Some("Play"),
        [C::Watch] => Some("Watching two engines"),
        [C::Analyze] => Some("Analyze"),
        [C::Line] => Some("In a line"),
        [C::Lessons] => Some("List of lessons"),
        [C::Lessons, C::Example] => Some("List of lessons or worked example"),
        [C::Example] => Some("Worked example"),
        [C::Round, C::Lessons] => Some("Round or list of lessons"),
        [C::Tables] => Some("List of tables"),
        [C::TablePage] => Some("An ending"),
        [C::Round] => Some("Round"),
        [C::Cursor] => Some("Board cursor"),
        [C::Prompt] => Some("Typing a move"),
        [C::Copy] => Some("After `y`"),
        [C::Paste] => Some("Paste box"),
        [C::Paste, C::Editor] => Some("Paste box or editor"),
        [C::Editor] => Some("Position editor"),
        [
            C::Dialog
            | C::Help
            | C::Search
            | C::Palette
            | C::Form
            | C::Input
            | C::Choice
            | C::Confirm
            | C::Engines
            | C::Options
            | C::Text,
        ] => None,
        other => panic!("{other:?} has no name in the README"),
    }
}

fn keys(spec: &ActionSpec) -> String {
    let names = spec.keys.iter().map(|key| format!("`{}`", key.parse::<KeyPress>().expect("a key")));
    names.collect::<Vec<_>>().join(" ")
}

/// Whether two neighbors say the same but for the last word, so that one row has room for both.
fn are_twins(one: &ActionSpec, other: &ActionSpec) -> bool {
    let start = |spec: &ActionSpec| spec.help.rsplit_once(' ').map(|(start, _)| start.to_owned());
    one.contexts == other.contexts && start(one).is_some() && start(one) == start(other)
}

fn table() -> String {
    let mut table = String::from("| where | keys | what they do |\n|---|---|---|\n");
    let mut last = "";
    for twins in ACTIONS.chunk_by(are_twins) {
        let Some(place) = place(twins[0].contexts) else { continue };
        let heading = if place == last { String::new() } else { format!("**{place}**") };
        last = place;
        let keys: Vec<String> = twins.iter().map(keys).collect();
        let others = twins[1..].iter().filter_map(|spec| spec.help.rsplit(' ').next());
        let help = std::iter::once(twins[0].help).chain(others).collect::<Vec<_>>().join(", ");
        writeln!(table, "| {heading} | {} | {help} |", keys.join(", ")).expect("a string takes it");
    }
    table
}

#[test]
fn the_readme_lists_the_keys_that_there_are() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = std::fs::read_to_string(&file).expect("a README");
    let (before, rest) = readme.split_once(BEGIN).expect("the place of the keys");
    let (written, after) = rest.split_once(END).expect("the end of the keys");
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(file, [before, BEGIN, &table(), END, after].concat()).expect("a README");
    } else {
        assert!(written == table(), "run the test with UPDATE_README=1; it should be:\n{}", table());
    }
}

/// All Rust below a folder.
fn sources(folder: &Path, text: &mut String) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            text.push_str(&std::fs::read_to_string(path).expect("a source"));
        }
    }
}

#[test]
fn every_test_that_the_manual_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manual = std::fs::read_to_string(root.join("docs/manual.md")).expect("the manual");
    let mut text = String::new();
    for folder in ["src", "tests"] {
        sources(&root.join(folder), &mut text);
    }
    let is_path = |part: &&str| part.contains("::") && !part.ends_with("::") && !part.contains(' ');
    let named: Vec<&str> = manual.split('`').skip(1).step_by(2).filter(is_path).collect();
    assert!(!named.is_empty());
    let last =
        |path: &&&str| path.rsplit("::").next().is_some_and(|name| text.contains(&format!("fn {name}(")));
    let missing: Vec<&&str> = named.iter().filter(|path| !last(path)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
