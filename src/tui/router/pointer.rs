//! The mouse: clicks and drags on the board, clicks on the areas of the layout, the wheel by plies.

use crate::chess::Square;
use crate::tui::app::App;
use crate::tui::keymap::{Action, BoardAction, GamesAction, ProofAction, StatisticsAction, TablesAction};
use crate::tui::message::{Effects, MouseGesture, MouseHit};
use crate::tui::model::GamesPage;
use crate::tui::model::board::moves_onto;
use crate::tui::navigation::{RowStep, Tab, TreeStep};
use crate::tui::{analyze, editor, games, play, practice, practice_features, proof, router, tables};

pub(crate) fn mouse(app: &mut App, gesture: MouseGesture, hit: Option<MouseHit>, effects: &mut Effects) {
    if app.shared.dialog.is_some() {
        return router::dialogs::mouse(app, gesture, hit, effects);
    }
    match (gesture, hit) {
        (MouseGesture::Press, Some(MouseHit::Tab(tab))) => {
            app.shared.chord = None;
            return router::screens::show_tab(app, tab, effects);
        }
        (MouseGesture::Press, Some(MouseHit::Action(action))) => {
            app.shared.chord = None;
            return router::act::act(app, action, effects);
        }
        _ if app.editor.open.is_some() => return editor::update::mouse(&mut app.editor, gesture, hit),
        _ if app.proof.is_some() || matches!(app.shared.tab, Tab::Tables | Tab::Games) => {
            return mouse_in_list(app, gesture, hit, effects);
        }
        _ => {}
    }
    match gesture {
        MouseGesture::Press => press(app, hit, effects),
        MouseGesture::Drag => {
            // Within a line the board follows the mouse.
            if let (Some(MouseHit::Line(which, Some(mv))), Some(line)) = (hit, &mut app.analyze.walked_line)
                && app.shared.tab == Tab::Analyze
                && line.line_ref == which
            {
                line.moves_played = line.line.moves.len().min(mv + 1);
            }
            if app.shared.board.picked.is_some() {
                app.shared.board.dragged_over = match hit {
                    Some(MouseHit::Square(square)) => Some(square),
                    _ => None,
                };
            }
        }
        MouseGesture::Release if let Some(from) = app.shared.board.drawn_from.take() => {
            if let Some(to) = app.shared.board.drawn_to.take() {
                analyze::notes::toggle_drawing(&mut app.analyze, &mut app.shared.with(effects), from, to);
            }
        }
        MouseGesture::Release => release(app, hit, effects),
        MouseGesture::RightPress | MouseGesture::RightDrag if app.shared.tab != Tab::Analyze => {}
        MouseGesture::RightPress => {
            app.shared.board.clear_selection();
            if let Some(MouseHit::Square(square)) = hit {
                (app.shared.board.drawn_from, app.shared.board.drawn_to) = (Some(square), Some(square));
            }
        }
        MouseGesture::RightDrag => {
            app.shared.board.drawn_to = match hit {
                Some(MouseHit::Square(square)) => app.shared.board.drawn_from.map(|_| square),
                _ => None,
            };
        }
        MouseGesture::WheelUp => {
            router::act::act(app, Action::Board(BoardAction::Step(TreeStep::Back)), effects);
        }
        MouseGesture::WheelDown => {
            router::act::act(app, Action::Board(BoardAction::Step(TreeStep::Forward)), effects);
        }
    }
}

/// Whether a click on this square is the second one that plays the move that waits for it.
fn confirms(app: &App, square: Square) -> bool {
    let (Some(mv), Some(position)) = (app.shared.board.unconfirmed_move, app.shown_position()) else {
        return false;
    };
    mv.from().is_some_and(|from| moves_onto(&position, from, square).contains(&mv))
}

