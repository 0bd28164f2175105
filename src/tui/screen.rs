//! The screens: what each one puts in the places of the layout, and what lies under the mouse.
//!
//! Every screen with a board makes a [`Scene`] out of the state; this file draws scenes. Reading order:
//! [`play`] with [`home`] for an empty one, [`study`] with [`review`], [`drill`], [`quiz`], [`ending`], [`editor`],
//! then the lists [`list`] and [`tables`], and [`dialogs`] with [`engines`].

pub mod board;
pub mod dialogs;
pub mod drill;
pub mod editor;
pub mod ending;
pub mod engines;
mod example;
mod facts;
mod footer;
pub mod games;
mod help;
pub mod home;
pub mod king_box;
mod legality;
pub mod list;
pub mod other_turn;
pub mod paste;
pub mod play;
mod players;
pub mod quiz;
mod record;
pub mod review;
pub mod study;
pub mod tables;
pub mod why;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use crate::chess::names::{self, named};
use crate::chess::{Cost, notation};

use footer::{hints, only_hints};

pub(super) use players::short;

use super::app::board::Sight;
use super::app::{App, Chord, Entry, Tab, Tone, Which};
use super::dialog::Dialog;
use super::keymap::Action;
use super::layout::{self, Frames, Layout, Workbench};
use super::theme::Role;
use super::update::Hit;
use super::widget::board::{Board, Geometry, Marks, Orientation};
use super::widget::eval_bar::Shows;
use super::widget::pane::{self, Pane, Placed};
use super::widget::score_text::ScoreText;
use super::widget::status;
use super::widget::{eval_bar, lines, moves, prompt, text, toast};

/// What a screen with a board shows around it.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Facts for the bar at the top.
    pub facts: Vec<String>,
    /// The panes, most important first.
    pub panes: Vec<Pane>,
    /// Lines below the board, as many as have room.
    pub under: Vec<Line<'static>>,
    /// What the evaluation bar shows.
    pub bar: Shows,
    /// The same in figures, with its grade.
    pub figures: Option<ScoreText>,
    /// The quiet text of the prompt line.
    pub note: Option<(Role, String)>,
}

/// Draws the screen that is shown with all that lies over it.
pub fn draw(app: &App, area: Rect, buffer: &mut Buffer) {
    match &app.dialog {
        Some(Dialog::Paste(dialog)) => paste::draw(app, dialog, area, buffer),
        _ if let Some(editor) = &app.editor => editor::draw(app, editor, area, buffer),
        _ => match shown_list(app) {
            Some(List::Tables) => tables::draw(app, area, buffer),
            Some(List::Games) => games::draw(app, area, buffer),
            Some(List::Drills) => list::draw(app, area, buffer),
            None => draw_scene(app, area, buffer),
        },
    }
    dialogs::draw(app, area, buffer);
    draw_toasts(app, area, buffer);
}

/// The place of the board on the screen, where one is shown that can be moved on.
#[must_use]
pub fn geometry(app: &App) -> Option<Geometry> {
    let area = app.area();
    if app.editor.is_some() {
        return Some(Workbench::of(area, Orientation(app.board.bottom))?.board);
    }
    app.walk()?;
    Some(Layout::of(area, Orientation(app.board.bottom))?.board)
}

/// What lies under a cell of the screen.
#[must_use]
pub fn hit(app: &App, column: u16, row: u16) -> Option<Hit> {
    let area = app.area();
    if app.dialog.is_some() {
        return dialogs::hit(app, area, column, row);
    }
    if row == 0 {
        let tab = status::tab_at(&tabs(app), area.width, column)?;
        return Tab::ALL.get(tab).copied().map(Hit::Tab);
    }
    if row + 1 == area.height {
        let keys = hints(app);
        let places = status::key_places(&only_hints(app), area.width);
        let under = places.iter().position(|place| place.contains(&column))?;
        return keys.get(under).map(|(action, _)| Hit::Action(*action));
    }
    if let Some(editor) = &app.editor {
        return editor::hit(app, editor, area, column, row);
    }
    match shown_list(app) {
        Some(List::Tables) => return tables::hit(app, area, column, row),
        Some(List::Games) => return games::hit(app, area, column, row),
        Some(List::Drills) => return list::hit(app, area, column, row),
        None => {}
    }
    let layout = Layout::of(area, Orientation(app.board.bottom))?;
    if let Some(square) = layout.board.square_at(column, row) {
        return Some(Hit::Square(square));
    }
    let width = pane_width(&layout);
    let panes = scene(app, width).panes;
    let placed = placed(&panes, app.pane, &layout)
        .into_iter()
        .find(|placed| placed.area.contains((column, row).into()))?;
    let line = placed.pane.first_shown(placed.area.height) + usize::from(row - placed.area.y);
    let across = usize::from(column - placed.area.x);
    match placed.pane.title.as_str() {
        _ if app.why.is_some() => placed.pane.title.starts_with("Why").then_some(Hit::Row(line)),
        ending::POSITIONS if app.tab == Tab::Tables => ending::sample_at(app, line).map(Hit::Row),
        _ if app.study.retry().is_some() => None,
        review::COURSE => review::node_at(app, width, across).map(Hit::Entry),
        review::SLIPS => review::slip_at(app, line).map(Hit::Entry),
        title @ ("Lines" | lines::KEPT) => {
            let (rank, mv) = lines::place_at(&placed.pane.body, line, across)?;
            Some(Hit::Line(if title == lines::KEPT { Which::Kept } else { Which::Found(rank) }, mv))
        }
        "Moves" => {
            let entries = app.sheet();
            let items = board::items(&entries, app.walk()?.tree(), |entry| cost_of(app, entry));
            let index = moves::at(&items, app.theme, width, line, across)?;
            entries.get(index).map(|entry| Hit::Entry(entry.node))
        }
        _ => None,
    }
}

