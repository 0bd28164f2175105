//! The certificate verifier: it uses the rules of chess alone, without engine, tables or search.
//!
//! One pass from the first line to the last. The position of a line is known when the line is reached,
//! because all lines that lead to it come earlier; so is the highest halfmove counter on any path to it.
//! There is no recursion, so no text can overflow the stack, and memory is proportional to the text.

use std::collections::{HashMap, HashSet};

use shakmaty::san::SanPlus;

use super::text::{CertificateRow, CertificateWord, invalid_utf8, rows};
use super::{
    CertificateAdvice, CertificateError, Checksum, HEADER_ROWS, MAX_MATE_MOVES, MAX_POSITIONS, NO_MOVE,
    TITLE, VERSION, VerifiedCertificate,
};
use chess::score::FIFTY_MOVES;
use chess::{Color, GameTermination, Move, Position, fen, names};

/// Verifies a certificate. If it is accepted, its claim is true, whatever its origin.
///
/// # Errors
/// The first position where the text is damaged or the proof is wrong.
pub fn verify(bytes: &[u8]) -> Result<VerifiedCertificate, CertificateError> {
    let text = std::str::from_utf8(bytes).map_err(|error| invalid_utf8(bytes, error.valid_up_to()))?;
    let certificate = CertificateRows::read(text);
    let header = Header::read(&certificate)?;
    ProofCheck::new(&certificate, &header)?.check()?;
    let last = certificate.row(HEADER_ROWS + header.positions, "the checksum")?;
    let given = last.after("checksum", CertificateAdvice::CopyAgain)?;
    if given.text != certificate.checksum {
        let reason = format!("the lines above add up to {}", certificate.checksum);
        return Err(given.error(reason, CertificateAdvice::CopyAgain));
    }
    let Header { position, winner, moves, positions, .. } = header;
    Ok(VerifiedCertificate { position, winner, moves, positions })
}

/// The rows without comments, with the checksum of all rows before the last.
struct CertificateRows<'a> {
    rows: Vec<CertificateRow<'a>>,
    /// The last row of the text, for errors at its end.
    end: CertificateRow<'a>,
    checksum: String,
}

impl<'a> CertificateRows<'a> {
    fn read(text: &'a str) -> Self {
        let mut certificate =
            Self { rows: Vec::new(), end: CertificateRow { number: 1, text: "" }, checksum: String::new() };
        let mut checksum = Checksum::new();
        for row in rows(text) {
            certificate.end = row;
            if row.text.starts_with("checksum") {
                certificate.checksum = checksum.to_hex();
            }
            checksum.add_line(row.text);
            // Comments are skipped.
            if !row.text.starts_with('#') {
                certificate.rows.push(row);
            }
        }
        certificate
    }

    fn row(&self, at: usize, wanted: &str) -> Result<CertificateRow<'a>, CertificateError> {
        self.rows.get(at).copied().ok_or_else(|| {
            let reason = format!("the text ends here; {wanted} was expected");
            self.end.end().error(reason, CertificateAdvice::CopyAgain)
        })
    }

    /// Row `number` of the proof, from 1.
    fn proof_row(&self, number: usize) -> Result<CertificateRow<'a>, CertificateError> {
        self.row(HEADER_ROWS + number - 1, &format!("line {number} of the proof"))
    }

    /// The moves to mate of a line of the proof.
    fn moves(&self, number: usize) -> Result<u16, CertificateError> {
        let row = self.proof_row(number)?;
        let word = row.words().nth(1).unwrap_or(row.end());
        let digits = CertificateWord { text: word.text.strip_prefix('M').unwrap_or_default(), ..word };
        digits
            .number()
            .and_then(|moves| u16::try_from(moves).ok())
            .filter(|&moves| moves <= MAX_MATE_MOVES)
            .ok_or_else(|| {
                word.error(
                    "M and the number of moves to the mate was expected".to_owned(),
                    CertificateAdvice::CopyAgain,
                )
            })
    }
}

/// The header.
struct Header<'a> {
    position: Position,
    winner: Color,
    moves: u16,
    positions: usize,
    board: CertificateWord<'a>,
    claim: CertificateWord<'a>,
}

