//! Typing a move never triggers a command: on every screen with a board, from its first letter to its last.

use matescope::analysis::AnalysisEvent;
use matescope::chess::{Ply, Score, notation};
use matescope::tui::keymap::{Action, DialogAction, KeyContext};
use matescope::tui::message::Message;
use matescope::tui::model::current_analysis::OracleHandle;
use matescope::tui::model::dialog::Dialog;
use matescope::tui::model::shared::Leaving;
use matescope::tui::navigation::Tab;

use super::{User, found, review};
use crate::endings::shared_tables;

/// Moves in every form that people type.
const FORMS: &[&str] = &[
    "e4", "nf3", "Nf3", "e2e4", "bxc3", "Bxc3", "rxe5", "Rxe5", "qh5", "Qh5+", "kd2", "Ke2", "o-o", "O-O",
    "0-0", "0-0-0", "o-o-o", "e8=q", "e8=Q+", "exd5", "nbd7", "R1a3", "Qh4xe1#", "d1=n", "a8q", "g1-f3",
    "h7h8n", "Pe4", "cb",
];

fn with_tables() -> User {
    let mut user = User::new();
    user.happens(Message::OracleReady(OracleHandle::new(shared_tables())))
        .happens(Message::Analysis(AnalysisEvent::TablesReady));
    user
}

/// A user who presses keys after a paste.
fn after(fen: &str, keys: &str) -> User {
    let mut user = with_tables();
    user.paste(fen).press(keys);
    user
}

/// Every screen with a board, in every state that a player meets.
fn screens() -> Vec<(&'static str, User)> {
    const KQVK: &str = "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1";
    let mut all = Vec::new();
    all.push(("the start", User::new()));
    let mut user = User::new();
    user.play("e4");
    all.push(("the engine thinks", user));
    let mut user = User::new();
    user.play("e4").engine_plays("e5").press(",");
    all.push(("an earlier position", user));
    let mut user = User::new();
    user.play("f3").engine_plays("e5").play("g4").engine_plays("Qh4#");
    all.push(("a game that is over", user));
    let mut user = User::new();
    user.press("ctrl-n right right right enter");
    assert!(user.app.contexts().contains(&KeyContext::Watch), "{:?}", user.app.contexts());
    all.push(("two engines play", user));
    let mut user = User::new();
    user.press("ctrl-n right right right enter space");
    all.push(("two engines pause", user));
    let mut user = User::new();
    user.press("left");
    assert!(user.app.contexts().contains(&KeyContext::Cursor), "{:?}", user.app.contexts());
    all.push(("the cursor", user));
    all.push(("analysis", after(KQVK, "u")));
    let mut user = User::new();
    user.paste("8/8/8/8/8/1Q6/8/k2K4 w - - 0 1");
    let job = user.job().expect("analysis starts at once");
    let snapshot = found(&job, &[(Score::mates_in(Ply::new(5)), "Qb4 Ka2 Kc1 Ka1 Qb1#")]);
    user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(snapshot)))).press("l");
    assert!(user.app.contexts().contains(&KeyContext::Line), "{:?}", user.app.contexts());
    all.push(("a line", user));
    let mut user = User::new();
    user.paste("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
    let job = user.job().expect("analysis starts at once");
    let snapshot = found(&job, &[(Score::mates_in(Ply::new(3)), "Ra6 bxa6 b7#")]);
    user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(snapshot)))).press("w");
    assert!(user.app.contexts().contains(&KeyContext::Proof), "{:?}", user.app.contexts());
    all.push(("a proof", user));
    let mut user = User::new();
    review::done(&mut user);
    all.push(("a review", user));
    let mut user = User::new();
    review::done(&mut user).press("ctrl-r");
    assert!(user.app.contexts().contains(&KeyContext::Retry), "{:?}", user.app.contexts());
    all.push(("a mistake that is tried again", user));
    let mut user = with_tables();
    user.press("p").paste(KQVK).press("ctrl-d").check_tab(Tab::Practice);
    assert!(user.app.contexts().contains(&KeyContext::Round), "{:?}", user.app.contexts());
    all.push(("a round", user));
    let mut user = with_tables();
    user.press("p").paste(KQVK).press("ctrl-d").play("Kc2").press("enter");
    assert!(user.app.shown_ending().is_some());
    all.push(("a round that is over", user));
    let mut user = with_tables();
    user.press("3 x");
    assert!(user.app.contexts().contains(&KeyContext::Example), "{:?}", user.app.contexts());
    all.push(("a worked example", user));
    let mut user = with_tables();
    user.press("3 i");
    assert!(user.app.contexts().contains(&KeyContext::TrapQuiz), "{:?}", user.app.contexts());
    all.push(("the trap quiz", user));
    let mut user = with_tables();
    user.press("3 w");
    assert!(user.app.contexts().contains(&KeyContext::ResultQuiz), "{:?}", user.app.contexts());
    all.push(("the result quiz", user));
    let mut user = with_tables();
    user.press("4 enter");
    if user.app.tables.open_page.is_some() {
        all.push(("an ending", user));
    }
    all
}

