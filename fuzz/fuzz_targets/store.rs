//! Any changes of the saved data, on a disk that fails at any call: by an error, by the end of the program,
//! by the loss of power. What was reported as saved is there afterwards, and every file is complete.
//!
//! `cargo +nightly fuzz run store` in the repository's root. Three bytes are one change: what, the call that
//! fails, how.

#![no_main]

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use libfuzzer_sys::fuzz_target;
use matescope::practice::Seed;
use matescope::practice::record::{PracticeEntry, TrapQuizRun};
use matescope::config::ConfigChange;
use matescope::store::config::{self, LoadedConfig};
use matescope::store::disk::simulated::{SimulatedDisk, SimulatedFault};
use matescope::store::settings_watch::KnownSettingsText;
use matescope::store::{Library, atomic, practice_record};

const STATE: &str = "/home/state";
const CONFIG: &str = "/home/config/config.toml";
const FILE: &str = "/home/file";

/// The data that has to be there.
#[derive(Default)]
struct Expected {
    /// Rounds that were reported as saved.
    rounds: BTreeSet<u64>,
    /// All rounds that were to be saved.
    tried: BTreeSet<u64>,
    /// The level that was reported as saved, and those that were tried since.
    levels: Vec<u16>,
    /// The same for a plain file.
    texts: Vec<Vec<u8>>,
}

fuzz_target!(|bytes: &[u8]| {
    let disk = SimulatedDisk::default();
    disk.add_file(Path::new(CONFIG), b"[play]\nlevel = 4 # mine\n");
    disk.add_file(Path::new(FILE), b"0");
    disk.add_file(Path::new("/home/games/a.pgn"), b"[White \"a\"]\n\n1. e4 *\n\n[White \"b\"]\n\n1. d4 *\n");
    let mut expected = Expected { levels: vec![4], texts: vec![b"0".to_vec()], ..Expected::default() };
    for (number, step) in bytes.chunks_exact(3).take(60).enumerate() {
        let fault = SimulatedFault::ALL[usize::from(step[2]) % SimulatedFault::ALL.len()];
        disk.fail_at(u64::from(step[1]) + 1, fault);
        let call = u64::from(step[1]) + 1;
        change(&disk, step[0], number as u64, &mut expected, |disk| {
            fault != SimulatedFault::Error && disk.calls() >= call
        });
        disk.restart();
        disk.fail_at(u64::MAX, SimulatedFault::Error);
        check(&disk, &expected);
    }
});

/// Makes one change; `has_died` says whether the program was killed in it.
fn change(
    disk: &SimulatedDisk,
    what: u8,
    number: u64,
    expected: &mut Expected,
    has_died: impl Fn(&SimulatedDisk) -> bool,
) {
    match what % 4 {
        0 => {
            let run = PracticeEntry::TrapQuizRun(TrapQuizRun {
                ended_at: number as i64,
                day: 1,
                seed: Seed(1),
                solved: 1,
                wrong: 0,
            });
            expected.tried.insert(number);
            let kept = disk.with(|| practice_record::append(Path::new(STATE), &[run], Duration::ZERO));
            if kept.is_ok() && !has_died(disk) {
                expected.rounds.insert(number);
            }
        }
        1 => {
            let level = (number % 10 + 1) as u16;
            let path = ["play", "level"].map(str::to_owned).to_vec();
            let changes = [ConfigChange { path, value: Some(i64::from(level).into()) }];
            let before = disk.files().remove(Path::new(CONFIG));
            let kept = disk.with(|| config::save(Path::new(CONFIG), &changes, &KnownSettingsText::default()));
            // A level that is there already is not written again, and may be there without lasting.
            let is_written = disk.files().remove(Path::new(CONFIG)) != before;
            if kept.is_ok() && is_written && !has_died(disk) {
                expected.levels.clear();
            }
            expected.levels.push(level);
        }
        2 => {
            let text = number.to_string().into_bytes();
            let kept = disk.with(|| atomic::write(Path::new(FILE), &text));
            if kept.is_ok() && !has_died(disk) {
                expected.texts.clear();
            }
            expected.texts.push(text);
        }
        _ => {
            let library = Library::new("/home/games".into());
            disk.with(|| {
                let Some(row) = library.list().ok().and_then(|mut rows| rows.pop()) else { return };
                let Ok(trashed) = library.delete(&row.location) else { return };
                let _ = library.restore(&trashed);
            });
        }
    }
}

fn check(disk: &SimulatedDisk, expected: &Expected) {
    let rounds: Vec<u64> = disk
        .with(|| practice_record::read_entries(&practice_record::path(Path::new(STATE))))
        .expect("the disk works")
        .iter()
        .map(|entry| entry.ended_at() as u64)
        .collect();
    let found: BTreeSet<u64> = rounds.iter().copied().collect();
    assert!(found.is_superset(&expected.rounds), "a round is lost: {found:?}");
    assert!(found.is_subset(&expected.tried), "a round nobody played: {found:?}");
    let loaded = disk.with(|| LoadedConfig::from_file(Path::new(CONFIG))).expect("settings are there");
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    let level = u16::from(loaded.config.play.level.number());
    assert!(expected.levels.contains(&level), "level {level} of {:?}", expected.levels);
    let files = disk.files();
    let text = &files[Path::new(FILE)];
    assert!(expected.texts.contains(text), "{text:?} of {:?}", expected.texts);
    for white in [&b"White \"a\""[..], b"White \"b\""] {
        let kept = files.values().any(|bytes| bytes.windows(white.len()).any(|part| part == white));
        assert!(kept, "a game is lost: {:?}", String::from_utf8_lossy(white));
    }
}
