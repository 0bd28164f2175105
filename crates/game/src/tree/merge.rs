//! Two trees of one game made into one.

use super::{Notes, Tree};

impl Tree {
    /// Adds the moves and notes of another tree that it lacks: moves become variations behind its own, comments follow its own,
    /// and glyphs are taken where a move has none. False, and nothing changes, where the other tree has another start.
    pub fn merge(&mut self, other: &Self) -> bool {
        if self.node(self.start()).position() != other.node(other.start()).position() {
            return false;
        }
        let mut pending = vec![(self.start(), other.start())];
        while let Some((mine, theirs)) = pending.pop() {
            self.node_mut(mine).notes.merge(&other.node(theirs).notes);
            for &child in other.node(theirs).children() {
                let half_move = other.node(child).half_move();
                if let Some(own) = half_move.and_then(|half_move| self.play(mine, half_move)) {
                    pending.push((own, child));
                }
            }
        }
        true
    }
}

impl Notes {
    /// Adds what others say and these do not.
    pub(crate) fn merge(&mut self, others: &Self) {
        for (own, theirs) in [(&mut self.before, &others.before), (&mut self.after, &others.after)] {
            for comment in theirs {
                let words = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ");
                if !own.iter().any(|known| words(known) == words(comment)) {
                    own.push(comment.clone());
                }
            }
        }
        if self.nags.is_empty() {
            self.nags.clone_from(&others.nags);
        }
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use crate::pgn::{self, PgnGame};

    fn read(text: &str) -> PgnGame {
        pgn::read(text, &Position::start()).game
    }

    fn movetext(game: &PgnGame) -> String {
        let text = pgn::write(game);
        text.split_once("\n\n").unwrap().1.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn moves_and_notes_of_both_are_there_once() {
        let mut game = read("1. e4 {best} e5 $1 (1... c5 2. Nf3) 2. Nf3 *");
        let other = read(
            "{about} 1. e4 {by  test} {best} e5 $2 (1... c5 2. Nf3 (2. c3) d6) (1... e6 {solid}) 2. Nf3 Nc6 *",
        );
        assert!(game.tree.merge(&other.tree));
        let merged = movetext(&game);
        assert_eq!(
            merged,
            "{about} 1. e4 {best} {by test} 1... e5 $1 (1... c5 2. Nf3 (2. c3) 2... d6) (1... e6 {solid}) 2. Nf3 Nc6 *"
        );
        assert!(game.tree.merge(&other.tree));
        assert_eq!(movetext(&game), merged, "once more adds nothing");
    }

    #[test]
    fn games_with_other_starts_are_not_merged() {
        let mut game = read("1. e4 *");
        let other = read("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 0 1\"]\n\n1. Kd2 *");
        assert!(!game.tree.merge(&other.tree));
        assert_eq!(movetext(&game), "1. e4 *");
    }
}
