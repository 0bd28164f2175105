//! Messages for the open dialog: its keys, its text, and its result.

use std::path::PathBuf;
use std::sync::Arc;

use tui_input::{Input, InputRequest};

use crate::chess::names::pluralized;
use crate::chess::{Color, Position, chess960, notation, text};
use crate::game::{GamePlayers, PastedText, pasted};
use crate::tui::app::toast::ToastLevel;
use crate::tui::app::{App, Preference, Tab};
use crate::tui::dialog::ask::InputPurpose;
use crate::tui::dialog::new_game::{CONTROLS, NewGameRow, NewGameStartPosition};
use crate::tui::dialog::paste::sanitized_text;
use crate::tui::dialog::{
    ConfirmDialog, Dialog, EngineListDialog, EngineOptionsDialog, HelpDialog, InputDialog, NewGameDialog,
    PasteContent, PasteDialog, SeatingDialog,
};
use crate::tui::games::state::ExportConsent;
use crate::tui::keymap::{ACTIONS, Action, ActionSpec};
use crate::tui::message::{Effect, Effects, MouseGesture, MouseHit, Request};
use crate::tui::play::offer::{NewGameColor, NewGameMode};
use crate::tui::play::state::GameSetup;
use crate::tui::router::settings;
use crate::tui::text_reading::state::TextReadPurpose;
use crate::tui::{analyze, dialog, editor, engines, games, play, practice, router, text_reading};

/// The longest text that a line takes.
const MAX_TYPED: usize = 64;

/// Characters that may follow a move that was played without Enter.
const MOVE_SUFFIXES: &str = "+#!?";

/// The longest comment or name of a file that is typed, in bytes.
const MAX_INPUT: usize = 2_000;

/// Performs an action in the open dialog.
pub(crate) fn act(app: &mut App, action: Action, effects: &mut Effects) {
    use Action as A;
    let Some(mut dialog) = app.dialog.take() else { return };
    if matches!(dialog, Dialog::Settings { .. }) && matches!(action, A::Close | A::FormAccept) {
        return close_settings(app, &dialog, action, effects);
    }
    if action == A::Close {
        return;
    }
    match dialog {
        Dialog::Engines(list) => return engines::update::act_in_list(app, list, action, effects),
        Dialog::EngineOptions(form) => return engines::update::act_in_options(app, form, action, effects),
        _ => {}
    }
    match (&mut dialog, action) {
        (Dialog::Help(list), A::HelpRun) => {
            let chosen = dialog::help_update::chosen(app, list);
            return chosen.into_iter().for_each(|action| effects.request(Request::Act(action)));
        }
        (Dialog::Help(list), A::HelpSearch) => {
            *list = HelpDialog { search: Some(Input::default()), chosen: 0 }
        }
        (Dialog::Help(list), A::HelpClear) => *list = HelpDialog::default(),
        (Dialog::Help(list), A::HelpUp | A::HelpDown | A::HelpPageUp | A::HelpPageDown) => {
            dialog::help_update::choose(app, list, action);
        }
        (Dialog::Palette(palette), A::PaletteUp) => palette.chosen = palette.chosen.saturating_sub(1),
        (Dialog::Palette(palette), A::PaletteDown) => {
            let last = matching_actions(app, palette.input.value()).len().saturating_sub(1);
            palette.chosen = (palette.chosen + 1).min(last);
        }
        (Dialog::Palette(palette), A::PaletteRun) => {
            let chosen =
                matching_actions(app, palette.input.value()).get(palette.chosen).map(|spec| spec.action);
            return chosen.into_iter().for_each(|action| effects.request(Request::Act(action)));
        }
        (Dialog::NewGame(form), A::FormUp) => form.move_row(-1),
        (Dialog::NewGame(form), A::FormDown) => form.move_row(1),
        (Dialog::NewGame(form), A::FormLess) => form.change_value(-1),
        (Dialog::NewGame(form), A::FormMore) => form.change_value(1),
        (Dialog::NewGame(form), A::FormAccept) if form.error().is_none() => {
            return begin_game(app, form, effects);
        }
        (Dialog::Seating(form), A::FormUp) => form.move_row(-1),
        (Dialog::Seating(form), A::FormDown) => form.move_row(1),
        (Dialog::Seating(form), A::FormLess) => form.change_player(-1),
        (Dialog::Seating(form), A::FormMore) => form.change_player(1),
        (Dialog::Seating(form), A::FormAccept) => {
            return play::players::reseat(app, form.seats.clone(), effects);
        }
        (Dialog::Settings { chosen, .. }, A::FormUp) => *chosen = chosen.saturating_sub(1),
        (Dialog::Settings { chosen, .. }, A::FormDown) => {
            *chosen = (*chosen + 1).min(Preference::ALL.len() - 1);
        }
        (Dialog::Settings { chosen, engine }, A::FormLess | A::FormMore) => {
            let up = if action == A::FormMore { 1 } else { -1 };
            // The hash table is reallocated once, after the last change.
            engine.get_or_insert_with(|| app.config.engine.clone());
            settings::change_preference(
                app,
                Preference::ALL[(*chosen).min(Preference::ALL.len() - 1)],
                up,
                effects,
            );
        }
        (Dialog::Confirm(_), A::No) | (Dialog::Help(_), A::HelpClose) => return,
        (Dialog::Input(ask), A::AskTake) => {
            return accept_input(app, ask, ExportConsent::NotGiven, effects);
        }
        (Dialog::Input(ask), A::AskAgree) if ask.obstacle.is_some() => {
            return accept_input(app, ask, ExportConsent::Given, effects);
        }
        (Dialog::Input(ask), A::AskClear) => *ask = InputDialog::new(ask.purpose, ""),
        (Dialog::Input(ask), A::AskComplete) if ask.is_path() => {
            ask.is_suggestion = false;
            effects.push(Effect::CompletePath(ask.input.value().to_owned()));
        }
        (Dialog::Paste(paste), _) => {
            if let DialogHandled::Closed = in_paste(app, paste, action, effects) {
                return;
            }
        }
        (Dialog::Promotion(choice), A::ChoiceBefore) => choice.chosen = choice.chosen.saturating_sub(1),
        (Dialog::Promotion(choice), A::ChoiceNext) => {
            choice.chosen = (choice.chosen + 1).min(choice.moves.len().saturating_sub(1));
        }
        (Dialog::Promotion(choice), A::ChoiceTake) => {
            let chosen = choice.moves.get(choice.chosen).copied();
            if let (Some(mv), Some(position)) = (chosen, app.shown_position()) {
                router::moves::request(app, &position, mv, effects);
            }
            return;
        }
        (Dialog::Confirm(question), A::Yes) => return confirm(app, *question, effects),
        _ => {}
    }
    app.dialog = Some(dialog);
}

