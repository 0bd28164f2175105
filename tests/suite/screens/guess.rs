//! Screens of guessing moves.

use super::{check, check_state, user};
use crate::journeys::User;
use crate::journeys::guess::grade;

/// On the page, with Reti's game chosen.
fn chooser() -> User {
    let mut user = user();
    user.press("3 g down down down down down down");
    user
}

#[test]
fn a_guess_stands_beside_the_move_of_the_game_and_the_engines_choice() {
    check("guess_games", chooser());
    let waiting = || {
        let mut user = chooser();
        user.press("enter").play("Qd3");
        grade(&mut user, "Qd3", 20, 20);
        user
    };
    check("guess_waiting", waiting());
    let mut worse = waiting();
    worse.play("Nc3");
    grade(&mut worse, "d5", 60, -240);
    check_state("guess_worse", worse);
    let mut over = chooser();
    over.press("enter");
    for (guess, best, game, value) in [
        ("Qd3", "Qd3", 20, 20),
        ("Nxf6", "dxe5", 60, -120),
        ("Bd2", "Bd2", 30, 30),
        ("f4", "O-O-O", 40, 36),
        ("Qd8", "Qd8", 900, 900),
        ("Bg5", "Bg5", 900, 900),
        ("Bd8", "Bd8", 900, 900),
    ] {
        over.wishes();
        over.play(guess).check_says("Grading");
        grade(&mut over, best, game, value);
        if over.screen().contains("goes on with") {
            over.press("enter");
        }
    }
    check("guess_over", over);
}
