//! The certificate writer. The result is verified before it is returned, so that no wrong certificate is ever
//! written, whatever the source of the moves.

use std::collections::{HashMap, VecDeque};
use std::fmt::Write as _;

use super::super::mate_oracle::MateOracle;
use super::{CertificateError, Checksum, MAX_MATE_MOVES, MAX_POSITIONS, NO_MOVE, TITLE, VERSION, verify};
use chess::score::FIFTY_MOVES;
use chess::{Color, Move, Position, StopToken, Stopped, fen, names, notation};

/// Size limits of a certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CertificateLimit {
    /// The largest number of positions with the attacker to move; each takes about a hundred bytes of text.
    pub positions: usize,
}

impl Default for CertificateLimit {
    fn default() -> Self {
        Self { positions: 1_000_000 }
    }
}

/// Why there is no certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CertificateWriteError {
    /// The search was stopped.
    #[error("time ran out before the whole tree was searched")]
    Stopped,
    /// The proof tree is too large.
    #[error("the mating tree has more than {0} positions")]
    TooLarge(usize),
    /// No mate is known in a position of the tree.
    #[error("no mate in {moves} was found in {fen}")]
    NotShown {
        /// The position.
        fen: String,
        /// The moves left there.
        moves: u16,
    },
    /// The moves of the source are no proof.
    #[error("the proof is wrong: {0}")]
    Invalid(CertificateError),
}

impl From<Stopped> for CertificateWriteError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// Writes a certificate that `winner` forces mate within `moves` of its own moves. It claims the mate that
/// the source has shown, which may be shorter.
///
/// # Errors
/// When no such mate is known, the tree grows too large, or the token stopped the work.
pub fn write(
    position: &Position,
    winner: Color,
    moves: u16,
    mate_oracle: &mut dyn MateOracle,
    limit: CertificateLimit,
    stop: &StopToken,
) -> Result<String, CertificateWriteError> {
    let mut draft = CertificateDraft::new(position, winner, moves.min(MAX_MATE_MOVES), limit);
    draft.expand(mate_oracle, stop)?;
    let text = draft.text(position, winner);
    match verify(text.as_bytes()) {
        Ok(_) => Ok(text),
        Err(fault) => Err(CertificateWriteError::Invalid(fault)),
    }
}

/// A position with the attacker to move, or the first position with the defender to move.
struct DraftNode {
    position: Position,
    /// The moves to mate, the next one included.
    within: u16,
    /// None until it is known, and where the defender is to move.
    mv: Option<Move>,
    replies: Vec<(Move, usize)>,
}

struct CertificateDraft {
    attacker: Color,
    nodes: Vec<DraftNode>,
    index_by_key: HashMap<u64, usize>,
    queue: VecDeque<usize>,
    limit: usize,
    /// Whether the fifty-move rule can interfere.
    counts_fifty_moves: bool,
}

impl CertificateDraft {
    fn new(position: &Position, attacker: Color, within: u16, limit: CertificateLimit) -> Self {
        let root = DraftNode { position: position.clone(), within, mv: None, replies: Vec::new() };
        let last = position.halfmoves().saturating_add(within.saturating_mul(2));
        Self {
            attacker,
            nodes: vec![root],
            index_by_key: HashMap::from([(position.key(), 0)]),
            queue: VecDeque::from([0]),
            limit: limit.positions.min(MAX_POSITIONS),
            counts_fifty_moves: last > FIFTY_MOVES,
        }
    }

    fn expand(
        &mut self,
        mate_oracle: &mut dyn MateOracle,
        stop: &StopToken,
    ) -> Result<(), CertificateWriteError> {
        while let Some(place) = self.queue.pop_front() {
            stop.check()?;
            let entry = &self.nodes[place];
            let (position, within) = (entry.position.clone(), entry.within);
            let (mv, after, left) = if position.turn() == self.attacker {
                let Some((distance, mv)) = mate_oracle.shortest_mate(&position, 1..=within, stop)? else {
                    return Err(CertificateWriteError::NotShown {
                        fen: fen::format(&position),
                        moves: within,
                    });
                };
                (Some(mv), position.after(mv), distance.moves.saturating_sub(1))
            } else {
                (None, position, within)
            };
            let mut replies = Vec::new();
            for reply in after.legal_moves() {
                replies.push((reply, self.node_index(after.after(reply), left)?));
            }
            let entry = &mut self.nodes[place];
            (entry.mv, entry.replies, entry.within) = (mv, replies, left + u16::from(mv.is_some()));
        }
        Ok(())
    }

