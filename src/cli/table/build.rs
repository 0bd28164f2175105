//! `table build`, and the building of what another command needs: with progress, an end by Ctrl-C that loses
//! nothing finished, and a word about everything that could not be kept.

use std::io::{self, IsTerminal, Write};
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::chess::{Material, StopToken, Stopped};
use crate::cli::interrupt::Interrupt;
use crate::cli::{Status, prose};
use crate::engine::Stopwatch;
use crate::solver::Tables;
use crate::solver::tables::keeping::{Claim, TableStore};
use crate::solver::tables::{BuildError, Progress};
use crate::store::{Places, TableFolder};

/// Men up to which a table is built where it is needed, in seconds.
const BUILT_ON_DEMAND: u8 = 4;

/// Builds endings and says what was done.
pub(super) fn run(
    endings: &[Material],
    threads: Option<u16>,
    output: &mut dyn Write,
    errors: &mut dyn Write,
) -> io::Result<Status> {
    if let Err(reason) = is_place() {
        writeln!(errors, "error: {reason}")?;
        return Ok(Status::None);
    }
    run_with(super::super::keeper(), endings, threads, (output, errors))
}

/// Whether there is a folder that tables can be kept in: what takes hours is not built for nothing.
fn is_place() -> Result<(), String> {
    let places = Places::of_user().ok_or_else(|| {
        "there is no folder to keep tables in: this user has no home folder; set HOME".to_owned()
    })?;
    TableFolder::new(places.tables()).make().map_err(|error| error.to_string())
}

fn run_with(
    store: Arc<dyn TableStore>,
    endings: &[Material],
    threads: Option<u16>,
    (output, errors): (&mut dyn Write, &mut dyn Write),
) -> io::Result<Status> {
    let noted = Arc::new(Noted::new(store));
    let tables = Tables::with_store(Arc::clone(&noted) as Arc<dyn TableStore>);
    let watch = Stopwatch::start();
    let ended = build(&tables, endings, threads, errors)?;
    let spent = watch.elapsed().as_secs_f64();
    noted.tell(errors)?;
    let built = noted.written();
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
        Ok(()) if noted.lost() => {
            writeln!(errors, "error: not everything that was built could be kept")?;
            Ok(Status::None)
        }
        Ok(()) => Ok(Status::Done),
        Err(BuildError::Stopped(Stopped)) => {
            writeln!(errors, "stopped; what was finished stays, and the next build goes on from there")?;
            Ok(Status::Interrupted)
        }
        Err(error) => {
            writeln!(errors, "error: {error}")?;
            Ok(Status::BadInput)
        }
    }
}

/// How it stands with the tables that a command needs.
pub(super) enum Ready {
    /// They are all there.
    Yes,
    /// This ending would have to be built, and that takes minutes.
    NotBuilt(Material),
    /// They cannot be had.
    No(BuildError),
}

/// Loads an ending with all that it leads to; builds what is missing where that takes seconds.
pub(super) fn make_ready(
    tables: &Tables,
    noted: &Noted,
    material: &Material,
    errors: &mut dyn Write,
) -> io::Result<Ready> {
    if usize::from(material.men()) > crate::solver::tables::MOST_MEN {
        return Ok(Ready::No(BuildError::TooManyMen(*material)));
    }
    // These are made faster than they could be read.
    if let Err(stopped) = tables.build_three_men(&StopToken::never(), &mut |_| {}) {
        return Ok(Ready::No(stopped.into()));
    }
    let missing: Vec<Material> =
        tables.needs(material).into_iter().filter(|ending| !tables.load(ending)).collect();
    if missing.iter().any(|ending| ending.men() > BUILT_ON_DEMAND) {
        return Ok(Ready::NotBuilt(*material));
    }
    let ended = if missing.is_empty() { Ok(()) } else { build(tables, &missing, None, errors)? };
    noted.tell(errors)?;
    Ok(match ended {
        Ok(()) => Ready::Yes,
        Err(error) => Ready::No(error),
    })
}

/// As many threads as the machine has cores.
pub(super) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

