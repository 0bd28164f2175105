//! Applies settings that were changed in the file while the program runs.

use crate::tui::app::toast::ToastLevel;
use crate::tui::app::{App, Tab};
use crate::tui::settings::reload::SettingsUpdate;

use crate::tui::message::{Effect, Effects};
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
