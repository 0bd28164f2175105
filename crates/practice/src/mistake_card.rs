//! Mistake cards: a position of the user's own game in which a mistake was played and the better move is clear.
//! The better move is asked for again until it is known ([spaced repetition](super::spaced_repetition)).
//!
//! [`candidates`] finds the mistakes of a finished review, two [searches with several lines](MistakeSearch) follow, and
//! [`MistakeCard::from_searches`] decides by them whether the better move is clear.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use super::review::{MoveReview, Review};
use super::spaced_repetition::position_card_id;
use chess::mistake_search::MistakeSearch;
use chess::score::MISTAKE_THRESHOLDS;
use chess::{Color, KnownResult, Move, Position, PositionEvaluation, Root};
use game::Tree;
use game::game_list;
use game::pgn::{PgnGame, command};

/// Loss of winning chances, 0.0 to 1.0, from which a move that keeps the result is worth a card: that of a blunder.
const MIN_LOSS: f64 = MISTAKE_THRESHOLDS[2];

/// The same in both searches of a card. Of 22 cards whose mistake lost less, a search with ten times the nodes overturned
/// three, of 118 others two: cards of reviews with 30,000 nodes a position. With the 100,000 nodes of a review as it is set
/// at first, of 107 cards of 300 other games none.
const MIN_CLEAR_LOSS: f64 = 0.20;

/// Loss of winning chances, 0.0 to 1.0, up to which a move is as good as the best.
const MAX_ACCEPTED_LOSS: f64 = 0.01;

/// Loss of winning chances, 0.0 to 1.0, from which a move is wrong: that of a mistake. Where a move lies
/// between the two, the better move is not clear.
const MIN_WRONG_LOSS: f64 = MISTAKE_THRESHOLDS[1];

/// Losses of winning chances, 0.0 to 1.0, by which a deeper search overturns a card: the move played loses less than
/// a mistake, or a move that counts as right as much as an inaccuracy.
const OVERTURNING_LOSSES: [f64; 2] = [MISTAKE_THRESHOLDS[1], MISTAKE_THRESHOLDS[0]];

/// How many times the nodes of the search that made a card its check takes.
pub const CHECK_FACTOR: u64 = 10;

/// The namespace of mistake cards among all cards, in place of a lesson's id.
const CARD_NAMESPACE: &str = "mistake";

/// A mistake card: the way to the position, the mistake, and the moves that are right.
#[derive(Clone, PartialEq, Debug)]
pub struct MistakeCard {
    /// Its id.
    pub id: MistakeCardId,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The date of the game as in PGN; empty if unknown.
    pub date: String,
    /// The position that the game starts from; behind a null move, the position after it.
    pub start: Position,
    /// The moves from there to the position of the card.
    pub moves: Vec<Move>,
    /// The mistake.
    pub played: Move,
    /// The moves that are right, best first; at least one.
    pub accepted: Vec<Move>,
    /// The evaluation of the position, with the best line.
    pub before: PositionEvaluation,
    /// The evaluation after the mistake, with the line that refutes it, from the opponent's point of view.
    pub after: PositionEvaluation,
    /// The time left on the user's clock after the mistake, if known.
    pub clock: Option<Duration>,
    /// Nodes of the search that the card follows from.
    pub nodes: u64,
}

/// The id of a mistake card: the fingerprint of its game, and the number of half-moves before the mistake.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MistakeCardId {
    /// The [fingerprint](game_list::fingerprint) of the game.
    pub game: u64,
    /// Half-moves of the game before the mistake, from 0.
    pub ply: usize,
}

/// A mistake of a reviewed game that may become a card.
#[derive(Clone, PartialEq, Debug)]
pub struct MistakeCandidate {
    /// Half-moves of the game before the mistake.
    pub ply: usize,
    /// The position with its repetition history.
    pub root: Root,
    /// The mistake.
    pub played: Move,
}

/// The mistakes of a side that may become cards: those that lost the result, or 15 % of the winning chances.
#[must_use]
pub fn candidates(review: &Review, tree: &Tree, side: Color) -> Vec<MistakeCandidate> {
    let of_index = |index: usize| {
        review.moves[index].as_ref().filter(|of| is_worth_a_card(of))?;
        Some(MistakeCandidate {
            ply: index - 1,
            root: tree.root_at(review.nodes[index - 1]),
            played: tree.node(review.nodes[index]).mv()?,
        })
    };
    review.mistakes(Some(side)).filter_map(of_index).collect()
}

