//! The dialogs: help, palette, forms, choices and questions.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::chess::Color;
use crate::chess::names::role_name;
use crate::game::TimeControl;
use crate::practice::StalemateGuardMode;
use crate::tui::dialog::palette_update::matching_actions;
use crate::tui::dialog::{help_view, paste_view};
use crate::tui::keymap::{ActionSpec, DialogAction, InputAction};
use crate::tui::layout::inside_frame;
use crate::tui::message::MouseHit;
use crate::tui::model::dialog::{InputDialog, PlayersDialog};
use crate::tui::model::{
    AnalyzeEngine, ConfirmDialog, Dialog, InputPurpose, Palette, PaneId, Preference, PreferenceValues,
    Promotion, WriteObstacle,
};
use crate::tui::scene::{ViewContext, key_for_footer, keys_line};
use crate::tui::theme::{PieceStyle, Role};
use crate::tui::widget::board::draw_piece;
use crate::tui::widget::form::{FormField, ListWidgetEntry};
use crate::tui::widget::overlay::centered;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::prompt::{cut_around_caret, first_character, with_caret};
use crate::tui::widget::text::clip;
use crate::tui::widget::{form, overlay};
use crate::tui::{dialog, scene};

/// Rows of a picture in the choice of a promotion.
const PICTURE_ROWS: u16 = 4;

/// Columns of a box with a form, at least.
const MIN_FORM_COLUMNS: u16 = 60;

/// Draws the open dialog, if any.
pub(crate) fn draw(view: &ViewContext, values: PreferenceValues, area: Rect, buffer: &mut Buffer) {
    let Some(dialog) = &view.shared.dialog else { return };
    let place = dialog_area(view, values, dialog, area);
    match dialog {
        Dialog::Paste(_) => {}
        Dialog::Help(help) => help_view::draw(view, help, place, buffer),
        Dialog::Promotion(choice) => draw_promotion(view, choice, place, buffer),
        _ => {
            for pane in panes(view, values, dialog, inside_frame(place)) {
                overlay::open(&pane, view.theme, place, buffer);
            }
        }
    }
}

/// What is in a dialog, for text of a size: as it is drawn, and as line mode prints it.
pub(crate) fn panes(view: &ViewContext, values: PreferenceValues, dialog: &Dialog, inner: Rect) -> Vec<Pane> {
    let view = &view.inside(inner);
    let (title, body) = match dialog {
        Dialog::Paste(paste) => return paste_view::panes(view, paste),
        Dialog::Help(help) => return vec![help_view::pane(view, help, inner)],
        Dialog::Palette(palette) => return vec![palette_pane(view, palette, inner)],
        Dialog::EngineOptions(form) => {
            return dialog::engines_view::options_pane(view, form, inner).into_iter().collect();
        }
        Dialog::Engines(list) => {
            return vec![dialog::engines_view::list_pane(view, values.engine, list, inner)];
        }
        Dialog::Searches(list) => return vec![dialog::searches_view::pane(view, list, inner)],
        Dialog::Columns(list) => return vec![dialog::columns_view::pane(view, list, inner)],
        Dialog::Duplicates(list) => return vec![dialog::duplicates_view::pane(view, list, inner)],
        Dialog::Settings { chosen, .. } => return vec![settings_pane(view, values, *chosen, inner)],
        Dialog::NewGame(form) => {
            let lines = dialog::players_view::new_game(view, form);
            return vec![Pane::new(PaneId::Dialog, "New game", lines).with_items(0, 0..form.rows().len())];
        }
        Dialog::Players(form) => {
            let lines = dialog::players_view::players(view, form);
            let rows = 0..PlayersDialog::ROWS.len();
            return vec![Pane::new(PaneId::Dialog, "Players", lines).with_items(0, rows)];
        }
        Dialog::Tags(form) => return vec![dialog::tags_view::pane(view, form, inner)],
        Dialog::Input(input) => (input.purpose.title(), input_lines(view, input)),
        Dialog::Promotion(choice) => (PROMOTION_TITLE, promotion_lines(view, choice)),
        Dialog::Confirm(question) => ("Sure?", confirm_lines(view, *question)),
    };
    vec![Pane::new(PaneId::Dialog, title, body)]
}

