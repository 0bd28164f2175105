//! Settings: those changed in the dialog, and those changed in the file while the program runs.

use crate::config::ConfigNumber;
use crate::game::TimeControl;
use crate::practice::StalemateGuardMode;
use crate::tui::app::App;
use crate::tui::message::{Effect, Effects};
use crate::tui::model::analyze::MAX_LINES;
use crate::tui::model::dialog::new_game::CONTROLS;
use crate::tui::model::engines::entries_from_config;
use crate::tui::model::settings_update::settings_in_force;
use crate::tui::model::{Preference, SettingsUpdate};
use crate::tui::navigation::Tab;
use crate::tui::router::external_engine;
use crate::tui::theme::PieceStyle;
use crate::tui::{analyze, engines, practice};

/// Applies the engine settings: a running analysis goes on with them.
pub(crate) fn configure_engine(app: &mut App, effects: &mut Effects) {
    effects.push(Effect::ConfigureEngine(app.shared.config.engine.clone()));
    if app.shared.tab == Tab::Analyze && app.shared.current_analysis.task.is_some() {
        analyze::request::restart_analysis(&mut app.analyze, &mut app.shared.with(effects));
    }
}

/// Applies what has changed in the settings file, with a note where that counts at once.
pub(crate) fn apply(app: &mut App, new: SettingsUpdate, effects: &mut Effects) {
    let config = new.apply_to(&app.shared.config);
    let (later, old) = (new.needs_restart(), std::mem::replace(&mut app.shared.config, config));
    // Whether the terminal shows images is not a setting.
    let theme = new.theme.with_images(app.shared.theme.shows_images());
    let has_changed = settings_in_force(&old) != settings_in_force(&app.shared.config)
        || theme != app.shared.theme
        || new.keymap != app.shared.keymap;
    (app.shared.theme, app.shared.schemes, app.shared.keymap) = (theme, new.schemes, new.keymap);
    if !old.engine.has_same_resources(&app.shared.config.engine) {
        configure_engine(app, effects);
    }
    if old.engines != app.shared.config.engines {
        let listed = entries_from_config(&app.shared.config);
        engines::update::apply_engine_list(&mut app.shared.with(effects), &app.play.game_engines(), listed);
    }
    if old.play.stalemate_guard != app.shared.config.play.stalemate_guard {
        let guard = app.shared.config.play.stalemate_guard;
        practice::update::set_guard(&mut app.practice_tab, &mut app.shared, guard);
    }
    if old.engine.lines != app.shared.config.engine.lines {
        let lines = usize::from(app.shared.config.engine.lines.get());
        change_lines(app, lines.cast_signed() - app.analyze.lines.cast_signed(), effects);
    }
    if has_changed {
        app.shared.show_note("The settings were read again");
    }
    if !later.is_empty() {
        app.shared.show_note(format!("From the next start: {}", later.join(", ")));
    }
    for problem in new.problems {
        app.shared.show_warning(problem);
    }
}

/// More lines of analysis, or fewer; a running analysis goes on with them.
fn change_lines(app: &mut App, by: isize, effects: &mut Effects) {
    if app.shared.tab == Tab::Analyze {
        analyze::update::change_lines(&mut app.analyze, &mut app.shared.with(effects), by);
    } else {
        app.analyze.lines = app.analyze.lines.saturating_add_signed(by).clamp(1, MAX_LINES);
    }
}

/// Changes a setting in the dialog by one step up (1) or down (-1), and saves it.
pub(crate) fn change_preference(app: &mut App, preference: Preference, up: isize, effects: &mut Effects) {
    let config = &mut app.shared.config;
    match preference {
        Preference::Guard => {
            let guard = match (app.shared.guard, up) {
                (StalemateGuardMode::Off, 1) | (StalemateGuardMode::Block, -1) => StalemateGuardMode::Warn,
                (StalemateGuardMode::Warn | StalemateGuardMode::Block, 1) => StalemateGuardMode::Block,
                _ => StalemateGuardMode::Off,
            };
            config.play.stalemate_guard = guard;
            practice::update::set_guard(&mut app.practice_tab, &mut app.shared, guard);
        }
        Preference::Lines => {
            change_lines(app, up, effects);
            app.shared.config.engine.lines =
                ConfigNumber::new(u16::try_from(app.analyze.lines).unwrap_or(u16::MAX));
        }
        Preference::Engine => external_engine::toggle_built_in(app, effects),
        Preference::Arrows => toggle(&mut config.board.arrows),
        Preference::Animation => toggle(&mut config.board.animation),
        Preference::Threads => {
            config.engine.threads = app.shared.machine.step_threads(config.engine.threads, up);
        }
        Preference::Hash => config.engine.hash_mb = app.shared.machine.step_hash(config.engine.hash_mb, up),
        Preference::Syzygy => app.shared.show_note("Enter asks for the folder with Syzygy tables"),
        Preference::FivePieceTables => toggle(&mut config.engine.five_piece_tables),
        Preference::Time => {
            let control = stepped(&CONTROLS, app.play.next_time_control(&app.shared), up);
            app.shared.config.play.time = control;
            match app.play.setup.time_control {
                // A running clock stays as it is.
                TimeControl::Clock { .. } if app.play.ending.is_none() => {
                    app.shared.new_game_defaults.control = Some(control);
                }
                TimeControl::PerMove(_) if matches!(control, TimeControl::Clock { .. }) => {
                    app.shared.new_game_defaults.control = Some(control);
                }
                _ => (app.play.setup.time_control, app.shared.new_game_defaults.control) = (control, None),
            }
        }
        Preference::AutoQueen => toggle(&mut config.play.auto_queen),
        Preference::ConfirmMoves => toggle(&mut config.play.confirm_moves),
        Preference::InstantMoves => toggle(&mut config.input.instant_moves),
        Preference::EvalBar => toggle(&mut config.play.eval_bar),
        Preference::Bell => {
            toggle(&mut config.play.bell);
            effects.push(Effect::Bell);
        }
        Preference::Details => toggle(&mut config.practice.details),
        Preference::Bottom => app.shared.board.bottom = app.shared.board.bottom.other(),
        Preference::Theme => {
            let scheme = stepped(&app.shared.schemes, app.shared.theme.scheme(), up);
            app.shared.theme = app.shared.theme.with_scheme(scheme);
            scheme.name().clone_into(&mut config.board.theme);
        }
        Preference::Pieces => {
            let piece_style = stepped(&PieceStyle::ALL, app.shared.theme.requested_piece_style(), up);
            app.shared.theme = app.shared.theme.with_piece_style(piece_style);
            // Where the terminal can show letters only, the chosen style was never seen.
            if app.shared.theme.piece_style() != PieceStyle::Letters || piece_style == PieceStyle::Letters {
                config.board.pieces = piece_style;
            }
        }
    }
    effects.push(Effect::SaveConfig);
}

fn toggle(setting: &mut bool) {
    *setting = !*setting;
}

/// The next or the previous choice, wrapping around.
fn stepped<T: Copy + PartialEq>(choices: &[T], now: T, up: isize) -> T {
    let at = choices.iter().position(|&choice| choice == now).unwrap_or_default();
    let step = if up > 0 { 1 } else { choices.len() - 1 };
    choices[(at + step) % choices.len()]
}
