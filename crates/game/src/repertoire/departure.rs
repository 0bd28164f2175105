//! Where a game left a repertoire.

use chess::names::move_number;
use chess::{Move, Position, notation};

use super::graph::{Repertoire, RepertoirePlace};

/// Where a game left a repertoire for good: what comes back to it by another order of moves has not left it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RepertoireDeparture {
    /// The last position of the game that is in the repertoire.
    pub place: RepertoirePlace,
    /// Half-moves of the game before that position.
    pub ply: usize,
    /// The move that was played there; none where the game ends there.
    pub played: Option<Move>,
    /// What happened there.
    pub kind: DepartureKind,
}

impl RepertoireDeparture {
    /// What happened, as a sentence about a game that begins with this position: `you left your repertoire with 7.Bc4; it has
    /// 7.Bb5`.
    #[must_use]
    pub fn sentence(&self, repertoire: &Repertoire, start: &Position) -> String {
        let at = repertoire.at(self.place);
        let turn = at.position().turn();
        let half_moves = u32::try_from(self.ply).unwrap_or(u32::MAX);
        let before = start.turn().fold_wb(0, 1);
        let number = start.fullmoves().get().saturating_add(half_moves.saturating_add(before) / 2);
        let numbered = |mv: Move| move_number(number, turn) + &notation::san(at.position(), mv);
        let played = self.played.map(numbered);
        match (self.kind, played) {
            (DepartureKind::ByPlayer, Some(played)) => {
                let moves: Vec<String> = at.moves().iter().map(|known| numbered(known.mv)).collect();
                format!("you left your repertoire with {played}; it has {}", moves.join(", "))
            }
            (DepartureKind::ByOpponent, Some(played)) => {
                format!("your opponent left your repertoire with {played}")
            }
            (DepartureKind::RepertoireEnded, Some(played)) => {
                format!("your repertoire ended before {played}")
            }
            (_, None) | (DepartureKind::GameEnded, _) => "the whole game is in your repertoire".to_owned(),
        }
    }
}

/// What happened in the last position of a game that is in a repertoire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DepartureKind {
    /// The player played another move than the repertoire has.
    ByPlayer,
    /// The opponent played a reply that the repertoire does not answer.
    ByOpponent,
    /// The repertoire has no further move.
    RepertoireEnded,
    /// The game ended.
    GameEnded,
}

impl Repertoire {
    /// Where a game left the repertoire. None where no position of it is in the repertoire but the start, and the player
    /// never had a move to play there.
    #[must_use]
    pub fn departure(
        &self,
        start: &Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Option<RepertoireDeparture> {
        let mut position = start.clone();
        let mut last = None;
        let mut place = self.find(&position);
        let mut ply = 0;
        for mv in moves {
            if let Some(at) = place {
                last = Some((at, ply, Some(mv)));
            }
            // A move of the repertoire says where it leads; only behind others the position has to be looked up.
            let known = place.and_then(|at| self.at(at).find(mv)).map(|known| known.to);
            position.play(mv);
            ply += 1;
            place = known.or_else(|| self.find(&position));
        }
        if let Some(at) = place {
            last = Some((at, ply, None));
        }
        last.and_then(|(at, ply, played)| self.departure_at(at, ply, played))
    }

    /// The departure of a game whose last position in the repertoire this is, after so many half-moves, with the move that was
    /// played there. None where only the start is in it and the player has no move there.
    #[must_use]
    pub fn departure_at(
        &self,
        place: RepertoirePlace,
        ply: usize,
        played: Option<Move>,
    ) -> Option<RepertoireDeparture> {
        let at = self.at(place);
        let kind = match played {
            _ if at.is_end() => DepartureKind::RepertoireEnded,
            None => DepartureKind::GameEnded,
            Some(_) if self.is_own_turn(place) => DepartureKind::ByPlayer,
            Some(_) => DepartureKind::ByOpponent,
        };
        let departure = RepertoireDeparture { place, ply, played, kind };
        (ply > 0 || self.is_card(place)).then_some(departure)
    }
}

#[cfg(test)]
mod tests {
    use chess::{Color, notation};

