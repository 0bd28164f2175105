//! The legality rules of a position, checked one by one.

use shakmaty::fen::Fen;
use shakmaty::{Bitboard, Board, Castles, CastlingMode, Chess, Color, PositionError, Setup, Square, attacks};

use super::error::{FenFault, FenField};
use super::fields::{FenFields, en_passant_repair, side_to_move_repair};
use super::placement::piece_span;
use crate::names::color_name;
use crate::position::Position;

/// A legality rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FenRule {
    /// One king each, and not adjacent.
    Kings,
    /// No pawn on a first or last rank.
    Pawns,
    /// Possible material: no more pieces than promotions allow.
    PieceCount,
    /// The side that has just moved is not in check.
    Turn,
    /// A castling right has its king and its rook.
    Castling,
    /// An en passant square has its pawn.
    EnPassant,
}

impl FenRule {
    /// Every rule, in the order in which they are checked.
    pub const ALL: [Self; 6] =
        [Self::Kings, Self::Pawns, Self::PieceCount, Self::Turn, Self::Castling, Self::EnPassant];

    /// What the rule requires, in a few words.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Kings => "one king each, not adjacent",
            Self::Pawns => "no pawns on ranks 1 and 8",
            Self::PieceCount => "no more pieces than a game allows",
            Self::Turn => "the side not to move is not in check",
            Self::Castling => "castling has its king and rook",
            Self::EnPassant => "en passant has its pawn",
        }
    }

    fn check(self, fields: &FenFields<'_>, setup: &Setup) -> Result<(), FenFault> {
        match self {
            Self::Kings => check_kings(fields, setup),
            Self::Pawns => check_pawns(fields, setup),
            Self::PieceCount => check_material(fields, &setup.board),
            Self::Turn => check_turn(fields, setup),
            Self::Castling => check_castling(fields, setup),
            Self::EnPassant => check_en_passant(fields, setup),
        }
    }

    /// The squares that violate the rule.
    fn squares(self, setup: &Setup) -> Bitboard {
        match self {
            Self::Kings => {
                let kings = setup.board.kings();
                let crowd = |color: Color| kings & setup.board.by_color(color);
                let spare = [Color::White, Color::Black].map(crowd).into_iter().filter(|own| own.count() > 1);
                let spare = spare.fold(Bitboard::EMPTY, |all, own| all | own);
                if spare.is_empty() && kings.count() == 2 { kings } else { spare }
            }
            Self::Pawns => setup.board.pawns() & Bitboard::BACKRANKS,
            Self::Turn => setup.board.king_of(setup.turn.other()).into_iter().collect(),
            Self::EnPassant => setup.ep_square.into_iter().collect(),
            Self::PieceCount | Self::Castling => Bitboard::EMPTY,
        }
    }
}

/// A rule with the result of its check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FenRuleCheck {
    /// The rule.
    pub rule: FenRule,
    /// The result.
    pub status: FenRuleStatus,
    /// The squares that violate it, if any.
    pub squares: Bitboard,
}

/// The result of a rule check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenRuleStatus {
    /// The rule holds.
    Satisfied,
    /// The rule is violated, with the reason.
    Violated(String),
    /// It cannot be checked while another rule is violated.
    NotChecked,
}

/// The legal position that a setup gives; a check that no game could give is accepted.
pub(super) fn position_from_setup(setup: Setup) -> Option<Position> {
    let mode = CastlingMode::detect(&setup);
    let position: Chess = setup.position(mode).or_else(PositionError::ignore_impossible_check).ok()?;
    Some(Position::from(position))
}

/// The position of a setup, or the first rule that it violates.
pub(super) fn validate_setup(fields: &FenFields<'_>, setup: Setup) -> Result<Position, FenFault> {
    FenRule::ALL.into_iter().try_for_each(|rule| rule.check(fields, &setup))?;
    position_from_setup(setup).ok_or_else(|| contradiction(fields))
}

