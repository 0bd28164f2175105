//! Settings: those changed in the dialog, and those changed in the file while the program runs.

use crate::game::TimeControl;
use crate::practice::StalemateGuardMode;
use crate::tui::analyze::state::MAX_LINES;
use crate::tui::app::toast::ToastLevel;
use crate::tui::app::{App, Bell, Preference, Tab};
use crate::tui::background::engines::AnalyzeEngine;
use crate::tui::dialog::new_game::CONTROLS;
use crate::tui::message::{Effect, Effects};
use crate::tui::setting::Setting;
use crate::tui::settings::reload::SettingsUpdate;
use crate::tui::theme::PieceStyle;
use crate::tui::{analyze, engines, practice};

/// Applies the engine settings: a running analysis goes on with them.
pub(crate) fn configure_engine(app: &mut App, effects: &mut Effects) {
    effects.push(Effect::ConfigureEngine(app.engine_use.clone()));
    if app.tab == Tab::Analyze && app.current_analysis.task.is_some() {
        analyze::request::restart_analysis(app, effects);
    }
}

/// Applies the reloaded settings, with a note where anything has changed.
pub(crate) fn apply(app: &mut App, new: SettingsUpdate, effects: &mut Effects) {
    let SettingsUpdate {
        theme,
        schemes,
        keymap,
        guard,
        arrows,
        bell,
        instant_moves,
        eval_bar,
        animation,
        lines,
        review_nodes,
        engine_use,
        engines: listed,
        auto_queen,
        confirm_moves,
        needs_restart: later,
        problems: troubles,
    } = new;
    // Whether the terminal shows images is not a setting.
    let theme = theme.with_images(app.theme.shows_images());
    let (guard, lines) = (guard.unwrap_or(app.guard), lines.unwrap_or(app.analyze.lines));
    let (arrows, animation) = (arrows.unwrap_or(app.arrows), animation.unwrap_or(app.animation));
    let instant = std::mem::replace(&mut app.instant_moves, instant_moves);
    let moved = (auto_queen.unwrap_or(app.auto_queen), confirm_moves.unwrap_or(app.confirm_moves));
    let of_board = (theme, arrows, animation, bell, eval_bar)
        != (app.theme, app.arrows, app.animation, app.bell, app.eval_bar);
    let changed = of_board
        || instant != instant_moves
        || moved != (app.auto_queen, app.confirm_moves)
        || engine_use.as_ref().is_some_and(|new| *new != app.engine_use)
        || listed.is_some()
        || (&app.keymap, app.guard, app.analyze.lines, app.review_nodes)
            != (&keymap, guard, lines, review_nodes);
    (app.arrows, app.animation, app.bell, app.review_nodes) = (arrows, animation, bell, review_nodes);
    (app.auto_queen, app.confirm_moves) = moved;
    if let Some(new) = engine_use {
        app.engine_use = new;
        configure_engine(app, effects);
    }
    if let Some(listed) = listed {
        engines::update::apply_engine_list(app, listed, effects);
    }
    app.eval_bar = eval_bar;
    (app.theme, app.schemes, app.keymap) = (theme, schemes, keymap);
    practice::update::set_guard(app, guard);
    if app.tab != Tab::Analyze {
        app.analyze.lines = lines;
    } else if lines != app.analyze.lines {
        let by = lines.cast_signed() - app.analyze.lines.cast_signed();
        analyze::update::change_lines(app, by, effects);
    }
    if changed {
        app.show_toast(ToastLevel::Note, "The settings were read again");
    }
    if !later.is_empty() {
        app.show_toast(ToastLevel::Note, format!("From the next start: {}", later.join(", ")));
    }
    for trouble in troubles {
        app.show_toast(ToastLevel::Warning, trouble);
    }
}

