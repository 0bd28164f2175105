//! Threats of the other side: searched beside the analysis, and again whenever the position changes.

use std::time::Duration;

use crate::analysis::side_query::SideQueryUpdate;
use crate::analysis::{AnalysisJob, AnalysisPurpose, Limits, SearchTime};
use crate::chess::Root;
use crate::tui::aids::threat::{Threat, ThreatSearch, ThreatSearchStatus, pass_turn};
use crate::tui::app::App;
use crate::tui::message::{Effect, Effects};

/// Time limit of the search for a threat: one that takes longer to find is not obvious.
const THREAT_TIME: Duration = Duration::from_secs(4);

/// Shows or hides threats. Where the side to move cannot pass, a note gives the reason.
pub(crate) fn toggle(app: &mut App, effects: &mut Effects) {
    if !matches!(app.analyze.threat, Threat::Hidden) {
        app.analyze.threat = Threat::Hidden;
        effects.push(Effect::StopSideQuery);
        return;
    }
    if let Err(reason) = pass_turn(app.analyze.walk.position(), app.analyze.walk.termination()) {
        return app.show_note(reason.reason());
    }
    search_threat(app, effects);
}

/// The board shows another position: where threats are on, its threat is searched.
pub(crate) fn update_threat(app: &mut App, effects: &mut Effects) {
    if !matches!(app.analyze.threat, Threat::Hidden) {
        search_threat(app, effects);
    }
}

fn search_threat(app: &mut App, effects: &mut Effects) {
    match pass_turn(app.analyze.walk.position(), app.analyze.walk.termination()) {
        Ok(passed) => {
            let limits = Limits { time: SearchTime::Fixed(THREAT_TIME), multipv: 1, ..Limits::default() };
            let root = Root::new(passed.clone());
            effects.push(Effect::StartSideQuery(Box::new(AnalysisJob {
                root,
                limits,
                purpose: AnalysisPurpose::Analyze,
            })));
            app.analyze.threat = Threat::Searched(Box::new(ThreatSearch {
                passed,
                snapshot: None,
                status: ThreatSearchStatus::Running,
            }));
        }
        Err(reason) => {
            effects.push(Effect::StopSideQuery);
            app.analyze.threat = Threat::Impossible(reason);
        }
    }
}

/// Stores the result of the search for a threat.
pub(crate) fn receive_answer(app: &mut App, answer: SideQueryUpdate) {
    let Threat::Searched(sought) = &mut app.analyze.threat else { return };
    match answer {
        SideQueryUpdate::Progress(snapshot) => sought.snapshot = Some(snapshot),
        SideQueryUpdate::Done(snapshot) => {
            (sought.snapshot, sought.status) = (Some(snapshot), ThreatSearchStatus::Finished);
        }
        SideQueryUpdate::Failed => sought.status = ThreatSearchStatus::Finished,
    }
}
