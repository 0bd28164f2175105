//! The mistake cards: a line with a checksum (`checked_lines`) for each card, each game whose mistakes were searched,
//! and each card that was withdrawn. What was learnt of a card is in the practice record.

use std::io;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::checked_lines;
use super::evaluation_json::{EvaluationJson, read_moves};
use chess::text::is_printable;
use chess::{Root, fen, notation};
use practice::mistake_deck::MistakeDeckChange;
use practice::{MistakeCard, MistakeDeck};

/// The form of the cards. Others are passed over and stay in the file.
const VERSION: u32 = 1;

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LineJson {
    Card(Box<CardJson>),
    Searched(String),
    Withdrawn(String),
}

/// A card.
#[derive(Serialize, Deserialize)]
struct CardJson {
    version: u32,
    id: String,
    white: String,
    black: String,
    date: String,
    start: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    chess960: bool,
    /// The moves of the game to the position, in SAN.
    moves: String,
    played: String,
    accepted: Vec<String>,
    before: EvaluationJson,
    after: EvaluationJson,
    /// Milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<u64>,
    nodes: u64,
}

/// The version of a card, whatever else its form is.
#[derive(Deserialize)]
struct CardVersionLine {
    card: CardVersionJson,
}

#[derive(Deserialize)]
struct CardVersionJson {
    version: u32,
}

/// All cards; none where there is no file. Damaged lines are left out; cards of a newer version of the program are
/// counted.
///
/// # Errors
/// When there is a file that cannot be read.
pub fn read(file: &Path) -> io::Result<MistakeDeck> {
    let bytes = checked_lines::read_bytes(file)?;
    let mut deck = MistakeDeck::default();
    for line in checked_lines::lines(&bytes) {
        match checked_lines::read_line(line) {
            Some(LineJson::Card(card)) if card.version <= VERSION => {
                _ = card.restore().is_some_and(|card| deck.add(card));
            }
            Some(LineJson::Searched(game)) => {
                _ = u64::from_str_radix(&game, 16).map(|game| deck.mark_searched(game));
            }
            Some(LineJson::Withdrawn(id)) => _ = id.parse().ok().and_then(|id| deck.withdraw(id)),
            Some(LineJson::Card(_)) | None => {
                let version = checked_lines::read_line::<CardVersionLine>(line).map(|line| line.card.version);
                if version.is_some_and(|version| version > VERSION) {
                    deck.add_newer();
                }
            }
        }
    }
    Ok(deck)
}

/// Adds changes of the deck, all in one write.
///
/// # Errors
/// When another program writes all the while, or the file cannot be written.
pub fn append(file: &Path, changes: &[MistakeDeckChange]) -> io::Result<()> {
    let line = |change: &MistakeDeckChange| {
        checked_lines::to_line(&match change {
            MistakeDeckChange::Add(card) => LineJson::Card(Box::new(CardJson::of(card))),
            MistakeDeckChange::MarkSearched(game) => LineJson::Searched(format!("{game:016x}")),
            MistakeDeckChange::Withdraw(id) => LineJson::Withdrawn(id.to_string()),
        })
    };
    let lines: Vec<String> = changes.iter().map(line).collect::<io::Result<_>>()?;
    checked_lines::append(file, &lines)
}

