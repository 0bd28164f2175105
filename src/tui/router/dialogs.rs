//! The open dialog: its keys, its text, the mouse over it, and what becomes of the answer.

use std::path::PathBuf;

use tui_input::{Input, InputRequest};

use crate::chess::{Position, notation, text};
use crate::game::pasted;
use crate::tui::app::App;
use crate::tui::keymap::{
    Action, AppAction, ColumnListAction, DialogAction, DuplicateListAction, EngineListAction,
    EngineOptionsAction, FormAction, HelpAction, InputAction, PaletteAction, PromotionAction,
    SearchListAction,
};
use crate::tui::message::{Effect, Effects, LibraryRequest, MouseGesture, MouseHit, Request};
use crate::tui::model::dialog::paste::sanitized_text;
use crate::tui::model::dialog::tags::TagOwner;
use crate::tui::model::dialog::{
    EngineListDialog, EngineOptionsDialog, HelpDialog, InputDialog, PasteDialog, PlayersDialog,
};
use crate::tui::model::{
    ConfirmDialog, Dialog, ExportConsent, InputPurpose, NewGameRow, Preference, TextReadPurpose,
};
use crate::tui::navigation::{RowStep, Tab, ValueStep};
use crate::tui::router::{moves, paste, settings};
use crate::tui::{analyze, dialog, editor, engines, games, play, practice, text_reading};

/// The longest text that a line takes.
const MAX_TYPED: usize = 64;

/// Characters that may follow a move that was played without Enter.
const MOVE_SUFFIXES: &str = "+#!?";

/// The longest comment or name of a file that is typed, in bytes.
const MAX_INPUT: usize = 2_000;

/// Closes the open dialog, or answers its question.
pub(super) fn act(app: &mut App, action: DialogAction, effects: &mut Effects) {
    match action {
        DialogAction::Close if !games::duplicates_update::close(&mut app.shared.with(effects)) => {}
        DialogAction::Yes | DialogAction::No if matches!(app.shared.dialog, Some(Dialog::Duplicates(_))) => {
            let is_yes = action == DialogAction::Yes;
            games::duplicates_update::answer(&mut app.shared.with(effects), is_yes);
        }
        DialogAction::Close => {
            if let Some(Dialog::Settings { engine: Some(before), .. }) = app.shared.dialog.take()
                && !before.has_same_resources(&app.shared.config.engine)
            {
                settings::configure_engine(app, effects);
            }
        }
        DialogAction::Yes | DialogAction::No => {
            let is_question = |dialog: &mut Dialog| matches!(dialog, Dialog::Confirm(_));
            if let Some(Dialog::Confirm(question)) = app.shared.dialog.take_if(is_question)
                && action == DialogAction::Yes
            {
                confirm(app, question, effects);
            }
        }
    }
}

fn confirm(app: &mut App, question: ConfirmDialog, effects: &mut Effects) {
    match question {
        ConfirmDialog::Resign => play::result::resign(&mut app.play, &mut app.shared.with(effects)),
        ConfirmDialog::StopGame => play::watching::stop(&mut app.play, &mut app.shared.with(effects)),
        ConfirmDialog::Quit => effects.request(Request::Act(Action::App(AppAction::QuitNow))),
        ConfirmDialog::LeaveRound => practice::update::leave_round(&mut app.practice_tab, &mut app.shared),
        ConfirmDialog::BuildTable(..) => practice::start::accept_proposed(
            &mut app.practice,
            &mut app.practice_tab.with(&mut app.shared, effects),
        ),
    }
}

