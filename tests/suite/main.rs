//! One integration crate.

mod endings;
mod proofs;
