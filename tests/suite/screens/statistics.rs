//! Screens of the statistics.

use matescope::practice::Performance;
use matescope::tui::theme::{Charset, ColorScheme, Theme, ThemeColorDepth};

use super::{check, check_at, user};
use crate::journeys::User;
use crate::journeys::statistics::{on_page, performance};

/// Anna on the page of her statistics, with three reviewed games.
fn anna() -> User {
    let mut user = user();
    on_page(&mut user, performance(true));
    user
}

#[test]
fn figures_have_bars_and_months_have_columns() {
    check("statistics", anna());
    let mut opening = anna();
    opening.press("pagedown right j");
    check("statistics_opening", opening);
    let mut mistakes = anna();
    mistakes.press("end pageup pageup");
    check("statistics_mistakes", mistakes);
    let mut month = anna();
    month.press("end up up");
    check("statistics_months", month);
    let mut games = anna();
    let at = games.app.games.statistics.rows.iter().position(|row| row.name == "Hungarian Opening");
    games.app.games.statistics.chosen = at.expect("an opening of Anna");
    games.press("enter");
    check("statistics_games", games);
}

#[test]
fn bars_are_told_apart_without_color() {
    let mut plain = anna();
    plain.app.theme = Theme::new(ColorScheme::default(), ThemeColorDepth::Mono, Charset::Unicode);
    check_at("statistics_mono", plain, &[(80, 24)]);
    let mut ascii = anna();
    ascii.app.theme = Theme::new(ColorScheme::default(), ThemeColorDepth::Mono, Charset::Ascii);
    check_at("statistics_ascii", ascii, &[(60, 20), (80, 24)]);
}

#[test]
fn what_is_missing_is_said() {
    let mut unreviewed = user();
    on_page(&mut unreviewed, performance(false)).press("end pageup");
    check("statistics_unreviewed", unreviewed);
    let mut nobody = user();
    on_page(&mut nobody, Performance::default());
    nobody.app.config.games.my_names = vec!["Dora".to_owned()];
    check_at("statistics_empty", nobody, &[(60, 20), (80, 24)]);
}
