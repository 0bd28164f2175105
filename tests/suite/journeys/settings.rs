//! Settings changed while the program runs are saved for the next start.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use matescope::config::{
    Config, ConfigNumber, EngineCommandConfig, EngineConfig, ExternalEngineConfig, NewGameColor,
    ThreadsConfig,
};
use matescope::engine::StrengthLevel;
use matescope::game::TimeControl;
use matescope::practice::StalemateGuardMode;
use matescope::tui::app::App;
use matescope::tui::keymap::Keymap;
use matescope::tui::message::{Effect, Message};
use matescope::tui::model::dialog::Dialog;
use matescope::tui::model::dialog::new_game_defaults::NewGameMode;
use matescope::tui::model::preference::Preference;
use matescope::tui::model::settings_update::SettingsUpdate;
use matescope::tui::theme::{ColorScheme, PieceStyle, Theme, ThemeColorDepth};

use super::User;

#[test]
fn what_is_changed_in_the_box_is_kept() {
    let mut user = User::new();
    user.press("S right");
    assert_eq!(user.saved_settings(), ["play.stalemate_guard = \"block\""]);
    user.press("down right right left");
    assert_eq!(user.saved_settings(), ["engine.lines = 4", "engine.lines = 5", "engine.lines = 4"]);
    // Whether the engine is on and the side at the bottom are not saved.
    user.press("down right down right");
    assert_eq!(user.saved_settings(), [""; 0]);
    user.press("down right down right right esc");
    assert_eq!(
        user.saved_settings(),
        ["board.theme = \"green\"", "board.pieces = \"sprites\"", "board.pieces = \"glyphs\""]
    );
    user.press("2 S down right");
    assert_eq!(user.saved_settings(), ["engine.lines = 5"]);
}

#[test]
fn pieces_that_the_terminal_cannot_show_are_not_kept() {
    let mut user = User::new();
    user.app.shared.theme =
        Theme::new(ColorScheme::default(), ThemeColorDepth::Mono, user.app.shared.theme.charset());
    user.press("S down down down down down right");
    assert_eq!(user.saved_settings(), [""; 0]);
}

#[test]
fn a_new_game_sets_the_next_ones_defaults() {
    let mut user = User::new();
    user.press("ctrl-n right right down right down right enter");
    assert_eq!(user.saved_settings(), ["play.side = \"random\"", "play.level = 5", "play.time = \"3s\""]);
    user.press("ctrl-n");
    if let Some(Dialog::Confirm(_)) = user.app.shared.dialog {
        user.press("y");
    }
    let Some(Dialog::NewGame(form)) = &user.app.shared.dialog else {
        panic!("no form: {:?}", user.app.shared.dialog)
    };
    assert_eq!((form.mode, form.level), (NewGameMode::Play(NewGameColor::Random), StrengthLevel::new(5)));
}

#[test]
fn a_time_set_by_hand_stays_until_another_is_chosen() {
    let mut user = User::new();
    user.app.play.setup.time_control = "7+7".parse().expect("a time control");
    user.press("ctrl-n enter");
    assert_eq!(user.saved_settings(), [""; 0]);
}

/// The settings file after an editor has changed it.
fn edited_file(app: &App, edit: impl FnOnce(&mut Config)) -> SettingsUpdate {
    let mut now = app.shared.config.clone();
    edit(&mut now);
    SettingsUpdate {
        before: app.shared.config.clone(),
        now,
        theme: app.shared.theme,
        schemes: app.shared.schemes.clone(),
        keymap: Arc::clone(&app.shared.keymap),
        problems: Vec::new(),
    }
}

#[test]
fn what_an_editor_leaves_in_the_file_counts_at_once() {
    let mut user = User::new();
    let same = edited_file(&user.app, |_| ());
    user.happens(Message::SettingsChanged(Box::new(same)));
    assert_eq!(user.app.shared.toasts.len(), 0, "nothing is new");
    let keys = [("flip".to_owned(), vec!["ctrl-y".to_owned()])].into();
    let edited = edited_file(&user.app, |config| {
        config.play.stalemate_guard = StalemateGuardMode::Block;
        config.engine.lines = ConfigNumber::new(5);
        config.practice.details = true;
    });
    let new = SettingsUpdate {
        theme: user.app.shared.theme.with_scheme(ColorScheme::by_name("paper").unwrap()),
        keymap: Arc::new(Keymap::with(&keys).unwrap()),
        problems: vec!["config.toml:1:1: pink".to_owned()],
        ..edited
    };
    user.press("2");
    user.wishes();
    user.happens(Message::SettingsChanged(Box::new(new)));
    assert_eq!((user.app.shared.guard, user.app.analyze.lines), (StalemateGuardMode::Block, 5));
    assert!(
        user.wishes()
            .iter()
            .any(|wish| matches!(wish, Effect::StartAnalysis(job) if job.limits.multipv == 5)),
        "a new search"
    );
    let bottom = user.app.shared.board.bottom;
    user.press("ctrl-y");
    assert_ne!(user.app.shared.board.bottom, bottom);
    let notes: Vec<&str> = user.app.shared.toasts.iter().map(|toast| toast.text.as_str()).collect();
    assert_eq!(
        notes,
        ["The settings were read again", "From the next start: practice", "config.toml:1:1: pink"]
    );
}