    use super::super::fixtures::repertoire;
    use super::*;

    /// Where a game left a repertoire: half-moves before, the move, and what happened.
    fn departure(repertoire: &Repertoire, game: &str) -> Option<(usize, String, DepartureKind)> {
        let mut position = Position::start();
        let mut moves = Vec::new();
        for word in game.split_whitespace() {
            let mv = notation::parse_move(&position, word).unwrap();
            moves.push(mv);
            position.play(mv);
        }
        let found = repertoire.departure(&Position::start(), moves)?;
        let at = repertoire.at(found.place).position();
        let played = found.played.map_or_else(String::new, |mv| notation::san(at, mv));
        Some((found.ply, played, found.kind))
    }

    #[test]
    fn each_way_out_has_its_kind() {
        let white =
            repertoire(Color::White, &["1. e4 e5 (1... c5 2. Nf3) 2. Nf3 (2. Qh5? Nc6) 2... Nc6 3. Bb5 *"]);
        let left = |game: &str| departure(&white, game);
        assert_eq!(left("e4 e5 Bc4 Nf6"), Some((2, "Bc4".to_owned(), DepartureKind::ByPlayer)));
        assert_eq!(left("e4 e5 Qh5 Nc6 Bc4"), Some((2, "Qh5".to_owned(), DepartureKind::ByPlayer)));
        assert_eq!(left("d4 d5"), Some((0, "d4".to_owned(), DepartureKind::ByPlayer)));
        assert_eq!(left("e4 e6 d4"), Some((1, "e6".to_owned(), DepartureKind::ByOpponent)));
        assert_eq!(left("e4 c5 Nf3 d6"), Some((3, "d6".to_owned(), DepartureKind::RepertoireEnded)));
        assert_eq!(left("e4 e5 Nf3"), Some((3, String::new(), DepartureKind::GameEnded)));
    }

    #[test]
    fn sentences_have_the_number_of_the_move_in_the_game() {
        let sentence = |side: Color, chapter: &str, game: &str| {
            let repertoire = repertoire(side, &[chapter]);
            let mut position = Position::start();
            let moves = game.split_whitespace().map(|word| {
                let mv = notation::parse_move(&position, word).unwrap();
                position.play(mv);
                mv
            });
            let moves: Vec<Move> = moves.collect();
            let start = Position::start();
            repertoire.departure(&start, moves).unwrap().sentence(&repertoire, &start)
        };
        let white = "1. e4 e5 2. Nf3 (2. Bc4) 2... Nc6 3. Bb5 *";
        assert_eq!(
            sentence(Color::White, white, "e4 e5 d4"),
            "you left your repertoire with 2.d4; it has 2.Nf3, 2.Bc4"
        );
        assert_eq!(sentence(Color::White, white, "e4 c5"), "your opponent left your repertoire with 1...c5");
        assert_eq!(
            sentence(Color::White, white, "e4 e5 Nf3 Nc6 Bb5 a6"),
            "your repertoire ended before 3...a6"
        );
        assert_eq!(sentence(Color::White, white, "e4 e5 Nf3"), "the whole game is in your repertoire");
        assert_eq!(
            sentence(Color::Black, "1. e4 e5 2. Nf3 Nc6 *", "e4 c5"),
            "you left your repertoire with 1...c5; it has 1...e5"
        );
    }

    #[test]
    fn what_comes_back_by_another_order_has_not_left() {
        let white = repertoire(Color::White, &["1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 *"]);
        let game = "c4 e6 Nc3 Nf6 d4 d5 Bf4";
        assert_eq!(departure(&white, game), Some((6, "Bf4".to_owned(), DepartureKind::ByPlayer)));
    }

    #[test]
    fn a_game_that_the_repertoire_does_not_concern_has_none() {
        let black = repertoire(Color::Black, &["1. e4 e5 2. Nf3 Nc6 *"]);
        assert_eq!(departure(&black, "d4 d5"), None, "the opponent's first move is not in it");
        assert_eq!(departure(&repertoire(Color::White, &[]), "e4 e5"), None);
    }
}
