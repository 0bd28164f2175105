//! Parses a typed line: a question about the board, a command by its name, a move, a key, or pasted text.

use crate::chess::half_move::is_null_move;
use crate::chess::text::quoted;
use crate::chess::{Position, Square, fen, notation};
use crate::tui::app::App;
use crate::tui::app::key_reading::message_for_key;
use crate::tui::board;
use crate::tui::keymap::{
    ACTIONS, Action, ActionSpec, AnalyzeAction, AppAction, BoardAction, DialogAction, GamesAction,
    InputAction, KeyContext, KeyPress, MOVE_LETTERS, TextFieldAction,
};
use crate::tui::linear::consent::{CONSENT, EMPTY, LINK, obstacle, purpose};
use crate::tui::linear::line::LinearInput;
use crate::tui::linear::screen_text::screen_lines;
use crate::tui::linear::{edits, words};
use crate::tui::message::{Message, MouseGesture, MouseHit};
use crate::tui::model::{Dialog, InputPurpose};
use crate::tui::navigation::Tab;

/// The questions, each with its answer.
const QUESTIONS: [(&str, &str); 8] = [
    ("look", "everything that is shown now"),
    ("board", "the board, rank by rank"),
    ("pieces", "the pieces of both sides"),
    ("on e4", "what stands on a square, what attacks it, where it may go"),
    ("legal", "the legal moves"),
    ("moves", "the moves of the game"),
    ("fen", "the position as a FEN"),
    ("commands", "every command that works here"),
];

/// Parses a typed line.
pub(crate) fn parse_line(app: &App, line: &str) -> LinearInput {
    let text = line.trim();
    if let Some(field) = text_input(app, text) {
        return LinearInput::Messages(field);
    }
    if let Some(edit) = edits::parse_edit_line(app, text) {
        return edit;
    }
    if let Some(answer) = answer(app, text) {
        return LinearInput::Answer(answer);
    }
    if let Some(spec) = find_command(app, text) {
        return LinearInput::Messages(vec![Message::Action(spec.action)]);
    }
    if let Ok(row) = text.parse::<usize>()
        && (app.shared.dialog.is_some() || app.shown_walk().is_none())
        && let Some(index) = row.checked_sub(1)
    {
        return LinearInput::Messages(vec![Message::Mouse(MouseGesture::Press, Some(MouseHit::Row(index)))]);
    }
    if app.shared.dialog.is_none()
        && app.editor.open.is_none()
        && let Some(position) = app.shown_position().filter(|_| app.shown_walk().is_some())
        && (notation::parse_typed(&position, text).is_ok()
            || looks_like_move(text)
            || app.shared.tab == Tab::Analyze && is_null_move(text))
    {
        let clear = [Message::Action(Action::Board(BoardAction::DropTyped))]
            .into_iter()
            .filter(|_| app.shared.prompt.is_open());
        let typed = Message::TypeText(text.to_owned());
        let play = Message::Action(Action::Board(BoardAction::PlayTyped));
        return LinearInput::Messages(clear.chain([typed, play]).collect());
    }
    if let Some(message) = text.parse::<KeyPress>().ok().and_then(|key| message_for_key(app, key)) {
        return LinearInput::Messages(vec![message]);
    }
    if matches!(app.shared.dialog, Some(Dialog::Paste(_)))
        || text.len() > 6 && (text.contains('/') || text.contains(' '))
    {
        return LinearInput::Messages(vec![Message::Paste(text.to_owned())]);
    }
    LinearInput::Answer(vec![format!(
        "\"{}\" is neither a move here nor a command. Type help.",
        quoted(text)
    )])
}

/// A line for an open text field. An empty line cancels it.
fn text_input(app: &App, text: &str) -> Option<Vec<Message>> {
    let (clear, take, leave) = match app.contexts().first()? {
        KeyContext::Input => (
            Some(Action::Input(InputAction::Clear)),
            Action::Input(InputAction::Take),
            Action::Dialog(DialogAction::Close),
        ),
        KeyContext::Filter => {
            (None, Action::Games(GamesAction::KeepFilter), Action::Games(GamesAction::ClearFilter))
        }
        KeyContext::Text => {
            (None, Action::TextField(TextFieldAction::Take), Action::TextField(TextFieldAction::Drop))
        }
        _ => return None,
    };
    if text.is_empty() {
        return Some(vec![Message::Action(leave)]);
    }
    if obstacle(app).is_some() && text.eq_ignore_ascii_case(CONSENT) {
        return Some(vec![Message::Action(Action::Input(InputAction::Agree))]);
    }
    let purpose = purpose(app);
    if text == EMPTY && purpose.and_then(InputPurpose::empty_label).is_some() {
        return Some(clear.into_iter().chain([take]).map(Message::Action).collect());
    }
    if purpose == Some(InputPurpose::Import)
        && let Some(file) = text.strip_prefix(LINK)
    {
        let link = [Action::Input(InputAction::Clear), Action::Input(InputAction::ToggleLink)];
        let typed = Message::TypeText(file.trim().to_owned());
        return Some(link.map(Message::Action).into_iter().chain([typed, Message::Action(take)]).collect());
    }
    let typed = Message::TypeText(text.to_owned());
    Some(clear.map(Message::Action).into_iter().chain([typed, Message::Action(take)]).collect())
}