/// Closes the settings; the engine's resources change from now on. Enter on the Syzygy folder opens its
/// prompt.
fn close_settings(app: &mut App, dialog: &Dialog, action: Action, effects: &mut Effects) {
    let Dialog::Settings { chosen, engine } = dialog else { return };
    if engine.as_ref().is_some_and(|before| !before.has_same_resources(&app.config.engine)) {
        router::settings::configure_engine(app, effects);
    }
    if action == Action::FormAccept && Preference::ALL.get(*chosen) == Some(&Preference::Syzygy) {
        let folder = app.config.engine.syzygy.to_string_lossy();
        app.dialog = Some(Dialog::Input(InputDialog::new(InputPurpose::Syzygy, &folder)));
    }
}

/// The Syzygy folder was typed: it is used at once.
pub(crate) fn set_syzygy(app: &mut App, folder: &str, effects: &mut Effects) {
    if folder != app.config.engine.syzygy.to_string_lossy() {
        app.config.engine.syzygy = PathBuf::from(folder);
        effects.push(Effect::SaveConfig);
        router::settings::configure_engine(app, effects);
    }
    let chosen = Preference::ALL.iter().position(|&row| row == Preference::Syzygy).unwrap_or_default();
    app.dialog = Some(Dialog::Settings { chosen, engine: None });
}

/// Starts the game that the form describes.
fn begin_game(app: &mut App, form: &NewGameDialog, effects: &mut Effects) {
    set_new_game_config(app, form);
    effects.push(Effect::SaveConfig);
    let facing = |you| GamePlayers::human_against(you, form.opponent_player());
    let seats = match form.mode {
        NewGameMode::Play(NewGameColor::White) => facing(Color::White),
        NewGameMode::Play(NewGameColor::Black) => facing(Color::Black),
        NewGameMode::Play(NewGameColor::Random) => facing(app.random_color()),
        NewGameMode::Watch => form.watched_seats.clone(),
    };
    let start = match form.start_position {
        NewGameStartPosition::FromBoard => form.board_position.clone(),
        NewGameStartPosition::Standard => None,
        NewGameStartPosition::Chess960 => chess960::start_position(
            form.chess960_number.unwrap_or_else(|| app.random_below(chess960::COUNT)),
        ),
        // Between engines White gives the odds.
        NewGameStartPosition::Odds(odds) => {
            Some(odds.start(seats.human_color().map_or(Color::White, Color::other)))
        }
    };
    if form.start_position != NewGameStartPosition::FromBoard {
        app.new_game_defaults.mode = form.mode;
    }
    app.new_game_defaults.control = None;
    let setup = GameSetup { seats, time_control: form.time_control() };
    play::update::begin(app, start.unwrap_or_else(Position::start), setup, effects);
}

