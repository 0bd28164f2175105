//! Opening repertoires: their page, training, and what is added from the analysis board.

use std::sync::Arc;

use matescope::chess::{Color, Position};
use matescope::game::repertoire::{RepertoireEdit, ReplyCounts};
use matescope::game::{RepertoireChapter, Repertoires, pgn};
use matescope::practice::MistakeDeck;
use matescope::practice::record::PracticeEntry;
use matescope::practice::spaced_repetition::CardRating;
use matescope::tui::message::{Effect, LibraryRequest, Message};
use matescope::tui::model::games::LibraryEvent;
use matescope::tui::model::{RepertoireEvent, RepertoireRequest};
use matescope::tui::navigation::Tab;

use super::User;

const ITALIAN: &str = "[Event \"Italian\"]\n[Orientation \"white\"]\n\n1. e4 e5 2. Nf3 {develops} Nc6 3. Bc4 (3. Bb5) (3. d3? Bc5 {passive}) *\n";

fn repertoires(texts: &[&str]) -> Repertoires {
    let chapter = |(number, text): (usize, &&str)| {
        let game = pgn::read(text, &Position::start()).game;
        RepertoireChapter { file: "mine".into(), number, game }
    };
    Repertoires::new((1..).zip(texts).map(chapter).collect())
}

fn happened(event: RepertoireEvent) -> Message {
    Message::Library(LibraryEvent::Repertoire(event))
}

fn read(user: &mut User, texts: &[&str]) {
    user.happens(happened(RepertoireEvent::Read(Box::new(repertoires(texts)), Vec::new())));
}

/// A user on the page of openings with this repertoire.
fn user_with(texts: &[&str]) -> User {
    let mut user = User::new();
    read(&mut user, texts);
    user.press("3 O");
    user
}

/// The ratings of the cards that were saved.
fn ratings(user: &mut User) -> Vec<CardRating> {
    let wishes = user.wishes().into_iter().filter_map(|wish| match wish {
        Effect::SavePractice(entry) => Some(*entry),
        _ => None,
    });
    wishes
        .map(|entry| match entry {
            PracticeEntry::CardAnswer(answer) => answer.review.rating,
            other => panic!("{other:?}"),
        })
        .collect()
}

/// The changes of repertoires that were asked for.
fn edits(user: &mut User) -> Vec<(Color, RepertoireEdit)> {
    let wishes = user.wishes().into_iter().filter_map(|wish| match wish {
        Effect::Library(LibraryRequest::Repertoire(RepertoireRequest::Edit(side, edit))) => {
            Some((side, *edit))
        }
        _ => None,
    });
    wishes.collect()
}

#[test]
fn new_positions_are_shown_then_asked_on_another_day() {
    let mut user = user_with(&[ITALIAN]);
    user.check_says("All openings as White").check_says("3 new").press("enter");
    user.check_says("Play e4.").wishes();
    user.play("d4").check_says("d4 is not in your repertoire").check_says("Play e4.");
    assert!(ratings(&mut user).is_empty(), "a new position waits until its move was played");
    user.play("e4").check_says("Play Nf3.").check_says("develops").play("Nf3").play("Bc4");
    user.check_says("That was all").check_says("3 positions new");
    assert_eq!(ratings(&mut user), [CardRating::Hard; 3]);
    user.press("enter").check_says("nothing due");
    user.press("enter");
    assert_eq!(user.note(), "Nothing is due here today, and nothing is new");
    let tomorrow = user.app.shared.today + 4;
    user.happens(Message::DateChanged(tomorrow)).check_says("3 due").press("esc").check_says("3 due today");
    user.press("s").check_says("White to move: what do you play?");
    user.wishes();
    user.play("e4").check_says("what do you play?").play("Nc3");
    user.check_says("Nc3 is not in your repertoire").check_says("Play Nf3.").play("Nf3");
    user.play("Bb5").check_says("Bb5, which you have, too; your main").check_says("move is Bc4.");
    user.check_says("That was all: you knew 2 of 3.");
    assert_eq!(ratings(&mut user), [CardRating::Good, CardRating::Again, CardRating::Good]);
}

#[test]
fn openings_come_after_the_mistakes_that_are_due() {
    let mut user = user_with(&[ITALIAN]);
    user.press("enter").play("e4").play("Nf3").play("Bc4").press("enter esc");
    let mut deck = MistakeDeck::default();
    assert!(deck.add(super::cards::card()));
    user.happens(Message::Library(LibraryEvent::MistakeCardsRead(Box::new(deck))));
    user.happens(Message::DateChanged(user.app.shared.today + 4));
    user.check_says("4 due today").press("s").check_says("you went wrong here").play("e4");
    user.press("enter").check_says("White to move: what do you play?").check_says("3 left");
}