/// The part of a dialog under a cell of the screen.
pub(crate) fn hit(
    view: &ViewContext,
    values: PreferenceValues,
    area: Rect,
    column: u16,
    row: u16,
) -> Option<MouseHit> {
    let dialog = view.shared.dialog.as_ref()?;
    let place = dialog_area(view, values, dialog, area);
    let inner = inside_frame(place);
    if !inner.contains((column, row).into()) {
        return None;
    }
    match dialog {
        Dialog::Promotion(choice) => {
            let index = usize::from((column - inner.x) / (PICTURE_ROWS * 2 + 1));
            (index < choice.moves.len()).then_some(MouseHit::Row(index))
        }
        Dialog::Help(help) => help_view::action_at(view, help, place, column, row).map(MouseHit::Row),
        _ => {
            panes(view, values, dialog, inner).first()?.item_at(usize::from(row - inner.y)).map(MouseHit::Row)
        }
    }
}

pub(crate) fn dialog_area(view: &ViewContext, values: PreferenceValues, dialog: &Dialog, area: Rect) -> Rect {
    let (width, height) = match dialog {
        Dialog::Help(_) => (
            // Beside a box that is nearly as wide as the screen, scraps of words would stay.
            if area.width < 120 { area.width } else { 116 },
            area.height.saturating_sub(2),
        ),
        Dialog::Palette(_) => (64, area.height.saturating_sub(4).min(20)),
        Dialog::NewGame(form) => (
            form_width(&dialog::players_view::new_game_fields(view, form)),
            u16::try_from(form.rows().len()).unwrap_or(6) + 4,
        ),
        Dialog::Players(form) => (form_width(&dialog::players_view::players_fields(view, form)), 7),
        Dialog::Engines(_) => dialog::engines_view::list_size(view.shared),
        Dialog::Searches(list) => dialog::searches_view::size(&list.searches),
        Dialog::Columns(list) => dialog::columns_view::size(list),
        Dialog::Duplicates(_) => dialog::duplicates_view::SIZE,
        Dialog::EngineOptions(form) => dialog::engines_view::options_size(view.shared, form),
        Dialog::Settings { .. } => {
            let rows = u16::try_from(Preference::ALL.len()).unwrap_or(u16::MAX);
            (form_width(&setting_fields(view, values, 0)), rows.saturating_add(4))
        }
        Dialog::Promotion(choice) => {
            let count = u16::try_from(choice.moves.len()).unwrap_or(4);
            (count * (PICTURE_ROWS * 2 + 1) + 3, PICTURE_ROWS + 3)
        }
        Dialog::Confirm(question) => {
            // The keys and what they do are in one row, too.
            let keys = "y     Esc ".len() + question.yes_label().len() + question.no_label().len();
            let facts = question.details();
            let text = facts.iter().chain([&question.question_text()]).map(|text| text.chars().count()).max();
            let width = u16::try_from(text.unwrap_or_default().max(keys)).unwrap_or(area.width);
            (width.saturating_add(6).max(30), 5 + u16::from(facts.is_some()))
        }
        Dialog::Input(_) => (70, 5),
        Dialog::Tags(form) => dialog::tags_view::size(form),
        Dialog::Paste(_) => return area,
    };
    centered(width, height, area)
}

/// The columns of a box with a form: as many as its longest row needs, so that it does not change with every
/// value.
fn form_width(fields: &[FormField]) -> u16 {
    u16::try_from(form::form_width(fields) + 4).unwrap_or(MIN_FORM_COLUMNS).max(MIN_FORM_COLUMNS)
}

