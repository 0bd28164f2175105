//! Whether the exact result with the other side to move is shown beside the result of the position.

/// Whether it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OtherTurnView {
    /// Not requested.
    #[default]
    Hidden,
    /// Shown.
    Shown,
}

impl OtherTurnView {
    /// The opposite setting.
    pub(crate) const fn toggled(self) -> Self {
        match self {
            Self::Hidden => Self::Shown,
            Self::Shown => Self::Hidden,
        }
    }
}
