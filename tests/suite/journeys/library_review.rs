//! The review of the library in the background, and opening a game whose review was kept.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use matescope::analysis::game_analysis::GameAnalysisUpdate;
use matescope::analysis::protocol::{GameAnalysisPurpose, MistakeSearchRequest};
use matescope::analysis::{AnalysisEvent, JobId};
use matescope::chess::mistake_search::MistakeSearch;
use matescope::chess::{Bound, Certainty, Depth, Line, Move, Position, PositionEvaluation, Score, notation};
use matescope::game::pgn::split::PgnSplitter;
use matescope::game::pgn::{self, PgnGame};
use matescope::game::{GameListEntry, game_list};
use matescope::practice::Review;
use matescope::practice::mistake_deck::MistakeDeckChange;
use matescope::practice::review::KeptReview;
use matescope::tui::message::{Effect, LibraryRequest, Message};
use matescope::tui::model::engines::AnalyzeEngine;
use matescope::tui::model::games::{GameReadPurpose, LibraryEvent, PastedGame};
use matescope::tui::model::library_review_queue::LibraryReviewActivity;
use matescope::tui::model::review::ActiveReviewProgress;
use matescope::tui::navigation::Tab;

use super::review::{FOUND, GAME, finding};
use super::{User, found};

fn game() -> PgnGame {
    pgn::read(GAME, &Position::start()).game
}

fn row() -> GameListEntry {
    let piece = PgnSplitter::new(GAME.as_bytes()).next().unwrap().unwrap();
    GameListEntry::of(PathBuf::from("/games/a.pgn"), &piece, 0)
}

/// The review of the game, as it is kept.
fn kept() -> KeptReview {
    let game = game();
    let mut review = Review::new(&game.tree);
    review.update_endings(&game.tree);
    for (index, &(what, text)) in FOUND.iter().enumerate() {
        let position = game.tree.node(review.nodes[index]).position();
        review.update(&game.tree, index, finding(position, what, text).with_depth(Depth::new(12)));
    }
    review.to_kept(&game.tree, 100_000).unwrap()
}

/// The library's answer to the last request: the game with the review that was kept of it.
fn opens(user: &mut User, purpose: GameReadPurpose, review: Option<KeptReview>) {
    let mut read = PastedGame::parse(GAME);
    read.kept_review = review.map(Box::new);
    user.happens(Message::Library(LibraryEvent::GameRead(row().location, purpose, Box::new(read))));
}

fn searches(wishes: &[Effect]) -> usize {
    let is_search = |wish: &&Effect| {
        matches!(
            wish,
            Effect::StartAnalysis(_)
                | Effect::StartGameAnalysis(GameAnalysisPurpose::Review, _)
                | Effect::StartSideQuery(_)
                | Effect::SearchExternal(..)
        )
    };
    wishes.iter().filter(is_search).count()
}

fn queue_finds(user: &mut User, index: usize) {
    let game = game();
    let review = Review::new(&game.tree);
    let (what, text) = FOUND[index];
    let found = finding(game.tree.node(review.nodes[index]).position(), what, text);
    let update = GameAnalysisUpdate::Found(index, Box::new(found));
    user.happens(Message::Analysis(AnalysisEvent::GameAnalysis(
        GameAnalysisPurpose::QueuedReview,
        JobId::default(),
        update,
    )));
}

fn library(user: &mut User, event: LibraryEvent) -> Vec<Effect> {
    user.happens(Message::Library(event)).wishes()
}

