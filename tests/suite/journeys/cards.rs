//! Mistake cards: dealt with what is due, answered, refuted, and back again later.

use std::time::Duration;

use matescope::analysis::game_analysis::GameAnalysisUpdate;
use matescope::analysis::protocol::GameAnalysisPurpose;
use matescope::analysis::side_query::SideQueryUpdate;
use matescope::analysis::{AnalysisEvent, JobId};
use matescope::chess::mistake_search::MistakeSearch;
use matescope::chess::{Bound, Certainty, Line, Ply, Position, PositionEvaluation, Root, Score, notation};
use matescope::practice::MistakeDeck;
use matescope::practice::mistake_card::{MistakeCard, MistakeCardId};
use matescope::practice::mistake_deck::MistakeDeckChange;
use matescope::practice::record::PracticeEntry;
use matescope::practice::spaced_repetition::CardRating;
use matescope::tui::message::{Effect, LibraryRequest, Message};
use matescope::tui::model::games::LibraryEvent;

use super::{User, found};

/// The position after moves from the start.
fn after(moves: &[&str]) -> Root {
    let mut root = Root::new(Position::start());
    for text in moves {
        root.play(notation::parse_move(&root.position, text).unwrap());
    }
    root
}

fn evaluation(root: &Root, score: Score, certainty: Certainty, text: &str) -> PositionEvaluation {
    let moves = notation::play_line(&mut root.position.clone(), text.split(' ')).unwrap();
    PositionEvaluation::from_line(Line { score, bound: Bound::Exact, certainty, moves, ends_in: None })
}

/// White played 2. g4 in place of 2. e4.
pub(crate) fn card() -> MistakeCard {
    let root = after(&["f3", "e5"]);
    let mv = |text| notation::parse_move(&root.position, text).unwrap();
    let mut played = root.clone();
    played.play(mv("g4"));
    let mate = Score::mates_in(Ply::new(1));
    MistakeCard {
        id: MistakeCardId { game: 1, ply: 2 },
        white: "Anna".to_owned(),
        black: "Bert".to_owned(),
        date: "2026.11.20".to_owned(),
        start: Position::start(),
        moves: ["f3", "e5"]
            .iter()
            .scan(Position::start(), |position, text| {
                let mv = notation::parse_move(position, text).unwrap();
                position.play(mv);
                Some(mv)
            })
            .collect(),
        played: mv("g4"),
        accepted: vec![mv("e4"), mv("Nc3")],
        before: evaluation(&root, Score::centipawns(-40), Certainty::Searched, "e4 Bc5"),
        after: evaluation(&played, mate, Certainty::Proven, "Qh4#"),
        clock: Some(Duration::from_secs(67)),
        nodes: 800_000,
    }
}

/// A user whose only due card is the one above.
fn user() -> User {
    let mut user = User::new();
    let mut deck = MistakeDeck::default();
    assert!(deck.add(card()));
    user.happens(Message::Library(LibraryEvent::MistakeCardsRead(Box::new(deck))));
    user.press("3").check_says("1 due today").press("s");
    user
}

