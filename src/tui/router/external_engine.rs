//! Output of external engines, passed to the feature that requested it.

use crate::analysis::{AnalysisEvent, AnalysisPurpose};
use crate::tui::app::App;
use crate::tui::message::Effects;
use crate::tui::model::{AnalyzeEngine, EngineProcessId};
use crate::tui::navigation::Tab;
use crate::tui::{analyze, engines, play};

/// Handles output of an external engine. Stale output has been dropped before.
pub(crate) fn receive_update(
    app: &mut App,
    process: &EngineProcessId,
    update: AnalysisEvent,
    effects: &mut Effects,
) {
    let current_task = app
        .shared
        .engines
        .current_request
        .as_ref()
        .filter(|(asked, _)| asked == process)
        .map(|(_, task)| *task);
    match (update, current_task) {
        (AnalysisEvent::EngineStatus(standing), _) => {
            if let Some(external) = app.shared.engines.get_mut(&process.name) {
                *external.status_of(process.instance) = Some(*standing);
            }
            engines::update::end_trial(&mut app.shared.with(effects), &app.play.game_engines(), process);
        }
        (AnalysisEvent::Progress(snapshot), Some(AnalysisPurpose::Play)) => {
            play::watching::update_thought(&mut app.play, &snapshot);
        }
        (AnalysisEvent::Progress(snapshot), Some(AnalysisPurpose::Analyze)) => {
            app.shared.engines.snapshot = Some(snapshot);
        }
        // A final report without a line does not clear the last line.
        (AnalysisEvent::Done(snapshot), Some(AnalysisPurpose::Analyze))
            if !snapshot.report.lines.is_empty() =>
        {
            app.shared.engines.snapshot = Some(snapshot);
        }
        (AnalysisEvent::Done(snapshot), Some(AnalysisPurpose::Play)) => {
            (app.shared.engines.current_request, app.shared.engines.pondering) = (None, None);
            play::update::apply_engine_move(&mut app.play, &mut app.shared.with(effects), &snapshot);
        }
        (AnalysisEvent::Failed { reason, .. }, Some(AnalysisPurpose::Play)) => {
            (app.shared.engines.current_request, app.shared.engines.pondering) = (None, None);
            play::update::engine_failed(
                &mut app.play,
                &mut app.shared.with(effects),
                format!("{} {reason}", process.name),
            );
        }
        (AnalysisEvent::Failed { reason, .. }, Some(_)) => app.shared.engines.failure = Some(reason),
        _ => {}
    }
}

/// Turns the analysis of the built-in engine on or off; where another screen is shown, from its next analysis on.
pub(crate) fn toggle_built_in(app: &mut App, effects: &mut Effects) {
    if app.shared.tab == Tab::Analyze {
        analyze::update::toggle_engine(&mut app.analyze, &mut app.shared.with(effects));
    } else {
        app.analyze.engine =
            if app.analyze.engine == AnalyzeEngine::On { AnalyzeEngine::Off } else { AnalyzeEngine::On };
    }
}