fn answer(app: &App, text: &str) -> Option<Vec<String>> {
    let position = || app.shown_position();
    let editor_pieces =
        || app.editor.open.as_ref().map(|editor| (editor.draft().board().clone(), editor.draft().turn()));
    let pieces =
        || editor_pieces().or_else(|| position().map(|position| (position.board().clone(), position.turn())));
    Some(match text {
        "" if app.shared.board.unconfirmed_move.is_some() => return None,
        "" | "look" => screen_lines(app),
        "help" | "?" => help(app),
        "commands" => commands(app),
        "board" => words::rank_lines(&pieces()?.0),
        "pieces" | "men" => pieces().map(|(board, turn)| words::piece_lines(&board, turn))?,
        "fen" if let Some(editor) = &app.editor.open => vec![editor.draft().fen()],
        "fen" => vec![fen::format(&position()?)],
        "legal" => vec![legal(&position()?)],
        "moves" => vec![moves(app)],
        _ => {
            let square = text.strip_prefix("on ").and_then(|square| square.trim().parse::<Square>().ok())?;
            vec![words::square_text(&pieces()?.0, position().as_ref(), square)]
        }
    })
}

fn help(app: &App) -> Vec<String> {
    let first = match &app.editor.open {
        Some(_) => edits::HELP,
        None => &move_help(app),
    };
    let mut lines = vec![first.to_owned(), "Ask:".to_owned()];
    lines.extend(QUESTIONS.iter().map(|(question, description)| format!("{question}: {description}")));
    lines.push(
        "Commands have names: new, undo, hint, tab-analyze, quit. The name of a key works, too.".to_owned(),
    );
    lines
}

/// How to type a move, with a legal one as an example.
fn move_help(app: &App) -> String {
    let position = app.shown_position().filter(|_| app.shown_walk().is_some());
    let legal = position.and_then(|position| Some((notation::example_move(&position)?, position)));
    let example = legal.map_or_else(String::new, |(mv, position)| {
        format!(", as in {} or {},", notation::san(&position, mv), notation::uci(&position, mv))
    });
    format!("Type a move{example} and press Enter. Paste a FEN or a game to analyze it.")
}

fn commands(app: &App) -> Vec<String> {
    let is_offered = offered_commands(app);
    ACTIONS
        .iter()
        .filter(|spec| is_offered(spec))
        .map(|spec| format!("{}: {}", spec.name, spec.help))
        .collect()
}

/// Whether a command works here. The palette and chords are ways to a name; here names are typed.
fn offered_commands(app: &App) -> impl Fn(&ActionSpec) -> bool {
    let mut contexts = app.contexts();
    if app.shared.dialog.is_none() {
        contexts.extend(app.screen_contexts());
        contexts.push(KeyContext::Copy);
    }
    let ways = [
        Action::App(AppAction::Palette),
        Action::Board(BoardAction::CopyChord),
        Action::Analyze(AnalyzeAction::GlyphChord),
        Action::App(AppAction::Redraw),
        Action::App(AppAction::Suspend),
    ];
    move |spec| !ways.contains(&spec.action) && spec.contexts.iter().any(|context| contexts.contains(context))
}

fn legal(position: &Position) -> String {
    position.legal_moves().into_iter().map(|mv| notation::san(position, mv)).collect::<Vec<_>>().join(" ")
}

/// The moves up to the position on the board.
fn moves(app: &App) -> String {
    let Some(walk) = app.shown_walk() else { return String::new() };
    let line = walk.tree().line_to(walk.node_id());
    let made = line.into_iter().filter_map(|id| board::move_list::move_list_entry(walk, id));
    let texts: Vec<String> = made
        .map(|entry| {
            let number = if entry.color.is_white() { format!("{}. ", entry.number) } else { String::new() };
            number + &entry.san
        })
        .collect();
    if texts.is_empty() { "No move yet.".to_owned() } else { texts.join(" ") }
}

/// A command that works here, by its full name, or by an unambiguous beginning of it.
fn find_command(app: &App, text: &str) -> Option<&'static ActionSpec> {
    if let Some(spec) = confirm_command(app, text) {
        return Some(spec);
    }
    let word = text.to_lowercase().replace(' ', "-");
    if word.len() < 2 {
        return None;
    }
    let named = ActionSpec::named(&word);
    let is_whole = |spec: &ActionSpec| Some(spec) == named || spec.short == word;
    let is_offered = offered_commands(app);
    // Only the few that fit are looked up in the contexts.
    let fitting = ACTIONS.iter().filter(|spec| is_whole(spec) || spec.name.starts_with(&word));
    let offered: Vec<&ActionSpec> = fitting.filter(|spec| is_offered(spec)).collect();
    if let Some(whole) = offered.iter().find(|spec| is_whole(spec)) {
        return Some(whole);
    }
    let mut begin = offered.into_iter();
    begin.next().filter(|_| word.len() >= 3 && begin.next().is_none())
}

/// An empty line plays the move that waits for confirmation.
fn confirm_command(app: &App, text: &str) -> Option<&'static ActionSpec> {
    (text.is_empty() && app.shared.board.unconfirmed_move.is_some())
        .then(|| Action::Board(BoardAction::PlayTyped).spec())?
}

/// Whether a text looks like a move, though it is not a legal one: the reply gives the reason.
fn looks_like_move(text: &str) -> bool {
    let begins = text.starts_with(|c| MOVE_LETTERS.contains(c));
    begins
        && text.len() <= 8
        && text.chars().any(|c| c.is_ascii_digit())
        && !text.contains('/')
        && !text.contains(' ')
}
