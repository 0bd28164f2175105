//! The slips of a game, tried again one by one: the board before the slip, and a better move to be found.

use crate::analysis::sweep::{Order, Swept};
use crate::chess::{Color, Cost, Finding, Move};
use crate::game::Own;
use crate::practice::review::{Appraisal, Step};
use crate::tui::app::review::{Attempt, Panes, Progress, Retry, Score};
use crate::tui::app::{App, Reviewing, Tone};

use super::{Effect, engines, study};

/// Begins with the first slip: with one's own, where the game was played here.
pub(super) fn begin(app: &mut App, effects: &mut Vec<Effect>) {
    let own = Own::of(&app.study.header).and_then(|own| own.seats.you());
    let Some(reviewing) = &app.study.review else {
        return app.say(Tone::Note, "A review finds mistakes: v starts one");
    };
    if reviewing.progress == Progress::Underway {
        return app.say(Tone::Note, "The review is under way: Esc stops it");
    }
    let side = own.filter(|&side| reviewing.review.slips(Some(side)).next().is_some());
    if reviewing.review.slips(side).next().is_none() {
        return app.say(Tone::Note, "There is no mistake to retry");
    }
    engines::rest(app, effects);
    set_up(app, side, effects);
}

/// Takes up the slips of a side, or of both, from the first.
fn set_up(app: &mut App, side: Option<Color>, effects: &mut Vec<Effect>) {
    let Some(reviewing) = &mut app.study.review else { return };
    let slips = reviewing.review.slips(side).collect();
    let (attempt, score) = (Attempt::Open, Score::default());
    reviewing.panes = Panes::Review;
    reviewing.retry = Some(Retry { side, slips, at: 0, attempt, wrong: 0, score });
    app.pane = 0;
    if let Some(side) = side {
        app.board.bottom = side;
    }
    show(app, effects);
}

/// Sets the board before the slip that is tried.
fn show(app: &mut App, effects: &mut Vec<Effect>) {
    let before = app.study.review.as_ref().and_then(|reviewing| {
        let slip = reviewing.retry.as_ref()?.slip()?;
        reviewing.review.nodes.get(slip.checked_sub(1)?).copied()
    });
    app.prompt.close();
    app.board.cursor = None;
    match before {
        Some(node) => study::go_to(app, node, effects),
        None => app.board.let_go(),
    }
}

/// Takes the slips of the next choice of sides: both, White's, Black's.
pub(super) fn change_side(app: &mut App, effects: &mut Vec<Effect>) {
    let Some(side) = app.study.retry().map(|retry| retry.side) else { return };
    let next = match side {
        None => Some(Color::White),
        Some(Color::White) => Some(Color::Black),
        Some(Color::Black) => None,
    };
    stop_judging(app, effects);
    set_up(app, next, effects);
}

/// Tries a move in place of the slip.
pub(super) fn attempt(app: &mut App, mv: Move, effects: &mut Vec<Effect>) {
    let nodes = app.review_nodes;
    let walk = &app.study.walk;
    let Some((reviewing, slip)) = slip_of(app.study.review.as_deref_mut()) else { return };
    let Reviewing { review, retry: Some(retry), .. } = reviewing else { return };
    if !retry.is_open() {
        return;
    }
    let played = walk.tree().node(review.nodes[slip]).mv();
    let Some(appraisal) = review.moves[slip].as_ref() else { return };
    if appraisal.better.as_ref().and_then(|better| better.line.first()) == Some(&mv) {
        return right(app, mv, 0);
    }
    if played == Some(mv) {
        let reason = appraisal.told_alone().unwrap_or_default();
        return wrong(app, format!("that was played: {reason}"));
    }
    let mut root = walk.root();
    root.play(mv);
    if let Some(ending) = root.ending() {
        return judge(app, mv, &Finding::over(ending));
    }
    retry.attempt = Attempt::Judged(mv);
    effects.push(Effect::Sweep(Box::new(Order { roots: vec![(0, root)], known: Vec::new(), nodes })));
}

