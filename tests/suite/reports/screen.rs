//! What the board, the rounds and the cards do.

use std::fs;

use matescope::analysis::AnalysisEvent;
use matescope::practice::course;
use matescope::practice::mistake_deck::MistakeDeckChange;
use matescope::store::{day, mistake_cards};
use matescope::tui::message::{Message, MouseGesture, MouseHit};
use matescope::tui::model::current_analysis::OracleHandle;
use matescope::tui::model::shared::Distances;
use matescope::tui::navigation::Tab;

use crate::endings::shared_tables;
use crate::journeys::User;
use crate::journeys::cards::card;
use crate::program::{Answer, Home, finish};

/// An analyst with a pasted position or game.
fn analyst(text: &str) -> User {
    let mut user = User::new();
    user.press("2").paste(text).check_tab(Tab::Analyze);
    user
}

/// The king may castle, and one of the squares of castling is its own.
const OWN_SQUARE: [(&str, &str); 2] =
    [("4k3/8/8/8/8/8/8/R5KR w HA - 0 1", "g1"), ("1rk4r/8/8/8/8/8/8/4K3 b hb - 0 1", "c8")];

#[test]
fn a_second_click_on_the_king_puts_it_down() {
    let others = [("4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1", "e1"), ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1")];
    for (fen, king) in OWN_SQUARE.into_iter().chain(others) {
        let mut user = analyst(fen);
        let before = user.fen();
        user.click(king);
        assert!(user.app.shared.board.picked.is_some(), "{fen}");
        user.click(king);
        assert_eq!((user.fen(), user.app.shared.board.picked), (before.clone(), None), "{fen}");
        // The same by cursor, and by a drag that comes back.
        user.press("j").app.shared.board.cursor = Some(king.parse().unwrap());
        user.press("enter");
        assert!(user.app.shared.board.picked.is_some(), "{fen}");
        user.press("enter");
        assert_eq!((user.fen(), user.app.shared.board.picked), (before.clone(), None), "{fen}");
        let [own, other] = [king, "a5"].map(|name| Some(MouseHit::Square(name.parse().unwrap())));
        user.mouse(MouseGesture::Press, own).mouse(MouseGesture::Drag, other).mouse(MouseGesture::Drag, own);
        user.mouse(MouseGesture::Release, own);
        assert_eq!(user.fen(), before, "{fen}");
    }
}

#[test]
fn the_king_onto_its_rook_castles_by_click_drag_and_text() {
    for (fen, from, to, after) in [
        ("4k3/8/8/8/8/8/8/R5KR w HA - 0 1", "g1", "h1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/R5KR w HA - 0 1", "g1", "a1", "4k3/8/8/8/8/8/8/2KR3R b - - 1 1"),
        ("4k3/8/8/8/8/8/8/R5KR w HA - 0 1", "g1", "c1", "4k3/8/8/8/8/8/8/2KR3R b - - 1 1"),
        ("4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1", "e1", "h1", "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1", "e1", "g1", "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/1R2K2R w HB - 0 1", "e1", "b1", "4k3/8/8/8/8/8/8/2KR3R b - - 1 1"),
        // A plain move of the king comes first where it goes to castling's square.
        ("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", "f1", "g1", "4k3/8/8/8/8/8/8/R5KR b - - 1 1"),
        ("4k3/8/8/8/8/8/8/R4K1R w HA - 0 1", "f1", "h1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", "h1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", "g1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1", "a1", "4k3/8/8/8/8/8/8/2KR3R b - - 1 1"),
        ("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8", "a8", "2kr3r/8/8/8/8/8/8/4K3 w - - 1 2"),
    ] {
        analyst(fen).click(from).click(to).check_fen(after);
        analyst(fen).drag(from, to).check_fen(after);
        analyst(fen).play(&format!("{from}{to}")).check_fen(after);
    }
}

#[test]
fn the_rook_can_still_be_taken_in_hand() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    analyst(fen).click("h1").click("h5").check_fen("4k3/8/8/7R/8/8/8/R3K3 b Q - 1 1");
    // With another piece in hand, and where the king may not castle.
    let mut user = analyst(fen);
    user.click("a1").click("h1");
    assert_eq!(user.app.shared.board.picked, Some("h1".parse().unwrap()));
    let mut user = analyst("4k3/8/8/8/8/8/8/R3K2R w - - 0 1");
    user.click("e1").click("h1");
    assert_eq!(user.app.shared.board.picked, Some("h1".parse().unwrap()));
    user.press("esc").play("e1h1").check_says("is not legal: White's own rook is on h1");
    analyst("4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 1").play("e1h1").check_says("is not legal: f1 is not empty");
}