/// Checks every rule.
pub(super) fn check_all(fields: &FenFields<'_>, setup: &Setup) -> Vec<FenRuleCheck> {
    let mut checked: Vec<FenRuleCheck> = Vec::with_capacity(FenRule::ALL.len());
    let broken = |rule: FenRule, fault: FenFault| FenRuleCheck {
        rule,
        status: FenRuleStatus::Violated(fault.reason),
        squares: rule.squares(setup),
    };
    for rule in FenRule::ALL {
        let no_kings = checked.first().is_some_and(|kings| kings.status != FenRuleStatus::Satisfied);
        checked.push(match rule.check(fields, setup) {
            _ if rule == FenRule::Turn && no_kings => {
                FenRuleCheck { rule, status: FenRuleStatus::NotChecked, squares: Bitboard::EMPTY }
            }
            Ok(()) => FenRuleCheck { rule, status: FenRuleStatus::Satisfied, squares: Bitboard::EMPTY },
            Err(fault) => broken(rule, fault),
        });
    }
    let all_satisfied = checked.iter().all(|checked| checked.status == FenRuleStatus::Satisfied);
    if all_satisfied
        && position_from_setup(setup.clone()).is_none()
        && let Some(last) = checked.last_mut()
    {
        *last = broken(last.rule, contradiction(fields));
    }
    checked
}

/// The error if every single rule holds: the en passant square contradicts the check on the board.
fn contradiction(fields: &FenFields<'_>) -> FenFault {
    FenFault {
        field: FenField::EnPassant,
        place: fields.en_passant.place.clone(),
        reason: "the check on the board and the en passant square exclude each other".to_owned(),
        candidates: vec![en_passant_repair(fields)],
    }
}

fn check_kings(fields: &FenFields<'_>, setup: &Setup) -> Result<(), FenFault> {
    let kings = |color: Color| setup.board.kings() & setup.board.by_color(color);
    let counted = |color: Color| match (kings(color).count(), color_name(color)) {
        (0, side) => Some(format!("{side} has no king")),
        (1, _) => None,
        (count, side) => Some(format!("{side} has {count} kings")),
    };
    let wrong: Vec<Color> =
        [Color::White, Color::Black].into_iter().filter(|&c| counted(c).is_some()).collect();
    if let Some(&first) = wrong.first() {
        let reason = if kings(Color::White).is_empty() && kings(Color::Black).is_empty() {
            "both kings are missing".to_owned()
        } else {
            wrong.iter().filter_map(|&color| counted(color)).collect::<Vec<_>>().join(", ")
        };
        let spare: Vec<Square> = in_reading_order(kings(first)).into_iter().rev().collect();
        return Err(FenFault {
            field: FenField::Board,
            place: spare.first().map_or(fields.board.place.clone(), |&square| piece_span(fields, square)),
            reason,
            candidates: spare
                .iter()
                .map(|&square| remove_piece_repair(fields, setup, square, "king"))
                .collect(),
        });
    }
    let neighbors = kings(Color::White).first().zip(kings(Color::Black).first());
    match neighbors {
        Some((white, black)) if attacks::king_attacks(white).contains(black) => {
            let [first, second] =
                if in_reading_order(Bitboard::from(white) | Bitboard::from(black))[0] == white {
                    [white, black]
                } else {
                    [black, white]
                };
            Err(FenFault {
                field: FenField::Board,
                place: piece_span(fields, first),
                reason: format!("the kings on {first} and {second} stand side by side"),
                candidates: Vec::new(),
            })
        }
        _ => Ok(()),
    }
}

fn check_pawns(fields: &FenFields<'_>, setup: &Setup) -> Result<(), FenFault> {
    let misplaced = setup.board.pawns() & Bitboard::BACKRANKS;
    match in_reading_order(misplaced).first() {
        None => Ok(()),
        Some(&square) => Err(FenFault {
            field: FenField::Board,
            place: piece_span(fields, square),
            reason: format!("a pawn stands on {square}, where none can be"),
            candidates: vec![remove_piece_repair(fields, setup, square, "pawn")],
        }),
    }
}

