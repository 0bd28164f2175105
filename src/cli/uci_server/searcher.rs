//! The search thread: owns the engine and runs jobs in order.

use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;

use shakmaty::{CastlingMode, EnPassantMode, Position as _};

use super::channel::{ServerEvent, SharedOutput, send_line};
use super::counting_oracle::CountingOracle;
use super::display;
use super::options::UciServerOptions;
use super::request::GoRequest;
use super::search_info::SearchInfoReporter;
use crate::analysis::{self, Analyzer, JobId, TableBuilder};
use crate::chess::perft::perft_until;
use crate::chess::thread::ThreadBuilder;
use crate::chess::{Depth, GameTermination, Move, Oracle, Position, Root, StopToken, Stopped, fen};
use crate::engine::signature::signature_until;
use crate::engine::{Limits, ThreadMode};
use crate::solver::{Syzygy, Tables};
use crate::uci::from_engine;

/// Stack of the search thread, in bytes. The mate prover takes turns on it.
const STACK_BYTES: usize = 32 << 20;

/// A job for the search thread.
pub(super) enum SearcherJob {
    /// Change the options.
    Configure(UciServerOptions),
    /// Enable or disable table builds.
    SetTables(bool),
    /// Start a new game.
    NewGame,
    /// Send `readyok` after all earlier jobs.
    Ready,
    /// Show the board with the result of the tables.
    Display(Root, Option<Arc<Syzygy>>),
    /// Run a task and send its answer with this number.
    Run { number: u64, work: SearcherTask, stop: StopToken },
}

/// A long task with one answer.
pub(super) enum SearcherTask {
    /// A search; the answer is the best move.
    Search(Box<GoRequest>),
    /// Perft.
    Perft(Root, CastlingMode, u8),
    /// The node signature at this depth.
    Bench(Depth),
}

/// The search thread. It ends when `jobs` is dropped.
pub(super) struct SearcherThread {
    pub(super) jobs: Sender<SearcherJob>,
    pub(super) thread: JoinHandle<()>,
    /// The tables, once they are loaded.
    pub(super) tables: Arc<OnceLock<Arc<Tables>>>,
}

/// Starts the thread.
///
/// # Errors
/// When the system refuses another thread.
pub(super) fn spawn<W: Write + Send + 'static>(
    tables: impl FnOnce() -> Arc<Tables> + Send + 'static,
    output: SharedOutput<W>,
    events: Sender<ServerEvent>,
) -> io::Result<SearcherThread> {
    let (jobs, queue) = mpsc::channel();
    let shared = Arc::new(OnceLock::new());
    let there = Arc::clone(&shared);
    let begin = move || run(&queue, shared.get_or_init(tables), &output, &events);
    let thread = ThreadBuilder::new("searcher").stack_size(STACK_BYTES).spawn(begin)?;
    Ok(SearcherThread { jobs, thread, tables: there })
}

