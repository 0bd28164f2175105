//! The theme of a puzzle: what its solution is about.

/// The theme of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PuzzleTheme {
    /// A forced mate.
    Mate,
    /// A win of material.
    Material,
    /// The only move that holds a position that any other move loses.
    Defense,
    /// The only move that wins an ending.
    OnlyWin,
    /// The only move that draws an ending.
    OnlyDraw,
    /// A draw by stalemate.
    Stalemate,
    /// A promotion on the way.
    Promotion,
    /// Zugzwang: whoever is to move would rather not be.
    Zugzwang,
}

impl PuzzleTheme {
    /// All of them, in the order of lists.
    pub const ALL: [Self; 8] = [
        Self::Mate,
        Self::Material,
        Self::Defense,
        Self::OnlyWin,
        Self::OnlyDraw,
        Self::Stalemate,
        Self::Promotion,
        Self::Zugzwang,
    ];

    /// Its name on the screen.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Material => "win of material",
            Self::Defense => "defensive resource",
            Self::OnlyWin => "only move to win",
            Self::OnlyDraw => "only move to draw",
            Self::Stalemate => "stalemate rescue",
            Self::Promotion => "promotion",
            Self::Zugzwang => "zugzwang",
        }
    }

    /// What it is about, in a sentence.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Mate => "A forced mate: one first move mates in time.",
            Self::Material => "One move wins material, or the game.",
            Self::Defense => "Every move but one loses: find the defense.",
            Self::OnlyWin => "An ending in which one move wins.",
            Self::OnlyDraw => "An ending in which one move draws.",
            Self::Stalemate => "An ending that stalemate saves.",
            Self::Promotion => "A pawn promotes on the way.",
            Self::Zugzwang => "Whoever is to move would rather not be.",
        }
    }

    /// Its word in files and on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Material => "material",
            Self::Defense => "defense",
            Self::OnlyWin => "win",
            Self::OnlyDraw => "draw",
            Self::Stalemate => "stalemate",
            Self::Promotion => "promotion",
            Self::Zugzwang => "zugzwang",
        }
    }

    /// The theme of a word; None where it is none.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.word() == word)
    }
}
