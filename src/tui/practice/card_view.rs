//! Draws a mistake card.

use ratatui::text::Line;

use crate::chess::names::{color_name, pluralized};
use crate::chess::notation;
use crate::chess::text::capitalized;
use crate::practice::mistake_card::CHECK_FACTOR;
use crate::tui::keymap::ReviewAction;
use crate::tui::model::{ActiveCard, CardAttempt, CardCheckStatus, PaneId, PracticeTab};
use crate::tui::scene::{BoardScene, SceneMarks, ViewContext, key_for_footer};
use crate::tui::theme::Role;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::{clock, move_review};

/// What the screen shows.
pub(crate) fn scene(view: &ViewContext, tab: &PracticeTab, active: &ActiveCard) -> BoardScene {
    let you = active.walk.position().turn();
    let fact = format!("your mistake {} you: {}", view.theme.glyphs().dot, color_name(you));
    let mut panes = vec![task_pane(view, tab, active)];
    if active.solution().is_some() {
        let review = active.card.review();
        panes.push(move_review::pane(&review, active.walk.position(), view.theme, view.width));
    }
    BoardScene {
        bar_facts: vec![fact],
        panes,
        prompt_note: Some(note(view, active)),
        marks: SceneMarks::refutation(active.refuted_move()),
        ..BoardScene::default()
    }
}

/// The card, and what has become of it.
fn task_pane(view: &ViewContext, tab: &PracticeTab, active: &ActiveCard) -> Pane {
    let theme = view.theme;
    let glyphs = theme.glyphs();
    let card = &active.card;
    let position = active.walk.position();
    let san = |mv| notation::san(position, mv);
    let players = format!("{} - {}", card.white, card.black);
    let date = if card.date.is_empty() { String::new() } else { format!(", {}", card.date) };
    let mut body = view.prose(Role::Ground, &format!("{players}{date}, move {}", position.fullmoves()));
    if let Some(left) = card.clock {
        body.extend(view.prose(Role::Faint, &format!("{} left on your clock", clock::text(left))));
    }
    let task = format!("{} to move: you went wrong here. Find the better move.", color_name(position.turn()));
    body.extend(view.prose(Role::Strong, &task));
    body.push(Line::default());
    match &active.attempt {
        CardAttempt::AwaitingMove => body.extend(view.prose(Role::Faint, "Type a move, or pick a piece.")),
        CardAttempt::Wrong(wrong) => {
            let again = if wrong.mv == card.played { " That was your move in the game." } else { "" };
            if active.check == CardCheckStatus::Running {
                let text = format!(
                    "{} seems good: a search with {CHECK_FACTOR} times the nodes checks this card{}",
                    san(wrong.mv),
                    glyphs.ellipsis
                );
                body.extend(view.prose(Role::Warning, &text));
            } else {
                let text = format!("{} is not good enough.{again}", san(wrong.mv));
                body.extend(view.prose(Role::Blunder, &text));
            }
            match &wrong.reason {
                Some(reason) => body.extend(view.prose(Role::Ground, &format!("{}.", capitalized(reason)))),
                None if wrong.refutation.is_none() => {
                    let text = format!("Looking for the refutation{}", glyphs.ellipsis);
                    body.extend(view.prose(Role::Faint, &text));
                }
                None => {}
            }
            if let Some(line) = &wrong.refutation {
                body.push(move_review::line_of(
                    "then",
                    &position.after(wrong.mv),
                    &line.moves,
                    theme,
                    view.width,
                ));
            }
        }
        CardAttempt::Right(mv) => {
            let right = format!("{} {} is right.", glyphs.best, san(*mv));
            body.extend(view.prose(Role::Success, &right));
        }
        CardAttempt::Withdrawn => {
            let text = "This card is withdrawn: a deeper search finds no clear mistake here, or another good move. It \
                        will not come back.";
            body.extend(view.prose(Role::Success, text));
        }
        CardAttempt::Shown(mv) => body.extend(view.prose(Role::Hint, &format!("{} was the move.", san(*mv)))),
    }
    if active.solution().is_some() && card.accepted.len() > 1 {
        let all: Vec<String> = card.accepted.iter().map(|&mv| san(mv)).collect();
        body.extend(view.prose(Role::Faint, &format!("As good: {}", all.join(" "))));
    }
    if let Some(days) = active.days_until_due {
        let text = format!("It comes back in {}.", pluralized(days as usize, "day"));
        body.extend(view.prose(Role::Faint, &text));
    }
    let due = tab.due_count(view.shared.today);
    let note = vec![view.span(Role::Faint, format!("{due} due"))];
    Pane::new(PaneId::Retry, "Mistake", body).with_rows_of_text(9).with_note(note)
}

fn note(view: &ViewContext, active: &ActiveCard) -> (Role, String) {
    let next = key_for_footer(view, ReviewAction::NextMistake).unwrap_or_default();
    let solution = key_for_footer(view, ReviewAction::ShowSolution).unwrap_or_default();
    match &active.attempt {
        CardAttempt::AwaitingMove => (Role::Faint, "type a better move than yours in the game".to_owned()),
        CardAttempt::Wrong(_) if active.check == CardCheckStatus::Running => {
            (Role::Faint, "a deeper search decides".to_owned())
        }
        CardAttempt::Withdrawn => (Role::Success, format!("{next} goes on")),
        CardAttempt::Wrong(_) => (Role::Warning, format!("Try another move; {solution} shows the solution")),
        CardAttempt::Right(_) => (Role::Success, format!("Right; {next} goes on")),
        CardAttempt::Shown(_) => (Role::Ground, format!("{next} goes on")),
    }
}
