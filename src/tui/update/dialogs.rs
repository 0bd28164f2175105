//! What lies over a screen: its keys, its text, and what comes of it.

use std::sync::Arc;

use tui_input::{Input, InputRequest};

use crate::chess::names::counted;
use crate::chess::{Color, Position, chess960, notation, text};
use crate::game::{Pasted, Seats, TimeControl, pasted};
use crate::practice::Guard;
use crate::tui::app::games::Agreed;
use crate::tui::app::{App, Bell, Engine, Preference, ReadFor, Setting, Setup, Tab, Tone};
use crate::tui::dialog::ask::Wanted;
use crate::tui::dialog::new_game::{Array, CONTROLS, Part, Row, Side};
use crate::tui::dialog::{
    Ask, Dialog, EngineList, EngineOptions, Found, Help, NewGame, Paste, Question, Seating, paste::clean,
};
use crate::tui::keymap::{ACTIONS, Action, Spec};
use crate::tui::theme::Men;

use super::{
    Effect, Gesture, Hit, act as actions, drill, editor, engines, game, games, help, moves, premove, reading,
    settings, study,
};

/// The longest text that a line takes.
const MOST_TYPED: usize = 64;

/// What may follow a move that was played without Enter.
const ENDS: &str = "+#!?";

/// The longest comment or name of a file that is typed, in bytes.
const MOST_ASKED: usize = 2_000;

/// Does what an action means in the dialog that is open.
pub(super) fn act(app: &mut App, action: Action, effects: &mut Vec<Effect>) {
    use Action as A;
    let Some(mut dialog) = app.dialog.take() else { return };
    if matches!(dialog, Dialog::Settings { .. }) && matches!(action, A::Close | A::FormAccept) {
        return close_settings(app, &dialog, action, effects);
    }
    if action == A::Close {
        return;
    }
    match dialog {
        Dialog::Engines(list) => return engines::in_list(app, list, action, effects),
        Dialog::EngineOptions(form) => return engines::in_options(app, form, action, effects),
        _ => {}
    }
    match (&mut dialog, action) {
        (Dialog::Help(list), A::HelpRun) => {
            let chosen = help::chosen(app, list);
            return chosen.into_iter().for_each(|action| actions::act(app, action, effects));
        }
        (Dialog::Help(list), A::HelpSearch) => *list = Help { search: Some(Input::default()), chosen: 0 },
        (Dialog::Help(list), A::HelpClear) => *list = Help::default(),
        (Dialog::Help(list), A::HelpUp | A::HelpDown | A::HelpPageUp | A::HelpPageDown) => {
            help::choose(app, list, action);
        }
        (Dialog::Palette(palette), A::PaletteUp) => palette.chosen = palette.chosen.saturating_sub(1),
        (Dialog::Palette(palette), A::PaletteDown) => {
            let last = found(app, palette.input.value()).len().saturating_sub(1);
            palette.chosen = (palette.chosen + 1).min(last);
        }
        (Dialog::Palette(palette), A::PaletteRun) => {
            let chosen = found(app, palette.input.value()).get(palette.chosen).map(|spec| spec.action);
            return chosen.into_iter().for_each(|action| actions::act(app, action, effects));
        }
        (Dialog::NewGame(form), A::FormUp) => form.move_row(-1),
        (Dialog::NewGame(form), A::FormDown) => form.move_row(1),
        (Dialog::NewGame(form), A::FormLess) => form.change(-1),
        (Dialog::NewGame(form), A::FormMore) => form.change(1),
        (Dialog::NewGame(form), A::FormAccept) if form.fault().is_none() => return begin(app, form, effects),
        (Dialog::Seating(form), A::FormUp) => form.move_row(-1),
        (Dialog::Seating(form), A::FormDown) => form.move_row(1),
        (Dialog::Seating(form), A::FormLess) => form.change(-1),
        (Dialog::Seating(form), A::FormMore) => form.change(1),
        (Dialog::Seating(form), A::FormAccept) => return game::reseat(app, form.seats.clone(), effects),
        (Dialog::Settings { chosen, .. }, A::FormUp) => *chosen = chosen.saturating_sub(1),
        (Dialog::Settings { chosen, .. }, A::FormDown) => {
            *chosen = (*chosen + 1).min(Preference::ALL.len() - 1);
        }
        (Dialog::Settings { chosen, engine_use }, A::FormLess | A::FormMore) => {
            let up = if action == A::FormMore { 1 } else { -1 };
            // The table is made once, when the last word has been said.
            engine_use.get_or_insert_with(|| app.engine_use.clone());
            change(app, Preference::ALL[(*chosen).min(Preference::ALL.len() - 1)], up, effects);
        }
        (Dialog::Confirm(_), A::No) | (Dialog::Help(_), A::HelpClose) => return,
        (Dialog::Ask(ask), A::AskTake) => return games::answered(app, ask, Agreed::NotYet, effects),
        (Dialog::Ask(ask), A::AskAgree) if ask.obstacle.is_some() => {
            return games::answered(app, ask, Agreed::Yes, effects);
        }
        (Dialog::Ask(ask), A::AskClear) => *ask = Ask::new(ask.wanted, ""),
        (Dialog::Ask(ask), A::AskComplete) if ask.is_path() => {
            ask.suggested = false;
            effects.push(Effect::CompletePath(ask.input.value().to_owned()));
        }
        (Dialog::Paste(paste), _) => {
            if let Handled::Closed = in_paste(app, paste, action, effects) {
                return;
            }
        }
        (Dialog::Promotion(choice), A::ChoiceBefore) => choice.chosen = choice.chosen.saturating_sub(1),
        (Dialog::Promotion(choice), A::ChoiceNext) => {
            choice.chosen = (choice.chosen + 1).min(choice.moves.len().saturating_sub(1));
        }
        (Dialog::Promotion(choice), A::ChoiceTake) => {
            let chosen = choice.moves.get(choice.chosen).copied();
            if let (Some(mv), Some(position)) = (chosen, app.shown()) {
                moves::request(app, &position, mv, effects);
            }
            return;
        }
        (Dialog::Confirm(question), A::Yes) => return answer(app, *question, effects),
        _ => {}
    }
    app.dialog = Some(dialog);
}

