//! The meanings that drawing has a style for.

use ratatui::style::Modifier;

use super::STRONG;

macro_rules! roles {
    ($($(#[$doc:meta])* $name:ident $letter:literal $plain:expr;)*) => {
        /// What a cell of the screen means.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Role { $($(#[$doc])* $name,)* }

        impl Role {
            /// Every role.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// A letter for the second plane of screen snapshots.
            #[must_use]
            pub const fn letter(self) -> char {
                match self { $(Self::$name => $letter,)* }
            }

            /// What sets the meaning apart where there are no colors.
            #[must_use]
            pub const fn plain_modifier(self) -> Modifier {
                match self { $(Self::$name => $plain,)* }
            }
        }
    };
}

const NONE: Modifier = Modifier::empty();

roles! {
    /// The ground that everything lies on, and plain text.
    Ground '.' NONE;
    /// Text that stands back: labels, units, lines that are not current.
    Faint 'f' Modifier::DIM;
    /// What an annotator wrote.
    Remark 'r' Modifier::ITALIC;
    /// Text that stands out.
    Strong 'S' Modifier::BOLD;
    /// A title.
    Title 't' Modifier::BOLD;
    /// The frame of a pane.
    Frame '-' Modifier::DIM;
    /// The frame of the pane that has the keys.
    ActiveFrame '+' Modifier::BOLD;
    /// The bar at the top.
    Bar 'b' Modifier::REVERSED;
    /// The tab that is open.
    ActiveTab 'B' STRONG;
    /// The name of a key.
    Key 'k' Modifier::BOLD;
    /// What is picked in a list.
    Choice 'C' Modifier::REVERSED;
    /// The caret of an input.
    Caret '_' Modifier::REVERSED;
    /// What is typed.
    Prompt 'p' Modifier::BOLD;
    /// The ground of a box that lies over the screen.
    Overlay 'o' NONE;
    /// A light square.
    LightSquare 'l' NONE;
    /// A dark square.
    DarkSquare 'd' NONE;
    /// A white man.
    WhiteMan 'W' Modifier::BOLD;
    /// The lines within a white man.
    WhiteLine 'w' NONE;
    /// A black man.
    BlackMan 'N' NONE;
    /// The lines within a black man.
    BlackLine 'n' NONE;
    /// Labels of files and ranks.
    Coordinate 'c' Modifier::DIM;
    /// The squares of the last move.
    LastMove 'L' Modifier::UNDERLINED;
    /// The square of the man that is picked up.
    Selected 'X' Modifier::REVERSED;
    /// The square that the keys point at.
    Cursor 'U' Modifier::REVERSED;
    /// A square that the picked man may go to.
    Target 'T' Modifier::BOLD;
    /// A square that a hint points at.
    Hint 'H' Modifier::REVERSED;
    /// The king in check.
    Check '!' STRONG;
    /// A move that stalemates.
    Stalemate '=' STRONG;
    /// A fact: proven by a table or a proof.
    Exact 'E' Modifier::BOLD;
    /// What only bounds the truth: a mate from the search.
    Bound 'e' NONE;
    /// A win for the side in question.
    Win '1' Modifier::BOLD;
    /// A draw.
    Draw '5' NONE;
    /// A loss for the side in question.
    Loss '0' NONE;
    /// The best that can be played.
    Best 'V' Modifier::BOLD;
    /// A slower win, a small slip.
    Slip 's' NONE;
    /// A move that changes the result.
    Blunder '?' Modifier::BOLD;
    /// White's share of a bar.
    WhiteShare 'i' Modifier::REVERSED;
    /// Black's share of a bar.
    BlackShare 'j' NONE;
    /// Something to look out for.
    Warning 'A' Modifier::BOLD;
    /// Something that went wrong.
    Error 'R' STRONG;
    /// Something that went well.
    Good 'G' Modifier::BOLD;
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
}