#[test]
fn the_library_is_reviewed_while_the_user_does_something_else() {
    let mut user = User::new();
    user.app.shared.config.games.my_names = vec!["anna".to_owned()];
    user.press("5").wishes();
    user.press("R");
    assert_eq!(user.wishes(), [Effect::Library(LibraryRequest::ListUnreviewed(vec!["anna".to_owned()]))]);
    let wishes = library(&mut user, LibraryEvent::UnreviewedListed(vec![row(), row(), row()]));
    assert_eq!(wishes, [Effect::Library(LibraryRequest::ReadUnreviewed(row().location))]);
    assert_eq!(user.note(), "3 games to review, whenever you do not play or analyze");
    user.check_says("reviewing 1 of 3");
    let wishes = library(&mut user, LibraryEvent::UnreviewedRead(Some(Box::new(game())), None));
    let [Effect::StartGameAnalysis(GameAnalysisPurpose::QueuedReview, request)] = wishes.as_slice() else {
        panic!("{wishes:?}")
    };
    assert_eq!((request.roots.len(), request.analyzed.len(), request.nodes), (14, 0, 200_000));
    for index in 10..14 {
        queue_finds(&mut user, index);
    }
    user.later(Duration::from_secs(10));
    // An analysis runs: the review gives way, and keeps what it has found.
    user.press("2");
    let wishes = user.wishes();
    assert!(
        wishes.contains(&Effect::StopGameAnalysis(GameAnalysisPurpose::QueuedReview))
            && searches(&wishes) == 1,
        "{wishes:?}"
    );
    assert_eq!(user.app.shared.library_review.activity, LibraryReviewActivity::Paused);
    user.press("5").check_says("reviewing 1 of 3");
    let wishes = user.wishes();
    let again = wishes.iter().find_map(|wish| match wish {
        Effect::StartGameAnalysis(GameAnalysisPurpose::QueuedReview, request) => {
            Some((request.roots.len(), request.analyzed.len()))
        }
        _ => None,
    });
    assert_eq!(again, Some((10, 4)), "{wishes:?}");
    for index in 0..10 {
        queue_finds(&mut user, index);
    }
    user.later(Duration::from_secs(4));
    user.happens(Message::Analysis(AnalysisEvent::GameAnalysis(
        GameAnalysisPurpose::QueuedReview,
        JobId::default(),
        GameAnalysisUpdate::Done,
    )));
    let wishes = user.wishes();
    let [
        Effect::Library(LibraryRequest::KeepReview(fingerprint, review)),
        Effect::StartMistakeSearch(GameAnalysisPurpose::QueuedReview, mistakes),
    ] = wishes.as_slice()
    else {
        panic!("{wishes:?}")
    };
    assert_eq!((*fingerprint, review.evaluations.len()), (row().fingerprint, 15));
    mistakes_are_searched(&mut user, mistakes);
    user.check_says("reviewing 2 of 3, 28 s");
    // A game that cannot be reviewed is passed over; the game against the engine is not disturbed.
    assert_eq!(
        library(&mut user, LibraryEvent::UnreviewedRead(None, None)),
        [Effect::Library(LibraryRequest::ReadUnreviewed(row().location))]
    );
    user.press("1").play("e4").wishes();
    let wishes = library(&mut user, LibraryEvent::UnreviewedRead(Some(Box::new(game())), None));
    assert_eq!(wishes, []);
    user.press("5").check_says("reviewing 3 of 3");
    assert!(
        user.wishes()
            .iter()
            .any(|wish| matches!(wish, Effect::StartGameAnalysis(GameAnalysisPurpose::QueuedReview, _)))
    );
    let failed = GameAnalysisUpdate::Failed("no memory".to_owned());
    user.happens(Message::Analysis(AnalysisEvent::GameAnalysis(
        GameAnalysisPurpose::QueuedReview,
        JobId::default(),
        failed,
    )));
    assert_eq!(user.wishes(), [Effect::Library(LibraryRequest::EndLibraryReview)]);
    assert_eq!(user.note(), "The library is reviewed: 3 games");
    assert_eq!(user.app.shared.library_review.progress_text(), None);
}

