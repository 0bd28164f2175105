//! What is done with the table of an ending, by its number of pieces: which tables there can be, which are built
//! without a request, how long that takes, and from where on a search may reach them.
//!
//! Every piece more makes a table some fifty times larger, and pawns make it three times larger and its build ten
//! times longer: the number of pieces decides, and whether there are pawns.

use super::{Color, Material};

/// The most pieces that a table covers, kings included. A 6-piece table would need weeks and more memory than a
/// machine of its user has.
pub const MAX_TABLE_PIECES: usize = 5;

/// Tables of so many pieces are built at every start, in a fraction of a second: faster than reading them.
const MAX_PIECES_AT_START: u8 = 3;
/// Tables of so many pieces are built as soon as a position needs them, in seconds.
const MAX_PIECES_UNASKED: u8 = 4;
/// Without pawns, tables of so many pieces are built for a position on the board where the machine has room for
/// them: in ten seconds or so. With pawns they take minutes.
const MAX_PIECES_IN_BACKGROUND: u8 = 5;
/// An analysis loads tables for positions of up to so many pieces: three captures lead to a table. From farther
/// away the search hardly ever probes one.
const MAX_PIECES_NEAR_TABLES: u8 = 8;
/// A position of up to so many pieces is named by its material, as the endings of the largest Syzygy tables are.
const MAX_PIECES_OF_ENDING: u8 = 7;

/// What is done with the table of an ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablePolicy {
    piece_count: u8,
    has_pawns: bool,
}

impl TablePolicy {
    /// The policy for an ending.
    #[must_use]
    pub fn of(material: &Material) -> Self {
        let has_pawns = Color::ALL.into_iter().any(|color| material.side(color).pawn > 0);
        Self { piece_count: material.piece_count(), has_pawns }
    }

    /// Whether tables cover endings of so many pieces.
    #[must_use]
    pub fn can_have_table(self) -> bool {
        usize::from(self.piece_count) <= MAX_TABLE_PIECES
    }

    /// Whether the table is built at every start, before anybody needs it.
    #[must_use]
    pub const fn is_built_at_start(self) -> bool {
        self.piece_count <= MAX_PIECES_AT_START
    }

    /// Whether the table is built as soon as a position needs it. A larger one is only loaded, unless the user
    /// requests it.
    #[must_use]
    pub const fn is_built_unasked(self) -> bool {
        self.piece_count <= MAX_PIECES_UNASKED
    }

    /// Whether the table is built for a position on the board without a request, if the machine has the memory
    /// and the disk for it and the settings allow it.
    #[must_use]
    pub const fn is_built_in_background(self) -> bool {
        self.is_built_unasked() || self.piece_count <= MAX_PIECES_IN_BACKGROUND && !self.has_pawns
    }

    /// Whether an analysis loads tables for a position with this material.
    #[must_use]
    pub const fn is_near_tables(self) -> bool {
        self.piece_count <= MAX_PIECES_NEAR_TABLES
    }

    /// Whether a position with this material is an ending, named by its material.
    #[must_use]
    pub const fn is_ending(self) -> bool {
        self.piece_count <= MAX_PIECES_OF_ENDING
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_pieces_are_built_in_the_background_without_pawns_alone() {
        let policy = |name: &str| TablePolicy::of(&name.parse().unwrap());
        for (name, unasked, in_background, possible) in [
            ("KQvKR", true, true, true),
            ("KRPvK", true, true, true),
            ("KRBvKR", false, true, true),
            ("KRPvKR", false, false, true),
            ("KRBvKP", false, false, true),
            ("KRBvKRN", false, false, false),
        ] {
            let policy = policy(name);
            let found = (policy.is_built_unasked(), policy.is_built_in_background(), policy.can_have_table());
            assert_eq!(found, (unasked, in_background, possible), "{name}");
        }
    }
}
