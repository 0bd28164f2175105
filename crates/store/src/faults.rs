//! Every change that the store makes, on a disk that fails at every call in turn: by an error, by the end of
//! the program, by the loss of power. Each file is the old or the new one afterwards, never a third, and the
//! next try works. What was reported as done lasts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::config;
use super::disk::simulated::{SimulatedDisk, SimulatedFault};
use super::fixtures::{analysis, game, review};
use super::library::{self, Library, OwnGameFiles};
use super::output::OverwriteConsent;
use super::settings_watch::KnownSettingsText;
use super::{GameDatabase, GameReviews, SavedGame, TableFolder, position_analyses, practice_record};
use ::config::Config;
use ::database::ListedGames;
use game::game_labels::LabelChange;
use game::{GameLocation, SavedSearch};
use practice::Seed;
use practice::record::{PracticeEntry, TrapQuizRun};
use solver::tables::table_store::TableStore;

type Files = BTreeMap<PathBuf, Vec<u8>>;

const STATE: &str = "/home/state";
const GAMES: &str = "/home/games";
const THREE: &str =
    "[White \"a\"]\n\n1. e4 1-0\n\n[White \"b\"]\n\n1. d4 d5 0-1\n\n[White \"c\"]\n\n1. c4 *\n";

/// The visible files of the disk: hidden files are drafts, locks and the index.
fn visible_files(disk: &SimulatedDisk) -> Files {
    let is_hidden = |path: &Path| path.iter().any(|name| name.as_encoded_bytes()[0] == b'.');
    disk.files().into_iter().filter(|(path, _)| !is_hidden(path)).collect()
}

/// Does one change on a disk that fails at every call in turn, in every way. `act` says whether it was done.
fn check(prepare: impl Fn(&SimulatedDisk), act: impl Fn() -> Result<(), String>) {
    check_with(prepare, act, |_, old, new, found| found == old || found == new);
}

/// The same, where `is_sound` judges what became of a file.
fn check_with(
    prepare: impl Fn(&SimulatedDisk),
    act: impl Fn() -> Result<(), String>,
    is_sound: impl Fn(&Path, Option<&[u8]>, Option<&[u8]>, Option<&[u8]>) -> bool,
) {
    let fresh = || {
        let disk = SimulatedDisk::default();
        prepare(&disk);
        disk
    };
    let disk = fresh();
    let old = visible_files(&disk);
    disk.fail_at(u64::MAX, SimulatedFault::Error);
    disk.with(&act).unwrap();
    let calls = disk.calls();
    let new = visible_files(&disk);
    assert!(new != old && calls > 3, "nothing happens");
    for fault in [SimulatedFault::PowerLostOldNames, SimulatedFault::PowerLostNewNames] {
        disk.lose_power(fault);
        assert_eq!(visible_files(&disk), new, "what was done does not last: {fault:?}");
    }
    for fault in SimulatedFault::ALL {
        for call in 1..=calls {
            let disk = fresh();
            disk.fail_at(call, fault);
            let done = disk.with(&act);
            disk.restart();
            let found = visible_files(&disk);
            let about = format!("{fault:?} at call {call} of {calls}: {done:?}");
            for path in old.keys().chain(new.keys()).chain(found.keys()) {
                let [old, new, found] = [&old, &new, &found].map(|files| files.get(path).map(Vec::as_slice));
                assert!(is_sound(path, old, new, found), "{about}: {path:?} is {found:?}");
            }
            // A program that has died reports nothing.
            if done.is_ok() && fault == SimulatedFault::Error {
                assert_eq!(found, new, "{about}");
            }
            if found == old {
                disk.with(&act).unwrap_or_else(|error| panic!("{about}; then {error}"));
                assert_eq!(visible_files(&disk), new, "{about}");
            }
        }
    }
}

fn run(at: i64) -> PracticeEntry {
    PracticeEntry::TrapQuizRun(TrapQuizRun { ended_at: at, day: 1, seed: Seed(1), solved: 1, wrong: 0 })
}

#[expect(clippy::needless_pass_by_value, reason = "an error is handed over whole")]
fn error_text(error: impl ToString) -> String {
    error.to_string()
}

