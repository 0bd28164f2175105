//! The thread that owns the engine and does its jobs in the order in which they were asked for.

use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};

use shakmaty::{CastlingMode, EnPassantMode, Position as _};

use crate::analysis::{self, Builder, Generation, Tandem};
use crate::chess::perft::perft_until;
use crate::chess::{Depth, Ending, Move, Oracle, Position, Root, StopToken, Stopped, fen};
use crate::engine::signature::signature_until;
use crate::engine::{Limits, Seat};
use crate::solver::{Syzygy, Tables};
use crate::uci::from_engine;

use super::counted::Counted;
use super::options::{Options, Switch};
use super::request::Request;
use super::telling::Told;
use super::{Event, Output, display, say};

/// Room for the deepest search, in bytes. Only what is used is ever taken.
const STACK: usize = 32 << 20;

/// What the searcher is asked to do.
pub(super) enum Job {
    /// Take other settings.
    Configure(Options),
    /// Make tables, or don't.
    SetTables(Switch),
    /// Forget the last game.
    NewGame,
    /// Say that everything before this is done.
    Ready,
    /// Show the board, with what the tables say.
    Show(Root, Option<Arc<Syzygy>>),
    /// Work, and report the answer under this number.
    Work { number: u64, work: Work, stop: StopToken },
}

/// Work that takes long and ends with one answer.
pub(super) enum Work {
    /// A search; the answer is the best move.
    Search(Box<Request>),
    /// A count of move sequences.
    Perft(Root, CastlingMode, u8),
    /// The node signature at this depth.
    Bench(Depth),
}

/// The thread, and the way to it. It ends when `jobs` is dropped.
pub(super) struct Searcher {
    pub(super) jobs: Sender<Job>,
    pub(super) thread: JoinHandle<()>,
    /// The tables, once they are there.
    pub(super) tables: Arc<OnceLock<Arc<Tables>>>,
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
    let shared = Arc::new(OnceLock::new());
    let there = Arc::clone(&shared);
    let begin = move || work(&queue, shared.get_or_init(tables), &output, &events);
    let thread = thread::Builder::new().name("searcher".to_owned()).stack_size(STACK).spawn(begin)?;
    Ok(Searcher { jobs, thread, tables: there })
}

fn work<W: Write + Send>(
    queue: &Receiver<Job>,
    tables: &Arc<Tables>,
    output: &Output<W>,
    events: &Sender<Event>,
) {
    let mut options = Options::default();
    let counted = Arc::new(Counted::new(Arc::clone(tables) as Arc<dyn Oracle>));
    let oracle: &Arc<dyn Oracle> = &(Arc::clone(&counted) as Arc<dyn Oracle>);
    let mut builder = Builder::new(Arc::clone(tables), Arc::new(|_| {}));
    let new_tandem = |options: &Options| Tandem::new(options.settings(Arc::clone(oracle)), Seat::Shared);
    let mut tandem = new_tandem(&options);
    for job in queue {
        match job {
            Job::Configure(wanted) => {
                let is_new = wanted.hash_mb() != options.hash_mb();
                options = wanted;
                if let Some(preparation) =
                    options.settings(Arc::clone(oracle)).preparation().filter(|_| is_new)
                {
                    say(output, &from_engine::remark(&preparation));
                }
                tandem.configure(options.settings(Arc::clone(oracle)));
                if let Some(shortfall) = tandem.shortfall() {
                    say(output, &from_engine::remark(&shortfall));
                }
            }
            Job::SetTables(making) => options.tables = making,
            Job::NewGame => tandem.new_game(),
            Job::Ready => say(output, "readyok"),
            Job::Show(root, syzygy) => {
                say(output, &display::board(&root, Some(&**tables), syzygy.as_deref()));
            }
            Job::Work { number, work, stop } => {
                let answer = match work {
                    Work::Perft(root, castling, depth) => {
                        perft(&root.position, castling, depth, &stop, output)
                    }
                    Work::Bench(depth) => bench(depth, &stop),
                    Work::Search(request) => {
                        prepare(&mut builder, tables, &request.root, options.tables);
                        let search = || search(&mut tandem, &counted, &request, &stop, output);
                        let moves = panic::catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(|_| {
                            // A fault in the search must not cost the game: say so, and go on with a fresh
                            // engine.
                            say(output, &from_engine::remark("the search failed; playing any legal move"));
                            tandem = new_tandem(&options);
                            any_move(&request.root.position, &request.limits)
                        });
                        from_engine::best_move(&moves, request.castling)
                    }
                };
                if events.send(Event::Found { number, answer }).is_err() {
                    return;
                }
            }
        }
    }
}