fn build(
    tables: &Tables,
    endings: &[Material],
    threads: Option<u16>,
    errors: &mut dyn Write,
) -> io::Result<Result<(), BuildError>> {
    let interrupt = Interrupt::listen()?;
    let threads = threads.map_or_else(cores, usize::from);
    let mut line = ProgressLine::on(errors);
    let all = endings.len();
    let mut ended = Ok(());
    for (done, ending) in endings.iter().enumerate() {
        let lead = if all > 1 { format!("{ending} ({} of {all})", done + 1) } else { ending.to_string() };
        ended = tables.build(ending, threads, interrupt.token(), &mut |step| line.show(&lead, &step));
        if ended.is_err() {
            break;
        }
    }
    line.finish();
    Ok(ended)
}

/// One line that is rewritten on a terminal; elsewhere a line for each ending that is begun.
struct ProgressLine<'a> {
    errors: Box<dyn Write + 'a>,
    style: Style,
    shown: String,
    columns: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Rewritten,
    Plain,
}

impl<'a> ProgressLine<'a> {
    fn on(errors: &'a mut dyn Write) -> Self {
        // What is rewritten is made of the program's own words and wants a carriage return, which no printer lets pass.
        let (style, errors): (_, Box<dyn Write + 'a>) = if io::stderr().is_terminal() {
            (Style::Rewritten, Box::new(io::stderr()))
        } else {
            (Style::Plain, Box::new(errors))
        };
        Self { errors, style, shown: String::new(), columns: 0 }
    }

    /// A step that cannot be shown does not stop the work.
    fn show(&mut self, lead: &str, step: &Progress) {
        let Progress { material, done, total, permille } = *step;
        let place = format!("{lead}: {material}, {} of {total}", done + 1);
        let text = match self.style {
            Style::Plain => place,
            Style::Rewritten => format!("{place} {:>3} %", permille / 10),
        };
        if text == self.shown {
            return;
        }
        let _ = match self.style {
            Style::Plain => writeln!(self.errors, "{text}"),
            // Spaces wipe out what a longer line has left; no code has to be understood.
            Style::Rewritten => write!(self.errors, "\r{text:<width$}", width = self.columns),
        };
        let _ = self.errors.flush();
        self.columns = self.columns.max(text.len());
        self.shown = text;
    }

    /// Takes the rewritten line away.
    fn finish(&mut self) {
        if self.style == Style::Rewritten && self.columns > 0 {
            let _ = write!(self.errors, "\r{:<width$}\r", "", width = self.columns);
            let _ = self.errors.flush();
        }
    }
}

/// A store that remembers what was kept in it, and what could not be.
#[derive(Debug)]
pub(super) struct Noted {
    store: Arc<dyn TableStore>,
    written: Mutex<Vec<(Material, u64)>>,
    troubles: Mutex<Vec<String>>,
    lost: AtomicBool,
}

impl Noted {
    pub(super) fn new(store: Arc<dyn TableStore>) -> Self {
        Self { store, written: Mutex::default(), troubles: Mutex::default(), lost: AtomicBool::new(false) }
    }

    fn written(&self) -> Vec<(Material, u64)> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether a finished table could not be kept.
    fn lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// Says what could not be kept, each thing once.
    pub(super) fn tell(&self, errors: &mut dyn Write) -> io::Result<()> {
        let mut troubles = self.troubles.lock().unwrap_or_else(PoisonError::into_inner);
        troubles.dedup();
        for trouble in troubles.drain(..) {
            writeln!(errors, "warning: {trouble}")?;
        }
        Ok(())
    }

    fn note<T>(&self, tried: io::Result<T>, what: impl FnOnce() -> String) -> io::Result<T> {
        if let Err(error) = &tried {
            let mut troubles = self.troubles.lock().unwrap_or_else(PoisonError::into_inner);
            troubles.push(format!("{}: {error}", what()));
        }
        tried
    }
}

impl TableStore for Noted {
    fn read(&self, material: &Material) -> io::Result<Option<Vec<u8>>> {
        self.note(self.store.read(material), || format!("{material} cannot be read and is rebuilt"))
    }

