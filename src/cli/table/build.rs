//! `table build`, and builds for other commands: shows progress, keeps finished parts after Ctrl-C, and warns
//! about everything that cannot be saved.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::chess::names::{pluralized, rough_duration};
use crate::chess::table_policy::TablePolicy;
use crate::chess::thread::core_count;
use crate::chess::{Material, Ply, StopToken, Stopped};
use crate::cli::endgame_tables::table_store;
use crate::cli::failure::{CommandFailure, CommandResult};
use crate::cli::interrupt::Interrupt;
use crate::cli::progress_line::ProgressLine;
use crate::cli::prose;
use crate::cli::status::CommandStatus;
use crate::engine::Stopwatch;
use crate::solver::Tables;
use crate::solver::tables::cost::BuildCost;
use crate::solver::tables::packed::ByteSource;
use crate::solver::tables::table_store::{TableBuildLock, TableStore};
use crate::solver::tables::{BuildError, BuiltTable, TableBuildProgress};
use crate::store::{TableFolder, UserPaths};

/// Builds endings and prints a summary.
pub(super) fn run(
    endings: &[Material],
    threads: Option<u16>,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> CommandResult {
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
) -> CommandResult {
    let recording_store = Arc::new(RecordingTableStore::new(store));
    let mut tables = Tables::with_store(Arc::clone(&recording_store) as Arc<dyn TableStore>);
    let watch = Stopwatch::start();
    let mut finished = Vec::new();
    let ended = build_all(&mut tables, endings, threads, &mut finished, errors)?;
    let spent = watch.elapsed().as_secs_f64();
    recording_store.print_warnings(errors)?;
    let built = recording_store.written();
    let size = built.iter().map(|&(_, size)| size).sum();
    match &built[..] {
        [] => writeln!(output, "Nothing was built")?,
        [(material, size)] => {
            let longest = longest_mate(material, &finished);
            writeln!(output, "Built {material} in {spent:.1} s: {}, {longest}", prose::bytes(*size))?;
        }
        _ => {
            writeln!(
                output,
                "Built {} endings in {spent:.1} s, {} in all:",
                built.len(),
                prose::bytes(size)
            )?;
            for (material, size) in &built {
                let longest = longest_mate(material, &finished);
                let (name, size) = (material.to_string(), prose::bytes(*size));
                writeln!(output, "  {name:<7} {size:>9}  {longest}")?;
            }
        }
    }
    let is_built = |ending: &Material| built.iter().any(|(material, _)| *material == ending.normalized());
    let there: Vec<String> =
        endings.iter().filter(|&ending| !is_built(ending)).map(Material::to_string).collect();
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
            let words = "stopped; finished endings are saved, of a long one all but the last minute or so; the next build \
                         continues from there";
            Err(CommandFailure::Interrupted(words.to_owned()))
        }
        Err(error) => Err(error.to_string().into()),
    }
}

/// `longest mate 74 moves (148 half-moves)`.
fn longest_mate(material: &Material, finished: &[BuiltTable]) -> String {
    let table = finished.iter().find(|table| table.material == *material);
    match table.map(|table| table.longest_mate) {
        None => "longest mate not known".to_owned(),
        Some(Ply::ZERO) => "no mate".to_owned(),
        Some(plies) => format!(
            "longest mate {} ({})",
            pluralized(usize::from(plies.moves()), "move"),
            pluralized(usize::from(plies.get()), "half-move")
        ),
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
    let ended = if missing.is_empty() {
        Ok(())
    } else {
        let mut build = InterruptibleBuild::start(&missing, None, errors)?;
        let ended = missing.iter().try_for_each(|ending| build.ending(tables, ending));
        build.line.finish();
        ended
    };
    recording_store.print_warnings(errors)?;
    Ok(match ended {
        Ok(()) => TableReadiness::Ready,
        Err(error) => TableReadiness::Unavailable(error),
    })
}

/// Builds endings one after the other. Between them those of more than four pieces leave the memory, where a store keeps
/// them.
fn build_all(
    tables: &mut Tables,
    endings: &[Material],
    threads: Option<u16>,
    finished: &mut Vec<BuiltTable>,
    errors: &mut dyn Write,
) -> io::Result<Result<(), BuildError>> {
    let mut build = InterruptibleBuild::start(endings, threads, errors)?;
    let mut ended = Ok(());
    for ending in endings {
        ended = build.ending(tables, ending);
        if ended.is_err() {
            break;
        }
        tables.unload_above(MAX_PIECES_IN_MEMORY);
    }
    build.line.finish();
    finished.append(&mut build.finished);
    Ok(ended)
}

/// Up to this number of pieces tables stay in memory between two builds: at most 155 MB, if all were just built.
const MAX_PIECES_IN_MEMORY: u8 = 4;

/// A build of some endings that shows its progress and can be interrupted.
struct InterruptibleBuild<'a> {
    line: ProgressLine<'a>,
    interrupt: Interrupt,
    threads: usize,
    ending_count: usize,
    /// Endings that are begun.
    begun: usize,
    time_left: TimeLeft,
    finished: Vec<BuiltTable>,
}

