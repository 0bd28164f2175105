//! A game against the engine.

use std::time::Duration;

use matescope::analysis::AnalysisPurpose;
use matescope::chess::{Color, GameTermination, Role, Square};
use matescope::engine::{SearchTime, StrengthLevel};
use matescope::game::{GamePlayers, Player, TimeControl};
use matescope::tui::message::{Effect, Message, MouseGesture};
use matescope::tui::model::board::MoveTargetOutcome;
use matescope::tui::model::dialog::Dialog;
use matescope::tui::model::shared::Leaving;
use matescope::tui::navigation::Tab;
use matescope::tui::theme::PieceStyle;

use super::User;

const AFTER_E4_E5: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";

#[test]
fn a_move_is_typed_with_no_mode_and_the_engine_answers() {
    let mut user = User::new();
    user.press("e");
    assert_eq!(user.app.shared.prompt.input.value(), "e");
    assert_eq!(user.app.shared.prompt.completions, ["e3", "e4"]);
    assert_eq!(user.app.shared.prompt.plays, None, "two moves begin so");
    user.check_says("move> e").press("4").check_says("Enter plays e4").press("enter");
    assert!(!user.app.shared.prompt.is_open());
    let wishes = user.wishes();
    assert!(wishes.contains(&Effect::SaveGame));
    let Some(Effect::StartAnalysis(job)) = wishes.into_iter().find(|e| matches!(e, Effect::StartAnalysis(_)))
    else {
        panic!("the engine was not asked")
    };
    assert_eq!((job.purpose, job.limits.elo), (AnalysisPurpose::Play, StrengthLevel::new(4).limit()));
    assert_eq!(job.limits.time, SearchTime::Fixed(Duration::from_secs(1)));
    let mut user = User::new();
    user.play("e4").engine_plays("e5").check_fen(AFTER_E4_E5);
    assert!(user.wishes().contains(&Effect::SaveGame));
    assert_eq!(user.sheet(), "e4 e5");
}

#[test]
fn the_cursor_a_click_and_a_drag_play_the_same_move() {
    let mut cursor = User::new();
    // The cursor appears on the king; up, right and down lead to the pawn on e2.
    cursor.press("left up enter up up enter").engine_plays("e5").check_fen(AFTER_E4_E5);
    User::new().click("e2").click("e4").engine_plays("e5").check_fen(AFTER_E4_E5);
    User::new().drag("e2", "e4").engine_plays("e5").check_fen(AFTER_E4_E5);
}

#[test]
fn a_refused_move_says_why_and_stays_to_be_mended() {
    let mut user = User::new();
    user.play("e5");
    assert_eq!(user.app.shared.prompt.error.as_deref(), Some("\"e5\" is not legal: no pawn can go to e5"));
    user.press("backspace 4");
    assert_eq!(user.app.shared.prompt.error, None);
    user.press("enter").engine_plays("e5").check_fen(AFTER_E4_E5);
}

#[test]
fn undo_takes_two_half_moves_and_redo_brings_them_back() {
    let mut user = User::new();
    user.play("e4").engine_plays("e5").play("Nf3").engine_plays("Nc6");
    user.press("u").check_fen(AFTER_E4_E5);
    assert_eq!(user.job(), None);
    user.press("u u");
    assert_eq!(user.note(), "There is nothing to take back");
    user.press("U").check_fen(AFTER_E4_E5);
    user.press("u").play("d4").engine_plays("d5");
    assert_eq!(user.sheet(), "d4 (e4 e5 Nf3 Nc6) d5");
}

#[test]
fn undo_while_the_engine_thinks_takes_one_half_move_and_halts_it() {
    let mut user = User::new();
    user.play("e4");
    assert!(user.app.play.thinking_since.is_some());
    user.press("u");
    assert!(user.wishes().contains(&Effect::StopAnalysis));
    assert!(user.app.play.is_your_turn() && user.app.play.thinking_since.is_none());
}

