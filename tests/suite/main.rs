//! One integration crate.

mod endings;
