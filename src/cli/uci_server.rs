//! UCI server: one thread reads commands, one searches, and the main thread handles events.
//!
//! Reader and searcher send their events to one queue, so that nothing is polled and replies stay in order.
//! The main thread owns the [`StopSource`] of a search and drops it at `stop`.

mod channel;
mod counting_oracle;
mod display;
mod options;
mod request;
mod search_info;
mod searcher;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, OnceLock};

use channel::{ServerEvent, SharedOutput, send_line};
use options::{ServerOptionChange, UciServerOptions};
use request::GoRequest;
use searcher::{SearcherJob, SearcherTask};

use crate::chess::thread::ThreadBuilder;
use crate::chess::{Depth, Oracle, Position, Root, StopSource};
use crate::engine::{Elo, PonderHit, Stopwatch};
use crate::solver::{Syzygy, Tables};
use crate::uci::{self, UciCommand, UciPositionOrigin, from_engine};

/// Default depth of `bench`.
const DEFAULT_BENCH_DEPTH: Depth = Depth::new(10);

/// Serves one chess interface until `quit` or the end of its input. Output to an interface that no longer
/// reads is dropped. `tables` is called once on the search thread, so that loading tables delays only the
/// commands that need them.
///
/// # Errors
/// When the system refuses a thread.
pub fn serve<R, W, T>(input: R, output: W, tables: T) -> io::Result<()>
where
    R: BufRead + Send + 'static,
    W: Write + Send + 'static,
    T: FnOnce() -> Arc<Tables> + Send + 'static,
{
    let (events, queue) = mpsc::channel();
    let output = Arc::new(Mutex::new(output));
    let listener = events.clone();
    ThreadBuilder::new("listener").spawn(move || listen(input, &listener))?;
    let searcher = searcher::spawn(tables, Arc::clone(&output), events)?;
    let mut server = Server {
        output,
        jobs: searcher.jobs,
        tables: searcher.tables,
        root: Root::new(Position::start()),
        origin: UciPositionOrigin::Game,
        options: UciServerOptions::default(),
        syzygy: None,
        work_count: 0,
        pending: None,
    };
    server.run(&queue);
    let Server { jobs, pending: under_way, output, .. } = server;
    let held_answer = under_way.and_then(|work| work.answer);
    drop(jobs);
    // A panic of the searcher has been reported on standard error.
    let _ = searcher.thread.join();
    let late = queue.try_iter().filter_map(|event| match event {
        ServerEvent::Answer { answer, .. } => Some(answer),
        ServerEvent::Line(_) | ServerEvent::Disconnected => None,
    });
    for answer in held_answer.into_iter().chain(late) {
        send_line(&output, &answer);
    }
    Ok(())
}

/// A running or finished command whose answer has not been sent.
struct PendingAnswer {
    number: u64,
    /// Stops the work when it is dropped.
    stop: Option<StopSource>,
    /// Signaled at `ponderhit`.
    hit: Option<PonderHit>,
    condition: AnswerCondition,
    /// The answer, once it is known.
    answer: Option<String>,
}

/// The command that an answer has to wait for, even where it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AnswerCondition {
    /// None: it is sent at once.
    Nothing,
    /// `ponderhit` or `stop`.
    PonderHit,
    /// `stop`.
    Stop,
}

struct Server<W> {
    output: SharedOutput<W>,
    jobs: Sender<SearcherJob>,
    tables: Arc<OnceLock<Arc<Tables>>>,
    root: Root,
    origin: UciPositionOrigin,
    options: UciServerOptions,
    syzygy: Option<Arc<Syzygy>>,
    /// The number of the newest work.
    work_count: u64,
    pending: Option<PendingAnswer>,
}

impl<W: Write> Server<W> {
    fn run(&mut self, queue: &Receiver<ServerEvent>) {
        for event in queue {
            match event {
                ServerEvent::Disconnected => return,
                ServerEvent::Answer { number, answer } => self.handle_answer(number, answer),
                ServerEvent::Line(line) => match uci::parse(&line) {
                    Ok(UciCommand::Quit) => return,
                    Ok(command) => self.handle_command(command),
                    Err(bad) => self.send_info_string(&bad.to_string()),
                },
            }
        }
    }

