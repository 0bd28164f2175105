//! Hints: in a game from the endgame tables or a short side search, in analysis from what is already known.

use std::time::Duration;

use crate::analysis::side_query::SideQueryUpdate;
use crate::analysis::{AnalysisJob, AnalysisPurpose, Limits, SearchTime};
use crate::chess::{Move, Position, Ranking};
use crate::tui::aids::hint::{HintDetail, HintState};
use crate::tui::app::{App, Tab};
use crate::tui::message::{Effect, Effects};

/// Time limit of the search for a hint.
const HINT_TIME: Duration = Duration::from_secs(1);

/// Gives a hint, or the next step of the one that was given.
pub(crate) fn show_hint(app: &mut App, effects: &mut Effects) {
    let Some(position) = app.shown_position() else { return };
    if let Some(advice) = app.hint.as_mut().filter(|advice| advice.position == position) {
        if advice.mv.is_some() {
            advice.detail = advice.detail.next();
        }
        return;
    }
    if let Some(reason) = unavailable_reason(app) {
        return app.show_note(reason);
    }
    let known = known_best_move(app, &position);
    let mv = known.filter(|&mv| position.is_legal(mv));
    match (mv, app.tab) {
        (None, Tab::Play) => {
            let limits = Limits { time: SearchTime::Fixed(HINT_TIME), multipv: 1, ..Limits::default() };
            let root = app.play.walk.root();
            effects.push(Effect::StartSideQuery(Box::new(AnalysisJob {
                root,
                limits,
                purpose: AnalysisPurpose::Review,
            })));
        }
        (None, _) => return app.show_note("Nothing is known about this position yet"),
        (Some(_), _) => {}
    }
    app.hint = Some(HintState { position, mv, detail: HintDetail::Piece });
}

/// Why no hint is given, where none is.
fn unavailable_reason(app: &App) -> Option<&'static str> {
    match app.tab {
        Tab::Play if app.play.ending.is_some() => Some("The game is over"),
        Tab::Play if !app.play.is_live() || !app.play.is_your_turn() => {
            Some("Hints are for your own moves: it is not your turn")
        }
        Tab::Analyze if app.analyze.walked_line.is_some() => Some("The line already shows the next move"),
        Tab::Analyze if app.analyze.walk.termination().is_some() => Some("The game is over here"),
        _ => None,
    }
}

/// The best move as far as it is known without a search.
fn known_best_move(app: &App, position: &Position) -> Option<Move> {
    // The best of a restricted set of moves may be bad advice.
    let of_all = app.tab == Tab::Analyze && app.analyze.search_moves_here().is_none();
    let shown = app.shown_snapshot().filter(|_| of_all);
    shown.and_then(|snapshot| snapshot.best_line()?.moves.first().copied()).or_else(|| {
        let ranking = Ranking::of(position, app.oracle.oracle())?;
        ranking.best().next().map(|ranked| ranked.mv)
    })
}

/// Stores the move that was found.
pub(crate) fn receive_answer(app: &mut App, answer: &SideQueryUpdate) {
    let Some(advice) = app.hint.as_mut().filter(|advice| advice.mv.is_none()) else { return };
    match answer {
        SideQueryUpdate::Progress(_) => {}
        SideQueryUpdate::Done(found) => {
            advice.mv = found.best_line().and_then(|line| line.moves.first().copied());
        }
        SideQueryUpdate::Failed => {
            app.hint = None;
            app.show_error("No hint could be found");
        }
    }
}
