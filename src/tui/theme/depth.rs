//! How many colors the terminal has, told from its environment.

/// The colors that a terminal can show.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum ColorDepth {
    /// None, or none wanted (`NO_COLOR`).
    Mono,
    /// The sixteen that the terminal's own palette has.
    Sixteen,
    /// The 256 of xterm.
    Indexed,
    /// Red, green and blue with 8 bits each.
    #[default]
    True,
}

impl ColorDepth {
    /// The name that the configuration has for it: `none`, `16`, `256`, `truecolor`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mono => "none",
            Self::Sixteen => "16",
            Self::Indexed => "256",
            Self::True => "truecolor",
        }
    }

    /// A depth by its name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        [Self::Mono, Self::Sixteen, Self::Indexed, Self::True].into_iter().find(|depth| depth.name() == name)
    }

    /// What the environment says, asked variable by variable: `NO_COLOR` (any text) rules, then `COLORTERM`
    /// and the marks of terminals that have true color, then `TERM`.
    #[must_use]
    pub fn detect(variable: impl Fn(&str) -> Option<String>) -> Self {
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
            return Self::True;
        }
        let modern = ["kitty", "alacritty", "foot", "ghostty", "wezterm", "contour"];
        if modern.iter().any(|name| term.contains(name)) {
            return Self::True;
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

    fn check(environment: &[(&str, &str)], wanted: ColorDepth) {
        let depth = ColorDepth::detect(|name| {
            environment.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
        });
        assert_eq!(depth, wanted, "{environment:?}");
    }

    #[test]
    fn the_environment_tells_the_colors() {
        check(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")], ColorDepth::True);
        check(&[("TERM", "xterm-256color"), ("COLORTERM", "")], ColorDepth::Indexed);
        check(&[("TERM", "xterm")], ColorDepth::Sixteen);
        check(&[("TERM", "linux")], ColorDepth::Sixteen);
        check(&[("TERM", "xterm-kitty")], ColorDepth::True);
        check(&[("TERM", "dumb"), ("COLORTERM", "truecolor")], ColorDepth::Mono);
        check(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("NO_COLOR", "1")], ColorDepth::Mono);
        check(&[("TERM", "xterm-256color"), ("NO_COLOR", "")], ColorDepth::Indexed);
    }

    #[test]
    fn names_lead_back() {
        for depth in [ColorDepth::Mono, ColorDepth::Sixteen, ColorDepth::Indexed, ColorDepth::True] {
            assert_eq!(ColorDepth::by_name(depth.name()), Some(depth));
        }
    }
}
