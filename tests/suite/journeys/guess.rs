//! Guess the move: famous games, games of the library, and from a position of an analysis.

use matescope::analysis::game_analysis::{GameAnalysisRequest, GameAnalysisUpdate};
use matescope::analysis::protocol::GameAnalysisPurpose;
use matescope::analysis::{AnalysisEvent, JobId};
use matescope::chess::{Bound, Certainty, Color, Line, PositionEvaluation, Score, notation};
use matescope::practice::guess::GuessedGame;
use matescope::practice::record::PracticeEntry;
use matescope::tui::message::{Effect, LibraryRequest, Message, MouseGesture, MouseHit};
use matescope::tui::model::games::{GameReadPurpose, LibraryEvent, PastedGame};
use matescope::tui::navigation::Tab;

use super::User;
use super::review::GAME;

/// The analysis that was asked for last.
fn request(user: &mut User) -> GameAnalysisRequest {
    let request = user.wishes().into_iter().rev().find_map(|wish| match wish {
        Effect::StartGameAnalysis(GameAnalysisPurpose::Guess, request) => Some(*request),
        _ => None,
    });
    request.expect("an analysis of the guess")
}

fn happens(user: &mut User, update: GameAnalysisUpdate) {
    user.happens(Message::Analysis(AnalysisEvent::GameAnalysis(
        GameAnalysisPurpose::Guess,
        JobId::default(),
        update,
    )));
}

/// The engine grades a guess: its choice in the position, and what the game's move and the guess are worth, in
/// centipawns from the side that guesses.
pub(crate) fn grade(user: &mut User, best: &str, game: i32, guess: i32) {
    let request = request(user);
    let before = &request.roots.iter().find(|(index, _)| *index == 0).expect("the position").1.position;
    let best = notation::parse_move(before, best).expect("a legal move");
    let value = game.max(guess);
    for (index, root) in request.roots {
        let (score, mv) = match index {
            0 => (value, Some(best)),
            1 => (-game, None),
            _ => (-guess, None),
        };
        let evaluation = match root.termination() {
            Some(ending) => PositionEvaluation::game_over(ending),
            None => PositionEvaluation::from_line(Line {
                score: Score::centipawns(score),
                bound: Bound::Exact,
                certainty: Certainty::Searched,
                moves: vec![mv.unwrap_or_else(|| root.position.legal_moves()[0])],
                ends_in: None,
            }),
        };
        happens(user, GameAnalysisUpdate::Found(index, Box::new(evaluation)));
    }
    happens(user, GameAnalysisUpdate::Done);
}

fn saved(user: &mut User) -> Vec<GuessedGame> {
    let saved = user.wishes().into_iter().filter_map(|wish| match wish {
        Effect::SavePractice(entry) => Some(*entry),
        _ => None,
    });
    saved
        .map(|entry| match entry {
            PracticeEntry::GuessedGame(game) => game,
            other => panic!("{other:?}"),
        })
        .collect()
}

/// A user who guesses White's moves of the shortest famous game.
pub(crate) fn guesser() -> User {
    let mut user = User::new();
    user.press("3 g").check_says("The Immortal Game").check_says("Reti - Tartakower");
    user.press("down down down down down down").check_says("Richard Reti - Savielly Tartakower");
    user.check_says("not tried yet").press("enter").check_says("White to move: what was played?");
    user
}

