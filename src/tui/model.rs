//! The state of the interface as plain values: what all screens share ([`shared`]), the state of each feature by its name,
//! and what the screen is for at a moment ([`activity`]). Nothing here draws, acts, or sends a message.
//!
//! Reading order: [`shared`], [`activity`], then a feature: [`play`], [`analyze`] with its [`review`], [`practice`],
//! [`tables`], [`games`].

pub mod activity;
pub mod analysis_cache;
pub mod analyze;
pub mod board;
pub mod card;
pub mod course_list;
pub mod current_analysis;
pub mod dialog;
pub mod editor;
pub mod engines;
pub mod games;
pub mod guess;
pub mod hint;
pub mod kept_analysis;
pub mod king_box;
pub mod library_review_queue;
pub mod line;
pub mod machine;
pub mod motion;
pub mod other_turn;
pub mod pane_id;
pub mod play;
pub mod practice;
pub mod practice_activity;
pub mod practice_board;
pub mod practice_tab;
pub mod preference;
pub mod premove;
pub mod prompt;
pub mod proof;
pub mod puzzle;
pub mod quiz;
pub mod review;
pub mod search_moves;
pub mod settings_update;
pub mod shared;
pub mod statistics;
pub mod statistics_rows;
pub mod table_builds;
pub mod table_status;
pub mod tables;
pub mod text_reading;
pub mod threat;
pub mod toast;
