//! One side of a match: the built-in engine, or one outside, which is started anew once it has failed.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use crate::analysis::external::State;
use crate::analysis::{
    Analyst, External, Job, Launch, Limits, Past, Patience, Resources, Session, Task, Time, Update, plain,
};
use crate::chess::{Line, Move, Position, Root, StopToken};
use crate::engine::Stopwatch;
use crate::solver::tables::keeping::NoStore;
use crate::store::Config;
use crate::store::config::{CommandLine, Outside};
use crate::store::memory;

/// How the command line calls the built-in engine.
const BUILT_IN: &str = "built-in";
/// How often an interruption is looked for while an engine thinks.
const GLANCE: Duration = Duration::from_millis(100);

/// How long an engine thinks before its first game begins.
const WARM_UP: Duration = Duration::from_millis(20);

/// One side.
pub(super) struct Player {
    pub(super) name: String,
    kind: Kind,
    analyst: Option<Box<dyn Analyst>>,
    woken: Option<Receiver<()>>,
}

enum Kind {
    BuiltIn(Resources),
    Outside(Launch),
}

/// What came of a question.
pub(super) enum Answer {
    /// A move, after so long, and what the engine thought of it.
    Move(Move, Duration, Option<Line>),
    /// None, and why.
    Fault(String),
    /// The match was interrupted.
    Interrupted,
}

impl Player {
    /// A side by its name in the settings, as `built-in`, or as a command.
    pub(super) fn of(text: &str, config: &Config) -> Result<Self, String> {
        let known = config.engines.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        let (name, kind) = if text == BUILT_IN {
            let engine = &config.engine;
            let resources = Resources {
                hash_mb: usize::from(engine.hash_mb.get()),
                memory_mb: memory::usable_mb().unwrap_or(usize::MAX),
                threads: usize::from(engine.threads.count()),
                syzygy: engine.syzygy_folder(),
                ..Resources::default()
            };
            ("Matescope".to_owned(), Kind::BuiltIn(resources))
        } else {
            let outside = match known {
                Some((_, outside)) => outside.clone(),
                None => Outside { command: CommandLine::try_from(text)?, ..Outside::default() },
            };
            let command = outside.words();
            let program = command.first().ok_or("this is no engine and no command")?;
            let file = program.rsplit('/').next().unwrap_or(program);
            let name = known.map_or_else(|| plain(file, 40), |(name, _)| name.clone());
            let settings = outside.options.iter().map(|(name, value)| (name.clone(), value.0.clone()));
            let (settings, folder) = (settings.collect(), outside.start_folder());
            (name, Kind::Outside(Launch { command, folder, settings, patience: Patience::default() }))
        };
        Ok(Self { name, kind, analyst: None, woken: None })
    }

    /// Starts the engine and waits until it has introduced itself.
    ///
    /// # Errors
    /// Says why it cannot be used at all.
    pub(super) fn call(&mut self, stop: &StopToken) -> Result<(), String> {
        if matches!(self.kind, Kind::BuiltIn(_)) {
            return Ok(());
        }
        while !stop.is_stopped() {
            for update in self.analyst().drain() {
                let Update::Standing(standing) = update else { continue };
                match &standing.state {
                    State::Starting => {}
                    State::Failed(failure) => return Err(failure.to_string()),
                    _ => return Ok(()),
                }
            }
            if let Some(woken) = &self.woken {
                // Woken or not: the next round looks.
                let _ = woken.recv_timeout(GLANCE);
            }
        }
        Ok(())
    }

    /// Prepares for another game. A short thought sees to it that what takes time at the start, loading and
    /// clearing, is over before a clock runs; a fault shows again at the first move.
    pub(super) fn new_game(&mut self, stop: &StopToken) {
        self.analyst().new_game();
        let root = Root::new(Position::start());
        let limits = Limits { time: Time::Fixed(WARM_UP), ..Limits::default() };
        let _ = self.think(Job { root, limits, task: Task::Play }, Past::none(Position::start()), stop);
    }

    /// Asks for a move and waits for it.
    pub(super) fn think(&mut self, job: Job, past: Past, stop: &StopToken) -> Answer {
        self.analyst().ask(job, past);
        let since = Stopwatch::start();
        let mut line = None;
        loop {
            for update in self.analyst().drain() {
                match update {
                    Update::Done(snapshot) => {
                        let spent = since.elapsed();
                        let Some(best) = snapshot.best_move() else {
                            return Answer::Fault("gives no move".to_owned());
                        };
                        let about_it = |line: &Line| line.moves.first() == Some(&best);
                        let line = snapshot.best_line().or(line.as_ref()).filter(|line| about_it(line));
                        return Answer::Move(best, spent, line.cloned());
                    }
                    Update::Progress(snapshot) => line = snapshot.best_line().cloned(),
                    Update::Failed { reason, .. } => {
                        // Another one is started for the next game.
                        self.analyst = None;
                        return Answer::Fault(reason);
                    }
                    _ => {}
                }
            }
            if stop.is_stopped() {
                self.analyst().halt();
                return Answer::Interrupted;
            }
            if let Some(woken) = &self.woken {
                // Woken or not: the next round looks.
                let _ = woken.recv_timeout(GLANCE);
            }
        }
    }

    /// The engine, started where it does not run.
    fn analyst(&mut self) -> &mut dyn Analyst {
        let Self { kind, analyst, woken, .. } = self;
        let started = analyst.take().unwrap_or_else(|| {
            let (wake, ear): (Sender<()>, Receiver<()>) = channel();
            *woken = Some(ear);
            // At the very end nobody listens any more.
            let wake = Box::new(move || _ = wake.send(()));
            match kind {
                Kind::BuiltIn(resources) => {
                    Box::new(Session::new(resources.clone(), Arc::new(NoStore), wake))
                }
                Kind::Outside(launch) => Box::new(External::start(launch.clone(), wake)),
            }
        });
        &mut **analyst.insert(started)
    }
}