/// Takes the choices of a new-game form as the defaults of later games. Two engines play each other only
/// where that is chosen, and in a game from a position the color follows from the side to move.
fn set_new_game_config(app: &mut App, form: &NewGameDialog) {
    let before = app.next_time_control();
    let config = &mut app.config.play;
    if let NewGameMode::Play(side) = form.mode {
        if form.start_position != NewGameStartPosition::FromBoard {
            config.side = side;
        }
        config.level = form.level;
        if !form.external_engines().is_empty() || app.new_game_defaults.external_opponent.is_some() {
            config.opponent = form.opponent.clone().unwrap_or_default();
        }
    }
    // A custom time control that the form does not offer stays unless another one was chosen.
    if CONTROLS.contains(&before) || form.time_control() != before {
        config.time = form.time_control();
    }
}

/// Whether a dialog stays open.
enum DialogHandled {
    Open,
    Closed,
}

fn in_paste(app: &mut App, paste: &mut PasteDialog, action: Action, effects: &mut Effects) -> DialogHandled {
    use Action as A;
    let here = underlying_position(app);
    match action {
        A::PasteClear => {
            paste.input = Input::default();
            paste.update_content(&here);
            DialogHandled::Open
        }
        A::PasteRepair if paste.apply_repair(0, &here) => DialogHandled::Open,
        A::PasteRepair | A::PasteEdit => {
            editor::update::open_from_text(app, paste);
            DialogHandled::Closed
        }
        // Enter on an error with a correction takes the correction first; the next Enter takes the position.
        A::PasteAnalyze if matches!(&paste.content, PasteContent::IllegalPosition(fault) if !fault.repairs.is_empty()) =>
        {
            _ = paste.apply_repair(0, &here);
            DialogHandled::Open
        }
        A::PasteAnalyze | A::PastePlay | A::PasteDrill if !paste.is_usable() => DialogHandled::Open,
        A::PastePlay | A::PasteDrill if matches!(paste.content, PasteContent::Games(_)) => {
            DialogHandled::Open
        }
        A::PasteAnalyze => {
            let text = paste.input.value();
            let pasted = pasted::recognize(text, &here);
            open_pasted(app, text, pasted, effects);
            DialogHandled::Closed
        }
        A::PastePlay => {
            play_from(app, paste.preview.clone(), effects);
            DialogHandled::Closed
        }
        A::PasteDrill => match practice::start::begin_from(app, &paste.preview, effects) {
            practice::start::RoundBegins::Yes => DialogHandled::Closed,
            practice::start::RoundBegins::Not => DialogHandled::Open,
        },
        _ => DialogHandled::Open,
    }
}

/// The position of the screen itself, whatever a dialog previews.
fn underlying_position(app: &App) -> Position {
    app.shown_walk().map_or_else(Position::start, |walk| walk.position().clone())
}

fn confirm(app: &mut App, question: ConfirmDialog, effects: &mut Effects) {
    match question {
        ConfirmDialog::Resign => play::result::resign(app, effects),
        ConfirmDialog::StopGame => play::watching::stop(app, effects),
        ConfirmDialog::Quit => effects.request(Request::Act(Action::QuitNow)),
        ConfirmDialog::LeaveRound => practice::update::leave_round(app),
        ConfirmDialog::BuildTable(..) => practice::start::accept_proposed(app, effects),
    }
}

/// A game against the engine from any position; the player has the side to move.
pub(crate) fn play_from(app: &mut App, position: Position, effects: &mut Effects) {
    let seats = GamePlayers::human_against(position.turn(), app.new_game_defaults.opponent_player());
    let setup = GameSetup { seats, time_control: app.next_time_control() };
    play::update::begin(app, position, setup, effects);
}

