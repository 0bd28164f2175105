//! The review of a game, and retrying its mistakes.

use matescope::analysis::game_analysis::{GameAnalysisRequest, GameAnalysisUpdate};
use matescope::analysis::protocol::GameAnalysisPurpose;
use matescope::analysis::{AnalysisEvent, AnalysisSnapshot, JobId};
use matescope::chess::{Bound, Certainty, Depth, Line, Ply, Position, PositionEvaluation, Score, notation};
use matescope::engine::Report;
use matescope::practice::review::MoveJudgment;
use matescope::tui::message::{Effect, LibraryRequest, Message, MouseGesture, MouseHit};
use matescope::tui::model::games::{GameReadPurpose, LibraryEvent, PastedGame};
use matescope::tui::model::review::{ActiveReviewProgress, RetryAttempt, ReviewPanes};
use matescope::tui::navigation::Tab;

use super::User;

/// A short game with three mistakes: White overlooks a fork, Black the mate, White overlooks another one.
pub(crate) const GAME: &str = "[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"0-1\"]\n\n\
    1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n";

/// The search result for each position, from White's side; the last one is mate on the board.
pub(crate) const FOUND: [(Found, &str); 14] = [
    (Found::Pawns(30), "e4 e5"),
    (Found::Pawns(30), "e5 Nf3"),
    (Found::Pawns(30), "Nf3 Nc6"),
    (Found::Pawns(30), "Nc6 Bb5"),
    (Found::Pawns(35), "Bb5 a6"),
    (Found::Pawns(25), "Nf6 d3"),
    (Found::Pawns(160), "Nxd4 exd4"),
    (Found::Pawns(100), "Qg5 Bxf7+"),
    (Found::Pawns(90), "Bxf7+ Ke7"),
    (Found::Pawns(-400), "Qxg2 Rf1"),
    (Found::Pawns(-450), "Nxh8 Qxh1+"),
    (Found::Pawns(-900), "Qxe4+ Be2"),
    (Found::BlackMates(2), "Be2 Nf3"),
    (Found::BlackMates(1), "Nf3"),
];

#[derive(Clone, Copy)]
pub(crate) enum Found {
    Pawns(i32),
    /// A proved mate in so many half-moves.
    BlackMates(u16),
    WhiteMates(u16),
}

pub(crate) fn finding(position: &Position, found: Found, text: &str) -> PositionEvaluation {
    let moves = notation::play_line(&mut position.clone(), text.split(' ')).expect("legal moves");
    let (score, certainty) = match found {
        Found::Pawns(value) => {
            (Score::centipawns(position.turn().fold_wb(value, -value)), Certainty::Searched)
        }
        Found::BlackMates(plies) | Found::WhiteMates(plies) => {
            let plies = Ply::new(plies);
            let wins = matches!(found, Found::WhiteMates(_)) == position.turn().is_white();
            let score = if wins { Score::mates_in(plies) } else { Score::mated_in(plies) };
            (score, Certainty::Proven)
        }
    };
    PositionEvaluation::from_line(Line { score, bound: Bound::Exact, certainty, moves, ends_in: None })
}

/// Pastes the game and starts its review.
pub(crate) fn begin(user: &mut User) -> &mut User {
    user.paste(GAME).wishes();
    user.press("v")
}

/// The background sends the remaining results, the last position first.
pub(crate) fn finds<'u>(user: &'u mut User, found: &[(Found, &str)]) -> &'u mut User {
    for (back, &(what, text)) in found.iter().rev().enumerate() {
        let index = FOUND.len() - 1 - back;
        let review = &user.app.analyze.review.as_ref().expect("a review").review;
        let position = user.app.analyze.walk.tree().node(review.nodes[index]).position();
        let swept = GameAnalysisUpdate::Found(index, Box::new(finding(position, what, text)));
        user.happens(Message::Analysis(AnalysisEvent::GameAnalysis(
            GameAnalysisPurpose::Review,
            JobId::default(),
            swept,
        )));
    }
    if user.app.analyze.review.as_ref().is_some_and(|reviewing| reviewing.review.is_complete()) {
        user.happens(Message::Analysis(AnalysisEvent::GameAnalysis(
            GameAnalysisPurpose::Review,
            JobId::default(),
            GameAnalysisUpdate::Done,
        )));
    }
    user
}