/// Closes the settings; what the engine may use counts from now on. Enter on the folder asks for it.
fn close_settings(app: &mut App, dialog: &Dialog, action: Action, effects: &mut Vec<Effect>) {
    let Dialog::Settings { chosen, engine_use } = dialog else { return };
    if engine_use.as_ref().is_some_and(|before| *before != app.engine_use) {
        settings::configure_engine(app, effects);
    }
    if action == Action::FormAccept && Preference::ALL.get(*chosen) == Some(&Preference::Syzygy) {
        app.dialog = Some(Dialog::Ask(Ask::new(Wanted::Syzygy, &app.engine_use.syzygy)));
    }
}

/// The folder with Syzygy tables was typed: it counts at once.
pub(super) fn take_syzygy(app: &mut App, folder: &str, effects: &mut Vec<Effect>) {
    if folder != app.engine_use.syzygy {
        folder.clone_into(&mut app.engine_use.syzygy);
        keep(Setting::Syzygy(folder.to_owned()), effects);
        settings::configure_engine(app, effects);
    }
    let chosen = Preference::ALL.iter().position(|&row| row == Preference::Syzygy).unwrap_or_default();
    app.dialog = Some(Dialog::Settings { chosen, engine_use: None });
}

/// Begins the game that a form describes.
fn begin(app: &mut App, form: &NewGame, effects: &mut Vec<Effect>) {
    effects.push(Effect::SaveSettings(chosen(app, form)));
    let facing = |you| Seats::facing(you, form.engine());
    let seats = match form.part {
        Part::Play(Side::White) => facing(Color::White),
        Part::Play(Side::Black) => facing(Color::Black),
        Part::Play(Side::Random) => facing(app.throw()),
        Part::Watch => form.watched.clone(),
    };
    let start = match form.array {
        Array::Here => form.here.clone(),
        Array::Standard => None,
        Array::Chess960 => chess960::start(form.number.unwrap_or_else(|| app.draw(chess960::COUNT))),
        // Between engines White gives the odds.
        Array::Odds(odds) => Some(odds.start(seats.you().map_or(Color::White, Color::other))),
    };
    if form.array != Array::Here {
        app.offer.part = form.part;
    }
    app.offer.control = None;
    let setup = Setup { seats, control: form.time_control() };
    game::begin(app, start.unwrap_or_else(Position::start), setup, effects);
}

