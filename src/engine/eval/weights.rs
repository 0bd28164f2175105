//! The weights of the evaluation: what each term is worth in the middlegame and in the endgame, in
//! centipawns. `matescope tune` makes this file; what the terms are, `terms` says.

use super::taper::{Taper, taper};
use super::terms::{COUNT, danger};

#[rustfmt::skip]
pub(crate) static WEIGHTS: [Taper; COUNT] = [
    // pawn, knight, bishop, rook, queen
    taper(79, 99), taper(338, 282), taper(365, 302), taper(477, 516), taper(1026, 937),
    // men on their squares: pawn to king, a8 to h8 first, White below
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(98, 178), taper(134, 174), taper(61, 157), taper(95, 134), taper(68, 148), taper(126, 132), taper(34, 166), taper(-10, 186),
    taper(-5, 94), taper(8, 100), taper(25, 83), taper(29, 66), taper(64, 56), taper(56, 53), taper(25, 82), taper(-20, 84),
    taper(-14, 32), taper(9, 23), taper(5, 12), taper(22, 7), taper(21, -3), taper(7, 3), taper(17, 16), taper(-23, 14),
    taper(-28, 14), taper(-2, 10), taper(-2, -4), taper(15, -7), taper(15, -4), taper(11, -8), taper(8, 3), taper(-30, -1),
    taper(-18, 5), taper(-10, 4), taper(1, -1), taper(-13, -1), taper(6, 4), taper(0, -6), taper(30, 0), taper(-11, -7),
    taper(-33, 15), taper(0, 10), taper(-24, 7), taper(-22, 10), taper(-11, 13), taper(20, 3), taper(41, 3), taper(-19, -7),
    taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0), taper(0, 0),
    taper(-167, -58), taper(-89, -38), taper(-34, -13), taper(-49, -28), taper(61, -31), taper(-97, -27), taper(-15, -63), taper(-107, -99),
    taper(-73, -25), taper(-41, -7), taper(71, -26), taper(36, -2), taper(23, -9), taper(62, -25), taper(7, -24), taper(-17, -52),
    taper(-47, -24), taper(60, -19), taper(37, 11), taper(64, 8), taper(84, -2), taper(129, -9), taper(73, -20), taper(44, -41),
    taper(-8, -16), taper(17, 3), taper(19, 23), taper(52, 22), taper(38, 22), taper(68, 11), taper(20, 8), taper(21, -19),
    taper(-13, -19), taper(4, -6), taper(17, 17), taper(13, 25), taper(28, 15), taper(20, 18), taper(22, 5), taper(-7, -18),
    taper(-21, -23), taper(-8, -2), taper(10, -1), taper(10, 16), taper(19, 10), taper(15, -4), taper(23, -21), taper(-15, -23),
    taper(-29, -42), taper(-52, -19), taper(-12, -10), taper(-5, -5), taper(1, -2), taper(18, -20), taper(-14, -23), taper(-18, -44),
    taper(-105, -29), taper(-22, -52), taper(-58, -23), taper(-33, -16), taper(-17, -22), taper(-29, -18), taper(-19, -50), taper(-22, -64),
    taper(-30, -15), taper(4, -21), taper(-82, -11), taper(-37, -8), taper(-25, -7), taper(-42, -9), taper(7, -17), taper(-8, -24),
    taper(-26, -7), taper(16, -4), taper(-18, 7), taper(-13, -12), taper(30, -3), taper(59, -13), taper(18, -4), taper(-46, -14),
    taper(-16, 2), taper(37, -8), taper(42, 0), taper(40, -1), taper(35, -2), taper(50, 7), taper(37, 0), taper(-2, 3),
    taper(-5, -3), taper(7, 10), taper(19, 11), taper(50, 10), taper(35, 14), taper(37, 10), taper(10, 3), taper(-2, 2),
    taper(-6, -6), taper(13, 3), taper(13, 13), taper(25, 20), taper(33, 7), taper(12, 11), taper(10, -4), taper(4, -9),
    taper(4, -12), taper(14, -2), taper(15, 8), taper(17, 10), taper(10, 13), taper(27, 3), taper(16, -7), taper(10, -15),
    taper(4, -14), taper(14, -17), taper(14, -7), taper(-5, -3), taper(9, 4), taper(24, -8), taper(28, -16), taper(2, -26),
    taper(-32, -23), taper(-3, -9), taper(-9, -21), taper(-21, -5), taper(-13, -8), taper(-11, -16), taper(-39, -5), taper(-22, -17),
    taper(31, 13), taper(42, 10), taper(31, 17), taper(51, 14), taper(63, 12), taper(9, 12), taper(31, 8), taper(44, 6),
    taper(27, 11), taper(32, 13), taper(58, 13), taper(62, 10), taper(80, -3), taper(66, 2), taper(25, 8), taper(44, 3),
    taper(-6, 7), taper(20, 7), taper(27, 9), taper(36, 5), taper(17, 5), taper(45, -3), taper(60, -6), taper(16, -3),
    taper(-23, 4), taper(-10, 4), taper(8, 14), taper(26, 1), taper(24, 2), taper(34, 1), taper(-9, -1), taper(-21, 3),
    taper(-36, 3), taper(-25, 6), taper(-11, 9), taper(-1, 5), taper(9, -5), taper(-7, -7), taper(5, -8), taper(-22, -11),
    taper(-46, -4), taper(-25, 0), taper(-16, -4), taper(-16, 0), taper(3, -5), taper(0, -12), taper(-3, -7), taper(-32, -15),
    taper(-40, -7), taper(-16, -6), taper(-20, 0), taper(-9, 1), taper(-1, -9), taper(10, -10), taper(-6, -11), taper(-69, -2),
    taper(-19, -7), taper(-11, 3), taper(-3, 1), taper(13, -4), taper(13, -6), taper(1, -13), taper(-39, 4), taper(-17, -18),
    taper(-28, -9), taper(1, 22), taper(29, 22), taper(12, 27), taper(59, 27), taper(43, 18), taper(43, 10), taper(44, 20),
    taper(-24, -17), taper(-39, 20), taper(-5, 32), taper(1, 41), taper(-16, 58), taper(57, 25), taper(28, 30), taper(53, 0),
    taper(-13, -20), taper(-17, 6), taper(6, 9), taper(8, 49), taper(28, 47), taper(57, 35), taper(46, 19), taper(56, 9),
    taper(-27, 3), taper(-27, 22), taper(-16, 24), taper(-15, 45), taper(-2, 57), taper(17, 40), taper(-2, 57), taper(2, 36),
    taper(-8, -18), taper(-26, 28), taper(-8, 19), taper(-9, 47), taper(-2, 31), taper(-7, 33), taper(2, 39), taper(-3, 23),
    taper(-14, -16), taper(2, -27), taper(-10, 15), taper(0, 6), taper(-5, 9), taper(0, 16), taper(15, 10), taper(5, 5),
    taper(-34, -22), taper(-8, -23), taper(11, -30), taper(3, -16), taper(7, -16), taper(15, -23), taper(-3, -36), taper(1, -32),
    taper(-1, -33), taper(-17, -28), taper(-9, -21), taper(10, -42), taper(-15, -5), taper(-25, -32), taper(-31, -20), taper(-50, -41),
    taper(-65, -74), taper(23, -35), taper(16, -18), taper(-15, -18), taper(-56, -11), taper(-34, 15), taper(2, 4), taper(13, -17),
    taper(29, -12), taper(-1, 17), taper(-20, 14), taper(-7, 17), taper(-8, 18), taper(-4, 39), taper(-38, 23), taper(-29, 11),
    taper(-9, 10), taper(24, 17), taper(2, 23), taper(-16, 15), taper(-20, 20), taper(6, 45), taper(22, 44), taper(-22, 13),
    taper(-17, -8), taper(-20, 21), taper(-12, 23), taper(-27, 28), taper(-30, 26), taper(-25, 34), taper(-15, 25), taper(-36, 3),
    taper(-49, -19), taper(-1, -4), taper(-27, 20), taper(-39, 24), taper(-46, 28), taper(-44, 24), taper(-33, 9), taper(-51, -11),
    taper(-14, -19), taper(-14, -4), taper(-22, 11), taper(-47, 20), taper(-44, 22), taper(-30, 17), taper(-14, 7), taper(-26, -8),
    taper(1, -27), taper(6, -12), taper(-8, 4), taper(-64, 13), taper(-44, 13), taper(-18, 4), taper(7, -5), taper(7, -18),
    taper(-15, -53), taper(33, -35), taper(14, -20), taper(-54, -11), taper(15, -27), taper(-25, -14), taper(19, -24), taper(16, -42),
    // being the one to move
    taper(33, 18),
    // knight, by the squares it can go to
    taper(-35, -35), taper(-25, -27), taper(-10, -15), taper(-4, -8), taper(1, 0), taper(3, 4), taper(3, 5), taper(13, 8),
    taper(19, 10),
    // bishop, by the squares it can go to
    taper(-50, -39), taper(-39, -25), taper(-21, -17), taper(-18, -12), taper(-11, -7), taper(-4, 2), taper(0, 5), taper(6, 7),
    taper(7, 10), taper(9, 13), taper(17, 14), taper(18, 18), taper(24, 18), taper(28, 22),
    // rook, by the squares it can go to
    taper(-40, -75), taper(-21, -52), taper(-11, -35), taper(-6, -21), taper(-6, -16), taper(-3, -10), taper(1, -1), taper(1, 2),
    taper(7, 8), taper(8, 12), taper(11, 16), taper(16, 21), taper(23, 23), taper(23, 23), taper(29, 25),
    // queen, by the squares it can go to
    taper(-63, -62), taper(-50, -54), taper(-38, -45), taper(-36, -41), taper(-31, -34), taper(-24, -26), taper(-21, -24), taper(-19, -20),
    taper(-13, -16), taper(-12, -11), taper(-8, -10), taper(-5, -6), taper(-5, -3), taper(-1, 0), taper(2, 1), taper(1, 2),
    taper(3, 5), taper(4, 7), taper(8, 9), taper(14, 10), taper(14, 12), taper(20, 18), taper(22, 20), taper(22, 22),
    taper(24, 26), taper(26, 28), taper(28, 34), taper(30, 37),
    // bishops of both colors
    taper(22, 46),
    // a second rook
    taper(-10, -9),
    // knight, for each own pawn beyond five
    taper(1, 0),
    // rook, for each own pawn beyond five
    taper(-4, -6),
    // on an outpost: knight, bishop; knight that reaches one
    taper(26, 14), taper(16, 11), taper(14, 9),
    // minor piece behind a pawn: knight, bishop
    taper(9, 3), taper(4, 3),
    // for each king move from the own king: knight, bishop
    taper(-5, 4), taper(-4, 4),
    // own pawn on a bishop's color
    taper(-1, -2),
    // bishop that sees both squares of the center
    taper(12, 4),
    // bishop shut in on the enemy's rook pawn's square
    taper(-60, -70),
    // rook on an open file, on one without own pawns
    taper(27, 9), taper(12, 7),
    // rook on a file with a queen
    taper(2, 3),
    // rook on the seventh rank, king or pawns there
    taper(0, 14),
    // rook that the own king shuts in
    taper(-19, -5),
    // isolated pawn: behind an enemy pawn, on a half-open file
    taper(-6, -5), taper(-8, -9),
    // backward pawn: behind an enemy pawn, on a half-open file
    taper(1, -7), taper(-9, -10),
    // doubled pawn: with support, without
    taper(-4, -10), taper(-14, -20),
    // pawn without support that two pawns attack
    taper(0, -18),
    // pawn beside a pawn, by rank from two to seven
    taper(3, 4), taper(7, 3), taper(6, 8), taper(22, 20), taper(50, 49), taper(80, 80),
    // pawn that a pawn protects, by rank from two to seven
    taper(0, 0), taper(7, 9), taper(5, 8), taper(15, 12), taper(33, 33), taper(60, 60),
    // pawn that a push may make passed, by rank from two to seven
    taper(-4, 4), taper(-4, 6), taper(6, 15), taper(8, 27), taper(25, 40), taper(0, 0),
    // passed pawn, by rank from two to seven
    taper(-1, 5), taper(-6, 8), taper(-4, 20), taper(10, 37), taper(27, 59), taper(40, 89),
    // passed pawn, by its distance from the edge
    taper(2, 6), taper(-3, 1), taper(-2, 0), taper(-7, -3),
    // passed pawn with a pawn's support or company
    taper(6, 13),
    // for each king move from the enemy king to the square ahead, by rank
    taper(1, 1), taper(0, 1), taper(0, 11), taper(-3, 13), taper(2, 19), taper(-1, 18),
    // for each king move from the own king to the square ahead, by rank
    taper(3, -1), taper(4, -3), taper(0, -6), taper(2, -3), taper(0, -13), taper(1, -15),
    // passed pawn that an enemy man stops, by rank
    taper(0, 0), taper(-1, -4), taper(-2, -10), taper(-6, -20), taper(-15, -36), taper(-27, -61),
    // passed pawn whose next square the enemy does not attack, by rank
    taper(0, 1), taper(1, 3), taper(1, 6), taper(3, 15), taper(10, 28), taper(17, 41),
    // passed pawn whose whole way the enemy does not attack, by rank
    taper(0, 1), taper(0, 2), taper(2, 8), taper(8, 18), taper(17, 32), taper(26, 51),
    // rook behind a passed pawn: own, the enemy's
    taper(5, 16), taper(-6, -15),
    // passed pawn that a lone king cannot catch
    taper(0, 400),
    // own pawn before the king, by the file's distance from the edge and by rank, 0 none
    taper(-13, 2), taper(23, -1), taper(29, -3), taper(19, 0), taper(9, -1), taper(0, 0), taper(3, -1), taper(-8, 0),
    taper(-23, 3), taper(15, 0), taper(2, -2), taper(-31, 0), taper(-19, -2), taper(-13, 1), taper(-36, 1), taper(-8, 0),
    taper(-7, 3), taper(21, 3), taper(0, -2), taper(-2, -2), taper(2, -2), taper(-7, -1), taper(-28, 0), taper(-8, 0),
    taper(-31, -1), taper(-4, 0), taper(-17, 2), taper(-26, 1), taper(-28, 0), taper(-39, 0), taper(-83, 0), taper(-8, 0),
    // enemy pawn that comes, by the file's distance from the edge and by rank, 0 none
    taper(-4, -2), taper(-5, 1), taper(-38, 0), taper(-23, 0), taper(-10, 1), taper(-5, 0), taper(-8, -1), taper(0, 0),
    taper(-4, -2), taper(0, 0), taper(-30, 0), taper(-21, 0), taper(-6, 0), taper(0, 1), taper(-10, 0), taper(0, 0),
    taper(-4, -1), taper(0, 0), taper(-28, 0), taper(-19, 1), taper(-13, 2), taper(-2, 2), taper(4, -2), taper(0, 0),
    taper(1, 0), taper(0, 0), taper(-25, 1), taper(-20, 1), taper(-7, 0), taper(2, 1), taper(1, 1), taper(0, 0),
    // enemy pawn that an own one stops, by rank
    taper(0, 0), taper(0, 0), taper(-11, -9), taper(0, -2), taper(4, -1), taper(-1, -4), taper(0, 0), taper(0, 0),
    // no pawn at all on the king's wing
    taper(-10, -32),
    // for each king move from the nearest pawn
    taper(4, -14),
    // own pawns and minor pieces about the king
    taper(-11, -1), taper(-2, -1), taper(-4, 1), taper(2, 1), taper(12, 0), taper(16, 0), taper(20, 0), taper(22, 0),
    // safe pawn that attacks a piece
    taper(58, 33),
    // pawn that can attack a piece by a safe push
    taper(17, 12),
    // minor piece that attacks a pawn, knight, bishop, rook, queen
    taper(3, 15), taper(26, 18), taper(38, 19), taper(50, 39), taper(44, 48),
    // rook that attacks a weak pawn, knight, bishop, rook, queen
    taper(1, 19), taper(20, 24), taper(19, 23), taper(-1, 13), taper(34, 16),
    // king that attacks something weak
    taper(12, 32),
    // attacked and not protected
    taper(25, 18),
    // attacked, and only a queen protects it
    taper(4, 0),
    // square that both sides attack and the enemy does not hold
    taper(4, -1),
    // safe square from which a knight, a slider attacks the queen
    taper(11, 4), taper(21, 5),
    // room behind the own pawns, with the pieces to use it
    taper(-1, -1),
    // to the better side: passed pawn, pawn, kings past each other, king far up, pawns on both wings, no pieces, nothing to play with, always
    taper(0, 9), taper(0, 4), taper(0, 0), taper(0, 10), taper(0, 11), taper(0, 23), taper(0, -15), taper(0, -30),
];

/// What endangers a king, in units that are weighed when they are added up.
#[rustfmt::skip]
pub(crate) static DANGER: [i32; danger::COUNT] = [
    // attacker: knight, bishop, rook, queen
    47, 23, 34, 30,
    // square about the king that a piece attacks, for each piece
    20,
    // square about the king that is not held
    38,
    // the enemy has no queen
    -237,
    // safe check: knight, bishop, rook, queen
    112, 60, 92, 95,
    // other check
    18,
    // man that shields the king from a line
    27,
    // file near the king without own pawns, without any
    11, 24,
    // square of the king's camp that the enemy attacks; that is attacked twice; that is held
    0, 2, -2,
    // own knight that covers squares about the king
    -30,
    // square about the king that a pawn attacks
    19,
    // whenever there is an attack at all
    -71,
];