pub(crate) fn change_preference(app: &mut App, preference: Preference, up: isize, effects: &mut Effects) {
    match preference {
        Preference::Guard => {
            let guard = match (app.guard, up) {
                (StalemateGuardMode::Off, 1) | (StalemateGuardMode::Block, -1) => StalemateGuardMode::Warn,
                (StalemateGuardMode::Warn | StalemateGuardMode::Block, 1) => StalemateGuardMode::Block,
                _ => StalemateGuardMode::Off,
            };
            practice::update::set_guard(app, guard);
            save_setting(Setting::Guard(guard), effects);
        }
        Preference::Lines => {
            if app.tab == Tab::Analyze {
                analyze::update::change_lines(app, up, effects);
            } else {
                let most = MAX_LINES;
                app.analyze.lines = app.analyze.lines.saturating_add_signed(up).clamp(1, most);
            }
            save_setting(Setting::Lines(app.analyze.lines), effects);
        }
        Preference::Engine if app.tab == Tab::Analyze => analyze::update::toggle_engine(app, effects),
        Preference::Engine => {
            app.analyze.engine =
                if app.analyze.engine == AnalyzeEngine::On { AnalyzeEngine::Off } else { AnalyzeEngine::On };
        }
        Preference::Arrows => toggle_arrows(app, effects),
        Preference::Animation => {
            app.animation = app.animation.toggled();
            save_setting(Setting::Animation(app.animation), effects);
        }
        Preference::Threads => {
            app.engine_use.step_threads(up);
            save_setting(Setting::Threads(app.engine_use.threads), effects);
        }
        Preference::Hash => {
            app.engine_use.step_hash(up);
            save_setting(Setting::Hash(app.engine_use.hash_mb), effects);
        }
        Preference::Syzygy => {
            app.show_toast(ToastLevel::Note, "Enter asks for the folder with Syzygy tables");
        }
        Preference::Time => {
            let control = stepped(&CONTROLS, app.next_time_control(), up);
            save_setting(Setting::Time(control), effects);
            match app.play.setup.time_control {
                // A running clock stays as it is.
                TimeControl::Clock { .. } if app.play.ending.is_none() => {
                    app.new_game_defaults.control = Some(control);
                }
                TimeControl::PerMove(_) if matches!(control, TimeControl::Clock { .. }) => {
                    app.new_game_defaults.control = Some(control);
                }
                _ => (app.play.setup.time_control, app.new_game_defaults.control) = (control, None),
            }
        }
        Preference::AutoQueen => {
            app.auto_queen = !app.auto_queen;
            save_setting(Setting::AutoQueen(app.auto_queen), effects);
        }
        Preference::ConfirmMoves => {
            app.confirm_moves = !app.confirm_moves;
            save_setting(Setting::ConfirmMoves(app.confirm_moves), effects);
        }
        Preference::InstantMoves => {
            app.instant_moves = !app.instant_moves;
            save_setting(Setting::InstantMoves(app.instant_moves), effects);
        }
        Preference::EvalBar => {
            app.eval_bar = !app.eval_bar;
            save_setting(Setting::EvalBar(app.eval_bar), effects);
        }
        Preference::Bell => {
            app.bell = if app.bell == Bell::Rings { Bell::Silent } else { Bell::Rings };
            save_setting(Setting::Bell(app.bell), effects);
            effects.push(Effect::Bell);
        }
        Preference::Details => {
            app.practice.details = !app.practice.details;
            save_setting(Setting::Details(app.practice.details), effects);
        }
        Preference::Bottom => app.board.bottom = app.board.bottom.other(),
        Preference::Theme => {
            app.theme = app.theme.with_scheme(stepped(&app.schemes, app.theme.scheme(), up));
            save_setting(Setting::Scheme(app.theme.scheme()), effects);
        }
        Preference::Pieces => {
            let piece_style = stepped(&PieceStyle::ALL, app.theme.requested_piece_style(), up);
            app.theme = app.theme.with_piece_style(piece_style);
            // Where the terminal can show letters only, the chosen style was never seen.
            if app.theme.piece_style() != PieceStyle::Letters || piece_style == PieceStyle::Letters {
                save_setting(Setting::Pieces(piece_style), effects);
            }
        }
    }
}

/// Turns the arrows of the analysis on or off.
pub(crate) fn toggle_arrows(app: &mut App, effects: &mut Effects) {
    app.arrows = app.arrows.toggled();
    save_setting(Setting::Arrows(app.arrows), effects);
}

pub(crate) fn save_setting(setting: Setting, effects: &mut Effects) {
    effects.push(Effect::SaveSettings(vec![setting]));
}

/// The next or the previous choice, wrapping around.
fn stepped<T: Copy + PartialEq>(choices: &[T], now: T, up: isize) -> T {
    let at = choices.iter().position(|&choice| choice == now).unwrap_or_default();
    let step = if up > 0 { 1 } else { choices.len() - 1 };
    choices[(at + step) % choices.len()]
}