/// What the form of a new game says for the games to come. Two engines play each other only where it is asked for,
/// and from a position the color follows from who is to move.
fn chosen(app: &App, form: &NewGame) -> Vec<Setting> {
    let before = app.next_control();
    let mut chosen = Vec::new();
    if let Part::Play(side) = form.part {
        chosen.extend(Some(Setting::Side(side)).filter(|_| form.array != Array::Here));
        chosen.push(Setting::Level(form.level));
        if !form.outside().is_empty() || app.offer.opponent.is_some() {
            chosen.push(Setting::Opponent(form.opponent.clone()));
        }
    }
    // A time that the form does not offer was set by hand: it stays unless another one was chosen.
    if CONTROLS.contains(&before) || form.time_control() != before {
        chosen.push(Setting::Time(form.time_control()));
    }
    chosen
}

/// Whether a dialog stays open.
enum Handled {
    Open,
    Closed,
}

fn in_paste(app: &mut App, paste: &mut Paste, action: Action, effects: &mut Vec<Effect>) -> Handled {
    use Action as A;
    let here = under(app);
    match action {
        A::PasteClear => {
            paste.input = Input::default();
            paste.check(&here);
            Handled::Open
        }
        A::PasteRepair if paste.repair(0, &here) => Handled::Open,
        A::PasteRepair | A::PasteEdit => {
            editor::open_from_text(app, paste);
            Handled::Closed
        }
        // Enter on a fault with a repair takes the repair first; the next Enter takes the position.
        A::PasteAnalyze if matches!(&paste.found, Found::Faulty(fault) if !fault.repairs.is_empty()) => {
            _ = paste.repair(0, &here);
            Handled::Open
        }
        A::PasteAnalyze | A::PastePlay | A::PasteDrill if !paste.is_usable() => Handled::Open,
        A::PastePlay | A::PasteDrill if matches!(paste.found, Found::Games(_)) => Handled::Open,
        A::PasteAnalyze => {
            let text = paste.input.value();
            let pasted = pasted::recognize(text, &here);
            take(app, text, pasted, effects);
            Handled::Closed
        }
        A::PastePlay => {
            play_from(app, paste.preview.clone(), effects);
            Handled::Closed
        }
        A::PasteDrill => match drill::start::begin_from(app, &paste.preview, effects) {
            drill::start::Begins::Yes => Handled::Closed,
            drill::start::Begins::Not => Handled::Open,
        },
        _ => Handled::Open,
    }
}

/// The position of the screen itself, whatever a dialog previews.
fn under(app: &App) -> Position {
    app.walk().map_or_else(Position::start, |walk| walk.position().clone())
}

fn answer(app: &mut App, question: Question, effects: &mut Vec<Effect>) {
    match question {
        Question::Resign => game::resign(app, effects),
        Question::StopGame => game::stop(app, effects),
        Question::Quit => super::leave(app, effects),
        Question::LeaveRound => drill::to_list(app),
        Question::BuildTable(..) => drill::start::build_proposed(app, effects),
    }
}

/// A game against the engine from any position; the player has the side to move.
pub(super) fn play_from(app: &mut App, position: Position, effects: &mut Vec<Effect>) {
    let seats = Seats::facing(position.turn(), app.offer.engine());
    let setup = Setup { seats, control: app.next_control() };
    game::begin(app, position, setup, effects);
}

/// Shows what a text turned out to be on the analysis board or in the list of games. Where it is neither, the box that
/// says why is returned.
pub(super) fn take(app: &mut App, text: &str, pasted: Pasted, effects: &mut Vec<Effect>) -> Option<Paste> {
    match pasted {
        Pasted::Position(position) => study::open_position(app, *position, effects),
        Pasted::Games(rows) => games::open_rows(app, Arc::from(text), rows, effects),
        Pasted::Moves { game, fault } => {
            let tree = &game.tree;
            // A move is White's and Black's, as people count them.
            let half_moves = tree.main_line_from(tree.start()).len();
            let black_begins = usize::from(tree.node(tree.start()).position().turn().is_black());
            let moves = counted((half_moves + black_begins).div_ceil(2), "move");
            study::open_game(app, *game, effects);
            match fault {
                Some(fault) => app.say(Tone::Warning, format!("{moves} read, then: {fault}")),
                None => app.say(Tone::Note, format!("{moves} read")),
            }
        }
        Pasted::FaultyPosition { .. } => return Some(Paste::new(reading::beginning(text), &under(app))),
        Pasted::Unknown { reason } => {
            return Some(Paste::refused(reading::beginning(text), reason, under(app)));
        }
    }
    None
}

