//! The solver: exact results. Endgame tables built by retrograde analysis, and mate search.
//!
//! The solver does no input or output and reads no clock: it takes a stop token and reports progress through
//! callbacks. Reading order: [`tables`] (distance to mate tables), then [`mate`] (mate proofs), and
//! [`syzygy`] (win, draw and loss from the user's Syzygy tables).

pub mod mate;
pub mod syzygy;
pub mod tables;

pub use mate::{
    MateAnswer, MateProblem, MateProof, MateProofMethod, ProofStatus, Prover, ProverSettings, prove,
};
pub use syzygy::{Syzygy, SyzygyResult, SyzygyRootMoves, SyzygyVerdict};
pub use tables::{BuildError, Tables};

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
