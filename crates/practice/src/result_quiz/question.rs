//! A position of the result quiz, and its twin: found by chance among calm positions in which one tempo decides.

use shakmaty::{Board, Setup};

use crate::deal::Seed;
use crate::motif::{self, Motif};
use crate::start_filter::is_calm;
use chess::names::{color_name, pluralized};
use chess::{Color, Material, Oracle, Ply, Position, Ranking, Square, Verdict, fen};

/// The endings of the quiz. White is the stronger side.
pub const ENDINGS: [&str; 5] = ["KPvK", "KBPvK", "KPvKP", "KRvKP", "KQvKP"];

/// The shortest win, in half-moves: what mates or promotes at once is no question.
const MIN_WIN_PLIES: Ply = Ply::new(9);

/// The fewest positions from a position to its twin.
const MIN_TWIN_GAP: usize = 3;

/// Placements that are tried for a pair before its ending is given up.
const MAX_TRIES: usize = 30_000;

/// Orders that are tried before one with twins close to each other is taken.
const MAX_SHUFFLES: usize = 1_000;

/// Moves that an explanation names one by one; more are counted.
const NAMED_MOVES: usize = 3;

/// What the player says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndgameResult {
    /// White wins.
    WhiteWins,
    /// It is a draw.
    Draw,
}

/// A position with the truth about it.
#[derive(Clone, PartialEq, Debug)]
pub struct ResultQuestion {
    /// The position; nothing is to be taken at once.
    pub position: Position,
    /// Its result.
    pub result: EndgameResult,
    /// Every legal move by its cost.
    pub ranking: Ranking,
    /// The idea behind the moves that keep the result, where most do not.
    pub motif: Option<Motif>,
    /// The index of the twin in the run.
    pub twin: usize,
}

impl EndgameResult {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::WhiteWins => Self::Draw,
            Self::Draw => Self::WhiteWins,
        }
    }

    /// The result of a position; None where the oracle does not know it, or Black wins.
    fn of(position: &Position, oracle: &dyn Oracle) -> Option<Self> {
        match (oracle.probe(position)?, position.turn()) {
            (Verdict::Draw, _) => Some(Self::Draw),
            (Verdict::Win(plies), Color::White) | (Verdict::Loss(plies), Color::Black) => {
                (plies >= MIN_WIN_PLIES).then_some(Self::WhiteWins)
            }
            (Verdict::Win(_) | Verdict::Loss(_), _) => None,
        }
    }
}

impl ResultQuestion {
    /// A position with the truth about it. None where the oracle does not know it, or Black wins.
    #[must_use]
    pub fn from_position(position: &Position, oracle: &dyn Oracle) -> Option<Self> {
        let result = EndgameResult::of(position, oracle)?;
        let ranking = Ranking::of(position, oracle)?;
        let keeping_moves = ranking.moves.iter().filter(|ranked| ranked.cost.keeps_result());
        let motif = keeping_moves.map(|ranked| ranked.mv).find_map(|mv| motif::explain(position, mv, oracle));
        Some(Self { position: position.clone(), result, ranking, motif, twin: 0 })
    }

    /// Why the result is what it is, in sentences: `White wins, with mate in 14. Only Kc6 keeps the win.`
    #[must_use]
    pub fn explanation(&self) -> String {
        let moves = self.ranking.verdict.distance().map_or(0, Ply::moves);
        let facts = match (self.result, self.position.turn()) {
            (EndgameResult::WhiteWins, Color::White) => {
                format!(
                    "White wins, with mate in {moves}. {}",
                    self.keeping_moves_text("keeps the win", "keep the win")
                )
            }
            (EndgameResult::WhiteWins, Color::Black) => {
                format!("White wins, whatever Black plays: mate in {moves} at the latest.")
            }
            (EndgameResult::Draw, Color::White) => "It is a draw: no move of White's wins.".to_owned(),
            (EndgameResult::Draw, Color::Black) => {
                format!("It is a draw. {}", self.keeping_moves_text("holds it", "hold it"))
            }
        };
        match &self.motif {
            Some(motif) => {
                format!("{facts} As {}: {}.", color_name(self.position.turn()), motif.text_after_colon())
            }
            None => facts,
        }
    }