fn is_worth_a_card(review: &MoveReview) -> bool {
    review.result_change.is_some() || review.winning_chances_loss >= MIN_LOSS
}

impl MistakeCard {
    /// The card of a mistake in the main line of a game, by two searches of different depth; None where it was no
    /// mistake after all, or the better move is not clear.
    #[must_use]
    pub fn from_searches(
        game: &PgnGame,
        candidate: &MistakeCandidate,
        [quick, deep]: &[MistakeSearch; 2],
    ) -> Option<Self> {
        let accepted = accepted_moves(candidate, deep)?;
        let at_first = accepted_moves(candidate, quick)?;
        if at_first.len() != accepted.len() || !at_first.iter().all(|mv| accepted.contains(mv)) {
            return None;
        }
        let tree = &game.tree;
        let main_line = tree.main_line_from(tree.start());
        let &node = main_line.get(candidate.ply)?;
        let played = tree.node(node).mv().filter(|&mv| mv == candidate.played)?;
        let (begin, moves) = tree.moves_since_null(tree.node(node).parent()?);
        let name = |tag| game.header.tag(tag).unwrap_or("?").to_owned();
        Some(Self {
            id: MistakeCardId { game: game_list::fingerprint(&game.header, tree), ply: candidate.ply },
            white: name("White"),
            black: name("Black"),
            date: game.header.tag("Date").unwrap_or_default().to_owned(),
            start: tree.node(begin).position().clone(),
            moves,
            played,
            accepted,
            before: deep.lines.first()?.clone(),
            after: deep.after.clone(),
            clock: command::clock(&tree.node(node).notes),
            nodes: deep.nodes,
        })
    }

    /// The position with its repetition history.
    #[must_use]
    pub fn root(&self) -> Root {
        let mut root = Root::new(self.start.clone());
        for &mv in &self.moves {
            root.play(mv);
        }
        root
    }

    /// The review of the mistake.
    #[must_use]
    pub fn review(&self) -> MoveReview {
        MoveReview::from_root(&self.root(), self.played, &self.before, &self.after)
    }

    /// Whether a move that does not count as right puts the card in doubt, by the evaluation of the position after it:
    /// the move keeps the result and loses less than a mistake.
    #[must_use]
    pub fn is_doubted_by(&self, review: &MoveReview) -> bool {
        review.result_change.is_none() && review.winning_chances_loss < MIN_WRONG_LOSS
    }

    /// Whether a deeper search confirms the card: the mistake is still one, the accepted moves are still right, and
    /// no other move is as good.
    #[must_use]
    pub fn is_confirmed_by(&self, search: &MistakeSearch) -> bool {
        let candidate = MistakeCandidate { ply: self.id.ply, root: self.root(), played: self.played };
        let Some(best) = search.lines.first() else { return false };
        let is_right = |mv: &Move| {
            let line = search.lines.iter().find(|line| line.best_move() == Some(*mv));
            line.is_some_and(|line| keeps_result(best, line) || best.lead_over(line) < OVERTURNING_LOSSES[1])
        };
        let is_complete = |line: &PositionEvaluation| {
            let mv = line.best_move();
            best.lead_over(line) > MAX_ACCEPTED_LOSS || mv.is_some_and(|mv| self.accepted.contains(&mv))
        };
        let is_mistake =
            |of: MoveReview| of.result_change.is_some() || of.winning_chances_loss >= OVERTURNING_LOSSES[0];
        review_of(&candidate, search).is_some_and(is_mistake)
            && self.accepted.iter().all(is_right)
            && search.lines.iter().all(is_complete)
    }
}

/// The moves that are right, best first; None where the move played was no mistake, or there are moves that are
/// neither right nor wrong.
fn accepted_moves(candidate: &MistakeCandidate, search: &MistakeSearch) -> Option<Vec<Move>> {
    let is_clear = |of: &MoveReview| of.result_change.is_some() || of.winning_chances_loss >= MIN_CLEAR_LOSS;
    review_of(candidate, search).filter(is_clear)?;
    let best = search.lines.first()?;
    let mut accepted = Vec::new();
    for line in &search.lines {
        if keeps_result(best, line) || best.lead_over(line) <= MAX_ACCEPTED_LOSS {
            accepted.push(line.best_move()?);
        } else if best.lead_over(line) < MIN_WRONG_LOSS {
            return None;
        }
    }
    let sees_all = candidate.root.position.legal_moves().len() == search.lines.len();
    // Where the last line is right, moves behind it may be, too.
    let has_wrong_one = accepted.len() < search.lines.len();
    ((sees_all || has_wrong_one) && !accepted.contains(&candidate.played)).then_some(accepted)
}

