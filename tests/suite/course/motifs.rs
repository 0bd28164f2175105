//! What the coach claims is so: each motif is held against the tables in many positions.

use std::collections::BTreeMap;

use matescope::chess::{Material, Oracle, Position, Verdict, fen, notation};
use matescope::practice::motif::{self, Motif, MotifKind};
use matescope::practice::start_filter::keeping_moves;
use matescope::practice::{Exercise, Goal, LessonLevel, Seed, StartConditions, Trainee, deal};

use super::{is_slow, tables};

/// The endings in which motifs are looked for, with the side to move.
const ENDINGS: [(&str, Trainee, Goal); 10] = [
    ("KPvK", Trainee::Stronger, Goal::Promote),
    ("KPvK", Trainee::Weaker, Goal::Hold { moves: 20 }),
    ("KPvKP", Trainee::Stronger, Goal::Promote),
    ("KPvKP", Trainee::Weaker, Goal::Hold { moves: 20 }),
    ("KRvKP", Trainee::Stronger, Goal::Mate),
    ("KRPvKR", Trainee::Stronger, Goal::Promote),
    ("KRPvKR", Trainee::Weaker, Goal::Hold { moves: 20 }),
    ("KBPvK", Trainee::Weaker, Goal::Hold { moves: 20 }),
    ("KRvKN", Trainee::Weaker, Goal::Hold { moves: 20 }),
    ("KPPvK", Trainee::Stronger, Goal::Promote),
];

/// 0 for a loss of the side to move, 1 for a draw, 2 for a win.
fn points(position: &Position) -> u8 {
    match tables().probe(position).expect("covered") {
        Verdict::Loss(_) => 0,
        Verdict::Draw => 1,
        Verdict::Win(_) => 2,
    }
}

/// The points of the side to move if the turn is passed.
fn points_of_pass(position: &Position) -> u8 {
    2 - points(&position.after_null_move().expect("no check"))
}

/// Holds a claim about a mistake against the tables, by other means than the detector's.
fn check_mistake(before: &Position, motif: &Motif, next: &Position, text: &str) {
    let had = points(before);
    assert!(2 - points(next) < had, "{text}: it was no mistake");
    let keeping = keeping_moves(before, tables()).expect("covered");
    let side = before.turn();
    match motif.kind {
        MotifKind::Opposition => {
            // The squares of the kings as they face each other, with the mover to move.
            let reply = next.legal_moves().into_iter().find(|mv| {
                let after = next.after(*mv);
                let kings = [side, side.other()].map(|color| after.board().king_of(color).unwrap());
                kings.as_slice() == motif.squares
            });
            let after = next.after(reply.expect("there is such a reply"));
            let [own, other] = [motif.squares[0], motif.squares[1]];
            assert_eq!(own.distance(other), 2, "{text}");
            assert!(points(&after) < had && points_of_pass(&after) >= had, "{text}");
        }
        MotifKind::Zugzwang => {
            let worse = next.legal_moves().into_iter().any(|mv| {
                let after = next.after(mv);
                !after.is_check() && points(&after) < had && points_of_pass(&after) >= had
            });
            assert!(worse, "{text}");
        }
        MotifKind::PawnSquare => {
            // The pawn runs, and whatever the king does, it promotes and wins.
            let mut now = next.clone();
            let pawn = motif.arrows[0].0;
            let push = now.legal_moves().into_iter().find(|mv| mv.from() == Some(pawn)).expect("a push");
            let wins = now
                .legal_moves()
                .into_iter()
                .filter(|mv| mv.from() == Some(pawn))
                .any(|mv| points(&next.after(mv)) == 0);
            now.play(push);
            assert!(wins, "{text}");
        }
        MotifKind::LonePawn => assert_eq!(2 - points(next), 1, "{text}: the pawn is not lost"),
        MotifKind::KeySquare => {
            let wins = |position: &Position, kings: bool| {
                let moves = position.legal_moves();
                moves.into_iter().any(|mv| {
                    let after = position.after(mv);
                    let is_king = mv.role() == matescope::chess::Role::King;
                    let onto = motif.squares.contains(&mv.to());
                    is_king == kings
                        && onto
                        && !after.is_check()
                        && points(&after) == 0
                        && points_of_pass(&after) == 0
                })
            };
            assert!(wins(before, true) || wins(next, true), "{text}");
        }
        MotifKind::FrontOfPawn => {
            assert!(keeping.iter().all(|mv| motif.squares.contains(&mv.to())), "{text}");
        }
        MotifKind::CutOff | MotifKind::RankDefense => {
            let stays = keeping.iter().all(|mv| {
                let after = before.after(*mv);
                let rooks = after.board().rooks() & after.board().by_color(side);
                rooks.into_iter().any(|rook| motif.squares.contains(&rook))
            });
            assert!(stays, "{text}");
        }
        MotifKind::CheckingDistance => {
            assert!(keeping.iter().all(|mv| before.after(*mv).is_check()), "{text}");
        }
        MotifKind::SafeCorner => {
            let corner = motif.squares[0];
            let king = next.board().king_of(side).unwrap();
            assert!(keeping.iter().all(|mv| mv.to().distance(corner) < king.distance(corner)), "{text}");
        }
        MotifKind::KnightCutOff => {
            let apart = |position: &Position| {
                let board = position.board();
                let knight = (board.knights() & board.by_color(side)).single_square()?;
                Some(knight.distance(board.king_of(side)?))
            };
            let now = apart(next).expect("a knight");
            assert!(
                keeping.iter().filter_map(|mv| apart(&before.after(*mv))).all(|other| other < now),
                "{text}"
            );
        }
    }
}