#[test]
fn castling_waits_for_its_second_click_and_as_a_premove() {
    let mut user = User::new();
    for (mine, theirs) in [("e4", "e5"), ("Nf3", "Nc6"), ("Bc4", "Bc5")] {
        user.play(mine).engine_plays(theirs);
    }
    user.app.shared.config.play.confirm_moves = true;
    user.click("e1").click("e1");
    assert_eq!((user.sheet().as_str(), user.app.shared.board.picked), ("e4 e5 Nf3 Nc6 Bc4 Bc5", None));
    user.click("e1").click("h1").check_says("O-O: Enter plays it");
    user.click("h1");
    assert_eq!(user.sheet(), "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O");

    let mut user = User::new();
    for (mine, theirs) in [("e4", "e5"), ("Nf3", "Nc6")] {
        user.play(mine).engine_plays(theirs);
    }
    user.play("Bc4").click("e1").click("h1").check_says("O-O waits for the engine's move");
    user.engine_plays("Bc5");
    assert_eq!(user.sheet(), "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O");
}

#[test]
fn lists_of_moves_castle_onto_the_rook() {
    const MOVES: &str = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1h1 g8f6 d2d3 e8h8 c1g5 d7d6 b1c3 c8g4 d1d2 d8d7";
    let user = analyst(MOVES);
    assert_eq!(user.sheet(), "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 O-O Bg5 d6 Nc3 Bg4 Qd2 Qd7");
    let user = analyst(&format!("position startpos moves {MOVES}"));
    assert_eq!(user.sheet().split(' ').count(), 16);
    let user = analyst("position fen 4k3/8/8/8/8/8/8/R5KR w HA - 0 1 moves g1h1 e8e7");
    assert_eq!(user.sheet(), "O-O Ke7");

    let home = Home::new("reports_castling");
    let list = home.file("list.pgn", format!("{MOVES}\n").as_bytes());
    let imported = home.run(&["import", list.to_str().unwrap()], "");
    assert!(imported.output.ends_with(": 1 game new\n"), "{}", imported.output);
    let uci = home.run(&["uci"], format!("position startpos moves {MOVES}\nd\nquit\n"));
    assert!(uci.output.contains("r4rk1/pppq1ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPPQ1PPP/R4RK1 w"));
}

/// A user who practices, with the tables ready.
fn trainee() -> User {
    let mut user = User::new();
    user.happens(Message::OracleReady(OracleHandle::new(shared_tables())))
        .happens(Message::Analysis(AnalysisEvent::TablesReady));
    user
}

#[test]
fn no_start_comes_twice_running() {
    let mut user = trainee();
    // The queen's wing and its mirror image: two starts.
    let lesson = r#"
        [[lesson]]
        id = "two"
        chapter = "Mine"
        title = "Two starts"
        material = "KQvK"
        trainee = "stronger"
        goal = "mate"
        levels = [1]
        squares = { K = "d1", Q = "b3", k = "a1" }
        pass = { rounds = 1, lost = 0 }
        idea = ["Go."]
    "#;
    user.app.practice_tab.course.lessons = course::parse(lesson).unwrap().into();
    user.press("3 enter");
    let mut starts = vec![user.fen()];
    for _ in 0..40 {
        user.press("ctrl-n");
        starts.push(user.fen());
    }
    assert!(starts.windows(2).all(|two| two[0] != two[1]), "{starts:#?}");
    assert_eq!(starts.iter().collect::<std::collections::BTreeSet<_>>().len(), 2);
}

#[test]
fn distances_end_with_their_round() {
    let mut user = trainee();
    user.press("3 enter T").check_says("moves by distance");
    assert_eq!(user.app.shared.distances, Distances::Shown);
    user.press("ctrl-n");
    assert_eq!(user.app.shared.distances, Distances::Hidden, "the next start gives nothing away");
    assert!(user.app.ranking().is_none());
    user.press("T esc enter");
    assert_eq!(user.app.shared.distances, Distances::Hidden, "nor does a round after the list");

    let mut user = User::new();
    user.press("T");
    assert_eq!(user.app.shared.distances, Distances::Shown);
    user.press("ctrl-n enter").check_tab(Tab::Play);
    assert_eq!(user.app.shared.distances, Distances::Hidden, "nor does another game");
}