fn palette_pane(view: &ViewContext, palette: &Palette, inner: Rect) -> Pane {
    let theme = view.theme;
    let specs = matching_actions(&view.screen_contexts, palette.input.value());
    let note = vec![view.span(Role::Faint, format!("{} commands", specs.len()))];
    let width = usize::from(inner.width);
    let mut input = vec![view.span(Role::Key, ": ")];
    input.extend(with_caret(palette.input.value(), palette.input.cursor(), theme));
    let mut body = vec![Line::from(input), Line::default()];
    let rows = usize::from(inner.height.saturating_sub(2));
    let shown = form::shown_rows(palette.chosen, specs.len(), rows);
    let entries = shown.clone().map(|index| palette_entry(view, specs[index], index == palette.chosen));
    body.extend(form::list_rows(entries, theme, width));
    if specs.is_empty() {
        body.push(Line::from(view.span(Role::Warning, "no command has that in its name")));
    }
    Pane::new(PaneId::Dialog, "Commands", body).with_items(2, shown).with_note(note)
}

fn palette_entry(view: &ViewContext, spec: &ActionSpec, chosen: bool) -> ListWidgetEntry {
    let keys = scene::key_for_footer(view, spec.action).unwrap_or_default();
    ListWidgetEntry {
        name: vec![view.span(Role::Ground, spec.help)],
        note: vec![
            view.span(Role::Faint, format!("{} ", spec.name)),
            view.span(Role::Key, format!("{keys:>5}")),
        ],
        chosen,
    }
}

fn settings_pane(view: &ViewContext, values: PreferenceValues, chosen: usize, inner: Rect) -> Pane {
    let shown = form::shown_rows(chosen, Preference::ALL.len(), usize::from(inner.height.saturating_sub(2)));
    // The columns are those of all rows, so that they stay where they are while the list is scrolled.
    let mut rows =
        form::form_rows(&setting_fields(view, values, chosen), view.theme, usize::from(inner.width));
    let mut lines: Vec<Line<'static>> = rows.drain(shown.clone()).collect();
    lines.extend([Line::default(), keys_line(view, "changes", "closes")]);
    Pane::new(PaneId::Dialog, "Settings", lines).with_items(0, shown)
}

fn setting_fields(view: &ViewContext, values: PreferenceValues, chosen: usize) -> Vec<FormField> {
    Preference::ALL
        .iter()
        .enumerate()
        .map(|(index, &preference)| {
            let (name, value, means) = preference_text(view, values, preference);
            FormField { name: name.to_owned(), value, description: means, chosen: index == chosen }
        })
        .collect()
}

fn preference_text(
    view: &ViewContext,
    values: PreferenceValues,
    preference: Preference,
) -> (&'static str, String, String) {
    let on = |on: bool| if on { "on" } else { "off" }.to_owned();
    let (config, machine) = (&view.shared.config, view.shared.machine);
    let (name, value, means) = match preference {
        Preference::Threads => {
            let threads = config.engine.threads;
            let means = format!("{} of this machine's {}", machine.search_threads(threads), machine.cores);
            return ("Threads", threads.to_string(), means);
        }
        Preference::Hash => ("Hash", format!("{} MiB", config.engine.hash_mb.get()), "memory of the engine"),
        Preference::Syzygy => {
            let (glyphs, name) = (view.theme.glyphs(), "Syzygy tables");
            let folder =
                crate::chess::text::sanitize_and_truncate(&config.engine.syzygy.to_string_lossy(), 200);
            return match folder.as_str() {
                "" => (name, "none".to_owned(), "Enter: their folder".to_owned()),
                _ => (name, clip(&folder, 22, glyphs), "Enter changes it".to_owned()),
            };
        }
        Preference::FivePieceTables => {
            ("5-piece tables", on(config.engine.five_piece_tables), "no pawns, by themselves")
        }
        Preference::Time => {
            let control = values.control;
            let means = match (view.shared.new_game_defaults.control, control) {
                (Some(_), _) => "from the next game",
                (None, TimeControl::PerMove(_)) => "of an engine for a move",
                (None, TimeControl::Clock { .. }) => "minutes+seconds on the clock",
            };
            ("Time", control.to_string(), means)
        }
        Preference::AutoQueen => ("Auto-queen", on(config.play.auto_queen), "mouse, cursor don't ask"),
        Preference::ConfirmMoves => ("Confirm moves", on(config.play.confirm_moves), "Enter twice, in games"),
        Preference::InstantMoves => ("Instant moves", on(config.input.instant_moves), "typed, without Enter"),
        Preference::EvalBar => ("Evaluation bar", on(config.play.eval_bar), "beside a running game"),
        Preference::Details => ("Practice details", on(config.practice.details), "seed, guard, box figures"),
        Preference::Bell => ("Sound", on(config.play.bell), "the terminal's bell"),
        _ => return board_preference_text(view, values, preference),
    };
    (name, value, means.to_owned())
}