    /// `Only Kc6 keeps the win.`, `2 of 5 moves keep the win: Kc6, Kd6.`, `Every move keeps the win.`
    fn keeping_moves_text(&self, one: &str, several: &str) -> String {
        let sans: Vec<&str> = self
            .ranking
            .moves
            .iter()
            .filter(|ranked| ranked.cost.keeps_result())
            .map(|ranked| ranked.san.as_str())
            .collect();
        let all = self.ranking.moves.len();
        match sans.as_slice() {
            [only] if all > 1 => format!("Only {only} {one}."),
            [only] => format!("The only move, {only}, {one}."),
            moves if moves.len() == all => format!("Every move {one}."),
            moves if moves.len() <= NAMED_MOVES => {
                format!("{} of {} {several}: {}.", moves.len(), pluralized(all, "move"), moves.join(", "))
            }
            moves => format!("{} of {} {several}.", moves.len(), pluralized(all, "move")),
        }
    }
}

/// The positions of a run: so many pairs of twins, shuffled. None at all where the oracle covers none of the endings
/// (yet).
pub(super) fn deal(seed: Seed, pairs: usize, oracle: &dyn Oracle) -> Vec<ResultQuestion> {
    let mut random = seed.rng(0x9A12_0000);
    let endings: Vec<Material> =
        ENDINGS.iter().filter_map(|name| name.parse().ok()).filter(|ending| oracle.covers(ending)).collect();
    let mut found: Vec<[ResultQuestion; 2]> = Vec::new();
    for _ in 0..pairs {
        let mut order = endings.clone();
        random.shuffle(&mut order);
        let is_new =
            |pair: &[ResultQuestion; 2]| found.iter().all(|other| other[0].position != pair[0].position);
        let pair = order.iter().find_map(|ending| deal_pair(ending, &mut random, oracle)).filter(is_new);
        found.extend(pair);
    }
    let mut order: Vec<(usize, usize)> = (0..found.len()).flat_map(|pair| [(pair, 0), (pair, 1)]).collect();
    for _ in 0..MAX_SHUFFLES {
        random.shuffle(&mut order);
        if twin_gaps(&order).all(|gap| gap >= MIN_TWIN_GAP) {
            break;
        }
    }
    let index_of = |wanted: (usize, usize)| order.iter().position(|&of| of == wanted).unwrap_or_default();
    let question = |&(pair, side): &(usize, usize)| ResultQuestion {
        twin: index_of((pair, 1 - side)),
        ..found[pair][side].clone()
    };
    order.iter().map(question).collect()
}

/// The numbers of positions from each position to its twin.
fn twin_gaps(order: &[(usize, usize)]) -> impl Iterator<Item = usize> {
    order.iter().enumerate().filter_map(|(index, (pair, _))| {
        let later = order[index + 1..].iter().position(|(other, _)| other == pair)?;
        Some(later + 1)
    })
}

/// Two calm positions with the same pieces and the other side to move, one won, the other drawn.
fn deal_pair(
    ending: &Material,
    random: &mut fastrand::Rng,
    oracle: &dyn Oracle,
) -> Option<[ResultQuestion; 2]> {
    let pieces = ending.pieces();
    (0..MAX_TRIES).find_map(|_| {
        let mut board = Board::empty();
        for &piece in &pieces {
            let square = Square::ALL[random.usize(..64)];
            if board.piece_at(square).is_some() {
                return None;
            }
            board.set_piece_at(square, piece);
        }
        let with_turn = |turn| {
            let setup = Setup { board: board.clone(), turn, ..Setup::empty() };
            fen::from_setup(setup).ok().filter(is_calm).filter(has_no_promotion)
        };
        let (white, black) = (with_turn(Color::White)?, with_turn(Color::Black)?);
        if EndgameResult::of(&white, oracle)? == EndgameResult::of(&black, oracle)? {
            return None;
        }
        let question = |position| ResultQuestion::from_position(position, oracle);
        Some([question(&white)?, question(&black)?])
    })
}

fn has_no_promotion(position: &Position) -> bool {
    !position.legal_moves().iter().any(|mv| mv.is_promotion())
}
