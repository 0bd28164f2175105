//! One side of a match: the built-in engine, or one outside, which is started anew once it has failed.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use crate::analysis::external::{ExternalEngineFailure, ExternalEngineState};
use crate::analysis::{
    AnalysisBackend, AnalysisEvent, AnalysisJob, AnalysisPurpose, AnalysisResources, AnalysisSession,
    ExternalEngine, ExternalEngineLaunch, Limits, PositionHistory, SearchTime, UciTimeouts,
};
use crate::chess::text::sanitize_and_truncate;
use crate::chess::{Bound, Line, Move, Position, Root, StopToken};
use crate::config::{Config, EngineCommandConfig, ExternalEngineConfig};
use crate::engine::Stopwatch;
use crate::platform::folders;
use crate::solver::tables::table_store::NoStore;

/// How the command line calls the built-in engine.
const BUILT_IN: &str = "built-in";
/// How often an interruption is looked for while an engine thinks.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// How long an engine may take from `isready` to `readyok`. One that needs longer for each game, or never says so,
/// ends the match.
const READY_TIMEOUT: Duration = Duration::from_secs(30);

/// How long an engine thinks before its first game begins.
const WARM_UP: Duration = Duration::from_millis(20);

/// One side.
pub(super) struct MatchPlayer {
    pub(super) name: String,
    kind: MatchPlayerKind,
    analyst: Option<Box<dyn AnalysisBackend>>,
    wake_receiver: Option<Receiver<()>>,
    /// Why the engine that ran last cannot be used any more, if that is so.
    unusable: Option<String>,
}

enum MatchPlayerKind {
    BuiltIn(AnalysisResources),
    External(ExternalEngineLaunch),
}

/// What came of a question.
pub(super) enum MatchAnswer {
    /// A move, after so long, and what the engine thought of it.
    Move(Move, Duration, Option<Line>),
    /// None, and why.
    Fault(String),
    /// The match was interrupted.
    Interrupted,
}

impl MatchPlayer {
    /// A side by its name in the settings, as `built-in`, or as a command.
    pub(super) fn from_text(text: &str, config: &Config) -> Result<Self, String> {
        let known = config.engines.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        let (name, kind) = if text == BUILT_IN {
            let engine = &config.engine;
            let resources = AnalysisResources {
                hash_mb: usize::from(engine.hash_mb.get()),
                threads: usize::from(engine.threads.count()),
                syzygy: engine.syzygy_folder(),
                ..AnalysisResources::default()
            };
            ("Matescope".to_owned(), MatchPlayerKind::BuiltIn(resources))
        } else {
            let external = match known {
                Some((_, outside)) => outside.clone(),
                None => ExternalEngineConfig {
                    command: EngineCommandConfig::try_from(text)?,
                    ..ExternalEngineConfig::default()
                },
            };
            let command = external.command_words();
            let program = command.first().ok_or("this is neither an engine nor a command")?;
            let file = folders::program_name(program);
            let name = known.map_or_else(|| sanitize_and_truncate(file, 40), |(name, _)| name.clone());
            let settings = external.options.iter().map(|(name, value)| (name.clone(), value.0.clone()));
            let (settings, folder) = (settings.collect(), external.start_folder());
            (
                name,
                MatchPlayerKind::External(ExternalEngineLaunch {
                    command,
                    folder,
                    settings,
                    timeouts: UciTimeouts { readyok: READY_TIMEOUT, ..UciTimeouts::default() },
                }),
            )
        };
        Ok(Self { name, kind, analyst: None, wake_receiver: None, unusable: None })
    }

    /// Starts the engine and waits until it has introduced itself.
    ///
    /// # Errors
    /// Says why it cannot be used at all.
    pub(super) fn wait_until_ready(&mut self, stop: &StopToken) -> Result<(), String> {
        if matches!(self.kind, MatchPlayerKind::BuiltIn(_)) {
            return Ok(());
        }
        while !stop.is_stopped() {
            for update in self.analyst().drain() {
                let AnalysisEvent::EngineStatus(status) = update else { continue };
                match &status.state {
                    ExternalEngineState::Starting => {}
                    ExternalEngineState::Failed(failure) => return Err(failure.to_string()),
                    _ => return Ok(()),
                }
            }
            if let Some(woken) = &self.wake_receiver {
                // Woken or not: the next round looks.
                let _ = woken.recv_timeout(POLL_INTERVAL);
            }
        }
        Ok(())
    }