fn review_of(candidate: &MistakeCandidate, search: &MistakeSearch) -> Option<MoveReview> {
    let best = search.lines.first()?;
    Some(MoveReview::from_root(&candidate.root, candidate.played, best, &search.after))
}

/// Whether a move certainly has the certain result of the best one: a win by a longer mate, or a draw.
fn keeps_result(best: &PositionEvaluation, other: &PositionEvaluation) -> bool {
    matches!(
        (best.known_result, other.known_result),
        (Some(KnownResult::Win(_)), Some(KnownResult::Win(_)))
            | (Some(KnownResult::Draw), Some(KnownResult::Draw))
    )
}

impl MistakeCardId {
    /// The id among all cards of [spaced repetition](super::spaced_repetition).
    #[must_use]
    pub fn deck_id(self) -> String {
        position_card_id(CARD_NAMESPACE, &self.to_string())
    }

    /// Whether an id of spaced repetition is that of a mistake card.
    #[must_use]
    pub fn is_deck_id(card: &str) -> bool {
        card.strip_prefix(CARD_NAMESPACE).is_some_and(|rest| rest.starts_with(' '))
    }
}

impl fmt::Display for MistakeCardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}-{}", self.game, self.ply)
    }
}

/// A text that is no id of a mistake card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a card's id is the fingerprint of its game and a number of half-moves, as in 00c0ffee00c0ffee-27")]
pub struct MistakeCardIdError;

