//! Color depth of the terminal, from its environment variables.

/// Color depth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum ThemeColorDepth {
    /// No color, or none wanted (`NO_COLOR`).
    Mono,
    /// The terminal's palette of 16 colors.
    Sixteen,
    /// The 256 colors of xterm.
    Indexed,
    /// True color: red, green and blue with 8 bits each.
    #[default]
    TrueColor,
}

impl ThemeColorDepth {
    /// The name that the configuration has for it: `none`, `16`, `256`, `truecolor`.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Mono => "none",
            Self::Sixteen => "16",
            Self::Indexed => "256",
            Self::TrueColor => "truecolor",
        }
    }

    /// The depth by the environment: `NO_COLOR` (any text) has priority, then `COLORTERM` and the variables
    /// of terminals that have true color, then `TERM`.
    pub(crate) fn detect(variable: impl Fn(&str) -> Option<String>) -> Self {
        let value = |name: &str| variable(name).filter(|text| !text.is_empty());
        if value("NO_COLOR").is_some() {
            return Self::Mono;
        }
        let term = value("TERM").unwrap_or_default();
        if matches!(term.as_str(), "dumb" | "vt100" | "vt102" | "vt220") {
            return Self::Mono;
        }
        let colors = value("COLORTERM").unwrap_or_default();
        let known = value("WT_SESSION").is_some() || value("KITTY_WINDOW_ID").is_some();
        if colors == "truecolor" || colors == "24bit" || known || term.ends_with("-direct") {
            return Self::TrueColor;
        }
        let modern = ["kitty", "alacritty", "foot", "ghostty", "wezterm", "contour"];
        if modern.iter().any(|name| term.contains(name)) {
            return Self::TrueColor;
        }
        if term.contains("256color") || value("TERM_PROGRAM").as_deref() == Some("Apple_Terminal") {
            return Self::Indexed;
        }
        Self::Sixteen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(environment: &[(&str, &str)], expected: ThemeColorDepth) {
        let depth = ThemeColorDepth::detect(|name| {
            environment.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        });
        assert_eq!(depth, expected, "{environment:?}");
    }

    #[test]
    fn the_environment_decides_the_colors() {
        check(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")], ThemeColorDepth::TrueColor);
        check(&[("TERM", "xterm-256color"), ("COLORTERM", "")], ThemeColorDepth::Indexed);
        check(&[("TERM", "xterm")], ThemeColorDepth::Sixteen);
        check(&[("TERM", "linux")], ThemeColorDepth::Sixteen);
        check(&[("TERM", "xterm-kitty")], ThemeColorDepth::TrueColor);
        check(&[("TERM", "dumb"), ("COLORTERM", "truecolor")], ThemeColorDepth::Mono);
        check(
            &[("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("NO_COLOR", "1")],
            ThemeColorDepth::Mono,
        );
        check(&[("TERM", "xterm-256color"), ("NO_COLOR", "")], ThemeColorDepth::Indexed);
    }

    #[test]
    fn names_are_those_of_the_configuration() {
        let depths = [
            ThemeColorDepth::Mono,
            ThemeColorDepth::Sixteen,
            ThemeColorDepth::Indexed,
            ThemeColorDepth::TrueColor,
        ];
        assert_eq!(depths.map(ThemeColorDepth::name), ["none", "16", "256", "truecolor"]);
    }
}
