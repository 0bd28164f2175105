//! The mouse: click-click and drag on the board, clicks on what the layout calls out, the wheel by plies.

use crate::tui::app::board::shown_target;
use crate::tui::app::{App, Tab};
use crate::tui::keymap::Action;

use super::moves;
use super::rows::Rows;
use super::{Effect, Gesture, Hit, act, dialogs, editor, endings, games, premove, study, why};

pub(super) fn mouse(app: &mut App, gesture: Gesture, hit: Option<Hit>, effects: &mut Vec<Effect>) {
    if app.dialog.is_some() {
        return dialogs::mouse(app, gesture, hit, effects);
    }
    if app.editor.is_some() {
        return editor::mouse(app, gesture, hit, effects);
    }
    if app.why.is_some() {
        return in_proof(app, gesture, hit, effects);
    }
    if app.tab == Tab::Tables {
        return in_tables(app, gesture, hit, effects);
    }
    if app.tab == Tab::Games {
        return in_games(app, gesture, hit, effects);
    }
    match gesture {
        Gesture::Press => press(app, hit, effects),
        Gesture::Drag => {
            // Along a line the board follows.
            if let (Some(Hit::Line(which, Some(mv))), Some(line)) = (hit, &mut app.study.line)
                && app.tab == Tab::Analyze
                && line.which == which
            {
                line.at = line.line.moves.len().min(mv + 1);
            }
            if app.board.picked.is_some() {
                app.board.dragged_over = match hit {
                    Some(Hit::Square(square)) => Some(square),
                    _ => None,
                };
            }
        }
        Gesture::Release if let Some(from) = app.board.drawn_from.take() => {
            if let Some(to) = app.board.drawn_to.take() {
                study::draw(app, from, to, effects);
            }
        }
        Gesture::Release => release(app, hit, effects),
        Gesture::RightPress | Gesture::RightDrag if app.tab != Tab::Analyze => {}
        Gesture::RightPress => {
            app.board.let_go();
            if let Some(Hit::Square(square)) = hit {
                (app.board.drawn_from, app.board.drawn_to) = (Some(square), Some(square));
            }
        }
        Gesture::RightDrag => {
            app.board.drawn_to = match hit {
                Some(Hit::Square(square)) => app.board.drawn_from.map(|_| square),
                _ => None,
            };
        }
        Gesture::WheelUp => act::act(app, Action::StepBack, effects),
        Gesture::WheelDown => act::act(app, Action::StepForward, effects),
    }
}

/// The mouse over the tables: rows are chosen and opened, the wheel walks.
fn in_tables(app: &mut App, gesture: Gesture, hit: Option<Hit>, effects: &mut Vec<Effect>) {
    let page = app.endings.page.is_some();
    match (gesture, hit) {
        (Gesture::WheelUp, _) if page => endings::walk_samples(app, Rows::Up),
        (Gesture::WheelDown, _) if page => endings::walk_samples(app, Rows::Down),
        (Gesture::WheelUp, _) => endings::walk(app, Rows::Up, effects),
        (Gesture::WheelDown, _) => endings::walk(app, Rows::Down, effects),
        (Gesture::Press, Some(Hit::Row(row))) => endings::click(app, row, effects),
        (Gesture::Press, Some(Hit::Tab(tab))) => act::show_tab(app, tab, effects),
        (Gesture::Press, Some(Hit::Action(action))) => act::act(app, action, effects),
        _ => {}
    }
}

/// The mouse over the games: rows are chosen and opened, the wheel walks.
fn in_games(app: &mut App, gesture: Gesture, hit: Option<Hit>, effects: &mut Vec<Effect>) {
    match (gesture, hit) {
        (Gesture::WheelUp, _) => games::walk(app, Rows::Up, effects),
        (Gesture::WheelDown, _) => games::walk(app, Rows::Down, effects),
        (Gesture::Press, Some(Hit::Row(row))) => games::click(app, row, effects),
        (Gesture::Press, Some(Hit::Tab(tab))) => act::show_tab(app, tab, effects),
        (Gesture::Press, Some(Hit::Action(action))) => act::act(app, action, effects),
        _ => {}
    }
}

/// The mouse over a proof: rows are chosen and opened, the wheel walks.
fn in_proof(app: &mut App, gesture: Gesture, hit: Option<Hit>, effects: &mut Vec<Effect>) {
    match (gesture, hit) {
        (Gesture::WheelUp, _) => why::step(app, why::Way::To(Rows::Up), effects),
        (Gesture::WheelDown, _) => why::step(app, why::Way::To(Rows::Down), effects),
        (Gesture::Press, Some(Hit::Row(row))) => why::click(app, row, effects),
        (Gesture::Press, Some(Hit::Tab(tab))) => act::show_tab(app, tab, effects),
        (Gesture::Press, Some(Hit::Action(action))) => act::act(app, action, effects),
        _ => {}
    }
}

fn press(app: &mut App, hit: Option<Hit>, effects: &mut Vec<Effect>) {
    app.chord = None;
    match hit {
        Some(Hit::Square(square)) => {
            app.board.cursor = None;
            if app.board.armed.is_none_or(|mv| shown_target(mv) != square) {
                app.board.armed = None;
                app.prompt.close();
            }
            moves::pick_or_play(app, square, effects);
        }
        Some(Hit::Tab(tab)) => act::show_tab(app, tab, effects),
        Some(Hit::Entry(node)) => match app.tab {
            Tab::Analyze => study::go_to(app, node, effects),
            Tab::Play => app.play.walk.go_to(node),
            Tab::Practice => {
                if let Some(example) = &mut app.practice.example {
                    example.walk.go_to(node);
                } else if let Some(round) = app.practice.round.as_deref_mut() {
                    round.walk.go_to(node);
                }
                super::drill::rank(app);
            }
            Tab::Tables | Tab::Games => {}
        },
        Some(Hit::Line(which, mv)) if app.tab == Tab::Analyze => {
            study::walk_line(app, which, mv.map_or(1, |index| index + 1), effects);
        }
        Some(Hit::Row(row)) if app.tab == Tab::Practice && app.practice.round.is_none() => {
            if row < app.practice.lessons.len() {
                app.practice.chosen = row;
                act::act(app, Action::DrillStart, effects);
            }
        }
        Some(Hit::Action(action)) => act::act(app, action, effects),
        Some(Hit::Line(..) | Hit::Row(_) | Hit::Tool(_) | Hit::SetUp(_)) | None => app.board.let_go(),
    }
}

/// The end of a drag. A click without a drag leaves the man in hand.
fn release(app: &mut App, hit: Option<Hit>, effects: &mut Vec<Effect>) {
    let Some(over) = app.board.dragged_over.take() else { return };
    let Some(from) = app.board.picked else { return };
    if over == from || hit != Some(Hit::Square(over)) {
        return;
    }
    if premove::is_open(app) {
        premove::pick_or_keep(app, over);
        // A drag ends with an empty hand, wherever it ends.
        app.board.let_go();
    } else if app.targets().iter().any(|target| target.square == over) {
        moves::request_from_to(app, from, over, effects);
    } else {
        app.board.let_go();
    }
}
