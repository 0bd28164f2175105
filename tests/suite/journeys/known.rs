//! Cached analysis, and hints.

use matescope::analysis::side_query::SideQueryUpdate;
use matescope::analysis::{AnalysisEvent, AnalysisJob, AnalysisPurpose, AnalysisSnapshot, JobId, Limits};
use matescope::chess::{Depth, PositionAnalysis, Score};
use matescope::engine::Report;
use matescope::tui::message::{Effect, LibraryRequest, Message};
use matescope::tui::model::current_analysis::SnapshotFreshness;
use matescope::tui::model::games::LibraryEvent;
use matescope::tui::navigation::Tab;

use super::{User, found};

fn at_depth(job: &AnalysisJob, depth: i16, score: i32, line: &str) -> AnalysisSnapshot {
    let snapshot = found(job, &[(Score::centipawns(score), line)]);
    AnalysisSnapshot { report: Report { depth: Depth::new(depth), ..snapshot.report.clone() }, ..snapshot }
}

fn report_search(user: &mut User, depth: i16, score: i32, line: &str) {
    let job = user.job().expect("a job");
    let snapshot = at_depth(&job, depth, score, line);
    user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(snapshot))));
}

fn depth(user: &User) -> Option<i16> {
    user.app.shared.current_analysis.snapshot.as_ref().map(|snapshot| snapshot.report.depth.get())
}

#[test]
fn stepping_back_shows_at_once_what_was_known() {
    let mut user = User::new();
    user.press("2");
    report_search(&mut user, 20, 30, "e4 e5");
    user.play("e4");
    assert_eq!(depth(&user), None, "nothing is known of a new position");
    report_search(&mut user, 14, -20, "c5 Nf3");
    user.press("left").check_says("FROM BEFORE").check_says("depth 20");
    assert_eq!(
        (depth(&user), user.app.shared.current_analysis.freshness),
        (Some(20), SnapshotFreshness::Cached)
    );
    let job = user.job().expect("the search goes on");
    for (comes, shown, found) in [
        (5, 20, SnapshotFreshness::Cached),
        (20, 20, SnapshotFreshness::Fresh),
        (24, 24, SnapshotFreshness::Fresh),
    ] {
        let snapshot = at_depth(&job, comes, 10, "d4 d5");
        user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(snapshot))));
        assert_eq!((depth(&user), user.app.shared.current_analysis.freshness), (Some(shown), found));
    }
    user.press("right");
    assert_eq!(depth(&user), Some(14));
    user.press("1 2");
    assert_eq!(depth(&user), Some(14), "another screen forgets nothing");
}

#[test]
fn what_was_found_out_is_there_in_the_next_session() {
    let mut user = User::new();
    user.press("2");
    report_search(&mut user, 20, 30, "e4 e5");
    user.play("e4");
    let keeps = |user: &mut User| -> Vec<Vec<PositionAnalysis>> {
        let kept = user.wishes().into_iter().filter_map(|wish| match wish {
            Effect::Library(LibraryRequest::KeepAnalyses(kept)) => Some(kept),
            _ => None,
        });
        kept.collect()
    };
    let kept = keeps(&mut user);
    assert_eq!((kept.len(), kept[0].len(), kept[0][0].depth), (1, 1, Depth::new(20)));
    user.press("left right left");
    assert_eq!(keeps(&mut user), Vec::<Vec<PositionAnalysis>>::new(), "it is kept once");
    report_search_again(&mut user, 24);
    user.press("ctrl-q");
    let last = keeps(&mut user);
    assert_eq!(
        last.iter().map(|kept| kept[0].depth).collect::<Vec<_>>(),
        [Depth::new(24)],
        "at the end, too"
    );
    // The next session: what was kept is read while the engine begins.
    let mut user = User::new();
    user.press("2");
    report_search(&mut user, 5, 0, "d4");
    user.happens(Message::Library(LibraryEvent::AnalysesRead(last.concat())));
    user.check_says("FROM BEFORE").check_says("depth 24");
    assert_eq!(keeps(&mut user), Vec::<Vec<PositionAnalysis>>::new());
    user.play("e4").press("left");
    assert_eq!(depth(&user), Some(24));
}

