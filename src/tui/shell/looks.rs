//! The theme from the settings and the terminal's capabilities together.

use std::path::Path;

use crate::config::{BoardConfig, ColorDepthConfig as Configured};
use crate::platform::is_plain_console;
use crate::store::config::ConfigWarning;
use crate::store::themes;
use crate::tui::theme::{Charset, ColorScheme, Theme, ThemeColorDepth};

/// The themes to choose from: the built-in ones, then the user's own from a folder, which replace built-in
/// ones of the same name. Unchanged ones are taken from `before`.
pub(super) fn available_schemes(
    folder: Option<&Path>,
    before: &[ColorScheme],
    troubles: &mut Vec<String>,
) -> Vec<ColorScheme> {
    let mut schemes: Vec<ColorScheme> = ColorScheme::all().collect();
    let (themes, unread) = folder.map(themes::load_user_themes).unwrap_or_default();
    troubles.extend(unread);
    for (theme, mut warnings) in themes {
        let own = ColorScheme::from_text(&theme, before, &mut warnings);
        troubles.extend(warnings.iter().map(ConfigWarning::brief));
        match schemes.iter_mut().find(|scheme| scheme.name() == own.name()) {
            Some(ours) => *ours = own,
            None => schemes.push(own),
        }
    }
    schemes
}

/// The theme of the settings on this terminal. A theme that does not exist is reported, and the default used.
pub(super) fn configured_theme(
    board: &BoardConfig,
    schemes: &[ColorScheme],
    variable: impl Fn(&str) -> Option<String>,
    troubles: &mut Vec<String>,
) -> Theme {
    let found = schemes.iter().copied().find(|scheme| scheme.name() == board.theme);
    let scheme = found.unwrap_or_else(|| {
        let known: Vec<&str> = schemes.iter().map(|scheme| scheme.name()).collect();
        troubles.push(format!("There is no theme \"{}\": choose {}", board.theme, known.join(", ")));
        ColorScheme::default()
    });
    let depth = match board.color {
        Configured::Auto => ThemeColorDepth::detect(&variable),
        Configured::Truecolor => ThemeColorDepth::TrueColor,
        Configured::Palette => ThemeColorDepth::Indexed,
        Configured::Sixteen => ThemeColorDepth::Sixteen,
        Configured::None => ThemeColorDepth::Mono,
    };
    let charset = if is_plain_console(&variable) { Charset::Ascii } else { Charset::detect(&variable) };
    Theme::new(scheme, depth, charset).with_piece_style(board.pieces)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::PieceStyle;

    #[test]
    fn settings_rule_and_the_environment_fills_in() {
        let board = BoardConfig {
            theme: "green".to_owned(),
            color: Configured::Auto,
            pieces: PieceStyle::Letters,
            ..BoardConfig::default()
        };
        let no_color = |name: &str| (name == "NO_COLOR").then(|| "1".to_owned());
        let (schemes, mut troubles) = (available_schemes(None, &[], &mut Vec::new()), Vec::new());
        let green = ColorScheme::by_name("green").unwrap();
        let found = configured_theme(&board, &schemes, no_color, &mut troubles);
        assert_eq!(
            (found.scheme(), found.depth(), found.piece_style()),
            (green, ThemeColorDepth::Mono, PieceStyle::Letters)
        );
        let forced = BoardConfig { color: Configured::Truecolor, ..board.clone() };
        assert_eq!(
            configured_theme(&forced, &schemes, no_color, &mut troubles).depth(),
            ThemeColorDepth::TrueColor
        );
        assert_eq!(troubles, [""; 0]);
        let unknown = BoardConfig { theme: "pink".to_owned(), ..board };
        assert_eq!(
            configured_theme(&unknown, &schemes, no_color, &mut troubles).scheme(),
            ColorScheme::default()
        );
        let warning = "There is no theme \"pink\": choose slate, green, walnut, paper, clear, contrast, terminal, plain";
        assert_eq!(troubles, [warning]);
    }

    #[test]
    fn a_theme_of_ones_own_comes_last_or_in_place_of_ours() {
        let folder = std::env::temp_dir().join(format!("matescope-themes-{}", std::process::id()));
        let file = |name: &str| folder.join(name);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(file("night.toml"), "base = \"green\"\n[roles]\nwin = \"bleu\"\n").unwrap();
        std::fs::write(file("walnut.toml"), "colors = \"16\"\n").unwrap();
        std::fs::write(file("notes.txt"), "nothing").unwrap();
        let mut troubles = Vec::new();
        let found = available_schemes(Some(&folder), &[], &mut troubles);
        assert_eq!(available_schemes(Some(&folder), &found, &mut Vec::new()), found, "nothing has changed");
        std::fs::remove_dir_all(&folder).unwrap();
        let names: Vec<&str> = found.iter().map(|scheme| scheme.name()).collect();
        assert_eq!(
            names,
            ["slate", "green", "walnut", "paper", "clear", "contrast", "terminal", "plain", "night"]
        );
        assert_ne!(Some(found[2]), ColorScheme::by_name("walnut"));
        assert_eq!(troubles.len(), 1, "{troubles:?}");
        assert!(troubles[0].contains("night.toml:3:7: \"bleu\" is not a color"), "{troubles:?}");
        assert_eq!(available_schemes(Some(&file("missing")), &[], &mut Vec::new()).len(), 8);
    }
}
