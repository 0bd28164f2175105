//! Answers for people who talk to the engine by hand: the board, the evaluation, the words it knows.

use shakmaty::{Color, File, Piece, Rank, Square};

use crate::chess::{CountedVerdict, FiftyMoveEffect, Oracle, Root, Verdict, fen};
use crate::engine::{self, EvalBreakdown};
use crate::solver::Syzygy;

/// What `help` says.
pub(super) const HELP: &str = "\
Matescope speaks UCI, the Universal Chess Interface; a chess program usually does the talking.
  uci                                     who this is, and the options
  isready                                 answers readyok
  setoption name NAME [value VALUE]       sets an option
  ucinewgame                              forgets the last game
  position startpos|fen FEN [moves …]     sets the position
  go [depth N] [nodes N] [mate N] [movetime MS] [wtime MS] [btime MS] [winc MS] [binc MS]
     [movestogo N] [searchmoves …] [ponder] [infinite]
                                          searches; without a limit until stop
  ponderhit · stop                        the expected move was played · says the best move now
  go perft N                              counts the move sequences of N half-moves
  d                                       shows the board, and what tables say of it
  eval                                    what the position is worth without a search
  bench [DEPTH]                           node signature and speed
  quit                                    leaves";

/// The board with its coordinates and a summary of what is known of it.
pub(super) fn board(root: &Root, tables: Option<&dyn Oracle>, syzygy: Option<&Syzygy>) -> String {
    let position = &root.position;
    let between = " +---+---+---+---+---+---+---+---+".to_owned();
    let mut lines = vec![String::new(), between.clone()];
    for rank in Rank::ALL.into_iter().rev() {
        let piece =
            |file| position.board().piece_at(Square::from_coords(file, rank)).map_or(' ', Piece::char);
        let pieces: Vec<String> = File::ALL.into_iter().map(|file| piece(file).to_string()).collect();
        lines.extend([format!(" | {} | {}", pieces.join(" | "), rank.char()), between.clone()]);
    }
    lines.extend(["   a   b   c   d   e   f   g   h".to_owned(), String::new()]);
    let checkers: Vec<String> = position.checkers().into_iter().map(|square| square.to_string()).collect();
    let mut add_row = |name: &str, value: &str| lines.push(format!("{name:<13}{value}"));
    add_row("Fen:", &fen::format(position));
    add_row("Key:", &format!("{:016X}", position.key()));
    add_row("Checkers:", &if checkers.is_empty() { "none".to_owned() } else { checkers.join(" ") });
    add_row("Legal moves:", &position.legal_moves().len().to_string());
    if let Some(ending) = root.termination() {
        add_row("Ending:", &format!("{ending}: {}", ending.reason()));
    }
    let own = match tables.and_then(|tables| CountedVerdict::probe(position, tables)) {
        Some(CountedVerdict { table, effect: FiftyMoveEffect::Draws, .. }) => {
            format!("{}: draw by the fifty-move rule, else {}", position.material(), in_words(table))
        }
        Some(CountedVerdict { verdict, .. }) => format!("{}: {}", position.material(), in_words(verdict)),
        None => "nothing of this position".to_owned(),
    };
    add_row("Tables:", &own);
    if let Some(verdict) = syzygy.and_then(|syzygy| syzygy.probe(position)) {
        add_row("", &verdict.to_string());
    }
    lines.join("\n")
}

fn in_words(verdict: Verdict) -> String {
    match verdict {
        Verdict::Win(plies) => format!("the side to move mates in {} ({plies} plies)", plies.moves()),
        Verdict::Draw => "draw".to_owned(),
        Verdict::Loss(plies) => format!("the side to move is mated in {} ({plies} plies)", plies.moves()),
    }
}

