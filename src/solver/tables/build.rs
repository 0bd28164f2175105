//! Builds one ending by retrograde analysis: from the mates backwards, one half-move at a time.
//!
//! Mates are found by looking at every placement once. A position from which some move reaches a loss of
//! the other side is a win; one whose every move reaches a win of the other side is a loss, which is held
//! against all its moves anew each time that one of them was decided. Moves that leave the ending, by
//! capture or promotion, are looked up in smaller ones and come in at their distance. What is never
//! reached is a draw.

use std::ops::ControlFlow;

use shakmaty::attacks;

use crate::chess::{Bitboard, Color, Piece, Rank, Role, Square, StopToken, Stopped};

use super::endings::{Byte, Ending};
use super::index::{Layout, Squares};

/// Who knows the endings that captures and promotions lead to.
pub(super) trait Smaller {
    /// What is kept of these men on their squares; None where the ending is not known.
    fn look_up(&self, men: &[(Piece, Square)], turn: Color) -> Option<Byte>;
}

/// Placements between two looks at the stop token.
const STRIDE: usize = 4096;

/// No successor is known to refute that a position is lost.
const NO_REFUTATION: usize = usize::MAX;

/// Builds an ending.
///
/// # Errors
/// When the token stopped the work.
pub(super) fn build(layout: Layout, smaller: &dyn Smaller, stop: &StopToken) -> Result<Ending, Stopped> {
    let bytes = vec![Byte::DRAW; layout.size()];
    let refutations = vec![NO_REFUTATION; layout.size()];
    let mut builder = Builder { layout, smaller, bytes, refutations, wins: Vec::new(), losses: Vec::new() };
    let mut fresh = builder.look_at_all(stop)?;
    let mut plies = 0;
    while !fresh.is_empty() || plies < builder.wins.len().max(builder.losses.len()) {
        stop.check()?;
        plies += 1;
        fresh = builder.one_back(&fresh, plies);
    }
    Ok(Ending::new(builder.layout, builder.bytes))
}

/// An ending that nobody can win: every legal position is a draw.
pub(super) fn legal_draws(layout: Layout) -> Ending {
    let is_legal = |index| {
        layout.placement(index).is_some_and(|(squares, turn)| !in_check(layout.men(), squares, !turn))
    };
    let bytes = (0..layout.size()).map(|index| if is_legal(index) { Byte::DRAW } else { Byte::ILLEGAL });
    let bytes = bytes.collect();
    Ending::new(layout, bytes)
}

struct Builder<'a> {
    layout: Layout,
    smaller: &'a dyn Smaller,
    bytes: Vec<Byte>,
    /// For each position a successor that was no win of the other side when last looked at.
    refutations: Vec<usize>,
    /// By half-moves: positions that a move out of the ending wins in so many.
    wins: Vec<Vec<usize>>,
    /// By half-moves: positions that may be lost in so many, for a move out of the ending is.
    losses: Vec<Vec<usize>>,
}

/// A move of one man, not yet held against check.
#[derive(Clone, Copy)]
struct Step {
    man: usize,
    to: Square,
    captured: Option<usize>,
    promotion: Option<Role>,
}

impl Step {
    const fn leaves(self) -> bool {
        self.captured.is_some() || self.promotion.is_some()
    }
}