#[test]
fn settings_are_the_old_or_the_new_ones() {
    let file = Path::new("/home/config/config.toml");
    let act = || {
        let old = Config::default();
        let mut new = old.clone();
        (new.play.level, new.play.bell) = (7.try_into().unwrap(), false);
        let changes = old.changes_to(&new);
        config::save(file, &changes, &KnownSettingsText::default()).map_err(error_text)
    };
    check(|disk| disk.add_file(file, b"[play]\nlevel = 3 # mine\n"), act);
    check(|disk| disk.add_file(Path::new("/home/config/other"), b""), act);
}

#[test]
fn the_running_game_is_the_old_or_the_new_one() {
    let act = || game(&["e4", "e5"]).save(Path::new(STATE)).map_err(error_text);
    let file = Path::new("/home/state/game.json");
    check(|_| {}, act);
    check(|disk| disk.add_file(file, b"the one before"), act);
}

#[test]
fn a_damaged_game_is_in_its_place_or_aside() {
    let file = Path::new("/home/state/game.json");
    let damaged = Path::new("/home/state/game.damaged.json");
    let prepare = |disk: &SimulatedDisk| {
        disk.add_file(file, b"second");
        disk.add_file(damaged, b"first");
    };
    // That something was put aside is no success; it is enough that it was tried.
    let act = || SavedGame::load(Path::new(STATE)).map(drop).or(Ok(()));
    let disk = SimulatedDisk::default();
    prepare(&disk);
    disk.with(act).unwrap();
    let calls = disk.calls();
    for fault in SimulatedFault::ALL {
        for call in 1..=calls {
            let disk = SimulatedDisk::default();
            prepare(&disk);
            disk.fail_at(call, fault);
            let _: Result<(), String> = disk.with(act);
            disk.restart();
            let files = visible_files(&disk);
            let about = format!("{fault:?} at call {call}: {files:?}");
            assert_eq!(files[damaged], b"first", "{about}");
            assert!(files.iter().any(|(path, bytes)| path != damaged && bytes == b"second"), "{about}");
            assert!(files.values().all(|bytes| [&b"first"[..], b"second"].contains(&&bytes[..])), "{about}");
        }
    }
}

#[test]
fn a_record_of_practice_has_each_round_whole_or_not_at_all() {
    let file = practice_record::path(Path::new(STATE));
    let prepare = |disk: &SimulatedDisk| {
        disk.with(|| practice_record::append(Path::new(STATE), &[run(1), run(2)], Duration::ZERO).unwrap());
    };
    let rounds = |bytes: Option<&[u8]>| {
        let disk = SimulatedDisk::default();
        disk.add_file(&file, bytes.unwrap_or_default());
        disk.with(|| practice_record::read_entries(&file).unwrap())
    };
    // A round that was half written when the power went is none, and swallows none that follows.
    let is_sound = |_: &Path, old: Option<&[u8]>, new: Option<&[u8]>, found: Option<&[u8]>| {
        let [old, new, found] = [old, new, found].map(rounds);
        found.starts_with(&old) && new.starts_with(&found)
    };
    let act =
        || practice_record::append(Path::new(STATE), &[run(3), run(4)], Duration::ZERO).map_err(error_text);
    check_with(prepare, act, is_sound);
    check_with(|_| {}, act, is_sound);
    let other = Path::new("/home/other.jsonl");
    let with_other = |disk: &SimulatedDisk| {
        prepare(disk);
        let lines = disk.files().remove(&file).unwrap_or_default();
        disk.add_file(other, String::from_utf8(lines).unwrap().replace("\"at\":2", "\"at\":5").as_bytes());
    };
    check_with(
        with_other,
        || practice_record::import(Path::new(STATE), other).map(drop).map_err(error_text),
        is_sound,
    );
}

#[test]
fn an_error_leaves_the_record_of_practice_as_it_was() {
    let file = practice_record::path(Path::new(STATE));
    let disk = SimulatedDisk::default();
    disk.with(|| practice_record::append(Path::new(STATE), &[run(1)], Duration::ZERO).unwrap());
    let before = disk.files().remove(&file);
    let mut failed = 0;
    for call in 1..30 {
        disk.fail_at(call, SimulatedFault::Error);
        match disk.with(|| practice_record::append(Path::new(STATE), &[run(2)], Duration::ZERO)) {
            Err(_) => {
                failed += 1;
                assert_eq!(disk.files().remove(&file), before, "call {call}");
            }
            Ok(()) => disk.add_file(&file, before.as_deref().unwrap_or_default()),
        }
    }
    assert!(failed > 5, "{failed}");
}

