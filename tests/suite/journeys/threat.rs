//! Threats of the other side.

use matescope::analysis::side_query::SideQueryUpdate;
use matescope::analysis::{AnalysisEvent, AnalysisJob, AnalysisPurpose, JobId};
use matescope::chess::{Ply, Score};
use matescope::tui::message::{Effect, Message};
use matescope::tui::model::threat::Threat;

use super::{User, found};

/// Black threatens mate on f2, and White is to move.
const SCHOLAR: &str = "rnb1k1nr/pppp1ppp/8/2b1p3/4P2q/2N5/PPPPNPPP/R1BQKB1R w KQkq - 0 1";

/// The side query that was sent since the last look.
fn aside(user: &mut User) -> Option<AnalysisJob> {
    user.wishes().into_iter().fold(None, |job, effect| match effect {
        Effect::StartSideQuery(next) => Some(*next),
        Effect::StopSideQuery => None,
        _ => job,
    })
}

fn answers(user: &mut User, job: &AnalysisJob, lines: &[(Score, &str)]) {
    let answer = SideQueryUpdate::Done(Box::new(found(job, lines)));
    user.happens(Message::Analysis(AnalysisEvent::SideQuery(JobId::default(), answer)));
}

#[test]
fn the_other_side_is_asked_as_if_the_first_had_passed() {
    let mut user = User::new();
    user.paste(SCHOLAR);
    user.wishes();
    user.press("x");
    let job = aside(&mut user).expect("a question aside");
    assert_eq!(job.purpose, AnalysisPurpose::Analyze);
    assert!(job.root.position.turn().is_black(), "it is about the position after a pass");
    assert!(!job.limits.are_unlimited(), "a threat is looked for so long and no longer");
    answers(&mut user, &job, &[(Score::mates_in(Ply::new(1)), "Qxf2#")]);
    user.app.shared.pane = 2;
    user.check_says("Qxf2#").check_says("after a pass -M<=1");
    user.press("x");
    assert!(matches!(user.app.analyze.threat, Threat::Hidden));
    assert_eq!(user.wishes(), [Effect::StopSideQuery]);
}

#[test]
fn a_threat_is_never_the_score_of_the_position() {
    let mut user = User::new();
    user.paste(SCHOLAR);
    let main = user.job().expect("a job");
    user.press("x");
    let job = aside(&mut user).expect("a question aside");
    answers(&mut user, &job, &[(Score::mates_in(Ply::new(1)), "Qxf2#")]);
    assert!(user.app.shared.current_analysis.snapshot.is_none(), "the verdict still waits");
    let screen = user.screen();
    assert!(screen.contains("Searching") && !screen.contains("mates in 1"), "{screen}");
    let best = found(&main, &[(Score::centipawns(40), "g3")]);
    user.happens(Message::Analysis(AnalysisEvent::Done(Box::new(best)))).check_says("+0.40");
}

#[test]
fn a_threat_follows_the_reader() {
    let mut user = User::new();
    user.paste(SCHOLAR).press("x");
    let first = aside(&mut user).expect("a question aside");
    user.play("g3");
    let second = aside(&mut user).expect("the next question");
    assert_ne!(first.root.position, second.root.position);
    assert!(second.root.position.turn().is_white());
    user.press("1");
    assert_eq!(aside(&mut user), None, "another screen has no threats");
    user.press("2");
    assert_eq!(aside(&mut user).map(|job| job.root.position), Some(second.root.position));
}

#[test]
fn nobody_passes_in_check() {
    let mut user = User::new();
    user.paste("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1").wishes();
    user.press("x");
    assert_eq!(user.note(), "There is a check to answer: a threat would never come");
    assert!(user.wishes().is_empty() && matches!(user.app.analyze.threat, Threat::Hidden));
    let mut user = User::new();
    user.paste("4k3/8/8/8/8/8/q7/4K3 b - - 0 1").press("x").wishes();
    user.play("Qe2");
    assert_eq!(aside(&mut user), None);
    assert!(matches!(user.app.analyze.threat, Threat::Impossible(_)), "the pane says why there is none");
}