fn check_castling(fields: &FenFields<'_>, setup: &Setup) -> Result<(), FenFault> {
    for color in [Color::White, Color::Black] {
        let owner = |letter: char| {
            if letter.is_ascii_uppercase() { Color::White } else { Color::Black }
        };
        let wrong: Vec<(usize, char)> = fields
            .castling
            .text
            .char_indices()
            .filter(|&(_, letter)| letter != '-' && owner(letter) == color)
            .filter(|&(_, letter)| !is_right(setup, letter))
            .collect();
        let (Some(&(first, letter)), Some(&(last, _))) = (wrong.first(), wrong.last()) else { continue };
        let home = setup.board.king_of(color).is_some_and(|king| king.rank() == color.backrank());
        let letters: String = wrong.iter().map(|&(_, letter)| letter).collect();
        let wing = match letter.to_ascii_uppercase() {
            _ if letters.len() > 1 => "",
            'K' => " kingside",
            'Q' => " queenside",
            _ => "",
        };
        let reason = if home { "there is no rook for it" } else { "the king has left the first rank" };
        let left: String = fields.castling.text.chars().filter(|letter| !letters.contains(*letter)).collect();
        let left = if left.is_empty() { "-" } else { &left };
        let start = fields.castling.place.start;
        // Only adjacent letters can be marked together.
        let together = last - first + 1 == letters.len();
        return Err(FenFault {
            field: FenField::Castling,
            place: start + first..start + if together { last } else { first } + 1,
            reason: format!("{} cannot castle{wing}: {reason}", color_name(color)),
            candidates: vec![(format!("without {letters}"), fields.with_field(FenField::Castling, left))],
        });
    }
    if Castles::from_setup(setup, CastlingMode::Chess960).is_ok() {
        return Ok(());
    }
    Err(FenFault {
        field: FenField::Castling,
        place: fields.castling.place.clone(),
        reason: "two castling rights to one side exclude each other".to_owned(),
        candidates: vec![("no castling".to_owned(), fields.with_field(FenField::Castling, "-"))],
    })
}

/// Whether one castling right has its king and rook.
fn is_right(setup: &Setup, letter: char) -> bool {
    let plain = Setup { castling_rights: Bitboard::EMPTY, ep_square: None, ..setup.clone() };
    let board = plain.board.board_fen().to_string();
    let Ok(fen) = format!("{board} w {letter} - 0 1").parse::<Fen>() else { return false };
    let alone = fen.into_setup();
    alone.castling_rights.any() && Castles::from_setup(&alone, CastlingMode::Chess960).is_ok()
}

fn check_en_passant(fields: &FenFields<'_>, setup: &Setup) -> Result<(), FenFault> {
    let Some(square) = setup.ep_square else { return Ok(()) };
    let (turn, rank) = match setup.turn {
        Color::White => (Color::White, 5),
        Color::Black => (Color::Black, 2),
    };
    let passed = turn.fold_wb(square.offset(-8), square.offset(8));
    let came_from = turn.fold_wb(square.offset(8), square.offset(-8));
    let is_pawn = passed.is_some_and(|at| setup.board.piece_at(at) == Some(turn.other().pawn()));
    let is_free = |at: Option<Square>| at.is_some_and(|at| setup.board.piece_at(at).is_none());
    let reason = if square.rank().to_u32() != rank {
        format!("when {} is to move, an en passant square is on rank {}", color_name(turn), rank + 1)
    } else if !is_pawn || !is_free(Some(square)) || !is_free(came_from) {
        format!("no pawn has just passed {square}")
    } else {
        return Ok(());
    };
    Err(FenFault {
        field: FenField::EnPassant,
        place: fields.en_passant.place.clone(),
        reason,
        candidates: vec![en_passant_repair(fields)],
    })
}

