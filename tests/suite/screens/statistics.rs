//! Screens of the statistics.

use matescope::chess::names::group_digits;
use matescope::practice::Performance;
use matescope::practice::performance::GameScore;
use matescope::tui::theme::{Charset, ColorScheme, Theme, ThemeColorDepth};

use super::{check, check_at, check_state, drawn, text, user};
use crate::journeys::User;
use crate::journeys::statistics::{on_page, on_report, performance};

/// Anna on the page of her statistics, with three reviewed games.
fn anna() -> User {
    let mut user = user();
    on_page(&mut user, performance(true));
    user
}

/// The same with the row of this name chosen.
fn anna_at(name: &str) -> User {
    let mut user = anna();
    let at = user.app.games.statistics.rows.iter().position(|row| row.name == name);
    user.app.games.statistics.chosen = at.expect("a row of this name");
    user
}

#[test]
fn figures_have_bars_and_months_have_columns() {
    check("statistics", anna());
    let mut opening = anna_at("Ruy Lopez");
    opening.press("right j");
    check_state("statistics_opening", opening);
    check_state("statistics_phase", anna_at("opening"));
    check_state("statistics_kind", anna_at("worsened the position"));
    check_state("statistics_month", anna_at("February 2024"));
    let mut games = anna_at("Dutch Defense");
    games.press("enter");
    check_state("statistics_games", games);
}

#[test]
fn bars_are_told_apart_without_color() {
    let mut plain = anna();
    plain.app.shared.theme = Theme::new(ColorScheme::default(), ThemeColorDepth::Mono, Charset::Unicode);
    check_state("statistics_mono", plain);
    let mut ascii = anna();
    ascii.app.shared.theme = Theme::new(ColorScheme::default(), ThemeColorDepth::Mono, Charset::Ascii);
    check_at("statistics_ascii", ascii, &[(60, 20), (80, 24)]);
}

#[test]
fn what_is_missing_is_said() {
    let mut unreviewed = user();
    on_page(&mut unreviewed, performance(false)).press("end pageup");
    check_state("statistics_unreviewed", unreviewed);
    let mut nobody = user();
    on_page(&mut nobody, Performance::default());
    nobody.app.shared.config.games.my_names = vec!["Dora".to_owned()];
    check_at("statistics_empty", nobody, &[(60, 20), (80, 24)]);
}

#[test]
fn a_report_says_whose_games_it_counts() {
    let mut user = user();
    on_report(&mut user);
    check("statistics_report", user);
}

/// Anna after this many games for each of those that she has.
fn anna_after(factor: u32) -> User {
    let mut performance = performance(true);
    let times = |score: &mut GameScore| {
        let GameScore { won, drawn, lost, unfinished, .. } = score;
        for count in [won, drawn, lost, unfinished] {
            *count = (*count + 1) * factor;
        }
    };
    performance.scores.iter_mut().for_each(times);
    performance.months.values_mut().for_each(|month| times(&mut month.score));
    let moves = [&mut performance.moves].into_iter();
    for of in moves.chain(&mut performance.phases).chain(&mut performance.clock) {
        of.moves *= factor;
        of.judgments.iter_mut().for_each(|count| *count *= factor);
    }
    performance.kinds.iter_mut().flatten().for_each(|count| *count = (*count + 1) * factor);
    let mut user = user();
    on_page(&mut user, performance);
    user
}

#[test]
fn figures_of_many_games_stay_apart() {
    check_at("statistics_many", anna_after(1_250), &[(60, 20), (80, 24), (120, 40)]);
    for factor in [90, 1_250, 90_000] {
        let mut user = anna_after(factor);
        for size in [(60, 20), (80, 24), (100, 30), (120, 40), (200, 60)] {
            for _ in 0..60 {
                let shown = text(&drawn(&mut user, size));
                for word in shown.split([' ', '\n', '│']).filter(|word| word.contains(',')) {
                    let digits: String = word.chars().filter(char::is_ascii_digit).collect();
                    let Ok(number) = digits.parse() else { continue };
                    let figure = word.trim_end_matches([',', ':', '.']);
                    let is_count = figure.chars().all(|c| c.is_ascii_digit() || c == ',');
                    assert!(!is_count || figure == group_digits(number), "{size:?} {word:?}:\n{shown}");
                }
                user.press("j");
            }
        }
    }
}
