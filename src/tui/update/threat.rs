//! What the other side threatens: asked beside the analysis, and kept up as the reader steps on.

use std::time::Duration;

use crate::analysis::aside::Answer;
use crate::analysis::{Job, Limits, Task, Time};
use crate::chess::Root;
use crate::tui::app::threat::{Sought, Threat, Work, pass};
use crate::tui::app::{App, Tone};

use super::Effect;

/// How long a threat is looked for: what is not seen by then is no plain threat.
const TIME: Duration = Duration::from_secs(4);

/// Looks at threats from now on, or no longer. Where nobody can pass, a word says why.
pub(super) fn toggle(app: &mut App, effects: &mut Vec<Effect>) {
    if !matches!(app.study.threat, Threat::Hidden) {
        app.study.threat = Threat::Hidden;
        effects.push(Effect::EndAside);
        return;
    }
    if let Err(reason) = pass(app.study.walk.position(), app.study.walk.ending()) {
        return app.say(Tone::Note, reason.reason());
    }
    seek(app, effects);
}

/// The board shows another position: where threats are looked at, that one's is asked for.
pub(super) fn follow(app: &mut App, effects: &mut Vec<Effect>) {
    if !matches!(app.study.threat, Threat::Hidden) {
        seek(app, effects);
    }
}

fn seek(app: &mut App, effects: &mut Vec<Effect>) {
    match pass(app.study.walk.position(), app.study.walk.ending()) {
        Ok(passed) => {
            let limits = Limits { time: Time::Fixed(TIME), lines: 1, ..Limits::default() };
            let root = Root::new(passed.clone());
            effects.push(Effect::AskAside(Box::new(Job { root, limits, task: Task::Analyze })));
            app.study.threat = Threat::Sought(Box::new(Sought { passed, snapshot: None, work: Work::Runs }));
        }
        Err(reason) => {
            effects.push(Effect::EndAside);
            app.study.threat = Threat::Impossible(reason);
        }
    }
}

/// Takes in what is known of the threat.
pub(super) fn hear(app: &mut App, answer: Answer) {
    let Threat::Sought(sought) = &mut app.study.threat else { return };
    match answer {
        Answer::SoFar(snapshot) => sought.snapshot = Some(snapshot),
        Answer::Last(snapshot) => (sought.snapshot, sought.work) = (Some(snapshot), Work::Over),
        Answer::Failed => sought.work = Work::Over,
    }
}