fn check_turn(fields: &FenFields<'_>, setup: &Setup) -> Result<(), FenFault> {
    let opponent = setup.turn.other();
    let Some(king) = setup.board.king_of(opponent) else { return Ok(()) };
    if setup.board.attacks_to(king, setup.turn, setup.board.occupied()).is_empty() {
        return Ok(());
    }
    Err(FenFault {
        field: FenField::Turn,
        place: fields.turn.place.clone(),
        reason: format!("{} is in check, but {} is to move", color_name(opponent), color_name(setup.turn)),
        candidates: vec![side_to_move_repair(fields, opponent)],
    })
}

/// Every piece beyond the starting set must be a promoted pawn.
fn check_material(fields: &FenFields<'_>, board: &Board) -> Result<(), FenFault> {
    for color in [Color::White, Color::Black] {
        let own = board.by_color(color);
        let groups = [
            (board.queens(), 1, "queens"),
            (board.rooks(), 2, "rooks"),
            (board.bishops() & Bitboard::LIGHT_SQUARES, 1, "bishops on light squares"),
            (board.bishops() & Bitboard::DARK_SQUARES, 1, "bishops on dark squares"),
            (board.knights(), 2, "knights"),
        ];
        // The groups with more pieces than the starting set has, each with its number and that of promoted pawns.
        let beyond: Vec<(usize, usize, &str)> = groups
            .iter()
            .map(|&(pieces, first, name)| ((pieces & own).count(), first, name))
            .filter(|&(count, first, _)| count > first)
            .map(|(count, first, name)| (count, count - first, name))
            .collect();
        let promoted: usize = beyond.iter().map(|(_, more, _)| more).sum();
        let pawns = (board.pawns() & own).count();
        let reason = if pawns > 8 {
            format!("{} has {pawns} pawns", color_name(color))
        } else if pawns + promoted <= 8 {
            continue;
        } else if own.count() > 16 || pawns == 0 {
            format!("{} has more pieces than eight pawns can become", color_name(color))
        } else {
            too_many_promotions(color, &beyond, 8 - pawns)
        };
        let place = fields.board.place.clone();
        return Err(FenFault { field: FenField::Board, place, reason, candidates: Vec::new() });
    }
    Ok(())
}

/// Why there are more promoted pieces than pawns are missing: `White's bishops both stand on dark squares, and no
/// pawn is missing`.
fn too_many_promotions(color: Color, beyond: &[(usize, usize, &str)], missing: usize) -> String {
    let side = color_name(color);
    let pawns = match missing {
        0 => "no pawn is missing".to_owned(),
        1 => "only 1 pawn is missing".to_owned(),
        _ => format!("only {missing} pawns are missing"),
    };
    if let [(2, 1, name)] = beyond
        && let Some(squares) = name.strip_prefix("bishops on ")
    {
        return format!("{side}'s bishops both stand on {squares}, and {pawns}");
    }
    let counts: Vec<String> = beyond.iter().map(|(count, _, name)| format!("{count} {name}")).collect();
    format!("{side} has {}, and {pawns}", counts.join(" and "))
}

/// The repair that removes a piece.
fn remove_piece_repair(
    fields: &FenFields<'_>,
    setup: &Setup,
    square: Square,
    name: &str,
) -> (String, String) {
    let mut board = setup.board.clone();
    board.discard_piece_at(square);
    let fen = fields.with_field(FenField::Board, &board.board_fen().to_string());
    (format!("without the {name} on {square}"), fen)
}

/// Squares in the order in which a FEN names them.
fn in_reading_order(squares: Bitboard) -> Vec<Square> {
    let mut squares: Vec<Square> = squares.into_iter().collect();
    squares.sort_by_key(|square| (std::cmp::Reverse(square.rank()), square.file()));
    squares
}