/// The actions of a question that wants a line of text.
pub(super) fn act_in_input(app: &mut App, action: InputAction, effects: &mut Effects) {
    let is_input = |dialog: &mut Dialog| matches!(dialog, Dialog::Input(_));
    let Some(Dialog::Input(mut dialog)) = app.shared.dialog.take_if(is_input) else { return };
    match action {
        InputAction::Take => return accept_input(app, &dialog, ExportConsent::NotGiven, effects),
        InputAction::Agree if dialog.obstacle.is_some() => {
            return accept_input(app, &dialog, ExportConsent::Given, effects);
        }
        InputAction::Clear => dialog = InputDialog::new(dialog.purpose, ""),
        InputAction::Complete if dialog.is_path() => {
            dialog.is_suggestion = false;
            effects.push(LibraryRequest::CompletePath(dialog.input.value().to_owned()));
        }
        InputAction::Complete if dialog.purpose == InputPurpose::Labels => {
            games::labels_update::complete(&app.games, &mut dialog);
        }
        InputAction::Complete if dialog.purpose == InputPurpose::Player => {
            games::statistics::report::complete(&app.games, &mut dialog);
        }
        InputAction::ToggleLink => _ = dialog.toggle_link(),
        InputAction::Agree | InputAction::Complete => {}
    }
    app.shared.dialog = Some(Dialog::Input(dialog));
}

/// Uses the line that was typed: a file name, a comment.
fn accept_input(app: &mut App, input: &InputDialog, agreed: ExportConsent, effects: &mut Effects) {
    let text = input.input.value().trim().to_owned();
    match input.purpose {
        InputPurpose::Moves => {
            analyze::search_moves_update::set_search_moves(
                &mut app.analyze,
                &mut app.shared.with(effects),
                &text,
            );
        }
        InputPurpose::Depth => {
            analyze::depth::set_depth(&mut app.analyze, &mut app.shared.with(effects), &text);
        }
        InputPurpose::Syzygy => set_syzygy(app, &text, effects),
        InputPurpose::Comment(node) => {
            analyze::notes::set_comment(&mut app.analyze, &mut app.shared.with(effects), node, &text);
        }
        InputPurpose::Drawings(node) => {
            analyze::notes::set_drawings(&mut app.analyze, &mut app.shared.with(effects), node, &text);
        }
        InputPurpose::MyNames => {
            games::files_update::set_my_names(&mut app.games, &mut app.shared.with(effects), &text);
        }
        InputPurpose::Labels => {
            games::labels_update::change(&mut app.games, &mut app.shared.with(effects), &text);
        }
        InputPurpose::SearchName => {
            games::searches_update::save(&app.games, &mut app.shared.with(effects), &text, agreed);
        }
        InputPurpose::Player => {
            games::statistics::report::show_named(&mut app.games, &mut app.shared.with(effects), &text);
        }
        InputPurpose::Import | InputPurpose::Link | InputPurpose::Export if text.is_empty() => {}
        InputPurpose::Import => {
            let request = LibraryRequest::ImportGames(PathBuf::from(text));
            games::files_update::import(&mut app.games, &mut app.shared.with(effects), request);
        }
        InputPurpose::Link => {
            let request = LibraryRequest::LinkFile(PathBuf::from(text));
            games::files_update::import(&mut app.games, &mut app.shared.with(effects), request);
        }
        InputPurpose::Export => {
            games::files_update::export(
                &app.games,
                &mut app.shared.with(effects),
                PathBuf::from(text),
                agreed,
            );
        }
    }
}

/// The actions of a form.
pub(super) fn act_in_form(app: &mut App, action: FormAction, effects: &mut Effects) {
    match app.shared.dialog {
        Some(Dialog::NewGame(_)) => play::new_game::act(&mut app.play, &mut app.shared.with(effects), action),
        Some(Dialog::Players(_)) => play::players::act(&mut app.play, &mut app.shared.with(effects), action),
        Some(Dialog::Settings { .. }) => act_in_settings(app, action, effects),
        Some(Dialog::Tags(_)) => act_in_tags(app, action, effects),
        _ => {}
    }
}

/// Walks through the tags of a game, or saves them.
fn act_in_tags(app: &mut App, action: FormAction, effects: &mut Effects) {
    let Some(Dialog::Tags(form)) = &mut app.shared.dialog else { return };
    match action {
        FormAction::Rows(step) => form.chosen = step.from(form.chosen, form.fields.len().saturating_sub(1)),
        FormAction::Change(_) => {}
        FormAction::Accept => {
            let Some(changes) = form.changes() else { return };
            let owner = form.owner.clone();
            app.shared.dialog = None;
            let cx = &mut app.shared.with(effects);
            match owner {
                TagOwner::Listed(place) => games::tags_update::save(cx, place, changes),
                TagOwner::Analysis => analyze::notes::save_to_library(&mut app.analyze, cx, &changes),
            }
        }
    }
}