    fn handle_command(&mut self, command: UciCommand) {
        match command {
            UciCommand::Uci => self.send_identity(),
            UciCommand::IsReady => self.is_ready(),
            UciCommand::NewGame => self.send_job(SearcherJob::NewGame),
            UciCommand::Position(root, origin) => (self.root, self.origin) = (root, origin),
            UciCommand::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            UciCommand::Go(go) => self.go(&go),
            UciCommand::PonderHit => self.ponder_hit(),
            UciCommand::Stop => self.stop_search(),
            UciCommand::Perft(depth) => {
                let castling = request::castling_mode(&self.root, &self.options);
                self.start_task(
                    SearcherTask::Perft(self.root.clone(), castling, depth),
                    None,
                    AnswerCondition::Nothing,
                );
            }
            UciCommand::Bench(depth) => {
                let depth = depth.map_or(DEFAULT_BENCH_DEPTH, Depth::new);
                self.start_task(SearcherTask::Bench(depth), None, AnswerCondition::Nothing);
            }
            UciCommand::Display => self.display(),
            UciCommand::Evaluate => self.send_line(&display::evaluation(&self.root)),
            UciCommand::Help => self.send_line(display::HELP),
            UciCommand::Quit | UciCommand::Ignored => {}
        }
    }

    fn send_identity(&self) {
        self.send_line(concat!("id name Matescope ", env!("CARGO_PKG_VERSION")));
        self.send_line("id author the Matescope authors");
        for declaration in options::DECLARATIONS.iter() {
            self.send_line(&declaration.to_string());
        }
        self.send_line("uciok");
    }

    /// While a search runs the answer is sent at once; else after all earlier commands.
    fn is_ready(&self) {
        if self.pending.is_some() {
            self.send_line("readyok");
        } else {
            self.send_job(SearcherJob::Ready);
        }
    }

    /// The board is shown at once while a search runs, else once the tables are there.
    fn display(&self) {
        if self.pending.is_some() {
            let tables = self.tables.get().map(|tables| &**tables as &dyn Oracle);
            self.send_line(&display::board(&self.root, tables, self.syzygy.as_deref()));
        } else {
            self.send_job(SearcherJob::Display(self.root.clone(), self.syzygy.clone()));
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.options.set(name, value) {
            Ok(ServerOptionChange::None) => {}
            Ok(ServerOptionChange::ClearHash) => self.send_job(SearcherJob::NewGame),
            Ok(ServerOptionChange::Engine) => self.send_job(SearcherJob::Configure(self.options.clone())),
            Ok(ServerOptionChange::Tables) => {
                self.send_job(SearcherJob::SetTables(self.options.build_tables));
            }
            Ok(ServerOptionChange::Syzygy) => self.open_syzygy(),
            Ok(ServerOptionChange::Level) => self.send_info_string(&match self.options.limit() {
                Some(Elo(elo)) => format!("plays at about {elo} Elo"),
                None => "plays at full strength".to_owned(),
            }),
            Err(reason) => self.send_info_string(&reason),
        }
    }

    fn open_syzygy(&mut self) {
        let mut tables = Syzygy::empty();
        for folder in std::env::split_paths(&self.options.syzygy) {
            if folder.as_os_str().is_empty() {
                continue;
            }
            if let Err(error) = tables.add(&folder) {
                self.send_info_string(&error.to_string());
            }
        }
        let (files, max_pieces) = (tables.files(), tables.max_pieces());
        if files > 0 {
            self.send_info_string(&format!("{files} files of Syzygy tables with up to {max_pieces} pieces"));
        }
        self.syzygy = (files > 0).then(|| Arc::new(tables));
    }

    fn go(&mut self, go: &uci::UciGo) {
        let begun = Stopwatch::start();
        if !go.unknown.is_empty() {
            self.send_info_string(&format!(
                "go knows no \"{}\"; help lists what it knows",
                go.unknown.join(" ")
            ));
        }
        for fault in &go.faults {
            self.send_info_string(&format!("go: {fault}"));
        }
        let position = (&self.root, self.origin);
        let (request, remarks) = GoRequest::new(position, go, &self.options, self.syzygy.as_ref(), begun);
        for remark in &remarks {
            self.send_info_string(remark);
        }
        let awaits = match (go.infinite, go.ponder) {
            (true, _) => AnswerCondition::Stop,
            (false, true) => AnswerCondition::PonderHit,
            (false, false) => AnswerCondition::Nothing,
        };
        let hit = request.ponder_hit();
        self.start_task(SearcherTask::Search(Box::new(request)), hit, awaits);
    }

    /// An interface should stop one search before it asks for the next; the old one still gets its answer.
    fn start_task(&mut self, work: SearcherTask, hit: Option<PonderHit>, awaits: AnswerCondition) {
        self.stop_search();
        self.work_count += 1;
        let source = StopSource::new();
        self.send_job(SearcherJob::Run { number: self.work_count, work, stop: source.token() });
        self.pending = Some(PendingAnswer {
            number: self.work_count,
            stop: Some(source),
            hit,
            condition: awaits,
            answer: None,
        });
    }

    fn ponder_hit(&mut self) {
        let Some(hit) = self.pending.as_mut().and_then(|work| work.hit.take()) else {
            return self.send_info_string("ignored ponderhit: nothing is pondered on");
        };
        hit.set();
        self.release_answer(AnswerCondition::PonderHit);
    }

    fn stop_search(&mut self) {
        if let Some(work) = &mut self.pending {
            work.stop = None;
        }
        self.release_answer(AnswerCondition::Stop);
    }

    /// What the answer waited for has happened; `Stop` is more than `PonderHit`.
    fn release_answer(&mut self, happened: AnswerCondition) {
        let Some(work) = &mut self.pending else { return };
        if happened == AnswerCondition::Stop || work.condition == happened {
            work.condition = AnswerCondition::Nothing;
        }
        if work.condition == AnswerCondition::Nothing
            && let Some(answer) = work.answer.take()
        {
            self.pending = None;
            self.send_line(&answer);
        }
    }

    fn handle_answer(&mut self, number: u64, answer: String) {
        match &mut self.pending {
            Some(work) if work.number == number && work.condition != AnswerCondition::Nothing => {
                work.answer = Some(answer);
            }
            Some(work) if work.number == number => {
                self.pending = None;
                self.send_line(&answer);
            }
            _ => self.send_line(&answer),
        }
    }

    /// The searcher ends after the server only: a job that cannot be sent is not needed any more.
    fn send_job(&self, job: SearcherJob) {
        let _ = self.jobs.send(job);
    }

    fn send_info_string(&self, text: &str) {
        self.send_line(&from_engine::info_string(text));
    }

    fn send_line(&self, line: &str) {
        send_line(&self.output, line);
    }
}

/// Passes lines on until the input ends. What is not UTF-8 is passed on with marks in its place.
fn listen(mut input: impl BufRead, events: &Sender<ServerEvent>) {
    let mut line = Vec::new();
    while matches!(input.read_until(b'\n', &mut line), Ok(1..)) {
        let text = String::from_utf8_lossy(&line).into_owned();
        if events.send(ServerEvent::Line(text)).is_err() {
            return;
        }
        line.clear();
    }
    let _ = events.send(ServerEvent::Disconnected);
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read};

