//! The solution of a problem as lines of text: a tree with one line for each variation.

use crate::chess::names::move_number;
use crate::chess::{Color, Move, Position, notation};
use crate::cli::prose;
use crate::solver::mate::solution::{MateTry, SolutionMove, SolutionPurpose, SolutionVariation};

/// Spaces by which a level of the tree is moved in.
const LEVEL: usize = 2;

/// Collects the lines of one solution.
pub(super) struct SolutionText {
    attacker: Color,
    lines: Vec<String>,
}

/// A place in the tree: the position, and the number of the attacker's next move there.
#[derive(Clone, Copy)]
struct SolutionPlace<'a> {
    position: &'a Position,
    number: u32,
    level: usize,
}

impl SolutionText {
    pub(super) const fn new(attacker: Color) -> Self {
        Self { attacker, lines: Vec::new() }
    }

    pub(super) fn into_lines(self) -> Vec<String> {
        self.lines
    }

    /// The key with all that follows.
    pub(super) fn key(&mut self, position: &Position, key: &SolutionMove) {
        let place = SolutionPlace { position, number: position.fullmoves().get(), level: 0 };
        self.attack(place, Vec::new(), key, "!");
    }

    /// The set play of a diagram, without the defenses that hold.
    pub(super) fn set_play(&mut self, position: &Position, variations: &[SolutionVariation]) {
        if let Some(passed) = position.after_null_move() {
            let number = position.fullmoves().get();
            let prepared: Vec<&SolutionVariation> =
                variations.iter().filter(|variation| !variation.answers.is_empty()).collect();
            self.variations(SolutionPlace { position: &passed, number, level: 1 }, &prepared);
        }
    }

    /// A try with its threats and refutations.
    pub(super) fn attempt(&mut self, position: &Position, attempt: &MateTry) {
        let number = position.fullmoves().get();
        let next = position.after(attempt.mv);
        let mut words = vec![self.attack_word(position, attempt.mv, number, "?")];
        if let Some(passed) = next.after_null_move().filter(|_| !attempt.threats.is_empty()) {
            words.push("threat:".to_owned());
            let threats =
                attempt.threats.iter().map(|threat| (threat.mv, threat.mates_in.unwrap_or_default()));
            words.extend(self.alternatives(&passed, threats, number + 1, ","));
        }
        words.push("but".to_owned());
        let refutations = attempt.refutations.iter();
        words.extend(refutations.map(|&mv| self.defense_word(&next, mv, number) + "!"));
        self.line(1, &words);
    }

    fn line(&mut self, level: usize, words: &[String]) {
        let words: Vec<String> = words.iter().map(|word| word.replace(' ', "\u{a0}")).collect();
        self.lines.extend(prose::wrapped(&" ".repeat(level * LEVEL), &words));
    }

    /// A move of the attacker after the words of its line so far, with all that follows.
    fn attack(
        &mut self,
        place: SolutionPlace<'_>,
        mut words: Vec<String>,
        played: &SolutionMove,
        mark: &str,
    ) {
        let SolutionPlace { position, number, level } = place;
        words.push(self.attack_word(position, played.mv, number, mark));
        let after = position.after(played.mv);
        let below = SolutionPlace { position: &after, number, level: level + 1 };
        let variations: Vec<&SolutionVariation> = played.variations.iter().collect();
        match &played.purpose {
            SolutionPurpose::Mate => self.line(level, &words),
            SolutionPurpose::NotExpanded => {
                words.push(format!("mates in {}", played.mates_in));
                self.line(level, &words);
            }
            SolutionPurpose::Check | SolutionPurpose::Zugzwang => {
                if let [only] = &played.variations[..]
                    && (only.answers.len() == 1 || all_mate(&only.answers))
                {
                    // A forced reply stays on the line.
                    words.push(match self.attacker {
                        Color::White => notation::san(&after, only.defense),
                        Color::Black => self.defense_word(&after, only.defense, number),
                    });
                    self.answers(SolutionPlace { level, ..below }, words, only);
                    return;
                }
                if played.purpose == SolutionPurpose::Zugzwang {
                    words.push("zugzwang".to_owned());
                }
                self.line(level, &words);
                self.variations(below, &variations);
            }
            SolutionPurpose::Threat(threats) => {
                let Some(passed) = after.after_null_move() else { return };
                words.push("threat:".to_owned());
                if all_mate(threats) || variations.is_empty() && threats.len() == 1 && is_line(&threats[0]) {
                    let named = threats.iter().map(|threat| (threat.mv, threat.mates_in));
                    words.extend(self.alternatives(&passed, named, number + 1, ","));
                    self.line(level, &words);
                } else {
                    self.line(level, &words);
                    for threat in threats {
                        let place = SolutionPlace { position: &passed, number: number + 1, level: level + 2 };
                        self.attack(place, Vec::new(), threat, "");
                    }
                }
                self.variations(below, &variations);
            }
        }
    }