/// The same for the settings of the board and the analysis.
fn board_preference_text(
    view: &ViewContext,
    values: PreferenceValues,
    preference: Preference,
) -> (&'static str, String, String) {
    let (name, value, means) = match preference {
        Preference::Guard => {
            let (value, means) = match view.shared.guard {
                StalemateGuardMode::Off => ("off", "no warning"),
                StalemateGuardMode::Warn => ("warn", "a stalemating move needs Enter twice"),
                StalemateGuardMode::Block => ("block", "stalemating moves are not played"),
            };
            ("Stalemate guard", value.to_owned(), means)
        }
        Preference::Lines => ("Lines", values.lines.to_string(), "in the analysis"),
        Preference::Engine => (
            "Engine",
            if values.engine == AnalyzeEngine::On { "on" } else { "off" }.to_owned(),
            "analyzes by itself",
        ),
        Preference::Arrows => {
            let value = if view.shared.config.board.arrows { "shown" } else { "hidden" };
            ("Arrows", value.to_owned(), "in the analysis")
        }
        Preference::Animation => {
            let value = if view.shared.config.board.animation { "on" } else { "off" };
            ("Animation", value.to_owned(), "0.1 s for each move")
        }
        Preference::Bottom => {
            ("At the bottom", view.shared.board.bottom.fold_wb("White", "Black").to_owned(), "of the board")
        }
        Preference::Theme => ("Colors", view.theme.scheme().name().to_owned(), ""),
        Preference::Pieces => {
            let (shown, requested) = (view.theme.piece_style(), view.theme.requested_piece_style());
            match (shown, requested) {
                (PieceStyle::Letters, _) => ("Pieces", shown.name().to_owned(), "all that this terminal can"),
                (_, PieceStyle::Auto) => ("Pieces", requested.name().to_owned(), shown.name()),
                _ => ("Pieces", requested.name().to_owned(), ""),
            }
        }
        Preference::Threads
        | Preference::Hash
        | Preference::Syzygy
        | Preference::FivePieceTables
        | Preference::Time
        | Preference::AutoQueen
        | Preference::ConfirmMoves
        | Preference::InstantMoves
        | Preference::EvalBar
        | Preference::Bell
        | Preference::Details => ("", String::new(), ""),
    };
    (name, value, means.to_owned())
}

const PROMOTION_TITLE: &str = "Promote to";

/// A piece to choose: `Q queen`.
fn promotion_text(role: crate::chess::Role) -> String {
    format!("{} {}", role.upper_char(), role_name(role))
}

/// The pieces to choose from.
fn promotion_lines(view: &ViewContext, choice: &Promotion) -> Vec<Line<'static>> {
    let pieces = choice.moves.iter().filter_map(|mv| mv.promotion()).enumerate();
    let entries = pieces.map(|(index, role)| ListWidgetEntry {
        name: vec![view.span(Role::Ground, promotion_text(role))],
        note: Vec::new(),
        chosen: index == choice.chosen,
    });
    form::list_rows(entries, view.theme, view.width)
}

