//! A reviewed game: its course, what the last move was worth, all slips; and the slips that are tried again.

use ratatui::text::{Line, Span};

use crate::chess::names::{counted, dots, named};
use crate::chess::{Color, Fact, Finding, Value};
use crate::game::NodeId;
use crate::practice::review::Appraisal;
use crate::tui::app::review::{Attempt, Progress, Retry};
use crate::tui::app::{App, Entry, Reviewing};
use crate::tui::keymap::Action;
use crate::tui::theme::Role;
use crate::tui::widget::course::{self, Place, Share};
use crate::tui::widget::moves::Item;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::{prose, span, spread, spread_or_stack, wrap};
use crate::tui::widget::{appraisal, gauge};

use super::{key_of, keys_note};

/// The title of the pane with the course of the game.
pub const COURSE: &str = "Review";

/// The title of the pane with all slips.
pub const SLIPS: &str = "Slips";

/// The keys of a review, the most useful first.
pub const KEYS: &[Action] = &[
    Action::NextSlip,
    Action::PreviousSlip,
    Action::RetrySlips,
    Action::WriteReview,
    Action::KeepAnalysis,
    Action::CopyChord,
    Action::Undo,
    Action::Flip,
    Action::Back,
    Action::Palette,
    Action::Help,
];

/// The keys while slips are tried again.
pub const RETRY_KEYS: &[Action] = &[
    Action::SlipNext,
    Action::SlipSolution,
    Action::SlipSide,
    Action::Flip,
    Action::Back,
    Action::Palette,
    Action::Help,
];

/// Heights of the course, the least first.
const HEIGHTS: [usize; 4] = [3, 4, 6, 8];

/// The panes of the review, before those of the analysis.
#[must_use]
pub fn panes(app: &App, reviewing: &Reviewing, width: usize) -> Vec<Pane> {
    let mut panes = vec![course(app, reviewing, width)];
    let walk = &app.study.walk;
    if let Some(of) = reviewing.review.of_node(walk.at()) {
        let before = walk.tree().node(walk.at()).parent();
        let before = before.map_or(walk.position(), |before| walk.tree().node(before).position());
        panes.push(appraisal::pane(of, before, app.theme, width));
    }
    panes
}

/// The course of the game with what both sides made of it, or how far the review is.
fn course(app: &App, reviewing: &Reviewing, width: usize) -> Pane {
    let theme = app.theme;
    let places = places(app, reviewing);
    let here = reviewing.review.index_of(app.study.walk.at());
    let text = |height: usize| {
        let mut body = course::lines(&places, here, height, width, theme);
        body.extend(below(app, reviewing, width));
        body
    };
    let [least, higher @ ..] = HEIGHTS;
    let body = text(least);
    let rows = u16::try_from(body.len()).unwrap_or(u16::MAX);
    let slips = reviewing.review.slips(None).count();
    let note = match slips {
        0 => Vec::new(),
        _ => keys_note(app, &[Action::PreviousSlip, Action::NextSlip], "slips"),
    };
    Pane::new(COURSE, body).at_least(rows).or_longer(higher.map(text).to_vec()).noted(note)
}

/// The positions of the game as the course shows them.
fn places(app: &App, reviewing: &Reviewing) -> Vec<Place> {
    let tree = app.study.walk.tree();
    let review = &reviewing.review;
    let place = |(index, finding): (usize, &Option<Finding>)| {
        let position = tree.node(review.nodes[index]).position();
        Place {
            share: finding.as_ref().map_or(Share::Unknown, |finding| share(finding, position.turn())),
            mark: reviewing.mark(index),
            number: (index > 0 && position.turn() == Color::Black).then(|| position.fullmoves().get()),
        }
    };
    review.findings.iter().enumerate().map(place).collect()
}

/// White's share where `turn` is to move.
fn share(finding: &Finding, turn: Color) -> Share {
    match finding.fact {
        Some(Fact::Win(_)) => return Share::Won(turn),
        Some(Fact::Loss(_)) => return Share::Won(turn.other()),
        Some(Fact::Draw) => return Share::Drawn,
        None => {}
    }
    let score = finding.score().for_white(turn);
    match score.value() {
        Value::Centipawns(_) | Value::Wins | Value::Loses => Share::Likely(score.win_chance()),
        // Somebody's word.
        Value::Mates(_) => Share::Likely(1.0),
        Value::Mated(_) => Share::Likely(0.0),
    }
}

