//! Finds the rules that a setup breaks, and who breaks them.

use shakmaty::{Bitboard, Board, Castles, CastlingMode, Color, Setup, Square, attacks, fen::Fen};

use crate::chess::names::named;
use crate::chess::position::Position;

use super::board::place_of;
use super::fields::{Fields, no_en_passant, to_move};
use super::{Fault, Field, position_of};

/// A rule that an arrangement of men keeps or breaks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// One king each, and not side by side.
    Kings,
    /// No pawn on a first or last rank.
    Pawns,
    /// No more men than a game could bring forth.
    Men,
    /// The side that has just moved is not in check.
    Turn,
    /// A castling right has its king and its rook.
    Castling,
    /// An en passant square has its pawn.
    EnPassant,
}

impl Rule {
    /// Every rule, in the order in which they are asked.
    pub const ALL: [Self; 6] =
        [Self::Kings, Self::Pawns, Self::Men, Self::Turn, Self::Castling, Self::EnPassant];

    /// What holds where the rule is kept, in a few words.
    #[must_use]
    pub const fn says(self) -> &'static str {
        match self {
            Self::Kings => "one king each, not adjacent",
            Self::Pawns => "no pawns on ranks 1 and 8",
            Self::Men => "no more pieces than a game allows",
            Self::Turn => "the side not to move is not in check",
            Self::Castling => "castling has its king and rook",
            Self::EnPassant => "en passant has its pawn",
        }
    }

    fn ask(self, fields: &Fields<'_>, setup: &Setup) -> Result<(), Fault> {
        match self {
            Self::Kings => check_kings(fields, setup),
            Self::Pawns => check_pawns(fields, setup),
            Self::Men => check_material(fields, &setup.board),
            Self::Turn => check_turn(fields, setup),
            Self::Castling => check_castling(fields, setup),
            Self::EnPassant => check_en_passant(fields, setup),
        }
    }

    /// Where the board shows that the rule is broken.
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
            Self::Men | Self::Castling => Bitboard::EMPTY,
        }
    }
}

/// A rule, and what came of asking it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The rule.
    pub rule: Rule,
    /// What came of it.
    pub standing: Standing,
    /// The squares where it is broken, as far as the board shows it.
    pub squares: Bitboard,
}

/// What came of asking a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It is kept.
    Kept,
    /// It is broken, for this reason.
    Broken(String),
    /// It means nothing before another one is kept.
    Unasked,
}

/// The position that a setup gives, or the first rule that it breaks.
pub(super) fn judge(fields: &Fields<'_>, setup: Setup) -> Result<Position, Fault> {
    Rule::ALL.into_iter().try_for_each(|rule| rule.ask(fields, &setup))?;
    position_of(setup).ok_or_else(|| contradiction(fields))
}

/// Asks every rule.
pub(super) fn ask_all(fields: &Fields<'_>, setup: &Setup) -> Vec<Checked> {
    let mut checked: Vec<Checked> = Vec::with_capacity(Rule::ALL.len());
    let broken = |rule: Rule, fault: Fault| Checked {
        rule,
        standing: Standing::Broken(fault.reason),
        squares: rule.squares(setup),
    };
    for rule in Rule::ALL {
        let no_kings = checked.first().is_some_and(|kings| kings.standing != Standing::Kept);
        checked.push(match rule.ask(fields, setup) {
            _ if rule == Rule::Turn && no_kings => {
                Checked { rule, standing: Standing::Unasked, squares: Bitboard::EMPTY }
            }
            Ok(()) => Checked { rule, standing: Standing::Kept, squares: Bitboard::EMPTY },
            Err(fault) => broken(rule, fault),
        });
    }
    let all_kept = checked.iter().all(|checked| checked.standing == Standing::Kept);
    if all_kept
        && position_of(setup.clone()).is_none()
        && let Some(last) = checked.last_mut()
    {
        *last = broken(last.rule, contradiction(fields));
    }
    checked
}

/// What is left where each rule by itself is kept: an en passant square that the check on the board gives the lie
/// to.
fn contradiction(fields: &Fields<'_>) -> Fault {
    Fault {
        field: Field::EnPassant,
        place: fields.en_passant.place.clone(),
        reason: "the check on the board and the en passant square exclude each other".to_owned(),
        candidates: vec![no_en_passant(fields)],
    }
}

