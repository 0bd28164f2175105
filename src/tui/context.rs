//! [`UpdateContext`], what nearly every update works with beside the state of its own feature, and [`PracticeContext`], the
//! same for the features of the practice tab. They take the place of the whole state, which no feature sees.

use crate::tui::message::Effects;
use crate::tui::model::{PracticeTab, Shared};

/// What an update works with beside the state of its own feature.
#[derive(Debug)]
pub struct UpdateContext<'a> {
    /// The state that all screens share.
    pub shared: &'a mut Shared,
    /// What the shell and other features are asked for.
    pub effects: &'a mut Effects,
}

/// What an update of the practice tab works with beside the state of its own feature.
#[derive(Debug)]
pub struct PracticeContext<'a> {
    /// What the features of the practice tab share.
    pub tab: &'a mut PracticeTab,
    /// The state that all screens share.
    pub shared: &'a mut Shared,
    /// What the shell and other features are asked for.
    pub effects: &'a mut Effects,
}

impl Shared {
    /// The context of an update that adds to these effects.
    pub(crate) const fn with<'a>(&'a mut self, effects: &'a mut Effects) -> UpdateContext<'a> {
        UpdateContext { shared: self, effects }
    }
}

impl PracticeTab {
    /// The context of an update of the practice tab that adds to these effects.
    pub(crate) const fn with<'a>(
        &'a mut self,
        shared: &'a mut Shared,
        effects: &'a mut Effects,
    ) -> PracticeContext<'a> {
        PracticeContext { tab: self, shared, effects }
    }
}
