//! Which moves a human player of a given strength sees, and how far he misjudges a position.
//!
//! People do not overlook moves at random. They see recaptures, captures of valuable pieces and moves near
//! the last move; they miss backward moves, long moves, sideways moves and unusual ones, and more so the
//! further ahead they look. Nor do they misjudge a position in one way now and in another a moment later:
//! within one search the same move in the same position stays unseen, and a misjudgment stays the same.

use crate::eval::piece_value::see_value;
use crate::search_position::SearchPosition;
use chess::board::{BoardMove, BoardMoveKind};
use chess::split_mix::split_mix;
use chess::{Color, Role, Square};

/// The error model of a human player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct HumanSight {
    /// How many moves of average difficulty are overlooked when it is this player's turn, in permille.
    pub(super) carelessness: u32,
    /// The standard deviation of a misjudgment, in centipawns.
    pub(super) error_spread: u32,
    /// The random seed of one search.
    pub(super) seed: u64,
}

/// The average difficulty of seeing a move, in percent.
const MEDIUM_DIFFICULTY: u32 = 100;
/// The difficulty of seeing a stalemate.
const STALEMATE_DIFFICULTY: u32 = 130;
/// The highest probability of overlooking a move, in permille.
const MAX_UNSEEN: u32 = 930;

impl HumanSight {
    /// Whether the player sees a move after `last`, `ahead` plies from the root.
    pub(super) fn sees(
        &self,
        state: &SearchPosition,
        mv: BoardMove,
        last: Option<BoardMove>,
        ahead: u32,
    ) -> bool {
        self.is_seen(state, u64::from(mv.packed()), difficulty(mv, state.turn(), last), ahead)
    }

    /// Whether the player sees that a position without legal moves is stalemate.
    pub(super) fn sees_stalemate(&self, state: &SearchPosition, ahead: u32) -> bool {
        self.is_seen(state, 0, STALEMATE_DIFFICULTY, ahead)
    }

    fn is_seen(&self, state: &SearchPosition, what: u64, difficulty: u32, ahead: u32) -> bool {
        let chance = self.carelessness * difficulty / MEDIUM_DIFFICULTY * (4 + ahead) / 4;
        let roll = split_mix(self.seed ^ state.key() ^ what << 40).1 % 1_000;
        roll >= u64::from(chance.min(MAX_UNSEEN))
    }

    /// The player's error in judging a position, in centipawns for the side to move.
    pub(super) fn evaluation_error(&self, state: &SearchPosition) -> i32 {
        let roll = split_mix(self.seed.rotate_left(32) ^ state.key()).1;
        // The sum of four uniform bytes is close to a normal distribution; its standard deviation is 148.
        let sum: i32 = roll.to_le_bytes().into_iter().take(4).map(|byte| i32::from(byte) - 128).sum();
        sum * self.error_spread.cast_signed() / 148
    }
}

/// The difficulty of seeing a move, in percent of the average.
fn difficulty(mv: BoardMove, color: Color, last: Option<BoardMove>) -> u32 {
    let takes_back = last.is_some_and(|last| last.to == mv.to && mv.capture.is_some());
    if takes_back {
        return 12;
    }
    if mv.kind == BoardMoveKind::EnPassant {
        return 2 * MEDIUM_DIFFICULTY;
    }
    if mv.promotion.is_some_and(|role| role != Role::Queen) {
        return 3 * MEDIUM_DIFFICULTY;
    }
    let mut hardness = match mv.capture {
        Some(taken) if see_value(taken) > see_value(mv.role) => 25,
        Some(_) => 45,
        None if mv.promotion.is_some() => 20,
        None if mv.kind == BoardMoveKind::Castle => 60,
        None => MEDIUM_DIFFICULTY,
    };
    let (from, to) = (mv.from, mv.to);
    let forward = |square: Square| color.relative_rank(square.rank()).to_u32();
    if forward(to) < forward(from) && mv.role != Role::King {
        hardness += 45;
    }
    let far = from.distance(to);
    if far >= 4 {
        hardness += 10 * (far - 3);
    }
    if mv.role == Role::Knight {
        hardness += 20;
    }
    if last.is_some_and(|last| last.to.distance(to) <= 1) {
        hardness = hardness.saturating_sub(30).max(20);
    }
    hardness
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::{fen, notation};

    /// How often, of a thousand looks, a move is seen.
    fn often(text: &str, mv: &str, last: Option<&str>, ahead: u32) -> usize {
        let before = fen::parse(text).unwrap();
        let parse_move = |position: &chess::Position, text| {
            let mv = notation::parse_move(position, text).unwrap();
            SearchPosition::from(position).board().find_move(mv).unwrap()
        };
        let (position, last) = match last {
            Some(last) => {
                let last = parse_move(&before, last);
                (before.after(last.to_move()), Some(last))
            }
            None => (before, None),
        };
        let state = SearchPosition::from(&position);
        let board_move = parse_move(&position, mv);
        (0..1_000)
            .filter(|&seed| {
                HumanSight { carelessness: 350, error_spread: 0, seed }.sees(&state, board_move, last, ahead)
            })
            .count()
    }

    #[test]
    fn what_people_overlook_is_overlooked_more_often() {
        let text = "r2qk2r/ppp2ppp/2n5/3p4/1b1P2b1/2N2N2/PPP2PPP/R1BQKB1R w KQkq - 0 1";
        let (forward, back) = (often(text, "f3e5", None, 0), often(text, "f3g1", None, 0));
        assert!(back + 100 < forward, "forward {forward}, back {back}");
        let later = often(text, "f3e5", None, 4);
        assert!(later + 100 < forward, "now {forward}, later {later}");
        let (near, far) = (often(text, "c1d2", None, 0), often(text, "c1h6", None, 0));
        assert!(far < near, "near {near}, far {far}");
    }

    #[test]
    fn taking_back_comes_by_itself() {
        let text = "4k3/8/8/3p4/4P3/2N5/8/4K3 b - - 0 1";
        let (back, forth) = (often(text, "c3e4", Some("d5e4"), 1), often(text, "c3d5", Some("e8e7"), 1));
        assert!(back > 900 && forth < back, "takes back {back}, takes first {forth}");
    }

    #[test]
    fn misjudgments_are_as_far_spread_as_said() {
        let state = SearchPosition::from(&chess::Position::start());
        let looks = (0..4_000)
            .map(|seed| HumanSight { carelessness: 0, error_spread: 60, seed }.evaluation_error(&state));
        let squares: i32 = looks.map(|miss| miss * miss).sum();
        let spread = f64::from(squares / 4_000).sqrt();
        assert!((50.0..70.0).contains(&spread), "{spread}");
    }
}
