//! The terms of the evaluation: names of groups of weights and their places in the weight table.

/// A group of adjacent weights.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// Its name, as the breakdown and the weights file show it.
    pub(crate) name: &'static str,
    /// The index of its first weight.
    pub(crate) start: usize,
    /// The number of its weights.
    pub(crate) len: usize,
}

impl Group {
    /// The index of one of its weights.
    pub(crate) const fn at(self, index: usize) -> usize {
        debug_assert!(index < self.len);
        self.start + index
    }
}

/// Declares groups one after the other, and a list of all of them.
macro_rules! groups {
    ($list:ident, $total:ident: $($(#[$doc:meta])* $name:ident, $text:literal, $len:expr;)*) => {
        groups!(@one 0; $($(#[$doc])* $name, $text, $len;)*);
        /// All groups, in the order of the table.
        pub(crate) const $list: &[Group] = &[$($name),*];
        /// How many weights there are.
        pub(crate) const $total: usize = $list[$list.len() - 1].start + $list[$list.len() - 1].len;
    };
    (@one $start:expr;) => {};
    (@one $start:expr; $(#[$doc:meta])* $name:ident, $text:literal, $len:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub(crate) const $name: Group = Group { name: $text, start: $start, len: $len };
        groups!(@one $name.start + $name.len; $($rest)*);
    };
}

groups! { GROUPS, COUNT:
    MATERIAL, "pawn, knight, bishop, rook, queen", 5;
    PLACEMENT, "pieces on their squares: pawn to king, a8 to h8 first, White below", 384;
    TEMPO, "being the one to move", 1;

    KNIGHT_MOBILITY, "knight, by the squares it can go to", 9;
    BISHOP_MOBILITY, "bishop, by the squares it can go to", 14;
    ROOK_MOBILITY, "rook, by the squares it can go to", 15;
    QUEEN_MOBILITY, "queen, by the squares it can go to", 28;
    BISHOP_PAIR, "bishops of both colors", 1;
    ROOK_PAIR, "a second rook", 1;
    KNIGHT_BY_PAWNS, "knight, for each own pawn beyond five", 1;
    ROOK_BY_PAWNS, "rook, for each own pawn beyond five", 1;
    OUTPOST, "on an outpost: knight, bishop; knight that reaches one", 3;
    MINOR_BEHIND_PAWN, "minor piece behind a pawn: knight, bishop", 2;
    MINOR_FROM_KING, "for each king move from the own king: knight, bishop", 2;
    PAWN_ON_BISHOPS_COLOR, "own pawn on a bishop's color", 1;
    LONG_DIAGONAL, "bishop that sees both squares of the center", 1;
    BURIED_BISHOP, "bishop shut in on the enemy's rook pawn's square", 1;
    ROOK_FILE, "rook on an open file, on one without own pawns", 2;
    ROOK_ON_QUEENS_FILE, "rook on a file with a queen", 1;
    ROOK_ON_SEVENTH, "rook on the seventh rank, king or pawns there", 1;
    ROOK_SHUT_IN, "rook that the own king shuts in", 1;

    ISOLATED, "isolated pawn: behind an enemy pawn, on a half-open file", 2;
    BACKWARD, "backward pawn: behind an enemy pawn, on a half-open file", 2;
    DOUBLED, "doubled pawn: with support, without", 2;
    WEAK_LEVER, "pawn without support that two pawns attack", 1;
    PHALANX, "pawn beside a pawn, by rank from two to seven", 6;
    SUPPORTED, "pawn that a pawn protects, by rank from two to seven", 6;
    CANDIDATE, "pawn that a push may make passed, by rank from two to seven", 6;
    PASSED, "passed pawn, by rank from two to seven", 6;
    PASSED_FROM_EDGE, "passed pawn, by its distance from the edge", 4;
    PASSED_PROTECTED, "passed pawn with a pawn's support or company", 1;
    PASSED_ENEMY_KING, "for each king move from the enemy king to the square ahead, by rank", 6;
    PASSED_OWN_KING, "for each king move from the own king to the square ahead, by rank", 6;
    PASSED_BLOCKED, "passed pawn that an enemy piece blocks, by rank", 6;
    PASSED_SAFE_STEP, "passed pawn whose next square the enemy does not attack, by rank", 6;
    PASSED_SAFE_PATH, "passed pawn whose whole way the enemy does not attack, by rank", 6;
    PASSED_ROOK_BEHIND, "rook behind a passed pawn: own, the enemy's", 2;
    UNSTOPPABLE, "passed pawn that a lone king cannot catch", 1;

    SHELTER, "own pawn before the king, by the file's distance from the edge and by rank, 0 none", 32;
    STORM, "enemy pawn that comes, by the file's distance from the edge and by rank, 0 none", 32;
    STORM_BLOCKED, "enemy pawn that an own one stops, by rank", 8;
    KING_WITHOUT_PAWNS, "no pawn at all on the king's wing", 1;
    KING_FROM_PAWNS, "for each king move from the nearest pawn", 1;
    KING_DEFENDERS, "own pawns and minor pieces about the king", 8;

    PAWN_THREAT, "safe pawn that attacks a piece", 1;
    PUSH_THREAT, "pawn that can attack a piece by a safe push", 1;
    MINOR_THREAT, "minor piece that attacks a pawn, knight, bishop, rook, queen", 5;
    ROOK_THREAT, "rook that attacks a weak pawn, knight, bishop, rook, queen", 5;
    KING_THREAT, "king that attacks something weak", 1;
    HANGING, "attacked and not protected", 1;
    QUEEN_GUARD, "attacked, and only a queen protects it", 1;
    RESTRICTED, "square that both sides attack and the enemy does not hold", 1;
    QUEEN_HARASSED, "safe square from which a knight, a slider attacks the queen", 2;

    INITIATIVE, "to the better side: passed pawn, pawn, kings past each other, king far up, pawns on both \
        wings, no pieces, nothing to play with, always", 8;
}

/// King danger terms, in danger units.
pub(crate) mod danger {
    use super::Group;

    groups! { GROUPS, COUNT:
        ATTACKER, "attacker: knight, bishop, rook, queen", 4;
        HITS, "square about the king that a piece attacks, for each piece", 1;
        WEAK, "square about the king that is not held", 1;
        NO_QUEEN, "the enemy has no queen", 1;
        SAFE_CHECK, "safe check: knight, bishop, rook, queen", 4;
        UNSAFE_CHECK, "other check", 1;
        PINNED, "piece that shields the king from a slider", 1;
        OPEN_FILE, "file near the king without own pawns, without any", 2;
        FLANK, "square of the king's camp that the enemy attacks; that is attacked twice; that is held", 3;
        KNIGHT_AT_HOME, "own knight that covers squares about the king", 1;
        PAWN_HITS, "square about the king that a pawn attacks", 1;
        ALWAYS, "whenever there is an attack at all", 1;
    }
}
