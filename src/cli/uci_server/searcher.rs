//! The thread that owns the engine and does its jobs in the order in which they were asked for.

use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use shakmaty::{CastlingMode, Color, EnPassantMode, Position as _};

use crate::analysis::{self, Builder, Generation, Snapshot, Tandem, Task};
use crate::chess::{Depth, Ending, Line, Move, Oracle, Position, Root, StopToken, fen};
use crate::engine::{Level, Limits, Report, Seat, Time};
use crate::solver::Tables;
use crate::uci::{Go, Info, Origin, from_engine, from_gui};

use super::options::{Making, Options};
use super::{Event, Output, say};

/// Room for the deepest search, in bytes. Only what is used is ever taken.
const STACK: usize = 32 << 20;

/// What the searcher is asked to do.
pub(super) enum Job {
    /// Take other settings.
    Configure(Options),
    /// Make tables, or don't.
    SetTables(Making),
    /// Forget the last game.
    NewGame,
    /// Say that everything before this is done.
    Ready,
    /// Search, and report the best move under this number.
    Search { number: u64, request: Box<Request>, stop: StopToken },
}

/// A search that makes sense in its position.
pub(super) struct Request {
    root: Root,
    limits: Limits,
    task: Task,
    castling: CastlingMode,
    /// How the game is over before the search begins, if it is.
    ending: Option<Ending>,
}

/// The thread, and the way to it. It ends when `jobs` is dropped.
pub(super) struct Searcher {
    pub(super) jobs: Sender<Job>,
    pub(super) thread: JoinHandle<()>,
}

/// Starts the thread.
///
/// # Errors
/// When the machine has no room for one more thread.
pub(super) fn spawn<W: Write + Send + 'static>(
    tables: impl FnOnce() -> Arc<Tables> + Send + 'static,
    output: Output<W>,
    events: Sender<Event>,
) -> io::Result<Searcher> {
    let (jobs, queue) = mpsc::channel();
    let work = move || work(&queue, &tables(), &output, &events);
    let thread = thread::Builder::new().name("searcher".to_owned()).stack_size(STACK).spawn(work)?;
    Ok(Searcher { jobs, thread })
}

impl Request {
    /// What `go` means in this position with these settings.
    ///
    /// # Errors
    /// When one of the moves to look at is not legal.
    pub(super) fn new((root, origin): (&Root, Origin), go: &Go, options: &Options) -> Result<Self, String> {
        let search_moves: Result<Vec<Move>, String> =
            go.search_moves.iter().map(|text| from_gui::parse_move(&root.position, text)).collect();
        let limits = Limits {
            depth: go.depth.map(Depth::new),
            nodes: go.nodes,
            time: time_of(go, root.position.turn()),
            mate: go.mate,
            search_moves: search_moves?,
            lines: options.lines,
            level: (options.level < Level::STRONGEST).then_some(options.level),
        };
        let castling = match options.castling {
            CastlingMode::Chess960 => CastlingMode::Chess960,
            CastlingMode::Standard => root.position.castling_mode(),
        };
        // Who has a clock plays a game, whatever the position came from.
        let task = match (origin, limits.time) {
            (Origin::Setup, Time::Unlimited | Time::Fixed(_)) => Task::Solve,
            _ => Task::Play,
        };
        Ok(Self { root: root.clone(), limits, task, castling, ending: root.ending() })
    }
}

/// The clock that matters. Where an interface sends only the other side's, that one has to do.
fn time_of(go: &Go, turn: Color) -> Time {
    if go.infinite {
        return Time::Unlimited;
    }
    if let Some(fixed) = go.movetime {
        return Time::Fixed(fixed);
    }
    let (own, other, increment) = match turn {
        Color::White => (go.white_time, go.black_time, go.white_increment),
        Color::Black => (go.black_time, go.white_time, go.black_increment),
    };
    match own.or(other) {
        Some(left) => Time::Clock { left, increment, moves_to_go: go.moves_to_go },
        None => Time::Unlimited,
    }
}

fn work<W: Write + Send>(
    queue: &Receiver<Job>,
    tables: &Arc<Tables>,
    output: &Output<W>,
    events: &Sender<Event>,
) {
    let mut options = Options::default();
    let oracle: &Arc<dyn Oracle> = &(Arc::clone(tables) as Arc<dyn Oracle>);
    let mut builder = Builder::new(Arc::clone(tables), Arc::new(|_| {}));
    let new_tandem = |options: &Options| Tandem::new(options.settings(Arc::clone(oracle)), Seat::Shared);
    let mut tandem = new_tandem(&options);
    for job in queue {
        match job {
            Job::Configure(wanted) => {
                options = wanted;
                tandem.configure(options.settings(Arc::clone(oracle)));
            }
            Job::SetTables(making) => options.tables = making,
            Job::NewGame => tandem.new_game(),
            Job::Ready => say(output, "readyok"),
            Job::Search { number, request, stop } => {
                prepare(&mut builder, tables, &request.root, options.tables);
                let search = AssertUnwindSafe(|| search(&mut tandem, &request, &stop, output));
                let best = panic::catch_unwind(search).unwrap_or_else(|_| {
                    // A fault in the search must not cost the game: say so, and go on with a fresh engine.
                    say(output, &from_engine::remark("the search failed; playing any legal move"));
                    tandem = new_tandem(&options);
                    request.root.position.legal_moves().first().copied()
                });
                let best_move = from_engine::best_move(best, request.castling);
                if events.send(Event::Found { search: number, best_move }).is_err() {
                    return;
                }
            }
        }
    }
}

