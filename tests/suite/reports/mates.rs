//! What the mate prover prints: signs, whole solutions of composed problems, limits.