    /// The entry of a position. A longer mate, or one reached with a lower halfmove counter where that
    /// matters, is replaced: the faster mate with the higher counter covers both cases.
    fn node_index(&mut self, position: Position, within: u16) -> Result<usize, CertificateWriteError> {
        if let Some(&place) = self.index_by_key.get(&position.key()) {
            let entry = &mut self.nodes[place];
            let later = self.counts_fifty_moves && position.halfmoves() > entry.position.halfmoves();
            if entry.within > within || later {
                entry.within = entry.within.min(within);
                if later {
                    entry.position = position;
                }
                self.queue.push_back(place);
            }
            return Ok(place);
        }
        if self.nodes.len() >= self.limit {
            return Err(CertificateWriteError::TooLarge(self.limit));
        }
        let place = self.nodes.len();
        self.index_by_key.insert(position.key(), place);
        self.nodes.push(DraftNode { position, within, mv: None, replies: Vec::new() });
        self.queue.push_back(place);
        Ok(place)
    }

    /// The entries reachable from the first one, longest mates first, with their true lengths.
    fn numbered_nodes(&self) -> Vec<(usize, u16)> {
        let mut reached = vec![false; self.nodes.len()];
        let mut found = vec![0];
        reached[0] = true;
        let mut next = 0;
        while let Some(&place) = found.get(next) {
            next += 1;
            for &(_, to) in &self.nodes[place].replies {
                if !reached[to] {
                    reached[to] = true;
                    found.push(to);
                }
            }
        }
        // Replies lead to shorter mates, so the shortest come first.
        let mut lengths = vec![0; self.nodes.len()];
        let mut by_bound = found.clone();
        by_bound.sort_by_key(|&place| (self.nodes[place].within, self.nodes[place].mv.is_none()));
        for place in by_bound {
            let entry = &self.nodes[place];
            let longest = entry.replies.iter().map(|&(_, to)| lengths[to]).max().unwrap_or(0);
            lengths[place] = longest + u16::from(entry.mv.is_some());
        }
        // The first entry stays first, although a reply of the defender has the same length.
        let mut order: Vec<_> = found.into_iter().map(|place| (place, lengths[place])).collect();
        order[1..].sort_by_key(|&(_, length)| std::cmp::Reverse(length));
        order
    }

    fn text(&self, position: &Position, winner: Color) -> String {
        let order = self.numbered_nodes();
        let mut numbers = vec![0; self.nodes.len()];
        for (at, &(place, _)) in order.iter().enumerate() {
            numbers[place] = at + 1;
        }
        let length = order[0].1;
        let side = names::color_name(winner);
        let mut lines = vec![
            format!("{TITLE} {VERSION}"),
            format!("position {}", fen::format(position)),
            format!("claim {side} mates in {length}"),
            format!("positions {}", order.len()),
        ];
        lines.extend(explanation(winner).map(|line| format!("# {line}")));
        for (at, &(place, length)) in order.iter().enumerate() {
            lines.push(self.line(at + 1, length, place, &numbers));
        }
        let mut checksum = Checksum::new();
        let mut text = String::new();
        for line in &lines {
            checksum.add_line(line);
            text.push_str(line);
            text.push('\n');
        }
        let _ = writeln!(text, "checksum {}", checksum.to_hex());
        text
    }

    fn line(&self, number: usize, length: u16, place: usize, numbers: &[usize]) -> String {
        let DraftNode { position, mv, replies, .. } = &self.nodes[place];
        let mut line = format!("{number} M{length} ");
        let after = if let Some(mv) = *mv {
            line += &notation::san(position, mv);
            position.after(mv)
        } else {
            line += NO_MOVE;
            position.clone()
        };
        let mut replies: Vec<_> =
            replies.iter().map(|&(reply, to)| (numbers[to], notation::san(&after, reply))).collect();
        replies.sort();
        for (to, san) in replies {
            let _ = write!(line, " {san}:{to}");
        }
        line
    }
}

/// The comment that explains the format to readers.
fn explanation(winner: Color) -> [String; 4] {
    let (side, other) = (names::color_name(winner), names::color_name(winner.other()));
    [
        format!("Each line is a position with {side} to move: its number, the moves to the mate, the move"),
        format!("that {side} plays, and every legal reply of {other} with the number of the line that"),
        "answers it. The first line is the position above; - stands for no move. Check all of it with"
            .to_owned(),
        "matescope verify FILE".to_owned(),
    ]
}