#[test]
fn a_game_ends_by_the_rules_and_says_how() {
    let mut user = User::new();
    for (you, engine) in [("f3", "e5"), ("g4", "Qh4#")] {
        user.play(you).engine_plays(engine);
    }
    assert_eq!(user.app.shown_ending(), Some(GameTermination::Checkmate { winner: Color::Black }));
    user.play("a3");
    assert_eq!(
        user.app.shared.prompt.error.as_deref(),
        Some("The game is over: ctrl-n starts a new one (esc first)")
    );
}

#[test]
fn a_new_game_has_the_color_level_and_time_that_were_chosen() {
    let mut user = User::new();
    user.press("ctrl-n right down right right right down right right right right right right enter");
    let setup = &user.app.play.setup;
    assert_eq!(setup.players, GamePlayers::human_against(Color::Black, Player::BuiltIn { level: 7 }));
    assert!(matches!(setup.time_control, TimeControl::Clock { .. }), "{}", setup.time_control);
    assert_eq!(user.app.shared.board.bottom, Color::Black);
    user.engine_plays("d4").play("d5");
    assert_eq!(user.sheet(), "d4 d5");
}

#[test]
fn resigning_wants_a_yes_and_a_new_game_takes_nothing_away() {
    let mut user = User::new();
    user.play("e4").engine_plays("e5").press("ctrl-n");
    assert!(matches!(user.app.shared.dialog, Some(Dialog::NewGame(_))), "the running game stays in the list");
    user.press("esc").check_fen(AFTER_E4_E5);
    user.press("ctrl-r").check_says("y resigns   Esc keeps playing").press("enter space");
    assert!(matches!(user.app.shared.dialog, Some(Dialog::Confirm(_))), "the yes has a key of its own");
    user.press("esc").check_fen(AFTER_E4_E5);
    assert_eq!(user.app.shown_ending(), None);
    user.press("ctrl-r y");
    assert_eq!(user.app.shown_ending(), Some(GameTermination::Resignation { loser: Color::White }));
    user.press("ctrl-n");
    assert!(matches!(user.app.shared.dialog, Some(Dialog::NewGame(_))));
}

#[test]
fn clocks_run_by_the_time_that_is_reported_and_flags_fall() {
    let mut user = User::new();
    user.press("ctrl-n down down right right right right enter").wishes();
    assert_eq!(user.app.play.setup.time_control.to_string(), "3+2");
    user.play("e4").later(Duration::from_secs(10)).engine_plays("e5").later(Duration::from_secs(30));
    let now = user.app.shared.now;
    let clock = user.app.play.clock.as_ref().expect("clocks");
    assert_eq!(clock.remaining(Color::Black, now), Duration::from_secs(172));
    assert_eq!(clock.remaining(Color::White, now), Duration::from_secs(150));
    assert!(user.app.next_deadline().is_some(), "the clock's next figure is waited for");
    user.later(Duration::from_secs(151));
    assert_eq!(user.app.shown_ending(), Some(GameTermination::Flag { loser: Color::White }));
    user.later(Duration::from_secs(10));
    assert_eq!(user.app.next_deadline(), None, "nothing is left to wait for");
}

