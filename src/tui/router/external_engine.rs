//! Output of external engines, passed to the feature that requested it.

use crate::analysis::{AnalysisEvent, AnalysisPurpose};
use crate::tui::app::{App, Tab};
use crate::tui::background::engines::{AnalyzeEngine, EngineProcessId};
use crate::tui::message::Effects;
use crate::tui::{analyze, engines, play};

/// Handles output of an external engine. Stale output has been dropped before.
pub(crate) fn receive_update(
    app: &mut App,
    process: &EngineProcessId,
    update: AnalysisEvent,
    effects: &mut Effects,
) {
    let current_task =
        app.engines.current_request.as_ref().filter(|(asked, _)| asked == process).map(|(_, task)| *task);
    match (update, current_task) {
        (AnalysisEvent::EngineStatus(standing), _) => {
            if let Some(external) = app.engines.get_mut(&process.name) {
                *external.status_of(process.instance) = Some(*standing);
            }
            engines::update::end_trial(app, process, effects);
        }
        (AnalysisEvent::Progress(snapshot), Some(AnalysisPurpose::Play)) => {
            play::watching::update_thought(app, &snapshot);
        }
        (AnalysisEvent::Progress(snapshot), Some(AnalysisPurpose::Analyze)) => {
            app.engines.snapshot = Some(snapshot);
        }
        // A final report without a line does not clear the last line.
        (AnalysisEvent::Done(snapshot), Some(AnalysisPurpose::Analyze))
            if !snapshot.report.lines.is_empty() =>
        {
            app.engines.snapshot = Some(snapshot);
        }
        (AnalysisEvent::Done(snapshot), Some(AnalysisPurpose::Play)) => {
            (app.engines.current_request, app.play.pondering) = (None, None);
            play::update::apply_engine_move(app, &snapshot, effects);
        }
        (AnalysisEvent::Failed { reason, .. }, Some(AnalysisPurpose::Play)) => {
            (app.engines.current_request, app.play.pondering) = (None, None);
            play::update::engine_failed(app, format!("{} {reason}", process.name), effects);
        }
        (AnalysisEvent::Failed { reason, .. }, Some(_)) => app.engines.failure = Some(reason),
        _ => {}
    }
}

/// Turns the analysis of the built-in engine on or off; where another screen is shown, from its next analysis on.
pub(crate) fn toggle_built_in(app: &mut App, effects: &mut Effects) {
    if app.tab == Tab::Analyze {
        analyze::update::toggle_engine(app, effects);
    } else {
        app.analyze.engine =
            if app.analyze.engine == AnalyzeEngine::On { AnalyzeEngine::Off } else { AnalyzeEngine::On };
    }
}
