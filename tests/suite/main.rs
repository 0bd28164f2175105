//! One integration crate: what the rooms do together, held by the rules of the house.

mod cli;
mod endings;
mod journeys;
mod layers;
mod perft;
mod practice;
mod program;
mod proofs;
mod pty;
mod screens;
mod session;
mod session_tui;
mod source;
mod tidy;
mod uci;
