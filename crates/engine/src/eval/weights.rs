//! The weights of the evaluation: the middlegame and endgame value of each term, in centipawns. Written by
//! the tuner (`matescope-tune fit`); the terms are explained in `terms`.

use super::taper::{Taper, taper};
use super::terms::{COUNT, danger};

#[rustfmt::skip]
pub(crate) static WEIGHTS: [Taper; COUNT] = [
    // pawn, knight, bishop, rook, queen
    taper(67, 117), taper(316, 349), taper(333, 394), taper(442, 634), taper(1128, 1065),
    // pieces on their squares: pawn to king, a8 to h8 first, White below
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(93, 134), taper(114, 185), taper(63, 139), taper(95, 142), taper(71, 157), taper(128, 141), taper(34, 162), taper(-10, 165),
    taper(-5, 84), taper(7, 99), taper(26, 73), taper(25, 56), taper(54, 56), taper(54, 54), taper(26, 79), taper(-18, 74),
    taper(-14, 32), taper(8, 22), taper(6, 12), taper(22, 5), taper(17, -3), taper(6, 3), taper(18, 16), taper(-21, 16),
    taper(-22, 15), taper(-1, 11), taper(-1, -2), taper(15, -8), taper(11, -5), taper(9, -7), taper(8, 3), taper(-27, -1),
    taper(-18, 3), taper(-8, 5), taper(-2, -4), taper(-12, 0), taper(3, 1), taper(1, -5), taper(29, -2), taper(-9, -8),
    taper(-28, 15), taper(-1, 9), taper(-19, 8), taper(-16, 11), taper(-11, 11), taper(15, 1), taper(36, 2), taper(-16, -6),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(-152, -58), taper(-90, -38), taper(-34, -13), taper(-49, -28), taper(60, -31), taper(-98, -27), taper(-15, -63), taper(-101, -96),
    taper(-69, -24), taper(-39, -7), taper(69, -26), taper(36, -2), taper(23, -9), taper(57, -26), taper(7, -24), taper(-17, -52),
    taper(-46, -24), taper(52, -20), taper(40, 10), taper(59, 9), taper(80, -1), taper(124, -10), taper(71, -19), taper(45, -41),
    taper(-8, -16), taper(15, 3), taper(19, 24), taper(47, 22), taper(40, 21), taper(50, 11), taper(21, 8), taper(24, -18),
    taper(-14, -18), taper(5, -7), taper(19, 18), taper(13, 27), taper(28, 16), taper(22, 19), taper(23, 5), taper(-6, -18),
    taper(-22, -23), taper(-8, -3), taper(7, -1), taper(11, 16), taper(18, 9), taper(13, -3), taper(24, -20), taper(-13, -21),
    taper(-30, -44), taper(-51, -19), taper(-10, -10), taper(-6, -5), taper(0, -2), taper(21, -19), taper(-14, -24), taper(-20, -41),
    taper(-104, -29), taper(-25, -57), taper(-54, -22), taper(-36, -15), taper(-16, -22), taper(-30, -19), taper(-21, -52), taper(-23, -64),
    taper(-30, -15), taper(4, -21), taper(-80, -11), taper(-36, -8), taper(-25, -7), taper(-42, -9), taper(7, -17), taper(-8, -23),
    taper(-26, -7), taper(15, -4), taper(-18, 7), taper(-12, -12), taper(30, -3), taper(54, -13), taper(17, -4), taper(-46, -14),
    taper(-15, 2), taper(36, -8), taper(33, 0), taper(40, -1), taper(38, -2), taper(48, 6), taper(37, 0), taper(-2, 4),
    taper(-4, -3), taper(6, 10), taper(18, 11), taper(47, 10), taper(29, 14), taper(39, 10), taper(10, 3), taper(-2, 2),
    taper(-6, -6), taper(13, 3), taper(14, 13), taper(24, 19), taper(35, 7), taper(12, 11), taper(11, -3), taper(4, -9),
    taper(1, -11), taper(16, -3), taper(15, 8), taper(17, 10), taper(9, 13), taper(22, 3), taper(16, -7), taper(11, -16),
    taper(4, -14), taper(13, -16), taper(16, -7), taper(-1, -2), taper(8, 3), taper(22, -8), taper(23, -19), taper(1, -26),
    taper(-32, -22), taper(-3, -9), taper(-8, -19), taper(-20, -5), taper(-13, -8), taper(-16, -16), taper(-40, -5), taper(-21, -17),
    taper(32, 13), taper(41, 10), taper(32, 18), taper(50, 15), taper(62, 12), taper(9, 12), taper(31, 8), taper(45, 5),
    taper(28, 10), taper(30, 12), taper(50, 12), taper(60, 11), taper(80, -3), taper(61, 2), taper(24, 7), taper(43, 3),
    taper(-5, 7), taper(20, 7), taper(29, 8), taper(37, 6), taper(17, 4), taper(45, -3), taper(54, -6), taper(16, -3),
    taper(-22, 4), taper(-11, 3), taper(8, 14), taper(28, 1), taper(25, 2), taper(35, 1), taper(-9, -1), taper(-21, 2),
    taper(-35, 3), taper(-24, 6), taper(-12, 8), taper(-1, 5), taper(10, -4), taper(-7, -6), taper(6, -8), taper(-21, -11),
    taper(-43, -4), taper(-24, 0), taper(-14, -4), taper(-16, 0), taper(3, -7), taper(0, -12), taper(-4, -8), taper(-29, -15),
    taper(-34, -5), taper(-16, -6), taper(-19, 0), taper(-9, 2), taper(-1, -9), taper(10, -10), taper(-7, -11), taper(-55, -3),
    taper(-17, -7), taper(-11, 2), taper(-1, 2), taper(11, -2), taper(10, -6), taper(6, -12), taper(-44, 5), taper(-14, -20),
    taper(-27, -9), taper(0, 22), taper(29, 23), taper(12, 28), taper(57, 27), taper(42, 19), taper(43, 10), taper(43, 20),
    taper(-23, -17), taper(-36, 21), taper(-6, 31), taper(1, 42), taper(-16, 59), taper(57, 26), taper(28, 30), taper(47, 0),
    taper(-14, -20), taper(-17, 6), taper(7, 9), taper(8, 48), taper(27, 46), taper(55, 35), taper(47, 20), taper(55, 9),
    taper(-27, 3), taper(-26, 22), taper(-15, 25), taper(-14, 46), taper(-1, 56), taper(17, 40), taper(-3, 57), taper(1, 37),
    taper(-9, -18), taper(-26, 28), taper(-9, 19), taper(-9, 49), taper(-2, 31), taper(-5, 34), taper(3, 39), taper(-3, 23),
    taper(-13, -16), taper(3, -28), taper(-11, 16), taper(-1, 6), taper(-5, 9), taper(1, 16), taper(13, 9), taper(5, 5),
    taper(-36, -22), taper(-7, -21), taper(13, -31), taper(3, -15), taper(6, -17), taper(14, -23), taper(-4, -36), taper(1, -32),
    taper(-1, -33), taper(-17, -27), taper(-9, -22), taper(9, -46), taper(-15, -5), taper(-25, -32), taper(-30, -20), taper(-48, -41),
    taper(-65, -75), taper(23, -35), taper(16, -18), taper(-15, -18), taper(-55, -11), taper(-34, 15), taper(2, 4), taper(13, -17),
    taper(29, -12), taper(-1, 17), taper(-20, 14), taper(-7, 17), taper(-8, 17), taper(-4, 39), taper(-38, 24), taper(-29, 11),
    taper(-9, 10), taper(24, 16), taper(2, 23), taper(-16, 15), taper(-20, 21), taper(6, 44), taper(22, 44), taper(-22, 13),
    taper(-17, -8), taper(-20, 22), taper(-12, 22), taper(-27, 28), taper(-30, 28), taper(-24, 35), taper(-14, 24), taper(-36, 3),
    taper(-49, -17), taper(-1, -4), taper(-27, 21), taper(-40, 22), taper(-45, 29), taper(-44, 24), taper(-33, 9), taper(-52, -12),
    taper(-14, -20), taper(-14, -3), taper(-22, 11), taper(-45, 21), taper(-50, 21), taper(-29, 16), taper(-15, 7), taper(-26, -8),
    taper(1, -27), taper(6, -12), taper(-9, 4), taper(-60, 13), taper(-42, 14), taper(-19, 4), taper(6, -6), taper(7, -18),
    taper(-15, -49), taper(23, -39), taper(16, -18), taper(-55, -11), taper(14, -24), taper(-21, -16), taper(17, -25), taper(16, -35),
    // being the one to move
    taper(33, 19),
    // knight, by the squares it can go to
    taper(-30, -36), taper(-20, -30), taper(-8, -14), taper(-5, -8), taper(3, 0), taper(3, 3), taper(4, 6), taper(11, 8),
    taper(17, 10),
    // bishop, by the squares it can go to
    taper(-37, -35), taper(-31, -23), taper(-18, -20), taper(-15, -12), taper(-8, -9), taper(-2, 0), taper(2, 5), taper(7, 7),
    taper(7, 9), taper(11, 13), taper(16, 14), taper(18, 16), taper(23, 17), taper(27, 22),
    // rook, by the squares it can go to
    taper(-40, -74), taper(-21, -54), taper(-14, -36), taper(-7, -22), taper(-6, -15), taper(-2, -9), taper(0, -1), taper(2, 2),
    taper(7, 7), taper(9, 12), taper(10, 17), taper(17, 20), taper(24, 25), taper(23, 23), taper(28, 25),
    // queen, by the squares it can go to
    taper(-62, -62), taper(-43, -54), taper(-33, -45), taper(-31, -41), taper(-28, -35), taper(-23, -26), taper(-22, -24), taper(-18, -21),
    taper(-11, -16), taper(-11, -12), taper(-9, -9), taper(-5, -6), taper(-5, -3), taper(0, 0), taper(1, 1), taper(2, 2),
    taper(3, 6), taper(4, 7), taper(8, 8), taper(13, 9), taper(14, 11), taper(20, 17), taper(22, 20), taper(22, 22),
    taper(24, 26), taper(25, 27), taper(28, 33), taper(30, 37),
    // bishops of both colors
    taper(19, 41),
    // a second rook
    taper(-10, -12),
    // knight, for each own pawn beyond five
    taper(1, 2),
    // rook, for each own pawn beyond five
    taper(0, -5),
    // on an outpost: knight, bishop; knight that reaches one
    taper(24, 16), taper(16, 10), taper(13, 9),
    // minor piece behind a pawn: knight, bishop
    taper(8, 3), taper(6, 3),
    // for each king move from the own king: knight, bishop
    taper(-4, 2), taper(-3, -1),
    // own pawn on a bishop's color
    taper(-2, -3),
    // bishop that sees both squares of the center
    taper(7, 3),
    // bishop shut in on the enemy's rook pawn's square
    taper(-60, -70),
    // rook on an open file, on one without own pawns
    taper(27, 10), taper(12, 7),
    // rook on a file with a queen
    taper(3, 4),
    // rook on the seventh rank, king or pawns there
    taper(1, 11),
    // rook that the own king shuts in
    taper(-10, -6),
    // isolated pawn: behind an enemy pawn, on a half-open file
    taper(-7, -5), taper(-5, -9),
    // backward pawn: behind an enemy pawn, on a half-open file
    taper(1, -5), taper(-6, -11),
    // doubled pawn: with support, without
    taper(-4, -11), taper(-16, -20),
    // pawn without support that two pawns attack
    taper(0, -18),
    // pawn beside a pawn, by rank from two to seven
    taper(1, 2), taper(7, 2), taper(6, 7), taper(18, 21), taper(51, 53), taper(81, 82),
    // pawn that a pawn protects, by rank from two to seven
    taper(0, 0), taper(6, 6), taper(7, 8), taper(15, 11), taper(38, 36), taper(60, 56),
    // pawn that a push may make passed, by rank from two to seven
    taper(-3, 4), taper(-3, 5), taper(6, 15), taper(3, 24), taper(25, 39), taper(0, 0),
    // passed pawn, by rank from two to seven
    taper(-2, 5), taper(-7, 7), taper(-4, 21), taper(11, 41), taper(28, 60), taper(41, 79),
    // passed pawn, by its distance from the edge
    taper(2, 6), taper(-1, 2), taper(-1, 0), taper(-6, -4),
    // passed pawn with a pawn's support or company
    taper(7, 13),
    // for each king move from the enemy king to the square ahead, by rank
    taper(1, 1), taper(-1, 1), taper(0, 9), taper(-1, 15), taper(0, 23), taper(0, 24),
    // for each king move from the own king to the square ahead, by rank
    taper(0, -1), taper(1, -2), taper(1, -5), taper(2, -6), taper(0, -12), taper(0, -12),
    // passed pawn that an enemy piece blocks, by rank
    taper(0, 0), taper(0, -4), taper(-2, -10), taper(-6, -20), taper(-14, -36), taper(-26, -64),
    // passed pawn whose next square the enemy does not attack, by rank
    taper(0, 0), taper(0, 2), taper(1, 6), taper(4, 18), taper(11, 35), taper(17, 48),
    // passed pawn whose whole way the enemy does not attack, by rank
    taper(0, 0), taper(0, 2), taper(2, 7), taper(8, 20), taper(17, 35), taper(27, 58),
    // rook behind a passed pawn: own, the enemy's
    taper(5, 16), taper(-7, -16),
    // passed pawn that a lone king cannot catch
    taper(0, 392),
    // own pawn before the king, by the file's distance from the edge and by rank, 0 none
    taper(-13, 2), taper(21, 0), taper(22, -2), taper(15, 0), taper(9, -1), taper(0, 0), taper(3, 0), taper(-8, 0),
    taper(-20, 1), taper(13, 0), taper(2, -2), taper(-26, 1), taper(-21, -1), taper(-13, 1), taper(-35, 0), taper(-8, 0),
    taper(-9, 1), taper(19, 1), taper(1, 0), taper(-3, -1), taper(2, 0), taper(-6, 0), taper(-28, 0), taper(-8, 0),
    taper(-30, 1), taper(-3, -1), taper(-10, 0), taper(-25, 1), taper(-24, 0), taper(-41, 0), taper(-77, 0), taper(-8, 0),
    // enemy pawn that comes, by the file's distance from the edge and by rank, 0 none
    taper(-1, -2), taper(-5, 0), taper(-35, 0), taper(-25, 1), taper(-10, 0), taper(-4, 1), taper(-4, -1), taper(0, 0),
    taper(-1, -1), taper(0, 0), taper(-29, 0), taper(-21, 0), taper(-7, 0), taper(-2, 0), taper(-5, 0), taper(0, 0),
    taper(-1, 1), taper(0, 0), taper(-29, 0), taper(-16, 1), taper(-12, 0), taper(-2, 1), taper(0, -1), taper(0, 0),
    taper(0, 1), taper(0, 0), taper(-23, 0), taper(-16, 0), taper(-7, -1), taper(2, 1), taper(0, 1), taper(0, 0),
    // enemy pawn that an own one stops, by rank
    taper(0, 0), taper(0, 0), taper(-11, -9), taper(-2, -3), taper(0, -1), taper(-1, -2), taper(0, 0), taper(0, 0),
    // no pawn at all on the king's wing
    taper(-10, -38),
    // for each king move from the nearest pawn
    taper(1, -14),
    // own pawns and minor pieces about the king
    taper(-11, 0), taper(-2, 1), taper(-2, 0), taper(3, -1), taper(9, 0), taper(14, 0), taper(20, 0), taper(22, 0),
    // safe pawn that attacks a piece
    taper(63, 33),
    // pawn that can attack a piece by a safe push
    taper(18, 12),
    // minor piece that attacks a pawn, knight, bishop, rook, queen
    taper(3, 17), taper(22, 19), taper(37, 20), taper(46, 40), taper(44, 48),
    // rook that attacks a weak pawn, knight, bishop, rook, queen
    taper(2, 20), taper(18, 23), taper(20, 23), taper(0, 13), taper(33, 16),
    // king that attacks something weak
    taper(13, 34),
    // attacked and not protected
    taper(19, 21),
    // attacked, and only a queen protects it
    taper(4, 0),
    // square that both sides attack and the enemy does not hold
    taper(4, 0),
    // safe square from which a knight, a slider attacks the queen
    taper(11, 5), taper(20, 6),
    // to the better side: passed pawn, pawn, kings past each other, king far up, pawns on both wings, no pieces, nothing to play with, always
    taper(0, 5), taper(0, 2), taper(0, 2), taper(0, 8), taper(0, 10), taper(0, 23), taper(0, -15), taper(0, -18),
];

/// King danger, in danger units.
#[rustfmt::skip]
pub(crate) static DANGER: [i32; danger::COUNT] = [
    // attacker: knight, bishop, rook, queen
    47, 23, 30, 28,
    // square about the king that a piece attacks, for each piece
    13,
    // square about the king that is not held
    30,
    // the enemy has no queen
    -210,
    // safe check: knight, bishop, rook, queen
    115, 61, 118, 108,
    // other check
    18,
    // piece that shields the king from a slider
    20,
    // file near the king without own pawns, without any
    12, 23,
    // square of the king's camp that the enemy attacks; that is attacked twice; that is held
    4, 4, -2,
    // own knight that covers squares about the king
    -29,
    // square about the king that a pawn attacks
    18,
    // whenever there is an attack at all
    -71,
];
