//! Motifs: the ideas of endgame theory behind a move, as a coach says them.
//!
//! A motif is found by geometry and claimed only where the oracle confirms it: a lost opposition only where the
//! result with the turn passed is the better one, a piece that left its line only where every move that keeps the
//! result stays on it. A move that changes the result is explained by what it gave up, a move that keeps it, where
//! most moves do not, by what it does.

mod facts;
mod minor_piece;
mod pawn;
mod rook;

pub use facts::{Motif, MotifKind};

use facts::MoveFacts;

use chess::{Move, Oracle, Position};

/// The idea behind a move: of one that changed the result for the worse what it gave up, of one that keeps the
/// result where most moves do not what it does. None where no motif explains it, or the oracle does not know.
#[must_use]
pub fn explain(position: &Position, mv: Move, oracle: &dyn Oracle) -> Option<Motif> {
    let facts = MoveFacts::of(position, mv, oracle)?;
    if !facts.keeps() {
        return explain_mistake(&facts);
    }
    facts.is_hard().then(|| explain_good_move(&facts))?
}

fn explain_mistake(facts: &MoveFacts<'_>) -> Option<Motif> {
    pawn::left_front(facts)
        .or_else(|| pawn::runs_away(facts))
        .or_else(|| pawn::lost_opposition(facts))
        .or_else(|| pawn::left_alone(facts))
        .or_else(|| pawn::missed_key_square(facts))
        .or_else(|| rook::ended_cut_off(facts))
        .or_else(|| rook::left_rank(facts))
        .or_else(|| rook::missed_check(facts))
        .or_else(|| minor_piece::left_corner(facts))
        .or_else(|| minor_piece::knight_cut_off(facts))
        .or_else(|| pawn::put_in_zugzwang(facts))
}

fn explain_good_move(facts: &MoveFacts<'_>) -> Option<Motif> {
    pawn::takes_opposition(facts)
        .or_else(|| pawn::reaches_key_square(facts))
        .or_else(|| pawn::enters_square(facts))
        .or_else(|| pawn::stays_in_front(facts))
        .or_else(|| rook::cuts_off(facts))
        .or_else(|| rook::checks(facts))
        .or_else(|| rook::stays_on_rank(facts))
        .or_else(|| pawn::zugzwang(facts))
}