#[test]
fn a_finished_game_is_read_only_and_goes_on_in_a_copy() {
    let mut user = User::new();
    user.press("ctrl-n down down right right right right enter");
    user.play("e4").later(Duration::from_secs(10)).engine_plays("e5").later(Duration::from_secs(30));
    user.play("Nf3").engine_plays("Nc6").later(Duration::from_mins(5));
    assert_eq!(user.app.shown_ending(), Some(GameTermination::Flag { loser: Color::White }));
    let finished = user.app.play.game_id;
    user.press("U");
    assert_eq!((user.note(), user.app.play.game_id), ("The game is over", finished));
    user.wishes();
    user.press("u");
    assert_eq!(user.note(), "The finished game stays as it is in the list: you play on in a copy");
    assert_ne!(user.app.play.game_id, finished, "what is saved from now on is another game");
    assert_eq!((user.app.shown_ending(), user.fen().as_str()), (None, AFTER_E4_E5));
    let now = user.app.shared.now;
    let clock = user.app.play.clock.as_ref().expect("clocks");
    assert_eq!(clock.remaining(Color::White, now), Duration::from_mins(3), "as it was there");
    assert!(clock.remaining(Color::Black, now) < Duration::from_mins(3));
    assert!(user.wishes().contains(&Effect::SaveGame));
    // The copy is an unfinished game like any other: it keeps its identity.
    let copy = user.app.play.game_id;
    user.play("d4").engine_plays("d5").press("u");
    assert_eq!(user.app.play.game_id, copy);
    // A resignation cannot be undone by redoing what was undone before it.
    user.press("ctrl-r y U");
    assert_eq!(user.note(), "The game is over");
    assert_eq!(user.app.shown_ending(), Some(GameTermination::Resignation { loser: Color::White }));
}

#[test]
fn the_first_move_of_a_game_that_is_gone_on_with_gets_its_increment() {
    let mut user = User::new();
    user.press("ctrl-n down down right right right right enter").play("e4").engine_plays("e5");
    let left = |user: &User, color| {
        user.app.play.clock.as_ref().map(|clock| clock.remaining(color, user.app.shared.now))
    };
    assert_eq!(
        left(&user, Color::White),
        Some(Duration::from_mins(3)),
        "the clocks start behind the first move"
    );
    let clock = user.app.play.clock.as_mut().expect("clocks");
    *clock = matescope::game::Clock::with_remaining(
        Duration::from_secs(100),
        Duration::from_secs(90),
        clock.increment(),
    );
    user.later(Duration::from_secs(30)).play("Nf3");
    assert_eq!(left(&user, Color::White), Some(Duration::from_secs(102)));
}

#[test]
fn captures_are_what_was_captured_and_the_lead_is_said() {
    let mut user = User::new();
    user.paste("3r3k/4P3/8/8/8/8/8/K7 w - - 0 1")
        .press("ctrl-g enter")
        .play("exd8=Q")
        .check_says("White took ♜ +9");
    assert!(!user.screen().contains("Black took"), "{}", user.screen());
}