/// Changes the settings. Enter closes them; on the Syzygy folder it opens its prompt.
fn act_in_settings(app: &mut App, action: FormAction, effects: &mut Effects) {
    let Some(Dialog::Settings { chosen, engine }) = &mut app.shared.dialog else { return };
    let Some(&preference) = Preference::ALL.get(*chosen) else { return };
    match action {
        FormAction::Rows(step) => *chosen = step.from(*chosen, Preference::ALL.len() - 1),
        FormAction::Change(step) => {
            // The hash table is reallocated once, after the last change.
            engine.get_or_insert_with(|| app.shared.config.engine.clone());
            let open = app.shared.dialog.take();
            settings::change_preference(app, preference, step.delta(), effects);
            app.shared.dialog = open;
        }
        FormAction::Accept => {
            act(app, DialogAction::Close, effects);
            if preference == Preference::Syzygy {
                let folder = app.shared.config.engine.syzygy.to_string_lossy();
                let dialog = InputDialog::new(InputPurpose::Syzygy, &folder);
                app.shared.dialog = Some(Dialog::Input(dialog));
            }
        }
    }
}

/// The Syzygy folder was typed: it is used at once.
fn set_syzygy(app: &mut App, folder: &str, effects: &mut Effects) {
    if folder != app.shared.config.engine.syzygy.to_string_lossy() {
        app.shared.config.engine.syzygy = PathBuf::from(folder);
        effects.push(Effect::SaveConfig);
        settings::configure_engine(app, effects);
    }
    let chosen = Preference::ALL.iter().position(|&row| row == Preference::Syzygy).unwrap_or_default();
    app.shared.dialog = Some(Dialog::Settings { chosen, engine: None });
}

/// A character for the open text field, or for the move prompt.
pub(super) fn type_character(app: &mut App, c: char, effects: &mut Effects) {
    if !text::is_printable(c) {
        return;
    }
    match &mut app.shared.dialog {
        Some(Dialog::NewGame(form)) => form.type_in(c),
        Some(Dialog::Promotion(choice)) => {
            let role = crate::chess::Role::from_char(c);
            if let Some(at) = choice.moves.iter().position(|mv| mv.promotion() == role && role.is_some()) {
                choice.chosen = at;
                moves::act_in_promotion(app, PromotionAction::Take, effects);
            }
        }
        Some(_) => edit(app, InputRequest::InsertChar(c), effects),
        None if app.editor.open.is_some() => editor::update::put_piece(&mut app.editor, c),
        None if app.shared.tab == Tab::Games => edit_filter(app, [InputRequest::InsertChar(c)], effects),
        None if app.shared.prompt.ignores_suffix && MOVE_SUFFIXES.contains(c) => {}
        None => {
            app.shared.chord = None;
            if app.has_board() && app.shared.prompt.input.value().len() < MAX_TYPED {
                edit(app, InputRequest::InsertChar(c), effects);
            }
        }
    }
}

/// A whole text for the open text field, or for the move prompt, which reads it once, when all of it is there. A move
/// waits for Enter.
pub(super) fn type_text(app: &mut App, text: &str, effects: &mut Effects) {
    let is_for_board = app.shared.dialog.is_none() && app.shared.tab != Tab::Games && app.has_board();
    if is_for_board {
        app.shared.chord = None;
        let typed = typed_part(text, app.shared.prompt.input.value().len());
        return moves::type_text(app, &typed);
    }
    if app.shared.dialog.is_none() && app.editor.open.is_none() && app.shared.tab == Tab::Games {
        return edit_filter(app, text.chars().map(InputRequest::InsertChar), effects);
    }
    for c in text.chars() {
        type_character(app, c, effects);
    }
}

/// What a line that has so many bytes takes of a text.
fn typed_part(text: &str, mut used: usize) -> String {
    let fits = |c: &char| {
        let has_room = used < MAX_TYPED;
        used += c.len_utf8();
        has_room
    };
    text.chars().filter(|&c| text::is_printable(c)).take_while(fits).collect()
}

