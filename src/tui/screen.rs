//! The screens: what each one draws in the areas of the layout, and what is under the mouse.
//!
//! Every screen with a board makes a [`BoardScene`] out of the state; this file draws scenes.

pub(crate) mod footer;
mod list;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use crate::chess::names::{self, color_name};
use crate::chess::{MoveCost, notation};
use crate::tui::analyze::review;
use crate::tui::app::App;
use crate::tui::board::move_list;
use crate::tui::board::move_list::MoveListEntry;
use crate::tui::keymap::{AppAction, BoardAction, KeyContext};
use crate::tui::layout::{EditorLayout, ScreenLayout};
use crate::tui::message::MouseHit;
use crate::tui::model::board::stalemate;
use crate::tui::model::{Activity, Chord, Dialog, LineRef, PaneId, PieceVisibility, ToastLevel};
use crate::tui::navigation::Tab;
use crate::tui::scene::list_scene::ListScene;
use crate::tui::scene::{BoardScene, SceneMarks, key_for_footer};
use crate::tui::screen::footer::{key_hints, plain_key_hints};
use crate::tui::screen::list::ListScreen;
use crate::tui::theme::Role;
use crate::tui::widget::board::{BoardGeometry, BoardMarks, BoardOrientation, BoardWidget};
use crate::tui::widget::pane::Pane;
use crate::tui::widget::{eval_bar, lines, moves, prompt, status, text, toast};
use crate::tui::{
    aids, analyze, board, dialog, editor, layout, play, practice, practice_features, proof, tables,
};

/// Draws the current screen with its dialogs.
pub(crate) fn draw(app: &App, area: Rect, buffer: &mut Buffer) {
    match &app.shared.dialog {
        Some(Dialog::Paste(dialog)) => {
            let inner = draw_bar_and_footer(app, &dialog::paste_view::bar_facts(), area, buffer);
            dialog::paste_view::draw(&app.view_context(), dialog, inner, buffer);
        }
        _ if let Some(editor) = &app.editor.open => {
            let [bar, _, _, keys] = layout::rows(area);
            draw_bar(app, &editor::view::bar_facts(editor), bar, buffer);
            editor::view::draw(&app.view_context(), editor, area, buffer);
            status::draw_keys(&plain_key_hints(app), app.shared.theme, keys, buffer);
        }
        _ => match ListScreen::shown(app) {
            Some(list) => draw_list(app, list, area, buffer),
            None => draw_scene(app, area, buffer),
        },
    }
    dialog::view::draw(&app.view_context(), app.preference_values(), area, buffer);
    draw_toasts(app, area, buffer);
}

/// Draws a list in place of a board.
fn draw_list(app: &App, list: ListScreen, area: Rect, buffer: &mut Buffer) {
    let inner = draw_bar_and_footer(app, &list.bar_facts(app), area, buffer);
    let areas = list.areas(app, inner);
    let scene = list.scene(app, layout::inside_frame(areas.list), layout::inside_frame(areas.details));
    scene.draw(app.shared.theme, &areas, buffer);
}

/// The area of the board on the screen, where it takes moves.
#[must_use]
pub fn geometry(app: &App) -> Option<BoardGeometry> {
    let area = app.shared.area();
    if app.editor.open.is_some() {
        return Some(EditorLayout::of(area, BoardOrientation(app.shared.board.bottom))?.board);
    }
    app.shown_walk()?;
    Some(ScreenLayout::of(area, BoardOrientation(app.shared.board.bottom))?.board)
}