    /// Variations, those with the same answers on one line.
    fn variations(&mut self, place: SolutionPlace<'_>, variations: &[&SolutionVariation]) {
        let mut groups: Vec<(Vec<String>, Vec<&SolutionVariation>)> = Vec::new();
        for variation in variations {
            let text = self.answers_text(place, variation);
            match groups.iter_mut().find(|(known, _)| *known == text) {
                Some((_, members)) => members.push(variation),
                None => groups.push((text, vec![variation])),
            }
        }
        for (_, members) in groups {
            let Some(first) = members.first() else { continue };
            let mut words: Vec<String> = members
                .iter()
                .map(|variation| notation::san(place.position, variation.defense) + ",")
                .collect();
            if let Some(last) = words.last_mut() {
                last.pop();
            }
            let number = self.defense_number(place.number);
            if let Some(first) = words.first_mut() {
                *first = format!("{} {first}", move_number(number, self.attacker.other()));
            }
            self.answers(place, words, first);
        }
    }

    /// The answers to a defense, as a text by which variations are compared.
    fn answers_text(&self, place: SolutionPlace<'_>, variation: &SolutionVariation) -> Vec<String> {
        let mut text = Self::new(self.attacker);
        text.answers(place, Vec::new(), variation);
        text.into_lines()
    }

    fn answers(&mut self, place: SolutionPlace<'_>, mut words: Vec<String>, variation: &SolutionVariation) {
        let next = place.position.after(variation.defense);
        let number = place.number + 1;
        if let [answer] = &variation.answers[..] {
            self.attack(SolutionPlace { position: &next, number, level: place.level }, words, answer, "");
        } else if all_mate(&variation.answers) {
            let named = variation.answers.iter().map(|answer| (answer.mv, answer.mates_in));
            words.extend(self.alternatives(&next, named, number, " or"));
            self.line(place.level, &words);
        } else {
            self.line(place.level, &words);
            for answer in &variation.answers {
                let place = SolutionPlace { position: &next, number, level: place.level + 1 };
                self.attack(place, Vec::new(), answer, "");
            }
        }
    }

    /// Several moves of the attacker in one line: `2. Qe5#, 2. Qf6 (M2)`.
    fn alternatives(
        &self,
        position: &Position,
        moves: impl IntoIterator<Item = (Move, u16)>,
        number: u32,
        separator: &str,
    ) -> Vec<String> {
        let mut words: Vec<String> = moves
            .into_iter()
            .map(|(mv, mates_in)| {
                let length = if mates_in > 1 { format!(" (M{mates_in})") } else { String::new() };
                self.attack_word(position, mv, number, &(length + separator))
            })
            .collect();
        if let Some(last) = words.last_mut() {
            last.truncate(last.len() - separator.len());
        }
        words
    }

    fn attack_word(&self, position: &Position, mv: Move, number: u32, behind: &str) -> String {
        format!("{} {}{behind}", move_number(number, self.attacker), notation::san(position, mv))
    }

    fn defense_word(&self, position: &Position, mv: Move, number: u32) -> String {
        let number = move_number(self.defense_number(number), self.attacker.other());
        format!("{number} {}", notation::san(position, mv))
    }

    /// The number of the defender's move after the attacker's move of this number.
    const fn defense_number(&self, number: u32) -> u32 {
        match self.attacker {
            Color::White => number,
            Color::Black => number + 1,
        }
    }
}

fn all_mate(moves: &[SolutionMove]) -> bool {
    moves.iter().all(|mv| mv.purpose == SolutionPurpose::Mate)
}

/// Whether nothing follows a move but forced replies.
fn is_line(played: &SolutionMove) -> bool {
    match &played.variations[..] {
        [] => true,
        [SolutionVariation { answers, .. }] => matches!(&answers[..], [answer] if is_line(answer)),
        _ => false,
    }
}
