//! `cards`: lists the mistake cards, and checks them with a deeper search.

use std::io::{self, Write};
use std::path::PathBuf;

use serde::Serialize;

use super::card_maker::open_deck;
use super::failure::{CommandFailure, CommandResult, user_paths};
use super::interrupt::Interrupt;
use super::json;
use super::options::{CardsOptions, OutputFormat};
use super::progress_line::ProgressLine;
use super::review::Reviewer;
use super::status::CommandStatus;
use crate::chess::names::{color_name, move_number, pluralized};
use crate::chess::text::sanitize;
use crate::chess::{PositionEvaluation, fen, notation};
use crate::practice::mistake_card::{CHECK_FACTOR, MistakeCandidate};
use crate::practice::mistake_deck::MistakeDeckChange;
use crate::practice::spaced_repetition::days_between;
use crate::practice::{MistakeCard, MistakeDeck, PracticeProgress};
use crate::store::mistake_cards;
use crate::store::{UserPaths, day, practice_record};

#[derive(Serialize)]
struct CardJson {
    id: String,
    white: String,
    black: String,
    date: String,
    fen: String,
    side: &'static str,
    number: u32,
    played: String,
    accepted: Vec<String>,
    /// The best line, and the one that refutes the mistake, in SAN.
    line: Vec<String>,
    refutation: Vec<String>,
    reason: Option<String>,
    clock_seconds: Option<f64>,
    nodes: u64,
    /// Whether it was never answered.
    new: bool,
    /// Days until it is due, 0 for today and before; null for a new card.
    due_in_days: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmed: Option<bool>,
}

pub(super) fn run(options: &CardsOptions, output: &mut dyn Write, errors: &mut dyn Write) -> CommandResult {
    let places = user_paths()?;
    let deck = open_deck(&places)?;
    let progress = practice_record::read(&places.state).map_err(|error| error.to_string())?;
    let today = day::today();
    let cards: Vec<&MistakeCard> =
        if options.due { deck.due(&progress, today) } else { deck.cards().collect() };
    let cards = &cards[..cards.len().min(options.limit.unwrap_or(usize::MAX))];
    if options.check {
        return CardCheck::new(&places, errors)?.run(
            options.format,
            cards,
            (&progress, today),
            output,
            errors,
        );
    }
    for card in cards {
        print(card, options.format, (&progress, today), None, output)?;
    }
    if options.format == OutputFormat::Text {
        writeln!(output, "{}", summary(&deck, &progress, today))?;
    }
    Ok(CommandStatus::Done)
}

/// How many cards there are, and where they come from if there are none.
fn summary(deck: &MistakeDeck, progress: &PracticeProgress, today: i32) -> String {
    let newer = match deck.newer() {
        0 => String::new(),
        newer => format!(", {newer} of a newer Matescope left alone"),
    };
    match deck.cards().count() {
        0 if newer.is_empty() => {
            "There is no card yet: matescope review --library makes them of your games' mistakes".to_owned()
        }
        all => format!("{}, {} due today{newer}", pluralized(all, "card"), deck.due_count(progress, today)),
    }
}

/// A check of cards with a deeper search.
struct CardCheck {
    reviewer: Reviewer,
    interrupt: Interrupt,
    file: PathBuf,
}

impl CardCheck {
    fn new(places: &UserPaths, errors: &mut dyn Write) -> io::Result<Self> {
        Ok(Self {
            reviewer: Reviewer::new(None, errors)?,
            interrupt: Interrupt::install()?,
            file: places.mistake_cards(),
        })
    }

    /// Searches cards again, and withdraws those that the search overturns.
    fn run(
        &self,
        format: OutputFormat,
        cards: &[&MistakeCard],
        progress: (&PracticeProgress, i32),
        output: &mut dyn Write,
        errors: &mut dyn Write,
    ) -> CommandResult {
        let mut withdrawn = 0;
        for (index, card) in cards.iter().enumerate() {
            let mut line = ProgressLine::new(errors);
            line.show(&format!("Checking card {} of {}", index + 1, cards.len()), "");
            let is_confirmed = self.confirms(card);
            line.finish();
            drop(line);
            let Some(is_confirmed) = is_confirmed else {
                let words = format!("stopped after {}", pluralized(index, "card"));
                return Err(CommandFailure::Interrupted(words));
            };
            if !is_confirmed {
                withdrawn += 1;
                mistake_cards::append(&self.file, &[MistakeDeckChange::Withdraw(card.id)])
                    .map_err(|error| format!("the card could not be withdrawn: {error}"))?;
            }
            print(card, format, progress, Some(is_confirmed), output)?;
            output.flush()?;
        }
        if format == OutputFormat::Text {
            writeln!(output, "{} checked, {withdrawn} withdrawn", pluralized(cards.len(), "card"))?;
        }
        Ok(CommandStatus::Done)
    }

    /// Whether a search with ten times the nodes confirms a card; None where it was stopped.
    fn confirms(&self, card: &MistakeCard) -> Option<bool> {
        let candidate = MistakeCandidate { ply: card.id.ply, root: card.root(), played: card.played };
        let nodes = card.nodes.saturating_mul(CHECK_FACTOR);
        let search = self.reviewer.search_again(&candidate, nodes, self.interrupt.token())?;
        Some(card.is_confirmed_by(&search))
    }
}

fn print(
    card: &MistakeCard,
    format: OutputFormat,
    (progress, today): (&PracticeProgress, i32),
    confirmed: Option<bool>,
    output: &mut dyn Write,
) -> io::Result<()> {
    let position = card.root().position;
    let review = card.review();
    let accepted: Vec<String> = card.accepted.iter().map(|&mv| notation::san(&position, mv)).collect();
    let due_day = progress.cards.due_day(&card.id.deck_id());
    let due_in_days = due_day.map(|due| days_between(today, due));
    if format == OutputFormat::Json {
        let line = |of: &PositionEvaluation, from| {
            of.line.as_ref().map_or_else(Vec::new, |line| notation::san_line(from, &line.moves))
        };
        return json::print(
            output,
            &CardJson {
                id: card.id.to_string(),
                white: sanitize(&card.white),
                black: sanitize(&card.black),
                date: sanitize(&card.date),
                fen: fen::format(&position),
                side: json::color_name(review.mover),
                number: review.number,
                played: review.san.clone(),
                accepted,
                line: line(&card.before, &position),
                refutation: line(&card.after, &position.after(card.played)),
                reason: review.reason.clone(),
                clock_seconds: card.clock.map(|left| left.as_secs_f64()),
                nodes: card.nodes,
                new: due_day.is_none(),
                due_in_days,
                confirmed,
            },
        );
    }
    let state = match (confirmed, due_in_days) {
        (Some(true), _) => "confirmed".to_owned(),
        (Some(false), _) => "withdrawn: the deeper search sees it differently".to_owned(),
        (None, None) => "new".to_owned(),
        (None, Some(0)) => "due".to_owned(),
        (None, Some(days)) => format!("due in {}", pluralized(days as usize, "day")),
    };
    let game = sanitize(&format!("{} {} - {}", card.date, card.white, card.black));
    writeln!(output, "{}  {}  {state}", card.id, game.trim_start())?;
    writeln!(output, "    {}", fen::format(&position))?;
    let number = move_number(review.number, review.mover);
    writeln!(
        output,
        "    {} played {number}{}; right: {}",
        color_name(review.mover),
        review.san,
        accepted.join(" ")
    )
}