#[test]
fn a_warning_is_shown_where_its_move_is_played_and_a_hint_counts_as_forgotten() {
    let mut user = user_with(&[ITALIAN]);
    user.press("m").check_says("Asked: everything").press("enter");
    user.play("e4").press("s").check_says("Play Nf3.").wishes();
    user.play("Nf3").play("d3").check_says("Your repertoire warns of d3.").check_says("Play Bc4.");
    user.play("Bc4").check_says("you knew 1 of 3");
    // What is not due counts only where it is not known: one more was before the wishes were taken.
    assert_eq!(ratings(&mut user), [CardRating::Again]);
}

#[test]
fn an_earlier_position_and_the_analysis_come_back_to_the_question() {
    let mut user = user_with(&[ITALIAN]);
    user.press("enter").play("e4").check_says("Play Nf3.").press(",");
    user.play("d4").press("esc").check_says("Play Nf3.");
    user.press("A").check_tab(Tab::Analyze).press("3").check_says("Play Nf3.");
    user.press("esc esc").check_says("All openings as White").press("esc").check_says("lessons");
}

#[test]
fn a_gap_leads_to_the_analysis_board_where_the_answer_is_added() {
    let mut user = User::new();
    read(&mut user, &[ITALIAN]);
    user.press("3 O");
    let counted = user.wishes().into_iter().find_map(|wish| match wish {
        Effect::Library(LibraryRequest::Repertoire(RepertoireRequest::CountReplies(repertoire))) => {
            Some(repertoire)
        }
        _ => None,
    });
    let repertoire = counted.expect("the games of the library are counted");
    let start = repertoire.find(&Position::start()).unwrap();
    let after = repertoire.at(start).moves()[0].to;
    let reply =
        |san: &str| matescope::chess::notation::parse_move(repertoire.at(after).position(), san).unwrap();
    let counts = ReplyCounts::from([(after, vec![(reply("e5"), 6), (reply("c5"), 4)])]);
    user.happens(happened(RepertoireEvent::RepliesCounted(Arc::clone(&repertoire), counts)));
    user.check_says("no answer 1.e4 c5").check_says("40.0 %").press("end").check_says("4 games");
    user.press("enter")
        .check_tab(Tab::Analyze)
        .check_fen("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    user.play("Nf3").wishes();
    user.press("&");
    let edits = edits(&mut user);
    let [(Color::White, RepertoireEdit::AddLine { line, to, title })] = edits.as_slice() else {
        panic!("{edits:?}")
    };
    assert_eq!(title, "Sicilian Defense");
    let sans: Vec<&str> = line.line_to(*to).into_iter().map(|node| line.node(node).san()).collect();
    assert_eq!(sans, ["e4", "c5", "Nf3"]);
    user.happens(happened(RepertoireEvent::Edited(Color::White, 2, false)));
    assert_eq!(user.note(), "2 moves added to your White repertoire");
}

#[test]
fn the_analysis_board_says_what_the_repertoire_has_and_removes_a_move() {
    let mut user = User::new();
    read(&mut user, &[ITALIAN]);
    user.press("2").check_says("in your White repertoire: e4");
    user.press("&");
    assert!(edits(&mut user).is_empty());
    assert_eq!(user.note(), "Play the line first: it is added up to the position on the board");
    user.play("e4").check_says("in your White repertoire, which answers e5").play("d5").press("~");
    assert_eq!(user.note(), "The last move is not in your White repertoire");
    user.press("left").play("e5").press("~");
    let edits = edits(&mut user);
    let [(Color::White, RepertoireEdit::RemoveMove { position, mv })] = edits.as_slice() else {
        panic!("{edits:?}")
    };
    assert_eq!(matescope::chess::notation::san(position, *mv), "e5");
}

#[test]
fn training_goes_on_when_the_repertoire_changes_meanwhile() {
    let mut user = user_with(&[ITALIAN]);
    user.press("enter").play("e4");
    read(&mut user, &["[Orientation \"white\"]\n\n1. d4 d5 2. c4 *\n", ITALIAN]);
    user.play("Nf3").play("Bc4").check_says("That was all").press("enter");
    user.check_says("All openings as White          1 new");
}

#[test]
fn without_a_repertoire_the_page_says_how_one_is_made() {
    let mut user = user_with(&[]);
    user.check_says("There is no repertoire yet").check_says("matescope repertoire add FILE").press("enter");
    assert_eq!(user.note(), "There is no repertoire yet");
}