/// The target under a cell of the screen.
#[must_use]
pub fn hit(app: &App, column: u16, row: u16) -> Option<MouseHit> {
    let area = app.shared.area();
    if app.shared.dialog.is_some() {
        return dialog::view::hit(&app.view_context(), app.preference_values(), area, column, row);
    }
    if row == 0 {
        let tab = status::tab_at(&tabs(app), area.width, column)?;
        return Tab::ALL.get(tab).copied().map(MouseHit::Tab);
    }
    if row + 1 == area.height {
        let keys = key_hints(app);
        let places = status::key_places(&plain_key_hints(app), area.width);
        let under = places.iter().position(|place| place.contains(&column))?;
        return keys.get(under).map(|(action, _)| MouseHit::Action(*action));
    }
    if let Some(editor) = &app.editor.open {
        return editor::view::hit(&app.view_context(), editor, area, column, row);
    }
    if let Some(list) = ListScreen::shown(app) {
        return list.row_at(app, list_middle(area), column, row).map(MouseHit::Row);
    }
    let layout = ScreenLayout::of(area, BoardOrientation(app.shared.board.bottom))?;
    if let Some(square) = layout.board.square_at(column, row) {
        return Some(MouseHit::Square(square));
    }
    let width = layout.panes.text_width();
    let panes = scene(app, width).panes;
    let (pane, line, across) = layout.panes.pane_at(&panes, front_pane(app, &panes), (column, row))?;
    match pane.id {
        PaneId::Proof => Some(MouseHit::Row(line)),
        _ if app.proof.is_some() => None,
        PaneId::Positions => pane.item_at(line).map(MouseHit::Row),
        _ if app.analyze.retry().is_some() => None,
        PaneId::Explorer => pane.item_at(line).map(MouseHit::Row),
        PaneId::EvalGraph => review::view::node_at(&app.analyze, width, across).map(MouseHit::MoveListEntry),
        PaneId::Mistakes => review::view::mistake_at(&app.analyze, line).map(MouseHit::MoveListEntry),
        id @ (PaneId::Lines | PaneId::PinnedLine) => {
            let (rank, mv) = lines::move_at(&pane.body, line, across)?;
            let line = if id == PaneId::PinnedLine { LineRef::Pinned } else { LineRef::Engine(rank) };
            Some(MouseHit::Line(line, mv))
        }
        PaneId::Moves => {
            let entries = move_list::shown(app.shown_walk()?);
            let items = board::view::move_list_items(&entries, app.shown_walk()?.tree(), |entry| {
                move_cost(app, entry)
            });
            let index = moves::item_at(&items, app.shared.theme, width, line, across)?;
            entries.get(index).map(|entry| MouseHit::MoveListEntry(entry.node))
        }
        _ => None,
    }
}

/// What a move of the list gave away, where the screen shows it.
fn move_cost(app: &App, entry: &MoveListEntry) -> Option<MoveCost> {
    match app.shared.tab {
        Tab::Play | Tab::Tables | Tab::Games => None,
        Tab::Analyze => analyze::view::analyzed_move_cost(&app.analyze, &app.shared, entry),
        Tab::Practice => practice::view::round_move_cost(app.practice_tab.board.round()?, entry),
    }
}

/// The panes of the screen, for texts so many cells wide. A list has none.
pub(super) fn panes(app: &App, width: usize) -> Vec<Pane> {
    if let Some(editor) = &app.editor.open {
        return editor::view::panes(&app.view_context().with_width(width), editor);
    }
    if ListScreen::shown(app).is_some() { Vec::new() } else { scene(app, width).panes }
}

/// The rows of the open dialog, for text so many cells wide.
pub(super) fn dialog_panes(app: &App, dialog: &Dialog, width: u16) -> Vec<Pane> {
    let place =
        dialog::view::dialog_area(&app.view_context(), app.preference_values(), dialog, app.shared.area());
    dialog::view::panes(
        &app.view_context(),
        app.preference_values(),
        dialog,
        Rect { width, ..layout::inside_frame(place) },
    )
}

/// What the list that is shown in place of a board has in it, for text of a size.
pub(super) fn list_scene(app: &App, size: Rect) -> Option<ListScene<'_>> {
    ListScreen::shown(app).map(|list| list.scene(app, size, size))
}

/// The rows of a screen with a list: all but the bar and the keys.
fn list_middle(area: Rect) -> Rect {
    let [_, middle, prompt, _] = layout::rows(area);
    Rect { height: middle.height + prompt.height, ..middle }
}

fn scene(app: &App, width: usize) -> BoardScene {
    let view = &app.view_context().with_width(width);
    match app.activity_below_editor() {
        Activity::Proof(proof) => proof::view::scene(view, proof),
        Activity::Game(_) => play::view::scene(view, &app.play, &app.practice_tab),
        Activity::Retry { .. } | Activity::Analysis(_) => analyze::view::scene(view, &app.analyze),
        Activity::Practice { board, .. } => practice_features::scene(app, view, board),
        Activity::Ending => tables::ending_view::scene(view, &app.tables),
        Activity::Editor(_) | Activity::PracticeList(_) | Activity::EndingList | Activity::Games(_) => {
            BoardScene::default()
        }
    }
}

/// The pane that is in front where there is room for one only: that whose moves are being chosen, else the one that was brought
/// there.
fn front_pane(app: &App, panes: &[Pane]) -> usize {
    let is_chosen_in = app.screen_contexts().first() == Some(&KeyContext::Explorer);
    let explorer = panes.iter().position(|pane| pane.id == PaneId::Explorer).filter(|_| is_chosen_in);
    explorer.unwrap_or(app.shared.pane)
}