fn run<W: Write + Send>(
    queue: &Receiver<SearcherJob>,
    tables: &Arc<Tables>,
    output: &SharedOutput<W>,
    events: &Sender<ServerEvent>,
) {
    let mut options = UciServerOptions::default();
    let counting_oracle = Arc::new(CountingOracle::new(Arc::clone(tables) as Arc<dyn Oracle>));
    let oracle: &Arc<dyn Oracle> = &(Arc::clone(&counting_oracle) as Arc<dyn Oracle>);
    let mut builder = TableBuilder::new(Arc::clone(tables), Arc::new(|_| {}));
    let new_analyzer = |options: &UciServerOptions| {
        Analyzer::new(options.settings(Arc::clone(oracle)), ThreadMode::SharedThread)
    };
    let mut analyzer = new_analyzer(&options);
    // Clearing takes its time with a large hash table: it is done once, however often it was asked for, and not at
    // all before the end.
    let mut is_new_game = false;
    for job in queue {
        if is_new_game && matches!(job, SearcherJob::Ready | SearcherJob::Run { .. }) {
            is_new_game = false;
            analyzer.new_game();
        }
        match job {
            SearcherJob::Configure(wanted) => {
                let is_new = wanted.hash_mb() != options.hash_mb();
                options = wanted;
                let settings = options.settings(Arc::clone(oracle));
                if is_new && let Some(preparation) = settings.hash_preparation_message(analyzer.hash_mb()) {
                    send_line(output, &from_engine::info_string(&preparation));
                }
                analyzer.configure(options.settings(Arc::clone(oracle)));
                if let Some(shortfall) = analyzer.reduced_resources() {
                    send_line(output, &from_engine::info_string(&shortfall));
                }
            }
            SearcherJob::SetTables(build_tables) => options.build_tables = build_tables,
            SearcherJob::NewGame => is_new_game = true,
            SearcherJob::Ready => send_line(output, "readyok"),
            SearcherJob::Display(root, syzygy) => {
                send_line(output, &display::board(&root, Some(&**tables), syzygy.as_deref()));
            }
            SearcherJob::Run { number, work, stop } => {
                let answer = match work {
                    SearcherTask::Perft(root, castling, depth) => {
                        perft(&root.position, castling, depth, &stop, output)
                    }
                    SearcherTask::Bench(depth) => bench(depth, &stop),
                    SearcherTask::Search(request) => {
                        prepare_table(&mut builder, tables, &request.root, options.build_tables);
                        let search = || search(&mut analyzer, &counting_oracle, &request, &stop, output);
                        let moves = panic::catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(|_| {
                            // A fault in the search must not cost the game: say so, and go on with a fresh
                            // engine.
                            send_line(
                                output,
                                &from_engine::info_string("the search failed; playing any legal move"),
                            );
                            analyzer = new_analyzer(&options);
                            any_move(&request.root.position, &request.limits)
                        });
                        from_engine::format_best_move(&moves, request.castling_mode)
                    }
                };
                if events.send(ServerEvent::Answer { number, answer }).is_err() {
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
    output: &SharedOutput<W>,
) -> String {
    let mut all = 0;
    for mv in position.legal_moves() {
        let Ok(count) = perft_until(&position.after(mv), depth.saturating_sub(1), stop) else {
            return from_engine::info_string(&format!("perft was stopped after {all} sequences"));
        };
        all += count;
        send_line(output, &format!("{}: {count}", from_engine::format_move(mv, castling)));
    }
    format!("\nNodes searched: {all}\n")
}

fn bench(depth: Depth, stop: &StopToken) -> String {
    let found = signature_until(depth, stop);
    match stop.check() {
        Ok(()) => format!("nodes {}\nnps {}", found.nodes, found.nodes_per_second()),
        Err(Stopped) => from_engine::info_string(&format!("bench was stopped after {} nodes", found.nodes)),
    }
}

/// Sees to it that the table of a position is there, or will be: kept ones are read at once, others are made
/// in the background.
fn prepare_table(builder: &mut TableBuilder, tables: &Tables, root: &Root, build_tables: bool) {
    let material = root.position.material();
    let is_loaded = Tables::with_sub_endings(&material).iter().all(|part| tables.load(part));
    if !is_loaded && build_tables {
        builder.request_for_position(&material);
    }
}

/// The best move with the line that is expected after it; nothing where the game is over.
fn search<W: Write + Send>(
    analyzer: &mut Analyzer,
    counting_oracle: &CountingOracle,
    request: &GoRequest,
    stop: &StopToken,
    output: &SharedOutput<W>,
) -> Vec<Move> {
    let root = match request.ending {
        None => request.root.clone(),
        Some(GameTermination::Checkmate { .. }) => {
            send_line(output, "info depth 0 score mate 0");
            return Vec::new();
        }
        Some(GameTermination::Stalemate { .. }) => {
            send_line(output, "info depth 0 score cp 0");
            return Vec::new();
        }
        // Drawn by the rules, yet the interface asks: it plays on, so it gets a real move.
        Some(ending) => {
            send_line(output, &from_engine::info_string(&format!("{ending}; searching as if it were not")));
            without_past(&request.root.position)
        }
    };
    counting_oracle.reset();
    analyzer.set_syzygy(request.syzygy.clone());
    let job =
        analysis::AnalysisJob { root: root.clone(), limits: request.limits.clone(), purpose: request.task };
    let reporter = Mutex::new(SearchInfoReporter::new(request, counting_oracle));
    let last = analyzer.analyze((JobId::default(), &job), stop, &|snapshot| {
        reporter.lock().unwrap_or_else(PoisonError::into_inner).report_changes(&snapshot, output);
    });
    reporter.into_inner().unwrap_or_else(PoisonError::into_inner).report_all(&last, output);
    if last.proof.nodes > 0 {
        let (proof, all) = (last.proof.nodes, last.report.nodes);
        send_line(output, &from_engine::info_string(&format!("{proof} of {all} nodes by the proof")));
    }
    let best = last.best_line().map(|line| line.moves.clone()).filter(|moves| !moves.is_empty());
    best.unwrap_or_else(|| any_move(&root.position, &job.limits))
}

/// Any legal move that may be played.
fn any_move(position: &Position, limits: &Limits) -> Vec<Move> {
    let allowed = |mv: &Move| limits.search_moves.is_empty() || limits.search_moves.contains(mv);
    position.legal_moves().into_iter().find(allowed).into_iter().collect()
}

/// The same position with its counters at 0.
fn without_past(position: &Position) -> Root {
    let mut setup = position.chess().to_setup(EnPassantMode::Legal);
    setup.halfmoves = 0;
    Root::new(fen::from_setup(setup).unwrap_or_else(|_| position.clone()))
}
