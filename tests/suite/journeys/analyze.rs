//! The analysis board.

use matescope::analysis::{AnalysisEvent, AnalysisPurpose};
use matescope::chess::{Depth, Score};
use matescope::game::pgn::drawing;
use matescope::tui::message::{Effect, Message, MouseGesture, MouseHit};
use matescope::tui::model::current_analysis::CurrentAnalysisStatus;
use matescope::tui::model::line::LineRef;
use matescope::tui::navigation::Tab;

use super::{User, found};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn every_change_of_the_position_asks_anew_and_forgets_the_old_answer() {
    let mut user = User::new();
    user.press("2").check_tab(Tab::Analyze);
    let job = user.job().expect("analysis starts at once");
    assert_eq!((job.purpose, job.limits.multipv), (AnalysisPurpose::Analyze, 3));
    let answer = found(&job, &[(Score::centipawns(30), "e4 e5")]);
    user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(answer))));
    assert!(user.app.shared.current_analysis.snapshot.is_some());
    user.play("d4");
    assert!(user.app.shared.current_analysis.snapshot.is_none(), "a stale line is never shown");
    assert_eq!(user.app.shared.current_analysis.status, CurrentAnalysisStatus::Working);
    assert_eq!(user.job().expect("a new job").root.position, user.app.shown_position().expect("a board"));
}

#[test]
fn stepping_back_and_playing_another_move_starts_a_variation() {
    let mut user = User::new();
    user.press("2").play("e4").play("e5").press("left").play("c5").play("Nf3");
    assert_eq!(user.sheet(), "e4 e5 (c5 Nf3)");
    user.press("left up");
    assert_eq!(user.app.last_move().map(|mv| mv.to().to_string()).as_deref(), Some("e5"));
    user.press("down");
    assert_eq!(user.app.last_move().map(|mv| mv.to().to_string()).as_deref(), Some("c5"));
    assert!(user.job().is_some(), "each step asks");
}

#[test]
fn a_line_is_walked_without_playing_it_and_played_by_enter() {
    let mut user = User::new();
    user.press("2");
    let job = user.job().expect("a job");
    let lines = found(&job, &[(Score::centipawns(30), "e4 e5 Nf3"), (Score::centipawns(20), "d4 d5")]);
    user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(lines)))).press("l right");
    user.check_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert_eq!(user.sheet(), "");
    assert_eq!(user.job(), None, "the question stays the same while a line is walked");
    user.press("down").check_fen("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1");
    user.press("esc").check_fen(START);
    user.press("l right enter");
    assert_eq!(user.sheet(), "e4 e5");
    assert!(user.job().is_some());
}

#[test]
fn a_walked_line_stays_what_it_was_while_the_engine_goes_on() {
    let mut user = User::new();
    user.press("2");
    let job = user.job().expect("a job");
    let first = found(&job, &[(Score::centipawns(30), "e4 e5 Nf3"), (Score::centipawns(20), "d4 d5")]);
    user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(first)))).press("l right");
    let later = found(&job, &[(Score::centipawns(40), "c4 c5"), (Score::centipawns(30), "e4 e6")]);
    user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(later))));
    user.check_says("▸ +0.30").check_says("e4 e5 Nf3").check_says("2 +0.30");
    user.press("right").check_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    user.press("esc").check_says("1 +0.40");
    user.press("l enter");
    assert_eq!(user.sheet(), "c4");
}

#[test]
fn a_click_on_a_move_of_a_line_leads_to_it_and_a_drag_follows() {
    let mut user = User::new();
    user.press("2");
    let job = user.job().expect("a job");
    let lines = found(&job, &[(Score::centipawns(30), "e4 e5 Nf3 Nc6"), (Score::centipawns(20), "d4 d5")]);
    user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(lines))));
    let hit = |mv| Some(MouseHit::Line(LineRef::Engine(0), Some(mv)));
    user.happens(Message::Mouse(MouseGesture::Press, hit(2)));
    user.check_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    user.happens(Message::Mouse(MouseGesture::Drag, hit(0)));
    user.check_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    user.happens(Message::Mouse(MouseGesture::Press, Some(MouseHit::Line(LineRef::Engine(1), Some(99)))));
    user.check_fen("rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2");
}

