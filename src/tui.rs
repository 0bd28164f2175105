//! Floor 7: the screen.
//!
//! Events come in through one channel; `update` turns each into a new state and a list of effects, without
//! acting; `view` draws the state, without changing it; `shell` alone acts.
//!
//! Reading order: [`app`] (the state) and [`dialog`] (what lies over it), [`keymap`] (what a key means),
//! [`update`] (what happens), [`view`], [`screen`] and [`layout`] (how it is drawn), [`widget`] and [`theme`]
//! (with what), [`linear`] (the same in lines of text), [`event`], `input` and [`terminal`] (the world outside),
//! [`shell`] (who acts, and in `watchdog` who gives the terminal back where that thread does not answer).

pub mod app;
pub mod dialog;
pub mod event;
mod input;
pub mod keymap;
pub mod layout;
pub mod linear;
pub mod screen;
pub mod shell;
pub mod terminal;
pub mod theme;
pub mod update;
pub mod view;
pub mod widget;

pub use shell::{FrontendKind, StartScreen, TuiError, TuiOptions, run};