/// The panes that a screen with a board shows, with their places.
fn placed(panes: &[Pane], front: usize, layout: &Layout) -> Vec<Placed> {
    match layout.frames {
        Frames::Drawn => {
            let columns = pane::in_columns(panes, layout.side, layout.second);
            columns.into_iter().flat_map(|(panes, area)| pane::stacked(panes, area)).collect()
        }
        Frames::Gone => pane::behind_tabs(panes, front, layout.side),
    }
}

/// What a move of the list gave away, where the screen tells.
fn cost_of(app: &App, entry: &Entry) -> Option<Cost> {
    match app.tab {
        Tab::Play | Tab::Tables | Tab::Games => None,
        Tab::Analyze => study::graded(app, entry),
        Tab::Practice => drill::graded(app.practice.round.as_deref()?, entry),
    }
}

/// The cells that a pane's text has in a row.
fn pane_width(layout: &Layout) -> usize {
    usize::from(match layout.frames {
        Frames::Drawn => layout.side.width.saturating_sub(4),
        Frames::Gone => layout.side.width,
    })
}

/// The panes of the screen, for texts so many cells wide. A list has none.
pub(super) fn panes(app: &App, width: usize) -> Vec<Pane> {
    if let Some(editor) = &app.editor {
        return editor::panes(app, editor, width);
    }
    if shown_list(app).is_some() { Vec::new() } else { scene(app, width).panes }
}

/// Where the dialog lies that is open.
pub(super) fn dialog_place(app: &App, area: Rect) -> Option<Rect> {
    app.dialog.as_ref().map(|dialog| dialogs::place(app, dialog, area))
}

/// Where the screen has a list in place of a board, the rows that it takes: all but the bar and the keys.
pub(super) fn list_place(app: &App, area: Rect) -> Option<Rect> {
    shown_list(app).map(|_| Rect { y: area.y + 1, height: area.height.saturating_sub(3), ..area })
}

/// What a screen lists in place of a board.
#[derive(Clone, Copy)]
enum List {
    Drills,
    Tables,
    Games,
}

fn shown_list(app: &App) -> Option<List> {
    match app.tab {
        _ if app.editor.is_some() => None,
        Tab::Practice => app.walk().is_none().then_some(List::Drills),
        Tab::Tables => app.endings.page.is_none().then_some(List::Tables),
        Tab::Games => Some(List::Games),
        Tab::Play | Tab::Analyze => None,
    }
}

fn scene(app: &App, width: usize) -> Scene {
    if let Some(why) = &app.why {
        return why::scene(app, why, width);
    }
    match app.tab {
        Tab::Play => play::scene(app, width),
        Tab::Analyze => study::scene(app, width),
        Tab::Practice if let Some(quizzing) = app.quizzing() => quiz::scene(app, quizzing, width),
        Tab::Practice => drill::scene(app, width),
        Tab::Tables => ending::scene(app, width),
        Tab::Games => Scene::default(),
    }
}

