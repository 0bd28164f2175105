//! The terminal interface.
//!
//! Events come in through one channel; [`router::update`] turns each into a new state and a list of effects,
//! without acting; [`view`] draws the state, without changing it; [`shell`] alone acts.
//!
//! The state is plain values in [`model`]: what all screens share, and a file for each feature. A feature has a folder with
//! `update` (what happens) and `view` (how it is drawn): [`play`], [`analyze`] with its review, [`practice`], [`quiz`],
//! [`puzzle`], [`guess`], [`tables`], [`games`], [`editor`], [`engines`], [`proof`]. A feature knows no other one, and none
//! knows the whole state: each function takes the state of its feature and a [`context`], the shared state with the effects.
//! Another feature is asked for with a `Request` that [`router`] answers.
//!
//! What features share is below them: [`scene`] (what a screen hands over to be drawn), [`board`] and [`aids`], [`dialog`],
//! [`background`] (requests to engines, tables, the review of the library), [`widget`]. What knows all of them is above:
//! [`app`] (the whole state), [`router`] and [`practice_features`] (which one gets a message), [`screen`] and [`linear`]
//! (which one draws).
//!
//! Reading order: [`model`] and [`app`], [`message`] (what can happen and what the shell is asked for), [`context`],
//! [`keymap`] (what a key means), [`router`], then a feature; [`scene`], [`screen`] and [`layout`] (what is drawn where),
//! [`widget`] and [`theme`] (with what), [`event`], `input` and [`terminal`] (the terminal).

pub mod aids;
pub mod analyze;
pub mod app;
pub mod background;
pub mod board;
pub mod context;
pub mod dialog;
pub mod editor;
pub mod engines;
pub mod event;
pub mod games;
pub mod guess;
mod input;
pub mod keymap;
pub mod layout;
pub mod linear;
pub mod message;
pub mod model;
pub mod navigation;
pub mod play;
pub mod practice;
pub mod practice_features;
pub mod proof;
pub mod puzzle;
pub mod quiz;
pub mod repertoire;
pub mod router;
pub mod scene;
pub mod screen;
pub mod shell;
pub mod tables;
pub mod terminal;
pub mod text_reading;
pub mod theme;
pub mod view;
pub mod widget;

pub use crate::tui::shell::{FrontendKind, StartScreen, TuiError, TuiOptions, run};
