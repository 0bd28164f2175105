//! The weights of the evaluation: what each term is worth in the middlegame and in the endgame, in
//! centipawns. `matescope tune` makes this file; what the terms are, `terms` says.

use super::taper::{Taper, taper};
use super::terms::{COUNT, danger};

#[rustfmt::skip]
pub(super) static WEIGHTS: [Taper; COUNT] = [
    // MATERIAL: pawn, knight, bishop, rook, queen
    taper(82, 94), taper(337, 281), taper(365, 297), taper(477, 512), taper(1025, 936),
    // PLACEMENT: men on their squares: pawn to king, a8 to h8 first, White below
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(98, 178), taper(134, 173), taper(61, 158), taper(95, 134), taper(68, 147), taper(126, 132), taper(34, 165), taper(-11, 187),
    taper(-6, 94), taper(7, 100), taper(26, 85), taper(31, 67), taper(65, 56), taper(56, 53), taper(25, 82), taper(-20, 84),
    taper(-14, 32), taper(13, 24), taper(6, 13), taper(21, 5), taper(23, -2), taper(12, 4), taper(17, 17), taper(-23, 17),
    taper(-27, 13), taper(-2, 9), taper(-5, -3), taper(12, -7), taper(17, -7), taper(6, -8), taper(10, 3), taper(-25, -1),
    taper(-26, 4), taper(-4, 7), taper(-4, -6), taper(-10, 1), taper(3, 0), taper(3, -5), taper(33, -1), taper(-12, -8),
    taper(-35, 13), taper(-1, 8), taper(-20, 8), taper(-23, 10), taper(-15, 13), taper(24, 0), taper(38, 2), taper(-22, -7),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(-167, -58), taper(-89, -38), taper(-34, -13), taper(-49, -28), taper(61, -31), taper(-97, -27), taper(-15, -63), taper(-107, -99),
    taper(-73, -25), taper(-41, -8), taper(72, -25), taper(36, -2), taper(23, -9), taper(62, -25), taper(7, -24), taper(-17, -52),
    taper(-47, -24), taper(60, -20), taper(37, 10), taper(65, 9), taper(84, -1), taper(129, -9), taper(73, -19), taper(44, -41),
    taper(-9, -17), taper(17, 3), taper(19, 22), taper(53, 22), taper(37, 22), taper(69, 11), taper(18, 8), taper(22, -18),
    taper(-13, -18), taper(4, -6), taper(16, 16), taper(13, 25), taper(28, 16), taper(19, 17), taper(21, 4), taper(-8, -18),
    taper(-23, -23), taper(-9, -3), taper(12, -1), taper(10, 15), taper(19, 10), taper(17, -3), taper(25, -20), taper(-16, -22),
    taper(-29, -42), taper(-53, -20), taper(-12, -10), taper(-3, -5), taper(-1, -2), taper(18, -20), taper(-14, -23), taper(-19, -44),
    taper(-105, -29), taper(-21, -51), taper(-58, -23), taper(-33, -15), taper(-17, -22), taper(-28, -18), taper(-19, -50), taper(-23, -64),
    taper(-29, -14), taper(4, -21), taper(-82, -11), taper(-37, -8), taper(-25, -7), taper(-42, -9), taper(7, -17), taper(-8, -24),
    taper(-26, -8), taper(16, -4), taper(-18, 7), taper(-13, -12), taper(30, -3), taper(59, -13), taper(18, -4), taper(-47, -14),
    taper(-16, 2), taper(37, -8), taper(43, 0), taper(40, -1), taper(35, -2), taper(50, 6), taper(37, 0), taper(-2, 4),
    taper(-4, -3), taper(5, 9), taper(19, 12), taper(50, 9), taper(37, 14), taper(37, 10), taper(7, 3), taper(-2, 2),
    taper(-6, -6), taper(13, 3), taper(13, 13), taper(26, 19), taper(34, 7), taper(12, 10), taper(10, -3), taper(4, -9),
    taper(0, -12), taper(15, -3), taper(15, 8), taper(15, 10), taper(14, 13), taper(27, 3), taper(18, -7), taper(10, -15),
    taper(4, -14), taper(15, -18), taper(16, -7), taper(0, -1), taper(7, 4), taper(21, -9), taper(33, -15), taper(1, -27),
    taper(-33, -23), taper(-3, -9), taper(-14, -23), taper(-21, -5), taper(-13, -9), taper(-12, -16), taper(-39, -5), taper(-21, -17),
    taper(32, 13), taper(42, 10), taper(32, 18), taper(51, 15), taper(63, 12), taper(9, 12), taper(31, 8), taper(43, 5),
    taper(27, 11), taper(32, 13), taper(58, 13), taper(62, 11), taper(80, -3), taper(67, 3), taper(26, 8), taper(44, 3),
    taper(-5, 7), taper(19, 7), taper(26, 7), taper(36, 5), taper(17, 4), taper(45, -3), taper(61, -5), taper(16, -3),
    taper(-24, 4), taper(-11, 3), taper(7, 13), taper(26, 1), taper(24, 2), taper(35, 1), taper(-8, -1), taper(-20, 2),
    taper(-36, 3), taper(-26, 5), taper(-12, 8), taper(-1, 4), taper(9, -5), taper(-7, -6), taper(6, -8), taper(-23, -11),
    taper(-45, -4), taper(-25, 0), taper(-16, -5), taper(-17, -1), taper(3, -7), taper(0, -12), taper(-5, -8), taper(-33, -16),
    taper(-44, -6), taper(-16, -6), taper(-20, 0), taper(-9, 2), taper(-1, -9), taper(11, -9), taper(-6, -11), taper(-71, -3),
    taper(-19, -9), taper(-13, 2), taper(1, 3), taper(17, -1), taper(16, -5), taper(7, -13), taper(-37, 4), taper(-26, -20),
    taper(-28, -9), taper(0, 22), taper(29, 22), taper(12, 27), taper(59, 27), taper(44, 19), taper(43, 10), taper(45, 20),
    taper(-24, -17), taper(-39, 20), taper(-5, 32), taper(1, 41), taper(-16, 58), taper(57, 25), taper(28, 30), taper(54, 0),
    taper(-13, -20), taper(-17, 6), taper(7, 9), taper(8, 49), taper(29, 47), taper(56, 35), taper(47, 19), taper(57, 9),
    taper(-27, 3), taper(-27, 22), taper(-16, 24), taper(-16, 45), taper(-1, 57), taper(17, 40), taper(-2, 57), taper(1, 36),
    taper(-9, -18), taper(-26, 28), taper(-9, 19), taper(-10, 47), taper(-2, 31), taper(-4, 34), taper(3, 39), taper(-3, 23),
    taper(-14, -16), taper(2, -27), taper(-11, 15), taper(-2, 6), taper(-5, 9), taper(2, 17), taper(14, 10), taper(5, 5),
    taper(-35, -22), taper(-8, -23), taper(11, -30), taper(2, -16), taper(8, -16), taper(15, -23), taper(-3, -36), taper(1, -32),
    taper(-1, -33), taper(-18, -28), taper(-9, -22), taper(10, -43), taper(-15, -5), taper(-25, -32), taper(-31, -20), taper(-50, -41),
    taper(-65, -74), taper(23, -35), taper(16, -18), taper(-15, -18), taper(-56, -11), taper(-34, 15), taper(2, 4), taper(13, -17),
    taper(29, -12), taper(-1, 17), taper(-20, 14), taper(-7, 17), taper(-8, 17), taper(-4, 38), taper(-38, 23), taper(-29, 11),
    taper(-9, 10), taper(24, 17), taper(2, 23), taper(-16, 15), taper(-20, 20), taper(6, 45), taper(22, 44), taper(-22, 13),
    taper(-17, -8), taper(-20, 22), taper(-12, 24), taper(-27, 27), taper(-30, 26), taper(-25, 33), taper(-14, 26), taper(-36, 3),
    taper(-49, -18), taper(-1, -4), taper(-27, 21), taper(-39, 24), taper(-46, 27), taper(-44, 23), taper(-33, 9), taper(-51, -11),
    taper(-14, -19), taper(-14, -3), taper(-22, 11), taper(-46, 21), taper(-44, 23), taper(-30, 16), taper(-15, 7), taper(-27, -9),
    taper(1, -27), taper(7, -11), taper(-8, 4), taper(-64, 13), taper(-43, 14), taper(-16, 4), taper(9, -5), taper(8, -17),
    taper(-15, -53), taper(36, -34), taper(12, -21), taper(-54, -11), taper(8, -28), taper(-28, -14), taper(24, -24), taper(14, -43),
    // TEMPO: being the one to move
    taper(18, 12),
    // KNIGHT_MOBILITY: knight, by the squares it can go to
    taper(-39, -36), taper(-34, -26), taper(-9, -15), taper(-4, -9), taper(0, 0), taper(6, 3), taper(11, 6), taper(15, 8),
    taper(18, 10),
    // BISHOP_MOBILITY: bishop, by the squares it can go to
    taper(-59, -40), taper(-43, -26), taper(-21, -18), taper(-15, -12), taper(-8, -7), taper(0, 0), taper(2, 5), taper(7, 6),
    taper(7, 9), taper(10, 12), taper(18, 14), taper(18, 18), taper(24, 18), taper(28, 22),
    // ROOK_MOBILITY: rook, by the squares it can go to
    taper(-40, -75), taper(-22, -52), taper(-14, -34), taper(-11, -23), taper(-8, -17), taper(-7, -12), taper(0, 0), taper(4, 2),
    taper(13, 8), taper(12, 12), taper(14, 17), taper(17, 21), taper(22, 22), taper(23, 23), taper(29, 24),
    // QUEEN_MOBILITY: queen, by the squares it can go to
    taper(-63, -62), taper(-52, -54), taper(-38, -45), taper(-38, -41), taper(-31, -34), taper(-26, -26), taper(-23, -24), taper(-15, -19),
    taper(-14, -16), taper(-11, -11), taper(-6, -10), taper(-4, -6), taper(-4, -3), taper(0, 0), taper(1, 1), taper(2, 2),
    taper(3, 5), taper(4, 6), taper(8, 8), taper(13, 9), taper(13, 11), taper(20, 18), taper(22, 20), taper(22, 22),
    taper(24, 26), taper(26, 28), taper(28, 34), taper(30, 37),
    // BISHOP_PAIR: bishops of both colors
    taper(24, 48),
    // ROOK_PAIR: a second rook
    taper(-10, -12),
    // KNIGHT_BY_PAWNS: knight, for each own pawn beyond five
    taper(3, 5),
    // ROOK_BY_PAWNS: rook, for each own pawn beyond five
    taper(-3, -3),
    // OUTPOST: on an outpost: knight, bishop; knight that reaches one
    taper(28, 14), taper(16, 8), taper(12, 8),
    // MINOR_BEHIND_PAWN: minor piece behind a pawn: knight, bishop
    taper(9, 2), taper(7, 2),
    // MINOR_FROM_KING: for each king move from the own king: knight, bishop
    taper(-4, -2), taper(-3, -2),
    // PAWN_ON_BISHOPS_COLOR: own pawns on a bishop's color; while pawns in the center are blocked
    taper(-1, -3), taper(-1, -1),
    // LONG_DIAGONAL: bishop that sees both squares of the center
    taper(20, 4),
    // BURIED_BISHOP: bishop shut in on the enemy's rook pawn's square
    taper(-60, -70),
    // ROOK_FILE: rook on an open file, on one without own pawns
    taper(30, 10), taper(14, 6),
    // ROOK_ON_QUEENS_FILE: rook on a file with a queen
    taper(5, 4),
    // ROOK_ON_SEVENTH: rook on the seventh rank, king or pawns there
    taper(2, 18),
    // ROOK_SHUT_IN: rook that the own king shuts in
    taper(-30, -6),
    // ISOLATED: isolated pawn: behind an enemy pawn, on a half-open file
    taper(-4, -6), taper(-10, -12),
    // BACKWARD: backward pawn: behind an enemy pawn, on a half-open file
    taper(-4, -8), taper(-12, -12),
    // DOUBLED: doubled pawn: with support, without
    taper(-3, -12), taper(-10, -22),
    // WEAK_LEVER: pawn without support that two pawns attack
    taper(0, -18),
    // PHALANX: pawn beside a pawn, by rank from two to seven
    taper(2, 0), taper(8, 4), taper(10, 8), taper(24, 22), taper(50, 50), taper(80, 80),
    // SUPPORTED: pawn that a pawn protects, by rank from two to seven
    taper(0, 0), taper(11, 6), taper(9, 6), taper(14, 12), taper(34, 34), taper(60, 60),
    // CANDIDATE: pawn that a push may make passed, by rank from two to seven
    taper(-4, 4), taper(-2, 6), taper(4, 14), taper(14, 28), taper(26, 40), taper(0, 0),
    // PASSED: passed pawn, by rank from two to seven
    taper(-2, 4), taper(-6, 8), taper(-4, 20), taper(10, 36), taper(28, 60), taper(40, 90),
    // PASSED_FROM_EDGE: passed pawn, by its distance from the edge
    taper(4, 8), taper(0, 2), taper(-6, -2), taper(-8, -4),
    // PASSED_PROTECTED: passed pawn with a pawn's support or company
    taper(8, 14),
    // PASSED_ENEMY_KING: for each king move from the enemy king to the square ahead, by rank
    taper(0, 1), taper(0, 3), taper(0, 6), taper(0, 11), taper(0, 17), taper(0, 20),
    // PASSED_OWN_KING: for each king move from the own king to the square ahead, by rank
    taper(0, -1), taper(0, -2), taper(0, -4), taper(0, -7), taper(0, -9), taper(0, -9),
    // PASSED_BLOCKED: passed pawn that an enemy man stops, by rank
    taper(0, 0), taper(0, -4), taper(-2, -10), taper(-6, -20), taper(-14, -36), taper(-26, -60),
    // PASSED_SAFE_STEP: passed pawn whose next square the enemy does not attack, by rank
    taper(0, 0), taper(0, 2), taper(2, 6), taper(4, 14), taper(10, 26), taper(16, 40),
    // PASSED_SAFE_PATH: passed pawn whose whole way the enemy does not attack, by rank
    taper(0, 0), taper(0, 2), taper(2, 6), taper(8, 16), taper(16, 30), taper(26, 50),
    // PASSED_ROOK_BEHIND: rook behind a passed pawn: own, the enemy's
    taper(6, 16), taper(-6, -14),
    // UNSTOPPABLE: passed pawn that a lone king cannot catch
    taper(0, 400),
    // SHELTER: own pawn before the king, by the file's distance from the edge and by rank, 0 none
    taper(-11, 0), taper(28, 0), taper(34, 0), taper(18, 0), taper(10, 0), taper(0, 0), taper(3, 0), taper(-8, 0),
    taper(-27, 0), taper(19, 0), taper(8, 0), taper(-30, 0), taper(-21, 0), taper(-13, 0), taper(-36, 0), taper(-8, 0),
    taper(-12, 0), taper(26, 0), taper(2, 0), taper(-9, 0), taper(6, 0), taper(-7, 0), taper(-28, 0), taper(-8, 0),
    taper(-26, 0), taper(-14, 0), taper(-21, 0), taper(-31, 0), taper(-30, 0), taper(-38, 0), taper(-83, 0), taper(-8, 0),
    // STORM: enemy pawn that comes, by the file's distance from the edge and by rank, 0 none
    taper(0, 0), taper(-5, 0), taper(-38, 0), taper(-22, 0), taper(-10, 0), taper(-4, 0), taper(-2, 0), taper(0, 0),
    taper(0, 0), taper(0, 0), taper(-30, 0), taper(-22, 0), taper(-8, 0), taper(-4, 0), taper(-2, 0), taper(0, 0),
    taper(0, 0), taper(0, 0), taper(-28, 0), taper(-22, 0), taper(-8, 0), taper(-4, 0), taper(-2, 0), taper(0, 0),
    taper(0, 0), taper(0, 0), taper(-26, 0), taper(-20, 0), taper(-10, 0), taper(-2, 0), taper(0, 0), taper(0, 0),
    // STORM_BLOCKED: enemy pawn that an own one stops, by rank
    taper(0, 0), taper(0, 0), taper(-10, -8), taper(-3, -4), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    // KING_WITHOUT_PAWNS: no pawn at all on the king's wing
    taper(-10, -30),
    // KING_FROM_PAWNS: for each king move from the nearest pawn
    taper(0, -7),
    // KING_DEFENDERS: own pawns and minor pieces about the king
    taper(-14, 0), taper(-6, 0), taper(0, 0), taper(4, 0), taper(10, 0), taper(16, 0), taper(20, 0), taper(22, 0),
    // PAWN_THREAT: safe pawn that attacks a piece
    taper(56, 32),
    // PUSH_THREAT: pawn that can attack a piece by a safe push
    taper(16, 12),
    // MINOR_THREAT: minor piece that attacks a pawn, knight, bishop, rook, queen
    taper(3, 12), taper(30, 16), taper(38, 18), taper(52, 40), taper(44, 48),
    // ROOK_THREAT: rook that attacks a weak pawn, knight, bishop, rook, queen
    taper(2, 16), taper(22, 26), taper(22, 24), taper(0, 14), taper(34, 16),
    // KING_THREAT: king that attacks something weak
    taper(12, 32),
    // HANGING: attacked and not protected
    taper(34, 14),
    // QUEEN_GUARD: attacked, and only a queen protects it
    taper(6, 0),
    // RESTRICTED: square that both sides attack and the enemy does not hold
    taper(4, 3),
    // QUEEN_HARASSED: safe square from which a knight, a slider attacks the queen
    taper(9, 5), taper(30, 7),
    // SPACE: room behind the own pawns, with the pieces to use it
    taper(2, 0),
    // INITIATIVE: to the better side: passed pawn, pawn, kings past each other, king far up, pawns on both wings, no pieces, nothing to play with, always
    taper(0, 4), taper(0, 4), taper(0, 4), taper(0, 5), taper(0, 9), taper(0, 20), taper(0, -18), taper(0, -42),
];

/// What endangers a king, in units that are weighed when they are added up.
#[rustfmt::skip]
pub(super) static DANGER: [i32; danger::COUNT] = [
    // ATTACKER: attacker: knight, bishop, rook, queen
    48, 24, 36, 30,
    // HITS: square about the king that a piece attacks, for each piece
    28,
    // WEAK: square about the king that is not held
    42,
    // NO_QUEEN: the enemy has no queen
    -237,
    // SAFE_CHECK: safe check: knight, bishop, rook, queen
    112, 59, 90, 93,
    // UNSAFE_CHECK: other check
    20,
    // PINNED: man that shields the king from a line
    30,
    // OPEN_FILE: file near the king without own pawns, without any
    14, 24,
    // FLANK: square of the king's camp that the enemy attacks; that is attacked twice; that is held
    5, 6, -3,
    // KNIGHT_AT_HOME: own knight that covers squares about the king
    -30,
    // PAWN_HITS: square about the king that a pawn attacks
    20,
    // ALWAYS: whenever there is an attack at all
    -70,
];
