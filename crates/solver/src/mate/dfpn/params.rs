//! Parameters of the df-pn search: initial proof and disproof numbers, and the schedule of mate lengths.
//! Tuned on mate problems.

/// The unit of proof and disproof numbers: one legal reply.
pub(super) const UNIT: u32 = 16;
/// A check: proof number for each flight square.
pub(super) const CHECK_PER_FLIGHT: u32 = 12;
/// A check: proof number for each capture of the checking piece.
pub(super) const CHECK_PER_CAPTURE: u32 = 24;
/// A check: proof number for each interposition. Most only lose a piece.
pub(super) const CHECK_PER_BLOCK: u32 = 8;
/// A quiet move: the lowest proof number.
pub(super) const QUIET: u32 = 32;
/// A quiet move: proof number for each flight square.
pub(super) const QUIET_PER_FLIGHT: u32 = 24;
/// A quiet move: the most that its proof number is raised where it threatens little.
pub(super) const MAX_THREAT: u32 = 64;
/// A quiet move is raised by the proof number of the check that it threatens, divided by this.
pub(super) const THREAT_DIVISOR: u32 = 2;
/// The epsilon of the 1 + epsilon trick, as a divisor: a child may exceed the second-best number by this part
/// before another child is searched.
pub(super) const EPSILON_DIVISOR: u32 = 4;
/// The smallest slice for one mate length, in nodes.
pub(super) const MIN_SLICE: u64 = 500;
/// A slice is this part of the work already spent on the same mate length.
pub(super) const SLICE_DIVISOR: u64 = 8;
/// Mates by the side to move get this many times the work of mates by the opponent.
pub(super) const SIDE_TO_MOVE_FACTOR: u64 = 20;
/// The mate lengths searched while no mate is known, in moves, and the share of each in the work. A search with
/// a few moves to spare is as good as one with the right length, so few lengths do; mates shorter than the first
/// are found on the way or by the exhaustive search.
pub(super) const LENGTHS: [(u8, u64); 5] = [(7, 30), (10, 100), (15, 60), (25, 25), (45, 10)];
/// The shares of lengths one, two, three and more moves below the known mate.
pub(super) const BELOW_1: u64 = 100;
pub(super) const BELOW_2: u64 = 60;
pub(super) const BELOW_3: u64 = 40;
pub(super) const BELOW_MORE: u64 = 20;
/// A mate of this length or less is soon proven the shortest.
pub(super) const SHORT_MATE_MOVES: u8 = 6;

/// The proof number of a quiet move that leaves the king so many flight squares.
pub(super) const fn quiet_proof_number(flights: u32) -> u32 {
    QUIET + QUIET_PER_FLIGHT * flights
}