/// The game with its whole review.
pub(crate) fn done(user: &mut User) -> &mut User {
    begin(user);
    finds(user, &FOUND);
    user.wishes();
    user
}

/// The newest request for a game analysis.
fn order(user: &mut User) -> Option<GameAnalysisRequest> {
    user.wishes().into_iter().fold(None, |order, effect| match effect {
        Effect::StartGameAnalysis(GameAnalysisPurpose::Review, next) => Some(*next),
        Effect::StopGameAnalysis(GameAnalysisPurpose::Review) => None,
        _ => order,
    })
}

fn last_san(user: &User) -> &str {
    user.app.analyze.walk.tree().node(user.app.analyze.walk.node_id()).san()
}

#[test]
fn the_second_look_at_moves_in_doubt_is_reported() {
    let mut user = User::new();
    begin(&mut user);
    finds(&mut user, &FOUND[3..]);
    assert!(!user.screen().contains("in doubt"), "{}", user.screen());
    done(&mut user);
    let reviewing = user.app.analyze.review.as_mut().expect("a review");
    assert_eq!(reviewing.progress, ActiveReviewProgress::Done);
    reviewing.progress = ActiveReviewProgress::Running;
    user.check_says("checking moves in doubt").check_says("stops");
    user.happens(Message::Analysis(AnalysisEvent::GameAnalysis(
        GameAnalysisPurpose::Review,
        JobId::default(),
        GameAnalysisUpdate::Done,
    )));
    assert!(!user.screen().contains("in doubt"), "{}", user.screen());
}

#[test]
fn a_review_looks_at_every_position_while_all_keys_live() {
    let mut user = User::new();
    begin(&mut user);
    let order = order(&mut user).expect("an order");
    assert_eq!((order.roots.len(), order.nodes), (14, 200_000), "mate on the board needs no look");
    assert_eq!(order.roots[0].1.position, Position::start());
    user.check_says("1 of 15 positions");
    finds(&mut user, &FOUND[10..]).check_says("5 of 15 positions");
    user.press("left left").check_says("Move 6... Qxe4+");
    assert!(user.job().is_some(), "the position is analyzed as ever");
    user.play("h5");
    assert_eq!(
        user.app.analyze.review.as_ref().map(|review| review.progress.clone()),
        Some(ActiveReviewProgress::Running)
    );
    finds(&mut user, &FOUND).check_says("accuracy");
    assert_eq!(user.note(), "The review is done");
}

