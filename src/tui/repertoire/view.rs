//! Draws the training of an opening repertoire.

use ratatui::text::Line;

use crate::chess::names::{color_name, pluralized};
use crate::chess::{Move, notation};
use crate::game::pgn::command::text_without_commands;
use crate::game::pgn::drawing::{self, Brush};
use crate::game::repertoire::RepertoireStep;
use crate::practice::repertoire::{RepertoireAnswer, TrainingStep};
use crate::tui::board;
use crate::tui::board::move_list;
use crate::tui::board::move_list::MoveListEntry;
use crate::tui::keymap::{BoardAction, RepertoireAction};
use crate::tui::model::{ActiveRepertoire, PaneId, RepertoireFeedback};
use crate::tui::scene::{BoardScene, SceneMarks, ViewContext, history_note, key_for_footer};
use crate::tui::theme::Role;
use crate::tui::widget::board::{ArrowKind, BoardArrow, SquareTint};
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::sanitized_line;

/// What the screen shows.
pub(crate) fn scene(view: &ViewContext, active: &ActiveRepertoire) -> BoardScene {
    let side = color_name(active.run.repertoire().side());
    let fact = format!("openings {} you: {side}", view.theme.glyphs().dot);
    let none = |_: &MoveListEntry| None;
    let items = board::view::move_list_items(&move_list::shown(&active.walk), active.walk.tree(), none);
    let mut panes = vec![task_pane(view, active)];
    panes.extend(results_pane(view, active));
    panes.push(board::view::moves_pane(view, &items, BoardAction::Step));
    BoardScene {
        bar_facts: vec![fact],
        panes,
        prompt_note: Some(note(view, active)),
        marks: marks(active),
        ..BoardScene::default()
    }
}

/// The move that is shown with the drawings at it, and a wrong move before.
fn marks(active: &ActiveRepertoire) -> SceneMarks {
    let mut marks = SceneMarks::default();
    if !active.is_live() {
        return marks;
    }
    let arrow = |mv: Move, brush| BoardArrow::of(mv, ArrowKind::Drawn(brush));
    if let Some(mv) = active.shown_move() {
        if let Some(step) = written(active, mv) {
            for drawing in drawing::drawings(active.run.repertoire().notes(step)) {
                if drawing.is_arrow() {
                    let kind = ArrowKind::Drawn(drawing.brush);
                    marks.arrows.push(BoardArrow { from: drawing.from, to: drawing.to, kind });
                } else {
                    marks.tint([drawing.from], SquareTint::Drawn(drawing.brush));
                }
            }
        }
        let wrong = active.feedback.as_ref().filter(|of| !of.answer.is_right());
        marks.arrows.extend(wrong.and_then(|of| arrow(of.mv, Brush::Red)));
        marks.arrows.extend(arrow(mv, Brush::Green));
    }
    marks
}

/// Where a move of the position on the board is written.
fn written(active: &ActiveRepertoire, mv: Move) -> Option<RepertoireStep> {
    active.run.repertoire().at(active.run.place()).find(mv).map(|known| known.written)
}

/// What is asked for, and what is said of the last move.
fn task_pane(view: &ViewContext, active: &ActiveRepertoire) -> Pane {
    let mut body = feedback_lines(view, active);
    let turn = color_name(active.run.repertoire().side());
    let san = |mv| notation::san(active.run.position(), mv);
    match active.run.step() {
        TrainingStep::Ask => {
            body.extend(view.prose(Role::Strong, &format!("{turn} to move: what do you play?")));
        }
        TrainingStep::Show(mv) => {
            body.extend(view.prose(Role::Hint, &format!("Play {}.", san(mv))));
            if let Some(step) = written(active, mv) {
                body.extend(comment_lines(view, active, step));
            }
        }
        TrainingStep::Play(_) | TrainingStep::NextLine => {
            body.extend(view.prose(Role::Ground, "This line is through."));
        }
        TrainingStep::Finished => {
            let run = &active.run;
            let text = match (run.known(), run.forgotten()) {
                (0, 0) => "That was all for today.".to_owned(),
                (known, forgotten) => format!("That was all: you knew {known} of {}.", known + forgotten),
            };
            body.extend(view.prose(Role::Strong, &text));
        }
    }
    let left = active.run.left();
    let note = vec![view.span(Role::Faint, format!("{left} left"))];
    Pane::new(PaneId::Retry, sanitized_line(&active.title), body)
        .with_rows_of_text(9)
        .with_reserved_rows(6)
        .with_note(note)
}

