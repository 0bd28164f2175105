//! Scores, bounds and tables: what is said is true.
