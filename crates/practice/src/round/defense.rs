//! How the other side defends.

use serde::{Deserialize, Serialize};

/// How the other side of an exercise of mating chooses among defenses that are equally long.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DefenseStyle {
    /// Any of them, varied by the seed.
    #[default]
    Longest,
    /// The one after which most of the trainee's moves go wrong.
    Trickiest,
}
