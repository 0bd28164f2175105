//! The parts that screens are put together from. A widget reads values and draws; it changes nothing.
//!
//! Most are panes of text: they make a [`pane::Pane`], and [`pane`] stacks panes in frames or shows them one
//! at a time where there is no room. Scores become text in [`score_text`] and nowhere else.

pub mod board;
pub mod clock;
pub mod coach;
pub mod column_chart;
pub mod distances;
pub mod eval_bar;
pub mod eval_graph;
pub mod explorer;
pub mod external_engine;
pub mod form;
pub mod gauge;
pub mod graph;
pub mod histogram;
pub mod lines;
pub mod move_review;
pub mod moves;
pub mod opening;
pub mod overlay;
pub mod pane;
pub mod piece_box;
pub mod players;
pub mod prompt;
pub mod proof_tree;
pub mod round_summary;
pub mod score_text;
pub mod status;
pub mod text;
pub mod threat;
pub mod toast;
pub mod verdict;