fn place(white: &str) -> Result<GameLocation, String> {
    let rows = Library::new(PathBuf::from(GAMES)).list().map_err(error_text)?;
    let row = rows.into_iter().find(|row| row.white == white);
    row.map(|row| row.location).ok_or_else(|| "it is not listed".to_owned())
}

/// Deletes a game under every fault and looks whether it is in the library or in the trash.
fn check_deleting(file: &str, text: &str) {
    let file = Path::new(GAMES).join(file);
    let prepare = |disk: &SimulatedDisk| disk.add_file(&file, text.as_bytes());
    let act = || Library::new(PathBuf::from(GAMES)).delete(&place("b")?).map(drop).map_err(error_text);
    check_with(prepare, act, |_, old, new, found| found == old || found == new);
    for fault in SimulatedFault::ALL {
        for call in 1..60 {
            let disk = SimulatedDisk::default();
            prepare(&disk);
            disk.fail_at(call, fault);
            let _: Result<(), String> = disk.with(act);
            disk.restart();
            let still_there = visible_files(&disk)
                .into_values()
                .any(|bytes| bytes.windows(8).any(|part| part == b"White \"b"));
            assert!(still_there, "{fault:?} at call {call} has lost the game");
        }
    }
}

#[test]
fn a_game_that_is_deleted_is_in_the_library_or_in_the_trash() {
    check_deleting("three.pgn", THREE);
    check_deleting("one.pgn", "[White \"b\"]\n\n1. d4 d5 0-1\n");
}

#[test]
fn a_game_comes_back_from_the_trash_or_stays_there() {
    let file = Path::new(GAMES).join("three.pgn");
    let library = || Library::new(PathBuf::from(GAMES));
    let prepare = |disk: &SimulatedDisk| {
        disk.add_file(&file, THREE.as_bytes());
        disk.with(|| library().delete(&place("b").unwrap()).unwrap());
    };
    let disk = SimulatedDisk::default();
    disk.add_file(&file, THREE.as_bytes());
    let trashed = disk.with(|| library().delete(&place("b").unwrap()).unwrap());
    check(prepare, || library().restore(&trashed).map_err(error_text));
}

/// The last game of the list is deleted and brought back.
fn delete_and_restore() {
    let library = Library::new(PathBuf::from(GAMES));
    let Some(row) = library.list().ok().and_then(|mut rows| rows.pop()) else { return };
    let Ok(trashed) = library.delete(&row.location) else { return };
    let _ = library.restore(&trashed);
}

#[test]
fn two_faults_in_a_row_lose_no_game() {
    const CALLS: u64 = 80;
    let file = Path::new(GAMES).join("two.pgn");
    let faults =
        || SimulatedFault::ALL.into_iter().flat_map(|fault| (1..CALLS).map(move |call| (call, fault)));
    for first in faults() {
        for second in faults() {
            let disk = SimulatedDisk::default();
            disk.add_file(&file, b"[White \"a\"]\n\n1. e4 *\n\n[White \"b\"]\n\n1. d4 *\n");
            for (call, fault) in [first, second] {
                disk.fail_at(call, fault);
                disk.with(delete_and_restore);
                disk.restart();
            }
            let files = disk.files();
            for white in ["White \"a\"", "White \"b\""] {
                let is_there = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).contains(white);
                assert!(files.values().any(is_there), "{white} is lost: {first:?}, then {second:?}");
            }
        }
    }
}

#[test]
fn games_are_imported_and_exported_whole_or_not_at_all() {
    let from = Path::new("/media/three.pgn");
    let library = || Library::new(PathBuf::from(GAMES));
    check(
        |disk| disk.add_file(from, THREE.as_bytes()),
        || library().import(from, &|_, _| true).map(drop).map_err(error_text),
    );
    let own = Path::new(GAMES).join("three.pgn");
    let to = Path::new("/media/out.pgn");
    let prepare = |disk: &SimulatedDisk| {
        disk.add_file(&own, THREE.as_bytes());
        disk.add_file(to, b"what was there");
    };
    let act = || {
        library::export(&[place("a")?, place("c")?], to, OverwriteConsent::Overwrite)
            .map(drop)
            .map_err(error_text)
    };
    check(prepare, act);
}

