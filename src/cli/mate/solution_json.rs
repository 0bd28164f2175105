//! The solution of a problem as JSON.

use serde::Serialize;

use crate::chess::{Move, Position, notation};
use crate::solver::mate::solution::{MateTry, SolutionMove, SolutionPurpose, SolutionVariation};
use crate::solver::mate::{KeyMove, Variation};

#[derive(Serialize)]
pub(super) struct KeyMoveJson {
    pub(super) uci: String,
    pub(super) san: String,
    pub(super) moves: u16,
}

#[derive(Serialize)]
pub(super) struct VariationJson {
    uci: String,
    san: String,
    /// Moves to the mate after the defense; none where the defense holds.
    moves: Option<u16>,
    answers: Vec<KeyMoveJson>,
    dual: bool,
}

#[derive(Serialize)]
pub(super) struct SolutionMoveJson {
    uci: String,
    san: String,
    moves: u16,
    purpose: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    threats: Vec<Self>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<SolutionVariationJson>,
    /// Some defenses were not looked at, for lack of time.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    cut_off: bool,
}

#[derive(Serialize)]
struct SolutionVariationJson {
    uci: String,
    san: String,
    answers: Vec<SolutionMoveJson>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dual: bool,
}

#[derive(Serialize)]
pub(super) struct TryJson {
    uci: String,
    san: String,
    threats: Vec<KeyMoveJson>,
    refutations: Vec<MoveJson>,
}

#[derive(Serialize)]
struct MoveJson {
    uci: String,
    san: String,
}

pub(super) fn key_moves_json(position: &Position, keys: &[KeyMove]) -> Vec<KeyMoveJson> {
    let to_json = |key: &KeyMove| {
        let moves = key.mates_in?;
        let (uci, san) = names(position, key.mv);
        Some(KeyMoveJson { uci, san, moves })
    };
    keys.iter().filter_map(to_json).collect()
}

/// Every defense with its answers, and nothing after them.
pub(super) fn variations_json(position: &Position, variations: &[Variation]) -> Vec<VariationJson> {
    let to_json = |variation: &Variation| {
        let (uci, san) = names(position, variation.defense);
        let next = position.after(variation.defense);
        VariationJson {
            uci,
            san,
            moves: variation.mates_in,
            answers: key_moves_json(&next, &variation.answers),
            dual: variation.is_dual(),
        }
    };
    variations.iter().map(to_json).collect()
}

pub(super) fn set_play_json(position: &Position, variations: &[SolutionVariation]) -> Vec<VariationJson> {
    let first_moves = |variation: &SolutionVariation| {
        let key = |answer: &SolutionMove| KeyMove { mv: answer.mv, mates_in: Some(answer.mates_in) };
        let answers: Vec<KeyMove> = variation.answers.iter().map(key).collect();
        let mates_in = answers.first().and_then(|answer| answer.mates_in);
        Variation { defense: variation.defense, mates_in, answers }
    };
    variations_json(position, &variations.iter().map(first_moves).collect::<Vec<_>>())
}

pub(super) fn moves_json(position: &Position, moves: &[SolutionMove]) -> Vec<SolutionMoveJson> {
    let to_json = |played: &SolutionMove| {
        let (uci, san) = names(position, played.mv);
        let after = position.after(played.mv);
        let (purpose, threats) = match &played.purpose {
            SolutionPurpose::Mate => ("mate", Vec::new()),
            SolutionPurpose::Check => ("check", Vec::new()),
            SolutionPurpose::Zugzwang => ("zugzwang", Vec::new()),
            SolutionPurpose::NotExpanded => ("not expanded", Vec::new()),
            SolutionPurpose::Threat(threats) => {
                let passed = after.after_null_move();
                ("threat", passed.map_or_else(Vec::new, |passed| moves_json(&passed, threats)))
            }
        };
        let variation = |variation: &SolutionVariation| {
            let (uci, san) = names(&after, variation.defense);
            let answers = moves_json(&after.after(variation.defense), &variation.answers);
            SolutionVariationJson { uci, san, answers, dual: variation.is_dual() }
        };
        let variations = played.variations.iter().map(variation).collect();
        let (moves, cut_off) = (played.mates_in, played.is_cut_off);
        SolutionMoveJson { uci, san, moves, purpose, threats, variations, cut_off }
    };
    moves.iter().map(to_json).collect()
}

pub(super) fn tries_json(position: &Position, tries: &[MateTry]) -> Vec<TryJson> {
    let to_json = |attempt: &MateTry| {
        let next = position.after(attempt.mv);
        let (uci, san) = names(position, attempt.mv);
        let passed = next.after_null_move();
        let refutation = |&mv: &Move| {
            let (uci, san) = names(&next, mv);
            MoveJson { uci, san }
        };
        TryJson {
            uci,
            san,
            threats: passed.map_or_else(Vec::new, |passed| key_moves_json(&passed, &attempt.threats)),
            refutations: attempt.refutations.iter().map(refutation).collect(),
        }
    };
    tries.iter().map(to_json).collect()
}

fn names(position: &Position, mv: Move) -> (String, String) {
    (notation::uci(position, mv), notation::san(position, mv))
}