impl<'a> InterruptibleBuild<'a> {
    fn start(endings: &[Material], threads: Option<u16>, errors: &'a mut dyn Write) -> io::Result<Self> {
        Ok(Self {
            line: ProgressLine::new(errors),
            interrupt: Interrupt::install()?,
            threads: threads.map_or_else(core_count, usize::from),
            ending_count: endings.len(),
            begun: 0,
            time_left: TimeLeft::of(endings),
            finished: Vec::new(),
        })
    }

    /// Builds an ending with its missing sub-endings.
    fn ending(&mut self, tables: &Tables, ending: &Material) -> Result<(), BuildError> {
        self.begun += 1;
        let missing: Vec<Material> =
            Tables::with_sub_endings(ending).into_iter().filter(|material| !tables.load(material)).collect();
        Tables::check_memory(&missing)?;
        self.time_left.begin(ending, &missing);
        let lead = if self.ending_count > 1 {
            format!("{ending} ({} of {})", self.begun, self.ending_count)
        } else {
            ending.to_string()
        };
        let Self { line, time_left, .. } = self;
        for (done, material) in missing.iter().enumerate() {
            let step = format!("{lead}: {material}, {} of {}", done + 1, missing.len());
            let show = &mut |TableBuildProgress { permille, .. }: TableBuildProgress| {
                let left = time_left.text(material, permille);
                line.show(&step, &format!(" {:>3} %{left}", permille / 10));
            };
            self.finished.extend(tables.build(material, self.threads, self.interrupt.token(), show)?);
            time_left.end(material);
        }
        // Too many pieces, or nothing is missing.
        self.finished.extend(tables.build(ending, self.threads, self.interrupt.token(), &mut |_| {})?);
        Ok(())
    }
}

/// An estimate of the time that a build still takes, from the time that was spent and the work that is left.
struct TimeLeft {
    watch: Stopwatch,
    /// Seconds of work by the estimates of one core.
    done: f64,
    left: f64,
}

/// No estimate is shown before.
const MIN_TIME_FOR_ESTIMATE: Duration = Duration::from_secs(5);

impl TimeLeft {
    fn of(endings: &[Material]) -> Self {
        Self { watch: Stopwatch::start(), done: 0.0, left: endings.iter().map(BuildCost::core_seconds).sum() }
    }

    /// Corrects the work that is left for what an ending really needs.
    fn begin(&mut self, ending: &Material, missing: &[Material]) {
        self.left +=
            missing.iter().map(BuildCost::core_seconds).sum::<f64>() - BuildCost::core_seconds(ending);
    }

    fn end(&mut self, material: &Material) {
        self.done += BuildCost::core_seconds(material);
        self.left -= BuildCost::core_seconds(material);
    }

    /// `, about 12 min left`, or nothing as long as that cannot be said; `permille` of this ending are done.
    fn text(&self, material: &Material, permille: u16) -> String {
        let part = BuildCost::core_seconds(material) * f64::from(permille) / 1000.0;
        let left = self.estimate(self.watch.elapsed(), part);
        left.map_or_else(String::new, |left| format!(", about {} left", rough_duration(left)))
    }

    /// The time left after this time with this much more work done. None at the beginning.
    fn estimate(&self, spent: Duration, part: f64) -> Option<Duration> {
        let (done, left) = (self.done + part, (self.left - part).max(0.0));
        if spent < MIN_TIME_FOR_ESTIMATE || done <= 0.0 {
            return None;
        }
        Duration::try_from_secs_f64(spent.as_secs_f64() / done * left).ok()
    }
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
    fn open(&self, material: &Material) -> io::Result<Option<Arc<dyn ByteSource>>> {
        self.record_error(self.store.open(material), || format!("{material} cannot be read and is rebuilt"))
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

    fn read_stats(&self, material: &Material) -> io::Result<Option<Vec<u8>>> {
        self.store.read_stats(material)
    }

    fn write_stats(&self, material: &Material, bytes: &[u8]) -> io::Result<()> {
        self.store.write_stats(material, bytes)
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
        fn open(&self, _: &Material) -> io::Result<Option<Arc<dyn ByteSource>>> {
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
    fn the_time_left_follows_from_the_work_done() {
        let [small, large]: [Material; 2] = ["KQvK", "KQvKR"].map(|name| name.parse().unwrap());
        let mut time_left = TimeLeft::of(&[large, large]);
        let work = BuildCost::core_seconds(&large);
        let seconds = |time_left: &TimeLeft, spent, part| {
            time_left.estimate(Duration::from_secs(spent), part).map(|left| left.as_secs_f64().round())
        };
        assert_eq!((seconds(&time_left, 1, work / 2.0), seconds(&time_left, 60, 0.0)), (None, None));
        // A quarter is done.
        assert_eq!(seconds(&time_left, 60, work / 2.0), Some(180.0));
        // The first one was there already.
        time_left.begin(&large, &[]);
        assert_eq!(seconds(&time_left, 60, work / 2.0), Some(60.0));
        // The second one wants another one first.
        time_left.begin(&large, &[small, large]);
        time_left.end(&small);
        time_left.end(&large);
        assert_eq!(seconds(&time_left, 60, 0.0), Some(0.0));
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