impl<'a> Header<'a> {
    fn read(certificate: &CertificateRows<'a>) -> Result<Self, CertificateError> {
        let title = certificate
            .row(0, &format!("\"{TITLE} {VERSION}\""))
            .map_err(|fault| CertificateError { advice: CertificateAdvice::GiveACertificate, ..fault })?;
        let version = title.after(TITLE, CertificateAdvice::GiveACertificate)?;
        if version.text != VERSION {
            let reason = format!("version {VERSION} was expected");
            return Err(version.error(reason, CertificateAdvice::GiveACertificate));
        }
        let board = certificate.row(1, "the position")?.after("position", CertificateAdvice::CopyAgain)?;
        let position = fen::parse(board.text)
            .map_err(|error| board.error(error.reason, CertificateAdvice::CopyAgain))?;
        let plain = fen::format(&position);
        if plain != board.text {
            return Err(board.error(format!("\"{plain}\" was expected"), CertificateAdvice::CopyAgain));
        }
        let claim = certificate.row(2, "the claim")?.after("claim", CertificateAdvice::CopyAgain)?;
        let (winner, moves) = read_claim(claim.text).ok_or_else(|| {
            let reason = "\"White mates in 3\", or Black, was expected".to_owned();
            claim.error(reason, CertificateAdvice::CopyAgain)
        })?;
        let count = certificate
            .row(3, "the number of positions")?
            .after("positions", CertificateAdvice::CopyAgain)?;
        let positions =
            count.number().filter(|count| (1..=MAX_POSITIONS).contains(count)).ok_or_else(|| {
                let reason = format!("a number from 1 to {MAX_POSITIONS} was expected");
                count.error(reason, CertificateAdvice::CopyAgain)
            })?;
        Ok(Self { position, winner, moves, positions, board, claim })
    }
}

fn read_claim(text: &str) -> Option<(Color, u16)> {
    let (side, moves) = text.split_once(" mates in ")?;
    let winner = Color::ALL.into_iter().find(|&color| names::color_name(color) == side)?;
    let moves =
        moves.parse().ok().filter(|&number| number <= MAX_MATE_MOVES && u16::to_string(&number) == moves)?;
    Some((winner, moves))
}

/// A line that was referenced but not reached yet.
struct PendingRow {
    position: Position,
    /// The highest halfmove counter on any path to it.
    halfmoves: u16,
}

struct ProofCheck<'a> {
    certificate: &'a CertificateRows<'a>,
    row_count: usize,
    pending: HashMap<usize, PendingRow>,
    /// Keys of the positions of the lines so far.
    seen: HashSet<u64>,
}

impl<'a> ProofCheck<'a> {
    /// Checks the claim against the first line.
    fn new(certificate: &'a CertificateRows<'a>, header: &Header<'a>) -> Result<Self, CertificateError> {
        let moves = certificate.moves(1)?;
        if moves != header.moves {
            let reason = format!("the proof below is one of mate in {moves}");
            return Err(header.claim.error(reason, CertificateAdvice::ProveAgain));
        }
        check_not_drawn(&header.position, header.position.halfmoves(), header.board)?;
        let first = certificate.proof_row(1)?;
        let passes = first.words().nth(2).is_some_and(|word| word.text == NO_MOVE);
        if passes != (header.position.turn() != header.winner) {
            let place = first.words().nth(2).unwrap_or(first.end());
            let turn = names::color_name(header.position.turn());
            let wanted = if passes { "its move" } else { "\"-\"" };
            let reason = format!(
                "{turn} is to move and {} mates: {wanted} was expected",
                names::color_name(header.winner)
            );
            return Err(place.error(reason, CertificateAdvice::ProveAgain));
        }
        let halfmoves = header.position.halfmoves();
        let root = PendingRow { position: header.position.clone(), halfmoves };
        Ok(Self {
            certificate,
            row_count: header.positions,
            pending: HashMap::from([(1, root)]),
            seen: HashSet::new(),
        })
    }

    fn check(mut self) -> Result<(), CertificateError> {
        for number in 1..=self.row_count {
            self.check_row(number)?;
        }
        Ok(())
    }

    fn check_row(&mut self, number: usize) -> Result<(), CertificateError> {
        let row = self.certificate.proof_row(number)?;
        let mut words = row.words();
        let word = words.next().unwrap_or(row.end());
        if word.number() != Some(number) {
            return Err(
                word.error(format!("line number {number} was expected"), CertificateAdvice::CopyAgain)
            );
        }
        let moves = self.certificate.moves(number)?;
        let Some(PendingRow { position, halfmoves }) = self.pending.remove(&number) else {
            return Err(word.error(format!("no line leads to line {number}"), CertificateAdvice::ProveAgain));
        };
        if !self.seen.insert(position.key()) {
            let reason = format!("this position has a line already ({})", fen::format(&position));
            return Err(word.error(reason, CertificateAdvice::ProveAgain));
        }
        words.next();
        let played = words.next().unwrap_or(row.end());
        let after = if number == 1 && played.text == NO_MOVE {
            ReachedPosition { position, halfmoves }
        } else {
            play_word(&position, halfmoves, played)?
        };
        let own = u16::from(played.text != NO_MOVE);
        let Some(left) = moves.checked_sub(own) else {
            return Err(
                played.error("no move was expected with M0".to_owned(), CertificateAdvice::ProveAgain)
            );
        };
        let longest = self.check_replies(number, &after, words, left)?;
        if longest == left {
            return Ok(());
        }
        let word = row.words().nth(1).unwrap_or(row.end());
        Err(word.error(
            format!("M{} was expected: the longest defense takes no more", longest + own),
            CertificateAdvice::ProveAgain,
        ))
    }