/// Opens a recognized text on the analysis board or in the game library. If it is neither a position nor a
/// game, the dialog with the reason is returned.
pub(crate) fn open_pasted(
    app: &mut App,
    text: &str,
    pasted: PastedText,
    effects: &mut Effects,
) -> Option<PasteDialog> {
    match pasted {
        PastedText::Position(position) => analyze::update::open_position(app, *position, effects),
        PastedText::Games(rows) => games::update::open_rows(app, Arc::from(text), rows, effects),
        PastedText::Moves { game, fault } => {
            let tree = &game.tree;
            // Full moves, as players count them.
            let half_moves = tree.main_line_from(tree.start()).len();
            let black_begins = usize::from(tree.node(tree.start()).position().turn().is_black());
            let moves = pluralized((half_moves + black_begins).div_ceil(2), "move");
            analyze::update::open_game(app, *game, effects);
            match fault {
                Some(fault) => app.show_toast(ToastLevel::Warning, format!("{moves} read, then: {fault}")),
                None => app.show_toast(ToastLevel::Note, format!("{moves} read")),
            }
        }
        PastedText::FaultyPosition { .. } => {
            return Some(PasteDialog::new(text_reading::update::beginning(text), &underlying_position(app)));
        }
        PastedText::Unknown { reason } => {
            return Some(PasteDialog::rejected(
                text_reading::update::beginning(text),
                reason,
                underlying_position(app),
            ));
        }
    }
    None
}

/// A text was pasted: it goes into the paste dialog where that is open, else it is used at once; an invalid
/// one opens the dialog, which gives the reason.
///
/// A long text is read in the background where all of it counts; elsewhere its beginning is enough.
pub(crate) fn paste(app: &mut App, text: String, effects: &mut Effects) {
    let here = underlying_position(app);
    if text.len() > text_reading::update::MAX_SYNC_BYTES {
        match app.dialog.take() {
            None if app.editor.is_some() => {
                return text_reading::update::begin(
                    app,
                    text,
                    Position::start(),
                    TextReadPurpose::Editor,
                    effects,
                );
            }
            None => return text_reading::update::begin(app, text, here, TextReadPurpose::Board, effects),
            Some(Dialog::Paste(open)) => {
                let whole = open.input.value().to_owned() + &text;
                return text_reading::update::begin(app, whole, here, TextReadPurpose::Board, effects);
            }
            other => app.dialog = other,
        }
    }
    let text = sanitized_text(text_reading::update::beginning(&text));
    match &mut app.dialog {
        Some(Dialog::Paste(open)) => {
            let before = open.input.value().to_owned();
            **open = PasteDialog::new(&(before + &text), &here);
        }
        Some(
            Dialog::Engines(EngineListDialog { adding: Some(input), .. })
            | Dialog::EngineOptions(EngineOptionsDialog { editing: Some(input), .. }),
        ) => {
            let room = engines::update::MAX_TYPED.saturating_sub(input.value().len());
            for c in text.chars().filter(|c| *c != '\n').take(room) {
                input.handle(InputRequest::InsertChar(c));
            }
        }
        Some(Dialog::Help(help)) => {
            for c in text.chars().filter(|c| *c != '\n').take(MAX_TYPED) {
                type_in_help(help, InputRequest::InsertChar(c));
            }
        }
        Some(Dialog::Palette(palette)) => {
            for c in text.chars().filter(|c| *c != '\n').take(MAX_TYPED) {
                palette.input.handle(InputRequest::InsertChar(c));
            }
            palette.chosen = 0;
        }
        Some(Dialog::Input(ask)) => {
            for c in text.chars().filter(|c| *c != '\n').take(MAX_INPUT) {
                ask.edit(InputRequest::InsertChar(c));
            }
        }
        Some(_) => {}
        None if app.editor.is_some() => editor::update::paste(app, &text),
        None => {
            app.chord = None;
            // A single move goes to the prompt of this screen.
            let word = text.trim();
            if let Some(position) = app.shown_position()
                && word.len() <= 8
                && !word.contains(char::is_whitespace)
                && notation::parse_move(&position, word).is_ok()
            {
                app.prompt.close();
                app.prompt.input = Input::new(word.to_owned());
                app.prompt.update_completions(&position);
                return router::moves::submit(app, effects);
            }
            app.prompt.close();
            let pasted = pasted::recognize(&text, &here);
            if let Some(refused) = open_pasted(app, &text, pasted, effects) {
                app.dialog = Some(Dialog::Paste(Box::new(refused)));
            }
        }
    }
}