impl FromStr for MistakeCardId {
    type Err = MistakeCardIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (game, ply) = text.split_once('-').ok_or(MistakeCardIdError)?;
        let game = u64::from_str_radix(game, 16).map_err(|_| MistakeCardIdError)?;
        Ok(Self { game, ply: ply.parse().map_err(|_| MistakeCardIdError)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{Bound, Certainty, Line, Ply, Score, notation};
    use game::pgn;

    /// After 1. f3 e5 White plays 2. g4.
    fn candidate() -> (PgnGame, MistakeCandidate) {
        let text = "[White \"Anna\"]\n[Black \"Bert\"]\n[Date \"2026.11.23\"]\n\n\
                    1. f3 e5 2. g4 {[%clk 0:00:07]} Qh4# 0-1";
        let game = pgn::read(text, &Position::start()).game;
        let line = game.tree.main_line_from(game.tree.start());
        let root = game.tree.root_at(line[1]);
        let played = game.tree.node(line[2]).mv().unwrap();
        (game, MistakeCandidate { ply: 2, root, played })
    }

    fn evaluation(position: &Position, text: &str, score: Score, certainty: Certainty) -> PositionEvaluation {
        let moves = vec![notation::parse_move(position, text).unwrap()];
        PositionEvaluation::from_line(Line { score, bound: Bound::Exact, certainty, moves, ends_in: None })
    }

    fn search(candidate: &MistakeCandidate, lines: &[(&str, i32)]) -> MistakeSearch {
        let position = &candidate.root.position;
        let after = position.after(candidate.played);
        let of = |&(mv, score): &(&str, i32)| {
            evaluation(position, mv, Score::centipawns(score), Certainty::Searched)
        };
        MistakeSearch {
            lines: lines.iter().map(of).collect(),
            after: evaluation(&after, "Qh4", Score::mates_in(Ply::new(1)), Certainty::Proven),
            nodes: 1_000,
        }
    }

    fn card_of(game: &PgnGame, candidate: &MistakeCandidate, lines: &[(&str, i32)]) -> Option<MistakeCard> {
        let search = search(candidate, lines);
        MistakeCard::from_searches(game, candidate, &[search.clone(), search])
    }

    fn accepted(lines: &[(&str, i32)]) -> Option<Vec<String>> {
        let (game, candidate) = candidate();
        let card = card_of(&game, &candidate, lines)?;
        let position = card.root().position;
        Some(card.accepted.iter().map(|&mv| notation::san(&position, mv)).collect())
    }

    #[test]
    fn a_card_needs_a_clear_better_move() {
        let one = accepted(&[("e4", -40), ("Nc3", -220), ("d3", -230), ("e3", -240)]);
        assert_eq!(one, Some(vec!["e4".to_owned()]));
        let two = accepted(&[("e4", -40), ("Nc3", -45), ("d3", -230), ("e3", -240)]);
        assert_eq!(two, Some(vec!["e4".to_owned(), "Nc3".to_owned()]));
        assert_eq!(accepted(&[("e4", -40), ("Nc3", -110), ("d3", -230), ("e3", -240)]), None, "in between");
        assert_eq!(accepted(&[("e4", -40), ("Nc3", -41), ("d3", -42), ("e3", -43)]), None, "too many");
        assert_eq!(accepted(&[("e4", -900), ("Nc3", -990)]), None, "all was lost before");
        assert_eq!(accepted(&[]), None);
    }

    /// Its moves lead from the position after the null move, as they can be played.
    #[test]
    fn a_card_behind_a_null_move_begins_after_it() {
        let game = pgn::read("1. f3 Nf6 2. -- Ng8 3. -- e5 4. g4 Qh4# 0-1", &Position::start()).game;
        let line = game.tree.main_line_from(game.tree.start());
        let played = game.tree.node(line[6]).mv().unwrap();
        let candidate = MistakeCandidate { ply: 6, root: game.tree.root_at(line[5]), played };
        let lines = [("e4", -40), ("Nc3", -220), ("d3", -230), ("e3", -240)];
        let card = card_of(&game, &candidate, &lines).unwrap();
        assert_eq!((card.id.ply, card.moves.len(), card.root()), (6, 1, candidate.root));
        assert_eq!(card.start, *game.tree.node(line[4]).position());
    }

    #[test]
    fn both_searches_have_to_agree() {
        let (game, candidate) = candidate();
        let one = search(&candidate, &[("e4", -40), ("Nc3", -220), ("d3", -230), ("e3", -240)]);
        let other = search(&candidate, &[("Nc3", -40), ("e4", -220), ("d3", -230), ("e3", -240)]);
        assert_eq!(MistakeCard::from_searches(&game, &candidate, &[one.clone(), other]), None);
        assert!(MistakeCard::from_searches(&game, &candidate, &[one.clone(), one]).is_some());
    }

    #[test]
    fn a_card_says_where_it_is_from_and_why() {
        let (game, candidate) = candidate();
        let lines = [("e4", -40), ("Nc3", -220), ("d3", -230), ("e3", -240)];
        let card = card_of(&game, &candidate, &lines).unwrap();
        assert_eq!(
            (card.white.as_str(), card.black.as_str(), card.date.as_str()),
            ("Anna", "Bert", "2026.11.23")
        );
        assert_eq!((card.moves.len(), card.clock), (2, Some(Duration::from_secs(7))));
        assert_eq!(card.root(), candidate.root);
        let review = card.review();
        assert_eq!((review.san.as_str(), review.number), ("g4", 2));
        assert!(review.reason.unwrap().contains("mate"));
        assert_eq!(card.id.to_string().parse(), Ok(card.id));
        assert!(
            MistakeCardId::is_deck_id(&card.id.deck_id()) && !MistakeCardId::is_deck_id("KQvK 8/8 w - -")
        );
        assert_eq!("mistake-27".parse::<MistakeCardId>(), Err(MistakeCardIdError));
    }

    #[test]
    fn a_deeper_search_confirms_a_card_or_overturns_it() {
        let (game, candidate) = candidate();
        let lines = [("e4", -40), ("Nc3", -220), ("d3", -230), ("e3", -240)];
        let card = card_of(&game, &candidate, &lines).unwrap();
        let is_confirmed = |lines: &[(&str, i32)]| card.is_confirmed_by(&search(&candidate, lines));
        assert!(is_confirmed(&lines));
        assert!(is_confirmed(&[("e4", 30), ("Nc3", -120), ("d3", -130)]));
        assert!(!is_confirmed(&[("Nc3", -20), ("e4", -40), ("d3", -130)]), "another move is better");
        assert!(!is_confirmed(&[("e4", -40), ("Nc3", -42), ("d3", -130)]), "another move is as good");
        assert!(!is_confirmed(&[("Nc3", 100), ("e4", -40), ("d3", -130)]), "it is an inaccuracy itself");
        assert!(!is_confirmed(&[("e4", -950), ("Nc3", -960), ("d3", -970)]), "nothing was lost");
    }
}
