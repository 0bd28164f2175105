//! `mate --all` and `mate --set-play`: what the composer of a problem asks.

use serde::Serialize;

use super::super::prose;
use crate::chess::names::pluralized;
use crate::chess::{Color, Move, Oracle, Position, Root, StopToken, Stopped, notation};
use crate::solver::MateProblem;
use crate::solver::mate::{KeyMove, MateKeySolver, Variation};

/// Which solutions to find.
#[derive(Clone, Copy)]
pub(super) enum MateQuestion {
    /// Every key, with all that follows the first.
    Keys,
    /// What is prepared were it the other side's turn.
    SetPlay,
}

/// What was found, with names for the moves.
#[derive(Serialize)]
pub(super) struct MateSolutions {
    /// Moves within which the keys mate.
    #[serde(skip)]
    within: u16,
    #[serde(skip)]
    turn: Color,
    #[serde(skip_serializing_if = "Option::is_none")]
    keys: Option<Vec<KeyMoveJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variations: Option<Vec<VariationJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    set_play: Option<Vec<VariationJson>>,
}

#[derive(Serialize)]
struct KeyMoveJson {
    uci: String,
    san: String,
    moves: u16,
}

#[derive(Serialize)]
struct VariationJson {
    uci: String,
    san: String,
    /// Moves to the mate after the defense; none where the defense holds.
    moves: Option<u16>,
    answers: Vec<KeyMoveJson>,
    dual: bool,
}

impl MateSolutions {
    pub(super) const fn new(within: u16, turn: Color) -> Self {
        Self { within, turn, keys: None, variations: None, set_play: None }
    }

    /// Answers one question; what was answered before stays.
    pub(super) fn solve(
        &mut self,
        question: MateQuestion,
        root: &Root,
        oracle: &dyn Oracle,
        stop: &StopToken,
    ) -> Result<(), Stopped> {
        let position = &root.position;
        let problem = MateProblem { root, within: self.within.max(1), oracle, nodes: None };
        let mut solutions = MateKeySolver::new(&problem, stop);
        match question {
            MateQuestion::Keys => {
                let mut keys = solutions.keys()?;
                keys.retain(KeyMove::solves);
                keys.sort_by_key(|key| key.mates_in);
                let first = keys.first().map(|key| (position.after(key.mv), self.within.saturating_sub(1)));
                self.keys = Some(key_moves_json(position, &keys));
                if let Some((after, left)) = first {
                    let variations = solutions.variations(&after, left)?;
                    self.variations = Some(variations_json(&after, &variations));
                }
            }
            MateQuestion::SetPlay => {
                let found = solutions.set_play()?.unwrap_or_default();
                let passed = position.after_null_move();
                self.set_play = Some(passed.map_or_else(Vec::new, |at| variations_json(&at, &found)));
            }
        }
        Ok(())
    }

    /// The answers for people.
    pub(super) fn text(&self, position: &Position) -> Vec<String> {
        let mut lines = Vec::new();
        let (number, white) = (position.fullmoves().get(), self.turn == Color::White);
        let own = |number: u32| if white { format!("{number}.") } else { format!("{number}...") };
        let other = if white { format!("{number}...") } else { format!("{}.", number + 1) };
        let answer = own(number + 1);
        let rows = |variations: &[&VariationJson]| -> Vec<String> {
            let width = variations.iter().map(|variation| variation.san.len()).max().unwrap_or(0);
            variations.iter().flat_map(|variation| variation.rows(&other, &answer, width)).collect()
        };
        if let Some(keys) = &self.keys {
            lines.push(String::new());
            let names: Vec<_> = keys.iter().map(|key| format!("{} {}", own(number), key.text())).collect();
            let count = keys.len();
            lines.push(match count {
                0 => format!("no key mates in {}", self.within),
                1 => format!("one key, within {}: {}", moves(self.within), names[0]),
                _ => format!("{count} keys, within {}: the problem is cooked", moves(self.within)),
            });
            if count > 1 {
                lines.extend(prose::wrapped(" ", &names));
            }
            if let (Some(key), Some(variations)) = (keys.first(), &self.variations)
                && !variations.is_empty()
            {
                let duals = variations.iter().filter(|variation| variation.dual).count();
                let duals = match duals {
                    0 => "no duals".to_owned(),
                    1 => "1 dual".to_owned(),
                    _ => format!("{duals} duals"),
                };
                lines.push(String::new());
                lines.push(format!("after {} {}: {duals}", own(number), key.san));
                lines.extend(rows(&variations.iter().collect::<Vec<_>>()));
            }
        }
        if let Some(set_play) = &self.set_play {
            lines.push(String::new());
            let prepared: Vec<&VariationJson> =
                set_play.iter().filter(|variation| variation.moves.is_some()).collect();
            lines.push(format!("set play: {} of {} replies are prepared", prepared.len(), set_play.len()));
            lines.extend(rows(&prepared));
        }
        lines
    }
}

impl KeyMoveJson {
    /// `Qb4`, with the number of moves where it takes more than one.
    fn text(&self) -> String {
        if self.moves > 1 { format!("{} (M{})", self.san, self.moves) } else { self.san.clone() }
    }
}

impl VariationJson {
    fn rows(&self, other: &str, own: &str, width: usize) -> Vec<String> {
        let label = format!("  {other} {:width$} ", self.san);
        let last = self.answers.len().saturating_sub(1);
        let word = |(at, key): (usize, &KeyMoveJson)| {
            let or = if at == last { "" } else { "\u{a0}or" };
            format!("{own}\u{a0}{}{or}", key.text().replace(' ', "\u{a0}"))
        };
        let answers: Vec<_> = self.answers.iter().enumerate().map(word).collect();
        if answers.is_empty() { vec![label + " holds"] } else { prose::wrapped(&label, &answers) }
    }
}

fn moves(count: u16) -> String {
    pluralized(usize::from(count), "move")
}

fn key_moves_json(position: &Position, keys: &[KeyMove]) -> Vec<KeyMoveJson> {
    let to_json = |key: &KeyMove| {
        let moves = key.mates_in?;
        let (uci, san) = names(position, key.mv);
        Some(KeyMoveJson { uci, san, moves })
    };
    keys.iter().filter_map(to_json).collect()
}

fn variations_json(position: &Position, variations: &[Variation]) -> Vec<VariationJson> {
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

fn names(position: &Position, mv: Move) -> (String, String) {
    (notation::uci(position, mv), notation::san(position, mv))
}