/// A deeper result for the position on the board.
fn report_search_again(user: &mut User, depth: i16) {
    let root = user.app.analyze.walk.root();
    let job = AnalysisJob { root, limits: Limits::default(), purpose: AnalysisPurpose::Analyze };
    let snapshot = at_depth(&job, depth, 30, "e4 e5");
    user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(snapshot))));
}

#[test]
fn a_resting_engine_shows_what_is_known_and_looks_where_it_is_asked_to() {
    let mut user = User::new();
    user.press("2");
    report_search(&mut user, 20, 30, "e4 e5");
    user.press("s").play("e4");
    assert_eq!((user.job(), depth(&user)), (None, None));
    user.press("left");
    assert_eq!((user.job(), depth(&user)), (None, Some(20)));
    user.press("z");
    assert!(user.job().is_some(), "it looks at this position");
    user.press("right");
    assert_eq!(user.job(), None, "and at no other");
    user.press("s z");
    assert_eq!(user.note(), "The engine keeps going deeper while you stay here");
}

#[test]
fn a_hint_in_a_game_comes_in_three_steps() {
    let mut user = User::new();
    user.wishes();
    user.press("t").check_says("Looking for a hint");
    let aside = user.wishes().into_iter().find_map(|effect| match effect {
        Effect::StartSideQuery(job) => Some(*job),
        _ => None,
    });
    let job = aside.expect("a question aside");
    let answer = SideQueryUpdate::Done(Box::new(found(&job, &[(Score::centipawns(30), "Nf3 d5")])));
    user.happens(Message::Analysis(AnalysisEvent::SideQuery(JobId::default(), answer)));
    user.check_says("Hint 1 of 3: move the knight on g1");
    user.press("t").check_says("Hint 2 of 3: the knight on g1 goes to f3");
    user.press("t").check_says("Hint 3 of 3: Nf3").press("t").check_says("Hint 3 of 3: Nf3");
    user.play("Nf3");
    assert!(!user.screen().contains("Hint"), "it was about another position");
    user.press("t");
    assert_eq!(user.note(), "Hints are for your own moves: it is not your turn");
}

#[test]
fn a_hint_in_analysis_says_what_is_known() {
    let mut user = User::new();
    user.press("2 t").check_tab(Tab::Analyze);
    assert_eq!(user.note(), "Nothing is known about this position yet");
    report_search(&mut user, 9, 30, "d4 d5");
    user.press("t").check_says("Hint 1 of 3: move the pawn on d2");
    assert!(user.app.shown_hint().is_some_and(|advice| advice.squares().len() == 1));
    user.press("t");
    assert!(user.app.shown_hint().is_some_and(|advice| advice.squares().len() == 2));
}

#[test]
fn two_moves_are_compared_and_their_score_is_not_the_positions() {
    let mut user = User::new();
    user.press("2");
    report_search(&mut user, 12, 30, "e4 e5");
    user.press("/");
    for c in "Nf3 a4".chars() {
        user.happens(Message::TypeChar(c));
    }
    user.press("enter");
    let job = user.job().expect("a job for two moves");
    assert_eq!((job.limits.search_moves.len(), job.limits.multipv), (2, 3));
    assert_eq!(depth(&user), None, "what is known of all moves is not an answer");
    let told_two = found(&job, &[(Score::centipawns(20), "Nf3 d5"), (Score::centipawns(-30), "a4 e5")]);
    user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(told_two))));
    user.check_says("Of 2 of 20 moves alone").check_says("OF SOME MOVES").check_says("a4 e5").press("t");
    assert_eq!(user.note(), "Nothing is known about this position yet", "the best of two may be bad advice");
    user.play("e4").press("left");
    assert_eq!(depth(&user), None, "the choice stands when the reader comes back");
    assert_eq!(user.job().map(|job| job.limits.search_moves.len()), Some(2));
    user.press("/ ctrl-u enter");
    assert_eq!(user.job().map(|job| job.limits.search_moves.len()), Some(0));
    assert_eq!(depth(&user), Some(12), "and all moves have the answer of before");
    user.press("/");
    for c in "e5".chars() {
        user.happens(Message::TypeChar(c));
    }
    user.press("enter");
    assert!(user.note().starts_with("e5: "), "{}", user.note());
}
