//! The idea of each lesson as numbers.

use super::search::Plan;
use super::terms::{self, Term};

/// The idea of a lesson.
pub(super) struct Idea {
    /// The lesson.
    pub(super) id: &'static str,
    /// Half-moves that the pupil looks ahead.
    depth: u8,
    /// What it looks for, with weights in centipawns.
    pub(super) terms: &'static [(i32, Term)],
    /// What it does at once and does not put off.
    pub(super) at_once: &'static [(i32, Term)],
}

impl Idea {
    /// How the pupil plays.
    pub(super) const fn plan(&self) -> Plan<'static> {
        Plan { depth: self.depth, terms: self.terms, at_once: self.at_once }
    }

    /// With what it does at once.
    const fn at_once(self, at_once: &'static [(i32, Term)]) -> Self {
        Self { at_once, ..self }
    }
}

const fn idea(id: &'static str, depth: u8, terms: &'static [(i32, Term)]) -> Idea {
    Idea { id, depth, terms, at_once: &[] }
}

/// One for each lesson, in the order of the course.
pub(super) const IDEAS: &[Idea] = &[
    idea("KQvK", 4, &[(10, terms::small_box), (8, terms::kings_close)]),
    idea("KRRvK", 5, &[(10, terms::small_box)]),
    idea("KRvK", 5, &[(10, terms::small_box), (8, terms::kings_close), (10, terms::opposition)]),
    idea(
        "KvKP-square",
        4,
        &[(100, terms::king_in_square), (5, terms::king_near_pawns_way), (10, terms::king_before_pawn)],
    ),
    idea(
        "KPvK",
        6,
        &[(20, terms::king_near_key_square), (5, terms::pawn_waits_for_king), (30, terms::opposition)],
    ),
    idea(
        "KPvK-opposition",
        6,
        &[(20, terms::king_near_key_square), (5, terms::pawn_waits_for_king), (30, terms::opposition)],
    ),
    idea(
        "KvKP",
        5,
        &[(20, terms::king_before_pawn), (10, terms::king_near_pawns_way), (30, terms::opposition)],
    ),
    idea("KvKP-rook", 5, &[(20, terms::king_near_promotion), (100, terms::locks_king_in)]),
    idea(
        "KPPvK",
        4,
        &[
            (10, terms::king_near_key_square),
            (10, terms::pawns_guarded),
            (5, terms::pawn_forward),
            (15, terms::opposition),
        ],
    ),
    idea("KPvKP", 5, &[(20, terms::pawn_race), (3, terms::king_near_other_pawn)]),
    idea(
        "shouldering",
        8,
        &[(30, terms::king_near_other_pawn), (10, terms::other_king_barred_from_promotion)],
    ),
    idea("reti", 9, &[(50, terms::king_near_both_pawns)]),
    idea("trebuchet", 5, &[(10, terms::king_near_other_pawn), (200, terms::mutual_zugzwang)]),
    idea(
        "KQvKP",
        5,
        &[
            (20, terms::king_near_other_pawn),
            (30, terms::other_king_blocks_pawn),
            (5, terms::queen_near_other_king),
        ],
    ),
    idea("KPvKQ", 8, &[(20, terms::king_near_pawns_corner), (5, terms::king_near_promotion)]),
    idea(
        "KQvKP-sixth",
        5,
        &[
            (40, terms::pawns_way_guarded),
            (40, terms::other_pawn_held_back),
            (30, terms::other_king_blocks_pawn),
            (20, terms::king_near_other_pawn),
        ],
    ),
    idea(
        "Lucena",
        3,
        &[
            (40, terms::other_king_files_away),
            (50, terms::rook_on_fourth_rank),
            (60, terms::king_off_promotion),
            (10, terms::king_near_other_rook),
        ],
    ),
    idea(
        "Philidor",
        6,
        &[
            (60, terms::rook_on_sixth_then_behind),
            (20, terms::king_before_pawn),
            (10, terms::king_near_promotion),
        ],
    ),
    idea(
        "Vancura",
        7,
        &[
            (80, terms::rook_attacks_pawn_from_side),
            (40, terms::other_rook_before_pawn),
            (30, terms::king_on_seventh_far_from_pawn),
            (20, terms::other_king_away_from_pawn),
            (40, terms::other_pawn_held_back),
        ],
    ),
    // After the king's step to the short side a single rook move holds, for a reason six moves away.
    idea(
        "short-side",
        7,
        &[
            (30, terms::king_on_short_side),
            (40, terms::rook_far_on_long_side),
            (30, terms::rook_behind_pawn),
            (20, terms::other_king_away_from_pawn),
            (40, terms::other_pawn_held_back),
        ],
    )
    .at_once(&[
        (45, terms::king_before_pawn),
        (55, terms::king_on_short_side),
        (50, terms::rook_checks_king_beside_pawn),
        (40, terms::rook_far_on_long_side),
        (30, terms::rook_behind_pawn),
    ]),
    idea(
        "long-side",
        6,
        &[
            (30, terms::king_on_short_side),
            (40, terms::rook_far_on_long_side),
            (30, terms::other_king_away_from_pawn),
            (40, terms::other_pawn_held_back),
        ],
    ),
    // A check put off looks as good as one given now, so the rook answers at once. Missed are single moves that hold
    // for a reason beyond its search.
    idea(
        "frontal",
        8,
        &[
            (10, terms::king_near_pawns_way),
            (40, terms::other_pawn_held_back),
            (20, terms::other_king_away_from_pawn),
            (200, terms::pawn_ending_held),
            (150, terms::king_not_cut_off_from_advanced_pawn),
            (30, terms::king_not_cut_off),
        ],
    )
    .at_once(&[
        (60, terms::rook_answers_from_front),
        (30, terms::king_attacks_rook),
        (200, terms::pawn_ending_held),
        (10, terms::king_near_pawns_way),
        (4, terms::king_near_promotion),
    ]),
    // How many files away the other king has to be is a matter of counting.
    idea(
        "rook-pawn-shut-in",
        5,
        &[
            (60, terms::rook_beside_promotion),
            (80, terms::king_off_promotion),
            (10, terms::king_near_other_rook),
        ],
    ),
    idea(
        "KRPvKR",
        6,
        &[
            (30, terms::rook_cuts_king_off_by_file),
            (20, terms::king_beside_pawn),
            (20, terms::pawn_forward),
            (20, terms::other_king_files_away),
            (12, terms::bridge_built),
            (200, terms::pawn_ending_won),
        ],
    )
    .at_once(&[
        (20, terms::rook_cuts_king_off_by_file),
        (40, terms::king_beside_pawn),
        (5, terms::pawn_forward),
    ]),
    idea(
        "KRvKRP",
        3,
        &[
            (60, terms::rook_on_last_rank_then_behind),
            (20, terms::king_before_pawn),
            (15, terms::king_near_promotion),
        ],
    ),
    idea("KRvKP", 5, &[(30, terms::king_before_other_pawn), (15, terms::rook_behind_pawn)]),
    idea(
        "rook-cuts-off",
        6,
        &[(60, terms::rook_cuts_king_off_along_rank), (5, terms::king_before_other_pawn)],
    ),
    idea(
        "KPvKR",
        5,
        &[
            (10, terms::king_near_pawn),
            (20, terms::pawn_forward),
            (10, terms::other_king_barred_from_promotion),
        ],
    ),
    idea(
        "saavedra",
        5,
        &[(20, terms::pawn_forward), (20, terms::king_on_next_file), (5, terms::king_near_other_rook)],
    ),
    idea(
        "KBvKBP",
        4,
        &[
            (20, terms::pawns_way_guarded),
            (40, terms::king_blocks_on_safe_color),
            (5, terms::king_near_pawns_way),
        ],
    ),
    idea(
        "same-bishops",
        5,
        &[
            (10, terms::king_beside_pawn),
            (20, terms::other_king_off_pawns_way),
            (10, terms::pawns_way_free_of_bishop),
            (15, terms::pawn_forward),
        ],
    ),
    idea("KvKBP", 4, &[(30, terms::king_near_promotion)]),
    idea("KNvKP", 7, &[(30, terms::knight_near_pawns_way), (5, terms::king_near_other_pawn)]),
    // Beside the corners that are not safe, single moves hold, and have to be calculated.
    idea("KBvKR", 8, &[(30, terms::king_near_safe_corner), (15, terms::bishop_can_step_between)]),
    idea(
        "KNvKR",
        5,
        &[
            (20, terms::knight_near_king),
            (15, terms::king_away_from_corner),
            (10, terms::knight_away_from_corner),
        ],
    ),
    idea(
        "KRvKN",
        6,
        &[
            (15, terms::knight_away_from_its_king),
            (15, terms::knight_short_of_squares),
            (20, terms::rook_between_king_and_knight),
            (15, terms::king_near_other_knight),
        ],
    ),
    // Half of the idea is to calculate: a rook move with two threats.
    idea(
        "KRvKB",
        9,
        &[
            (10, terms::kings_close),
            (15, terms::other_king_near_corner),
            (15, terms::bishop_short_of_squares),
        ],
    )
    .at_once(&[(15, terms::kings_close)]),
    idea(
        "KNPvK",
        5,
        &[
            (30, terms::knight_near_guarding_pawn),
            (10, terms::king_near_promotion),
            (40, terms::pawn_kept_back),
            (5, terms::pawn_forward),
        ],
    ),
    idea("stalemate-corner", 5, &[(20, terms::king_near_pawns_corner), (10, terms::king_near_promotion)]),
    idea("stalemate-rook", 8, &[(20, terms::rook_near_other_king)]),
    idea("stalemate-lock", 1, &[(100, terms::locks_king_in)]),
    idea(
        "KBBvK",
        5,
        &[(10, terms::small_box), (10, terms::kings_close), (10, terms::other_king_near_corner)],
    ),
    idea(
        "KBNvK-corner",
        5,
        &[
            (20, terms::other_king_near_bishops_corner),
            (10, terms::small_box),
            (10, terms::kings_close),
            (5, terms::knight_near_other_king),
        ],
    ),
    idea(
        "KBNvK",
        5,
        &[
            (20, terms::other_king_near_bishops_corner),
            (10, terms::small_box),
            (10, terms::kings_close),
            (5, terms::knight_near_other_king),
            (10, terms::other_king_near_edge),
        ],
    ),
    // A smaller search takes more than fifty moves against the longest defenses.
    idea(
        "KQvKR",
        6,
        &[
            (20, terms::other_king_near_edge),
            (15, terms::kings_close),
            (10, terms::queen_near_other_king),
            (10, terms::other_rook_away_from_king),
            (4, terms::small_box),
        ],
    ),
    // Where the pin is not to be had, the king leaves the edge at once; the rest is calculation.
    idea(
        "cochrane",
        6,
        &[
            (40, terms::rook_pins_bishop),
            (20, terms::king_away_from_corner),
            (10, terms::king_away_from_edge),
        ],
    )
    .at_once(&[(30, terms::king_away_from_edge), (10, terms::king_away_from_corner)]),
    // Calculation: to search is the idea.
    idea("mate-in-2", 3, &[]),
    idea("mate-in-3", 5, &[]),
];
