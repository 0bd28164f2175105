//! One integration crate: what the rooms do together, held by the rules of the house.

mod endings;
mod proofs;
mod session;
