//! [`Role`], the meanings that drawing code has a style for.

use ratatui::style::Modifier;

use crate::tui::theme::BOLD_REVERSED;

macro_rules! roles {
    ($($(#[$doc:meta])* $name:ident $word:literal $letter:literal $plain:expr;)*) => {
        /// The meaning of a cell on the screen.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Role { $($(#[$doc])* $name,)* }

        impl Role {
            /// Every role.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Its name in theme files.
            pub(crate) const fn name(self) -> &'static str {
                match self { $(Self::$name => $word,)* }
            }

            /// A letter for the second plane of screen snapshots.
            #[must_use]
            pub const fn letter(self) -> char {
                match self { $(Self::$name => $letter,)* }
            }

            /// The modifiers that distinguish the role where there are no colors.
            pub(crate) const fn plain_modifier(self) -> Modifier {
                match self { $(Self::$name => $plain,)* }
            }
        }
    };
}

/// Names that roles had in theme files before. A user's theme may still have them.
const FORMER_NAMES: [(&str, Role); 6] = [
    ("remark", Role::Comment),
    ("choice", Role::SelectedRow),
    ("white-man", Role::WhitePiece),
    ("black-man", Role::BlackPiece),
    ("slip", Role::Mistake),
    ("good", Role::Success),
];

impl Role {
    /// A role by its name in theme files, the one of today or a former one.
    pub(crate) fn by_name(name: &str) -> Option<Self> {
        let former = || FORMER_NAMES.iter().find(|(former, _)| *former == name).map(|&(_, role)| role);
        Self::ALL.iter().copied().find(|role| role.name() == name).or_else(former)
    }
}

const NONE: Modifier = Modifier::empty();

roles! {
    /// The background, and plain text.
    Ground "ground" '.' NONE;
    /// Dimmed text: labels, units, lines that are not current.
    Faint "faint" 'f' Modifier::DIM;
    /// An annotator's comment.
    Comment "comment" 'r' Modifier::ITALIC;
    /// Emphasized text.
    Strong "strong" 'S' Modifier::BOLD;
    /// A title.
    Title "title" 't' Modifier::BOLD;
    /// The frame of a pane.
    Frame "frame" '-' Modifier::DIM;
    /// The frame of the focused pane.
    ActiveFrame "active-frame" '+' Modifier::BOLD;
    /// The status bar at the top.
    Bar "bar" 'b' Modifier::REVERSED;
    /// The tab that is open.
    ActiveTab "active-tab" 'B' BOLD_REVERSED;
    /// The name of a key.
    Key "key" 'k' Modifier::BOLD;
    /// The selected row of a list.
    SelectedRow "selected-row" 'C' Modifier::REVERSED;
    /// The caret of an input.
    Caret "caret" '_' Modifier::REVERSED;
    /// Typed text.
    Prompt "prompt" 'p' Modifier::BOLD;
    /// The background of a dialog.
    Overlay "overlay" 'o' NONE;
    /// A light square.
    LightSquare "light-square" 'l' NONE;
    /// A dark square.
    DarkSquare "dark-square" 'd' NONE;
    /// A white piece.
    WhitePiece "white-piece" 'W' Modifier::BOLD;
    /// The lines within a white piece.
    WhiteLine "white-line" 'w' NONE;
    /// A black piece.
    BlackPiece "black-piece" 'N' NONE;
    /// The lines within a black piece.
    BlackLine "black-line" 'n' NONE;
    /// Labels of files and ranks.
    Coordinate "coordinate" 'c' Modifier::DIM;
    /// The squares of the last move.
    LastMove "last-move" 'L' Modifier::UNDERLINED;
    /// The square of the selected piece.
    Selected "selected" 'X' Modifier::REVERSED;
    /// The cursor's square.
    Cursor "cursor" 'U' Modifier::REVERSED;
    /// The squares of a premove.
    Premove "premove" 'm' Modifier::REVERSED;
    /// A target square of the selected piece.
    Target "target" 'T' Modifier::BOLD;
    /// A square marked by a hint.
    Hint "hint" 'H' Modifier::REVERSED;
    /// A square that the hunted king can reach.
    Box "box" 'y' Modifier::BOLD;
    /// A square that a move takes away from the hunted king.
    BoxTaken "box-taken" 'z' Modifier::BOLD;
    /// A square that a move gives to the hunted king.
    BoxGiven "box-given" 'q' Modifier::BOLD;
    /// What the other side threatens.
    Threat "threat" 'h' Modifier::BOLD;
    /// An arrow: the best line's first move.
    Arrow "arrow" 'a' Modifier::BOLD;
    /// An arrow: the first move of another line.
    OtherArrow "other-arrow" 'v' NONE;
    /// An arrow: what the other side threatens.
    ThreatArrow "threat-arrow" 'x' Modifier::BOLD;
    /// Drawn by an annotator, in green.
    DrawnGreen "drawn-green" 'g' Modifier::REVERSED;
    /// Drawn by an annotator, in red.
    DrawnRed "drawn-red" 'Z' Modifier::REVERSED;
    /// Drawn by an annotator, in yellow.
    DrawnYellow "drawn-yellow" 'Y' Modifier::REVERSED;
    /// Drawn by an annotator, in blue.
    DrawnBlue "drawn-blue" 'u' Modifier::REVERSED;
    /// The king in check.
    Check "check" '!' BOLD_REVERSED;
    /// A move that stalemates.
    Stalemate "stalemate" '=' BOLD_REVERSED;
    /// An exact result: from a table or a proof.
    Exact "exact" 'E' Modifier::BOLD;
    /// A bound: a mate from the search.
    Bound "bound" 'e' NONE;
    /// A win for the side in question.
    Win "win" '1' Modifier::BOLD;
    /// A draw.
    Draw "draw" '5' NONE;
    /// A loss for the side in question.
    Loss "loss" '0' NONE;
    /// A best move.
    Best "best" 'V' Modifier::BOLD;
    /// A slower win, an inaccuracy or a mistake.
    Mistake "mistake" 's' NONE;
    /// A move that changes the result.
    Blunder "blunder" '?' Modifier::BOLD;
    /// White's share of a bar or graph.
    WhiteShare "white-share" 'i' Modifier::REVERSED;
    /// Black's share of a bar or graph.
    BlackShare "black-share" 'j' NONE;
    /// A warning.
    Warning "warning" 'A' Modifier::BOLD;
    /// An error.
    Error "error" 'R' BOLD_REVERSED;
    /// A success.
    Success "success" 'G' Modifier::BOLD;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_role_has_a_letter_of_its_own() {
        let mut letters: Vec<char> = Role::ALL.iter().map(|role| role.letter()).collect();
        letters.sort_unstable();
        letters.dedup();
        assert_eq!(letters.len(), Role::ALL.len());
    }

    #[test]
    fn names_lead_back() {
        for &role in Role::ALL {
            assert_eq!(Role::by_name(role.name()), Some(role));
        }
        assert_eq!(Role::by_name("pink"), None);
    }

    #[test]
    fn former_names_lead_to_their_roles_and_are_no_names_of_today() {
        for (former, role) in FORMER_NAMES {
            assert_eq!(Role::by_name(former), Some(role));
            assert!(Role::ALL.iter().all(|role| role.name() != former), "{former}");
        }
    }
}
