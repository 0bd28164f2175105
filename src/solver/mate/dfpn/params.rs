//! The numbers of the first guess and of the plan: measured on mate problems, not derived.

/// The work that one unanswered reply is taken for: the unit of all proof and disproof numbers.
pub(super) const UNIT: u32 = 16;
/// A check: work for each square that the king can go to.
pub(super) const CHECK_PER_FLIGHT: u32 = 16;
/// A check: work for each capture of the checker.
pub(super) const CHECK_PER_CAPTURE: u32 = 24;
/// A check: work for each man that can step in between. Most are lost for nothing.
pub(super) const CHECK_PER_BLOCK: u32 = 8;
/// A move that gives no check: the least work.
pub(super) const QUIET: u32 = 80;
/// A move that gives no check: work for each square that the king can go to.
pub(super) const QUIET_PER_FLIGHT: u32 = 16;
/// The part of the second-best number by which a child may get worse before another one is looked at.
pub(super) const EPSILON_DIVISOR: u32 = 4;
/// The least slice of work for one number of moves, in positions.
pub(super) const MIN_SLICE: u64 = 500;
/// A slice is such a part of what was spent on the same number of moves before.
pub(super) const SLICE_DIVISOR: u64 = 8;
/// The side to move gets so many times the work of the other one.
pub(super) const SIDE_TO_MOVE_FACTOR: u64 = 20;
/// Shares of the work for numbers of moves, while no mate is known.
/// Up to four moves, the exhaustive search is there.
pub(super) const SHARE_3: u64 = 5;
pub(super) const SHARE_4: u64 = 20;
pub(super) const SHARE_5: u64 = 60;
pub(super) const SHARE_6: u64 = 80;
pub(super) const SHARE_8: u64 = 100;
pub(super) const SHARE_10: u64 = 80;
pub(super) const SHARE_15: u64 = 50;
pub(super) const SHARE_24: u64 = 30;
pub(super) const SHARE_MORE: u64 = 20;
/// Shares for one, two, three and more moves below the mate that is known.
pub(super) const BELOW_1: u64 = 100;
pub(super) const BELOW_2: u64 = 60;
pub(super) const BELOW_3: u64 = 40;
pub(super) const BELOW_MORE: u64 = 20;
/// A mate in so many moves or fewer is soon shown to be the shortest.
pub(super) const SHORT_MATE_MOVES: u8 = 6;
/// What is known for another number of moves serves as a guess, when the numbers differ by less than this.
pub(super) const HINT_MAX_DIFFERENCE: u8 = 2;
