//! What the worked examples say of single moves is true: which is the only one, which loses, which is stalemate and
//! where the king would be mated.

use matescope::chess::{GameTermination, Move, Oracle, Position, Role, Square, Verdict, fen, notation};
use matescope::practice::start_filter::keeping_moves;

use super::{is_slow, lessons, tables};

/// A move of an example, and what its comment says.
struct Remark<'a> {
    lesson: &'a str,
    before: &'a Position,
    mv: Move,
    comment: &'a str,
}

/// How many claims of each kind were checked.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct ClaimCounts {
    only_moves: usize,
    losing_moves: usize,
    stalemates: usize,
    mated_kings: usize,
}

impl Remark<'_> {
    fn name(&self) -> String {
        format!("{}: {:?} in {}", self.lesson, self.comment, fen::format(self.before))
    }

    fn check(&self, counts: &mut ClaimCounts) {
        let keeping = keeping_moves(self.before, tables()).expect("covered");
        for sentence in self.comment.split_inclusive(". ") {
            if says_only_move(sentence) {
                counts.only_moves += 1;
                assert_eq!(keeping, [self.mv], "{}", self.name());
            }
            let losing = self.losing_moves(sentence);
            counts.losing_moves += losing.len();
            for mv in losing {
                let is_lost = !keeping.contains(&mv) && self.is_lost_after(mv);
                assert!(is_lost, "{}: {mv} does not lose", self.name());
            }
            let stalemates = self.stalemates(sentence);
            counts.stalemates += stalemates.len();
            for mv in stalemates {
                let is_stalemate = matches!(
                    GameTermination::on_board(&self.before.after(mv)),
                    Some(GameTermination::Stalemate { .. })
                );
                assert!(is_stalemate, "{}: {mv} is not a stalemate", self.name());
            }
            if let Some((square, at_once)) = mated_square(sentence) {
                counts.mated_kings += 1;
                self.check_mated_king(square, at_once);
            }
        }
    }

    /// Whether the mover loses after a move, or no longer wins where it has a win to lose.
    fn is_lost_after(&self, mv: Move) -> bool {
        let had = tables().probe(self.before).expect("covered");
        let has = tables().probe(&self.before.after(mv)).expect("covered").for_mover();
        matches!((had, has), (Verdict::Win(_), Verdict::Draw) | (_, Verdict::Loss(_)))
    }

    /// The moves that a sentence says to lose.
    fn losing_moves(&self, sentence: &str) -> Vec<Move> {
        let says_so = words(sentence).any(|word| matches!(word, "lose" | "loses"));
        if !says_so || sentence.contains("lose the ") || sentence.contains("loses no ") {
            return Vec::new();
        }
        let others = self.before.legal_moves().into_iter().filter(|&mv| mv != self.mv);
        if sentence.contains("Every other square loses") {
            return others.filter(|mv| mv.role() == Role::King).collect();
        }
        if sentence.contains("Every move of the knight loses") {
            return others.filter(|mv| mv.role() == Role::Knight).collect();
        }
        if sentence.contains("every move of the rook off it loses") {
            let is_off = |mv: &Move| mv.from().is_some_and(|from| from.rank() != mv.to().rank());
            return others.filter(|mv| mv.role() == Role::Rook && is_off(mv)).collect();
        }
        let named: Vec<Move> = words(sentence).filter_map(|word| self.named_move(word)).collect();
        assert!(!named.is_empty(), "{}: nothing is said to lose", self.name());
        named
    }

    /// The moves that a sentence says to be stalemate.
    fn stalemates(&self, sentence: &str) -> Vec<Move> {
        if sentence.contains("Every other move of th") && sentence.contains("bishop would be stalemate") {
            let others = self.before.legal_moves().into_iter().filter(|&mv| mv != self.mv);
            return others.filter(|mv| mv.from() == self.mv.from()).collect();
        }
        let says_so =
            ["would be stalemate", "would still be stalemate", "that is stalemate", "which is stalemate"];
        if says_so.iter().any(|says| sentence.contains(says)) {
            words(sentence).filter_map(|word| self.named_move(word)).collect()
        } else {
            Vec::new()
        }
    }

    /// A move in SAN other than the one that was played, or a square of the king.
    fn named_move(&self, word: &str) -> Option<Move> {
        let king_move = word.parse::<Square>().map(|square| format!("K{square}"));
        let san = king_move.unwrap_or_else(|_| word.to_owned());
        notation::parse_move(self.before, &san).ok().filter(|&mv| mv != self.mv)
    }

    /// The other king may go to a square and is mated there: by the next move, or soon.
    fn check_mated_king(&self, square: Square, at_once: bool) {
        let next = self.before.after(self.mv);
        let king = next.legal_moves().into_iter().find(|mv| mv.role() == Role::King && mv.to() == square);
        let there = next.after(king.unwrap_or_else(|| panic!("{}: no king gets to {square}", self.name())));
        let verdict = tables().probe(&there).expect("covered");
        let is_mated = matches!(verdict, Verdict::Win(plies) if plies.moves() <= if at_once { 1 } else { 4 });
        assert!(is_mated, "{}: {verdict:?}", self.name());
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '=' | '+' | '#'))
        .filter(|word| !word.is_empty())
}

fn says_only_move(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    let says = ["only move", "only winning move", "only this move holds", "nothing else holds"];
    says.iter().any(|says| lower.contains(says)) && !lower.contains("only move that")
}

/// The square on which a sentence says that the other king would be mated, and whether by the next move.
fn mated_square(sentence: &str) -> Option<(Square, bool)> {
    let (before, _) = ["the king would be mated", "the king is soon mated"]
        .iter()
        .find_map(|says| sentence.split_once(says))?;
    let square = words(before).last()?.parse().ok()?;
    Some((square, sentence.contains("next move") || sentence.contains("at once")))
}

#[test]
fn what_examples_say_of_single_moves_is_true() {
    let mut counts = ClaimCounts::default();
    for lesson in lessons() {
        let exercise = &lesson.exercise;
        let Some(tree) = &lesson.example else { continue };
        for node in tree.main_line_from(tree.start()) {
            let node = tree.node(node);
            let before = tree.node(node.parent().expect("a move was played")).position();
            if before.turn() != exercise.trainee_color() {
                continue;
            }
            let mv = node.mv().expect("a move");
            let remark = |comment| Remark { lesson: &exercise.id, before, mv, comment };
            node.notes.after.iter().for_each(|comment| remark(comment.as_str()).check(&mut counts));
        }
    }
    let quick = ClaimCounts { only_moves: 9, losing_moves: 2, stalemates: 2, mated_kings: 0 };
    let slow = ClaimCounts { only_moves: 44, losing_moves: 33, stalemates: 34, mated_kings: 4 };
    assert_eq!(
        counts,
        if is_slow() { slow } else { quick },
        "a new comment is checked, too: put the new number here"
    );
}
