//! `mate --all`, `--set-play` and `--tries`: the solution of a composed problem.

use serde::Serialize;

use super::solution_text::SolutionText;
use crate::chess::names::{color_name, move_number, pluralized, role_name};
use crate::chess::{Bitboard, Color, Move, Oracle, Position, Root, StopToken, Stopped, notation};
use crate::cli::options::{MateExtraOutput, MateOptions};
use crate::cli::prose;
use crate::solver::MateProblem;
use crate::solver::mate::composition::{composed_castling, promoted_pieces};
use crate::solver::mate::solution::{
    MateTry, SolutionBuilder, SolutionMove, SolutionPurpose, SolutionVariation,
};
use crate::solver::mate::{KeyMove, MateKeySolver, Variation};

/// What was asked of a problem.
#[derive(Clone, Copy)]
pub(super) struct MateQuestions {
    keys: bool,
    set_play: bool,
    /// The most refutations of a try.
    tries: Option<usize>,
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
    /// Every defense after the first key.
    #[serde(skip_serializing_if = "Option::is_none")]
    variations: Option<Vec<VariationJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    set_play: Option<Vec<VariationJson>>,
    #[serde(flatten)]
    soundness: Option<Soundness>,
    /// Each key with all that follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<SolutionMoveJson>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tries: Option<Vec<TryJson>>,
    #[serde(skip)]
    lines: Vec<String>,
}

/// Whether a problem is correct.
#[derive(Clone, PartialEq, Eq, Serialize)]
pub(super) struct Soundness {
    /// More than one key.
    pub(super) cooked: bool,
    /// A mate in fewer moves than the problem asks.
    pub(super) short_solution: bool,
    /// Variations with more than one answer, the first entry for the attacker's second move.
    pub(super) duals: Vec<usize>,
    /// Whether the solution was expanded to its end.
    complete: bool,
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

#[derive(Serialize)]
struct SolutionMoveJson {
    uci: String,
    san: String,
    moves: u16,
    purpose: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    threats: Vec<Self>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    variations: Vec<SolutionVariationJson>,
}

#[derive(Serialize)]
struct SolutionVariationJson {
    uci: String,
    san: String,
    answers: Vec<SolutionMoveJson>,
}

#[derive(Serialize)]
struct TryJson {
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

impl MateQuestions {
    /// What the options ask; None if they ask for nothing but the mate.
    pub(super) fn of(options: &MateOptions) -> Option<Self> {
        let questions = Self {
            keys: options.keys == MateExtraOutput::Yes,
            set_play: options.set_play == MateExtraOutput::Yes,
            tries: options.tries,
        };
        (questions.keys || questions.set_play || questions.tries.is_some()).then_some(questions)
    }
}

impl MateSolutions {
    /// Answers the questions about a problem with a mate in `within` moves.
    pub(super) fn find(
        questions: MateQuestions,
        root: &Root,
        within: u16,
        oracle: &dyn Oracle,
        stop: &StopToken,
    ) -> Result<Self, Stopped> {
        let position = &root.position;
        let problem = MateProblem { root, within: within.max(1), oracle, nodes: None };
        let mut solver = MateKeySolver::new(&problem, stop);
        let mut found = Self {
            within,
            turn: position.turn(),
            keys: None,
            variations: None,
            set_play: None,
            soundness: None,
            solutions: None,
            tries: None,
            lines: Vec::new(),
        };
        let mut keys = Vec::new();
        if questions.keys || questions.tries.is_some() {
            keys = solver.keys()?;
            keys.retain(KeyMove::solves);
            keys.sort_by_key(|key| key.mates_in);
        }
        if questions.keys {
            found.keys = Some(key_moves_json(position, &keys));
            if let Some(first) = keys.first() {
                let after = position.after(first.mv);
                let variations = solver.variations(&after, within.saturating_sub(1))?;
                found.variations = Some(variations_json(&after, &variations));
            }
            let mut builder = SolutionBuilder::new(&mut solver, stop);
            let mut solutions = Vec::new();
            for key in &keys {
                solutions.extend(builder.solution(position, key, within)?);
            }
            let complete = builder.is_complete();
            found.judge(position, &solutions, complete);
        }
        if questions.set_play {
            let flat = solver.set_play()?.unwrap_or_default();
            let tree = SolutionBuilder::new(&mut solver, stop).set_play(position, within)?;
            let passed = position.after_null_move();
            found.set_play = Some(passed.map_or_else(Vec::new, |at| variations_json(&at, &flat)));
            found.add_set_play(position, tree.as_deref());
        }
        if let Some(most) = questions.tries {
            let tries = SolutionBuilder::new(&mut solver, stop).tries(position, &keys, within, most)?;
            found.add_tries(position, &tries);
        }
        Ok(found)
    }

    /// The solution for people.
    pub(super) fn text(&self) -> &[String] {
        &self.lines
    }

    /// What is wrong with the problem; None where the keys were not asked for.
    pub(super) const fn soundness(&self) -> Option<&Soundness> {
        self.soundness.as_ref()
    }

