//! Everything that is known about the mates of one position, and the work that finds out more.
//!
//! A [`Prover`] is handed positions to spend, a slice at a time, and keeps what it has learnt between the
//! slices: it can be stopped at any moment and taken up again.

use std::sync::Arc;

use crate::chess::{Line, Oracle, Root, StopToken};

use super::{Answer, Problem, prove};

/// What a [`Prover`] may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProverSettings {
    /// The longest mate looked for, in moves of the side that mates: 1 or more.
    pub within: u16,
    /// Memory for what was found, in MiB.
    pub memory_mb: usize,
}

impl Default for ProverSettings {
    fn default() -> Self {
        Self { within: 200, memory_mb: 64 }
    }
}

/// What is known so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Standing {
    /// No mate in so many moves or fewer exists, for either side.
    pub none_within: u16,
    /// The number of moves that is being checked, if one is.
    pub checking: Option<u16>,
    /// The shortest forced mate that was found, for either side: complete, legal, without a draw inside.
    /// Its certainty is `Proven` once no shorter one exists.
    pub best: Option<Line>,
    /// Positions made so far, all of them.
    pub nodes: u64,
    /// Whether nothing is left to find out: the mate is the shortest, or there is none within the limit.
    pub decided: bool,
}

/// The search for the mates of one position, for either side.
pub struct Prover {
    root: Root,
    oracle: Arc<dyn Oracle>,
    settings: ProverSettings,
    standing: Standing,
    aim: Option<u16>,
}

impl Prover {
    /// Gets ready; nothing is made yet.
    #[must_use]
    pub fn new(root: &Root, oracle: Arc<dyn Oracle>, settings: ProverSettings) -> Self {
        Self { root: root.clone(), oracle, settings, standing: Standing::default(), aim: None }
    }

    /// What is known so far.
    #[must_use]
    pub const fn standing(&self) -> &Standing {
        &self.standing
    }

    /// Somebody else has shown a forced mate in so many moves: from now on only shorter ones are wanted.
    pub fn aim(&mut self, moves: u16) {
        self.aim = Some(self.aim.map_or(moves, |aim| aim.min(moves)));
    }

    /// Works until so many more positions were made, the token stops it, or all is decided.
    pub fn work(&mut self, nodes: u64, stop: &StopToken) -> &Standing {
        if self.standing.decided {
            return &self.standing;
        }
        let within = self.aim.map_or(self.settings.within, |aim| aim.saturating_sub(1)).max(1);
        let oracle = &*self.oracle;
        let problem = Problem { root: &self.root, within, oracle, nodes: Some(nodes) };
        let proof = prove(&problem, stop, &mut |_| {});
        self.standing.nodes += proof.nodes;
        self.standing.none_within = self.standing.none_within.max(proof.none_within);
        self.standing.checking = None;
        self.standing.best = proof.line().cloned().or_else(|| self.standing.best.take());
        self.standing.decided = proof.answer != Answer::Undecided;
        if !self.standing.decided {
            self.standing.checking = Some(self.standing.none_within + 1);
        }
        &self.standing
    }
}