    use super::*;

    /// What was said, kept where the test can read it.
    #[derive(Clone, Default)]
    struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

    impl Write for SharedBuffer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn talk(script: &str) -> Vec<String> {
        let output = SharedBuffer::default();
        serve(Cursor::new(script.to_owned().into_bytes()), output.clone(), || Arc::new(Tables::new()))
            .unwrap();
        let bytes = output.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
    }

    fn check(script: &str, wanted: &[&str]) {
        let lines = talk(script);
        for line in wanted {
            assert!(lines.iter().any(|said| said == line), "{line:?} is missing in {lines:#?}");
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
                "info string go: depth needs a number",
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
        let lines = talk("go searchmoves e2e5 depth 2\n");
        for part in
            ["info string searchmoves: e2e5 is not legal here", "info string searchmoves has no legal move"]
        {
            assert!(lines.iter().any(|line| line.starts_with(part)), "{part}: {lines:#?}");
        }
        assert!(
            lines.iter().any(|line| line.starts_with("bestmove ") && !line.contains("none")),
            "{lines:#?}"
        );
        let lines = talk("go searchmoves e2e5 a2a3 depth 2\n");
        assert!(lines.iter().any(|line| line.starts_with("bestmove a2a3")), "{lines:#?}");
        check(
            "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo searchmoves h8h7 depth 3\n",
            &["bestmove (none)"],
        );
    }

    #[test]
    fn a_drawn_game_that_goes_on_gets_a_move() {
        let lines = talk("position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 100 90\ngo depth 2\n");
        assert!(lines.iter().any(|line| line.starts_with("bestmove e")), "{lines:#?}");
    }

    #[test]
    fn every_go_is_answered_once_even_when_the_interface_leaves() {
        let lines = talk("go depth 2\ngo depth 2\ngo infinite\n");
        assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), 3, "{lines:#?}");
    }

    /// Returns one part, then waits for permission to go on.
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

    /// Sends each line as it is written.
    struct LineSender(Sender<String>);

    impl Write for LineSender {
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
        let (sender, lines) = mpsc::channel();
        let parts = ["position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite\nisready\n", "stop\n"];
        let parts = parts.map(|part| Cursor::new(part.as_bytes().to_vec())).into();
        let input = io::BufReader::new(Paced { parts, gate });
        let server = std::thread::spawn(move || serve(input, LineSender(sender), || Arc::new(Tables::new())));
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