    fn judge(&mut self, position: &Position, solutions: &[SolutionMove], complete: bool) {
        let soundness = Soundness {
            cooked: solutions.len() > 1,
            short_solution: solutions.iter().any(|key| key.mates_in < self.within),
            duals: solutions.first().map(SolutionMove::duals).unwrap_or_default(),
            complete,
        };
        let number = position.fullmoves().get();
        let first = move_number(number, self.turn);
        let keys = self.keys.iter().flatten();
        let names: Vec<_> =
            keys.map(|key| format!("{first} {}", key.text()).replace(' ', "\u{a0}")).collect();
        self.lines.push(String::new());
        let within = moves(self.within);
        self.lines.push(match names.len() {
            0 => format!("no key mates in {}", self.within),
            1 => format!("one key, within {within}: {}", names[0].replace('\u{a0}', " ")),
            count => format!("{count} keys, within {within}: the problem is cooked"),
        });
        if names.len() > 1 {
            self.lines.extend(prose::wrapped(" ", &names));
        }
        if soundness.short_solution {
            let shortest = solutions.iter().map(|key| key.mates_in).min().unwrap_or_default();
            self.lines.push(format!("short solution: mate in {shortest}"));
        }
        if solutions.len() == 1 {
            let duals = &soundness.duals;
            self.lines.push(if duals.iter().all(|&count| count == 0) {
                "no duals".to_owned()
            } else {
                let at = (number + 1..).zip(duals).filter(|&(_, &count)| count > 0);
                let at: Vec<String> = at.map(|(number, count)| format!("{count} at move {number}")).collect();
                format!("duals: {}", at.join(", "))
            });
        }
        for solution in solutions {
            let mut text = SolutionText::new(self.turn);
            text.key(position, solution);
            self.lines.push(String::new());
            self.lines.extend(text.into_lines());
        }
        if !soundness.complete {
            self.lines.push(String::new());
            self.lines.push("The solution is too large to print as a whole.".to_owned());
        }
        self.solutions = Some(moves_json(position, solutions));
        self.soundness = Some(soundness);
    }

    fn add_set_play(&mut self, position: &Position, variations: Option<&[SolutionVariation]>) {
        self.lines.push(String::new());
        let Some(variations) = variations else {
            self.lines.push("set play: none, the side to move is in check".to_owned());
            return;
        };
        let prepared = variations.iter().filter(|variation| !variation.answers.is_empty()).count();
        self.lines.push(format!("set play: {prepared} of {} replies are prepared", variations.len()));
        let mut text = SolutionText::new(self.turn);
        text.set_play(position, variations);
        self.lines.extend(text.into_lines());
    }

    fn add_tries(&mut self, position: &Position, tries: &[MateTry]) {
        self.lines.push(String::new());
        self.lines.push(match tries.len() {
            0 => "no tries".to_owned(),
            1 => "1 try:".to_owned(),
            count => format!("{count} tries:"),
        });
        let mut text = SolutionText::new(self.turn);
        for attempt in tries {
            text.attempt(position, attempt);
        }
        self.lines.extend(text.into_lines());
        let to_json = |attempt: &MateTry| {
            let next = position.after(attempt.mv);
            let (uci, san) = names(position, attempt.mv);
            let passed = next.after_null_move();
            TryJson {
                uci,
                san,
                threats: passed.map_or_else(Vec::new, |passed| key_moves_json(&passed, &attempt.threats)),
                refutations: attempt
                    .refutations
                    .iter()
                    .map(|&mv| names(&next, mv))
                    .map(|(uci, san)| MoveJson { uci, san })
                    .collect(),
            }
        };
        self.tries = Some(tries.iter().map(to_json).collect());
    }
}

impl KeyMoveJson {
    /// `Qb4`, with the number of moves where it takes more than one.
    fn text(&self) -> String {
        if self.moves > 1 { format!("{} (M{})", self.san, self.moves) } else { self.san.clone() }
    }
}

/// What a composer would note about a diagram: promoted pieces and castling. `castling_added` says that the
/// position has already got every right that is not disproved.
pub(super) fn composers_notes(given: &Position, castling_added: bool) -> Vec<String> {
    let mut notes = Vec::new();
    for color in Color::ALL {
        let pieces: Vec<String> = promoted_pieces(given)
            .into_iter()
            .filter(|&(owner, ..)| owner == color)
            .map(|(_, role, count)| pluralized(usize::try_from(count).unwrap_or_default(), role_name(role)))
            .collect();
        if !pieces.is_empty() {
            notes.push(format!("promoted pieces: {} has {}", color_name(color), pieces.join(", ")));
        }
    }
    let composed = composed_castling(given);
    let rooks = |squares: Bitboard| {
        squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(", ")
    };
    if composed.added.any() {
        notes.push(if castling_added {
            format!("castling is allowed with the rook on {}: nothing disproves it", rooks(composed.added))
        } else {
            format!(
                "castling with the rook on {} is not allowed by the FEN; --composed allows it",
                rooks(composed.added)
            )
        });
    }
    if castling_added && composed.disproved.any() {
        notes.push(format!(
            "castling with the rook on {} is not allowed: it or the king has just moved",
            rooks(composed.disproved)
        ));
    }
    notes
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

fn moves_json(position: &Position, moves: &[SolutionMove]) -> Vec<SolutionMoveJson> {
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
            SolutionVariationJson { uci, san, answers }
        };
        let variations = played.variations.iter().map(variation).collect();
        SolutionMoveJson { uci, san, moves: played.mates_in, purpose, threats, variations }
    };
    moves.iter().map(to_json).collect()
}

fn names(position: &Position, mv: Move) -> (String, String) {
    (notation::uci(position, mv), notation::san(position, mv))
}
