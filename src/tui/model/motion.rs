//! Animation of a move: for a tenth of a second the piece is drawn on its way. Play and analysis do not wait
//! for it.

use std::time::{Duration, Instant};

use shakmaty::Board;

use crate::chess::{Color, Move, Piece, Position, Role, Square};

/// How long a piece is on its way.
pub const DURATION: Duration = Duration::from_millis(100);
/// How long a frame of it lasts.
const FRAME_INTERVAL: Duration = Duration::from_millis(16);
/// How much of the way the first frame has left.
const DURATION_AFTER_FIRST_FRAME: Duration = Duration::from_millis(84);

/// A move on its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveAnimation {
    /// The pieces that do not move. A captured one stays until the capturing one arrives.
    pub static_board: Board,
    /// Those that move: one, or king and rook.
    pub flights: Vec<PieceFlight>,
    started_at: Instant,
}

/// A piece that moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceFlight {
    /// The piece, a pawn until it has arrived.
    pub piece: Piece,
    /// Where it comes from.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

/// What a board shows: a position, and the last move.
pub type BoardSnapshot = (Position, Option<Move>);

impl MoveAnimation {
    /// The animation from one position to the next, where a single move leads from one to the other, forward
    /// or back.
    pub(crate) fn between(was: &BoardSnapshot, is: &BoardSnapshot, now: Instant) -> Option<Self> {
        let leads = |from: &Position, mv: Move, to: &Position| {
            let mut after = from.clone();
            from.is_legal(mv).then(|| after.play(mv)).is_some() && after == *to
        };
        let (before, mv, back) = match (was.1, is.1) {
            (_, Some(mv)) if leads(&was.0, mv, &is.0) => (&was.0, mv, false),
            (Some(mv), _) if leads(&is.0, mv, &was.0) => (&is.0, mv, true),
            _ => return None,
        };
        let flights: Vec<PieceFlight> = flights(before, mv)
            .into_iter()
            .map(
                |flight| {
                    if back { PieceFlight { from: flight.to, to: flight.from, ..flight } } else { flight }
                },
            )
            .collect();
        let mut still = before.board().clone();
        for flight in &flights {
            still.discard_piece_at(if back { flight.to } else { flight.from });
        }
        Some(Self { static_board: still, flights, started_at: now })
    }

    /// The part of the way that is done, in thousandths, slower toward the end (easing). None once it is
    /// over.
    pub(crate) fn progress(&self, now: Instant) -> Option<u16> {
        let whole = DURATION.as_millis();
        // The first frame is already on the way: the reaction to a key is immediate.
        let spent = now.saturating_duration_since(self.started_at) + FRAME_INTERVAL;
        let left = whole.checked_sub(spent.as_millis())?;
        let permille = u16::try_from(1_000 - 1_000 * left * left / (whole * whole)).unwrap_or(1_000);
        (left > 0).then_some(permille)
    }

    /// When the next frame is due. None once the piece has arrived.
    pub(crate) fn next_frame(&self, now: Instant) -> Option<Instant> {
        self.progress(now).map(|_| (now + FRAME_INTERVAL).min(self.started_at + DURATION_AFTER_FIRST_FRAME))
    }
}

/// The pieces that a legal move moves.
fn flights(before: &Position, mv: Move) -> Vec<PieceFlight> {
    let turn: Color = before.turn();
    let Some(from) = mv.from() else { return Vec::new() };
    let flight = |role: Role, from, to| PieceFlight { piece: Piece { color: turn, role }, from, to };
    match (mv, mv.castling_side()) {
        (Move::Castle { rook, .. }, Some(side)) => {
            vec![flight(Role::King, from, side.king_to(turn)), flight(Role::Rook, rook, side.rook_to(turn))]
        }
        _ => vec![flight(mv.role(), from, mv.to())],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{fen, notation};

    fn check(before: &str, san: &str, expected: &[&str], missing: &[&str]) {
        let before = fen::parse(before).unwrap();
        let mv = notation::parse_move(&before, san).unwrap();
        let after = before.after(mv);
        let now = Instant::now();
        let text = |motion: &MoveAnimation| -> Vec<String> {
            let describe =
                |flight: &PieceFlight| format!("{}{}{}", flight.piece.char(), flight.from, flight.to);
            motion.flights.iter().map(describe).collect()
        };
        let still = |motion: &MoveAnimation| {
            let gone = before.board().occupied() & !motion.static_board.occupied();
            let mut names: Vec<String> = gone.into_iter().map(|square| square.to_string()).collect();
            names.sort();
            names
        };
        let forward =
            MoveAnimation::between(&(before.clone(), None), &(after.clone(), Some(mv)), now).unwrap();
        assert_eq!((text(&forward), still(&forward)), (strings(expected), strings(missing)), "{san}");
        let back = MoveAnimation::between(&(after, Some(mv)), &(before.clone(), None), now).unwrap();
        let reversed: Vec<String> =
            expected.iter().map(|way| format!("{}{}{}", &way[..1], &way[3..], &way[1..3])).collect();
        assert_eq!((text(&back), still(&back)), (reversed, strings(missing)), "{san} taken back");
    }

    fn strings(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn a_move_and_its_taking_back_go_the_same_way() {
        let castling = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1";
        check(castling, "O-O", &["Ke1g1", "Rh1f1"], &["e1", "h1"]);
        check(castling, "O-O-O", &["Ke1c1", "Ra1d1"], &["a1", "e1"]);
        check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", &["Pe5d6"], &["e5"]);
        check("4k3/8/8/8/8/8/3q4/4K3 w - - 0 1", "Kxd2", &["Ke1d2"], &["e1"]);
        check("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", &["Pa7a8"], &["a7"]);
    }

    #[test]
    fn what_no_single_move_leads_to_is_not_animated() {
        let (start, now) = (Position::start(), Instant::now());
        let mv = notation::parse_move(&start, "e4").unwrap();
        let after = start.after(mv);
        let reply = notation::parse_move(&after, "e5").unwrap();
        let two = after.after(reply);
        assert_eq!(MoveAnimation::between(&(start.clone(), None), &(two, Some(reply)), now), None);
        assert_eq!(MoveAnimation::between(&(after.clone(), Some(mv)), &(after, Some(mv)), now), None);
    }

    #[test]
    fn it_is_over_in_a_tenth_of_a_second_and_has_few_pictures() {
        let start = Position::start();
        let mv = notation::parse_move(&start, "e4").unwrap();
        let begun = Instant::now();
        let motion =
            MoveAnimation::between(&(start.clone(), None), &(start.after(mv), Some(mv)), begun).unwrap();
        let (mut now, mut pictures, mut before) = (begun, 0, 0);
        while let Some(done) = motion.progress(now) {
            assert!(done > before, "it goes on, and has begun in the first picture");
            (pictures, before) = (pictures + 1, done);
            now = motion.next_frame(now).unwrap();
        }
        assert!(now - begun <= DURATION && (5..=7).contains(&pictures), "{pictures} in {:?}", now - begun);
        assert_eq!(motion.next_frame(now), None);
    }
}