/// A character for the open text field, or for the move prompt.
pub(crate) fn type_character(app: &mut App, c: char, effects: &mut Effects) {
    if !text::is_printable(c) {
        return;
    }
    match &mut app.dialog {
        Some(Dialog::NewGame(form)) => form.type_in(c),
        Some(Dialog::Promotion(choice)) => {
            let role = crate::chess::Role::from_char(c);
            if let Some(at) = choice.moves.iter().position(|mv| mv.promotion() == role && role.is_some()) {
                choice.chosen = at;
                act(app, Action::ChoiceTake, effects);
            }
        }
        Some(_) => edit(app, InputRequest::InsertChar(c), effects),
        None if app.editor.is_some() => editor::update::put_piece(app, c),
        None if app.tab == Tab::Games => {
            if app.games.filter_input.value().len() < MAX_TYPED {
                games::update::edit_filter(app, InputRequest::InsertChar(c), effects);
            }
        }
        None if app.prompt.ignores_suffix && MOVE_SUFFIXES.contains(c) => {}
        None => {
            app.chord = None;
            if app.has_board() && app.prompt.input.value().len() < MAX_TYPED {
                edit(app, InputRequest::InsertChar(c), effects);
            }
        }
    }
}

/// Edits the search text of the help.
fn type_in_help(help: &mut HelpDialog, request: InputRequest) {
    let Some(search) = &mut help.search else { return };
    if search.value().len() < MAX_TYPED || !matches!(request, InputRequest::InsertChar(_)) {
        search.handle(request);
        help.chosen = 0;
    }
}

/// Edits the open text field.
pub(crate) fn edit(app: &mut App, request: InputRequest, effects: &mut Effects) {
    let here = underlying_position(app);
    match &mut app.dialog {
        Some(Dialog::NewGame(form)) if request == InputRequest::DeletePrevChar => form.backspace(),
        Some(Dialog::Help(help)) => type_in_help(help, request),
        Some(Dialog::Palette(palette)) => {
            if palette.input.value().len() < MAX_TYPED || !matches!(request, InputRequest::InsertChar(_)) {
                palette.input.handle(request);
                palette.chosen = 0;
            }
        }
        Some(
            Dialog::Engines(EngineListDialog { adding: Some(input), .. })
            | Dialog::EngineOptions(EngineOptionsDialog { editing: Some(input), .. }),
        ) => {
            if input.value().len() < engines::update::MAX_TYPED
                || !matches!(request, InputRequest::InsertChar(_))
            {
                input.handle(request);
            }
        }
        Some(Dialog::Paste(paste)) => {
            paste.input.handle(request);
            paste.update_content(&here);
        }
        Some(Dialog::Input(ask)) => {
            if ask.input.value().len() < MAX_INPUT || !matches!(request, InputRequest::InsertChar(_)) {
                ask.edit(request);
            }
        }
        Some(_) => {}
        None if app.editor.is_some() => {}
        None if app.tab == Tab::Games => games::update::edit_filter(app, request, effects),
        None => {
            app.board.clear_selection();
            app.prompt.input.handle(request);
            if play::premove_update::is_open(app) {
                return play::premove_update::update_completions(app);
            }
            // An illegal move is reported from its first letter on.
            if let Some(reason) = router::moves::unplayable_reason(app) {
                app.prompt.clear_completions();
                app.prompt.error = Some(reason).filter(|_| app.prompt.is_open());
            } else if let Some(position) = app.shown_position() {
                app.prompt.update_completions(&position);
                router::moves::update_warning(app, &position);
                if matches!(request, InputRequest::InsertChar(_)) {
                    router::moves::play_if_unambiguous(app, effects);
                }
            }
        }
    }
}