/// What the position is worth without a search.
pub(super) fn evaluation(root: &Root) -> String {
    let position = &root.position;
    if position.is_check() {
        return "Evaluation: none, the side to move is in check".to_owned();
    }
    let score = engine::evaluate(position);
    let for_white = position.turn().fold_wb(score, -score).raw();
    let side = match position.turn() {
        Color::White => "White",
        Color::Black => "Black",
    };
    let total =
        format!("Evaluation: {} pawns for White, without a search ({side} to move)", pawns(for_white.into()));
    match EvalBreakdown::of(position) {
        Some(breakdown) => {
            let by_hand = pawns(breakdown.total);
            let network = pawns(i32::from(for_white) - breakdown.total);
            let table = terms_table(&breakdown);
            format!("{table}\n\nHand-crafted terms: {by_hand}\nCorrection by the network: {network}\n{total}")
        }
        None => format!("{total}\nIt is a known win: what counts is to drive the lone king to the edge"),
    }
}

/// The terms as a table, in pawns.
fn terms_table(explanation: &EvalBreakdown) -> String {
    let mut lines = vec![
        String::new(),
        "      White           Black       counts  what for".to_owned(),
        "   mid     end     mid     end  for White".to_owned(),
    ];
    for part in &explanation.terms {
        let [a, b, c, d, counts] =
            [part.white.0, part.white.1, part.black.0, part.black.1, part.contribution].map(pawns);
        lines.push(format!("{a:>6}  {b:>6}  {c:>6}  {d:>6}     {counts:>6}  {}", part.name));
    }
    lines.join("\n")
}

/// Centipawns as pawns; 0 has no sign.
fn pawns(centipawns: i32) -> String {
    match centipawns {
        0 => "0.00".to_owned(),
        _ => format!("{:+.2}", f64::from(centipawns) / 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::NoOracle;

    struct Mates;

    impl Oracle for Mates {
        fn probe(&self, _: &crate::chess::Position) -> Option<Verdict> {
            Some(Verdict::Win(crate::chess::Ply::new(5)))
        }
    }

    fn shown(text: &str, tables: &dyn Oracle) -> String {
        board(&Root::new(fen::parse(text).unwrap()), Some(tables), None)
    }

    #[test]
    fn the_board_stands_between_its_coordinates() {
        let shown = shown("4k3/Q7/3K4/8/8/8/8/8 w - - 0 1", &NoOracle);
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[2], " |   |   |   |   | k |   |   |   | 8");
        assert_eq!(lines[4], " | Q |   |   |   |   |   |   |   | 7");
        assert_eq!(lines[18], "   a   b   c   d   e   f   g   h");
        assert_eq!(lines[20], "Fen:         4k3/Q7/3K4/8/8/8/8/8 w - - 0 1");
        assert!(lines[21].starts_with("Key:         ") && lines[21].len() == 29, "{}", lines[21]);
        assert_eq!(
            lines[22..],
            ["Checkers:    none", "Legal moves: 27", "Tables:      nothing of this position"]
        );
    }

    #[test]
    fn tables_and_checks_are_reported() {
        let mated = shown("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", &Mates);
        assert!(
            mated.contains("\nCheckers:    b2\nLegal moves: 0\nEnding:      Checkmate, Black wins"),
            "{mated}"
        );
        assert!(mated.ends_with("Tables:      KQvK: the side to move mates in 3 (5 plies)"), "{mated}");
    }

    #[test]
    fn an_evaluation_is_reported_for_white() {
        let text_of = |text| evaluation(&Root::new(fen::parse(text).unwrap()));
        let white = text_of("4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1");
        assert!(white.contains("\nEvaluation: +") && white.ends_with("(White to move)"), "{white}");
        let black = text_of("4k3/8/8/8/8/8/PPPP4/4K3 b - - 0 1");
        assert!(black.contains("\nEvaluation: +") && black.ends_with("(Black to move)"), "{black}");
        assert!(black.contains("pawn, knight, bishop, rook, queen\n"), "{black}");
        let known = text_of("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
        assert!(known.starts_with("Evaluation: +") && known.contains("\nIt is a known win"), "{known}");
        assert_eq!(
            text_of("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"),
            "Evaluation: none, the side to move is in check"
        );
    }
}
