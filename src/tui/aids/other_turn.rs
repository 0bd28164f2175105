//! Whether the truth with the turn passed is told beside the truth.

/// Whether it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OtherTurnView {
    /// Nobody asked.
    #[default]
    Hidden,
    /// It is.
    Shown,
}

impl OtherTurnView {
    /// The other one.
    #[must_use]
    pub const fn toggled(self) -> Self {
        match self {
            Self::Hidden => Self::Shown,
            Self::Shown => Self::Hidden,
        }
    }
}
