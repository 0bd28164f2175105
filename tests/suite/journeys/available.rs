//! Availability: an action that is not available changes nothing, and the footer shows only what is available.

use matescope::tui::app::App;
use matescope::tui::keymap::{ACTIONS, ActionSpec};
use matescope::tui::message::{Message, MouseHit, TimedMessage};
use matescope::tui::router::availability::is_available;
use matescope::tui::router::update;
use matescope::tui::screen;

use super::User;

/// Keys that lead from the start to a state, after the text that is pasted first.
const STATES: &[(&str, &str)] = &[
    ("", "1"),
    ("", "e 4 enter"),
    ("", "e 4 enter ctrl-r y"),
    ("", "e 4 enter ctrl-r"),
    ("", "ctrl-n"),
    ("", "ctrl-o"),
    ("", "2"),
    ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "2"),
    ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "l"),
    ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "v"),
    ("1. f3 e5 2. g4 Qh4#", "2"),
    ("1. e4 e5", "- - - - - -"),
    ("1. e4 e5", "!"),
    ("1. e4 e5", "y"),
    ("1. e4 e5", ";"),
    ("8/8/8/8/8/2k5/8/K6q w - - 0 1", "enter"),
    ("8/8/8/8/8/2k5/8/K6q w - - 0 1", "w"),
    ("8/8/8/8/8/2k5/8/K6q w - - 0 1", "C"),
    ("", "3"),
    ("", "3 v"),
    ("", "3 x"),
    ("", "3 g"),
    ("", "3 g enter"),
    ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "home m"),
    ("", "3 enter"),
    ("", "3 i"),
    ("", "4"),
    ("", "4 enter"),
    ("", "5"),
    ("", "5 /"),
    ("", "5 i"),
    ("", "5 t"),
    ("", "C"),
    ("", "C X enter"),
    ("", "?"),
    ("", "? /"),
    ("", ":"),
    ("", "S"),
    ("", "p"),
    ("", "E"),
    ("", "E a"),
];

/// The state as text, without what every event touches: notes, the time, a key that waits for a second one.
fn text_of(app: &App) -> String {
    let mut app = app.clone();
    app.shared.toasts.clear();
    app.shared.chord = None;
    format!("{app:?}")
}

fn check_state(app: &App, state: &str) {
    let before = text_of(app);
    let unavailable: Vec<&ActionSpec> =
        ACTIONS.iter().filter(|spec| !is_available(app, spec.action)).collect();
    // One by one takes long, because the whole state is compared each time. Otherwise all go together, and every other
    // one: two opposite actions stand side by side.
    let groups: Vec<Vec<&ActionSpec>> = if std::env::var_os("RUN_SLOW_TESTS").is_some() {
        unavailable.iter().map(|&spec| vec![spec]).collect()
    } else {
        vec![unavailable.clone(), unavailable.iter().copied().step_by(2).collect()]
    };
    for group in groups {
        let mut after = app.clone();
        for spec in &group {
            let message = TimedMessage { at: app.shared.now, message: Message::Action(spec.action) };
            let effects = update(&mut after, message);
            assert!(effects.is_empty(), "{state}: {} is not available, and asks for {effects:?}", spec.name);
        }
        let names: Vec<&str> = group.iter().map(|spec| spec.name).collect();
        assert!(
            before == text_of(&after),
            "{state}: not available, and changes the state (RUN_SLOW_TESTS=1 says which): {names:?}"
        );
    }
    let (columns, rows) = app.shared.size;
    for cell in (0..columns * rows).rev().take(2 * usize::from(columns)) {
        if let Some(MouseHit::Action(action)) = screen::hit(app, cell % columns, cell / columns) {
            assert!(
                is_available(app, action),
                "{state}: the footer shows {action:?}, which is not available"
            );
        }
    }
}

#[test]
fn what_is_not_available_changes_nothing() {
    for (pasted, keys) in STATES {
        let mut user = User::new();
        if !pasted.is_empty() {
            user.paste(pasted);
        }
        user.press(keys);
        // The first event of a person clears what the last one left behind.
        user.happens(Message::Deadline);
        user.app.shared.is_user_input = true;
        check_state(&user.app, &format!("{pasted}, {keys}"));
    }
}
