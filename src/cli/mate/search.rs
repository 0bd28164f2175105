//! The search of `mate`: an exhaustive search that proves which mate is shortest, and beside it a proof-number search
//! (df-pn) that finds long mates sooner.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;
use std::{io, thread};

use crate::chess::thread::{ThreadBuilder, ThreadError};
use crate::chess::{
    Bound, Certainty, GameTermination, Line, Oracle, Ply, Root, Score, StopSource, StopToken,
};
use crate::cli::status::CommandStatus;
use crate::engine::Stopwatch;
use crate::solver::{
    MateAnswer, MateProblem, MateProof, MateProofMethod, ProofStatus, Prover, ProverSettings, prove,
};

/// The result of the search.
pub(super) struct MateResult {
    pub(super) status: CommandStatus,
    pub(super) line: Option<Line>,
    pub(super) shortest: bool,
    pub(super) none_within: u16,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    pub(super) method: &'static str,
}

/// The result of a position in which the game is over.
pub(super) fn finished_game_result(ending: GameTermination, within: u16) -> MateResult {
    let mated = matches!(ending, GameTermination::Checkmate { .. });
    let line = mated.then(|| Line {
        score: Score::mated_in(Ply::ZERO),
        bound: Bound::Exact,
        certainty: Certainty::Proven,
        moves: Vec::new(),
        ends_in: Some(ending),
    });
    MateResult {
        status: if mated { CommandStatus::Done } else { CommandStatus::Negative },
        line,
        shortest: mated,
        none_within: if mated { 0 } else { within },
        nodes: 0,
        time: Duration::ZERO,
        method: "proof",
    }
}

/// Runs `work` with a token that is stopped after `time`, or with `stop`.
///
/// # Errors
/// When no thread can be started.
pub(super) fn with_time_limit<T>(
    time: Duration,
    stop: &StopToken,
    work: impl FnOnce(&StopToken) -> T,
) -> io::Result<T> {
    thread::scope(|scope| {
        let permission = StopSource::new();
        let token = permission.token();
        let (done, waits) = mpsc::channel::<()>();
        let began = Stopwatch::start();
        ThreadBuilder::new("time limit").spawn_scoped(scope, move || {
            // Ends when the work is done or has to; either way the token is stopped.
            loop {
                let left = time.saturating_sub(began.elapsed());
                let waited = waits.recv_timeout(left.min(STOP_CHECK_INTERVAL));
                if waited != Err(RecvTimeoutError::Timeout) || left.is_zero() || stop.is_stopped() {
                    break;
                }
            }
            drop(permission);
        })?;
        let result = work(&token);
        drop(done);
        Ok(result)
    })
}

/// Nodes of the proof-number search between two status reports.
const NODES_PER_SLICE: u64 = 20_000;

/// The time between two looks at the stop token while nothing is reported.
const STOP_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// A report of one of the two searches.
enum MateSearchUpdate {
    Found(ProofStatus),
    Checked { none_within: u16, nodes: u64 },
    Proved(MateProof),
}

/// Searches a position for the shortest mate.
///
/// # Errors
/// When no thread can be started.
pub(super) fn search_mate(
    root: &Root,
    within: u16,
    time: Duration,
    oracle: &Arc<dyn Oracle>,
    stop: &StopToken,
) -> io::Result<(MateResult, Prover)> {
    let settings = ProverSettings { within, ..ProverSettings::default() };
    let mut prover = Prover::new(root, Arc::clone(oracle), settings);
    let finding = thread::scope(|scope| -> Result<MateResult, ThreadError> {
        let (sender, updates) = mpsc::channel();
        let (search, proof) = (StopSource::new(), StopSource::new());
        let (search_token, proof_token) = (search.token(), proof.token());
        let proof_sender = sender.clone();
        ThreadBuilder::new("mate proof").spawn_scoped(scope, move || {
            let problem = MateProblem { root, within, oracle: &**oracle, nodes: None };
            let found = prove(&problem, &proof_token, &mut |progress| {
                let (none_within, nodes) = (progress.none_within, progress.nodes);
                let _ = proof_sender.send(MateSearchUpdate::Checked { none_within, nodes });
            });
            let _ = proof_sender.send(MateSearchUpdate::Proved(found));
        })?;
        let prover = &mut prover;
        ThreadBuilder::new("mate search").spawn_scoped(scope, move || {
            while !search_token.is_stopped() {
                let status = prover.work(NODES_PER_SLICE, &search_token).clone();
                let decided = status.decided;
                let _ = sender.send(MateSearchUpdate::Found(status));
                if decided {
                    return;
                }
            }
        })?;
        let mut state = MateSearchState::default();
        let began = Stopwatch::start();
        state.run(&updates, began, (time, stop), within);
        state.time = began.elapsed();
        // Both searches stop; their last reports have the final node counts.
        drop((search, proof));
        for update in updates {
            state.apply(update);
        }
        Ok(state.into_result(within))
    })?;
    Ok((finding, prover))
}