/// The mouse over a list: rows are chosen and opened, the wheel scrolls.
fn mouse_in_list(app: &mut App, gesture: MouseGesture, hit: Option<MouseHit>, effects: &mut Effects) {
    let step = match (gesture, hit) {
        (MouseGesture::WheelUp, _) => RowStep::Up,
        (MouseGesture::WheelDown, _) => RowStep::Down,
        (MouseGesture::Press, Some(MouseHit::Row(row))) if app.proof.is_some() => {
            return proof::update::click(&mut app.proof, row, effects);
        }
        (MouseGesture::Press, Some(MouseHit::Row(row))) if app.shared.tab == Tab::Tables => {
            return tables::update::click(&mut app.tables, &mut app.shared.with(effects), row);
        }
        (MouseGesture::Press, Some(MouseHit::Row(row))) => {
            return games::update::click(&mut app.games, &mut app.shared.with(effects), row);
        }
        _ => return,
    };
    let scroll = match app.shared.tab {
        _ if app.proof.is_some() => Action::Proof(ProofAction::Rows(step)),
        Tab::Tables if app.tables.open_page.is_some() => Action::Tables(TablesAction::Samples(step)),
        Tab::Tables => Action::Tables(TablesAction::Rows(step)),
        Tab::Games if app.games.page == GamesPage::Statistics => {
            Action::Statistics(StatisticsAction::Rows(step))
        }
        Tab::Games | Tab::Play | Tab::Analyze | Tab::Practice => Action::Games(GamesAction::Rows(step)),
    };
    router::act::act(app, scroll, effects);
}

fn press(app: &mut App, hit: Option<MouseHit>, effects: &mut Effects) {
    app.shared.chord = None;
    match hit {
        Some(MouseHit::Square(square)) => {
            app.shared.board.cursor = None;
            if !confirms(app, square) {
                app.shared.board.unconfirmed_move = None;
                app.shared.prompt.close();
            }
            router::moves::select_or_play(app, square, effects);
        }
        Some(MouseHit::MoveListEntry(node)) => match app.shared.tab {
            Tab::Analyze => analyze::request::go_to(&mut app.analyze, &mut app.shared.with(effects), node),
            Tab::Play => app.play.walk.go_to(node),
            Tab::Practice => {
                if let Some(example) = app.practice_tab.board.example_mut() {
                    example.walk.go_to(node);
                } else if let Some(round) = app.practice_tab.board.round_mut() {
                    round.walk.go_to(node);
                }
                practice::update::update_ranking(&mut app.practice_tab, &app.shared);
            }
            Tab::Tables | Tab::Games => {}
        },
        Some(MouseHit::Line(which, mv)) if app.shared.tab == Tab::Analyze => {
            analyze::line_update::walk_line(
                &mut app.analyze,
                &mut app.shared.with(effects),
                which,
                mv.map_or(1, |index| index + 1),
            );
        }
        Some(MouseHit::Row(row)) if app.shared.tab == Tab::Analyze => {
            let position = app.analyze.shown_position();
            if let Some(mv) = app.analyze.explorer.move_at(&position, row) {
                router::moves::request(app, &position, mv, effects);
            }
        }
        Some(MouseHit::Row(row))
            if app.shared.tab == Tab::Practice && app.practice_tab.board.round().is_none() =>
        {
            if let Some(begin) = practice_features::choose_row(app, row) {
                router::act::act(app, begin, effects);
            }
        }
        Some(_) | None => app.shared.board.clear_selection(),
    }
}

/// The end of a drag. A click without a drag leaves the piece selected.
fn release(app: &mut App, hit: Option<MouseHit>, effects: &mut Effects) {
    let Some(over) = app.shared.board.dragged_over.take() else { return };
    let Some(from) = app.shared.board.picked else { return };
    if over == from || hit != Some(MouseHit::Square(over)) {
        return;
    }
    if play::premove_update::is_open(&app.play, &app.shared) {
        play::premove_update::select_or_set(&mut app.play, &mut app.shared, over);
        // A drag always ends with nothing selected.
        app.shared.board.clear_selection();
    } else if app.targets().iter().any(|target| target.square == over) {
        router::moves::request_from_to(app, from, over, effects);
    } else {
        app.shared.board.clear_selection();
    }
}