#[test]
fn a_review_can_be_stopped_and_goes_on_with_the_rest() {
    let mut user = User::new();
    begin(&mut user);
    finds(&mut user, &FOUND[4..]).wishes();
    user.press("esc");
    assert_eq!(user.wishes(), [Effect::StopGameAnalysis(GameAnalysisPurpose::Review)]);
    user.check_says("stopped at 11 of 15").check_says("+0.90 → -4.50");
    user.press("v");
    let rest = order(&mut user).expect("an order");
    assert_eq!(rest.roots.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [0, 1, 2, 3]);
    finds(&mut user, &FOUND).press("esc");
    assert_eq!(user.app.analyze.review.as_ref().map(|review| review.panes), Some(ReviewPanes::Analysis));
    user.press("v").check_says("accuracy");
    assert_eq!(order(&mut user), None, "what is known is known");
    user.press("left left").play("Qe2").press("L v");
    assert_eq!(order(&mut user).expect("an order").roots.len(), 14, "another main line is another game");
    user.paste("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    assert!(user.app.analyze.review.is_none());
    assert!(user.wishes().contains(&Effect::StopGameAnalysis(GameAnalysisPurpose::Review)));
}

#[test]
fn mistakes_are_stepped_through_and_say_why() {
    let mut user = User::new();
    done(&mut user).check_tab(Tab::Analyze).press("[");
    assert_eq!(last_san(&user), "Rf1");
    user.press("[").check_says("Chances fall from 58% to 18%; better").check_says("+0.90 → -4.50");
    assert_eq!(last_san(&user), "Nxf7");
    user.press("[");
    assert_eq!(last_san(&user), "Nxe5", "from +1.60 to +0.90, which the move after it shows");
    user.press("[");
    assert_eq!(last_san(&user), "Nd4");
    user.press("[");
    assert_eq!((last_san(&user), user.note()), ("Nd4", "There are no more mistakes"));
    user.press("]");
    assert_eq!(last_san(&user), "Nxe5");
    // From within a variation the way leads on from where it left the game.
    user.play("a6").press("]");
    assert_eq!(last_san(&user), "Nxf7");
    user.press("end").check_says("-M1= → -#").check_says("Nothing lost");
    let node = user.app.analyze.review.as_ref().expect("a review").review.nodes[9];
    user.happens(Message::Mouse(MouseGesture::Press, Some(MouseHit::MoveListEntry(node))));
    assert_eq!(last_san(&user), "Nxf7");
}

#[test]
fn a_review_is_written_into_the_moves_only_when_asked() {
    let mut user = User::new();
    done(&mut user).press("y p");
    let bare = |user: &mut User| {
        let wishes = user.wishes();
        let text = wishes.iter().find_map(|wish| match wish {
            Effect::Copy(text) | Effect::Library(LibraryRequest::AddToLibrary(_, text)) => {
                Some(text.replace('\n', " "))
            }
            _ => None,
        });
        text.unwrap_or_else(|| panic!("{wishes:?}"))
    };
    assert!(!bare(&mut user).contains("eval"));
    user.press("i").press("y p");
    let text = bare(&mut user);
    for part in [
        "{[%eval 0.35]} 1. e4 {[%eval 0.35]}",
        "3... Nd4 $2 {[%eval 1.60] chances fall from 48% to 36%; better 3...Nf6 (+0.25, now +1.60)}",
        "(3... Nf6 4. d3)",
        "6... Qxe4+ {[%eval #-1]} 7. Be2 {[%eval #-1]} 7... Nf3# 0-1",
    ] {
        assert!(text.contains(part), "{part:?} is not in {text}");
    }
    user.press("W enter");
    assert!(bare(&mut user).contains("$4"));
    user.press("u").press("y p");
    assert!(!bare(&mut user).contains("eval"), "it can be undone");
}

#[test]
fn mistakes_are_tried_again_until_they_are_right() {
    let mut user = User::new();
    done(&mut user).press("ctrl-r").check_says("Mistake 1 of 4").check_says("3...Nd4");
    user.check_fen("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
    assert_eq!(user.job(), None, "nobody tells the solution");
    assert!(user.app.ranking().is_none());
    // The game's own move is wrong at once, with its reason but not the solution.
    user.play("Nd4").check_says("that was played: chances fall from 48%");
    assert!(!user.screen().contains("Nf6"));
    assert_eq!(order(&mut user), None);
    // Another one is judged by the background.
    user.play("h6").check_says("h6: being judged");
    let asked = order(&mut user).expect("an order");
    assert_eq!(asked.roots.len(), 1);
    let judged = |user: &mut User, asked: &GameAnalysisRequest, value: i32, best: &str| {
        let found = finding(&asked.roots[0].1.position, Found::Pawns(value), best);
        user.happens(Message::Analysis(AnalysisEvent::GameAnalysis(
            GameAnalysisPurpose::Review,
            JobId::default(),
            GameAnalysisUpdate::Found(0, Box::new(found)),
        )));
    };
    judged(&mut user, &asked, 90, "O-O");
    user.check_says("h6?!: chances fall from 48% to 42%");
    user.check_fen("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
    user.play("Bc5");
    let asked = order(&mut user).expect("an order");
    judged(&mut user, &asked, 30, "O-O");
    user.check_says("Bc5 is right").check_says("0 at once").check_says("1 later").check_says("best 3...Nf6");
    // The best move needs no search, and Enter goes on.
    user.press("enter")
        .check_says("Mistake 2 of 4")
        .play("Nxd4")
        .check_says("Nxd4 is right")
        .check_says("1 at once");
    assert_eq!(order(&mut user), None);
    user.press("ctrl-n s").check_says("Bxf7+ was the move").check_says("1 not found");
    user.press("ctrl-n ctrl-n").check_says("2 of 4 found, 1 of them at once");
    user.press("esc").check_says("accuracy");
    assert!(user.job().is_some(), "the analysis goes on");
    assert_eq!(user.sheet().split(' ').count(), 14, "what was tried is not in the game");
}

#[test]
fn a_slower_mate_is_right_and_reported() {
    let mut user = User::new();
    user.paste("[FEN \"8/8/8/8/8/1Q6/8/k2K4 w - - 0 1\"]\n\n1. Kc2 *").press("v");
    let asked = order(&mut user).expect("an order");
    assert_eq!(asked.roots.len(), 1, "stalemate needs no look");
    let found = finding(&asked.roots[0].1.position, Found::WhiteMates(5), "Qb4 Ka2 Kc1 Ka1 Qb1");
    user.happens(Message::Analysis(AnalysisEvent::GameAnalysis(
        GameAnalysisPurpose::Review,
        JobId::default(),
        GameAnalysisUpdate::Found(0, Box::new(found)),
    )));
    user.happens(Message::Analysis(AnalysisEvent::GameAnalysis(
        GameAnalysisPurpose::Review,
        JobId::default(),
        GameAnalysisUpdate::Done,
    )));
    user.press("esc v")
        .check_says("win to draw")
        .check_says("1.Kc2 is stalemate")
        .press("ctrl-r")
        .play("Qc3");
    let asked = order(&mut user).expect("an order");
    let found = finding(&asked.roots[0].1.position, Found::WhiteMates(6), "Ka2");
    user.happens(Message::Analysis(AnalysisEvent::GameAnalysis(
        GameAnalysisPurpose::Review,
        JobId::default(),
        GameAnalysisUpdate::Found(0, Box::new(found)),
    )));
    user.check_says("Qc3+ is right")
        .check_says("It mates 1 move later than the best")
        .check_says("1 at once");
}

#[test]
fn the_side_can_be_chosen_and_the_moves_stay_out_of_sight() {
    let mut user = User::new();
    done(&mut user).press("ctrl-r ctrl-o").check_says("Mistake 1 of 3").check_says("^O White");
    user.press("ctrl-o").check_says("Mistake 1 of 1").check_says("^O Black");
    user.press("left");
    assert_eq!(user.app.analyze.retry().map(|retry| retry.attempt.clone()), Some(RetryAttempt::AwaitingMove));
    user.play("h6").press("s");
    let wishes = user.wishes();
    assert!(
        wishes.contains(&Effect::StopGameAnalysis(GameAnalysisPurpose::Review)),
        "a look that nobody waits for ends: {wishes:?}"
    );
    user.check_says("Nf6 was the move").play("Bc5");
    user.press("esc");
    assert!(user.app.analyze.retry().is_some(), "only the prompt is left");
    user.press("esc");
    assert!(user.app.analyze.retry().is_none());
}

#[test]
fn games_are_reviewed_from_the_list_and_from_the_board() {
    let mut user = User::new();
    user.play("f3").engine_plays("e5").press("v");
    assert_eq!(user.note(), "A game is reviewed when it is over: A analyzes it from here");
    user.play("g4").engine_plays("Qh4").press("v").check_tab(Tab::Analyze);
    assert_eq!(order(&mut user).expect("an order").roots.len(), 4);
    let mut user = User::new();
    let two = format!("{GAME}\n[White \"Carl\"]\n\n1. d4 *\n");
    user.paste(&two).check_tab(Tab::Games).press("v").check_tab(Tab::Analyze);
    assert_eq!(order(&mut user).expect("an order").roots.len(), 14);
    let place = matescope::game::GameLocation { file: "a.pgn".into(), offset: 0, length: 9, digest: 0 };
    user.happens(Message::Library(LibraryEvent::GameRead(
        place,
        GameReadPurpose::Review,
        Box::new(PastedGame::parse("1. e4 *")),
    )));
    assert_eq!(order(&mut user).expect("an order").roots.len(), 2);
    let mut user = User::new();
    user.press("2 v");
    assert_eq!(user.note(), "There is no move to review yet");
    user.press("[");
    assert_eq!(user.note(), "A review finds mistakes: v starts one");
}

#[test]
fn a_review_that_fails_says_so_and_can_be_taken_up() {
    let mut user = User::new();
    begin(&mut user);
    finds(&mut user, &FOUND[10..]).wishes();
    let swept = GameAnalysisUpdate::Failed("out of luck".to_owned());
    user.happens(Message::Analysis(AnalysisEvent::GameAnalysis(
        GameAnalysisPurpose::Review,
        JobId::default(),
        swept,
    )));
    assert_eq!(user.note(), "The review stopped: out of luck");
    user.check_says("failed: out of luck").press("v");
    assert_eq!(order(&mut user).expect("an order").roots.len(), 10);
}

#[test]
fn a_review_goes_with_the_moves_that_are_taken_back() {
    let mut user = User::new();
    done(&mut user).press("i");
    // The better line becomes the game, is reviewed, and is taken back again.
    let before = user.app.analyze.review.as_ref().expect("a review").review.nodes[5];
    let better = user.app.analyze.walk.tree().node(before).children()[1];
    user.happens(Message::Mouse(MouseGesture::Press, Some(MouseHit::MoveListEntry(better))))
        .press("L v")
        .wishes();
    user.check_says("of 8 positions").press("u").check_says("of 8 positions").wishes();
    user.press("u").check_says("Moves");
    assert!(user.app.analyze.review.is_none(), "its last moves are not there any more");
    assert!(user.wishes().contains(&Effect::StopGameAnalysis(GameAnalysisPurpose::Review)));
}

#[test]
fn what_the_analysis_finds_deeper_takes_the_place_of_what_the_review_found() {
    let mut user = User::new();
    done(&mut user).check_says("accuracy");
    // The review marks 3...Nd4; the analysis of the position after it finds that little is lost.
    user.press("[").press("[").press("[").press("[");
    assert_eq!(last_san(&user), "Nd4");
    let mark = |user: &User| user.app.analyze.review.as_ref().and_then(|reviewing| reviewing.mark(6));
    assert_eq!(mark(&user), Some(MoveJudgment::Mistake));
    let job = user.job().expect("a job");
    let snapshot = super::found(&job, &[(Score::centipawns(100), "O-O d6")]);
    let snapshot =
        AnalysisSnapshot { report: Report { depth: Depth::new(20), ..snapshot.report.clone() }, ..snapshot };
    user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(snapshot))));
    assert_eq!(mark(&user), Some(MoveJudgment::Inaccuracy), "the deeper word counts");
}