/// Completes the typed move to the common prefix of all completions, or else selects the next of them.
pub(crate) fn complete(app: &mut App) {
    let Some(position) = app.shown_position() else { return };
    let Some(first) = app.prompt.completions.first().cloned() else { return };
    let agreed = app.prompt.completions.iter().fold(first, |agreed, other| {
        agreed.chars().zip(other.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
    });
    if app.prompt.chosen.is_some() || agreed.len() <= app.prompt.input.value().len() {
        return app.prompt.choose_next();
    }
    app.prompt.input = Input::new(agreed);
    if play::premove_update::is_open(app) {
        play::premove_update::update_completions(app);
    } else {
        app.prompt.update_completions(&position);
    }
}

/// The mouse over a dialog: rows choose, buttons act.
pub(crate) fn mouse(app: &mut App, gesture: MouseGesture, hit: Option<MouseHit>, effects: &mut Effects) {
    match (gesture, hit) {
        (MouseGesture::Press, Some(MouseHit::Action(action))) => effects.request(Request::Act(action)),
        (MouseGesture::Press, Some(MouseHit::Row(row))) => click_row(app, row, effects),
        (MouseGesture::WheelUp | MouseGesture::WheelDown, _) => {
            let up = gesture == MouseGesture::WheelUp;
            let turned = match &app.dialog {
                Some(Dialog::EngineOptions(_)) => [Action::OptionUp, Action::OptionDown],
                Some(Dialog::Engines(_)) => [Action::EngineUp, Action::EngineDown],
                _ => [Action::HelpUp, Action::HelpDown],
            };
            act(app, turned[usize::from(!up)], effects);
        }
        _ => {}
    }
}

fn click_row(app: &mut App, row: usize, effects: &mut Effects) {
    match &mut app.dialog {
        Some(Dialog::Palette(palette)) => {
            palette.chosen = row;
            act(app, Action::PaletteRun, effects);
        }
        Some(Dialog::Help(help)) => {
            help.chosen = row;
            act(app, Action::HelpRun, effects);
        }
        Some(Dialog::NewGame(form)) => {
            let Some(&clicked) = form.rows().get(row) else { return };
            form.typed.clear();
            form.row = clicked;
            if clicked == NewGameRow::Begin {
                act(app, Action::FormAccept, effects);
            }
        }
        Some(Dialog::Seating(form)) => {
            let Some(&clicked) = SeatingDialog::ROWS.get(row) else { return };
            form.row = clicked;
            if clicked == NewGameRow::Begin {
                act(app, Action::FormAccept, effects);
            }
        }
        Some(Dialog::Settings { chosen, .. }) if row < Preference::ALL.len() => {
            *chosen = row;
            act(app, Action::FormMore, effects);
        }
        Some(Dialog::Engines(list)) => {
            list.chosen = row;
            act(app, Action::EngineUse, effects);
        }
        Some(Dialog::EngineOptions(form)) => {
            form.chosen = row;
            act(app, Action::OptionEdit, effects);
        }
        Some(Dialog::Promotion(choice)) if row < choice.moves.len() => {
            choice.chosen = row;
            act(app, Action::ChoiceTake, effects);
        }
        _ => {}
    }
}

/// The actions of the palette that match a search, best first: those of the screen below it.
#[must_use]
pub(crate) fn matching_actions(app: &App, search: &str) -> Vec<&'static ActionSpec> {
    let needle = search.trim().to_lowercase();
    let contexts = app.screen_contexts();
    let mut fitting: Vec<(usize, &'static ActionSpec)> = ACTIONS
        .iter()
        .filter(|spec| spec.contexts.iter().any(|context| contexts.contains(context)))
        .filter(|spec| !matches!(spec.action, Action::Palette | Action::Back))
        .filter_map(|spec| Some((rank(spec, &needle)?, spec)))
        .collect();
    fitting.sort_by_key(|(rank, _)| *rank);
    fitting.into_iter().map(|(_, spec)| spec).collect()
}

/// How well an action matches a search: 0 is best, None not at all.
fn rank(spec: &ActionSpec, needle: &str) -> Option<usize> {
    let help = spec.help.to_lowercase();
    match () {
        () if spec.name.starts_with(needle) => Some(0),
        () if spec.name.contains(needle) => Some(1),
        () if help.contains(needle) => Some(2),
        () if needle.split(' ').all(|word| help.contains(word) || spec.name.contains(word)) => Some(3),
        () => None,
    }
}

/// Uses the line that was typed: a file name, a comment.
fn accept_input(app: &mut App, input: &InputDialog, agreed: ExportConsent, effects: &mut Effects) {
    let text = input.input.value().trim().to_owned();
    match input.purpose {
        InputPurpose::Moves => analyze::search_moves_update::set_search_moves(app, &text, effects),
        InputPurpose::Depth => analyze::depth::set_depth(app, &text, effects),
        InputPurpose::Syzygy => set_syzygy(app, &text, effects),
        InputPurpose::Comment(node) => analyze::notes::set_comment(app, node, &text, effects),
        InputPurpose::Drawings(node) => analyze::notes::set_drawings(app, node, &text, effects),
        InputPurpose::Import | InputPurpose::Export if text.is_empty() => {}
        InputPurpose::Import => games::update::import(app, PathBuf::from(text), effects),
        InputPurpose::Export => games::update::export(app, PathBuf::from(text), agreed, effects),
    }
}
