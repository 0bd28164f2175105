//! External engines: well-behaved ones, and stubs that misbehave in every way. No process is left afterwards.

#[cfg(unix)]
mod contest;
pub(crate) mod real;
#[cfg(unix)]
mod stub;

use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use matescope::analysis::external::{ExternalEngineFailure, ExternalEngineState};
use matescope::analysis::{
    AnalysisBackend, AnalysisEvent, AnalysisJob, AnalysisPurpose, AnalysisSnapshot, ExternalEngine,
    ExternalEngineLaunch, ExternalEngineStatus, PositionHistory, UciTimeouts,
};
use matescope::chess::{Position, Root, fen};
use matescope::engine::Limits;

/// Longer than anything takes on a busy machine.
const LONG: Duration = Duration::from_mins(1);
/// Too short for any work.
const SHORT: Duration = Duration::from_millis(200);

const PATIENT: UciTimeouts = UciTimeouts { uciok: LONG, readyok: LONG, stop: LONG, grace: LONG };

/// An engine with a receiver of its updates.
struct EngineUnderTest {
    engine: ExternalEngine,
    woken: Receiver<()>,
    /// The last reported status.
    standing: ExternalEngineStatus,
    /// Updates that were received and not checked yet.
    updates: Vec<AnalysisEvent>,
}

impl EngineUnderTest {
    fn start(command: &[&str], patience: UciTimeouts) -> Self {
        let command = command.iter().map(|&word| word.to_owned()).collect();
        let (wake, woken) = channel();
        let waker = Box::new(move || {
            // The test has ended and its receiver is closed.
            let _ = wake.send(());
        });
        let launch = ExternalEngineLaunch { command, folder: None, settings: Vec::new(), timeouts: patience };
        let standing = ExternalEngineStatus::starting();
        Self { engine: ExternalEngine::start(launch, waker), woken, standing, updates: Vec::new() }
    }

    fn analyze(&mut self, fen: &str, limits: Limits) -> &mut Self {
        let position = fen::parse(fen).expect("a legal position");
        let root = Root::new(position.clone());
        self.engine.analyze(
            AnalysisJob { root, limits, purpose: AnalysisPurpose::Analyze },
            PositionHistory::without_moves(position),
        );
        self
    }

    /// Starts analysis of the first position without a limit.
    fn analyze_start(&mut self) -> &mut Self {
        self.analyze(&fen::format(&Position::start()), Limits::default())
    }

    /// Waits until `wanted` accepts an update.
    fn until<T>(&mut self, wanted: impl Fn(&Self) -> Option<T>) -> T {
        let begun = Instant::now();
        loop {
            for update in self.engine.drain() {
                match update {
                    AnalysisEvent::EngineStatus(standing) => self.standing = *standing,
                    other => self.updates.push(other),
                }
            }
            if let Some(found) = wanted(self) {
                return found;
            }
            let left = LONG.checked_sub(begun.elapsed());
            let left = left.unwrap_or_else(|| panic!("no answer in time: {:?}", self.standing));
            let told = self.woken.recv_timeout(left);
            assert!(told.is_ok(), "no word in time: {:?}", self.standing);
        }
    }

    fn failure(&mut self) -> ExternalEngineFailure {
        self.until(|under_test| under_test.standing.failure().cloned())
    }

    /// The first reply to the newest request: its result, or why there is none.
    fn answer(&mut self) -> Result<AnalysisSnapshot, String> {
        let answer = self.until(|under_test| {
            under_test.updates.iter().find_map(|update| match update {
                AnalysisEvent::Done(snapshot) => Some(Ok((**snapshot).clone())),
                AnalysisEvent::Failed { reason, .. } => Some(Err(reason.clone())),
                _ => None,
            })
        });
        self.updates.clear();
        answer
    }

    fn progress(&mut self) -> AnalysisSnapshot {
        self.until(|under_test| {
            under_test.updates.iter().rev().find_map(|update| match update {
                AnalysisEvent::Progress(snapshot) => Some((**snapshot).clone()),
                _ => None,
            })
        })
    }

    fn ready(&mut self) -> &mut Self {
        self.until(|under_test| (under_test.standing.state == ExternalEngineState::Ready).then_some(()));
        self
    }

    fn name(&mut self) -> String {
        self.until(|under_test| under_test.standing.identity.as_ref().map(|identity| identity.name.clone()))
    }
}

/// Whether a process exists, even as a zombie.
fn exists(pid: &str) -> bool {
    Path::new("/proc").join(pid).exists()
}

/// Checks that no process is left.
fn check_gone(pids: &[String]) {
    assert!(Path::new("/proc/self").exists(), "this system does not tell");
    for pid in pids {
        assert!(!exists(pid), "process {pid} is left");
    }
}
