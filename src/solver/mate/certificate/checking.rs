//! Checks a certificate with the rules of chess alone: no engine, no table, no search.
//!
//! One pass from the first line to the last. A line's position is known when the line is reached, for all
//! lines that lead to it stand before it; so is the longest count of half-moves without capture or pawn
//! move with which it can be reached. Nothing is called by itself, so no text can exhaust the stack, and
//! what is held grows with the text alone.

use std::collections::{HashMap, HashSet};

use shakmaty::san::SanPlus;

use crate::chess::score::FIFTY_MOVES;
use crate::chess::{Color, Ending, Move, Position, fen, names};

use super::text::{Row, Word, not_text, rows};
use super::{
    Advice, Checksum, Fault, HEADER_ROWS, MOST_MOVES, MOST_POSITIONS, NO_MOVE, TITLE, VERSION, Verified,
};

/// Checks a certificate. What it claims is then true, whoever has written it.
///
/// # Errors
/// Names the first place where the text is damaged or proves nothing.
pub fn verify(bytes: &[u8]) -> Result<Verified, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|error| not_text(bytes, error.valid_up_to()))?;
    let sheet = Sheet::read(text);
    let header = Header::read(&sheet)?;
    Proof::new(&sheet, &header)?.check()?;
    let last = sheet.row(HEADER_ROWS + header.positions, "the checksum")?;
    let given = last.after("checksum", Advice::CopyAgain)?;
    if given.text != sheet.checksum {
        let reason = format!("the lines above add up to {}", sheet.checksum);
        return Err(given.fault(reason, Advice::CopyAgain));
    }
    let Header { position, winner, moves, positions, .. } = header;
    Ok(Verified { position, winner, moves, positions })
}

/// The rows that say something, with the sum of all rows before the last.
struct Sheet<'a> {
    rows: Vec<Row<'a>>,
    /// The last row of the text, to point at its end.
    end: Row<'a>,
    checksum: String,
}

impl<'a> Sheet<'a> {
    fn read(text: &'a str) -> Self {
        let mut sheet = Self { rows: Vec::new(), end: Row { number: 1, text: "" }, checksum: String::new() };
        let mut checksum = Checksum::new();
        for row in rows(text) {
            sheet.end = row;
            if row.text.starts_with("checksum") {
                sheet.checksum = checksum.words();
            }
            checksum.add_line(row.text);
            // Rows for people are passed over.
            if !row.text.starts_with('#') {
                sheet.rows.push(row);
            }
        }
        sheet
    }

    fn row(&self, at: usize, wanted: &str) -> Result<Row<'a>, Fault> {
        self.rows.get(at).copied().ok_or_else(|| {
            let reason = format!("the text ends here; {wanted} was expected");
            self.end.end().fault(reason, Advice::CopyAgain)
        })
    }

    /// Row `number` of the proof, from 1.
    fn line(&self, number: usize) -> Result<Row<'a>, Fault> {
        self.row(HEADER_ROWS + number - 1, &format!("line {number} of the proof"))
    }

    /// The moves to the mate that a line of the proof gives.
    fn moves(&self, number: usize) -> Result<u16, Fault> {
        let row = self.line(number)?;
        let word = row.words().nth(1).unwrap_or(row.end());
        let digits = Word { text: word.text.strip_prefix('M').unwrap_or_default(), ..word };
        digits
            .number()
            .and_then(|moves| u16::try_from(moves).ok())
            .filter(|&moves| moves <= MOST_MOVES)
            .ok_or_else(|| {
                word.fault("M and the number of moves to the mate was expected".to_owned(), Advice::CopyAgain)
            })
    }
}

/// What the first lines say.
struct Header<'a> {
    position: Position,
    winner: Color,
    moves: u16,
    positions: usize,
    board: Word<'a>,
    claim: Word<'a>,
}

