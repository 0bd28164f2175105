//! Which games are the same, which are of another variant, and what becomes of their reviews.
