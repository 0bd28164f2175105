//! Floor 3: exact truth. Tables of whole endings by retrograde analysis, and a search made only for mates.
//!
//! The solver knows no clock, no file and no screen: it is handed a stop token and calls back with its
//! progress. Reading order: [`tables`] (what is known at once), then [`mate`] (what has to be proven), and
//! [`syzygy`] (results without distances, where the user has such tables).

pub mod mate;
pub mod syzygy;
pub mod tables;

pub use mate::{
    MateAnswer, MateProblem, MateProof, MateProofMethod, ProofStatus, Prover, ProverSettings, prove,
};
pub use syzygy::{Syzygy, SyzygyResult, SyzygyRootMoves, SyzygyVerdict};
pub use tables::{BuildError, Tables};