impl<'a> Header<'a> {
    fn read(sheet: &Sheet<'a>) -> Result<Self, Fault> {
        let title = sheet
            .row(0, &format!("\"{TITLE} {VERSION}\""))
            .map_err(|fault| Fault { advice: Advice::GiveACertificate, ..fault })?;
        let version = title.after(TITLE, Advice::GiveACertificate)?;
        if version.text != VERSION {
            let reason = format!("version {VERSION} was expected");
            return Err(version.fault(reason, Advice::GiveACertificate));
        }
        let board = sheet.row(1, "the position")?.after("position", Advice::CopyAgain)?;
        let position =
            fen::parse(board.text).map_err(|error| board.fault(error.reason, Advice::CopyAgain))?;
        let plain = fen::format(&position);
        if plain != board.text {
            return Err(board.fault(format!("\"{plain}\" was expected"), Advice::CopyAgain));
        }
        let claim = sheet.row(2, "the claim")?.after("claim", Advice::CopyAgain)?;
        let (winner, moves) = read_claim(claim.text).ok_or_else(|| {
            let reason = "\"White mates in 3\", or Black, was expected".to_owned();
            claim.fault(reason, Advice::CopyAgain)
        })?;
        let count = sheet.row(3, "the number of positions")?.after("positions", Advice::CopyAgain)?;
        let positions =
            count.number().filter(|count| (1..=MOST_POSITIONS).contains(count)).ok_or_else(|| {
                let reason = format!("a number from 1 to {MOST_POSITIONS} was expected");
                count.fault(reason, Advice::CopyAgain)
            })?;
        Ok(Self { position, winner, moves, positions, board, claim })
    }
}

fn read_claim(text: &str) -> Option<(Color, u16)> {
    let (side, moves) = text.split_once(" mates in ")?;
    let winner = Color::ALL.into_iter().find(|&color| names::named(color) == side)?;
    let moves =
        moves.parse().ok().filter(|&number| number <= MOST_MOVES && u16::to_string(&number) == moves)?;
    Some((winner, moves))
}

/// A line that has been led to and not been reached yet.
struct Awaited {
    position: Position,
    /// Half-moves without capture or pawn move, on the longest way there.
    halfmoves: u16,
}

struct Proof<'a> {
    sheet: &'a Sheet<'a>,
    lines: usize,
    awaited: HashMap<usize, Awaited>,
    /// Keys of the positions of the lines so far.
    seen: HashSet<u64>,
}

impl<'a> Proof<'a> {
    /// Compares the claim with the first line.
    fn new(sheet: &'a Sheet<'a>, header: &Header<'a>) -> Result<Self, Fault> {
        let moves = sheet.moves(1)?;
        if moves != header.moves {
            let reason = format!("the proof below is one of mate in {moves}");
            return Err(header.claim.fault(reason, Advice::ProveAgain));
        }
        not_drawn(&header.position, header.position.halfmoves(), header.board)?;
        let first = sheet.line(1)?;
        let passes = first.words().nth(2).is_some_and(|word| word.text == NO_MOVE);
        if passes != (header.position.turn() != header.winner) {
            let place = first.words().nth(2).unwrap_or(first.end());
            let turn = names::named(header.position.turn());
            let wanted = if passes { "its move" } else { "\"-\"" };
            let reason =
                format!("{turn} is to move and {} mates: {wanted} was expected", names::named(header.winner));
            return Err(place.fault(reason, Advice::ProveAgain));
        }
        let halfmoves = header.position.halfmoves();
        let root = Awaited { position: header.position.clone(), halfmoves };
        Ok(Self { sheet, lines: header.positions, awaited: HashMap::from([(1, root)]), seen: HashSet::new() })
    }

    fn check(mut self) -> Result<(), Fault> {
        for number in 1..=self.lines {
            self.check_line(number)?;
        }
        Ok(())
    }

    fn check_line(&mut self, number: usize) -> Result<(), Fault> {
        let row = self.sheet.line(number)?;
        let mut words = row.words();
        let word = words.next().unwrap_or(row.end());
        if word.number() != Some(number) {
            return Err(word.fault(format!("line number {number} was expected"), Advice::CopyAgain));
        }
        let moves = self.sheet.moves(number)?;
        let Some(Awaited { position, halfmoves }) = self.awaited.remove(&number) else {
            return Err(word.fault(format!("no line leads to line {number}"), Advice::ProveAgain));
        };
        if !self.seen.insert(position.key()) {
            let reason = format!("this position has a line already ({})", fen::format(&position));
            return Err(word.fault(reason, Advice::ProveAgain));
        }
        words.next();
        let played = words.next().unwrap_or(row.end());
        let after = if number == 1 && played.text == NO_MOVE {
            Step { position, halfmoves }
        } else {
            step(&position, halfmoves, played)?
        };
        let own = u16::from(played.text != NO_MOVE);
        let Some(left) = moves.checked_sub(own) else {
            return Err(played.fault("no move was expected with M0".to_owned(), Advice::ProveAgain));
        };
        let longest = self.check_replies(number, &after, words, left)?;
        if longest == left {
            return Ok(());
        }
        let word = row.words().nth(1).unwrap_or(row.end());
        Err(word.fault(
            format!("M{} was expected: the longest defense takes no more", longest + own),
            Advice::ProveAgain,
        ))
    }