/// What must not change while a move is typed: the screen, the dialog, the game, the notes.
fn state(user: &User) -> impl PartialEq + std::fmt::Debug + use<> {
    let app = &user.app;
    (
        (
            app.shared.tab,
            app.screen_contexts(),
            app.shared.dialog.is_some(),
            app.editor.open.is_some(),
            app.shared.chord.is_some(),
        ),
        (
            app.shared.leaving == Leaving::No,
            user.sheet(),
            app.shown_walk().map(matescope::game::TreeCursor::node_id),
            app.shown_ending(),
        ),
        (
            app.shared.toasts.len(),
            app.shared.board.bottom,
            app.play.premove.is_some(),
            app.practice_tab.board.round().is_some(),
        ),
    )
}

#[test]
fn no_beginning_of_a_move_is_a_command_on_any_screen_with_a_board() {
    for (name, mut user) in screens() {
        user.app.shared.toasts.clear();
        let position = user.app.shown_position();
        let legal = position.iter().flat_map(|position| {
            let forms = |mv| {
                let san = notation::san(position, mv);
                let small = san.to_ascii_lowercase();
                // An upper-case file letter is a command, never part of a square.
                [small, san, notation::uci(position, mv)]
            };
            position.legal_moves().into_iter().flat_map(forms).collect::<Vec<_>>()
        });
        let texts: Vec<String> = FORMS.iter().map(|&form| form.to_owned()).chain(legal).collect();
        assert!(texts.len() >= FORMS.len(), "{name}");
        for text in texts {
            let before = state(&user);
            for (typed, c) in text.char_indices() {
                user.press(&c.to_string());
                let prefix = &text[..typed + c.len_utf8()];
                assert_eq!(
                    user.app.shared.prompt.input.value(),
                    prefix,
                    "on the screen of {name}, {text} typed"
                );
                assert_eq!(state(&user), before, "{prefix:?} does something on the screen of {name}");
            }
            user.press("backspace ctrl-u");
            assert!(!user.app.shared.prompt.is_open(), "{name}");
            assert_eq!(state(&user), before, "{text:?} leaves something on the screen of {name}");
        }
    }
}

#[test]
fn where_no_move_can_be_made_the_prompt_says_so_from_the_first_letter() {
    let says = |user: &mut User, wanted: &str| {
        user.press("n");
        let fault = user.app.shared.prompt.error.clone().unwrap_or_default();
        assert!(fault.contains(wanted), "{fault}");
        user.press("f 3 enter");
        assert!(user.app.shared.prompt.is_open(), "Enter plays nothing and starts nothing");
        assert!(user.app.shared.dialog.is_none());
    };
    for (name, mut user) in screens() {
        match name {
            "a game that is over" => says(&mut user, "ctrl-n starts a new one"),
            "an earlier position" => says(&mut user, "end returns to the game"),
            "two engines play" => says(&mut user, "ctrl-o takes a side over"),
            "a round that is over" => says(&mut user, "ctrl-n deals the next one"),
            "a worked example" => says(&mut user, "enter practices the lesson"),
            "a proof" => says(&mut user, "esc closes it"),
            "an ending" => says(&mut user, "enter analyzes the position"),
            _ => {}
        }
    }
}

#[test]
fn nothing_is_given_up_by_enter() {
    let mut user = User::new();
    user.play("e4").engine_plays("e5");
    for question in ["ctrl-r", "2 1 ctrl-r"] {
        user.press(question);
        assert!(matches!(user.app.shared.dialog, Some(Dialog::Confirm(_))));
        user.press("enter space tab r e");
        assert!(matches!(user.app.shared.dialog, Some(Dialog::Confirm(_))), "{:?}", user.app.shared.dialog);
        user.press("esc");
    }
    assert_eq!(user.app.shown_ending(), None);
    assert_eq!(user.app.shared.keymap.keys(Action::Dialog(DialogAction::Yes)).len(), 1);
}

