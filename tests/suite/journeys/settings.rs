//! Settings that are changed while the program runs outlast it.

use std::sync::Arc;
use std::time::Duration;

use matescope::engine::Level;
use matescope::game::TimeControl;
use matescope::practice::Guard;
use matescope::tui::app::{App, InForce, Setting};
use matescope::tui::dialog::Dialog;
use matescope::tui::dialog::new_game::{Part, Side};
use matescope::tui::keymap::Keymap;
use matescope::tui::theme::{ColorDepth, Men, Scheme, Theme};
use matescope::tui::update::{Effect, What};

use super::User;

/// The settings that were wished to be kept since the last look.
fn kept(user: &mut User) -> Vec<Setting> {
    let settings = |effect| if let Effect::SaveSettings(settings) = effect { settings } else { Vec::new() };
    user.wishes().into_iter().flat_map(settings).collect()
}

#[test]
fn what_is_changed_in_the_box_is_kept() {
    let mut user = User::new();
    user.press("S right");
    assert_eq!(kept(&mut user), [Setting::Guard(Guard::Block)]);
    user.press("down right right left");
    assert_eq!(kept(&mut user), [Setting::Lines(4), Setting::Lines(5), Setting::Lines(4)]);
    // The engine's rest and the side at the bottom are for now.
    user.press("down right down right");
    assert_eq!(kept(&mut user), []);
    user.press("down right down right esc");
    assert_eq!(
        kept(&mut user),
        [Setting::Scheme(Scheme::by_name("green").unwrap()), Setting::Men(Men::Signs)]
    );
    user.press("2 S down right");
    assert_eq!(kept(&mut user), [Setting::Lines(5)]);
}

#[test]
fn men_that_the_terminal_cannot_show_are_not_kept() {
    let mut user = User::new();
    user.app.theme = Theme::new(Scheme::default(), ColorDepth::Mono, user.app.theme.charset());
    user.press("S down down down down down right");
    assert_eq!(kept(&mut user), []);
}

#[test]
fn a_new_game_sets_the_next_ones_defaults() {
    let mut user = User::new();
    user.press("n right right down right down right enter");
    let second = Duration::from_secs(1);
    let time = Setting::Time(TimeControl::PerMove(3 * second));
    assert_eq!(kept(&mut user), [Setting::Side(Side::Random), Setting::Level(Level::new(5)), time]);
    user.press("n");
    if let Some(Dialog::Confirm(_)) = user.app.dialog {
        user.press("y");
    }
    let Some(Dialog::NewGame(form)) = &user.app.dialog else { panic!("no form: {:?}", user.app.dialog) };
    assert_eq!((form.part, form.level), (Part::Play(Side::Random), Level::new(5)));
}

#[test]
fn a_time_set_by_hand_stays_until_another_is_chosen() {
    let mut user = User::new();
    user.app.play.setup.control = "7+7".parse().expect("a time control");
    user.press("n enter");
    assert_eq!(kept(&mut user), [Setting::Side(Side::White), Setting::Level(Level::new(4))]);
}

#[test]
fn what_an_editor_leaves_in_the_file_counts_at_once() {
    let mut user = User::new();
    let in_force = |app: &App| InForce {
        theme: app.theme,
        schemes: app.schemes.clone(),
        keymap: Arc::clone(&app.keymap),
        guard: None,
        arrows: None,
        eval_bar: app.eval_bar,
        bell: app.bell,
        animation: None,
        lines: None,
        review_nodes: app.review_nodes,
        later: Vec::new(),
        troubles: Vec::new(),
    };
    let same = in_force(&user.app);
    user.happens(What::Settings(Box::new(same)));
    assert_eq!(user.app.toasts.len(), 0, "nothing is new");
    let keys = [("flip".to_owned(), vec!["ctrl-y".to_owned()])].into();
    let new = InForce {
        theme: user.app.theme.with_scheme(Scheme::by_name("paper").unwrap()),
        keymap: Arc::new(Keymap::with(&keys).unwrap()),
        guard: Some(Guard::Block),
        lines: Some(5),
        later: vec!["engine.threads"],
        troubles: vec!["config.toml:1:1: pink".to_owned()],
        ..in_force(&user.app)
    };
    user.press("2");
    user.wishes();
    user.happens(What::Settings(Box::new(new)));
    assert_eq!((user.app.guard, user.app.study.lines), (Guard::Block, 5));
    assert!(
        user.wishes().iter().any(|wish| matches!(wish, Effect::Begin(job) if job.limits.lines == 5)),
        "a new search"
    );
    let bottom = user.app.board.bottom;
    user.press("ctrl-y");
    assert_ne!(user.app.board.bottom, bottom);
    let notes: Vec<&str> = user.app.toasts.iter().map(|toast| toast.text.as_str()).collect();
    assert_eq!(
        notes,
        ["The settings were read again", "From the next start: engine.threads", "config.toml:1:1: pink"]
    );
}