    /// Checks that every reply is there once, and awaits what it leads to. Gives the moves that the longest
    /// takes, of `left`.
    fn check_replies(
        &mut self,
        number: usize,
        after: &Step,
        words: impl Iterator<Item = Word<'a>>,
        left: u16,
    ) -> Result<u16, Fault> {
        let mut open = after.position.legal_moves();
        let mut longest = 0;
        let row = self.sheet.line(number)?;
        for word in words {
            let Some((reply, target)) = word.split() else {
                let reason = "a reply, \":\" and a line number was expected, as in Ka2:7".to_owned();
                return Err(word.fault(reason, Advice::CopyAgain));
            };
            let mv = read_move(&after.position, reply)?;
            let Some(place) = open.iter().position(|&legal| legal == mv) else {
                return Err(reply.fault(format!("{} stands here twice", reply.text), Advice::ProveAgain));
            };
            open.swap_remove(place);
            let to =
                target.number().filter(|to| (number + 1..=self.lines).contains(to)).ok_or_else(|| {
                    let reason = if number == self.lines {
                        "this is the last line: it has to mate".to_owned()
                    } else {
                        format!("a line number from {} to {} was expected", number + 1, self.lines)
                    };
                    target.fault(reason, Advice::ProveAgain)
                })?;
            let takes = self.sheet.moves(to)?;
            if takes > left {
                let reason = format!("line {to} takes {takes} moves where {left} are left");
                return Err(target.fault(reason, Advice::ProveAgain));
            }
            longest = longest.max(takes);
            self.lead(to, step_by(&after.position, after.halfmoves, mv, reply)?, target)?;
        }
        match open.first() {
            None => Ok(longest),
            Some(&missing) => {
                let name = SanPlus::from_move(after.position.chess().clone(), missing);
                let reason = format!("{name} is legal here and has no answer");
                Err(row.end().fault(reason, Advice::ProveAgain))
            }
        }
    }

    /// A line leads to another.
    fn lead(&mut self, to: usize, step: Step, place: Word<'_>) -> Result<(), Fault> {
        let Step { position, halfmoves } = step;
        let awaited =
            self.awaited.entry(to).or_insert_with(|| Awaited { position: position.clone(), halfmoves });
        if awaited.position != position {
            let reason = format!("line {to} is of another position than {}", fen::format(&position));
            return Err(place.fault(reason, Advice::ProveAgain));
        }
        awaited.halfmoves = awaited.halfmoves.max(halfmoves);
        Ok(())
    }
}

/// A position with the longest count of half-moves that leads there.
struct Step {
    position: Position,
    halfmoves: u16,
}

fn step(position: &Position, halfmoves: u16, word: Word<'_>) -> Result<Step, Fault> {
    step_by(position, halfmoves, read_move(position, word)?, word)
}

/// Plays a legal move; the game has to go on after it, or to end in mate.
fn step_by(position: &Position, halfmoves: u16, mv: Move, word: Word<'_>) -> Result<Step, Fault> {
    let halfmoves = if mv.is_zeroing() { 0 } else { halfmoves.saturating_add(1) };
    let position = position.after(mv);
    not_drawn(&position, halfmoves, word)?;
    Ok(Step { position, halfmoves })
}

/// Refuses what ends the game without mate. No position stands on a way twice, so none can for the third
/// time.
fn not_drawn(position: &Position, halfmoves: u16, word: Word<'_>) -> Result<(), Fault> {
    let ending = match Ending::on_board(position) {
        Some(Ending::Checkmate { .. }) => return Ok(()),
        None if halfmoves < FIFTY_MOVES => return Ok(()),
        None => Ending::FiftyMoves,
        Some(ending) => ending,
    };
    Err(word.fault(format!("{}: {}", ending.title(), ending.reason()), Advice::ProveAgain))
}

/// Reads a move in just the one way in which it is written here.
fn read_move(position: &Position, word: Word<'_>) -> Result<Move, Fault> {
    let illegal = || {
        let reason = format!("a legal move was expected, in {}", fen::format(position));
        word.fault(reason, Advice::ProveAgain)
    };
    let san: SanPlus = word.text.parse().map_err(|_| illegal())?;
    let mv = san.san.to_move(position.chess()).map_err(|_| illegal())?;
    let name = SanPlus::from_move(position.chess().clone(), mv).to_string();
    if name == word.text {
        Ok(mv)
    } else {
        Err(word.fault(format!("{name} was expected"), Advice::CopyAgain))
    }
}