/// What stands below the course.
fn below(app: &App, reviewing: &Reviewing, width: usize) -> Vec<Line<'static>> {
    let theme = app.theme;
    let faint = |text: String| span(theme, Role::Faint, text);
    let key = |action, does: &str| {
        key_of(app, action).map(|key| vec![span(theme, Role::Key, key), faint(format!(" {does}"))])
    };
    match (&reviewing.progress, &reviewing.review.tallies) {
        (Progress::Underway, Some(tallies)) => {
            // Every position was looked at: what follows may still change marks.
            let checks = vec![faint("checking moves in doubt".to_owned())];
            let stops = key(Action::Back, "stops").unwrap_or_default();
            let mut lines = appraisal::tallies(tallies, theme, width);
            lines.extend(spread_or_stack(checks, stops, width, theme.glyphs()));
            lines
        }
        (_, Some(tallies)) => appraisal::tallies(tallies, theme, width),
        (Progress::Underway | Progress::Done, None) => {
            let found = format!("{} of {} positions", reviewing.review.found(), reviewing.review.nodes.len());
            let stops = key(Action::Back, "stops").unwrap_or_default();
            let bar = Line::from(gauge::progress(reviewing.permille(), width, theme));
            let mut lines = vec![bar];
            lines.extend(spread_or_stack(vec![faint(found)], stops, width, theme.glyphs()));
            lines
        }
        (Progress::Stopped, None) => {
            let found =
                format!("stopped at {} of {}", reviewing.review.found(), reviewing.review.nodes.len());
            let goes_on = key(Action::Review, "goes on").unwrap_or_default();
            spread_or_stack(vec![faint(found)], goes_on, width, theme.glyphs())
        }
        (Progress::Failed(reason), None) => prose(theme, Role::Error, &format!("failed: {reason}"), width),
    }
}

/// All slips, one row each.
#[must_use]
pub fn slips(app: &App, reviewing: &Reviewing, width: usize) -> Option<Pane> {
    let review = &reviewing.review;
    let here = review.index_of(app.study.walk.at());
    let mut sight = 0;
    let mut rows = Vec::new();
    for index in review.slips(None) {
        let Some(of) = &review.moves[index] else { continue };
        let current = here == Some(index);
        if here.is_some_and(|here| index <= here) {
            sight = rows.len();
        }
        rows.push(slip_row(app, of, current, width));
    }
    if rows.is_empty() {
        return None;
    }
    let least = u16::try_from(rows.len()).unwrap_or(u16::MAX).min(3);
    let note = keys_note(app, &[Action::RetrySlips], "try again");
    Some(Pane { sight: Some(sight), ..Pane::new(SLIPS, rows) }.at_least(least).noted(note))
}

fn slip_row(app: &App, of: &Appraisal, current: bool, width: usize) -> Line<'static> {
    let theme = app.theme;
    let number = format!("{:>3}{:<3}", of.number, dots(of.mover));
    let role = if current { Role::Choice } else { Role::Ground };
    let mut left = vec![span(theme, Role::Faint, number), span(theme, role, of.san.clone()), Span::raw(" ")];
    left.extend(appraisal::sign(of, theme));
    let right = if let Some(change) = of.change {
        vec![span(theme, Role::Blunder, change.name())]
    } else {
        let was = appraisal::found(&of.was, of.mover, theme).text;
        let is = appraisal::found(&of.is, of.mover.other(), theme).text;
        vec![span(theme, Role::Faint, format!("{was} {} {is}", theme.glyphs().arrows[1]))]
    };
    spread(left, right, width, theme.glyphs())
}

/// The move of the main line that lies under a row and column of the course.
#[must_use]
pub fn node_at(app: &App, width: usize, column: usize) -> Option<NodeId> {
    let reviewing = app.study.shown_review()?;
    let index = course::place_at(&places(app, reviewing), width, column)?;
    reviewing.review.nodes.get(index).copied()
}

/// The slip in a row of the pane of slips.
#[must_use]
pub fn slip_at(app: &App, row: usize) -> Option<NodeId> {
    let review = &app.study.shown_review()?.review;
    let index = review.slips(None).nth(row)?;
    review.nodes.get(index).copied()
}

/// Puts the marks of the review behind the moves of the list, where no annotator judged them.
pub fn mark(app: &App, entries: &[Entry], items: &mut [Item]) {
    let Some(reviewing) = &app.study.review else { return };
    for (entry, item) in entries.iter().zip(items) {
        let Some(of) = reviewing.review.of_node(entry.node) else { continue };
        let judged = item.glyphs.starts_with(['!', '?']);
        item.mark = of.mark.filter(|_| !judged);
        item.cost = match (of.mark, of.cost) {
            (Some(_), _) => None,
            (None, cost) => item.cost.or(cost),
        };
    }
}