fn draw_scene(app: &App, area: Rect, buffer: &mut Buffer) {
    let orientation = Orientation(app.board.bottom);
    let Some(layout) = Layout::of(area, orientation) else { return };
    let scene = scene(app, pane_width(&layout));
    draw_bar(app, &scene.facts, layout.bar, buffer);
    eval_bar::draw(scene.bar, orientation, app.theme, layout.eval, buffer);
    if let Some(figures) = &scene.figures {
        // Left of the first file's name.
        let first = layout.board.squares().x + layout.board.rows() - 2;
        let (x, y) = (layout.eval.x, layout.eval.bottom());
        let place = Rect { x, y, width: first.saturating_sub(x), height: 1 };
        eval_bar::draw_label(figures, app.theme, place, buffer);
    }
    if app.tab == Tab::Tables {
        // Until the positions are counted there is a board and nothing on it.
        let men = app.shown().map_or_else(shakmaty::Board::empty, |position| position.board().clone());
        let board = Board { men: &men, marks: &Marks::default(), orientation, theme: app.theme };
        board.draw(layout.board, buffer);
    } else if let Some(position) = app.shown() {
        let marks = king_box::marked(app, board::marks(app, &position));
        let nobody = shakmaty::Board::empty();
        let motion = app.motion.as_ref().and_then(|motion| Some((motion, motion.done(app.now)?)));
        let men = match (app.board.sight, motion) {
            (Sight::Blindfold, _) => &nobody,
            (Sight::Men, Some((motion, _))) => &motion.still,
            (Sight::Men, None) => position.board(),
        };
        let board = Board { men, marks: &marks, orientation, theme: app.theme };
        board.draw(layout.board, buffer);
        if let (Sight::Men, Some((motion, permille))) = (app.board.sight, motion) {
            for &flight in &motion.flights {
                board.draw_flight(flight, permille, layout.board, buffer);
            }
        }
    }
    match layout.frames {
        Frames::Drawn => {
            for (panes, area) in pane::in_columns(&scene.panes, layout.side, layout.second) {
                pane::draw_stack(panes, app.theme, area, buffer);
            }
        }
        Frames::Gone => pane::draw_tabs(&scene.panes, app.pane, app.theme, layout.side, buffer),
    }
    let under = Rect { x: layout.under.x + 1, width: layout.under.width.saturating_sub(1), ..layout.under };
    let width = usize::from(under.width);
    let lines = scene.under.into_iter().flat_map(|line| text::wrap(line.spans, width));
    for (line, row) in lines.zip(under.rows().skip(usize::from(under.height > 2))) {
        let spans = text::clip_spans(line.spans, width, app.theme.glyphs());
        Line::from(spans).render(row, buffer);
    }
    draw_prompt(app, scene.note, layout.prompt, buffer);
    status::draw_keys(&only_hints(app), app.theme, layout.keys, buffer);
}

fn tabs(app: &App) -> Vec<status::Tab<'static>> {
    ['1', '2', '3', '4', '5']
        .into_iter()
        .zip(Tab::ALL)
        .map(|(key, tab)| status::Tab { key, name: tab.title(), open: tab == app.tab })
        .collect()
}

pub(super) fn draw_bar(app: &App, facts: &[String], area: Rect, buffer: &mut Buffer) {
    let away = play::clocks_of_game_left(app);
    let facts: Vec<String> =
        tables::works(app).into_iter().chain(away).chain(facts.iter().cloned()).collect();
    status::draw_bar(&tabs(app), &facts, app.theme, area, buffer);
}

/// The prompt line: what is typed, a stalemate that waits for a second Enter, or a quiet note.
fn draw_prompt(app: &App, note: Option<(Role, String)>, area: Rect, buffer: &mut Buffer) {
    let armed = app.board.armed.and_then(|mv| {
        let position = app.shown().filter(|position| position.is_legal(mv))?;
        let stalemates = super::app::board::stalemate(&position, mv).is_some();
        Some((crate::chess::notation::san(&position, mv), named(position.turn().other()), stalemates))
    });
    let says = if let Some((san, stuck, true)) = &armed {
        prompt::Says::Armed { san, stuck }
    } else if let Some((san, ..)) = &armed {
        prompt::Says::Note(Role::Prompt, format!("{san}: Enter plays it, Esc drops it"))
    } else if app.prompt.is_open() {
        prompt::Says::Typing {
            text: app.prompt.input.value(),
            cursor: app.prompt.input.cursor(),
            completions: &app.prompt.completions,
            plays: app.prompt.plays.as_deref(),
            fault: app.prompt.fault.as_deref(),
        }
    } else if app.chord == Some(Chord::Copy) {
        prompt::Says::Note(Role::Prompt, "copy: f FEN, p PGN, l the line".to_owned())
    } else if app.chord == Some(Chord::Mark) {
        let text = "! good  ? mistake  3 !!  4 ??  5 !?  6 ?!  = equal  ~ unclear  + White  - Black  0 none";
        prompt::Says::Note(Role::Prompt, text.to_owned())
    } else {
        let (role, text) = over_board(app).or(note).unwrap_or_else(|| (Role::Faint, ways_to_move(app)));
        prompt::Says::Note(role, text)
    };
    prompt::draw(&says, app.theme, area, buffer);
}