impl CardJson {
    fn of(card: &MistakeCard) -> Self {
        let position = card.root().position;
        let san = |mv| notation::san(&position, mv);
        Self {
            version: VERSION,
            id: card.id.to_string(),
            white: card.white.clone(),
            black: card.black.clone(),
            date: card.date.clone(),
            start: fen::format(&card.start),
            chess960: card.start.castling_mode().is_chess960(),
            moves: notation::san_line(&card.start, &card.moves).join(" "),
            played: san(card.played),
            accepted: card.accepted.iter().map(|&mv| san(mv)).collect(),
            before: EvaluationJson::of(&card.before, &position),
            after: EvaluationJson::of(&card.after, &position.after(card.played)),
            clock: card.clock.map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX)),
            nodes: card.nodes,
        }
    }

    /// The card; None where it is of another form, or its moves are not legal.
    fn restore(&self) -> Option<MistakeCard> {
        let start = fen::parse(&self.start).ok().filter(|_| self.version == VERSION)?;
        let start = if self.chess960 { start.to_chess960() } else { start };
        let moves = read_moves(&start, &self.moves)?;
        let mut root = Root::new(start.clone());
        for &mv in &moves {
            root.play(mv);
        }
        let position = &root.position;
        let played = notation::parse_move(position, &self.played).ok()?;
        let accepted: Option<Vec<_>> =
            self.accepted.iter().map(|mv| notation::parse_move(position, mv).ok()).collect();
        let mut after = root.clone();
        after.play(played);
        // The names are shown.
        let text = |text: &str| text.chars().filter(|&letter| is_printable(letter)).collect();
        Some(MistakeCard {
            id: self.id.parse().ok()?,
            white: text(&self.white),
            black: text(&self.black),
            date: text(&self.date),
            played,
            accepted: accepted.filter(|accepted| !accepted.is_empty() && !accepted.contains(&played))?,
            before: self.before.restore(&root).filter(|before| before.line.is_some())?,
            after: self.after.restore(&after)?,
            clock: self.clock.map(Duration::from_millis),
            nodes: self.nodes,
            start,
            moves,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::fixtures::mistake_card;
    use crate::scratch::Scratch;

    fn add(card: &MistakeCard) -> MistakeDeckChange {
        MistakeDeckChange::Add(Box::new(card.clone()))
    }

    #[test]
    fn cards_come_back_as_they_were() {
        let scratch = Scratch::new();
        let file = scratch.path().join("new/cards.jsonl");
        assert_eq!(read(&file).unwrap(), MistakeDeck::default());
        let (one, two) = (mistake_card(1, &["f3", "e5"]), mistake_card(2, &["e4"]));
        append(&file, &[add(&one), add(&two), MistakeDeckChange::MarkSearched(7)]).unwrap();
        let deck = read(&file).unwrap();
        assert_eq!(deck.cards().collect::<Vec<_>>(), [&one, &two]);
        assert!(deck.is_searched(7) && !deck.is_searched(8));
        append(&file, &[MistakeDeckChange::Withdraw(one.id)]).unwrap();
        assert_eq!(read(&file).unwrap().cards().collect::<Vec<_>>(), [&two]);
    }

    #[test]
    fn cards_of_a_newer_version_are_counted_and_stay() {
        let scratch = Scratch::new();
        let file = scratch.path().join("cards.jsonl");
        append(&file, &[add(&mistake_card(1, &["f3", "e5"]))]).unwrap();
        let line = fs::read_to_string(&file).unwrap();
        let json = line.trim().split_once(' ').unwrap().1.replace("\"version\":1", "\"version\":2");
        let other = r#"{"card":{"version":3,"what":"else"}}"#;
        let lines = [&json, other].map(|json| {
            checked_lines::to_line(&serde_json::from_str::<serde_json::Value>(json).unwrap()).unwrap()
        });
        fs::write(&file, lines.concat()).unwrap();
        append(&file, &[add(&mistake_card(2, &["e4"])), MistakeDeckChange::MarkSearched(7)]).unwrap();
        let deck = read(&file).unwrap();
        assert_eq!((deck.cards().count(), deck.newer()), (1, 2));
        assert!(fs::read_to_string(&file).unwrap().starts_with(&lines.concat()));
    }

    #[test]
    fn a_damaged_line_costs_itself_alone() {
        let scratch = Scratch::new();
        let file = scratch.path().join("cards.jsonl");
        let (one, two) = (mistake_card(1, &["f3", "e5"]), mistake_card(2, &["e4"]));
        append(&file, &[add(&one)]).unwrap();
        let mut bytes = fs::read(&file).unwrap();
        bytes[40] ^= 1;
        fs::write(&file, bytes).unwrap();
        append(&file, &[add(&two)]).unwrap();
        assert_eq!(read(&file).unwrap().cards().collect::<Vec<_>>(), [&two]);
        // A crash has cut the last line.
        let bytes = fs::read(&file).unwrap();
        fs::write(&file, &bytes[..bytes.len() - 10]).unwrap();
        append(&file, &[add(&one)]).unwrap();
        assert_eq!(read(&file).unwrap().cards().collect::<Vec<_>>(), [&one]);
    }
}