/// Sees to it that the table of a position is there, or will be: kept ones are read at once, others are made
/// in the background.
fn prepare(builder: &mut Builder, tables: &Tables, root: &Root, making: Making) {
    let material = root.position.material();
    let kept = Tables::family(&material).iter().all(|part| tables.load(part));
    if !kept && making == Making::On {
        builder.meet(&material);
    }
}

fn search<W: Write + Send>(
    tandem: &mut Tandem,
    request: &Request,
    stop: &StopToken,
    output: &Output<W>,
) -> Option<Move> {
    let root = match request.ending {
        None => request.root.clone(),
        Some(Ending::Checkmate { .. }) => {
            say(output, "info depth 0 score mate 0");
            return None;
        }
        Some(Ending::Stalemate { .. }) => {
            say(output, "info depth 0 score cp 0");
            return None;
        }
        // Drawn by the rules, yet the interface asks: it plays on, so it gets a real move.
        Some(ending) => {
            say(output, &from_engine::remark(&format!("{ending}; searching as if it were not")));
            without_past(&request.root.position)
        }
    };
    let study = analysis::Job { root: root.clone(), limits: request.limits.clone(), task: request.task };
    let told = Mutex::new(Told::default());
    let last = tandem.study((Generation::default(), &study), stop, &|snapshot| {
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        told.tell(&snapshot, request.castling, output);
    });
    let mut told = told.into_inner().unwrap_or_else(PoisonError::into_inner);
    told.tell_all(&last, request.castling, output);
    if last.proof.nodes > 0 {
        let (proof, all) = (last.proof.nodes, last.report.nodes);
        say(output, &from_engine::remark(&format!("{proof} of {all} nodes by the proof")));
    }
    let allowed =
        |mv: &Move| request.limits.search_moves.is_empty() || request.limits.search_moves.contains(mv);
    last.best_move().or_else(|| root.position.legal_moves().into_iter().find(allowed))
}

/// What has been told of a search, so that nothing is told twice.
#[derive(Default)]
struct Told {
    depth: Depth,
    lines: Vec<Line>,
    none_within: u16,
}

impl Told {
    /// Tells what is new in a snapshot.
    fn tell<W: Write>(&mut self, snapshot: &Snapshot, castling: CastlingMode, output: &Output<W>) {
        let Snapshot { report, proof, .. } = snapshot;
        if proof.none_within > self.none_within {
            self.none_within = proof.none_within;
            say(output, &from_engine::remark(&format!("no mate in {}", proof.none_within)));
        }
        if (report.depth, &report.lines) != (self.depth, &self.lines) {
            self.tell_all(snapshot, castling, output);
        }
    }

    /// Tells all lines, with the figures as they now are.
    fn tell_all<W: Write>(&mut self, snapshot: &Snapshot, castling: CastlingMode, output: &Output<W>) {
        self.depth = snapshot.report.depth;
        self.lines.clone_from(&snapshot.report.lines);
        for info in infos(&snapshot.report, castling) {
            say(output, &info.to_string());
        }
    }
}

/// The same position with its counters at nought.
fn without_past(position: &Position) -> Root {
    let mut setup = position.chess().to_setup(EnPassantMode::Legal);
    setup.halfmoves = 0;
    Root::new(fen::from_setup(setup).unwrap_or_else(|_| position.clone()))
}

fn infos(report: &Report, castling: CastlingMode) -> impl Iterator<Item = Info> {
    report.lines.iter().enumerate().map(move |(n, line)| Info {
        depth: report.depth,
        seldepth: report.seldepth,
        rank: n + 1,
        score: line.score,
        bound: line.bound,
        nodes: report.nodes,
        nodes_per_second: report.nodes_per_second(),
        hashfull: report.hashfull,
        time: report.time,
        moves: from_engine::moves(line, castling),
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn check(go: &Go, turn: Color, time: Time) {
        assert_eq!(time_of(go, turn), time);
    }

    #[test]
    fn the_own_clock_counts() {
        let (white, black) = (Duration::from_mins(1), Duration::from_secs(30));
        let clocks = Go {
            white_time: Some(white),
            black_time: Some(black),
            black_increment: Duration::from_secs(1),
            ..Go::default()
        };
        let clock = |left, increment| Time::Clock { left, increment, moves_to_go: None };
        check(&clocks, Color::White, clock(white, Duration::ZERO));
        check(&clocks, Color::Black, clock(black, Duration::from_secs(1)));
        let one = Go { white_time: Some(white), ..Go::default() };
        check(&one, Color::Black, clock(white, Duration::ZERO));
        check(&Go { infinite: true, ..clocks }, Color::White, Time::Unlimited);
        check(&Go::default(), Color::White, Time::Unlimited);
        let fixed = Go { movetime: Some(black), ..one };
        check(&fixed, Color::White, Time::Fixed(black));
    }
}