/// Edits of the search of the game list, which is made once, behind the last one.
pub(super) fn edit_filter(
    app: &mut App,
    edits: impl IntoIterator<Item = InputRequest>,
    effects: &mut Effects,
) {
    games::update::edit_filter(&mut app.games, &mut app.shared.with(effects), edits);
}

/// A text was pasted: a line goes into the search that is being typed. Any other text goes into the paste dialog where that is open, else it is used at once; an invalid
/// one opens the dialog, which gives the reason.
///
/// A long text is read in the background where all of it counts; elsewhere its beginning is enough.
pub(super) fn paste(app: &mut App, text: String, effects: &mut Effects) {
    if app.is_search_typed() && text.trim().lines().count() == 1 {
        return edit_filter(app, text.trim().chars().map(InputRequest::InsertChar), effects);
    }
    let here = paste::underlying_position(app);
    if text.len() > text_reading::update::MAX_SYNC_BYTES {
        match app.shared.dialog.take() {
            None if app.editor.open.is_some() => {
                return text_reading::update::begin(
                    &mut app.shared.with(effects),
                    text,
                    Position::start(),
                    TextReadPurpose::Editor,
                );
            }
            None => {
                return text_reading::update::begin(
                    &mut app.shared.with(effects),
                    text,
                    here,
                    TextReadPurpose::Board,
                );
            }
            Some(Dialog::Paste(open)) => {
                let whole = open.text() + &text;
                return text_reading::update::begin(
                    &mut app.shared.with(effects),
                    whole,
                    here,
                    TextReadPurpose::Board,
                );
            }
            other => app.shared.dialog = other,
        }
    }
    let text = sanitized_text(text_reading::update::beginning(&text));
    match &mut app.shared.dialog {
        Some(Dialog::Paste(open)) if open.text_len() + text.len() > text_reading::update::MAX_SYNC_BYTES => {
            open.append(&text, app.shared.now);
        }
        Some(Dialog::Paste(open)) => **open = PasteDialog::new(&(open.text() + &text), &here),
        Some(_) => {
            for c in text.chars().filter(|c| *c != '\n') {
                edit(app, InputRequest::InsertChar(c), effects);
            }
        }
        None if app.editor.open.is_some() => editor::update::paste(&mut app.editor, &mut app.shared, &text),
        None => {
            app.shared.chord = None;
            // A single move goes to the prompt of this screen.
            let word = text.trim();
            if let Some(position) = app.shown_position()
                && word.len() <= 8
                && !word.contains(char::is_whitespace)
                && notation::parse_move(&position, word).is_ok()
            {
                app.shared.prompt.close();
                app.shared.prompt.input = Input::new(word.to_owned());
                app.shared.prompt.update_completions(&position);
                return moves::submit(app, effects);
            }
            app.shared.prompt.close();
            paste::show_pasted(app, &text, pasted::recognize(&text, &here), effects);
        }
    }
}

/// Edits the open text field.
pub(super) fn edit(app: &mut App, request: InputRequest, effects: &mut Effects) {
    let is_typed = matches!(request, InputRequest::InsertChar(_));
    let (input, most) = match &mut app.shared.dialog {
        Some(Dialog::Help(HelpDialog { search: Some(input), chosen })) => {
            *chosen = 0;
            (input, MAX_TYPED)
        }
        Some(Dialog::Palette(palette)) => {
            palette.chosen = 0;
            (&mut palette.input, MAX_TYPED)
        }
        Some(
            Dialog::Engines(EngineListDialog { adding: Some(input), .. })
            | Dialog::EngineOptions(EngineOptionsDialog { editing: Some(input), .. }),
        ) => (input, engines::update::MAX_TYPED),
        Some(Dialog::NewGame(form)) if request == InputRequest::DeletePrevChar => return form.backspace(),
        Some(Dialog::Paste(_)) => return paste::edit(app, request),
        Some(Dialog::Input(dialog)) => {
            if !is_typed || dialog.input.value().len() < MAX_INPUT {
                dialog.edit(request);
            }
            return;
        }
        Some(Dialog::Tags(form)) => return form.edit(request),
        Some(_) => return,
        None if app.editor.open.is_some() => return,
        None if app.shared.tab == Tab::Games => {
            return edit_filter(app, [request], effects);
        }
        None => return moves::edit(app, request, effects),
    };
    if !is_typed || input.value().len() < most {
        input.handle(request);
    }
}