/// A text was pasted: into the box where it is open, else taken at once; one that cannot be taken opens
/// the box, which says why.
///
/// A long text is read in the background where all of it counts; elsewhere its beginning is enough.
pub(super) fn paste(app: &mut App, text: String, effects: &mut Vec<Effect>) {
    let here = under(app);
    if text.len() > reading::AT_ONCE {
        match app.dialog.take() {
            None if app.editor.is_some() => {
                return reading::begin(app, text, Position::start(), ReadFor::Editor, effects);
            }
            None => return reading::begin(app, text, here, ReadFor::Board, effects),
            Some(Dialog::Paste(open)) => {
                let whole = open.input.value().to_owned() + &text;
                return reading::begin(app, whole, here, ReadFor::Board, effects);
            }
            other => app.dialog = other,
        }
    }
    let text = clean(reading::beginning(&text));
    match &mut app.dialog {
        Some(Dialog::Paste(open)) => {
            let before = open.input.value().to_owned();
            **open = Paste::new(&(before + &text), &here);
        }
        Some(
            Dialog::Engines(EngineList { adding: Some(input), .. })
            | Dialog::EngineOptions(EngineOptions { editing: Some(input), .. }),
        ) => {
            let room = engines::MOST_TYPED.saturating_sub(input.value().len());
            for c in text.chars().filter(|c| *c != '\n').take(room) {
                input.handle(InputRequest::InsertChar(c));
            }
        }
        Some(Dialog::Help(help)) => {
            for c in text.chars().filter(|c| *c != '\n').take(MOST_TYPED) {
                type_in_help(help, InputRequest::InsertChar(c));
            }
        }
        Some(Dialog::Palette(palette)) => {
            for c in text.chars().filter(|c| *c != '\n').take(MOST_TYPED) {
                palette.input.handle(InputRequest::InsertChar(c));
            }
            palette.chosen = 0;
        }
        Some(Dialog::Ask(ask)) => {
            for c in text.chars().filter(|c| *c != '\n').take(MOST_ASKED) {
                ask.edit(InputRequest::InsertChar(c));
            }
        }
        Some(_) => {}
        None if app.editor.is_some() => editor::paste(app, &text),
        None => {
            app.chord = None;
            // A single move goes to the prompt of this screen.
            let word = text.trim();
            if let Some(position) = app.shown()
                && word.len() <= 8
                && !word.contains(char::is_whitespace)
                && notation::parse_move(&position, word).is_ok()
            {
                app.prompt.close();
                app.prompt.input = Input::new(word.to_owned());
                app.prompt.complete(&position);
                return moves::submit(app, effects);
            }
            app.prompt.close();
            let pasted = pasted::recognize(&text, &here);
            if let Some(refused) = take(app, &text, pasted, effects) {
                app.dialog = Some(Dialog::Paste(Box::new(refused)));
            }
        }
    }
}

/// A character for the text that is open, or for the move prompt.
pub(super) fn type_character(app: &mut App, c: char, effects: &mut Vec<Effect>) {
    if !text::is_harmless(c) {
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
        None if app.editor.is_some() => editor::put(app, c),
        None if app.tab == Tab::Games => {
            if app.games.filter.value().len() < MOST_TYPED {
                games::edit_filter(app, InputRequest::InsertChar(c), effects);
            }
        }
        None if app.prompt.tail && ENDS.contains(c) => {}
        None => {
            app.chord = None;
            if app.has_board() && app.prompt.input.value().len() < MOST_TYPED {
                edit(app, InputRequest::InsertChar(c), effects);
            }
        }
    }
}

/// Edits the words that the help is searched for.
fn type_in_help(help: &mut Help, request: InputRequest) {
    let Some(search) = &mut help.search else { return };
    if search.value().len() < MOST_TYPED || !matches!(request, InputRequest::InsertChar(_)) {
        search.handle(request);
        help.chosen = 0;
    }
}