/// What the screen draws on the squares of its board.
#[must_use]
pub fn scene_marks(app: &App) -> SceneMarks {
    scene(app, usize::from(app.shared.size.0)).marks
}

fn draw_scene(app: &App, area: Rect, buffer: &mut Buffer) {
    let orientation = BoardOrientation(app.shared.board.bottom);
    let Some(layout) = ScreenLayout::of(area, orientation) else { return };
    let scene = scene(app, layout.panes.text_width());
    draw_bar(app, &scene.bar_facts, layout.bar, buffer);
    eval_bar::draw(scene.eval_bar, orientation, app.shared.theme, layout.eval, buffer);
    if let Some(figures) = &scene.score_text {
        // Left of the first file's name.
        let first = layout.board.squares().x + layout.board.rows() - 2;
        let (x, y) = (layout.eval.x, layout.eval.bottom());
        let place = Rect { x, y, width: first.saturating_sub(x), height: 1 };
        eval_bar::draw_label(figures, app.shared.theme, place, buffer);
    }
    if app.shared.tab == Tab::Tables {
        // Until the positions are counted the board is empty.
        let pieces =
            app.shown_position().map_or_else(shakmaty::Board::empty, |position| position.board().clone());
        let board = BoardWidget {
            pieces: &pieces,
            marks: &BoardMarks::default(),
            orientation,
            theme: app.shared.theme,
        };
        board.draw(layout.board, buffer);
    } else if let Some(position) = app.shown_position() {
        let marks =
            board::view::marks(&app.shared.board, &position, app.last_move(), &app.targets(), &scene.marks);
        let marks = match &scene.marks.king_box {
            Some(king_box) => aids::king_box_view::with_box_marks(king_box, marks),
            None => marks,
        };
        let empty_board = shakmaty::Board::empty();
        let motion =
            app.shared.motion.as_ref().and_then(|motion| Some((motion, motion.progress(app.shared.now)?)));
        let pieces = match (app.shared.board.piece_visibility, motion) {
            (PieceVisibility::Blindfold, _) => &empty_board,
            (PieceVisibility::Visible, Some((motion, _))) => &motion.static_board,
            (PieceVisibility::Visible, None) => position.board(),
        };
        let board = BoardWidget { pieces, marks: &marks, orientation, theme: app.shared.theme };
        board.draw(layout.board, buffer);
        if let (PieceVisibility::Visible, Some((motion, permille))) =
            (app.shared.board.piece_visibility, motion)
        {
            for &flight in &motion.flights {
                board.draw_flight(flight, permille, layout.board, buffer);
            }
        }
    }
    layout.panes.draw(&scene.panes, front_pane(app, &scene.panes), app.shared.theme, buffer);
    let under = Rect { x: layout.under.x + 1, width: layout.under.width.saturating_sub(1), ..layout.under };
    let width = usize::from(under.width);
    let lines = scene.lines_below.into_iter().flat_map(|line| text::wrap(line.spans, width));
    for (line, row) in lines.zip(under.rows().skip(usize::from(under.height > 2))) {
        let spans = text::clip_spans(line.spans, width, app.shared.theme.glyphs());
        Line::from(spans).render(row, buffer);
    }
    draw_prompt(app, scene.prompt_note, layout.prompt, buffer);
    status::draw_keys(&plain_key_hints(app), app.shared.theme, layout.keys, buffer);
}

fn tabs(app: &App) -> Vec<status::StatusTab<'static>> {
    ['1', '2', '3', '4', '5']
        .into_iter()
        .zip(Tab::ALL)
        .map(|(key, tab)| status::StatusTab { key, name: tab.title(), open: tab == app.shared.tab })
        .collect()
}

pub(super) fn draw_bar(app: &App, facts: &[String], area: Rect, buffer: &mut Buffer) {
    let away = play::view::background_clocks(&app.play, &app.shared);
    let facts: Vec<String> = tables::view::pending_text(&app.shared)
        .into_iter()
        .chain(away)
        .chain(facts.iter().cloned())
        .collect();
    status::draw_bar(&tabs(app), &facts, app.shared.theme, area, buffer);
}