    /// Checks that every legal reply appears once, and records the lines that they lead to. Returns the moves
    /// to mate after the longest reply, at most `left`.
    fn check_replies(
        &mut self,
        number: usize,
        after: &ReachedPosition,
        words: impl Iterator<Item = CertificateWord<'a>>,
        left: u16,
    ) -> Result<u16, CertificateError> {
        let mut open = after.position.legal_moves();
        let mut longest = 0;
        let row = self.certificate.proof_row(number)?;
        for word in words {
            let Some((reply, target)) = word.split() else {
                let reason = "a reply, \":\" and a line number was expected, as in Ka2:7".to_owned();
                return Err(word.error(reason, CertificateAdvice::CopyAgain));
            };
            let mv = read_move(&after.position, reply)?;
            let Some(place) = open.iter().position(|&legal| legal == mv) else {
                return Err(
                    reply.error(format!("{} appears twice", reply.text), CertificateAdvice::ProveAgain)
                );
            };
            open.swap_remove(place);
            let to =
                target.number().filter(|to| (number + 1..=self.row_count).contains(to)).ok_or_else(|| {
                    let reason = if number == self.row_count {
                        "this is the last line: it has to mate".to_owned()
                    } else {
                        format!("a line number from {} to {} was expected", number + 1, self.row_count)
                    };
                    target.error(reason, CertificateAdvice::ProveAgain)
                })?;
            let takes = self.certificate.moves(to)?;
            if takes > left {
                let reason = format!("line {to} takes {takes} moves where {left} are left");
                return Err(target.error(reason, CertificateAdvice::ProveAgain));
            }
            longest = longest.max(takes);
            self.add_pending(to, play_move(&after.position, after.halfmoves, mv, reply)?, target)?;
        }
        match open.first() {
            None => Ok(longest),
            Some(&missing) => {
                let name = SanPlus::from_move(after.position.chess().clone(), missing);
                let reason = format!("{name} is legal here and has no answer");
                Err(row.end().error(reason, CertificateAdvice::ProveAgain))
            }
        }
    }

    /// Records a reference from one line to another.
    fn add_pending(
        &mut self,
        to: usize,
        reached: ReachedPosition,
        place: CertificateWord<'_>,
    ) -> Result<(), CertificateError> {
        let ReachedPosition { position, halfmoves } = reached;
        let awaited =
            self.pending.entry(to).or_insert_with(|| PendingRow { position: position.clone(), halfmoves });
        if awaited.position != position {
            let reason = format!("line {to} is of another position than {}", fen::format(&position));
            return Err(place.error(reason, CertificateAdvice::ProveAgain));
        }
        awaited.halfmoves = awaited.halfmoves.max(halfmoves);
        Ok(())
    }
}

/// A position with the highest halfmove counter on any path to it.
struct ReachedPosition {
    position: Position,
    halfmoves: u16,
}

fn play_word(
    position: &Position,
    halfmoves: u16,
    word: CertificateWord<'_>,
) -> Result<ReachedPosition, CertificateError> {
    play_move(position, halfmoves, read_move(position, word)?, word)
}

/// Plays a legal move; the game must continue or end in checkmate.
fn play_move(
    position: &Position,
    halfmoves: u16,
    mv: Move,
    word: CertificateWord<'_>,
) -> Result<ReachedPosition, CertificateError> {
    let halfmoves = if mv.is_zeroing() { 0 } else { halfmoves.saturating_add(1) };
    let position = position.after(mv);
    check_not_drawn(&position, halfmoves, word)?;
    Ok(ReachedPosition { position, halfmoves })
}

/// Rejects a draw. No position repeats on a path, so threefold repetition is impossible.
fn check_not_drawn(
    position: &Position,
    halfmoves: u16,
    word: CertificateWord<'_>,
) -> Result<(), CertificateError> {
    let ending = match GameTermination::on_board(position) {
        Some(GameTermination::Checkmate { .. }) => return Ok(()),
        None if halfmoves < FIFTY_MOVES => return Ok(()),
        None => GameTermination::FiftyMoves,
        Some(ending) => ending,
    };
    Err(word.error(format!("{}: {}", ending.title(), ending.reason()), CertificateAdvice::ProveAgain))
}

/// Reads a move in exact SAN.
fn read_move(position: &Position, word: CertificateWord<'_>) -> Result<Move, CertificateError> {
    let illegal = || {
        let reason = format!("a legal move was expected, in {}", fen::format(position));
        word.error(reason, CertificateAdvice::ProveAgain)
    };
    let san: SanPlus = word.text.parse().map_err(|_| illegal())?;
    let mv = san.san.to_move(position.chess()).map_err(|_| illegal())?;
    let name = SanPlus::from_move(position.chess().clone(), mv).to_string();
    if name == word.text {
        Ok(mv)
    } else {
        Err(word.error(format!("{name} was expected"), CertificateAdvice::CopyAgain))
    }
}