/// Then the better moves in place of the user's mistakes are searched; the search gives way, too, and where the better
/// move is clear there is a card.
fn mistakes_are_searched(user: &mut User, request: &MistakeSearchRequest) {
    let game = game();
    let sans: Vec<String> =
        request.mistakes.iter().map(|(root, mv)| notation::san(&root.position, *mv)).collect();
    assert_eq!(sans, ["Nxf7", "Rf1"], "White's blunders");
    user.press("2");
    assert!(user.wishes().contains(&Effect::StopGameAnalysis(GameAnalysisPurpose::QueuedReview)));
    user.press("5");
    let again = user.wishes().into_iter().find_map(|wish| match wish {
        Effect::StartMistakeSearch(GameAnalysisPurpose::QueuedReview, request) => Some(*request),
        _ => None,
    });
    assert_eq!(again.as_ref(), Some(request));
    let (root, played) = &request.mistakes[0];
    let line = |mv: Move, score| {
        let (bound, certainty) = (Bound::Exact, Certainty::Searched);
        let score = Score::centipawns(score);
        PositionEvaluation::from_line(Line { score, bound, certainty, moves: vec![mv], ends_in: None })
    };
    let better = notation::parse_move(&root.position, "Bxf7+").unwrap();
    let after = root.position.after(*played);
    let search = MistakeSearch {
        lines: vec![line(better, 100), line(*played, -400)],
        after: line(after.legal_moves()[0], 400),
        nodes: 800_000,
    };
    let searched = GameAnalysisUpdate::MistakeSearched(0, Box::new([search.clone(), search]));
    user.happens(Message::Analysis(AnalysisEvent::GameAnalysis(
        GameAnalysisPurpose::QueuedReview,
        JobId::default(),
        searched,
    )));
    user.happens(Message::Analysis(AnalysisEvent::GameAnalysis(
        GameAnalysisPurpose::QueuedReview,
        JobId::default(),
        GameAnalysisUpdate::Done,
    )));
    let fingerprint = game_list::fingerprint(&game.header, &game.tree);
    let wishes = user.wishes();
    let [
        Effect::Library(LibraryRequest::KeepMistakeCards(card)),
        Effect::Library(LibraryRequest::KeepMistakeCards(mark)),
        Effect::Library(LibraryRequest::ReadUnreviewed(_)),
    ] = wishes.as_slice()
    else {
        panic!("{wishes:?}")
    };
    assert_eq!(mark.as_slice(), [MistakeDeckChange::MarkSearched(fingerprint)]);
    assert!(
        matches!(card.as_slice(), [MistakeDeckChange::Add(card)] if card.accepted == [better]),
        "{card:?}"
    );
    assert_eq!(
        user.app.practice_tab.mistakes.due_count(&user.app.practice_tab.progress, user.app.shared.today),
        1
    );
}

#[test]
fn the_review_of_the_library_is_stopped_and_refused() {
    let mut user = User::new();
    user.press("5 R").wishes();
    library(&mut user, LibraryEvent::UnreviewedListed(vec![row()]));
    library(&mut user, LibraryEvent::UnreviewedRead(Some(Box::new(game())), None));
    user.press("R");
    assert_eq!(
        user.wishes(),
        [
            Effect::StopGameAnalysis(GameAnalysisPurpose::QueuedReview),
            Effect::Library(LibraryRequest::EndLibraryReview)
        ]
    );
    assert_eq!(user.note(), "Stopped: 0 games done, the rest is left for the next time");
    // What was on its way is ignored.
    assert_eq!(library(&mut user, LibraryEvent::UnreviewedRead(Some(Box::new(game())), None)), []);
    assert_eq!(library(&mut user, LibraryEvent::UnreviewedListed(vec![row()])), []);
    user.press("R").wishes();
    assert_eq!(
        library(&mut user, LibraryEvent::UnreviewedListed(Vec::new())),
        [Effect::Library(LibraryRequest::EndLibraryReview)]
    );
    assert_eq!(user.note(), "Every game that is over has a review");
    user.press("R").wishes();
    library(&mut user, LibraryEvent::LibraryReviewFailed("another Matescope reviews the library".to_owned()));
    assert_eq!(user.app.shared.library_review.activity, LibraryReviewActivity::Off);
    assert_eq!(user.note(), "another Matescope reviews the library");
}

#[test]
fn a_reviewed_game_opens_with_everything_and_without_a_search() {
    let kept = kept();
    for purpose in [GameReadPurpose::Open, GameReadPurpose::Review] {
        let mut user = User::new();
        user.press("5");
        library(
            &mut user,
            LibraryEvent::listed(matescope::tui::model::games::GameListSource::Library, &[row()]),
        );
        opens(&mut user, GameReadPurpose::Preview, Some(kept.clone()));
        user.check_says("Reviewed: accuracy of White").wishes();
        let start = Instant::now();
        opens(&mut user, purpose, Some(kept.clone()));
        user.check_tab(Tab::Analyze).check_says("Review").check_says("Anna").check_says("??");
        let took = start.elapsed();
        assert!(took < Duration::from_millis(100), "{took:?}");
        assert_eq!(searches(&user.wishes()), 0, "everything is known");
        let review = user.app.analyze.review.as_ref().unwrap();
        assert!(
            review.review.is_complete() && review.progress == ActiveReviewProgress::Done && review.is_kept
        );
        // Each position has its evaluation and line on the board, without a search.
        user.press("v").press("home . . . .");
        assert_eq!(searches(&user.wishes()), 0);
        let shown = user.app.shared.current_analysis.snapshot.as_ref().expect("an evaluation").report.clone();
        assert_eq!((shown.depth, shown.lines[0].score), (Depth::new(12), Score::centipawns(35)));
        // The engine goes deeper when it is asked, and what it finds is kept.
        user.press("s");
        let job = user.job().expect("a search");
        let mut snapshot = found(&job, &[(Score::centipawns(-20), "Bb5 Nf6")]);
        snapshot.report.depth = Depth::new(20);
        user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(snapshot)))).wishes();
        user.press(".");
        let fingerprint = game_list::fingerprint(&game().header, &game().tree);
        let again = user.wishes().into_iter().find_map(|wish| match wish {
            Effect::Library(LibraryRequest::KeepReview(of, review)) => {
                Some((of, review.evaluations[4].depth))
            }
            _ => None,
        });
        assert_eq!(again, Some((fingerprint, Depth::new(20))));
    }
}