/// What is shown while slips are tried again.
#[must_use]
pub fn retry_panes(app: &App, reviewing: &Reviewing, retry: &Retry, width: usize) -> Vec<Pane> {
    let whose = retry.side.map_or("both sides".to_owned(), |side| named(side).to_owned());
    let note = keys_note(app, &[Action::SlipSide], &whose);
    let body = match retry.slip().and_then(|slip| reviewing.review.moves[slip].as_ref()) {
        Some(of) => task(app, retry, of, width),
        None => account(app, retry, width),
    };
    let title = match retry.slip() {
        Some(_) => format!("Mistake {} of {}", retry.at + 1, retry.slips.len()),
        None => "Slips".to_owned(),
    };
    let least = u16::try_from(body.len()).unwrap_or(u16::MAX).min(9);
    let mut panes = vec![Pane::new(title, body).at_least(least).noted(note)];
    if let (Attempt::Right(..) | Attempt::Shown(_), Some(slip)) = (&retry.attempt, retry.slip())
        && let Some(of) = &reviewing.review.moves[slip]
    {
        panes.push(appraisal::pane(of, app.study.walk.position(), app.theme, width));
    }
    panes.push(Pane::new("So far", counts(app, retry, width)).at_least(1));
    panes
}

/// The slip that is tried, and how it stands with it.
fn task(app: &App, retry: &Retry, of: &Appraisal, width: usize) -> Vec<Line<'static>> {
    let theme = app.theme;
    let glyphs = theme.glyphs();
    let played = vec![
        span(theme, Role::Faint, "in the game: "),
        span(theme, Role::Ground, of.numbered(&of.san) + " "),
    ];
    let mut played = played;
    played.extend(appraisal::sign(of, theme));
    let mut body = wrap(played, width);
    body.extend(prose(
        theme,
        Role::Strong,
        &format!("{} to move: find a better one.", named(of.mover)),
        width,
    ));
    body.push(Line::default());
    let position = app.study.walk.position();
    let san = |mv| crate::chess::notation::san(position, mv);
    match &retry.attempt {
        Attempt::Open => body.extend(prose(theme, Role::Faint, "Type a move, or pick a piece.", width)),
        Attempt::Judged(mv) => {
            body.extend(prose(
                theme,
                Role::Bound,
                &format!("{}: being judged{}", san(*mv), glyphs.more),
                width,
            ));
        }
        Attempt::Wrong(reason) => {
            body.extend(prose(theme, Role::Blunder, "Not good enough.", width));
            body.extend(prose(theme, Role::Ground, reason, width));
        }
        Attempt::Right(mv, slower) => {
            let right = format!("{} {} is right.", glyphs.keeps, san(*mv));
            body.extend(prose(theme, Role::Good, &right, width));
            if *slower > 0 {
                let mates = counted(usize::from(*slower), "move");
                body.extend(prose(
                    theme,
                    Role::Slip,
                    &format!("It mates {mates} later than the best."),
                    width,
                ));
            }
        }
        Attempt::Shown(mv) => {
            body.extend(prose(theme, Role::Hint, &format!("{} was the move.", san(*mv)), width));
        }
    }
    body
}

/// All slips are through.
fn account(app: &App, retry: &Retry, width: usize) -> Vec<Line<'static>> {
    let right = retry.score.at_once + retry.score.later;
    let all = retry.slips.len();
    let text = match all {
        0 => "This side made no mistakes.".to_owned(),
        _ => format!("{right} of {all} found, {} of them at once.", retry.score.at_once),
    };
    let role = if usize::from(right) == all { Role::Good } else { Role::Strong };
    let mut body = prose(app.theme, role, &text, width);
    let leave = key_of(app, Action::Back).unwrap_or_default();
    body.extend(prose(app.theme, Role::Faint, &format!("{leave} returns to the review."), width));
    body
}

fn counts(app: &App, retry: &Retry, width: usize) -> Vec<Line<'static>> {
    let theme = app.theme;
    let score = retry.score;
    let dot = theme.glyphs().dot;
    wrap(
        vec![
            span(theme, Role::Good, format!("{} at once", score.at_once)),
            span(theme, Role::Faint, format!(" {dot} ")),
            span(theme, Role::Ground, format!("{} later", score.later)),
            span(theme, Role::Faint, format!(" {dot} ")),
            span(theme, Role::Ground, format!("{} not found", score.given_up)),
        ],
        width,
    )
}

/// What the prompt line says while slips are tried again.
#[must_use]
pub fn retry_note(app: &App, retry: &Retry) -> (Role, String) {
    let next = key_of(app, Action::SlipNext).unwrap_or_default();
    let solution = key_of(app, Action::SlipSolution).unwrap_or_default();
    match (&retry.attempt, retry.slip()) {
        (_, None) => (Role::Good, "That was the last mistake".to_owned()),
        (Attempt::Right(..), _) => (Role::Good, format!("Right; {next} goes on")),
        (Attempt::Shown(_), _) => (Role::Ground, format!("{next} goes on")),
        (Attempt::Judged(_), _) => (Role::Bound, "The move is being judged".to_owned()),
        (Attempt::Wrong(_), _) => (Role::Warning, format!("Try another move; {solution} shows the solution")),
        (Attempt::Open, _) => (Role::Faint, "type a better move than the game's".to_owned()),
    }
}
