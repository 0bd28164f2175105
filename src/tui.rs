//! Floor 7: the screen.
//!
//! Events come in through one channel; `update` turns each into a new state and a list of effects, without
//! acting; `view` draws the state, without changing it; `shell` alone acts.
//!
//! Reading order: [`app`] (the state), [`dialog`] (what lies over it).

pub mod app;
pub mod dialog;
pub mod layout;
pub mod theme;
pub mod widget;