#[test]
fn a_kept_line_stays_in_sight_and_leads_back_to_where_it_begins() {
    let mut user = User::new();
    user.press("2").play("e4");
    let job = user.job().expect("a job");
    let lines = found(&job, &[(Score::centipawns(-30), "e5 Nf3 Nc6")]);
    user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(lines)))).press("l right space esc");
    user.check_says("Kept line").check_says("+0.30  e5 Nf3 Nc6");
    user.play("c5").play("Nf3");
    user.check_says("after 1.e4").check_says("+0.30  e5 Nf3 Nc6");
    // Nothing is known here yet, so it is the next line below.
    let job = user.job().expect("a job");
    let lines = found(&job, &[(Score::centipawns(-10), "d6")]);
    user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(lines)))).press("l down");
    user.check_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    user.press("end enter");
    assert_eq!(user.sheet(), "e4 c5 (e5 Nf3 Nc6) Nf3");
    user.check_says("Kept line");
    user.happens(Message::Mouse(MouseGesture::Press, Some(MouseHit::Line(LineRef::Pinned, Some(0)))));
    user.check_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    user.press("space");
    assert!(user.app.analyze.pinned_line.is_none());
    assert!(!user.screen().contains("Kept line"));
}

#[test]
fn a_kept_line_whose_moves_were_deleted_is_let_go() {
    let mut user = User::new();
    user.press("2").play("e4");
    let job = user.job().expect("a job");
    let lines = found(&job, &[(Score::centipawns(-30), "e5 Nf3")]);
    user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(lines)))).press("l space esc D");
    assert_eq!(user.sheet(), "");
    user.happens(Message::Mouse(MouseGesture::Press, Some(MouseHit::Line(LineRef::Pinned, None))));
    user.check_says("no longer in this analysis").check_fen(START);
}

#[test]
fn analysis_rests_at_a_depth_and_goes_deeper_when_asked() {
    let mut user = User::new();
    user.press("2");
    assert_eq!(user.job().expect("a job").limits.depth, None);
    user.press("Z").play("20");
    assert_eq!(user.job().expect("a job").limits.depth, Some(Depth::new(20)));
    user.check_says("to depth 20");
    user.play("e4");
    assert_eq!(user.job().expect("a job").limits.depth, Some(Depth::new(20)), "of every position");
    user.press("z");
    assert_eq!(user.job().expect("a job").limits.depth, None, "of this one without an end");
    user.play("e5");
    assert_eq!(user.job().expect("a job").limits.depth, Some(Depth::new(20)));
    user.press("Z ctrl-u").play("0").check_says("from 1 to 245");
    assert_eq!(
        (user.job(), user.app.analyze.depth),
        (None, Some(Depth::new(20))),
        "a typing error changes nothing"
    );
    user.press("Z ctrl-u enter");
    assert_eq!(user.job().expect("a job").limits.depth, None);
}

#[test]
fn a_move_played_inside_a_line_takes_the_line_along() {
    let mut user = User::new();
    user.press("2");
    let job = user.job().expect("a job");
    let lines = found(&job, &[(Score::centipawns(30), "e4 e5 Nf3")]);
    user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(lines)))).press("l right").play("d4");
    assert_eq!(user.sheet(), "e4 e5 d4");
}

#[test]
fn lines_from_one_to_five() {
    let mut user = User::new();
    user.press("2").wishes();
    user.press("+");
    assert_eq!(user.job().map(|job| job.limits.multipv), Some(4));
    user.press("+ + +");
    assert_eq!(user.app.analyze.lines, 5);
    user.press("- - - - - - -");
    assert_eq!((user.app.analyze.lines, user.job().map(|job| job.limits.multipv)), (1, Some(1)));
}

#[test]
fn the_engine_can_be_sent_to_rest() {
    let mut user = User::new();
    user.press("2 s");
    assert_eq!(user.job(), None);
    user.play("e4");
    assert_eq!(user.job(), None, "it stays at rest");
    user.press("s");
    assert!(user.job().is_some());
}

#[test]
fn the_copy_chord_says_what_it_did() {
    let mut user = User::new();
    user.press("2").play("e4").wishes();
    user.press("y f");
    let fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    assert_eq!(user.wishes(), [Effect::Copy(fen.to_owned())]);
    assert_eq!(user.note(), "Copied the FEN");
    user.press("y p");
    let wishes = user.wishes();
    let [Effect::Copy(pgn)] = wishes.as_slice() else { panic!("{wishes:?}") };
    assert!(pgn.contains("1. e4"), "{pgn}");
    user.press("y x y");
    assert!(user.app.shared.chord.is_some(), "another key only ends the chord");
}

#[test]
fn a_failed_search_is_reported_and_the_next_one_begins() {
    let mut user = User::new();
    user.press("2").wishes();
    let failed = AnalysisEvent::Failed {
        generation: matescope::analysis::JobId::default(),
        reason: "out of luck".to_owned(),
    };
    user.happens(Message::Analysis(failed));
    assert_eq!(user.note(), "The engine stopped: out of luck");
    user.play("e4");
    assert!(user.job().is_some());
}

