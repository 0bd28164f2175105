//! The terminal interface.
//!
//! Events come in through one channel; [`router::update`] turns each into a new state and a list of effects,
//! without acting; [`view`] draws the state, without changing it; [`shell`] alone acts.
//!
//! One folder a feature, each with `state` (what it remembers), `update` (what happens) and `view` (how it is
//! drawn): [`play`], [`analyze`] with its review, [`practice`], [`quiz`], [`tables`], [`games`], [`editor`],
//! [`engines`], [`settings`], [`proof`]. A feature knows no other one; it asks for it with a `Request` that
//! [`router`] answers. [`board`] is what all screens share, [`aids`] what helps on it.
//!
//! Reading order: [`app`] (the whole state) and [`dialog`] (what is drawn over a screen), [`message`] (what can
//! happen and what the shell is asked for), [`keymap`] (what a key means), [`router`] (which feature gets a
//! message), then the feature; [`screen`] and [`layout`] (which feature draws where), [`widget`] and [`theme`]
//! (with what), [`linear`] (the same in lines of text), [`event`], `input` and [`terminal`] (the terminal).

pub mod activity;
pub mod aids;
pub mod analyze;
pub mod app;
pub mod background;
pub mod board;
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
pub mod navigation;
pub mod play;
pub mod practice;
pub mod practice_board;
pub mod proof;
pub mod puzzle;
pub mod quiz;
pub mod router;
pub mod scene;
pub mod screen;
pub mod settings;
pub mod shell;
pub mod tables;
pub mod terminal;
pub mod text_reading;
pub mod theme;
pub mod view;
pub mod widget;

pub use crate::tui::shell::{FrontendKind, StartScreen, TuiError, TuiOptions, run};