    /// Prepares for another game. A short thought sees to it that what takes time at the start, loading and
    /// clearing, is over before a clock runs; the fault of a move shows again at the first move.
    ///
    /// # Errors
    /// Says why the engine cannot be made ready: it hangs.
    pub(super) fn new_game(&mut self, stop: &StopToken) -> Result<(), String> {
        self.unusable = None;
        self.analyst().new_game();
        let root = Root::new(Position::start());
        let limits = Limits { time: SearchTime::Fixed(WARM_UP), ..Limits::default() };
        let _ = self.think(
            AnalysisJob { root, limits, purpose: AnalysisPurpose::Play },
            PositionHistory::without_moves(Position::start()),
            stop,
        );
        self.unusable.take().map_or(Ok(()), Err)
    }

    /// Asks for a move and waits for it.
    pub(super) fn think(&mut self, job: AnalysisJob, past: PositionHistory, stop: &StopToken) -> MatchAnswer {
        self.analyst().analyze(job, past);
        let since = Stopwatch::start();
        let mut line = None;
        loop {
            for update in self.analyst().drain() {
                match update {
                    AnalysisEvent::Done(snapshot) => {
                        let spent = since.elapsed();
                        let Some(best) = snapshot.best_move() else {
                            return MatchAnswer::Fault("gives no move".to_owned());
                        };
                        let about_it = |line: &&Line| line.moves.first() == Some(&best) && has_score(line);
                        let last = snapshot.best_line().filter(about_it);
                        let line = last.or_else(|| line.as_ref().filter(about_it));
                        return MatchAnswer::Move(best, spent, line.cloned());
                    }
                    AnalysisEvent::Progress(snapshot) => {
                        let scored = snapshot.best_line().filter(|line| has_score(line));
                        line = scored.cloned().or(line);
                    }
                    AnalysisEvent::EngineStatus(status) => {
                        if let ExternalEngineState::Failed(ExternalEngineFailure::Unusable(reason)) =
                            &status.state
                        {
                            self.unusable = Some(reason.clone());
                        }
                    }
                    AnalysisEvent::Failed { reason, .. } => {
                        // Another one is started for the next game.
                        self.analyst = None;
                        return MatchAnswer::Fault(reason);
                    }
                    _ => {}
                }
            }
            if stop.is_stopped() {
                self.analyst().cancel();
                return MatchAnswer::Interrupted;
            }
            if let Some(woken) = &self.wake_receiver {
                // Woken or not: the next round looks.
                let _ = woken.recv_timeout(POLL_INTERVAL);
            }
        }
    }

    /// The engine, started where it does not run.
    fn analyst(&mut self) -> &mut dyn AnalysisBackend {
        let Self { kind, analyst, wake_receiver: woken, .. } = self;
        let started = analyst.take().unwrap_or_else(|| {
            let (wake, receiver): (Sender<()>, Receiver<()>) = channel();
            *woken = Some(receiver);
            // At the end of the match the receiver is gone.
            let wake = Box::new(move || _ = wake.send(()));
            match kind {
                MatchPlayerKind::BuiltIn(resources) => {
                    Box::new(AnalysisSession::new(resources.clone(), Arc::new(NoStore), wake))
                }
                MatchPlayerKind::External(launch) => Box::new(ExternalEngine::start(launch.clone(), wake)),
            }
        });
        &mut **analyst.insert(started)
    }
}

/// Whether a line has a score to write down: a bound is none. A win of unknown length has no other form.
fn has_score(line: &Line) -> bool {
    line.bound == Bound::Exact || line.score.is_win_of_unknown_length()
}

#[cfg(test)]
mod tests {
    /// An engine that introduces itself and then never gets ready.
    #[cfg(unix)]
    const NEVER_READY: &str = "sh -c 'while read -r word rest; do case $word in uci) echo uciok ;; \
                               quit) exit 0 ;; esac; done'";

    #[test]
    #[cfg(unix)]
    fn an_engine_that_never_gets_ready_is_not_waited_for() {
        use super::*;

        let mut player = MatchPlayer::from_text(NEVER_READY, &Config::default()).unwrap();
        let MatchPlayerKind::External(launch) = &mut player.kind else { panic!("it is a command") };
        assert!(launch.timeouts.readyok <= Duration::from_mins(1));
        launch.timeouts.readyok = Duration::from_millis(300);
        assert_eq!(player.wait_until_ready(&StopToken::never()), Ok(()));
        let refused = player.new_game(&StopToken::never());
        assert_eq!(refused, Err("hangs: not ready after 0.3 s".to_owned()));
    }
}
