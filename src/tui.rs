//! Floor 7: the screen.
//!
//! Events come in through one channel; `update` turns each into a new state and a list of effects, without
//! acting; `view` draws the state, without changing it; `shell` alone acts.
//!
//! Reading order: [`app`] (the state), [`dialog`] (what lies over it), [`keymap`] and [`update`] (how it
//! changes), [`view`], [`screen`] and [`layout`] (how it is drawn), [`widget`] and [`theme`] (with what).

pub mod app;
pub mod dialog;
pub mod keymap;
pub mod layout;
pub mod screen;
pub mod theme;
pub mod update;
pub mod view;
pub mod widget;
