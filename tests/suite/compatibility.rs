//! Files of the version before the redesign of names are read with the same meaning. That version wrote them, or
//! read them and said what it understood: `tests/data/before-redesign/README.md`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, UNIX_EPOCH};

use matescope::game::{GameListEntry, GameResumable};
use matescope::store::config::LoadedConfig;
use matescope::store::themes::load_user_themes;
use matescope::store::{Library, SavedAnalysis, SavedGame, practice_record, user_lessons};
use matescope::tui::keymap::{ActionSpec, Keymap};
use matescope::tui::theme::{Charset, ColorScheme, Role, Theme, ThemeColorDepth};
use ratatui::style::{Color, Modifier};
use serde_json::Value;

use crate::program;

/// Moves of the running game and of the analysis, with variations.
const GAME_MOVES: usize = 4;
const ANALYSIS_MOVES: usize = 11;

/// The list of games as that version showed it, the newest first.
const GAMES: [&str; 3] = [
    "2026.11.23 You - Matescope level 2 *, 4 plies, A43 Benoni Defense: Old Benoni, can be resumed",
    "2026.11.23 You - Matescope level 2 0-1, 4 plies, B00 Nimzowitsch Defense",
    "2025.03.01 Anna - Joerg 1-0, 9 plies, C67 Ruy Lopez: Berlin Defense, Rio Gambit Accepted",
];

/// The ending whose table is kept, and a position of it.
const TABLE: &str = "KQvKQ";
const TABLE_FEN: &str = "k7/8/1K6/8/8/8/6q1/3Q4 w - - 0 1";

/// The position of the running game.
const RUNNING: &str = "rnb1kbnr/pp1ppppp/8/q1p5/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 1 3";

static COPIES: AtomicU32 = AtomicU32::new(0);

/// A copy of the files, removed afterwards.
pub(crate) struct OldFiles(PathBuf);

impl OldFiles {
    pub(crate) fn new() -> Self {
        Self::in_folder("before-redesign")
    }

    /// A copy in a folder whose name begins so.
    pub(crate) fn in_folder(name: &str) -> Self {
        let number = COPIES.fetch_add(1, Ordering::Relaxed);
        let name = format!("{name}-{}-{number}", std::process::id());
        let folder = program::temporary_folder().join(name);
        copy(&original(), &folder);
        Self(folder)
    }

    pub(crate) fn path(&self, below: &str) -> PathBuf {
        self.0.join(below)
    }

    /// The output of a command that has nothing to complain about, with these files as the user's own.
    pub(crate) fn run(&self, words: &[&str], input: &str) -> String {
        let answer = self.answer(words, input);
        assert_eq!((answer.status, answer.errors.as_str()), (0, ""), "{words:?}");
        answer.output
    }

    /// The answer of a command, with these files as the user's own.
    fn answer(&self, words: &[&str], input: &str) -> program::Answer {
        let mut command = program::command(words);
        for (variable, folder) in [
            ("XDG_CONFIG_HOME", "config"),
            ("XDG_STATE_HOME", "state"),
            ("XDG_CACHE_HOME", "cache"),
            ("XDG_DATA_HOME", "data"),
        ] {
            command.env(variable, self.path(folder));
        }
        program::finish(command, input)
    }

    pub(crate) fn run_json(&self, words: &[&str]) -> Value {
        serde_json::from_str(&self.run(words, "")).unwrap()
    }
}

