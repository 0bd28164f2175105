//! The king box on the board, and the exact result with the other side to move.

use matescope::chess::{Ranking, Square};
use matescope::practice::RoundOutcome;
use matescope::tui::app::App;
use matescope::tui::model::other_turn::OtherTurnView;
use matescope::tui::model::shared::BoxAid;
use matescope::tui::screen::scene_marks;

use super::practice::{in_round, user};
use crate::endings::shared_tables;

const ROOK: &str = "k7/8/8/8/8/8/3K4/2R5 w - - 0 1";

/// The number of squares in the box now, and after the considered move.
fn squares(app: &App) -> (usize, Option<usize>) {
    let view = scene_marks(app).king_box.expect("a box");
    (view.now.region.count(), view.considered_move.map(|tried| tried.change.after.region.count()))
}

#[test]
fn the_box_stays_on_the_board_until_it_is_put_away() {
    let mut user = in_round(ROOK);
    user.app.shared.config.practice.details = true;
    user.check_says("safe steps: 3").press("j").check_says("o at once: a7 b7 b8");
    user.play("Rb1").check_says("at once");
    assert_eq!(user.app.shared.box_aid, BoxAid::Shown);
    user.press("j").check_says("safe steps");
    assert_eq!(user.app.shared.box_aid, BoxAid::Hidden);
    let round = user.app.practice_tab.board.round_mut().expect("a round");
    assert!(round.summary().is_none());
}

#[test]
fn a_typed_move_shows_what_it_would_take() {
    let mut user = in_round(ROOK);
    user.press("j R b 1").check_says("Rb1: 13 -> 7 squares").check_says("/ takes: b2 b3 b4 b5 b6 b7 b8");
    user.check_says("+ gives: b1");
    user.press("esc").check_says("o at once: a7 b7 b8");
    assert_eq!(squares(&user.app), (13, None));
}

#[test]
fn a_piece_over_a_square_shows_what_it_would_take() {
    let mut user = in_round(ROOK);
    user.press("j").click("c1");
    assert_eq!(squares(&user.app), (13, None), "it is over no square yet");
    user.app.shared.board.cursor = Some(Square::B1);
    assert_eq!(squares(&user.app), (13, Some(7)));
    user.app.shared.board.cursor = Some(Square::E5);
    assert_eq!(squares(&user.app), (13, None), "it cannot go there");
}

#[test]
fn in_analysis_the_bare_king_is_hunted_whoever_is_to_move() {
    let mut user = user();
    user.paste("8/8/8/8/8/3k4/2r5/K7 b - - 0 1").press("j").check_says("White king");
    user.press("1");
    assert!(scene_marks(&user.app).king_box.is_none(), "a game has no aids");
}

#[test]
fn the_box_is_no_help_and_the_other_turn_is() {
    for (key, wanted) in [("j", RoundOutcome::Perfect), ("I", RoundOutcome::Solved)] {
        let mut user = in_round("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
        user.press(key);
        while user.app.practice_tab.board.round().is_some_and(|round| round.summary().is_none()) {
            let ranking = Ranking::of(&user.app.shown_position().expect("a board"), &*shared_tables());
            let best = ranking.and_then(|ranking| ranking.best().next().map(|best| best.san.clone()));
            user.play(&best.expect("a best move"));
        }
        let account = user.app.practice_tab.board.round().and_then(|round| round.summary());
        assert_eq!(account.map(|account| account.outcome), Some(wanted), "{key}");
    }
}

#[test]
fn the_other_turn_is_reported_beside_the_truth() {
    let mut user = user();
    user.paste("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1").press("I").check_says("Other turn");
    user.check_says("White to move draws").check_says("Mutual zugzwang: White to move only");
    let mut user = self::user();
    user.paste("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1").press("I").check_says("Black to move is stalemated");
    user.press("I");
    assert_eq!(user.app.analyze.other_turn, OtherTurnView::Hidden);
}

#[test]
fn where_the_turn_cannot_be_passed_a_note_says_why() {
    let mut user = user();
    user.paste("8/8/8/8/8/8/1q6/K1k5 w - - 0 1").press("I");
    assert!(!user.note().is_empty() && user.app.analyze.other_turn == OtherTurnView::Hidden);
    user.paste("8/8/8/8/8/8/k6q/2K4Q w - - 0 1").press("I");
    assert!(user.note().contains("No table"), "{}", user.note());
    user.press("1 I");
}
