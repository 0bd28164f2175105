//! One integration crate.
