//! One integration crate: what the rooms do together, held by the rules of the house.

mod endings;
mod journeys;
mod practice;
mod proofs;
mod pty;
mod session;
mod session_tui;
