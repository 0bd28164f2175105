//! The Analyze tab: any position or game, with the lines of the engine.

pub mod depth;
mod evaluation_graph;
pub(crate) mod explorer_update;
mod explorer_view;
pub mod kept_update;
pub mod line_update;
pub mod notes;
mod repertoire_note;
pub(crate) mod repertoire_update;
pub mod request;
pub mod review;
pub mod search_moves_update;
pub(crate) mod threat_update;
pub mod update;
pub mod view;