/// What counts before all that a screen has to say: a dialog that has the keys, a piece in hand.
fn over_board(app: &App) -> Option<(Role, String)> {
    match &app.dialog {
        Some(Dialog::Promotion(choice)) => {
            let letters =
                choice.moves.iter().filter_map(|mv| mv.promotion()).map(crate::chess::Role::upper_char);
            let letters: Vec<String> = letters.map(String::from).collect();
            return Some((Role::Prompt, format!("{} promotes at once", letters.join(" "))));
        }
        Some(_) => return Some((Role::Faint, String::new())),
        None => {}
    }
    let from = app.board.picked?;
    let role = app.shown()?.board().role_at(from)?;
    let key = key_of(app, Action::Back).unwrap_or_default();
    Some((
        Role::Prompt,
        format!("{} on {from} in hand: choose its square, {key} puts it down", names::man_name(role)),
    ))
}

/// How a move is made, with one that is legal as an example; or why none can be made.
fn ways_to_move(app: &App) -> String {
    let thinks =
        app.tab == Tab::Play && app.play.thinking_since.is_some() && app.play.setup.seats.you().is_some();
    if thinks {
        return "the engine is thinking: a move made now waits for its answer".to_owned();
    }
    // Where a move is asked for an example might be the answer.
    let asks = app.tab == Tab::Practice || app.study.retry().is_some();
    let position = app.shown().filter(|_| !asks);
    let example = position.and_then(|position| Some(notation::san(&position, notation::example(&position)?)));
    let key = key_of(app, Action::Cursor).map_or_else(String::new, |key| format!("; {key} for a cursor"));
    match example {
        Some(san) => format!("type a move ({}), or click a piece{key}", san.trim_end_matches(['+', '#'])),
        None => format!("type a move, or click a piece{key}"),
    }
}

/// The note that is shown, in the row of the prompt; above it while a move is typed there.
pub(super) fn draw_toasts(app: &App, area: Rect, buffer: &mut Buffer) {
    let Some(toast) = app.shown_toast() else { return };
    let role = match toast.tone {
        Tone::Note => Role::Good,
        Tone::Warning => Role::Warning,
        Tone::Fault => Role::Error,
    };
    let is_taken = app.dialog.is_none() && (app.prompt.is_open() || app.board.armed.is_some());
    let below = if is_taken { 2 } else { 1 };
    let above_keys = Rect { height: area.height.saturating_sub(below), ..area };
    toast::draw(role, &toast.text, app.theme, above_keys, buffer);
}

/// The key of an action as a footer writes it, one that works here before others; nothing where the config left it none.
pub(super) fn key_of(app: &App, action: Action) -> Option<String> {
    app.key_for(action).map(|key| key_name(&key.to_string(), app))
}

/// Keys with what they do, for the right of a pane's title: `, . step`.
pub(super) fn keys_note(app: &App, actions: &[Action], does: &str) -> Vec<Span<'static>> {
    let keys: Vec<String> = actions.iter().filter_map(|&action| key_of(app, action)).collect();
    if keys.is_empty() {
        return vec![text::span(app.theme, Role::Faint, does.to_owned())];
    }
    let does = if does.is_empty() { String::new() } else { format!(" {does}") };
    vec![text::span(app.theme, Role::Key, keys.join(" ")), text::span(app.theme, Role::Faint, does)]
}

/// What leads back from an earlier position, as the prompt line says it.
pub(super) fn looking_back(app: &App, to: &str) -> (Role, String) {
    let way = key_of(app, Action::StepEnd).map_or_else(String::new, |key| {
        let mut key = key;
        if let Some(first) = key.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        format!("; {key} goes back to {to}")
    });
    (Role::Warning, format!("You look at an earlier position{way}"))
}

/// A key as a footer writes it: arrows as signs, `enter` as `Enter`, `ctrl-p` as `^P`.
#[must_use]
pub fn key_name(key: &str, app: &App) -> String {
    let [left, right, up, down] = app.theme.glyphs().arrows;
    match key {
        "left" => left.to_owned(),
        "right" => right.to_owned(),
        "up" => up.to_owned(),
        "down" => down.to_owned(),
        "enter" => "Enter".to_owned(),
        "esc" => "Esc".to_owned(),
        "tab" => "Tab".to_owned(),
        "space" => "Space".to_owned(),
        _ => key
            .strip_prefix("ctrl-")
            .map_or_else(|| key.to_owned(), |rest| format!("^{}", rest.to_uppercase())),
    }
}

/// The bar and the footer around what has no board.
pub(super) fn draw_around(app: &App, facts: &[String], area: Rect, buffer: &mut Buffer) -> Rect {
    let [bar, middle, prompt, keys] = layout::rows(area);
    draw_bar(app, facts, bar, buffer);
    status::draw_keys(&only_hints(app), app.theme, keys, buffer);
    Rect { height: middle.height + prompt.height, ..middle }
}
