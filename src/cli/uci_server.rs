//! The engine behind the UCI protocol: one thread listens, one searches, and the main one answers.
//!
//! The listener and the searcher both report to one queue of `Event`s, so nothing has to be polled and no
//! answer can overtake another. A search owns its [`StopSource`]; dropping it is how `stop` is said.

mod counted;
mod display;
mod options;
mod request;
mod searcher;
mod telling;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;

use crate::chess::{Depth, Oracle, Position, Root, StopSource};
use crate::engine::{Elo, PonderHit, Stopwatch};
use crate::solver::{Syzygy, Tables};
use crate::uci::{self, Command, Origin, from_engine};

use options::{Change, Options};
use request::Request;
use searcher::{Job, Work};

/// How deep `bench` searches where nothing else is asked.
const USUAL_BENCH: Depth = Depth::new(10);

/// What the main thread waits for.
enum Event {
    /// The interface said something.
    Line(String),
    /// The interface has gone.
    Gone,
    /// The work with this number is over, and this is the answer to it.
    Found { number: u64, answer: String },
}

/// Where the answers go; shared, because progress comes from the searching thread.
type Output<W> = Arc<Mutex<W>>;

/// Serves one interface until it says `quit` or goes away. An interface that no longer reads is as good as
/// gone: what is written to it then is lost, and its closed input ends the server. `tables` is called once,
/// on the searching thread: making tables keeps no answer waiting but those that need them.
///
/// # Errors
/// When the machine has no room for the server's threads.
pub fn serve<R, W, T>(input: R, output: W, tables: T) -> io::Result<()>
where
    R: BufRead + Send + 'static,
    W: Write + Send + 'static,
    T: FnOnce() -> Arc<Tables> + Send + 'static,
{
    let (events, queue) = mpsc::channel();
    let output = Arc::new(Mutex::new(output));
    let listener = events.clone();
    thread::Builder::new().name("listener".to_owned()).spawn(move || listen(input, &listener))?;
    let searcher = searcher::spawn(tables, Arc::clone(&output), events)?;
    let mut server = Server {
        output,
        jobs: searcher.jobs,
        tables: searcher.tables,
        root: Root::new(Position::start()),
        origin: Origin::Game,
        options: Options::default(),
        syzygy: None,
        begun: 0,
        under_way: None,
    };
    server.run(&queue);
    let Server { jobs, under_way, output, .. } = server;
    let kept = under_way.and_then(|work| work.answer);
    drop(jobs);
    // A searcher that panicked has said so on standard error already.
    let _ = searcher.thread.join();
    let late = queue.try_iter().filter_map(|event| match event {
        Event::Found { answer, .. } => Some(answer),
        Event::Line(_) | Event::Gone => None,
    });
    for answer in kept.into_iter().chain(late) {
        say(&output, &answer);
    }
    Ok(())
}

/// Work that has begun and whose answer has not been said.
struct UnderWay {
    number: u64,
    /// Dropped to stop the work.
    stop: Option<StopSource>,
    /// Announced when the expected move is played.
    hit: Option<PonderHit>,
    awaits: Awaits,
    /// The answer, once it is known.
    answer: Option<String>,
}

/// What an answer waits for, even when it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Awaits {
    /// Nothing: it is said at once.
    Nothing,
    /// That the expected move is played, or `stop`.
    Hit,
    /// `stop` alone.
    Stop,
}

struct Server<W> {
    output: Output<W>,
    jobs: Sender<Job>,
    tables: Arc<OnceLock<Arc<Tables>>>,
    root: Root,
    origin: Origin,
    options: Options,
    syzygy: Option<Arc<Syzygy>>,
    /// How much work was begun: the number of the newest.
    begun: u64,
    under_way: Option<UnderWay>,
}

impl<W: Write> Server<W> {
    fn run(&mut self, queue: &Receiver<Event>) {
        for event in queue {
            match event {
                Event::Gone => return,
                Event::Found { number, answer } => self.found(number, answer),
                Event::Line(line) => match uci::parse(&line) {
                    Ok(Command::Quit) => return,
                    Ok(command) => self.obey(command),
                    Err(bad) => self.remark(&bad.to_string()),
                },
            }
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Introduce => self.introduce(),
            Command::IsReady => self.is_ready(),
            Command::NewGame => self.send(Job::NewGame),
            Command::Position(root, origin) => (self.root, self.origin) = (root, origin),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Go(go) => self.go(&go),
            Command::PonderHit => self.ponder_hit(),
            Command::Stop => self.stop(),
            Command::Perft(depth) => {
                let castling = request::castling(&self.root, &self.options);
                self.begin(Work::Perft(self.root.clone(), castling, depth), None, Awaits::Nothing);
            }
            Command::Bench(depth) => {
                let depth = depth.map_or(USUAL_BENCH, Depth::new);
                self.begin(Work::Bench(depth), None, Awaits::Nothing);
            }
            Command::Display => self.display(),
            Command::Evaluate => self.say(&display::evaluation(&self.root)),
            Command::Help => self.say(display::HELP),
            Command::Quit | Command::Nothing => {}
        }
    }