#[test]
fn the_engine_works_again_on_a_game_without_a_review() {
    let mut user = User::new();
    opens(&mut user, GameReadPurpose::Open, Some(kept()));
    assert_eq!(user.app.analyze.engine, AnalyzeEngine::Off);
    user.wishes();
    opens(&mut user, GameReadPurpose::Open, None);
    assert_eq!((user.app.analyze.engine, searches(&user.wishes())), (AnalyzeEngine::On, 1));
    assert!(user.app.analyze.review.is_none());
    // The review of another game is not shown.
    let other = KeptReview { moves: kept().moves[..3].to_vec(), ..kept() };
    opens(&mut user, GameReadPurpose::Open, Some(other));
    assert!(user.app.analyze.review.is_none() && searches(&user.wishes()) == 1);
    // A review that is asked for is kept when it is finished.
    opens(&mut user, GameReadPurpose::Review, None);
    user.wishes();
    super::review::finds(&mut user, &FOUND);
    let wishes = user.wishes();
    assert!(
        wishes.iter().any(|wish| matches!(wish, Effect::Library(LibraryRequest::KeepReview(..)))),
        "{wishes:?}"
    );
}

#[test]
fn a_game_that_was_reviewed_on_the_board_gets_its_cards() {
    let mut user = User::new();
    user.app.shared.config.games.my_names = vec!["anna".to_owned()];
    user.press("5 R").wishes();
    library(&mut user, LibraryEvent::UnreviewedListed(vec![row(), row()]));
    let read = || LibraryEvent::UnreviewedRead(Some(Box::new(game())), Some(Box::new(kept())));
    let wishes = library(&mut user, read());
    let [Effect::StartMistakeSearch(GameAnalysisPurpose::QueuedReview, request)] = wishes.as_slice() else {
        panic!("{wishes:?}")
    };
    assert_eq!(request.mistakes.len(), 2);
    user.happens(Message::Analysis(AnalysisEvent::GameAnalysis(
        GameAnalysisPurpose::QueuedReview,
        JobId::default(),
        GameAnalysisUpdate::Done,
    )));
    let wishes = user.wishes();
    let [
        Effect::Library(LibraryRequest::KeepMistakeCards(_)),
        Effect::Library(LibraryRequest::ReadUnreviewed(_)),
    ] = wishes.as_slice()
    else {
        panic!("{wishes:?}")
    };
    // It is not searched again.
    assert_eq!(library(&mut user, read()), [Effect::Library(LibraryRequest::EndLibraryReview)]);
}

#[test]
fn a_review_that_cannot_be_kept_stops_the_work() {
    let mut user = User::new();
    user.press("5").wishes();
    user.press("R").wishes();
    library(&mut user, LibraryEvent::UnreviewedListed(vec![row(), row()]));
    library(&mut user, LibraryEvent::UnreviewedRead(Some(Box::new(game())), None));
    let reason = "The review was not kept: /x.review: the disk is full";
    let wishes = library(&mut user, LibraryEvent::FindingsUnsaved(reason.to_owned()));
    assert_eq!(
        wishes,
        [
            Effect::StopGameAnalysis(GameAnalysisPurpose::QueuedReview),
            Effect::Library(LibraryRequest::EndLibraryReview)
        ]
    );
    assert_eq!(user.note(), format!("{reason}. The review of the library has stopped, 0 games done"));
    assert_eq!(user.app.shared.library_review.activity, LibraryReviewActivity::Off);
}
