//! One integration crate: what the rooms do together, held by the rules of the house.

mod cli;
mod endings;
mod layers;
mod perft;
mod program;
mod journeys;
mod practice;
mod proofs;
mod pty;
mod screens;
mod session;
mod source;
mod tidy;
mod uci;
mod session_tui;
