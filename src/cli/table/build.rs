//! `table build`, and builds for other commands: shows progress, keeps finished parts after Ctrl-C, and warns
//! about everything that cannot be saved.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::chess::table_policy::TablePolicy;
use crate::chess::thread::core_count;
use crate::chess::{Material, StopToken, Stopped};
use crate::cli::endgame_tables::table_store;
use crate::cli::interrupt::Interrupt;
use crate::cli::progress_line::ProgressLine;
use crate::cli::prose;
use crate::cli::status::CommandStatus;
use crate::engine::Stopwatch;
use crate::solver::Tables;
use crate::solver::tables::table_store::{TableBuildLock, TableStore};
use crate::solver::tables::{BuildError, TableBuildProgress};
use crate::store::{TableFolder, UserPaths};

/// Builds endings and prints a summary.
pub(super) fn run(
    endings: &[Material],
    threads: Option<u16>,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<CommandStatus> {
    if let Err(reason) = check_table_folder() {
        writeln!(errors, "error: {reason}")?;
        return Ok(CommandStatus::Negative);
    }
    run_with(table_store(), endings, threads, (output, errors))
}

/// Checks the folder for tables before a build that may take hours.
fn check_table_folder() -> Result<(), String> {
    let places = UserPaths::find()
        .ok_or_else(|| "there is no folder for tables: this user has no home folder; set HOME".to_owned())?;
    TableFolder::new(places.tables_folder()).create().map_err(|error| error.to_string())
}

fn run_with(
    store: Arc<dyn TableStore>,
    endings: &[Material],
    threads: Option<u16>,
    (output, errors): (&mut dyn Write, &mut dyn Write),
) -> io::Result<CommandStatus> {
    let recording_store = Arc::new(RecordingTableStore::new(store));
    let tables = Tables::with_store(Arc::clone(&recording_store) as Arc<dyn TableStore>);
    let watch = Stopwatch::start();
    let ended = build(&tables, endings, threads, errors)?;
    let spent = watch.elapsed().as_secs_f64();
    recording_store.print_warnings(errors)?;
    let built = recording_store.written();
    let size = built.iter().map(|&(_, size)| size).sum();
    let names: Vec<String> = built.iter().map(|(material, _)| material.to_string()).collect();
    match built.len() {
        0 => writeln!(output, "Nothing was built")?,
        1 => writeln!(output, "Built {} in {spent:.1} s: {}", names[0], prose::bytes(size))?,
        count => {
            writeln!(output, "Built {count} endings in {spent:.1} s, {} in all:", prose::bytes(size))?;
            for line in prose::wrapped(" ", &names) {
                writeln!(output, "{line}")?;
            }
        }
    }
    let there: Vec<String> =
        endings.iter().filter(|ending| tables.covers(ending)).map(Material::to_string).collect();
    let there: Vec<&String> = there.iter().filter(|name| !names.contains(name)).collect();
    if !there.is_empty() && ended.is_ok() {
        for line in prose::wrapped("There already:", &there) {
            writeln!(output, "{line}")?;
        }
    }
    match ended {
        Ok(()) if recording_store.has_unsaved() => {
            writeln!(errors, "error: not everything that was built could be saved")?;
            Ok(CommandStatus::Negative)
        }
        Ok(()) => Ok(CommandStatus::Done),
        Err(BuildError::Stopped(Stopped)) => {
            writeln!(errors, "stopped; finished parts are saved, and the next build continues from there")?;
            Ok(CommandStatus::Interrupted)
        }
        Err(error) => {
            writeln!(errors, "error: {error}")?;
            Ok(CommandStatus::BadInput)
        }
    }
}

/// Whether the tables for a command are available.
pub(super) enum TableReadiness {
    /// All are loaded.
    Ready,
    /// This ending is not built, and its build takes minutes.
    NotBuilt(Material),
    /// They cannot be built.
    Unavailable(BuildError),
}

/// Loads the tables of an ending and its sub-endings; builds missing ones where that takes seconds.
pub(super) fn load_or_build(
    tables: &Tables,
    recording_store: &RecordingTableStore,
    material: &Material,
    errors: &mut dyn Write,
) -> io::Result<TableReadiness> {
    if !TablePolicy::of(material).can_have_table() {
        return Ok(TableReadiness::Unavailable(BuildError::TooManyPieces(*material)));
    }
    // Building these is faster than loading them.
    if let Err(stopped) = tables.build_three_piece_endings(&StopToken::never(), &mut |_| {}) {
        return Ok(TableReadiness::Unavailable(stopped.into()));
    }
    let missing: Vec<Material> =
        tables.missing_endings(material).into_iter().filter(|ending| !tables.load(ending)).collect();
    if !missing.iter().all(|ending| TablePolicy::of(ending).is_built_unasked()) {
        return Ok(TableReadiness::NotBuilt(*material));
    }
    let ended = if missing.is_empty() { Ok(()) } else { build(tables, &missing, None, errors)? };
    recording_store.print_warnings(errors)?;
    Ok(match ended {
        Ok(()) => TableReadiness::Ready,
        Err(error) => TableReadiness::Unavailable(error),
    })
}

fn build(
    tables: &Tables,
    endings: &[Material],
    threads: Option<u16>,
    errors: &mut dyn Write,
) -> io::Result<Result<(), BuildError>> {
    let interrupt = Interrupt::install()?;
    let threads = threads.map_or_else(core_count, usize::from);
    let mut line = ProgressLine::new(errors);
    let all = endings.len();
    let mut ended = Ok(());
    for (done, ending) in endings.iter().enumerate() {
        let lead = if all > 1 { format!("{ending} ({} of {all})", done + 1) } else { ending.to_string() };
        ended = tables.build(ending, threads, interrupt.token(), &mut |step| {
            let TableBuildProgress { material, done, total, permille } = step;
            let step = format!("{lead}: {material}, {} of {total}", done + 1);
            line.show(&step, &format!(" {:>3} %", permille / 10));
        });
        if ended.is_err() {
            break;
        }
    }
    line.finish();
    Ok(ended)
}

/// A store that remembers what was kept in it, and what could not be.
#[derive(Debug)]
pub(super) struct RecordingTableStore {
    store: Arc<dyn TableStore>,
    written: Mutex<Vec<(Material, u64)>>,
    warnings: Mutex<Vec<String>>,
    has_unsaved: AtomicBool,
}

impl RecordingTableStore {
    pub(super) fn new(store: Arc<dyn TableStore>) -> Self {
        Self {
            store,
            written: Mutex::default(),
            warnings: Mutex::default(),
            has_unsaved: AtomicBool::new(false),
        }
    }

    fn written(&self) -> Vec<(Material, u64)> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether a finished table could not be kept.
    fn has_unsaved(&self) -> bool {
        self.has_unsaved.load(Ordering::Relaxed)
    }

    /// Says what could not be kept, each thing once.
    pub(super) fn print_warnings(&self, errors: &mut dyn Write) -> io::Result<()> {
        let mut troubles = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
        troubles.dedup();
        for warning in troubles.drain(..) {
            writeln!(errors, "warning: {warning}")?;
        }
        Ok(())
    }

    fn record_error<T>(&self, tried: io::Result<T>, what: impl FnOnce() -> String) -> io::Result<T> {
        if let Err(error) = &tried {
            let mut troubles = self.warnings.lock().unwrap_or_else(PoisonError::into_inner);
            troubles.push(format!("{}: {error}", what()));
        }
        tried
    }
}

impl TableStore for RecordingTableStore {
    fn read(&self, material: &Material) -> io::Result<Option<Vec<u8>>> {
        self.record_error(self.store.read(material), || format!("{material} cannot be read and is rebuilt"))
    }

    fn write(&self, material: &Material, bytes: &[u8]) -> io::Result<()> {
        let written = self.store.write(material, bytes);
        self.has_unsaved.fetch_or(written.is_err(), Ordering::Relaxed);
        self.record_error(written, || format!("{material} is built and used, but cannot be saved"))?;
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        written.push((*material, bytes.len() as u64));
        Ok(())
    }

    fn lock_build(&self, material: &Material, stop: &StopToken) -> Result<TableBuildLock, Stopped> {
        self.store.lock_build(material, stop)
    }

    fn read_part(&self, material: &Material, part: u16) -> io::Result<Option<Vec<u8>>> {
        self.store.read_part(material, part)
    }

    fn write_part(&self, material: &Material, part: u16, bytes: &[u8]) -> io::Result<()> {
        self.record_error(self.store.write_part(material, part, bytes), || {
            format!("a part of {material} cannot be saved: an interrupted build would start over")
        })
    }

    fn delete_parts(&self, material: &Material) -> io::Result<()> {
        self.store.delete_parts(material)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk without room.
    #[derive(Debug)]
    struct FullTableStore;

    impl TableStore for FullTableStore {
        fn read(&self, _: &Material) -> io::Result<Option<Vec<u8>>> {
            Ok(None)
        }
        fn write(&self, _: &Material, _: &[u8]) -> io::Result<()> {
            Err(io::Error::new(io::ErrorKind::StorageFull, "/tables: no space left"))
        }
        fn lock_build(&self, _: &Material, _: &StopToken) -> Result<TableBuildLock, Stopped> {
            Ok(TableBuildLock::unlocked())
        }
        fn read_part(&self, _: &Material, _: u16) -> io::Result<Option<Vec<u8>>> {
            Ok(None)
        }
        fn write_part(&self, _: &Material, _: u16, _: &[u8]) -> io::Result<()> {
            Err(io::Error::new(io::ErrorKind::StorageFull, "/tables: no space left"))
        }
        fn delete_parts(&self, _: &Material) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_full_disk_is_reported_and_the_table_is_used() {
        let recording_store = Arc::new(RecordingTableStore::new(Arc::new(FullTableStore)));
        let tables = Tables::with_store(Arc::clone(&recording_store) as Arc<dyn TableStore>);
        let mut errors = Vec::new();
        let knights = "KNNvK".parse().unwrap();
        assert!(matches!(
            load_or_build(&tables, &recording_store, &knights, &mut errors),
            Ok(TableReadiness::Ready)
        ));
        assert!(tables.covers(&knights));
        let errors = String::from_utf8(errors).unwrap();
        assert!(errors.contains("cannot be saved: /tables: no space left"), "{errors}");
    }

    #[test]
    fn a_build_that_cannot_be_kept_has_failed() {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let endings = ["KNNvK".parse().unwrap()];
        let status =
            run_with(Arc::new(FullTableStore), &endings, Some(1), (&mut output, &mut errors)).unwrap();
        let errors = String::from_utf8(errors).unwrap();
        assert_eq!(status, CommandStatus::Negative, "{errors}");
        assert!(errors.ends_with("error: not everything that was built could be saved\n"), "{errors}");
    }
}