#[test]
fn line_mode_answers_an_illegal_move_that_is_typed_again() {
    let home = Home::new("reports_linear");
    let mut command = home.command(&["--linear"]);
    command.env("XDG_STATE_HOME", home.folder.join("state"));
    let said = finish(command, "Ke3\nKe3\nKe3\ne4\nquit\n").output;
    assert_eq!(said.matches("\"Ke3\" is not legal: the king can't reach e3").count(), 3, "{said}");
    assert!(said.contains("White, you: 1. e4"), "{said}");
}

/// A user with a mistake card that was answered on these days, counted from today.
fn answers(name: &str, answers: &[(i64, u8)]) -> (Home, serde_json::Value) {
    let home = Home::new(name);
    let card = card();
    let id = card.id.deck_id();
    fs::create_dir_all(home.folder.join("data/matescope")).unwrap();
    let change = MistakeDeckChange::Add(Box::new(card));
    mistake_cards::append(&home.folder.join("data/matescope/cards.jsonl"), &[change]).unwrap();
    let state = home.folder.join("state/matescope");
    fs::create_dir_all(&state).unwrap();
    let lines = answers.iter().map(|(from_today, rating)| {
        let day = i64::from(day::today()) + from_today;
        format!("{{\"at\":{},\"day\":{day},\"card\":[\"{id}\",{rating}]}}\n", day * 86_400)
    });
    fs::write(state.join("practice.jsonl"), lines.collect::<Vec<_>>().concat()).unwrap();
    let mut command = home.command(&["cards", "--json"]);
    command.env("XDG_STATE_HOME", home.folder.join("state"));
    let Answer { status, output, errors } = finish(command, "");
    assert_eq!(status, 0, "{errors}");
    let cards = serde_json::from_str(&output).unwrap();
    (home, cards)
}

/// In how many days the only card is due.
#[track_caller]
fn check_due(name: &str, given: &[(i64, u8)], due_in_days: Option<u64>) {
    let (_home, cards) = answers(name, given);
    let card = if cards["cards"].is_array() { &cards["cards"][0] } else { &cards };
    assert_eq!(card["due_in_days"].as_u64(), due_in_days, "{given:?}: {cards}");
}

#[test]
fn a_forgotten_card_is_back_tomorrow() {
    check_due("reports_forgotten", &[(-155, 3), (-152, 3), (-141, 3), (-105, 3), (0, 1)], Some(1));
    check_due("reports_forgotten_once", &[(0, 1)], Some(1));
    check_due("reports_forgotten_twice", &[(-155, 3), (-152, 3), (-141, 1), (0, 1)], Some(1));
}

#[test]
fn an_answer_from_the_future_buries_no_card() {
    check_due("reports_future", &[(20_000, 3)], None);
    check_due("reports_future_and_now", &[(20_000, 3), (0, 1)], Some(1));
    check_due("reports_future_known", &[(20_000, 3), (0, 3)], Some(3));
}

#[test]
fn a_faulty_course_says_its_fault_wherever_a_lesson_is_missed() {
    let home = Home::new("reports_course");
    fs::create_dir_all(home.folder.join("config/matescope")).unwrap();
    let file = home.file(
        "config/matescope/course.toml",
        b"[[lesson]]\nid = \"mine\"\nchapter = \"Mine\"\ntitle = \"My own\"\nmaterial = \"KQvK\"\n",
    );
    let fault = file.to_str().unwrap();
    for words in [&["practice"][..], &["practice", "deal", "mine"], &["--linear", "--practice", "mine"]] {
        let said = home.run(words, "quit\n");
        assert!(said.errors.contains(fault), "{words:?}: {}{}", said.output, said.errors);
    }
    let said = home.run(&["--linear"], "tab-practice\nquit\n");
    assert!(said.output.contains(fault), "{}", said.output);

    let mut user = User::new();
    user.app.practice.lesson_faults = vec!["course.toml: lesson \"mine\": pass is missing".to_owned()];
    for size in [(60, 20), (80, 24), (120, 40)] {
        user.app.shared.size = size;
        user.press("3").check_says("\"mine\"").check_says("own lessons are missing");
    }
}