/// Takes in what the background says of the move that is judged.
pub(super) fn hear(app: &mut App, swept: Swept) {
    let Some(Attempt::Judged(mv)) = app.study.retry().map(|retry| retry.attempt.clone()) else { return };
    match swept {
        Swept::Found(_, finding) => judge(app, mv, &finding),
        Swept::Done => {}
        Swept::Failed(reason) => {
            app.say(Tone::Fault, format!("The move could not be judged: {reason}"));
            if let Some(retry) = retry_of(app) {
                retry.attempt = Attempt::Open;
            }
        }
    }
}

/// Judges a move by what is known of the position after it: whatever earns no mark is right.
fn judge(app: &mut App, mv: Move, is: &Finding) {
    let walk = &app.study.walk;
    let Some((reviewing, slip)) = slip_of(app.study.review.as_deref_mut()) else { return };
    let Some(was) = slip.checked_sub(1).and_then(|before| reviewing.review.findings[before].as_ref()) else {
        return;
    };
    let mut root = walk.root();
    root.play(mv);
    let ending = root.ending().filter(|_| is.line.is_none());
    let appraisal = Appraisal::of(&Step { position: walk.position(), mv, was, is, ending });
    match appraisal.mark {
        None => right(app, mv, slower(&appraisal)),
        Some(mark) => {
            let told = appraisal.told_alone().unwrap_or_default();
            wrong(app, format!("{}{}: {told}", appraisal.san, mark.glyph()));
        }
    }
}

/// The moves that a mate comes later, where both distances are exact.
const fn slower(appraisal: &Appraisal) -> u16 {
    match appraisal.cost {
        Some(Cost::Slower(moves)) => moves,
        _ => 0,
    }
}

fn right(app: &mut App, mv: Move, slower: u16) {
    let Some(retry) = retry_of(app) else { return };
    let place = if retry.wrong == 0 { &mut retry.score.at_once } else { &mut retry.score.later };
    *place += 1;
    retry.attempt = Attempt::Right(mv, slower);
}

fn wrong(app: &mut App, reason: String) {
    let Some(retry) = retry_of(app) else { return };
    retry.wrong += 1;
    retry.attempt = Attempt::Wrong(reason);
}

/// Shows the better move.
pub(super) fn solve(app: &mut App, effects: &mut Vec<Effect>) {
    stop_judging(app, effects);
    let Some((reviewing, slip)) = slip_of(app.study.review.as_deref_mut()) else { return };
    let Reviewing { review, retry: Some(retry), .. } = reviewing else { return };
    let better = review.moves[slip].as_ref().and_then(|of| of.better.as_ref()?.line.first().copied());
    match better {
        Some(mv) if retry.is_open() => {
            retry.score.given_up += 1;
            retry.attempt = Attempt::Shown(mv);
        }
        _ => {}
    }
}

/// Goes on to the next slip; one that is passed over counts as given up.
pub(super) fn next(app: &mut App, effects: &mut Vec<Effect>) {
    stop_judging(app, effects);
    let Some(retry) = retry_of(app).filter(|retry| retry.at < retry.slips.len()) else { return };
    if retry.is_open() {
        retry.score.given_up += 1;
    }
    retry.at += 1;
    retry.attempt = Attempt::Open;
    retry.wrong = 0;
    show(app, effects);
}

/// Ends it; the review is shown again, at the slip.
pub(super) fn leave(app: &mut App, effects: &mut Vec<Effect>) {
    stop_judging(app, effects);
    let Some(reviewing) = &mut app.study.review else { return };
    let Some(retry) = reviewing.retry.take() else { return };
    let slip = retry.slip().or(retry.slips.last().copied()).unwrap_or(0);
    let node = reviewing.review.nodes[slip];
    study::go_to(app, node, effects);
}

/// A move that is being judged is not judged any more.
fn stop_judging(app: &mut App, effects: &mut Vec<Effect>) {
    let Some(retry) = retry_of(app) else { return };
    if matches!(retry.attempt, Attempt::Judged(_)) {
        retry.attempt = Attempt::Open;
        effects.push(Effect::EndSweep);
    }
}

fn retry_of(app: &mut App) -> Option<&mut Retry> {
    app.study.review.as_mut()?.retry.as_mut()
}

/// The review with the slip that is tried.
fn slip_of(reviewing: Option<&mut Reviewing>) -> Option<(&mut Reviewing, usize)> {
    let reviewing = reviewing?;
    let slip = reviewing.retry.as_ref()?.slip()?;
    Some((reviewing, slip))
}