#[test]
fn the_file_of_a_game_is_the_old_or_the_new_one() {
    let save = |moves: &[&str]| {
        let mut files = OwnGameFiles::new(Library::new(PathBuf::from(GAMES)));
        let mut game = game(moves);
        files.resolve_identity(&mut game).and_then(|_| files.save(&game)).map_err(error_text)
    };
    check(|disk| disk.with(|| save(&["e4"]).unwrap()), || save(&["e4", "e5", "Nf3"]));
}

/// The three games of a library.
fn listed(library: &Library) -> Result<Arc<ListedGames>, String> {
    let all = GameDatabase::open(library).list(&|_, _| true).map_err(error_text)?;
    match all.len() {
        3 => Ok(all),
        _ => Err("a file that the disk does not show is not listed".to_owned()),
    }
}

#[test]
fn a_file_whose_tags_change_is_the_old_or_the_new_one() {
    let file = Path::new("/home/games/three.pgn");
    let act = || {
        let library = Library::new(PathBuf::from(GAMES));
        let all = listed(&library)?;
        let places: Vec<GameLocation> = all.entries().map(|row| row.location).collect();
        let change = "Event=Cup".parse().map_err(error_text)?;
        library.edit_tags(&all, &places, &[change]).map(drop).map_err(error_text)
    };
    check(|disk| disk.add_file(file, THREE.as_bytes()), act);
}

#[test]
fn saved_searches_are_the_old_or_the_new_ones() {
    let act = || {
        let search = SavedSearch { name: "mine".to_owned(), query: "is:mine".to_owned() };
        let library = Library::new(PathBuf::from(GAMES));
        library.save_search(&search, OverwriteConsent::NewFile).map_err(error_text)
    };
    check(|disk| disk.add_file(Path::new("/home/games/searches.txt"), b"a: b\n"), act);
}

#[test]
fn a_label_is_the_old_or_the_new_one() {
    let games = Path::new("/home/games/three.pgn");
    let act = || {
        let library = Library::new(PathBuf::from(GAMES));
        let all = listed(&library)?;
        let first = all.digests().map(|(digest, _)| digest).take(1).collect();
        let change = LabelChange { add: vec!["starred".to_owned()], remove: Vec::new() };
        library.change_labels(&all, &first, &change).map(drop).map_err(error_text)
    };
    let prepare = |disk: &SimulatedDisk| {
        disk.add_file(games, THREE.as_bytes());
        disk.add_file(Path::new("/home/games/labels/starred.txt"), b"# mine\n");
    };
    check(prepare, act);
}

#[test]
fn the_review_of_a_game_is_the_old_or_the_new_one() {
    let reviews = GameReviews::new(PathBuf::from("/home/reviews"));
    let write = |nodes| reviews.write(7, &review(nodes)).map_err(error_text);
    check(|disk| disk.with(|| write(1).unwrap()), || write(2));
}

#[test]
fn the_analysis_of_a_position_is_there_whole_or_not_at_all() {
    let file = Path::new("/home/positions.jsonl");
    let add = |moves: &[&str]| position_analyses::append(file, &[analysis(moves, 12)]).map_err(error_text);
    let count = |bytes: Option<&[u8]>| {
        let disk = SimulatedDisk::default();
        disk.add_file(file, bytes.unwrap_or_default());
        disk.with(|| position_analyses::read(file).unwrap())
    };
    check_with(
        |disk| disk.with(|| add(&["e4"]).unwrap()),
        || add(&["d4"]),
        |_, old, new, found| {
            let [old, new, found] = [old, new, found].map(count);
            found == old || found == new
        },
    );
}

#[test]
fn a_table_is_the_old_or_the_new_one() {
    let folder = TableFolder::new(PathBuf::from("/home/cache/tables"));
    let write = |bytes: &[u8]| folder.write(&"KQvK".parse().unwrap(), bytes).map_err(error_text);
    check(|disk| disk.with(|| write(b"before").unwrap()), || write(b"after"));
}