#[test]
fn a_pawn_or_a_bishop_is_asked_for_and_tab_chooses() {
    let both = "4k3/8/8/8/8/2n5/1P1B4/4K3 w - - 0 1";
    let mut user = User::new();
    user.paste(both).play("bxc3");
    assert_eq!(user.sheet(), "", "neither is played unasked");
    assert_eq!(user.app.shared.prompt.completions, ["bxc3", "Bxc3"]);
    user.check_says("may mean bxc3 (b2c3) or Bxc3").press("tab").check_says("Enter plays bxc3");
    user.press("tab").check_says("Enter plays Bxc3").press("enter");
    assert_eq!(user.sheet(), "Bxc3");
    let mut user = User::new();
    user.paste(both).play("Bxc3");
    assert_eq!(user.sheet(), "Bxc3");
    let mut user = User::new();
    user.paste(both).play("b2c3");
    assert_eq!(user.sheet(), "bxc3");
    // A selected completion belongs to the typed text: another letter resets it.
    user.press("n backspace").play("ke7");
    assert_eq!(user.sheet(), "bxc3 Ke7");
}

#[test]
fn an_opening_can_be_typed_in_any_case() {
    let mut user = User::new();
    user.press("2")
        .play("e4")
        .play("e5")
        .play("nF3")
        .play("nC6")
        .play("bb5")
        .play("Nf6")
        .play("o-O")
        .play("nXe4");
    assert_eq!(user.sheet(), "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4");
}

#[test]
fn a_move_that_can_be_no_other_is_played_without_enter_where_that_is_set() {
    let mut user = User::new();
    user.app.shared.config.input.instant_moves = true;
    user.press("2 n f 3");
    assert_eq!(user.sheet(), "Nf3", "no Enter");
    // The rest of a typed move has no other effect.
    user.press("+ enter");
    assert!(
        user.app.shared.board.cursor.is_none()
            && user.app.shared.dialog.is_none()
            && !user.app.shared.prompt.is_open()
    );
    assert_eq!(user.app.analyze.lines, 3);
    user.press("e");
    assert_eq!(user.sheet(), "Nf3", "e5 or e6");
    user.press("5").check_fen("rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 2");
    // The next key has its usual meaning again.
    user.press("u");
    assert_eq!(
        user.app.analyze.walk.node_id(),
        user.app.analyze.walk.tree().line_to(user.app.analyze.walk.node_id())[0]
    );
    // Off by default: everything waits for Enter.
    let mut user = User::new();
    user.press("2 n f 3");
    assert_eq!(user.sheet(), "");
}

#[test]
fn a_refusal_says_which_rule_it_is() {
    let mut user = User::new();
    for (typed, why) in [
        ("nf4", "no knight can reach f4"),
        ("ra3", "blocked on a2"),
        ("e7e5", "Black's"),
        ("hello", "write one as e4 or e2e4"),
    ] {
        user.play(typed);
        let fault = user.app.shared.prompt.error.clone().unwrap_or_default();
        assert!(fault.contains(why), "{typed}: {fault}");
        user.press("ctrl-u");
    }
    user.paste("4k3/8/8/1q6/8/8/8/4K3 w - - 0 1")
        .play("ke2")
        .check_says("the king would be in check from b5");
    user.paste("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1").play("nf3").check_says("the knight is pinned");
}

#[test]
fn the_prompt_line_is_right_for_what_is_going_on() {
    let mut user = User::new();
    user.check_says("type a move (e4)").click("g1").check_says("knight on g1 in hand");
    user.press("esc").play("e4").check_says("the engine is thinking");
    user.engine_plays("e5").check_says("type a move (");
    user.press("S");
    assert!(!user.screen().contains("type a move"), "a dialog has the keys");
    user.press("esc").check_says("1 Play").check_says("5 Games");
    let mut user = User::new();
    user.paste("7k/4P3/8/8/8/8/8/K7 w - - 0 1").check_says("type a move (").click("e7").click("e8");
    user.check_says("Q R B N promotes at once").check_says("Q queen");
    user.press("n");
    assert_eq!(user.sheet(), "e8=N");
}