/// Holds a claim about a good move against the tables.
fn check_good_move(before: &Position, motif: &Motif, next: &Position, text: &str) {
    let had = points(before);
    assert_eq!(2 - points(next), had, "{text}: it was a mistake");
    let keeping = keeping_moves(before, tables()).expect("covered");
    assert!(2 * keeping.len() <= before.legal_moves().len(), "{text}: most moves do as well");
    match motif.kind {
        MotifKind::Opposition | MotifKind::Zugzwang => {
            assert!(points_of_pass(next) > points(next), "{text}: a pass would not help");
        }
        MotifKind::KeySquare => assert_eq!((points(next), points_of_pass(next)), (0, 0), "{text}"),
        MotifKind::PawnSquare => assert_eq!(points_of_pass(before), 0, "{text}: it was no hurry"),
        MotifKind::CheckingDistance => {
            assert!(keeping.iter().all(|mv| before.after(*mv).is_check()), "{text}");
        }
        MotifKind::FrontOfPawn => {
            assert!(keeping.iter().all(|mv| motif.squares.contains(&mv.to())), "{text}");
        }
        MotifKind::CutOff | MotifKind::RankDefense => {
            let side = before.turn();
            let rooks = next.board().rooks() & next.board().by_color(side);
            assert!(rooks.into_iter().any(|rook| motif.squares.contains(&rook)), "{text}");
        }
        MotifKind::LonePawn | MotifKind::SafeCorner | MotifKind::KnightCutOff => {
            panic!("{text}: nobody is praised for that")
        }
    }
}

/// Ten thousand positions of each ending in the slow run, every move of each.
#[test]
fn no_claim_contradicts_the_tables() {
    let wanted: u16 = if is_slow() { 10_000 } else { 400 };
    let mut claims: BTreeMap<MotifKind, [usize; 2]> = BTreeMap::new();
    for (name, trainee, goal) in ENDINGS {
        let material: Material = name.parse().expect("an ending");
        if !tables().covers(&material) {
            continue;
        }
        let exercise = Exercise {
            id: name.to_owned(),
            title: name.to_owned(),
            material,
            trainee,
            goal,
            starts: StartConditions::any(),
            moment: None,
            idea: Vec::new(),
        };
        for number in 0..wanted {
            let seed = Seed(number.wrapping_mul(40_503));
            let before = deal::deal(&exercise, LessonLevel::Easy, seed, tables()).expect("a start");
            let keeping = keeping_moves(&before, tables()).expect("a table");
            for mv in before.legal_moves() {
                let next = before.after(mv);
                let text = format!("{} {}", fen::format(&before), notation::san(&before, mv));
                let Some(motif) = motif::explain(&before, mv, tables()) else { continue };
                let text = format!("{text}: {}", motif.text);
                let is_good = keeping.contains(&mv);
                if is_good {
                    check_good_move(&before, &motif, &next, &text);
                } else {
                    check_mistake(&before, &motif, &next, &text);
                }
                claims.entry(motif.kind).or_default()[usize::from(is_good)] += 1;
            }
        }
    }
    println!("mistakes and good moves: {claims:?}");
    let kinds: &[MotifKind] = if is_slow() {
        &MotifKind::ALL
    } else {
        &[MotifKind::Opposition, MotifKind::KeySquare, MotifKind::PawnSquare, MotifKind::FrontOfPawn]
    };
    for kind in kinds {
        assert!(claims.contains_key(kind), "{kind:?} is never found");
    }
}

fn check_text(fen: &str, typed: &str, kind: MotifKind, wanted: &str) {
    let position = fen::parse(fen).expect(fen);
    let mv = notation::parse_move(&position, typed).expect(typed);
    let motif = motif::explain(&position, mv, tables());
    let motif = motif.unwrap_or_else(|| panic!("{fen} {typed}: no motif"));
    assert_eq!((motif.kind, motif.text.as_str()), (kind, wanted), "{fen} {typed}");
}

#[test]
fn the_coach_names_the_idea() {
    check_text(
        "8/8/4k3/2K5/4P3/8/8/8 b - - 0 1",
        "Kf6",
        MotifKind::FrontOfPawn,
        "You left the pawn's file: White's king gets beside its pawn. Ke5 or Ke7 stays in front of it",
    );
    check_text(
        "8/4K3/2k5/5P2/8/8/8/8 w - - 0 1",
        "Kd8",
        MotifKind::LonePawn,
        "Your king no longer guards the pawn on f5: it is lost",
    );
    check_text(
        "8/8/8/8/1P3k2/8/8/K7 b - - 0 1",
        "Kg4",
        MotifKind::PawnSquare,
        "The pawn runs and cannot be caught: your king is outside its square",
    );
    check_text(
        "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1",
        "e3",
        MotifKind::Zugzwang,
        "Zugzwang: Black would be fine if it could pass",
    );
}