/// Edits the text that is open.
pub(super) fn edit(app: &mut App, request: InputRequest, effects: &mut Vec<Effect>) {
    let here = under(app);
    match &mut app.dialog {
        Some(Dialog::NewGame(form)) if request == InputRequest::DeletePrevChar => form.untype(),
        Some(Dialog::Help(help)) => type_in_help(help, request),
        Some(Dialog::Palette(palette)) => {
            if palette.input.value().len() < MOST_TYPED || !matches!(request, InputRequest::InsertChar(_)) {
                palette.input.handle(request);
                palette.chosen = 0;
            }
        }
        Some(
            Dialog::Engines(EngineList { adding: Some(input), .. })
            | Dialog::EngineOptions(EngineOptions { editing: Some(input), .. }),
        ) => {
            if input.value().len() < engines::MOST_TYPED || !matches!(request, InputRequest::InsertChar(_)) {
                input.handle(request);
            }
        }
        Some(Dialog::Paste(paste)) => {
            paste.input.handle(request);
            paste.check(&here);
        }
        Some(Dialog::Ask(ask)) => {
            if ask.input.value().len() < MOST_ASKED || !matches!(request, InputRequest::InsertChar(_)) {
                ask.edit(request);
            }
        }
        Some(_) => {}
        None if app.editor.is_some() => {}
        None if app.tab == Tab::Games => games::edit_filter(app, request, effects),
        None => {
            app.board.let_go();
            app.prompt.input.handle(request);
            if premove::is_open(app) {
                return premove::complete(app);
            }
            // What cannot be played now says so from its first letter on.
            if let Some(reason) = moves::unplayable(app) {
                app.prompt.forget();
                app.prompt.fault = Some(reason).filter(|_| app.prompt.is_open());
            } else if let Some(position) = app.shown() {
                app.prompt.complete(&position);
                moves::warn(app, &position);
                if matches!(request, InputRequest::InsertChar(_)) {
                    moves::play_at_once(app, effects);
                }
            }
        }
    }
}

