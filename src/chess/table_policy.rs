//! What is done with the table of an ending, by its number of pieces: which tables there can be, which are built
//! without a request, how long that takes, and from where on a search may reach them.
//!
//! Every piece more makes a table some fifty times larger, so the number of pieces alone decides.

use super::Material;

/// The most pieces that a table covers, kings included. A 6-piece table would need weeks and more memory than a
/// machine of its user has.
pub const MAX_TABLE_PIECES: usize = 5;

/// Tables of so many pieces are built at every start, in a fraction of a second: faster than reading them.
const MAX_PIECES_AT_START: u8 = 3;
/// Tables of so many pieces are built as soon as a position needs them, in seconds. One piece more takes minutes.
const MAX_PIECES_UNASKED: u8 = 4;
/// An analysis loads tables for positions of up to so many pieces: three captures lead to a table. From farther
/// away the search hardly ever probes one.
const MAX_PIECES_NEAR_TABLES: u8 = 8;
/// A position of up to so many pieces is named by its material, as the endings of the largest Syzygy tables are.
const MAX_PIECES_OF_ENDING: u8 = 7;

/// What is done with the table of an ending.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TablePolicy {
    piece_count: u8,
}

impl TablePolicy {
    /// The policy for an ending.
    #[must_use]
    pub fn of(material: &Material) -> Self {
        Self { piece_count: material.piece_count() }
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

    /// How long building takes, in a word.
    #[must_use]
    pub const fn build_time(self) -> &'static str {
        if self.is_built_unasked() { "seconds" } else { "minutes" }
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
