//! The analysis board at work: threats, arrows, and what was chosen.

use matescope::analysis::aside::{Answer, AsideId};
use matescope::tui::app::threat::pass;

use super::*;

/// A middle game, analyzed, with Black's threats looked at.
fn threatened() -> User {
    let mut user = analyst(MIDDLE_GAME, from_search);
    user.press("x");
    let position = fen::parse(MIDDLE_GAME).expect("a legal position");
    let passed = pass(&position, None).expect("no check");
    let moves = ["cxd5", "exd5", "e4"].iter().scan(passed, |at, text| {
        let mv = notation::parse_move(at, text).expect("a legal move");
        at.play(mv);
        Some(mv)
    });
    let line = Line {
        score: Score::centipawns(180),
        bound: Bound::Exact,
        certainty: Certainty::Searched,
        moves: moves.collect(),
        ends_in: None,
    };
    let report = Report { depth: Depth::new(17), lines: vec![line], ..Report::default() };
    let told = Snapshot { report, ..from_search(&position) };
    let answer = Answer::Last(Box::new(told));
    user.happens(What::Analysis(Update::Aside(AsideId::default(), answer)));
    user
}

#[test]
fn a_threat_has_a_pane_of_its_own() {
    let mut user = threatened();
    user.app.pane = 2;
    let shown = text(&drawn(&mut user, (120, 40)));
    assert!(shown.contains("if it were White's move") && shown.contains("it costs Black 1.45"), "{shown}");
    check("study_threat", user);
}
