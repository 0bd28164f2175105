//! Probes: the verdict of a position, from the tables that are built or loaded. They take no lock.
//!
//! A packed table stores White's values only, and where a capture is among White's best moves, the value may be a worse one:
//! then captures are looked at too. Black's values are those of its best moves; the positions after most of them are in the
//! same table. A stored value is a lower bound for White, so the captures after a move of Black are looked at only if this
//! bound would make it Black's best move.

use std::cmp::Reverse;

use arrayvec::ArrayVec;
use shakmaty::Position as _;

use super::Tables;
use super::ending_table::{EndingData, EndingTable};
use super::index::{MAX_TABLE_PIECES, TableSquares};
use super::packed::{PackedTable, ValuePlace};
use super::value::TableByte;
use chess::{Color, Material, Move, Oracle, Ply, Position, Role, Verdict};

/// The most legal moves of a position.
const MAX_MOVES: usize = 256;

/// A position of a packed table.
#[derive(Clone, Copy)]
struct PackedPlacement<'a> {
    ending: &'a EndingTable,
    packed: &'a PackedTable,
    /// With the stronger side as White.
    at: TableSquares,
    /// Whether that took a change of colors.
    is_swapped: bool,
}

/// A move with the best value, for the side that plays it, that it can have.
struct BoundedMove {
    mv: Move,
    /// The stored verdict of the position after the move.
    stored: Verdict,
    bound: Verdict,
}

impl Oracle for Tables {
    fn probe(&self, position: &Position) -> Option<Verdict> {
        let board = position.board();
        if board.occupied().count() > MAX_TABLE_PIECES || !position.chess().castles().is_empty() {
            return None;
        }
        let ending = self.ending(&Material::of(board))?;
        let (at, turn) = ending.placement(board, position.turn());
        let bytes = match ending.data() {
            EndingData::Dead => None,
            EndingData::Plain(bytes) => Some(bytes.as_slice()),
            EndingData::Packed(packed) => {
                let is_swapped = turn != position.turn();
                let placement = PackedPlacement { ending, packed, at, is_swapped };
                let verdict = match ending.layout().stored_turn(turn) {
                    Color::White => {
                        self.with_captures(position, placement.stored(placement.locate(at, turn)?)?)
                    }
                    Color::Black => self.best_of_successors(position, placement),
                };
                if packed.wants_memory() {
                    self.unpacker.request(ending);
                }
                return verdict;
            }
        };
        self.with_en_passant(position, ending.verdict_in(bytes, at, turn)?)
    }

    fn covers(&self, material: &Material) -> bool {
        self.ending(material).is_some()
    }
}

impl PackedPlacement<'_> {
    /// Where the verdict of legal squares is stored, with this side to move.
    fn locate(&self, at: TableSquares, turn: Color) -> Option<ValuePlace> {
        Some(self.packed.locate(self.ending.layout().index(at, turn)?))
    }

    /// The stored verdict at a place, White's: a lower bound. None if it cannot be read any more.
    fn stored(&self, place: ValuePlace) -> Option<Verdict> {
        TableByte(self.packed.get_at(place).ok()?).verdict(Color::White)
    }

    /// The squares after a move that leaves the material as it is and gives no right to capture en passant.
    fn after(&self, mv: Move) -> Option<TableSquares> {
        let Move::Normal { role, from, capture: None, to, promotion: None } = mv else { return None };
        if role == Role::Pawn && from.distance(to) > 1 {
            return None;
        }
        let [from, to] =
            [from, to].map(|square| if self.is_swapped { square.flip_vertical() } else { square });
        let mut after = self.at;
        let pieces = self.ending.layout().pieces().len();
        *after[..pieces].iter_mut().find(|square| **square == from)? = to;
        Some(after)
    }
}

impl Tables {
    /// The verdict of a move.
    fn after(&self, position: &Position, mv: Move) -> Option<Verdict> {
        Some(of_move(self.probe(&position.after(mv))?))
    }

    /// The verdict of Black's best move in a packed table, or that of the end of the game.
    fn best_of_successors(&self, position: &Position, placement: PackedPlacement<'_>) -> Option<Verdict> {
        let mut best = None;
        let mut places = ArrayVec::<(Move, ValuePlace), MAX_MOVES>::new();
        for mv in position.legal_moves() {
            if let Some(after) = placement.after(mv) {
                let place = placement.locate(after, Color::White)?;
                placement.packed.prefetch(place);
                places.push((mv, place));
            } else {
                best = better(best, self.after(position, mv)?);
            }
        }
        let mut others = ArrayVec::<BoundedMove, MAX_MOVES>::new();
        for (mv, place) in places {
            let stored = placement.stored(place)?;
            others.push(BoundedMove { mv, stored, bound: of_move(stored) });
        }
        others.sort_unstable_by_key(|other| Reverse(other.bound.score()));
        for BoundedMove { mv, stored, bound } in others {
            if best.is_some_and(|best: Verdict| best.score() >= bound.score()) {
                break;
            }
            best = better(best, of_move(self.with_captures(&position.after(mv), stored)?));
        }
        Some(best.unwrap_or(if position.is_check() { Verdict::Loss(Ply::ZERO) } else { Verdict::Draw }))
    }

    /// The better one of a stored verdict and those of captures.
    fn with_captures(&self, position: &Position, stored: Verdict) -> Option<Verdict> {
        let chess = position.chess();
        let mut best = Some(stored);
        for mv in chess.capture_moves().into_iter().filter(|mv| !mv.is_en_passant()) {
            best = better(best, self.after(position, mv)?);
        }
        self.with_en_passant(position, best?)
    }

    /// The verdict where en passant may be possible: the table holds the position without that right, and its
    /// stalemates do not count.
    fn with_en_passant(&self, position: &Position, plain: Verdict) -> Option<Verdict> {
        if position.chess().legal_ep_square().is_none() {
            return Some(plain);
        }
        let moves = position.legal_moves();
        let (en_passant, others): (Vec<_>, Vec<_>) = moves.into_iter().partition(|mv| mv.is_en_passant());
        let mut best = (!others.is_empty() || plain != Verdict::Draw).then_some(plain);
        for mv in en_passant {
            best = better(best, self.after(position, mv)?);
        }
        best
    }
}

/// The verdict of a move by that of the position after it.
const fn of_move(after: Verdict) -> Verdict {
    after.for_mover().one_ply_earlier()
}

/// The better one of a verdict, if there is one, and another one.
fn better(best: Option<Verdict>, other: Verdict) -> Option<Verdict> {
    best.into_iter().chain([other]).max_by_key(|verdict| verdict.score())
}