#[test]
fn what_is_unchanged_in_the_file_stays_as_the_user_has_it() {
    let mut user = User::new();
    user.press("2 H");
    // The change was not saved, as where the file is damaged; meanwhile an editor changes something else.
    let before = Config::default();
    let mut now = before.clone();
    now.play.bell = false;
    let update = SettingsUpdate { before, now, ..edited_file(&user.app, |_| ()) };
    user.happens(Message::SettingsChanged(Box::new(update)));
    assert_eq!((user.app.shared.config.board.arrows, user.app.shared.config.play.bell), (false, false));
    assert_eq!(user.note(), "The settings were read again");
}

/// Opens the settings on a row.
fn at_row(user: &mut User, row: Preference) -> &mut User {
    let index = Preference::ALL.iter().position(|&other| other == row).unwrap();
    user.press("S");
    for _ in 0..index {
        user.press("down");
    }
    user
}

/// Types without Enter.
fn type_text<'u>(user: &'u mut User, text: &str) -> &'u mut User {
    for c in text.chars() {
        user.happens(Message::TypeChar(c));
    }
    user
}

/// The engine limits requested since the last look.
fn configured(user: &mut User) -> Vec<EngineConfig> {
    let wanted = |effect| if let Effect::ConfigureEngine(wanted) = effect { Some(wanted) } else { None };
    user.wishes().into_iter().filter_map(wanted).collect()
}

#[test]
fn threads_and_hash_count_as_soon_as_the_settings_close() {
    let mut user = User::new();
    user.app.shared.machine.cores = 4;
    user.press("2");
    at_row(&mut user, Preference::Threads).check_says("auto").check_says("3 of this machine's 4");
    user.wishes();
    user.press("right right").check_says("2 of this machine's 4").press("down right");
    user.check_says("128 MiB");
    assert_eq!(user.saved_settings(), ["engine.threads = 1", "engine.threads = 2", "engine.hash_mb = 128"]);
    user.press("esc");
    let wishes = user.wishes();
    let configure = wishes
        .iter()
        .position(|wish| matches!(wish, Effect::ConfigureEngine(wanted) if wanted.hash_mb.get() == 128));
    let begin = wishes.iter().position(|wish| matches!(wish, Effect::StartAnalysis(_)));
    assert!(configure.is_some() && configure < begin, "the search goes on with them: {wishes:?}");
    // Without a change nothing is rebuilt.
    user.press("S down esc");
    assert_eq!(configured(&mut user), []);
}

#[test]
fn the_folder_of_syzygy_tables_is_typed_and_counts_at_once() {
    let mut user = User::new();
    at_row(&mut user, Preference::Syzygy).check_says("none").press("enter").check_says("Folder with Syzygy");
    for c in "~/syzygy".chars() {
        user.happens(Message::TypeChar(c));
    }
    user.wishes();
    user.press("enter").check_says("~/syzygy");
    let wishes = user.wishes();
    assert_eq!(user.saved_settings(), ["engine.syzygy = \"~/syzygy\""]);
    assert!(wishes.iter().any(
        |wish| matches!(wish, Effect::ConfigureEngine(wanted) if wanted.syzygy == Path::new("~/syzygy"))
    ));
}

#[test]
fn the_time_of_a_move_changes_in_the_running_game_and_a_clock_in_the_next() {
    let mut user = User::new();
    at_row(&mut user, Preference::Time).press("right");
    let three = TimeControl::PerMove(Duration::from_secs(3));
    assert_eq!(
        (user.app.play.setup.time_control, user.saved_settings()),
        (three, vec!["play.time = \"3s\"".to_owned()])
    );
    user.press("right right").check_says("from the next game").press("esc");
    assert_eq!(user.app.play.setup.time_control, TimeControl::PerMove(Duration::from_secs(10)));
    user.press("ctrl-n");
    let Some(Dialog::NewGame(form)) = &user.app.shared.dialog else {
        panic!("no form: {:?}", user.app.shared.dialog)
    };
    assert_eq!(form.time_control(), "1+0".parse().unwrap());
}

#[test]
fn a_pawn_becomes_a_queen_without_a_question_where_that_is_set() {
    let pawn = "8/P7/8/8/8/4k3/8/K7 w - - 0 1";
    let mut user = User::new();
    user.paste(pawn).click("a7").click("a8");
    assert!(matches!(user.app.shared.dialog, Some(Dialog::Promotion(_))));
    let mut user = User::new();
    at_row(&mut user, Preference::AutoQueen).press("right esc");
    assert_eq!(user.saved_settings(), ["play.auto_queen = true"]);
    user.paste(pawn).click("a7").click("a8").check_fen("Q7/8/8/8/8/4k3/8/K7 b - - 0 1");
    // A typed rook promotion gives a rook.
    user.paste(pawn).play("a8=R").check_fen("R7/8/8/8/8/4k3/8/K7 b - - 0 1");
}

