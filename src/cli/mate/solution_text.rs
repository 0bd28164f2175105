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
}

/// A line of the solution with those that stand below it. Each move becomes a line once; what follows equal
/// defenses is compared as text.
#[derive(PartialEq, Eq)]
struct SolutionLine {
    /// By how many levels it is moved in against the line above it.
    indent: usize,
    words: Vec<String>,
    below: Vec<Self>,
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
        let place = SolutionPlace { position, number: position.fullmoves().get() };
        let line = self.attack(place, key, "!");
        self.print(0, line);
    }

    /// The set play of a diagram, without the defenses that hold.
    pub(super) fn set_play(&mut self, position: &Position, variations: &[SolutionVariation]) {
        if let Some(passed) = position.after_null_move() {
            let number = position.fullmoves().get();
            let prepared: Vec<&SolutionVariation> =
                variations.iter().filter(|variation| !variation.answers.is_empty()).collect();
            for line in self.variations(SolutionPlace { position: &passed, number }, &prepared) {
                self.print(0, line);
            }
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
        self.print(0, SolutionLine { indent: 1, words, below: Vec::new() });
    }

    /// Prints a line and those below it; `level` is that of the line above.
    fn print(&mut self, level: usize, line: SolutionLine) {
        let level = level + line.indent;
        let words: Vec<String> = line.words.iter().map(|word| word.replace(' ', "\u{a0}")).collect();
        self.lines.extend(prose::wrapped(&" ".repeat(level * LEVEL), &words));
        for below in line.below {
            self.print(level, below);
        }
    }

    /// A move of the attacker with all that follows.
    fn attack(&self, place: SolutionPlace<'_>, played: &SolutionMove, mark: &str) -> SolutionLine {
        let SolutionPlace { position, number } = place;
        let mut words = vec![self.attack_word(position, played.mv, number, mark)];
        let after = position.after(played.mv);
        let here = SolutionPlace { position: &after, number };
        let mut below = Vec::new();
        match &played.purpose {
            SolutionPurpose::Mate => {}
            SolutionPurpose::NotExpanded => words.push(format!("mates in {}", played.mates_in)),
            SolutionPurpose::Check | SolutionPurpose::Zugzwang => {
                if let [only] = &played.variations[..]
                    && !played.is_cut_off
                    && (only.answers.len() == 1 || all_mate(&only.answers))
                {
                    // A forced reply stays on the line.
                    words.push(match self.attacker {
                        Color::White => notation::san(&after, only.defense),
                        Color::Black => self.defense_word(&after, only.defense, number),
                    });
                    let answers = self.answers(here, only);
                    words.extend(answers.words);
                    return SolutionLine { indent: 0, words, below: answers.below };
                }
                if played.purpose == SolutionPurpose::Zugzwang {
                    words.push("zugzwang".to_owned());
                }
            }
            SolutionPurpose::Threat(threats) => {
                words.push("threat:".to_owned());
                if let Some(passed) = after.after_null_move() {
                    let is_short = played.variations.is_empty() && threats.len() == 1 && is_line(&threats[0]);
                    if all_mate(threats) || is_short {
                        let named = threats.iter().map(|threat| (threat.mv, threat.mates_in));
                        words.extend(self.alternatives(&passed, named, number + 1, ","));
                    } else {
                        let place = SolutionPlace { position: &passed, number: number + 1 };
                        below.extend(threats.iter().map(|threat| {
                            let line = self.attack(place, threat, "");
                            SolutionLine { indent: 2, ..line }
                        }));
                    }
                }
            }
        }
        let variations: Vec<&SolutionVariation> = played.variations.iter().collect();
        below.extend(self.variations(here, &variations));
        if played.is_cut_off {
            let words = vec!["...".to_owned()];
            below.push(SolutionLine { indent: 1, words, below: Vec::new() });
        }
        SolutionLine { indent: 0, words, below }
    }

    /// Variations, those with the same answers on one line.
    fn variations(&self, place: SolutionPlace<'_>, variations: &[&SolutionVariation]) -> Vec<SolutionLine> {
        let mut groups: Vec<(SolutionLine, Vec<String>)> = Vec::new();
        for variation in variations {
            let answers = self.answers(place, variation);
            let defense = notation::san(place.position, variation.defense);
            match groups.iter_mut().find(|(known, _)| *known == answers) {
                Some((_, defenses)) => defenses.push(defense),
                None => groups.push((answers, vec![defense])),
            }
        }
        let number = move_number(self.defense_number(place.number), self.attacker.other());
        let to_line = |(answers, defenses): (SolutionLine, Vec<String>)| {
            let mut words: Vec<String> = defenses.into_iter().map(|defense| defense + ",").collect();
            if let Some(last) = words.last_mut() {
                last.pop();
            }
            if let Some(first) = words.first_mut() {
                *first = format!("{number} {first}");
            }
            words.extend(answers.words);
            SolutionLine { indent: 1, words, below: answers.below }
        };
        groups.into_iter().map(to_line).collect()
    }

    /// The answers to a defense, behind it on its line and below it.
    fn answers(&self, place: SolutionPlace<'_>, variation: &SolutionVariation) -> SolutionLine {
        let next = place.position.after(variation.defense);
        let number = place.number + 1;
        let here = SolutionPlace { position: &next, number };
        let (mut words, mut below) = (Vec::new(), Vec::new());
        if let [answer] = &variation.answers[..] {
            return self.attack(here, answer, "");
        } else if all_mate(&variation.answers) {
            let named = variation.answers.iter().map(|answer| (answer.mv, answer.mates_in));
            words = self.alternatives(&next, named, number, " or");
        } else {
            let answers = variation.answers.iter();
            below =
                answers.map(|answer| SolutionLine { indent: 1, ..self.attack(here, answer, "") }).collect();
        }
        SolutionLine { indent: 0, words, below }
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