/// The pieces to choose from, as pictures where the terminal can.
fn draw_promotion(view: &ViewContext, choice: &Promotion, area: Rect, buffer: &mut Buffer) {
    let theme = view.theme;
    let inner = overlay::open(&Pane::new(PaneId::Dialog, PROMOTION_TITLE, Vec::new()), theme, area, buffer);
    let color = if choice.to.rank() == crate::chess::Rank::Eighth { Color::White } else { Color::Black };
    let mut x = inner.x;
    for (index, mv) in choice.moves.iter().enumerate() {
        let Some(role) = mv.promotion() else { continue };
        let place = Rect { x, y: inner.y, width: PICTURE_ROWS * 2, height: PICTURE_ROWS }.intersection(inner);
        let chosen = index == choice.chosen;
        if place.width == PICTURE_ROWS * 2
            && place.height == PICTURE_ROWS
            && matches!(theme.piece_style(), PieceStyle::Blocks | PieceStyle::Images)
        {
            let ground = theme.fill(if chosen { Role::Selected } else { Role::DarkSquare });
            draw_piece(role.of(color), ground, theme, place, buffer);
        }
        let style = theme.style(if chosen { Role::SelectedRow } else { Role::Faint });
        let name = format!("{:^1$}", promotion_text(role), usize::from(place.width));
        buffer.set_stringn(x, inner.bottom().saturating_sub(1), name, usize::from(place.width), style);
        x += PICTURE_ROWS * 2 + 1;
    }
}

/// A line of text, cut around the cursor.
fn input_lines(view: &ViewContext, input: &InputDialog) -> Vec<Line<'static>> {
    let theme = view.theme;
    let cursor = input.input.cursor();
    let text = input.input.value();
    let line = if input.is_suggestion {
        // Typing replaces the marked text.
        let first = first_character(cursor, view.width);
        let shown: String = text.chars().skip(first).take(view.width).collect();
        vec![view.span(Role::Selected, shown), view.span(Role::Caret, " ")]
    } else {
        cut_around_caret(text, cursor, view.width, theme)
    };
    let message = match input.obstacle {
        Some(WriteObstacle::FileExists) => view.span(Role::Warning, "There is a file of this name."),
        Some(WriteObstacle::SearchExists) => {
            view.span(Role::Warning, "There is a saved search of this name.")
        }
        Some(WriteObstacle::MissingFolder) => view.span(Role::Warning, "Its folder is not there."),
        None if let (Some(advice), []) = (input.purpose.advice(), input.choices.as_slice()) => {
            view.span(Role::Warning, clip(advice, view.width, theme.glyphs()))
        }
        None => view.span(Role::Faint, clip(&input.choices.join("  "), view.width, theme.glyphs())),
    };
    let key = |action| view.span(Role::Key, key_for_footer(view, action).unwrap_or_default());
    let does = |text: String| view.span(Role::Faint, text);
    let mut keys = match input.obstacle {
        Some(WriteObstacle::FileExists | WriteObstacle::SearchExists) => {
            vec![key(InputAction::Agree), does(" replaces it   ".to_owned())]
        }
        Some(WriteObstacle::MissingFolder) => {
            vec![key(InputAction::Agree), does(" makes it   ".to_owned())]
        }
        None => vec![view.span(Role::Key, "Enter"), does(format!(" {}   ", input.purpose.enter_label()))],
    };
    if input.is_completed() && input.obstacle.is_none() {
        keys.extend([key(InputAction::Complete), does(" completes   ".to_owned())]);
    }
    let other_way = match input.purpose {
        InputPurpose::Import => Some(" links it   "),
        InputPurpose::Link => Some(" copies   "),
        _ => None,
    };
    if let Some(way) = other_way {
        keys.extend([key(InputAction::ToggleLink), does(way.to_owned())]);
    }
    keys.extend([view.span(Role::Key, "Esc"), does(" back".to_owned())]);
    vec![Line::from(line), Line::from(message), Line::from(keys)]
}

/// A confirmation with a key of its own for yes: what it does, and what Esc does instead.
fn confirm_lines(view: &ViewContext, question: ConfirmDialog) -> Vec<Line<'static>> {
    let key = |action| view.span(Role::Key, scene::key_for_footer(view, action).unwrap_or_default());
    let mut body = vec![Line::from(view.span(Role::Strong, question.question_text()))];
    body.extend(question.details().map(|facts| Line::from(view.span(Role::Ground, facts))));
    body.push(Line::default());
    body.push(Line::from(vec![
        key(DialogAction::Yes),
        view.span(Role::Faint, format!(" {}   ", question.yes_label())),
        key(DialogAction::Close),
        view.span(Role::Faint, format!(" {}", question.no_label())),
    ]));
    body
}