/// Counts move sequences move by move, in the form that other engines gave it.
fn perft<W: Write>(
    position: &Position,
    castling: CastlingMode,
    depth: u8,
    stop: &StopToken,
    output: &Output<W>,
) -> String {
    let mut all = 0;
    for mv in position.legal_moves() {
        let Ok(count) = perft_until(&position.after(mv), depth.saturating_sub(1), stop) else {
            return from_engine::remark(&format!("perft was stopped after {all} sequences"));
        };
        all += count;
        say(output, &format!("{}: {count}", from_engine::mv(mv, castling)));
    }
    format!("\nNodes searched: {all}\n")
}

fn bench(depth: Depth, stop: &StopToken) -> String {
    let found = signature_until(depth, stop);
    match stop.check() {
        Ok(()) => format!("nodes {}\nnps {}", found.nodes, found.nodes_per_second()),
        Err(Stopped) => from_engine::remark(&format!("bench was stopped after {} nodes", found.nodes)),
    }
}

/// Sees to it that the table of a position is there, or will be: kept ones are read at once, others are made
/// in the background.
fn prepare(builder: &mut Builder, tables: &Tables, root: &Root, making: Switch) {
    let material = root.position.material();
    let kept = Tables::family(&material).iter().all(|part| tables.load(part));
    if !kept && making == Switch::On {
        builder.meet(&material);
    }
}

/// The best move with the line that is expected after it; nothing where the game is over.
fn search<W: Write + Send>(
    tandem: &mut Tandem,
    counted: &Counted,
    request: &Request,
    stop: &StopToken,
    output: &Output<W>,
) -> Vec<Move> {
    let root = match request.ending {
        None => request.root.clone(),
        Some(Ending::Checkmate { .. }) => {
            say(output, "info depth 0 score mate 0");
            return Vec::new();
        }
        Some(Ending::Stalemate { .. }) => {
            say(output, "info depth 0 score cp 0");
            return Vec::new();
        }
        // Drawn by the rules, yet the interface asks: it plays on, so it gets a real move.
        Some(ending) => {
            say(output, &from_engine::remark(&format!("{ending}; searching as if it were not")));
            without_past(&request.root.position)
        }
    };
    counted.reset();
    tandem.ask_syzygy(request.syzygy.clone());
    let study = analysis::Job { root: root.clone(), limits: request.limits.clone(), task: request.task };
    let told = Mutex::new(Told::nothing(request, counted));
    let last = tandem.study((Generation::default(), &study), stop, &|snapshot| {
        told.lock().unwrap_or_else(PoisonError::into_inner).tell(&snapshot, output);
    });
    told.into_inner().unwrap_or_else(PoisonError::into_inner).tell_all(&last, output);
    if last.proof.nodes > 0 {
        let (proof, all) = (last.proof.nodes, last.report.nodes);
        say(output, &from_engine::remark(&format!("{proof} of {all} nodes by the proof")));
    }
    let best = last.best_line().map(|line| line.moves.clone()).filter(|moves| !moves.is_empty());
    best.unwrap_or_else(|| any_move(&root.position, &study.limits))
}

/// Any legal move that may be played.
fn any_move(position: &Position, limits: &Limits) -> Vec<Move> {
    let allowed = |mv: &Move| limits.search_moves.is_empty() || limits.search_moves.contains(mv);
    position.legal_moves().into_iter().find(allowed).into_iter().collect()
}

/// The same position with its counters at nought.
fn without_past(position: &Position) -> Root {
    let mut setup = position.chess().to_setup(EnPassantMode::Legal);
    setup.halfmoves = 0;
    Root::new(fen::from_setup(setup).unwrap_or_else(|_| position.clone()))
}
