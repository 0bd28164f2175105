//! How games end: by the rules on the board, and by what the tag `Termination` says.

use chess::GameTermination;
use game::pgn::{GameResult, PgnReadResult};

/// How a game with a result ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameEnd {
    /// Checkmate.
    Checkmate,
    /// A side resigned.
    Resignation,
    /// A side ran out of time; a draw where the other one could not mate.
    Time,
    /// A side left the game.
    Abandoned,
    /// A draw by agreement.
    Agreement,
    /// A draw by threefold repetition.
    Repetition,
    /// A draw by stalemate.
    Stalemate,
    /// A draw by insufficient material.
    InsufficientMaterial,
    /// A draw by the fifty-move rule.
    FiftyMoves,
    /// It is not said.
    Unknown,
}

impl GameEnd {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Checkmate,
        Self::Resignation,
        Self::Time,
        Self::Abandoned,
        Self::Agreement,
        Self::Repetition,
        Self::Stalemate,
        Self::InsufficientMaterial,
        Self::FiftyMoves,
        Self::Unknown,
    ];

    /// Its name in words.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Resignation => "resignation",
            Self::Time => "time ran out",
            Self::Abandoned => "abandoned",
            Self::Agreement => "draw by agreement",
            Self::Repetition => "threefold repetition",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::FiftyMoves => "fifty-move rule",
            Self::Unknown => "not said",
        }
    }

    /// Its name for programs: `fifty_moves`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::Abandoned => "abandoned",
            Self::Agreement => "agreement",
            Self::Repetition => "repetition",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient_material",
            Self::FiftyMoves => "fifty_moves",
            Self::Unknown => "unknown",
        }
    }

    /// How a game ended. None for one without a result.
    ///
    /// What stands on the board comes first, if the result agrees. Then the tag counts: Lichess and the PGN standard write `Normal`
    /// for what the players have decided, which is resignation or agreement; Chess.com writes a sentence.
    #[must_use]
    pub fn of(read: &PgnReadResult, result: GameResult) -> Option<Self> {
        let is_draw = match result {
            GameResult::Unknown => return None,
            GameResult::Draw => true,
            GameResult::WhiteWins | GameResult::BlackWins => false,
        };
        let on_board = Self::on_board(read, result);
        Some(on_board.unwrap_or_else(|| {
            Self::by_tag(read.game.header.tag("Termination").unwrap_or_default(), is_draw)
        }))
    }

    /// By the last position, where all moves of the main line could be read.
    fn on_board(read: &PgnReadResult, result: GameResult) -> Option<Self> {
        let tree = &read.game.tree;
        let last = tree.main_line_from(tree.start()).last().copied().unwrap_or_else(|| tree.start());
        let termination = tree.termination_at(last).filter(|_| !read.lacks_moves())?;
        if GameResult::from(termination) != result {
            return None;
        }
        match termination {
            GameTermination::Checkmate { .. } => Some(Self::Checkmate),
            GameTermination::Stalemate { .. } => Some(Self::Stalemate),
            GameTermination::DeadPosition => Some(Self::InsufficientMaterial),
            GameTermination::Threefold => Some(Self::Repetition),
            GameTermination::FiftyMoves => Some(Self::FiftyMoves),
            // No position says so.
            GameTermination::Flag { .. }
            | GameTermination::FlagWithoutMaterial { .. }
            | GameTermination::Resignation { .. }
            | GameTermination::Agreement => None,
        }
    }

    fn by_tag(tag: &str, is_draw: bool) -> Self {
        let tag = tag.to_ascii_lowercase();
        let has = |part: &str| tag.contains(part);
        match is_draw {
            _ if has("time") => Self::Time,
            _ if has("abandon") => Self::Abandoned,
            false if has("resign") || tag == "normal" => Self::Resignation,
            true if has("agree") || tag == "normal" => Self::Agreement,
            true if has("repetition") => Self::Repetition,
            true if has("stalemate") => Self::Stalemate,
            true if has("insufficient") => Self::InsufficientMaterial,
            true if has("50") || has("fifty") => Self::FiftyMoves,
            _ => Self::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;
    use game::pgn;

    fn end(tags: &str, moves: &str) -> Option<GameEnd> {
        let read = pgn::read(&format!("{tags}\n\n{moves}\n"), &Position::start());
        let result = read.game.header.result;
        GameEnd::of(&read, result)
    }

    #[test]
    fn the_board_says_it_or_the_tag() {
        const REPEATED: &str = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
        let tag = |text: &str| format!("[Termination \"{text}\"]");
        for (tags, moves, expected) in [
            ("", "1. f3 e5 2. g4 Qh4# 0-1", Some(GameEnd::Checkmate)),
            // The tag is wrong, or the result is.
            (&*tag("Time forfeit"), "1. f3 e5 2. g4 Qh4# 0-1", Some(GameEnd::Checkmate)),
            (&tag("Time forfeit"), "1. f3 e5 2. g4 Qh4# 1-0", Some(GameEnd::Time)),
            ("", &format!("{REPEATED} 1/2-1/2"), Some(GameEnd::Repetition)),
            ("", &format!("{REPEATED} 1-0"), Some(GameEnd::Unknown)),
            (&tag("Normal"), "1. e4 e5 1-0", Some(GameEnd::Resignation)),
            (&tag("Normal"), "1. e4 e5 1/2-1/2", Some(GameEnd::Agreement)),
            (&tag("Time forfeit"), "1. e4 e5 1/2-1/2", Some(GameEnd::Time)),
            (&tag("anna won by resignation"), "1. e4 e5 1-0", Some(GameEnd::Resignation)),
            (&tag("anna won on time"), "1. e4 e5 1-0", Some(GameEnd::Time)),
            (&tag("Game drawn by agreement"), "1. e4 e5 1/2-1/2", Some(GameEnd::Agreement)),
            (&tag("Game drawn by repetition"), "1. e4 e5 1/2-1/2", Some(GameEnd::Repetition)),
            (&tag("Game drawn by 50-move rule"), "1. e4 e5 1/2-1/2", Some(GameEnd::FiftyMoves)),
            (&tag("Abandoned"), "1. e4 e5 1-0", Some(GameEnd::Abandoned)),
            (&tag("rules infraction"), "1. e4 e5 1-0", Some(GameEnd::Unknown)),
            ("", "1. e4 e5 1-0", Some(GameEnd::Unknown)),
            (&tag("Normal"), "1. e4 e5 *", None),
        ] {
            assert_eq!(end(tags, moves), expected, "{tags} {moves}");
        }
        let start = "[SetUp \"1\"]\n[FEN \"7k/8/6KQ/8/8/8/8/8 b - - 0 1\"]";
        assert_eq!(end(start, "1... Kg8 1/2-1/2"), Some(GameEnd::Unknown));
        let stuck = "[SetUp \"1\"]\n[FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]";
        assert_eq!(end(stuck, "1. Qf7 1/2-1/2"), Some(GameEnd::Stalemate));
        let bare = "[SetUp \"1\"]\n[FEN \"7k/8/8/8/8/8/1q6/K7 w - - 0 1\"]";
        assert_eq!(end(bare, "1. Kxb2 1/2-1/2"), Some(GameEnd::InsufficientMaterial));
    }
}