impl Drop for OldFiles {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn original() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/before-redesign")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// What the old version said.
fn old_answer(name: &str) -> Value {
    let file = original().join("answers").join(name);
    serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap()
}

/// Holds that all of an old answer is in the one of today, which may say more.
fn check_contains(today: &Value, old: &Value, place: &str) {
    match (today, old) {
        (Value::Object(today), Value::Object(old)) => {
            for (name, old) in old {
                let place = format!("{place}.{name}");
                check_contains(today.get(name).unwrap_or_else(|| panic!("{place} is gone")), old, &place);
            }
        }
        (Value::Array(today), Value::Array(old)) => {
            assert_eq!(today.len(), old.len(), "{place}");
            for (at, (today, old)) in today.iter().zip(old).enumerate() {
                check_contains(today, old, &format!("{place}[{at}]"));
            }
        }
        _ => assert_eq!(today, old, "{place}"),
    }
}

#[test]
fn settings_are_in_force_without_a_warning() {
    let files = OldFiles::new();
    let (today, old) = (files.run_json(&["config", "--json"]), old_answer("config.json"));
    for part in ["settings", "own_themes", "warnings"] {
        check_contains(&today[part], &old[part], part);
    }
    assert_eq!(today["warnings"], Value::Array(Vec::new()));
}

#[test]
fn the_program_goes_on_with_the_running_game_and_has_nothing_to_complain_about() {
    let output = OldFiles::new().run(&["--linear"], "fen\nquit\n");
    assert!(output.contains("Your game") && output.lines().any(|line| line == RUNNING), "{output}");
    for complaint in ["config.toml", "keys.", "theme", "left out"] {
        assert!(!output.contains(complaint), "{complaint}: {output}");
    }
}

#[test]
fn key_bindings_are_those_of_the_file() {
    let loaded = LoadedConfig::from_file(&original().join("config/matescope/config.toml")).unwrap();
    assert_eq!(loaded.warnings, []);
    let map = Keymap::with(&loaded.config.keys).unwrap();
    assert_eq!(loaded.config.keys.len(), 4);
    for (name, keys) in &loaded.config.keys {
        let spec = ActionSpec::named(name).expect(name);
        let bound: Vec<String> = map.keys(spec.action).iter().map(ToString::to_string).collect();
        assert_eq!(&bound, keys, "{name}");
    }
}

#[test]
fn a_theme_with_the_old_names_of_roles_has_the_same_colors() {
    let (themes, errors) = load_user_themes(&original().join("config/matescope/themes"));
    assert_eq!(errors, [""; 0]);
    let [(text, warnings)] = &themes[..] else { panic!("one theme") };
    let mut warnings = warnings.clone();
    let scheme = ColorScheme::from_text(text, &[], &mut warnings);
    assert_eq!((scheme.name(), warnings), ("harbor", Vec::new()));
    let theme = Theme::new(scheme, ThemeColorDepth::TrueColor, Charset::Unicode);
    for (role, ink, back, is_bold) in [
        (Role::Ground, 0xd0_d8_e0, Some(0x10_18_20), false),
        (Role::Comment, 0x80_c0_a0, None, false),
        (Role::SelectedRow, 0xff_ff_ff, Some(0x20_40_60), true),
        (Role::WhitePiece, 0xff_f8_e0, None, false),
        (Role::WhiteLine, 0x20_30_40, None, false),
        (Role::BlackPiece, 0x08_10_18, None, false),
        (Role::Mistake, 0xe0_b0_40, None, false),
        (Role::Blunder, 0xe0_40_40, None, true),
        (Role::Success, 0x40_d0_80, None, true),
    ] {
        let style = theme.style(role);
        assert_eq!(style.fg, Some(Color::from_u32(ink)), "{role:?}");
        assert_eq!(style.bg, back.map(Color::from_u32), "{role:?}");
        assert_eq!(style.add_modifier.contains(Modifier::BOLD), is_bold, "{role:?}");
    }
    // What it leaves out comes from the theme that it names as its base.
    let walnut = ColorScheme::by_name("walnut").expect("a built-in theme");
    let base = Theme::new(walnut, ThemeColorDepth::TrueColor, Charset::Unicode);
    assert_eq!(theme.style(Role::LightSquare), base.style(Role::LightSquare));
}

#[test]
fn a_lesson_of_ones_own_is_in_the_course() {
    let loaded = user_lessons::load(Some(&original().join("config/matescope/config.toml")));
    assert_eq!(loaded.problems, Vec::<String>::new());
    let own = loaded.lessons.iter().find(|lesson| lesson.exercise.id == "queen-corner").expect("the lesson");
    assert_eq!((own.exercise.title.as_str(), own.chapter.as_str()), ("The queen near the corner", "Mine"));
    assert_eq!(own.exercise.material, "KQvK".parse().unwrap());
}

/// Both are written again as the same values: nothing was lost, and nothing understood otherwise.
#[test]
fn the_running_game_and_the_analysis_are_the_same() {
    let files = OldFiles::new();
    let (state, again) = (files.path("state/matescope"), files.path("again"));
    let value = |folder: &Path, name: &str| -> Value {
        serde_json::from_str(&fs::read_to_string(folder.join(name)).unwrap()).unwrap()
    };
    let game = SavedGame::load(&state).unwrap().expect("a game");
    assert_eq!(game.tree.move_count(), GAME_MOVES);
    let analysis = SavedAnalysis::load(&state).unwrap().expect("an analysis");
    assert_eq!(analysis.tree.move_count(), ANALYSIS_MOVES);
    fs::create_dir_all(&again).unwrap();
    game.save(&again).unwrap();
    analysis.save(&again).unwrap();
    for name in ["game.json", "study.json"] {
        assert_eq!(value(&again, name), value(&state, name), "{name}");
    }
}

#[test]
fn rounds_and_progress_are_the_same() {
    let files = OldFiles::new();
    let state = files.path("state/matescope");
    let record = fs::read_to_string(state.join("practice.jsonl")).unwrap();
    assert_eq!(practice_record::export_text(&state).unwrap(), (record.lines().count(), record.clone()));
    assert!(record.contains("\"drill\":\"KQvK\"") && record.contains("\"quiz\":"), "{record}");
    let (today, old) = (files.run_json(&["practice", "--json"]), old_answer("practice.json"));
    let lessons = |answer: &Value| answer["lessons"].as_array().unwrap().clone();
    let is_own = |lesson: &Value| lesson["id"] == "queen-corner";
    for old in lessons(&old).iter().filter(|old| old["attempts"] != 0) {
        let today = lessons(&today).into_iter().find(|lesson| lesson["id"] == old["id"]);
        let today = today.unwrap_or_else(|| panic!("{} is gone", old["id"]));
        if is_own(old) {
            check_contains(&today, old, "practice");
        }
        // The course itself has changed, what was achieved has not.
        for part in ["levels_passed", "attempts", "solved", "perfect", "stalemates", "average_lost"] {
            assert_eq!(today[part], old[part], "{} {part}", old["id"]);
        }
    }
}

#[test]
fn the_list_of_games_is_the_same_with_and_without_its_index() {
    let files = OldFiles::new();
    let folder = files.path("data/matescope/games");
    let index: Value =
        serde_json::from_str(&fs::read_to_string(folder.join(".index.json")).unwrap()).unwrap();
    for (name, entry) in index["files"].as_object().unwrap() {
        // Of games of one day those come first whose files were changed last.
        let changed = UNIX_EPOCH + Duration::from_nanos(entry["changed"].as_u64().unwrap());
        fs::File::options().append(true).open(folder.join(name)).unwrap().set_modified(changed).unwrap();
    }
    let list = || -> Vec<String> {
        let rows = Library::new(folder.clone()).list().unwrap();
        let text = |row: &GameListEntry| {
            let GameListEntry { date, white, black, plies, opening, .. } = row;
            let resumes = if row.resumes == GameResumable::Yes { ", can be resumed" } else { "" };
            format!("{date} {white} - {black} {}, {plies} plies, {opening}{resumes}", row.result)
        };
        rows.iter().map(text).collect()
    };
    assert_eq!(list(), GAMES);
    assert!(!folder.join(".index.json").exists(), "that of an earlier version");
    assert_eq!(list(), GAMES, "from the index");
    fs::remove_dir_all(folder.join(".database")).unwrap();
    assert_eq!(list(), GAMES);
}

#[test]
fn a_table_of_an_earlier_format_is_built_again_and_says_the_same() {
    let files = OldFiles::new();
    let file = files.path("cache/matescope/tables").join(format!("{TABLE}.table"));
    let before = fs::metadata(&file).unwrap().len();
    let built = files.answer(&["table", "build", TABLE], "");
    assert_eq!(built.status, 0, "{}", built.errors);
    assert!(built.output.starts_with(&format!("Built {TABLE} in ")), "{}", built.output);
    let after = fs::metadata(&file).unwrap().len();
    assert!(2 * after < before, "{after} of {before} bytes");
    check_contains(
        &files.run_json(&["table", "--fen", TABLE_FEN, "--json"]),
        &old_answer("table.json"),
        "table",
    );
    files.run(&["table", "check"], "");
    let again = files.answer(&["table", "build", TABLE], "");
    assert_eq!(again.output, format!("Nothing was built\nThere already: {TABLE}\n"));
}

#[test]
fn a_certificate_is_verified() {
    let file = original().join("queen.mate");
    let answer = OldFiles::new().run(&["verify", file.to_str().unwrap()], "");
    assert!(answer.contains("proven by the rules alone"), "{answer}");
}
