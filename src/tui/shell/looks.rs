//! The theme that the settings and the terminal ask for together.

use crate::store::config::{Board, ColorDepth as Configured, Pieces};
use crate::tui::theme::{Charset, ColorDepth, Men, Scheme, Theme};

/// The theme of the settings on this terminal. A scheme that does not exist is told, and the usual one used.
pub(super) fn theme(
    board: &Board,
    variable: impl Fn(&str) -> Option<String>,
    troubles: &mut Vec<String>,
) -> Theme {
    let scheme = Scheme::by_name(&board.theme).unwrap_or_else(|| {
        let known: Vec<&str> = Scheme::ALL.iter().map(|scheme| scheme.name()).collect();
        troubles.push(format!("There is no theme \"{}\": choose {}", board.theme, known.join(", ")));
        Scheme::default()
    });
    let depth = match board.color {
        Configured::Auto => ColorDepth::detect(&variable),
        Configured::Truecolor => ColorDepth::True,
        Configured::Palette => ColorDepth::Indexed,
        Configured::Sixteen => ColorDepth::Sixteen,
        Configured::None => ColorDepth::Mono,
    };
    let men = match board.pieces {
        Pieces::Auto | Pieces::Sprites => Men::Pictures,
        Pieces::Glyphs => Men::Signs,
        Pieces::Letters => Men::Letters,
    };
    Theme::new(scheme, depth, Charset::detect(&variable)).with_men(men)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_rule_and_the_environment_fills_in() {
        let board = Board { theme: "green".to_owned(), color: Configured::Auto, pieces: Pieces::Letters };
        let no_color = |name: &str| (name == "NO_COLOR").then(|| "1".to_owned());
        let mut troubles = Vec::new();
        let found = theme(&board, no_color, &mut troubles);
        assert_eq!(
            (found.scheme(), found.depth(), found.men()),
            (Scheme::Green, ColorDepth::Mono, Men::Letters)
        );
        let forced = Board { color: Configured::Truecolor, ..board.clone() };
        assert_eq!(theme(&forced, no_color, &mut troubles).depth(), ColorDepth::True);
        assert_eq!(troubles, [""; 0]);
        let unknown = Board { theme: "pink".to_owned(), ..board };
        assert_eq!(theme(&unknown, no_color, &mut troubles).scheme(), Scheme::Slate);
        assert_eq!(troubles, ["There is no theme \"pink\": choose slate, green, walnut, contrast"]);
    }
}