/// The rating that goes into the record.
fn rating(user: &mut User) -> Option<CardRating> {
    let saved = user.wishes().into_iter().find_map(|wish| match wish {
        Effect::SavePractice(entry) => Some(*entry),
        _ => None,
    });
    match saved? {
        PracticeEntry::CardAnswer(answer) => Some(answer.review.rating),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_card_asks_for_the_move_and_accepts_every_right_one() {
    for right in ["e4", "Nc3"] {
        let mut user = user();
        user.check_says("Anna - Bert, 2026.11.20, move 2").check_says("1:07 left on your clock");
        user.check_says("White to move");
        assert!(!user.screen().contains("g4"), "what was played is not said before");
        user.wishes();
        user.play(right).check_says("is right").check_says("comes back in").check_says("Move 2. g4");
        assert_eq!(rating(&mut user), Some(CardRating::Good));
        user.check_says("Enter goes on").press("enter");
        assert!(user.note().contains("Nothing more is due"), "{}", user.note());
        user.check_says("what to master");
    }
}

#[test]
fn a_wrong_move_is_refuted_on_the_board_and_the_card_comes_back_tomorrow() {
    let mut user = user();
    user.play("g4").check_says("g4 is not good enough").check_says("That was your").check_says("2...Qh4#");
    assert_eq!(rating(&mut user), None, "another move may be tried");
    // Another wrong move is refuted by a search.
    user.play("h3").check_says("Looking for the refutation");
    let job = user.wishes().into_iter().find_map(|wish| match wish {
        Effect::StartSideQuery(job) => Some(*job),
        _ => None,
    });
    let job = job.expect("a search");
    assert_eq!(job.root.position.turn(), matescope::chess::Color::Black);
    let snapshot = found(&job, &[(Score::centipawns(300), "d5 d4 Bd6")]);
    let answer = SideQueryUpdate::Done(Box::new(snapshot));
    user.happens(Message::Analysis(AnalysisEvent::SideQuery(JobId::default(), answer)));
    user.check_says("2...d5");
    user.play("e4").check_says("is right").check_says("It comes back in 1 day.");
    assert_eq!(rating(&mut user), Some(CardRating::Again));
}

#[test]
fn the_solution_is_shown_and_counts_as_not_known() {
    let mut user = user();
    user.press("s").check_says("e4 was the move").check_says("As good: e4 Nc3");
    assert_eq!(rating(&mut user), Some(CardRating::Again));
    user.press("enter").press("s");
    assert!(user.note().contains("Nothing is due today"), "{}", user.note());
}

#[test]
fn esc_leaves_a_card_and_a_try_in_vain_counts() {
    let mut user = user();
    user.wishes();
    user.press("esc").check_says("1 due today");
    assert_eq!(rating(&mut user), None, "nothing was tried");
    user.press("s").play("g4").press("esc").check_says("what to master");
    assert_eq!(rating(&mut user), Some(CardRating::Again));
}

/// Tries a move that the first search finds as good as the right ones: the card is in doubt. Returns the user who waits
/// for the check.
fn in_doubt() -> User {
    let mut user = user();
    user.wishes();
    user.play("d3").check_says("Looking for the refutation");
    let job = user.wishes().into_iter().find_map(|wish| match wish {
        Effect::StartSideQuery(job) => Some(*job),
        _ => None,
    });
    let snapshot = found(&job.expect("a search"), &[(Score::centipawns(45), "d5 d4")]);
    let answer = SideQueryUpdate::Done(Box::new(snapshot));
    user.happens(Message::Analysis(AnalysisEvent::SideQuery(JobId::default(), answer)));
    user.check_says("d3 seems good");
    user
}

/// The deeper search with these scores for moves of White, the best first.
fn check(user: &mut User, moves: &[(&str, i32)]) {
    let request = user.wishes().into_iter().find_map(|wish| match wish {
        Effect::StartMistakeSearch(GameAnalysisPurpose::CardCheck, request) => Some(*request),
        _ => None,
    });
    let request = request.expect("a check");
    assert_eq!(request.nodes * 8, 8_000_000, "ten times the nodes of the card");
    let root = after(&["f3", "e5"]);
    let lines =
        moves.iter().map(|(mv, score)| evaluation(&root, Score::centipawns(*score), Certainty::Searched, mv));
    let search = MistakeSearch { lines: lines.collect(), after: card().after, nodes: 8_000_000 };
    let found = GameAnalysisUpdate::MistakeSearched(0, Box::new([search.clone(), search]));
    for update in [found, GameAnalysisUpdate::Done] {
        user.happens(Message::Analysis(AnalysisEvent::GameAnalysis(
            GameAnalysisPurpose::CardCheck,
            JobId::default(),
            update,
        )));
    }
}

#[test]
fn a_card_that_a_deeper_search_overturns_is_withdrawn_and_says_so() {
    let mut user = in_doubt();
    user.press("enter");
    assert!(user.note().contains("takes some seconds"), "{}", user.note());
    check(&mut user, &[("d3", -38), ("e4", -40), ("Nc3", -42), ("h3", -200)]);
    user.check_says("This card is withdrawn").check_says("0 due");
    let wishes = user.wishes();
    assert!(wishes.contains(&Effect::Library(LibraryRequest::KeepMistakeCards(vec![
        MistakeDeckChange::Withdraw(card().id)
    ]))));
    assert!(!wishes.iter().any(|wish| matches!(wish, Effect::SavePractice(_))), "it counts in nothing");
    user.press("enter");
    assert_eq!(rating(&mut user), None);
    assert_eq!(user.app.practice_tab.mistakes.cards().count(), 0);
}

#[test]
fn a_card_that_a_deeper_search_confirms_stays() {
    let mut user = in_doubt();
    check(&mut user, &[("e4", -40), ("Nc3", -42), ("d3", -200), ("h3", -210)]);
    user.check_says("d3 is not good enough").play("e4").check_says("is right");
    assert_eq!(rating(&mut user), Some(CardRating::Again));
    assert_eq!(user.app.practice_tab.mistakes.cards().count(), 1);
    // Another screen ends a check: the move was neither right nor wrong.
    let mut user = in_doubt();
    user.press("2");
    assert!(user.wishes().contains(&Effect::StopGameAnalysis(GameAnalysisPurpose::CardCheck)));
    user.press("3").check_says("Type a move").press("esc");
}