#[test]
fn a_move_wants_to_be_confirmed_where_that_is_set() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut user = User::new();
    at_row(&mut user, Preference::ConfirmMoves).press("right esc");
    assert_eq!(user.saved_settings(), ["play.confirm_moves = true"]);
    user.click("e2").click("e4").check_fen(start).check_says("e4: Enter plays it");
    user.press("esc").check_fen(start);
    user.click("e2").click("e4").press("enter");
    user.check_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    // On the analysis board no confirmation is needed.
    user.press("2").click("d2").click("d4");
    assert_ne!(user.fen(), start);
}

#[test]
fn the_sound_is_a_setting() {
    let mut user = User::new();
    at_row(&mut user, Preference::Bell).press("right");
    assert_eq!(user.saved_settings(), ["play.bell = false"]);
    assert!(!user.app.shared.config.play.bell);
}

#[test]
fn all_settings_can_be_reached_on_a_small_screen() {
    let mut user = User::new();
    user.happens(Message::Resize(60, 20));
    at_row(&mut user, Preference::Bell).check_says("Sound").check_says("row");
}

#[test]
fn engines_that_an_editor_adds_or_removes_count_at_once() {
    let mut user = User::new();
    let engine = |name: &str| {
        let command = EngineCommandConfig(vec![name.to_lowercase()]);
        (name.to_owned(), ExternalEngineConfig { command, ..ExternalEngineConfig::default() })
    };
    let engines = edited_file(&user.app, |config| config.engines = ["Ajax", "Zarkov"].map(engine).into());
    user.happens(Message::SettingsChanged(Box::new(engines)));
    let new = edited_file(&user.app, |config| {
        config.engine.threads = ThreadsConfig::Count(ConfigNumber::new(2));
        config.engines = ["Ajax", "Bison"].map(engine).into();
        config.play.auto_queen = true;
    });
    user.wishes();
    user.happens(Message::SettingsChanged(Box::new(new)));
    let names: Vec<&str> = user.app.shared.engines.list.iter().map(|outside| outside.name.as_str()).collect();
    assert_eq!((names, user.app.shared.config.play.auto_queen), (vec!["Ajax", "Bison"], true));
    let wishes = user.wishes();
    assert!(wishes.contains(&Effect::QuitExternal("Zarkov".into())));
    assert!(
        wishes
            .iter()
            .any(|wish| matches!(wish, Effect::ConfigureEngine(wanted) if wanted.threads == ThreadsConfig::Count(ConfigNumber::new(2))))
    );
    assert_eq!(user.note(), "The settings were read again");
}

#[test]
fn images_take_the_place_of_sprites_unless_something_else_is_chosen() {
    const PLACEHOLDER: char = '\u{10eeee}';
    const SPRITE: char = '▝';
    let mut user = User::new();
    assert!(!user.screen().contains(PLACEHOLDER) && user.screen().contains(SPRITE));
    user.happens(Message::ImagesSupported);
    assert!(user.screen().contains(PLACEHOLDER) && !user.screen().contains(SPRITE));
    // A change of the settings file keeps the terminal's capabilities.
    let theme = Theme::new(
        ColorScheme::by_name("paper").unwrap(),
        ThemeColorDepth::TrueColor,
        user.app.shared.theme.charset(),
    );
    user.app.shared.theme = theme.with_images(user.app.shared.theme.shows_images());
    assert!(user.screen().contains(PLACEHOLDER));
    user.press("S down down down down down right esc");
    assert_eq!(user.saved_settings(), ["board.pieces = \"sprites\""]);
    assert!(!user.screen().contains(PLACEHOLDER) && user.screen().contains(SPRITE));
    // Fewer colors cannot identify an image.
    user.app.shared.theme = theme.with_images(true).with_piece_style(PieceStyle::Auto);
    assert!(user.screen().contains(PLACEHOLDER));
    user.app.shared.theme =
        Theme::new(theme.scheme(), ThemeColorDepth::Indexed, theme.charset()).with_images(true);
    assert!(!user.screen().contains(PLACEHOLDER));
}

#[test]
fn a_typed_move_needs_no_enter_where_that_is_set() {
    let mut user = User::new();
    type_text(&mut user, "e4")
        .check_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        .press("esc");
    at_row(&mut user, Preference::InstantMoves).check_says("without Enter").press("right esc");
    assert_eq!(user.saved_settings(), ["input.instant_moves = true"]);
    type_text(&mut user, "e4").check_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
}

#[test]
fn a_running_game_has_an_evaluation_bar_where_that_is_set() {
    let mut user = User::new();
    assert!(!user.app.shared.config.play.eval_bar);
    at_row(&mut user, Preference::EvalBar).check_says("beside a running game").press("right esc");
    assert_eq!(user.saved_settings(), ["play.eval_bar = true"]);
    assert!(user.app.shared.config.play.eval_bar);
}
