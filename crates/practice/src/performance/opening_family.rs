//! Openings by family and variation, as the game list names them.

use std::collections::BTreeMap;

use super::game_score::GameScore;
use game::opening::{family_name, split_eco};

/// An opening with its variations: `Ruy Lopez`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningFamily {
    /// The name; empty for games whose opening is unknown.
    pub name: String,
    /// The score over all its games.
    pub score: GameScore,
    /// Its variations, those with the most games first.
    pub variations: Vec<OpeningVariation>,
}

/// A variation of an opening: `C65 Ruy Lopez: Berlin Defense`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningVariation {
    /// The ECO code (Encyclopaedia of Chess Openings); empty if it is unknown.
    pub eco: String,
    /// The whole name, the family's included; empty if it is unknown.
    pub name: String,
    /// The score over its games.
    pub score: GameScore,
}

/// The scores of openings by their text in the game list.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct OpeningScores(BTreeMap<String, GameScore>);

impl OpeningScores {
    /// Adds a game's score to its opening as the game list names it.
    pub(super) fn add(&mut self, opening: &str, score: GameScore) {
        let sum = self.0.entry(opening.to_owned()).or_default();
        *sum = sum.plus(score);
    }

    /// All families, those with the most games first, then by name.
    pub(super) fn families(&self) -> Vec<OpeningFamily> {
        let mut families: BTreeMap<&str, OpeningFamily> = BTreeMap::new();
        for (opening, &score) in &self.0 {
            let (eco, name) = split_eco(opening);
            let family = family_name(opening);
            let held = families.entry(family).or_insert_with(|| OpeningFamily {
                name: family.to_owned(),
                score: GameScore::default(),
                variations: Vec::new(),
            });
            held.score = held.score.plus(score);
            held.variations.push(OpeningVariation { eco: eco.to_owned(), name: name.to_owned(), score });
        }
        let mut families: Vec<OpeningFamily> = families.into_values().collect();
        // Stable: what has as many games stays in the order of the names.
        families.sort_by_key(|family| std::cmp::Reverse(family.score.games()));
        for family in &mut families {
            family.variations.sort_by_key(|variation| std::cmp::Reverse(variation.score.games()));
        }
        families
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_grouped_by_family() {
        let mut scores = OpeningScores::default();
        let won = GameScore { won: 1, ..GameScore::default() };
        let drawn = GameScore { drawn: 1, ..GameScore::default() };
        let lost = GameScore { lost: 1, ..GameScore::default() };
        for (opening, score) in [
            ("C65 Ruy Lopez: Berlin Defense", won),
            ("C70 Ruy Lopez: Morphy Defense", drawn),
            ("C70 Ruy Lopez: Morphy Defense", lost),
            ("Sicilian, Najdorf", drawn),
            ("B20", drawn),
            ("", GameScore { unfinished: 1, ..GameScore::default() }),
        ] {
            scores.add(opening, score);
        }
        let families = scores.families();
        let named: Vec<(&str, u32)> =
            families.iter().map(|family| (family.name.as_str(), family.score.games())).collect();
        assert_eq!(named, [("Ruy Lopez", 3), ("", 1), ("B20", 1), ("Sicilian", 1)]);
        let ruy = &families[0];
        assert_eq!(ruy.score, won.plus(drawn).plus(lost));
        let variation = &ruy.variations[0];
        assert_eq!(
            (variation.eco.as_str(), variation.name.as_str(), variation.score.games()),
            ("C70", "Ruy Lopez: Morphy Defense", 2)
        );
        assert_eq!(
            (families[2].variations[0].eco.as_str(), families[3].variations[0].eco.as_str()),
            ("B20", "")
        );
    }
}