/// Completes the typed move as far as all its completions agree, or else chooses the next of them.
pub(super) fn complete(app: &mut App) {
    let Some(position) = app.shown() else { return };
    let Some(first) = app.prompt.completions.first().cloned() else { return };
    let agreed = app.prompt.completions.iter().fold(first, |agreed, other| {
        agreed.chars().zip(other.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
    });
    if app.prompt.chosen.is_some() || agreed.len() <= app.prompt.input.value().len() {
        return app.prompt.choose_next();
    }
    app.prompt.input = Input::new(agreed);
    if premove::is_open(app) { premove::complete(app) } else { app.prompt.complete(&position) }
}

/// The mouse over a dialog: rows choose, buttons act.
pub(super) fn mouse(app: &mut App, gesture: Gesture, hit: Option<Hit>, effects: &mut Vec<Effect>) {
    match (gesture, hit) {
        (Gesture::Press, Some(Hit::Action(action))) => actions::act(app, action, effects),
        (Gesture::Press, Some(Hit::Row(row))) => click_row(app, row, effects),
        (Gesture::WheelUp | Gesture::WheelDown, _) => {
            let up = gesture == Gesture::WheelUp;
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

fn click_row(app: &mut App, row: usize, effects: &mut Vec<Effect>) {
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
            if clicked == Row::Start {
                act(app, Action::FormAccept, effects);
            }
        }
        Some(Dialog::Seating(form)) => {
            let Some(&clicked) = Seating::ROWS.get(row) else { return };
            form.row = clicked;
            if clicked == Row::Start {
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

fn change(app: &mut App, preference: Preference, up: isize, effects: &mut Vec<Effect>) {
    match preference {
        Preference::Guard => {
            let guard = match (app.guard, up) {
                (Guard::Off, 1) | (Guard::Block, -1) => Guard::Warn,
                (Guard::Warn | Guard::Block, 1) => Guard::Block,
                _ => Guard::Off,
            };
            drill::set_guard(app, guard);
            keep(Setting::Guard(guard), effects);
        }
        Preference::Lines => {
            if app.tab == Tab::Analyze {
                study::change_lines(app, up, effects);
            } else {
                let most = crate::tui::app::study::MOST_LINES;
                app.study.lines = app.study.lines.saturating_add_signed(up).clamp(1, most);
            }
            keep(Setting::Lines(app.study.lines), effects);
        }
        Preference::Engine if app.tab == Tab::Analyze => study::toggle_engine(app, effects),
        Preference::Engine => {
            app.study.engine = if app.study.engine == Engine::On { Engine::Off } else { Engine::On };
        }
        Preference::Arrows => toggle_arrows(app, effects),
        Preference::Animation => {
            app.animation = app.animation.toggled();
            keep(Setting::Animation(app.animation), effects);
        }
        Preference::Threads => {
            app.engine_use.step_threads(up);
            keep(Setting::Threads(app.engine_use.threads), effects);
        }
        Preference::Hash => {
            app.engine_use.step_hash(up);
            keep(Setting::Hash(app.engine_use.hash_mb), effects);
        }
        Preference::Syzygy => {
            app.say(Tone::Note, "Enter asks for the folder with Syzygy tables");
        }
        Preference::Time => {
            let control = stepped(&CONTROLS, app.next_control(), up);
            keep(Setting::Time(control), effects);
            match app.play.setup.control {
                // A clock that runs stays as it is.
                TimeControl::Clock { .. } if app.play.over.is_none() => app.offer.control = Some(control),
                TimeControl::PerMove(_) if matches!(control, TimeControl::Clock { .. }) => {
                    app.offer.control = Some(control);
                }
                _ => (app.play.setup.control, app.offer.control) = (control, None),
            }
        }
        Preference::AutoQueen => {
            app.auto_queen = !app.auto_queen;
            keep(Setting::AutoQueen(app.auto_queen), effects);
        }
        Preference::ConfirmMoves => {
            app.confirm_moves = !app.confirm_moves;
            keep(Setting::ConfirmMoves(app.confirm_moves), effects);
        }
        Preference::InstantMoves => {
            app.instant_moves = !app.instant_moves;
            keep(Setting::InstantMoves(app.instant_moves), effects);
        }
        Preference::EvalBar => {
            app.eval_bar = !app.eval_bar;
            keep(Setting::EvalBar(app.eval_bar), effects);
        }
        Preference::Bell => {
            app.bell = if app.bell == Bell::Rings { Bell::Silent } else { Bell::Rings };
            keep(Setting::Bell(app.bell), effects);
            effects.push(Effect::Bell);
        }
        Preference::Details => {
            app.practice.details = !app.practice.details;
            keep(Setting::Details(app.practice.details), effects);
        }
        Preference::Bottom => app.board.bottom = app.board.bottom.other(),
        Preference::Theme => {
            app.theme = app.theme.with_scheme(stepped(&app.schemes, app.theme.scheme(), up));
            keep(Setting::Scheme(app.theme.scheme()), effects);
        }
        Preference::Men => {
            let men = stepped(&Men::ALL, app.theme.wanted_men(), up);
            app.theme = app.theme.with_men(men);
            // Where the terminal can show letters alone, nobody has seen what was chosen.
            if app.theme.men() != Men::Letters || men == Men::Letters {
                keep(Setting::Men(men), effects);
            }
        }
    }
}

/// Points the moves of the analysis out on the board, or no longer.
pub(super) fn toggle_arrows(app: &mut App, effects: &mut Vec<Effect>) {
    app.arrows = app.arrows.toggled();
    keep(Setting::Arrows(app.arrows), effects);
}

fn keep(setting: Setting, effects: &mut Vec<Effect>) {
    effects.push(Effect::SaveSettings(vec![setting]));
}

/// The neighbor of a choice in a ring of choices.
fn stepped<T: Copy + PartialEq>(choices: &[T], now: T, up: isize) -> T {
    let at = choices.iter().position(|&choice| choice == now).unwrap_or_default();
    let step = if up > 0 { 1 } else { choices.len() - 1 };
    choices[(at + step) % choices.len()]
}

/// The actions of the palette that fit a search, best first: those of the screen that lies below it.
#[must_use]
pub(crate) fn found(app: &App, search: &str) -> Vec<&'static Spec> {
    let wanted = search.trim().to_lowercase();
    let contexts = app.screen_contexts();
    let mut fitting: Vec<(usize, &'static Spec)> = ACTIONS
        .iter()
        .filter(|spec| spec.contexts.iter().any(|context| contexts.contains(context)))
        .filter(|spec| !matches!(spec.action, Action::Palette | Action::Back))
        .filter_map(|spec| Some((rank(spec, &wanted)?, spec)))
        .collect();
    fitting.sort_by_key(|(rank, _)| *rank);
    fitting.into_iter().map(|(_, spec)| spec).collect()
}

/// How well an action fits a search: 0 is best, None not at all.
fn rank(spec: &Spec, wanted: &str) -> Option<usize> {
    let help = spec.help.to_lowercase();
    match () {
        () if spec.name.starts_with(wanted) => Some(0),
        () if spec.name.contains(wanted) => Some(1),
        () if help.contains(wanted) => Some(2),
        () if wanted.split(' ').all(|word| help.contains(word) || spec.name.contains(word)) => Some(3),
        () => None,
    }
}