fn check_kings(fields: &Fields<'_>, setup: &Setup) -> Result<(), Fault> {
    let kings = |color: Color| setup.board.kings() & setup.board.by_color(color);
    let counted = |color: Color| match (kings(color).count(), named(color)) {
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
        return Err(Fault {
            field: Field::Board,
            place: spare.first().map_or(fields.board.place.clone(), |&square| place_of(fields, square)),
            reason,
            candidates: spare.iter().map(|&square| without(fields, setup, square, "king")).collect(),
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
            Err(Fault {
                field: Field::Board,
                place: place_of(fields, first),
                reason: format!("the kings on {first} and {second} stand side by side"),
                candidates: Vec::new(),
            })
        }
        _ => Ok(()),
    }
}

fn check_pawns(fields: &Fields<'_>, setup: &Setup) -> Result<(), Fault> {
    let misplaced = setup.board.pawns() & Bitboard::BACKRANKS;
    match in_reading_order(misplaced).first() {
        None => Ok(()),
        Some(&square) => Err(Fault {
            field: Field::Board,
            place: place_of(fields, square),
            reason: format!("a pawn stands on {square}, where none can be"),
            candidates: vec![without(fields, setup, square, "pawn")],
        }),
    }
}

fn check_castling(fields: &Fields<'_>, setup: &Setup) -> Result<(), Fault> {
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
        let why = if home { "there is no rook for it" } else { "the king has left the first rank" };
        let left: String = fields.castling.text.chars().filter(|letter| !letters.contains(*letter)).collect();
        let left = if left.is_empty() { "-" } else { &left };
        let start = fields.castling.place.start;
        // Only rights that stand together can be shown together.
        let together = last - first + 1 == letters.len();
        return Err(Fault {
            field: Field::Castling,
            place: start + first..start + if together { last } else { first } + 1,
            reason: format!("{} cannot castle{wing}: {why}", named(color)),
            candidates: vec![(format!("without {letters}"), fields.with(Field::Castling, left))],
        });
    }
    if Castles::from_setup(setup, CastlingMode::Chess960).is_ok() {
        return Ok(());
    }
    Err(Fault {
        field: Field::Castling,
        place: fields.castling.place.clone(),
        reason: "two castling rights to one side exclude each other".to_owned(),
        candidates: vec![("no castling".to_owned(), fields.with(Field::Castling, "-"))],
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

fn check_en_passant(fields: &Fields<'_>, setup: &Setup) -> Result<(), Fault> {
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
        format!("when {} is to move, an en passant square is on rank {}", named(turn), rank + 1)
    } else if !is_pawn || !is_free(Some(square)) || !is_free(came_from) {
        format!("no pawn has just passed {square}")
    } else {
        return Ok(());
    };
    Err(Fault {
        field: Field::EnPassant,
        place: fields.en_passant.place.clone(),
        reason,
        candidates: vec![no_en_passant(fields)],
    })
}

fn check_turn(fields: &Fields<'_>, setup: &Setup) -> Result<(), Fault> {
    let waiting = setup.turn.other();
    let Some(king) = setup.board.king_of(waiting) else { return Ok(()) };
    if setup.board.attacks_to(king, setup.turn, setup.board.occupied()).is_empty() {
        return Ok(());
    }
    Err(Fault {
        field: Field::Turn,
        place: fields.turn.place.clone(),
        reason: format!("{} is in check, but {} is to move", named(waiting), named(setup.turn)),
        candidates: vec![to_move(fields, waiting)],
    })
}

/// Every man beyond the first set was a pawn once.
fn check_material(fields: &Fields<'_>, board: &Board) -> Result<(), Fault> {
    for color in [Color::White, Color::Black] {
        let own = board.by_color(color);
        let beyond = |men: Bitboard, first: usize| (men & own).count().saturating_sub(first);
        let promoted = beyond(board.queens(), 1)
            + beyond(board.rooks(), 2)
            + beyond(board.knights(), 2)
            + beyond(board.bishops() & Bitboard::LIGHT_SQUARES, 1)
            + beyond(board.bishops() & Bitboard::DARK_SQUARES, 1);
        let pawns = (board.pawns() & own).count();
        let reason = if pawns > 8 {
            format!("{} has {pawns} pawns", named(color))
        } else if pawns + promoted > 8 {
            format!("{} has more pieces than eight pawns can become", named(color))
        } else {
            continue;
        };
        let place = fields.board.place.clone();
        return Err(Fault { field: Field::Board, place, reason, candidates: Vec::new() });
    }
    Ok(())
}

/// The repair that takes a man off the board.
fn without(fields: &Fields<'_>, setup: &Setup, square: Square, man: &str) -> (String, String) {
    let mut board = setup.board.clone();
    board.discard_piece_at(square);
    let fen = fields.with(Field::Board, &board.board_fen().to_string());
    (format!("without the {man} on {square}"), fen)
}

/// Squares in the order in which a FEN names them.
fn in_reading_order(squares: Bitboard) -> Vec<Square> {
    let mut squares: Vec<Square> = squares.into_iter().collect();
    squares.sort_by_key(|square| (std::cmp::Reverse(square.rank()), square.file()));
    squares
}
