//! One integration crate: what the rooms do together, held by the rules of the house.

mod cli;
mod endings;
mod layers;
mod perft;
mod program;
mod proofs;
mod session;
mod source;
mod tidy;
mod uci;