/// The mouse over a dialog: rows choose, buttons act.
pub(super) fn mouse(app: &mut App, gesture: MouseGesture, hit: Option<MouseHit>, effects: &mut Effects) {
    match (gesture, hit) {
        (MouseGesture::Press, Some(MouseHit::Action(action))) => effects.request(Request::Act(action)),
        (MouseGesture::Press, Some(MouseHit::Row(row))) => click_row(app, row, effects),
        (MouseGesture::WheelUp | MouseGesture::WheelDown, _) => {
            let step = if gesture == MouseGesture::WheelUp { RowStep::Up } else { RowStep::Down };
            engines::update::act_in_options(&mut app.shared.with(effects), EngineOptionsAction::Rows(step));
            games::update::act_in_searches(
                &mut app.games,
                &mut app.shared.with(effects),
                SearchListAction::Rows(step),
            );
            engines::update::act_in_list(
                &mut app.shared.with(effects),
                &app.play.game_engines(),
                EngineListAction::Rows(step),
            );
            games::columns_update::act(&mut app.shared.with(effects), ColumnListAction::Rows(step));
            games::duplicates_update::act(&mut app.shared.with(effects), DuplicateListAction::Rows(step));
            dialog::help_update::act(
                &app.screen_contexts(),
                &mut app.shared.with(effects),
                HelpAction::Rows(step),
            );
        }
        _ => {}
    }
}

fn click_row(app: &mut App, row: usize, effects: &mut Effects) {
    match &mut app.shared.dialog {
        Some(Dialog::Palette(palette)) => {
            palette.chosen = row;
            dialog::palette_update::act(
                &app.screen_contexts(),
                &mut app.shared.with(effects),
                PaletteAction::Run,
            );
        }
        Some(Dialog::Help(help)) => {
            help.chosen = row;
            dialog::help_update::act(&app.screen_contexts(), &mut app.shared.with(effects), HelpAction::Run);
        }
        Some(Dialog::NewGame(form)) => {
            let Some(&clicked) = form.rows().get(row) else { return };
            form.typed.clear();
            form.row = clicked;
            if clicked == NewGameRow::Begin {
                act_in_form(app, FormAction::Accept, effects);
            }
        }
        Some(Dialog::Players(form)) => {
            let Some(&clicked) = PlayersDialog::ROWS.get(row) else { return };
            form.row = clicked;
            if clicked == NewGameRow::Begin {
                act_in_form(app, FormAction::Accept, effects);
            }
        }
        Some(Dialog::Settings { chosen, .. }) if row < Preference::ALL.len() => {
            *chosen = row;
            act_in_form(app, FormAction::Change(ValueStep::More), effects);
        }
        Some(Dialog::Tags(form)) if row < form.fields.len() => form.chosen = row,
        Some(Dialog::Engines(list)) => {
            list.chosen = row;
            engines::update::act_in_list(
                &mut app.shared.with(effects),
                &app.play.game_engines(),
                EngineListAction::Use,
            );
        }
        Some(Dialog::Searches(list)) => {
            list.chosen = row;
            games::update::act_in_searches(
                &mut app.games,
                &mut app.shared.with(effects),
                SearchListAction::Use,
            );
        }
        Some(Dialog::Columns(_)) => games::columns_update::click(&mut app.shared.with(effects), row),
        Some(Dialog::EngineOptions(form)) => {
            form.chosen = row;
            engines::update::act_in_options(&mut app.shared.with(effects), EngineOptionsAction::Edit);
        }
        Some(Dialog::Promotion(choice)) if row < choice.moves.len() => {
            choice.chosen = row;
            moves::act_in_promotion(app, PromotionAction::Take, effects);
        }
        _ => {}
    }
}