    fn write(&self, material: &Material, bytes: &[u8]) -> io::Result<()> {
        let written = self.store.write(material, bytes);
        self.lost.fetch_or(written.is_err(), Ordering::Relaxed);
        self.note(written, || format!("{material} is built and used, but cannot be kept"))?;
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        written.push((*material, bytes.len() as u64));
        Ok(())
    }

    fn claim(&self, material: &Material, stop: &StopToken) -> Result<Claim, Stopped> {
        self.store.claim(material, stop)
    }

    fn read_part(&self, material: &Material, part: u16) -> io::Result<Option<Vec<u8>>> {
        self.store.read_part(material, part)
    }

    fn write_part(&self, material: &Material, part: u16, bytes: &[u8]) -> io::Result<()> {
        self.note(self.store.write_part(material, part, bytes), || {
            format!("a part of {material} cannot be kept: an interrupted build would start over")
        })
    }

    fn forget_parts(&self, material: &Material) -> io::Result<()> {
        self.store.forget_parts(material)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(style: Style, steps: &[(usize, u16)]) -> String {
        let mut errors = Vec::new();
        let mut line =
            ProgressLine { errors: Box::new(&mut errors), style, shown: String::new(), columns: 0 };
        for &(done, permille) in steps {
            let material = "KQvKR".parse().unwrap();
            line.show("KQvKR", &Progress { material, done, total: 3, permille });
        }
        line.finish();
        drop(line);
        String::from_utf8(errors).unwrap()
    }

    #[test]
    fn a_terminal_gets_one_line_and_a_file_few() {
        let steps = [(0, 0), (0, 4), (0, 500), (1, 0)];
        assert_eq!(shown(Style::Plain, &steps), "KQvKR: KQvKR, 1 of 3\nKQvKR: KQvKR, 2 of 3\n");
        let one = shown(Style::Rewritten, &steps);
        assert_eq!(one.matches('\r').count(), 5, "{one:?}");
        assert!(one.starts_with("\rKQvKR: KQvKR, 1 of 3   0 %\rKQvKR: KQvKR, 1 of 3  50 %"), "{one:?}");
        assert!(!one.contains('\n'));
    }

    /// A disk without room.
    #[derive(Debug)]
    struct Full;

    impl TableStore for Full {
        fn read(&self, _: &Material) -> io::Result<Option<Vec<u8>>> {
            Ok(None)
        }
        fn write(&self, _: &Material, _: &[u8]) -> io::Result<()> {
            Err(io::Error::new(io::ErrorKind::StorageFull, "/tables: no space left"))
        }
        fn claim(&self, _: &Material, _: &StopToken) -> Result<Claim, Stopped> {
            Ok(Claim::unshared())
        }
        fn read_part(&self, _: &Material, _: u16) -> io::Result<Option<Vec<u8>>> {
            Ok(None)
        }
        fn write_part(&self, _: &Material, _: u16, _: &[u8]) -> io::Result<()> {
            Err(io::Error::new(io::ErrorKind::StorageFull, "/tables: no space left"))
        }
        fn forget_parts(&self, _: &Material) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_full_disk_is_told_and_the_table_is_used() {
        let noted = Arc::new(Noted::new(Arc::new(Full)));
        let tables = Tables::with_store(Arc::clone(&noted) as Arc<dyn TableStore>);
        let mut errors = Vec::new();
        let knights = "KNNvK".parse().unwrap();
        assert!(matches!(make_ready(&tables, &noted, &knights, &mut errors), Ok(Ready::Yes)));
        assert!(tables.covers(&knights));
        let errors = String::from_utf8(errors).unwrap();
        assert!(errors.contains("cannot be kept: /tables: no space left"), "{errors}");
    }

    #[test]
    fn a_build_that_cannot_be_kept_has_failed() {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let endings = ["KNNvK".parse().unwrap()];
        let status = run_with(Arc::new(Full), &endings, Some(1), (&mut output, &mut errors)).unwrap();
        let errors = String::from_utf8(errors).unwrap();
        assert_eq!(status, Status::None, "{errors}");
        assert!(errors.ends_with("error: not everything that was built could be kept\n"), "{errors}");
    }
}
