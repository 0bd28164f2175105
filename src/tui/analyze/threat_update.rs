//! Threats of the other side: searched beside the analysis, and again whenever the position changes.

use std::time::Duration;

use crate::analysis::side_query::SideQueryUpdate;
use crate::analysis::{AnalysisJob, AnalysisPurpose, Limits, SearchTime};
use crate::chess::Root;
use crate::tui::context::UpdateContext;
use crate::tui::message::{Effect, Effects};
use crate::tui::model::threat::pass_turn;
use crate::tui::model::{AnalyzeState, Threat, ThreatSearch, ThreatSearchStatus};

/// Time limit of the search for a threat: one that takes longer to find is not obvious.
const THREAT_TIME: Duration = Duration::from_secs(4);

/// Shows or hides threats. Where the side to move cannot pass, a note gives the reason.
pub(crate) fn toggle(analyze: &mut AnalyzeState, cx: &mut UpdateContext) {
    if !matches!(analyze.threat, Threat::Hidden) {
        analyze.threat = Threat::Hidden;
        cx.effects.push(Effect::StopSideQuery);
        return;
    }
    if let Err(reason) = pass_turn(analyze.walk.position(), analyze.walk.termination()) {
        return cx.shared.show_note(reason.reason());
    }
    search_threat(analyze, cx.effects);
}

/// The board shows another position: where threats are on, its threat is searched.
pub(crate) fn update_threat(analyze: &mut AnalyzeState, effects: &mut Effects) {
    if !matches!(analyze.threat, Threat::Hidden) {
        search_threat(analyze, effects);
    }
}

fn search_threat(analyze: &mut AnalyzeState, effects: &mut Effects) {
    match pass_turn(analyze.walk.position(), analyze.walk.termination()) {
        Ok(passed) => {
            let limits = Limits { time: SearchTime::Fixed(THREAT_TIME), multipv: 1, ..Limits::default() };
            let root = Root::new(passed.clone());
            effects.push(Effect::StartSideQuery(Box::new(AnalysisJob {
                root,
                limits,
                purpose: AnalysisPurpose::Analyze,
            })));
            analyze.threat = Threat::Searched(Box::new(ThreatSearch {
                passed,
                snapshot: None,
                status: ThreatSearchStatus::Running,
            }));
        }
        Err(reason) => {
            effects.push(Effect::StopSideQuery);
            analyze.threat = Threat::Impossible(reason);
        }
    }
}

/// Stores the result of the search for a threat.
pub(crate) fn receive_answer(analyze: &mut AnalyzeState, answer: SideQueryUpdate) {
    let Threat::Searched(sought) = &mut analyze.threat else { return };
    match answer {
        SideQueryUpdate::Progress(snapshot) => sought.snapshot = Some(snapshot),
        SideQueryUpdate::Done(snapshot) => {
            (sought.snapshot, sought.status) = (Some(snapshot), ThreatSearchStatus::Finished);
        }
        SideQueryUpdate::Failed => sought.status = ThreatSearchStatus::Finished,
    }
}
