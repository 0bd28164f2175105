//! The home screen: a short list of things to try.

use ratatui::text::Line;

use crate::chess::notation;
use crate::tui::keymap::{Action, AppAction, PlayAction};
use crate::tui::model::{PaneId, PlayState, PracticeTab};
use crate::tui::scene;
use crate::tui::scene::ViewContext;
use crate::tui::theme::Role;
use crate::tui::widget::pane::Pane;
use crate::tui::widget::text::flow;

/// The pane of a game before its first move.
pub(crate) fn pane(view: &ViewContext, play: &PlayState, tab: &PracticeTab) -> Pane {
    let key = |action: Action| scene::key_for_footer(view, action).unwrap_or_default();
    let position = play.walk.position();
    let example = notation::example_move(position).map(|mv| notation::san(position, mv));
    let example = example.unwrap_or_default().trim_end_matches(['+', '#']).to_owned();
    let due = match tab.due_count(view.shared.today) {
        0 => "practice: mate, win, or hold".to_owned(),
        due => format!("practice: {} due today", crate::chess::names::group_digits(due as u64)),
    };
    let things: [(String, &str); 9] = [
        (example, "type a move, or click a piece"),
        (key(Action::Play(PlayAction::NewGame)), "a new game, or watch engines"),
        (key(Action::App(AppAction::Paste)), "paste a FEN or PGN to analyze it"),
        (key(Action::App(AppAction::EditPosition)), "set up a position on the board"),
        ("2".to_owned(), "analyze: exact mates, every move"),
        ("3".to_owned(), due.as_str()),
        ("4".to_owned(), "tables: what endings hold"),
        (key(Action::App(AppAction::Palette)), "every command by its name"),
        (key(Action::App(AppAction::Help)), "the keys that work here"),
    ];
    let mut body: Vec<Line<'static>> = Vec::new();
    for (key, text) in things {
        let words: Vec<_> = text.split_whitespace().map(|word| view.span(Role::Ground, word)).collect();
        for (index, line) in flow(words, view.width.saturating_sub(6), 0).into_iter().enumerate() {
            let head = if index == 0 { format!("{key:>4}  ") } else { " ".repeat(6) };
            let mut spans = vec![view.span(Role::Key, head)];
            spans.extend(line.spans);
            body.push(Line::from(spans));
        }
    }
    Pane::new(PaneId::ThingsToTry, "Things to try", body).with_min_rows(5)
}