#[test]
fn a_time_control_and_a_chess960_number_are_typed_into_the_form() {
    let mut user = User::new();
    user.press("ctrl-n down down 7 + 3").check_says("7 min + 3 s").press("enter");
    assert_eq!(user.app.play.setup.time_control.to_string(), "7+3");
    user.press("ctrl-n down down")
        .check_says("your own")
        .press("left right 1 2 + x backspace")
        .press("enter");
    assert!(user.app.shared.dialog.is_some(), "12+ is not a time");
    user.check_says("write 10+5").press("backspace backspace 5 s down");
    user.press("9 6 0").check_says("0 to 959").press("enter");
    assert!(user.app.shared.dialog.is_some());
    user.press("backspace backspace backspace 0").check_says("BBQNNRKR").press("enter");
    user.check_fen("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    assert_eq!(user.app.play.setup.time_control.to_string(), "5s");
    user.press("ctrl-n down down down 5 1 8 enter");
    user.check_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

#[test]
fn the_engine_gives_odds() {
    let mut user = User::new();
    user.press("ctrl-n down down down right right").check_says("engine without its f-pawn").press("enter");
    user.check_fen("rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").check_says("White +1");
    user.press("ctrl-n right down down down right right right right right enter");
    user.check_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1");
}

#[test]
fn the_clocks_of_a_game_are_seen_from_another_tab() {
    let mut user = User::new();
    user.app.shared.size = (120, 40);
    user.press("ctrl-n down down right right right right enter").play("e4").engine_plays("e5");
    user.later(Duration::from_secs(5)).press("5").check_says("game 2:55 - 3:02 (stands)");
    user.press("1");
    assert!(!user.screen().contains("(stands)"));
}

#[test]
fn the_last_ten_seconds_ring_once() {
    let mut user = User::new();
    // A small terminal writes its clocks in figures that a text has.
    user.happens(Message::Resize(60, 20));
    user.press("ctrl-n down down right right right enter").play("e4").engine_plays("e5").wishes();
    let rings = |user: &mut User| user.wishes().into_iter().filter(|effect| *effect == Effect::Bell).count();
    user.later(Duration::from_millis(49_900)).check_says("0:10.1");
    assert_eq!(rings(&mut user), 0);
    user.later(Duration::from_millis(200)).check_says("!0:09.9").later(Duration::from_secs(1));
    assert_eq!(rings(&mut user), 1);
    // The engine's clock gives no alarm.
    user.play("Nf3").later(Duration::from_secs(55)).check_says("!0:05.0");
    assert_eq!(rings(&mut user), 0);
}

#[test]
fn an_idle_game_waits_for_nothing() {
    assert_eq!(User::new().app.next_deadline(), None);
}

#[test]
fn stepping_back_only_looks() {
    let mut user = User::new();
    user.play("e4").engine_plays("e5");
    user.press("home").check_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    user.play("d4");
    assert_eq!(
        user.app.shared.prompt.error.as_deref(),
        Some("This is an earlier position: end returns to the game (esc first)")
    );
    user.press("esc end").check_fen(AFTER_E4_E5);
    user.happens(Message::Mouse(MouseGesture::WheelUp, None));
    assert_eq!(user.app.play.walk.tree().ply(user.app.play.walk.node_id()), 1);
}

#[test]
fn a_draw_is_taken_where_the_engine_stands_worse_and_declined_where_it_stands_better() {
    let mut user = User::new();
    user.play("e4").engine_plays("e5").press("D");
    assert_eq!(user.note(), "The engine declines the draw");
    user.play("Nf3");
    let job = user.job().expect("a job");
    let worse = super::found(&job, &[(matescope::chess::Score::centipawns(-300), "Nc6")]);
    user.happens(Message::Analysis(matescope::analysis::AnalysisEvent::Done(Box::new(worse)))).press("D");
    assert_eq!(user.app.shown_ending(), Some(GameTermination::Agreement));
}

#[test]
fn a_promotion_asks_what_the_pawn_becomes() {
    let mut user = User::new();
    user.paste("7k/4P3/8/8/8/8/8/K7 w - - 0 1").press("ctrl-g enter").check_tab(Tab::Play);
    user.click("e7").click("e8");
    let Some(Dialog::Promotion(choice)) = &user.app.shared.dialog else { panic!("no choice") };
    let roles: Vec<_> = choice.moves.iter().filter_map(|mv| mv.promotion()).collect();
    assert_eq!(roles, [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]);
    user.press("r");
    assert_eq!(user.sheet(), "e8=R+");
}

#[test]
fn a_stalemating_move_is_marked_and_wants_enter_twice() {
    let mut user = User::new();
    user.paste("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1").press("ctrl-g enter").click("b3");
    let meaning = |user: &User, square: Square| {
        user.app.targets().into_iter().find(|target| target.square == square).map(|target| target.outcome)
    };
    assert_eq!(meaning(&user, Square::C2), Some(MoveTargetOutcome::Stalemate));
    assert_eq!(
        meaning(&user, Square::B4),
        Some(MoveTargetOutcome::Unknown),
        "a game gives no distances away"
    );
    user.press("esc").play("Qc2");
    assert_eq!(
        user.app.shared.prompt.error.as_deref(),
        Some("Qc2 is STALEMATE (½). Enter again to play it anyway, Esc to drop it")
    );
    user.check_says("Qc2 = STALEMATE").press("esc");
    assert_eq!(user.sheet(), "");
    user.play("Qc2").press("enter").check_says("Stalemate").check_says("no legal move");
    assert_eq!(user.app.shown_ending(), Some(GameTermination::Stalemate { stuck: Color::Black }));
    assert_eq!(
        user.app.shown_ending().map(GameTermination::reason).as_deref(),
        Some("Black has no legal move and is not in check")
    );
}

#[test]
fn a_guard_that_blocks_refuses_and_one_that_is_off_is_silent() {
    let mut user = User::new();
    user.paste("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1").press("ctrl-g enter G").play("Qc2").press("enter");
    assert_eq!(user.sheet(), "");
    user.press("esc G").play("Qc2");
    assert_eq!(user.app.shown_ending(), Some(GameTermination::Stalemate { stuck: Color::Black }));
}

#[test]
fn an_answer_that_comes_while_looking_back_does_not_pull_the_board_away() {
    let mut user = User::new();
    user.play("e4");
    let job = user.job().expect("a job");
    user.press("home");
    let reply = super::found(&job, &[(matescope::chess::Score::DRAW, "e5")]);
    user.happens(Message::Analysis(matescope::analysis::AnalysisEvent::Done(Box::new(reply))));
    user.check_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    user.press("end").check_fen(AFTER_E4_E5);
}

#[test]
fn quitting_saves_and_halts() {
    let mut user = User::new();
    user.play("e4").wishes();
    user.press("ctrl-q");
    assert_eq!(user.app.shared.leaving, Leaving::Yes);
    let wishes = user.wishes();
    for wish in [Effect::StopAnalysis, Effect::SaveGame, Effect::SaveAnalysis, Effect::Quit] {
        assert!(wishes.contains(&wish), "{wish:?} is missing");
    }
}

/// The row of the screen that shows a text.
fn row_of(user: &User, wanted: &str) -> Option<usize> {
    user.screen().lines().position(|line| line.contains(wanted))
}

#[test]
fn the_opening_has_its_name_above_the_moves() {
    let mut user = User::new();
    user.play("e4").check_says("B00 King's Pawn Game");
    let row = row_of(&user, "1. e4");
    user.engine_plays("e5").play("Nf3").engine_plays("Nc6").play("Bb5").engine_plays("Nf6");
    user.check_says("C65 Ruy Lopez: Berlin Defense");
    // The command line does not set the name, so the saved one stays.
    user.play("h4").engine_plays("h5").play("Rh3").check_says("C65 Ruy Lopez: Berlin Defense");
    assert_eq!(row_of(&user, "1. e4"), row);
    user.press("home").check_says("Starting position");
    assert_eq!(row_of(&user, "1. e4"), row, "nothing moves when a name goes");
    user.press("end u u u").check_says("C44 King's Knight Opening: Normal");
}

#[test]
fn an_opening_is_named_where_the_position_is_one_of_its_own() {
    let mut user = User::new();
    user.paste("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2").press("ctrl-g enter");
    user.play("Nf3").engine_plays("Nc6").play("Bb5");
    assert!(row_of(&user, "Ruy Lopez").is_some());
    assert_eq!(row_of(&user, "Starting position"), None);
}

#[test]
fn blindfold_hides_the_pieces_and_nothing_else() {
    let mut user = User::new();
    user.app.shared.theme = user.app.shared.theme.with_piece_style(PieceStyle::Letters);
    let king_count =
        |user: &User| user.screen().matches(" k ").count() + user.screen().matches(" K ").count();
    let seen = king_count(&user);
    assert!(seen >= 2, "{}", user.screen());
    user.press("V").later(Duration::from_secs(10));
    assert_eq!(king_count(&user), seen - 2, "{}", user.screen());
    user.press("e 4 enter").check_says("e4");
    user.press("V");
    assert_eq!(king_count(&user), seen);
}
