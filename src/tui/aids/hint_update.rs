//! Hints: in a game from the endgame tables or a short side search, in analysis from what is already known.

use std::time::Duration;

use crate::analysis::side_query::SideQueryUpdate;
use crate::analysis::{AnalysisJob, AnalysisPurpose, Limits, SearchTime};
use crate::chess::{Move, Position, Ranking, Root};
use crate::tui::context::UpdateContext;
use crate::tui::message::Effect;
use crate::tui::model::{HintDetail, HintState, Shared};

/// Time limit of the search for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

/// Where a hint comes from.
#[derive(Debug)]
pub(crate) enum HintSource {
    /// The best move of the analysis so far, or else of the tables; None where neither knows one.
    Known(Option<Move>),
    /// The tables, or else a search from here.
    Search(Root),
}

/// Gives a hint, or the next step of the one that was given. `source` says where it comes from, or why there is none.
pub(crate) fn show_hint(
    cx: &mut UpdateContext,
    position: Position,
    source: Result<HintSource, &'static str>,
) {
    if let Some(hint) = cx.shared.hint.as_mut().filter(|hint| hint.position == position) {
        if hint.mv.is_some() {
            hint.detail = hint.detail.next();
        }
        return;
    }
    let source = match source {
        Ok(source) => source,
        Err(reason) => return cx.shared.show_note(reason),
    };
    let of_tables = || {
        let ranking = Ranking::of(&position, cx.shared.oracle.oracle())?;
        ranking.best().next().map(|ranked| ranked.mv)
    };
    let known = if let HintSource::Known(Some(mv)) = source { Some(mv) } else { of_tables() };
    let mv = known.filter(|&mv| position.is_legal(mv));
    match (mv, source) {
        (None, HintSource::Search(root)) => {
            let limits = Limits { time: SearchTime::Fixed(HINT_TIME), multipv: 1, ..Limits::default() };
            let job = AnalysisJob { root, limits, purpose: AnalysisPurpose::Review };
            cx.effects.push(Effect::StartSideQuery(Box::new(job)));
        }
        (None, HintSource::Known(_)) => {
            return cx.shared.show_note("Nothing is known about this position yet");
        }
        (Some(_), _) => {}
    }
    cx.shared.hint = Some(HintState { position, mv, detail: HintDetail::Piece });
}

/// Stores the move that was found.
pub(crate) fn receive_answer(shared: &mut Shared, answer: &SideQueryUpdate) {
    let Some(hint) = shared.hint.as_mut().filter(|hint| hint.mv.is_none()) else { return };
    match answer {
        SideQueryUpdate::Progress(_) => {}
        SideQueryUpdate::Done(found) => {
            hint.mv = found.best_line().and_then(|line| line.moves.first().copied());
        }
        SideQueryUpdate::Failed => {
            shared.hint = None;
            shared.show_error("No hint could be found");
        }
    }
}