#[test]
fn a_game_goes_on_where_its_move_is_guessed_and_waits_where_it_is_not() {
    let mut user = guesser();
    user.check_says("move 1 of").check_says("s shows the move");
    let moves = user.sheet();
    assert!(moves.ends_with("Nf6") && !moves.contains("Qd3"), "the game's moves are not shown: {moves}");
    user.wishes();
    user.play("Qd3").check_says("Grading Qd3");
    grade(&mut user, "Qd3", 20, 20);
    user.check_says("Qd3, as in the game").check_says("same 1").check_says("the engine's choice 1 of 1");
    assert!(user.sheet().ends_with("Qd3 e5"), "{}", user.sheet());
    // A worse guess: the game's move beside it, and nothing is typed until one goes on.
    user.play("Nc3");
    grade(&mut user, "dxe5", 60, -200);
    user.check_says("Nc3 is worse than the game's dxe5").check_says("worse 1").check_says("Enter goes on");
    assert!(user.sheet().ends_with("Qd3 e5"), "{}", user.sheet());
    user.play("Nc3").press("esc");
    assert!(
        user.wishes()
            .iter()
            .all(|wish| !matches!(wish, Effect::StartGameAnalysis(GameAnalysisPurpose::Guess, _)))
    );
    user.press("enter").check_says("White to move").check_says("Nc3 is worse");
    assert!(user.sheet().ends_with("dxe5 Qa5+"), "{}", user.sheet());
    // A better one.
    user.play("Bd2");
    grade(&mut user, "Bd2", 30, 30);
    user.play("f4");
    grade(&mut user, "f4", -200, 80);
    user.check_says("f4 is better than the game's O-O-O").check_says("better 1");
    assert!(saved(&mut user).is_empty());
}

#[test]
fn the_result_is_kept_and_shown_in_the_list() {
    let mut user = guesser();
    for (guess, best) in [("Qd3", "Qd3"), ("dxe5", "dxe5"), ("Bd2", "Bd2")] {
        user.play(guess);
        grade(&mut user, best, 30, 30);
    }
    user.press("s").check_says("Grading the game's move");
    grade(&mut user, "O-O-O", 30, 30);
    user.check_says("O-O-O was played").check_says("shown 1").press("enter");
    user.play("Re1");
    grade(&mut user, "Qd8", 900, -100);
    user.check_says("Re1 is worse").press("enter").play("Bg5");
    grade(&mut user, "Bg5", 900, 900);
    // Checkmate ends the game: there is no reply.
    user.play("Bd8");
    grade(&mut user, "Bd8", 900, 900);
    user.check_says("The game is through: 1-0").check_says("9.Re1 game Qd8+").check_says("Reti 100.0 %");
    let saved = saved(&mut user);
    assert_eq!(saved.len(), 1);
    let result = saved[0];
    assert_eq!((result.guessed, result.same, result.as_good, result.side), (6, 5, 0, Color::White));
    assert!(result.accuracy < 900 && result.game_accuracy == 1_000, "{result:?}");
    // The whole game can be analyzed, with its tags, and another side can be guessed.
    let mut analyst = User { app: user.app.clone(), ..User::new() };
    analyst.press("A").check_tab(Tab::Analyze).check_says("Bd8#");
    assert_eq!(analyst.app.analyze.header.tag("White"), Some("Richard Reti"));
    user.press("enter").check_says("guessed once").check_says("85.1 %");
    user.press("enter")
        .press("ctrl-o")
        .check_says("Black to move: what was played?")
        .press("esc")
        .press("esc");
    user.check_says("Practice");
}

#[test]
fn a_game_that_is_left_goes_on_where_it_was() {
    let mut user = guesser();
    user.play("Qd3");
    grade(&mut user, "Qd3", 20, 20);
    user.play("Nc3");
    // Another screen: the guess is taken back, since nobody waits for its grade.
    user.press("2").press("3").check_says("White to move: what was played?");
    assert!(user.wishes().contains(&Effect::StopGameAnalysis(GameAnalysisPurpose::Guess)));
    user.press(",").press(",").check_says("goes back to the guess").press("esc");
    user.press("esc").check_says("goes on");
    assert!(user.note().contains("begin it again to go on"), "{}", user.note());
    user.press("enter").check_says("move 2 of");
    assert!(user.sheet().ends_with("Qd3 e5"), "{}", user.sheet());
    assert_eq!(user.app.practice_tab.board.guess().unwrap().guesses.guesses().len(), 1);
}