/// What is said of the last move of the player's.
fn feedback_lines(view: &ViewContext, active: &ActiveRepertoire) -> Vec<Line<'static>> {
    let Some(feedback) = &active.feedback else { return Vec::new() };
    let RepertoireFeedback { place, mv, answer } = feedback;
    let position = active.position_before(feedback);
    let san = |mv: Move| notation::san(position, mv);
    let best = view.theme.glyphs().best;
    let at = active.run.repertoire().at(*place);
    let (role, text, written) = match answer {
        RepertoireAnswer::Main => {
            (Role::Success, format!("{best} {}", san(*mv)), at.find(*mv).map(|known| known.written))
        }
        RepertoireAnswer::Other { main } => (
            Role::Success,
            format!("{best} {}, which you have, too; your main move is {}.", san(*mv), san(*main)),
            at.find(*mv).map(|known| known.written),
        ),
        RepertoireAnswer::Warned(warning) => {
            (Role::Blunder, format!("Your repertoire warns of {}.", san(*mv)), Some(warning.written))
        }
        RepertoireAnswer::Unknown => {
            (Role::Blunder, format!("{} is not in your repertoire.", san(*mv)), None)
        }
    };
    let mut body = view.prose(role, &text);
    if let Some(step) = written {
        body.extend(comment_lines(view, active, step));
    }
    body
}

/// The comments at a move.
fn comment_lines(view: &ViewContext, active: &ActiveRepertoire, step: RepertoireStep) -> Vec<Line<'static>> {
    let notes = active.run.repertoire().notes(step);
    let texts = notes.before.iter().chain(&notes.after).map(|comment| text_without_commands(comment));
    let texts = texts.filter(|text| !text.is_empty());
    texts.flat_map(|text| view.prose(Role::Ground, &sanitized_line(&text))).collect()
}

/// What was known so far; None before the first answer.
fn results_pane(view: &ViewContext, active: &ActiveRepertoire) -> Option<Pane> {
    let run = &active.run;
    let mut body = Vec::new();
    for (count, text) in [
        (run.known(), "known"),
        (run.forgotten(), "not known: due again tomorrow"),
        (run.shown(), "new: asked for the first time tomorrow"),
    ] {
        if count > 0 {
            body.extend(view.prose(Role::Faint, &format!("{} {text}", pluralized(count, "position"))));
        }
    }
    (!body.is_empty()).then(|| Pane::new(PaneId::RoundSummary, "Results", body).with_rows_of_text(4))
}

fn note(view: &ViewContext, active: &ActiveRepertoire) -> (Role, String) {
    let next = key_for_footer(view, RepertoireAction::Next).unwrap_or_default();
    let show = key_for_footer(view, RepertoireAction::ShowMove).unwrap_or_default();
    match active.run.step() {
        _ if !active.is_live() => history_note(view, "the question"),
        TrainingStep::Ask => (Role::Faint, format!("type your move; {show} shows it")),
        TrainingStep::Show(_) => (Role::Hint, "play the move that is shown".to_owned()),
        TrainingStep::Play(_) | TrainingStep::NextLine => (Role::Ground, format!("{next} goes on")),
        TrainingStep::Finished => (Role::Success, format!("{next} goes back to the list")),
    }
}