/// The prompt line: typed text, a stalemate that waits for a second Enter, or a dimmed hint.
fn draw_prompt(app: &App, note: Option<(Role, String)>, area: Rect, buffer: &mut Buffer) {
    let armed = app.shared.board.unconfirmed_move.and_then(|mv| {
        let position = app.shown_position().filter(|position| position.is_legal(mv))?;
        let stalemates = stalemate(&position, mv).is_some();
        Some((crate::chess::notation::san(&position, mv), color_name(position.turn().other()), stalemates))
    });
    let prompt_line = if let Some((san, stuck, true)) = &armed {
        prompt::PromptLine::ConfirmStalemate { san, stalemated: stuck }
    } else if let Some((san, ..)) = &armed {
        prompt::PromptLine::Note(Role::Prompt, format!("{san}: Enter plays it, Esc drops it"))
    } else if app.shared.prompt.is_open() {
        prompt::PromptLine::Typing {
            text: app.shared.prompt.input.value(),
            cursor: app.shared.prompt.input.cursor(),
            completions: &app.shared.prompt.completions,
            plays: app.shared.prompt.plays.as_deref(),
            error: app.shared.prompt.error.as_deref(),
        }
    } else if app.shared.chord == Some(Chord::Copy) {
        prompt::PromptLine::Note(Role::Prompt, "copy: f FEN, p PGN, l the line".to_owned())
    } else if app.shared.chord == Some(Chord::Mark) {
        let text = "! good  ? mistake  3 !!  4 ??  5 !?  6 ?!  = equal  ~ unclear  + White  - Black  0 none";
        prompt::PromptLine::Note(Role::Prompt, text.to_owned())
    } else {
        let (role, text) = priority_note(app).or(note).unwrap_or_else(|| (Role::Faint, move_help(app)));
        prompt::PromptLine::Note(role, text)
    };
    prompt::draw(&prompt_line, app.shared.theme, area, buffer);
}

/// What has priority over the screen's own text: a dialog that has the keys, a selected piece.
fn priority_note(app: &App) -> Option<(Role, String)> {
    match &app.shared.dialog {
        Some(Dialog::Promotion(choice)) => {
            let letters =
                choice.moves.iter().filter_map(|mv| mv.promotion()).map(crate::chess::Role::upper_char);
            let letters: Vec<String> = letters.map(String::from).collect();
            return Some((Role::Prompt, format!("{} promotes at once", letters.join(" "))));
        }
        Some(_) => return Some((Role::Faint, String::new())),
        None => {}
    }
    let from = app.shared.board.picked?;
    let role = app.shown_position()?.board().role_at(from)?;
    let key = key_for_footer(&app.view_context(), AppAction::Back).unwrap_or_default();
    Some((
        Role::Prompt,
        format!("{} on {from} in hand: choose its square, {key} puts it down", names::role_name(role)),
    ))
}

/// How to enter a move, with a legal one as an example; or why no move can be made.
fn move_help(app: &App) -> String {
    let thinks = app.shared.tab == Tab::Play
        && app.play.thinking_since.is_some()
        && app.play.setup.players.human_color().is_some();
    if thinks {
        return "the engine is thinking: a move made now waits for its answer".to_owned();
    }
    // Where a move is to be found, the example might be the solution.
    let asks = app.shared.tab == Tab::Practice || app.analyze.retry().is_some();
    let position = app.shown_position().filter(|_| !asks);
    let example =
        position.and_then(|position| Some(notation::san(&position, notation::example_move(&position)?)));
    let key = key_for_footer(&app.view_context(), BoardAction::ShowCursor)
        .map_or_else(String::new, |key| format!("; {key} for a cursor"));
    match example {
        Some(san) => format!("type a move ({}), or click a piece{key}", san.trim_end_matches(['+', '#'])),
        None => format!("type a move, or click a piece{key}"),
    }
}

/// The note that is shown, in the row of the prompt; above it while a move is typed there.
fn draw_toasts(app: &App, area: Rect, buffer: &mut Buffer) {
    let Some(toast) = app.shared.shown_toast() else { return };
    let role = match toast.level {
        ToastLevel::Note => Role::Success,
        ToastLevel::Warning => Role::Warning,
        ToastLevel::Error => Role::Error,
    };
    let is_taken = app.shared.dialog.is_none()
        && (app.shared.prompt.is_open() || app.shared.board.unconfirmed_move.is_some());
    let below = if is_taken { 2 } else { 1 };
    let above_keys = Rect { height: area.height.saturating_sub(below), ..area };
    toast::draw(role, &toast.text, app.shared.theme, above_keys, buffer);
}

/// The bar and the footer around what has no board.
fn draw_bar_and_footer(app: &App, facts: &[String], area: Rect, buffer: &mut Buffer) -> Rect {
    let [bar, _, _, keys] = layout::rows(area);
    draw_bar(app, facts, bar, buffer);
    status::draw_keys(&plain_key_hints(app), app.shared.theme, keys, buffer);
    list_middle(area)
}