#[test]
fn leaving_at_the_grade_of_the_last_move_keeps_the_result() {
    let mut user = User::new();
    user.paste("1. e4 e5 2. Nf3 *").press("home m");
    user.play("e4");
    grade(&mut user, "e4", 20, 20);
    user.play("d4");
    grade(&mut user, "Nf3", 40, 10);
    user.check_says("Enter goes on").press("esc");
    let saved = saved(&mut user);
    assert_eq!(saved.iter().map(|game| (game.guessed, game.same)).collect::<Vec<_>>(), [(2, 1)]);
    assert!(user.app.practice_tab.board.guess().is_none() && user.app.practice_tab.paused.is_empty());
}

#[test]
fn an_analysis_that_fails_costs_nothing() {
    let mut user = guesser();
    user.play("Qd3");
    happens(&mut user, GameAnalysisUpdate::Failed("no memory".to_owned()));
    assert!(user.note().contains("no memory"), "{}", user.note());
    user.check_says("White to move: what was played?").play("Qd3");
    happens(&mut user, GameAnalysisUpdate::Done);
    user.check_says("White to move: what was played?");
    assert!(user.app.practice_tab.board.guess().unwrap().guesses.guesses().is_empty());
}

#[test]
fn the_moves_after_a_position_of_an_analysis_are_guessed() {
    let mut user = User::new();
    user.paste("1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4 exd4) 3. Bb5 a6");
    user.press("m");
    assert_eq!(user.note(), "There is no move to guess: the game ends here");
    user.press("left left left").press("m").check_tab(Tab::Practice);
    user.check_says("Black to move: what was played?").check_says("move 1 of 2");
    assert_eq!(user.sheet(), "e4 e5 Nf3");
    user.play("Nc6");
    grade(&mut user, "Nc6", 0, 0);
    assert_eq!(user.sheet(), "e4 e5 Nf3 Nc6 Bb5");
    // From a variation the game goes that way.
    user.press("2").press("right down m").check_says("White to move: what was played?");
    assert_eq!(user.sheet(), "e4 e5 Nf3 d6");
    user.play("d4");
    grade(&mut user, "d4", 0, 0);
    user.check_says("The game is through").press("A").check_tab(Tab::Analyze);
}

#[test]
fn a_click_on_a_row_of_a_list_begins_what_it_stands_for() {
    let mut user = User::new();
    user.press("3 g").mouse(MouseGesture::Press, Some(MouseHit::Row(1))).check_says("what was played?");
    assert!(user.app.practice_tab.board.guess().is_some() && user.app.guess.chosen == 1);
    let mut user = User::new();
    user.press("3 z").mouse(MouseGesture::Press, Some(MouseHit::Row(0)));
    assert!(user.app.practice_tab.board.puzzle().is_some());
}

#[test]
fn a_game_of_the_library_is_guessed_from_the_users_side() {
    let read = |user: &mut User| {
        let purpose = user.wishes().into_iter().find_map(|wish| match wish {
            Effect::Library(LibraryRequest::ReadGame(place, GameReadPurpose::Guess)) => Some(place),
            _ => None,
        });
        let event = LibraryEvent::GameRead(
            purpose.expect("a game is read"),
            GameReadPurpose::Guess,
            Box::new(PastedGame::parse(GAME)),
        );
        user.happens(Message::Library(event));
    };
    for (names, says) in [(vec![], "Black to move"), (vec!["Anna".to_owned()], "White to move")] {
        let mut user = User::new();
        user.app.shared.config.games.my_names = names;
        user.press("5");
        let rows = super::statistics::entries(GAME);
        user.happens(Message::Library(LibraryEvent::listed(
            matescope::tui::model::games::GameListSource::Library,
            &rows,
        )));
        user.press("m");
        read(&mut user);
        user.check_tab(Tab::Practice).check_says("Anna - Bert").check_says(says);
    }
}
