//! The proof explorer in a real terminal.

use super::{Home, Tty};

#[test]
fn the_proof_opens_is_walked_and_gives_the_board_back() {
    let home = Home::new("proof");
    let mut tty = Tty::matescope(&home, &["--fen", "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1"]);
    tty.wait_for("EXACT");
    tty.send("w");
    tty.wait_for("Why White mates");
    tty.wait_for("1... Ka2");
    // Down to the defense, then into its branch: one reply, and mate.
    tty.send("\x1b[B");
    tty.wait_for("After Ka2 White mates in 2 moves.");
    tty.send("\x1b[C");
    tty.wait_for("Qb1#");
    tty.send("\x1b");
    tty.wait_for("EXACT");
}
