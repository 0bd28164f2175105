//! Glyphs beyond ASCII, each with an ASCII equivalent for terminals and fonts that lack it.

/// Character sets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Charset {
    /// Box drawing, block elements, chess symbols.
    #[default]
    Unicode,
    /// Nothing but ASCII.
    Ascii,
}

/// The glyphs of a character set. Each is a single cell wide, except `half` in ASCII, which is three.
#[derive(PartialEq, Eq, Debug)]
pub struct Glyphs {
    /// Marks the current entry.
    pub current: &'static str,
    /// Points back.
    pub back: &'static str,
    /// A star.
    pub star: &'static str,
    /// A game with a finished review.
    pub reviewed: &'static str,
    /// Half a point.
    pub half: &'static str,
    /// The move keeps the result and the distance.
    pub best: &'static str,
    /// An error.
    pub error: &'static str,
    /// The pattern of a dark square where there is no color.
    pub shade: &'static str,
    /// A full cell.
    pub full: &'static str,
    /// Separator of facts in a line.
    pub dot: &'static str,
    /// Separator of parts of the status bar.
    pub bar: &'static str,
    /// The sign for text that was cut off.
    pub ellipsis: &'static str,
    /// A target square.
    pub target: &'static str,
    /// Arrows: left, right, up, down.
    pub arrows: [&'static str; 4],
    /// Heights of a bar within a cell, from nothing to full.
    pub bar_heights: [&'static str; 9],
    /// Widths of a bar within a cell, from nothing to full.
    pub bar_widths: [&'static str; 9],
    /// Lines of a frame: horizontal, vertical, the corners from top left clockwise, joints left and right.
    pub frame: [&'static str; 8],
    /// On and off.
    pub switch: [&'static str; 2],
    /// A collapsed branch.
    pub collapsed: &'static str,
    /// An expanded branch.
    pub expanded: &'static str,
    /// Multiplication, as in "three times".
    pub times: &'static str,
}

impl Charset {
    /// The glyphs of the set.
    pub(crate) const fn glyphs(self) -> &'static Glyphs {
        match self {
            Self::Unicode => &UNICODE,
            Self::Ascii => &ASCII,
        }
    }

    /// The character set by the locale: ASCII where it names an encoding other than UTF-8, as `LANG=C` does.
    pub(crate) fn detect(variable: impl Fn(&str) -> Option<String>) -> Self {
        let value = |name: &str| variable(name).filter(|text| !text.is_empty());
        let locale = value("LC_ALL").or_else(|| value("LC_CTYPE")).or_else(|| value("LANG"));
        let set = locale.as_deref().and_then(|name| name.split_once('.')).map(|(_, set)| set.to_lowercase());
        match set {
            Some(set) if !set.starts_with("utf") => Self::Ascii,
            _ => Self::Unicode,
        }
    }
}

static UNICODE: Glyphs = Glyphs {
    current: "▸",
    back: "◂",
    star: "★",
    reviewed: "✓",
    half: "½",
    best: "✓",
    error: "✗",
    shade: "░",
    full: "█",
    dot: "·",
    bar: "│",
    ellipsis: "…",
    target: "•",
    arrows: ["←", "→", "↑", "↓"],
    bar_heights: [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
    bar_widths: [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"],
    frame: ["─", "│", "╭", "╮", "╯", "╰", "├", "┤"],
    switch: ["●", "○"],
    collapsed: "▸",
    expanded: "▾",
    times: "×",
};

static ASCII: Glyphs = Glyphs {
    current: ">",
    back: "<",
    star: "*",
    reviewed: "v",
    half: "1/2",
    best: "*",
    error: "x",
    shade: ":",
    full: "#",
    dot: "-",
    bar: "|",
    ellipsis: "~",
    target: ".",
    arrows: ["<", ">", "^", "v"],
    bar_heights: [" ", "_", "_", "-", "-", "=", "=", "#", "#"],
    bar_widths: [" ", "#", "#", "#", "#", "#", "#", "#", "#"],
    frame: ["-", "|", "+", "+", "+", "+", "+", "+"],
    switch: ["*", "o"],
    collapsed: "+",
    expanded: "-",
    times: "x",
};

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthStr;

    use super::*;

    fn signs(glyphs: &'static Glyphs) -> Vec<&'static str> {
        let mut signs = vec![
            glyphs.current,
            glyphs.back,
            glyphs.star,
            glyphs.reviewed,
            glyphs.best,
            glyphs.error,
            glyphs.shade,
            glyphs.full,
            glyphs.dot,
            glyphs.bar,
            glyphs.ellipsis,
            glyphs.target,
            glyphs.times,
        ];
        signs.extend(glyphs.arrows);
        signs.extend(glyphs.bar_heights);
        signs.extend(glyphs.bar_widths);
        signs.extend(glyphs.frame);
        signs.extend(glyphs.switch);
        signs
    }

    #[test]
    fn every_sign_is_one_cell_wide() {
        for set in [Charset::Unicode, Charset::Ascii] {
            for sign in signs(set.glyphs()) {
                assert_eq!(sign.width(), 1, "{sign}");
            }
        }
    }

    #[test]
    fn the_locale_decides_the_set() {
        let set = |locale: &str| Charset::detect(|name| (name == "LANG").then(|| locale.to_owned()));
        assert_eq!(set("en_US.UTF-8"), Charset::Unicode);
        assert_eq!(set("C.utf8"), Charset::Unicode);
        assert_eq!(set("C"), Charset::Unicode);
        assert_eq!(set("de_DE.ISO-8859-1"), Charset::Ascii);
    }

    #[test]
    fn the_twins_are_ascii() {
        for sign in signs(Charset::Ascii.glyphs()) {
            assert!(sign.is_ascii(), "{sign}");
        }
        assert!(ASCII.half.is_ascii());
    }
}