    fn introduce(&self) {
        self.say(concat!("id name Matescope ", env!("CARGO_PKG_VERSION")));
        self.say("id author the Matescope authors");
        for declaration in options::DECLARATIONS.iter() {
            self.say(&declaration.to_string());
        }
        self.say("uciok");
    }

    /// While a search runs the answer comes at once; else it waits for what was asked before it.
    fn is_ready(&self) {
        if self.under_way.is_some() {
            self.say("readyok");
        } else {
            self.send(Job::Ready);
        }
    }

    /// The board is shown at once while a search runs, else once the tables are there.
    fn display(&self) {
        if self.under_way.is_some() {
            let tables = self.tables.get().map(|tables| &**tables as &dyn Oracle);
            self.say(&display::board(&self.root, tables, self.syzygy.as_deref()));
        } else {
            self.send(Job::Show(self.root.clone(), self.syzygy.clone()));
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.options.set(name, value) {
            Ok(Change::None) => {}
            Ok(Change::Forget) => self.send(Job::NewGame),
            Ok(Change::Engine) => self.send(Job::Configure(self.options.clone())),
            Ok(Change::Tables) => self.send(Job::SetTables(self.options.tables)),
            Ok(Change::Syzygy) => self.open_syzygy(),
            Ok(Change::Level) => self.remark(&match self.options.limit() {
                Some(Elo(elo)) => format!("plays at about {elo} Elo"),
                None => "plays at full strength".to_owned(),
            }),
            Err(reason) => self.remark(&reason),
        }
    }

    fn open_syzygy(&mut self) {
        let mut tables = Syzygy::none();
        for folder in std::env::split_paths(&self.options.syzygy) {
            if folder.as_os_str().is_empty() {
                continue;
            }
            if let Err(error) = tables.add(&folder) {
                self.remark(&error.to_string());
            }
        }
        let (files, men) = (tables.files(), tables.most_men());
        if files > 0 {
            self.remark(&format!("{files} files of Syzygy tables with up to {men} pieces"));
        }
        self.syzygy = (files > 0).then(|| Arc::new(tables));
    }

    fn go(&mut self, go: &uci::Go) {
        let begun = Stopwatch::start();
        if !go.unknown.is_empty() {
            self.remark(&format!("go knows no \"{}\"; help lists what it knows", go.unknown.join(" ")));
        }
        let position = (&self.root, self.origin);
        let (request, remarks) = Request::new(position, go, &self.options, self.syzygy.as_ref(), begun);
        for remark in &remarks {
            self.remark(remark);
        }
        let awaits = match (go.infinite, go.ponder) {
            (true, _) => Awaits::Stop,
            (false, true) => Awaits::Hit,
            (false, false) => Awaits::Nothing,
        };
        let hit = request.hit();
        self.begin(Work::Search(Box::new(request)), hit, awaits);
    }

    /// An interface should stop one search before it asks for the next; the old one still gets its answer.
    fn begin(&mut self, work: Work, hit: Option<PonderHit>, awaits: Awaits) {
        self.stop();
        self.begun += 1;
        let source = StopSource::new();
        self.send(Job::Work { number: self.begun, work, stop: source.token() });
        self.under_way = Some(UnderWay { number: self.begun, stop: Some(source), hit, awaits, answer: None });
    }

    fn ponder_hit(&mut self) {
        let Some(hit) = self.under_way.as_mut().and_then(|work| work.hit.take()) else {
            return self.remark("ignored ponderhit: nothing is pondered on");
        };
        hit.announce();
        self.release(Awaits::Hit);
    }

    fn stop(&mut self) {
        if let Some(work) = &mut self.under_way {
            work.stop = None;
        }
        self.release(Awaits::Stop);
    }

    /// What the answer waited for has happened; `Stop` is more than `Hit`.
    fn release(&mut self, happened: Awaits) {
        let Some(work) = &mut self.under_way else { return };
        if happened == Awaits::Stop || work.awaits == happened {
            work.awaits = Awaits::Nothing;
        }
        if work.awaits == Awaits::Nothing
            && let Some(answer) = work.answer.take()
        {
            self.under_way = None;
            self.say(&answer);
        }
    }

    fn found(&mut self, number: u64, answer: String) {
        match &mut self.under_way {
            Some(work) if work.number == number && work.awaits != Awaits::Nothing => {
                work.answer = Some(answer);
            }
            Some(work) if work.number == number => {
                self.under_way = None;
                self.say(&answer);
            }
            _ => self.say(&answer),
        }
    }

    /// The searcher only ends after the server has: a job that cannot be sent is one that nobody waits for.
    fn send(&self, job: Job) {
        let _ = self.jobs.send(job);
    }

    fn remark(&self, text: &str) {
        self.say(&from_engine::remark(text));
    }

    fn say(&self, line: &str) {
        say(&self.output, line);
    }
}

/// Writes one whole line at once, so that two threads never mix theirs.
fn say<W: Write>(output: &Output<W>, line: &str) {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = output.write_all(format!("{line}\n").as_bytes()).and_then(|()| output.flush());
}

/// Passes lines on until the input ends. What is not UTF-8 is passed on with marks in its place.
fn listen(mut input: impl BufRead, events: &Sender<Event>) {
    let mut line = Vec::new();
    while matches!(input.read_until(b'\n', &mut line), Ok(1..)) {
        let text = String::from_utf8_lossy(&line).into_owned();
        if events.send(Event::Line(text)).is_err() {
            return;
        }
        line.clear();
    }
    let _ = events.send(Event::Gone);
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read};