impl Builder<'_> {
    /// Marks what is not legal, notes the moves that leave the ending, and returns the mates.
    fn look_at_all(&mut self, stop: &StopToken) -> Result<Vec<usize>, Stopped> {
        let mut mates = Vec::new();
        for index in 0..self.layout.size() {
            if index % STRIDE == 0 {
                stop.check()?;
            }
            let placement = self.layout.placement(index);
            let Some((squares, turn)) =
                placement.filter(|(squares, turn)| !in_check(self.layout.men(), *squares, !*turn))
            else {
                self.bytes[index] = Byte::ILLEGAL;
                continue;
            };
            if self.note_exits(index, squares, turn) == Mobility::Stuck
                && in_check(self.layout.men(), squares, turn)
            {
                self.bytes[index] = Byte::decided(0);
                mates.push(index);
            }
        }
        Ok(mates)
    }

    /// Notes at which distance moves out of the ending decide a position, and whether there is any move.
    fn note_exits(&mut self, index: usize, squares: Squares, turn: Color) -> Mobility {
        let (mut mobility, mut win, mut loss) = (Mobility::Stuck, None, None);
        let exits = self.exits(squares, turn);
        let _ = self.each_step(squares, turn, |step| {
            if mobility == Mobility::Free && exits == Exits::None {
                return ControlFlow::Break(());
            }
            if mobility == Mobility::Free && !step.leaves() {
                return ControlFlow::Continue(());
            }
            let byte = if step.leaves() { self.after_leaving(squares, turn, step) } else { None };
            let legal = match byte {
                Some(byte) => byte != Byte::ILLEGAL,
                None => self.is_legal(squares, turn, step),
            };
            if legal {
                mobility = Mobility::Free;
                match byte.and_then(Byte::plies).map(usize::from) {
                    Some(plies) if plies % 2 == 0 => {
                        win = Some(win.map_or(plies + 1, |best: usize| best.min(plies + 1)));
                    }
                    Some(plies) => loss = loss.max(Some(plies + 1)),
                    None => {}
                }
            }
            ControlFlow::Continue(())
        });
        note(&mut self.wins, win, index);
        note(&mut self.losses, loss, index);
        mobility
    }

    /// Whether a move of the side to move may leave the ending: there is something to take or to promote.
    fn exits(&self, squares: Squares, turn: Color) -> Exits {
        let last = turn.fold_wb(Rank::Seventh, Rank::Second);
        let found = self.layout.men().iter().zip(squares).any(|(man, square)| match man.role {
            Role::King => false,
            Role::Pawn if man.color == turn => square.rank() == last,
            _ => man.color != turn,
        });
        if found { Exits::Some } else { Exits::None }
    }

    /// Decides what is decided in exactly `plies`, given what was in one less.
    fn one_back(&mut self, fresh: &[usize], plies: usize) -> Vec<usize> {
        let exits = if plies % 2 == 1 { &mut self.wins } else { &mut self.losses };
        let mut candidates = exits.get_mut(plies).map(std::mem::take).unwrap_or_default();
        for &index in fresh {
            self.add_predecessors(index, &mut candidates);
        }
        let mut decided = Vec::new();
        for index in candidates {
            if self.bytes[index] == Byte::DRAW && (plies % 2 == 1 || self.every_move_loses(index, plies)) {
                self.bytes[index] = Byte::decided(plies);
                decided.push(index);
            }
        }
        decided
    }

    /// Adds the positions from which a move that stays in the ending leads here.
    fn add_predecessors(&self, index: usize, to: &mut Vec<usize>) {
        let Some((squares, turn)) = self.layout.placement(index) else { return };
        let (men, mover) = (self.layout.men(), !turn);
        let occupied = occupied(men, squares);
        for (man, &piece) in men.iter().enumerate().filter(|(_, piece)| piece.color == mover) {
            let origins = match piece.role {
                Role::Pawn => pawn_origins(squares[man], mover, occupied),
                _ => attacks::attacks(squares[man], piece, occupied) & !occupied,
            };
            for origin in origins {
                let mut before = squares;
                before[man] = origin;
                to.extend(self.layout.index(before, mover).filter(|&index| self.bytes[index] == Byte::DRAW));
            }
        }
    }

    /// Whether every legal move reaches a win of the other side in fewer than `plies`. The move that
    /// does not is remembered: nothing has to be looked at again before it is decided.
    fn every_move_loses(&mut self, index: usize, plies: usize) -> bool {
        let refutation = self.refutations[index];
        if refutation != NO_REFUTATION && self.bytes[refutation] == Byte::DRAW {
            return false;
        }
        let Some((squares, turn)) = self.layout.placement(index) else { return false };
        let mut refutation = NO_REFUTATION;
        let found = self.each_step(squares, turn, |step| {
            let next = if step.leaves() { None } else { self.after_staying(squares, turn, step) };
            let byte = match next {
                Some(next) => Some(self.bytes[next]),
                None if step.leaves() => self.after_leaving(squares, turn, step),
                None => None,
            };
            let loses = match byte {
                None | Some(Byte::ILLEGAL) => true,
                Some(byte) => {
                    byte.plies().map(usize::from).is_some_and(|after| after % 2 == 1 && after < plies)
                }
            };
            if loses {
                return ControlFlow::Continue(());
            }
            refutation = next.unwrap_or(NO_REFUTATION);
            ControlFlow::Break(())
        });
        self.refutations[index] = refutation;
        found.is_continue()
    }

    /// The number of the placement that a move within the ending leads to; None where the kings touch.
    fn after_staying(&self, squares: Squares, turn: Color, step: Step) -> Option<usize> {
        let mut next = squares;
        next[step.man] = step.to;
        self.layout.index(next, !turn)
    }

    /// What a capture or promotion leads to; None where the move is not legal.
    fn after_leaving(&self, squares: Squares, turn: Color, step: Step) -> Option<Byte> {
        if !self.is_legal(squares, turn, step) {
            return None;
        }
        let mut men = [(Color::White.king(), Square::A1); super::index::MOST_MEN];
        let mut count = 0;
        for (man, &piece) in self.layout.men().iter().enumerate() {
            if step.captured == Some(man) {
                continue;
            }
            men[count] = if man == step.man {
                (step.promotion.unwrap_or(piece.role).of(piece.color), step.to)
            } else {
                (piece, squares[man])
            };
            count += 1;
        }
        let byte = self.smaller.look_up(&men[..count], !turn);
        Some(byte.unwrap_or_else(|| unreachable!("smaller endings are built first")))
    }

    /// Whether the mover's king is safe after a move.
    fn is_legal(&self, squares: Squares, turn: Color, step: Step) -> bool {
        let mut next = squares;
        next[step.man] = step.to;
        is_safe(self.layout.men(), next, turn, step.captured)
    }

    /// Calls `visit` with every move of the side to move, checks not regarded, until it breaks off.
    fn each_step(
        &self,
        squares: Squares,
        turn: Color,
        mut visit: impl FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let men = self.layout.men();
        let occupied = occupied(men, squares);
        for (man, &piece) in men.iter().enumerate().filter(|(_, piece)| piece.color == turn) {
            for to in destinations(squares[man], piece, occupied) {
                let captured = (0..men.len()).find(|&other| other != man && squares[other] == to);
                if captured.is_some_and(|other| men[other].color == turn || men[other].role == Role::King) {
                    continue;
                }
                if piece.role == Role::Pawn && to.rank() == turn.fold_wb(Rank::Eighth, Rank::First) {
                    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                        visit(Step { man, to, captured, promotion: Some(role) })?;
                    }
                } else {
                    visit(Step { man, to, captured, promotion: None })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Whether a side has a legal move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mobility {
    Free,
    Stuck,
}

/// Whether no man attacks the king of `color`, the captured one not counted.
fn is_safe(men: &[Piece], squares: Squares, color: Color, captured: Option<usize>) -> bool {
    let king = squares[usize::from(color == Color::Black)];
    let occupied = occupied(men, squares);
    let standing = men.iter().zip(squares).enumerate().filter(|&(man, _)| captured != Some(man));
    standing
        .filter(|(_, (piece, _))| piece.color != color)
        .all(|(_, (&piece, square))| !attacks::attacks(square, piece, occupied).contains(king))
}

/// Whether the king of `color` is attacked.
fn in_check(men: &[Piece], squares: Squares, color: Color) -> bool {
    !is_safe(men, squares, color, None)
}

fn occupied(men: &[Piece], squares: Squares) -> Bitboard {
    squares[..men.len()].iter().copied().collect()
}

/// Whether a move may leave the ending.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exits {
    Some,
    None,
}

/// Squares that a man can go to, other men's squares among them; a pawn's only where it may.
fn destinations(from: Square, piece: Piece, occupied: Bitboard) -> Bitboard {
    let reach = attacks::attacks(from, piece, occupied);
    if piece.role != Role::Pawn {
        return reach;
    }
    let ahead = piece.color.fold_wb(8, -8);
    let mut to = reach & occupied;
    if let Some(one) = from.offset(ahead).filter(|&one| !occupied.contains(one)) {
        to.add(one);
        let home = piece.color.fold_wb(Rank::Second, Rank::Seventh);
        to.extend(one.offset(ahead).filter(|&two| from.rank() == home && !occupied.contains(two)));
    }
    to
}

/// Squares from which a pawn can have come without taking anything.
fn pawn_origins(to: Square, color: Color, occupied: Bitboard) -> Bitboard {
    let back = color.fold_wb(-8, 8);
    let (home, beyond) = color.fold_wb((Rank::Second, Rank::First), (Rank::Seventh, Rank::Eighth));
    let mut from = Bitboard::EMPTY;
    if let Some(one) = to.offset(back).filter(|&one| one.rank() != beyond && !occupied.contains(one)) {
        from.add(one);
        from.extend(one.offset(back).filter(|&two| two.rank() == home && !occupied.contains(two)));
    }
    from
}

fn note(by_plies: &mut Vec<Vec<usize>>, plies: Option<usize>, index: usize) {
    let Some(plies) = plies else { return };
    if by_plies.len() <= plies {
        by_plies.resize_with(plies + 1, Vec::new);
    }
    by_plies[plies].push(index);
}