/// The combined result so far.
#[derive(Default)]
struct MateSearchState {
    finder_status: ProofStatus,
    proof: Option<MateProof>,
    none_within: u16,
    proof_nodes: u64,
    time: Duration,
}

impl MateSearchState {
    /// Receives reports until the result is decided, the time is over or the token is stopped.
    fn run(
        &mut self,
        updates: &Receiver<MateSearchUpdate>,
        began: Stopwatch,
        (time, stop): (Duration, &StopToken),
        within: u16,
    ) {
        while !stop.is_stopped() {
            let left = time.saturating_sub(began.elapsed());
            match updates.recv_timeout(left.min(STOP_CHECK_INTERVAL)) {
                Ok(update) => self.apply(update),
                Err(RecvTimeoutError::Timeout) if !left.is_zero() => continue,
                Err(_) => return,
            }
            let proved = self.proof.as_ref().is_some_and(|proof| proof.answer != MateAnswer::Undecided);
            if proved || self.is_shortest(within) || self.is_refuted(within) {
                return;
            }
        }
    }

    fn apply(&mut self, update: MateSearchUpdate) {
        match update {
            MateSearchUpdate::Found(status) => {
                self.none_within = self.none_within.max(status.none_within);
                self.finder_status = status;
            }
            MateSearchUpdate::Checked { none_within, nodes } => {
                self.none_within = self.none_within.max(none_within);
                self.proof_nodes = nodes;
            }
            MateSearchUpdate::Proved(proof) => {
                self.none_within = self.none_within.max(proof.none_within);
                self.proof_nodes = proof.nodes;
                self.proof = Some(proof);
            }
        }
    }

    /// The mate found, if it is within the maximum length.
    fn found_within(&self, within: u16) -> Option<&Line> {
        let in_time = |line: &&Line| line.score.mate_distance().is_some_and(|plies| plies.moves() <= within);
        self.finder_status.best.as_ref().filter(in_time)
    }

    /// Whether the mate found is proven to be the shortest.
    fn is_shortest(&self, within: u16) -> bool {
        let distance = self.found_within(within).and_then(|line| line.score.mate_distance());
        distance.is_some_and(|plies| self.none_within + 1 >= plies.moves())
    }

    /// Whether a mate within the maximum length is refuted.
    fn is_refuted(&self, within: u16) -> bool {
        self.finder_status.best.is_none() && self.none_within >= within
    }

    fn into_result(self, within: u16) -> MateResult {
        let shortest = self.is_shortest(within);
        let nodes = self.proof_nodes + self.finder_status.nodes;
        let (none_within, time) = (self.none_within, self.time);
        if let Some(proof) = &self.proof {
            let method = match proof.method {
                MateProofMethod::Table => "table",
                MateProofMethod::Proof => "proof",
            };
            let decided = match &proof.answer {
                MateAnswer::Mates(line) | MateAnswer::Mated(line) => {
                    Some((CommandStatus::Done, Some(line.clone())))
                }
                MateAnswer::None => Some((CommandStatus::Negative, None)),
                MateAnswer::Undecided => None,
            };
            if let Some((status, line)) = decided {
                let shortest = line.is_some();
                return MateResult { status, line, shortest, none_within, nodes, time, method };
            }
        }
        let line = self.found_within(within).cloned();
        let (status, method) = match &line {
            Some(_) if shortest => (CommandStatus::Done, "proof"),
            Some(_) => (CommandStatus::Done, "search"),
            None if self.is_refuted(within) => (CommandStatus::Negative, "proof"),
            None => (CommandStatus::Undecided, "search"),
        };
        MateResult { status, line, shortest, none_within, nodes, time, method }
    }
}