#[test]
fn a_review_that_was_stopped_over_its_doubts_takes_them_up_again() {
    let mut user = User::new();
    begin(&mut user);
    for (back, &(what, text)) in FOUND.iter().rev().enumerate() {
        let index = FOUND.len() - 1 - back;
        let review = &user.app.analyze.review.as_ref().expect("a review").review;
        let position = user.app.analyze.walk.tree().node(review.nodes[index]).position();
        let swept = GameAnalysisUpdate::Found(index, Box::new(finding(position, what, text)));
        user.happens(Message::Analysis(AnalysisEvent::GameAnalysis(
            GameAnalysisPurpose::Review,
            JobId::default(),
            swept,
        )));
    }
    let progress = |user: &User| user.app.analyze.review.as_ref().map(|reviewing| reviewing.progress.clone());
    assert_eq!(
        progress(&user),
        Some(ActiveReviewProgress::Running),
        "every position is known, the doubts are not settled"
    );
    user.wishes();
    user.press("esc v");
    let again = order(&mut user).expect("an order");
    assert_eq!((again.roots.len(), again.analyzed.len()), (0, 14));
    user.happens(Message::Analysis(AnalysisEvent::GameAnalysis(
        GameAnalysisPurpose::Review,
        JobId::default(),
        GameAnalysisUpdate::Done,
    )));
    assert_eq!(progress(&user), Some(ActiveReviewProgress::Done));
}