#[test]
fn the_game_waits_while_it_is_analyzed() {
    let mut user = User::new();
    user.play("e4").engine_plays("e5").press("A").check_tab(Tab::Analyze);
    assert_eq!(user.sheet(), "e4 e5");
    user.play("Nf3").press("1").check_tab(Tab::Play);
    assert_eq!(user.sheet(), "e4 e5", "the game is as it was");
    assert!(user.app.play.is_your_turn());
}

#[test]
fn an_analysis_that_another_one_replaced_can_be_returned_to() {
    let mut user = User::new();
    user.press("2").play("e4").play("e5").paste("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    assert_eq!(
        (user.sheet().as_str(), user.note()),
        ("", "The analysis before is in the list of games; u returns to it")
    );
    user.play("Qb4").press("u").check_fen("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1").press("u");
    assert_eq!(user.sheet(), "e4 e5");
    assert!(user.job().is_some());
}

#[test]
fn a_transposition_is_named_by_the_position_and_each_variation_by_its_own() {
    let mut user = User::new();
    user.press("2").play("Nf3").check_says("A04 Zukertort Opening").play("d5").play("d4");
    user.check_says("D02 Queen's Pawn Game: Zukertort").wishes();
    user.press("y p");
    let wishes = user.wishes();
    let [Effect::Copy(pgn)] = wishes.as_slice() else { panic!("{wishes:?}") };
    assert!(pgn.contains("[ECO \"D02\"]\n[Opening \"Queen's Pawn Game: Zukertort Variation\"]\n"), "{pgn}");
    user.press("left").play("c4").check_says("A09 Réti Opening").press("left").play("d4");
    user.check_says("D02 Queen's Pawn Game: Zukertort");
}

/// The arrows and squares drawn on the position, as the PGN comment has them.
fn drawn(user: &User) -> String {
    let walk = &user.app.analyze.walk;
    let drawn = drawing::drawings(&walk.tree().node(walk.node_id()).notes);
    drawn.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn on(name: &str) -> MouseHit {
    MouseHit::Square(name.parse().unwrap())
}

#[test]
fn what_an_annotator_drew_is_on_the_board_of_its_position() {
    let mut user = User::new();
    user.paste("1. e4 { [%csl Rd5][%cal Gg1f3,Bf1b5] the plan } e5 *").press("home right");
    assert_eq!(drawn(&user), "Rd5 Gg1f3 Bf1b5");
    let sheet = user.sheet();
    user.check_says("the plan").press("right");
    assert_eq!(drawn(&user), "");
    user.press("left");
    assert_eq!(user.sheet(), sheet);
    assert!(!sheet.contains("csl"), "{sheet}");
}

#[test]
fn the_right_button_draws_and_drawing_again_goes_through_the_colors() {
    let mut user = User::new();
    user.press("2").play("e4");
    let mut draw = |from: &str, to: &str| {
        user.mouse(MouseGesture::RightPress, Some(on(from))).mouse(MouseGesture::RightDrag, Some(on(to)));
        user.mouse(MouseGesture::Release, Some(on(to)));
        drawn(&user)
    };
    assert_eq!(draw("g8", "f6"), "Gg8f6");
    assert_eq!(draw("g8", "f6"), "Rg8f6");
    assert_eq!(draw("e5", "e5"), "Ge5 Rg8f6");
    // Released beside the board it draws nothing.
    user.mouse(MouseGesture::RightPress, Some(on("a1")))
        .mouse(MouseGesture::RightDrag, None)
        .mouse(MouseGesture::Release, None);
    assert_eq!(drawn(&user), "Ge5 Rg8f6");
    user.press("u u");
    assert_eq!(drawn(&user), "Gg8f6");
    let wishes = user.wishes();
    assert!(wishes.contains(&Effect::SaveAnalysis), "{wishes:?}");
}

#[test]
fn squares_and_arrows_are_drawn_by_their_names() {
    let mut user = User::new();
    user.press("2").play("e4").press("%");
    for c in "Re5 g8f6".chars() {
        user.happens(Message::TypeChar(c));
    }
    user.press("enter");
    assert_eq!(drawn(&user), "Re5 Gg8f6");
    user.press("%");
    for c in " e9".chars() {
        user.happens(Message::TypeChar(c));
    }
    user.press("enter").check_says("\"e9\" cannot be drawn");
    assert_eq!(drawn(&user), "Re5 Gg8f6");
}