    use super::*;

    /// What was said, kept where the test can read it.
    #[derive(Clone, Default)]
    struct Said(Arc<Mutex<Vec<u8>>>);

    impl Write for Said {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn talk(script: &str) -> Vec<String> {
        let said = Said::default();
        serve(Cursor::new(script.to_owned().into_bytes()), said.clone(), || Arc::new(Tables::new())).unwrap();
        let bytes = said.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
    }

    fn check(script: &str, wanted: &[&str]) {
        let said = talk(script);
        for line in wanted {
            assert!(said.iter().any(|said| said == line), "{line:?} is missing in {said:#?}");
        }
    }

    #[test]
    fn it_introduces_itself() {
        check(
            "uci\nisready\n",
            &[
                "option name Threads type spin default 1 min 1 max 1024",
                "option name MultiPV type spin default 1 min 1 max 218",
                "uciok",
                "readyok",
            ],
        );
    }

    #[test]
    fn a_bad_line_is_answered_and_the_next_one_obeyed() {
        check(
            "hello\ngo depth\nsetoption name MultiPV value no\nsetoption name Sound value 1\nisready\n",
            &[
                "info string ignored \"hello\": no command of the UCI protocol; help lists them",
                "info string ignored \"go depth\": depth needs a number",
                "info string MultiPV takes a whole number from 1 to 218",
                "info string there is no setting \"Sound\"; uci lists them",
                "readyok",
            ],
        );
    }

    #[test]
    fn a_game_that_is_over_has_no_move() {
        check(
            "position fen 8/8/8/8/8/2k5/1q6/K7 w - - 0 1\ngo depth 3\n",
            &["info depth 0 score mate 0", "bestmove (none)"],
        );
        check(
            "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo depth 3\n",
            &["info depth 0 score cp 0", "bestmove (none)"],
        );
    }

    #[test]
    fn moves_to_look_at_that_are_not_legal_still_get_an_answer() {
        let said = talk("go searchmoves e2e5 depth 2\n");
        for part in
            ["info string searchmoves: e2e5 is not legal here", "info string searchmoves has no legal move"]
        {
            assert!(said.iter().any(|line| line.starts_with(part)), "{part}: {said:#?}");
        }
        assert!(said.iter().any(|line| line.starts_with("bestmove ") && !line.contains("none")), "{said:#?}");
        let said = talk("go searchmoves e2e5 a2a3 depth 2\n");
        assert!(said.iter().any(|line| line.starts_with("bestmove a2a3")), "{said:#?}");
        check(
            "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo searchmoves h8h7 depth 3\n",
            &["bestmove (none)"],
        );
    }

    #[test]
    fn a_drawn_game_that_goes_on_gets_a_move() {
        let said = talk("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 100 90\ngo depth 2\n");
        assert!(said.iter().any(|line| line.starts_with("bestmove e")), "{said:#?}");
    }

    #[test]
    fn every_go_is_answered_once_even_when_the_interface_leaves() {
        let said = talk("go depth 2\ngo depth 2\ngo infinite\n");
        assert_eq!(said.iter().filter(|line| line.starts_with("bestmove ")).count(), 3, "{said:#?}");
    }

    /// Gives out one part, then waits until it is told to go on.
    struct Paced {
        parts: Vec<Cursor<Vec<u8>>>,
        gate: mpsc::Receiver<()>,
    }

    impl Read for Paced {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            loop {
                let Some(part) = self.parts.first_mut() else { return Ok(0) };
                let read = part.read(buffer)?;
                if read > 0 {
                    return Ok(read);
                }
                self.parts.remove(0);
                let _ = self.gate.recv();
            }
        }
    }

    /// Tells of each line as it is said.
    struct Told(Sender<String>);

    impl Write for Told {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.send(String::from_utf8_lossy(bytes).trim_end().to_owned());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn an_infinite_search_keeps_its_move_until_stop() {
        let (open, gate) = mpsc::channel();
        let (told, lines) = mpsc::channel();
        let parts = ["position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite\nisready\n", "stop\n"];
        let parts = parts.map(|part| Cursor::new(part.as_bytes().to_vec())).into();
        let input = io::BufReader::new(Paced { parts, gate });
        let server = thread::spawn(move || serve(input, Told(told), || Arc::new(Tables::new())));
        let mut before = Vec::new();
        while !(before.iter().any(|line| line == "readyok")
            && before.iter().any(|line| line == "info depth 0 score cp 0"))
        {
            before.push(lines.recv().unwrap());
        }
        assert!(!before.iter().any(|line| line.starts_with("bestmove")), "{before:?}");
        open.send(()).unwrap();
        assert_eq!(lines.recv().unwrap(), "bestmove (none)");
        drop(open);
        server.join().unwrap().unwrap();
    }
}
