//! Stalemate traps: positions in which the obvious move stalemates and another one mates.
//!
//! The obvious move is the one that a greedy player takes: it makes a queen, else captures, else leaves the
//! other king the least room. Positions of three and four pieces were drawn from the tables, with their
//! distances; those of more pieces were found by proof, and each is proven again here.

use matescope::chess::{
    GameTermination, Material, NoOracle, Oracle as _, Ply, Role, Root, StopToken, Verdict, fen, notation,
};
use matescope::solver::Tables;
use matescope::solver::mate::{MateAnswer, MateKeySolver, MateProblem, prove};

/// Lines of `FEN bm #n; am MOVE;`: the shortest mate, and the move that stalemates.
const TRAPS: &str = include_str!("../data/stalemate-traps.epd");

struct Trap {
    root: Root,
    moves: u16,
    obvious: &'static str,
}

fn traps() -> impl Iterator<Item = Trap> {
    TRAPS.lines().map(|line| {
        let (text, rest) = line.split_once(" bm #").expect(line);
        let (moves, rest) = rest.split_once("; am ").expect(line);
        let root = Root::new(fen::parse(&format!("{text} 0 1")).expect(line));
        Trap { root, moves: moves.parse().expect(line), obvious: rest.trim_end_matches(';') }
    })
}

#[test]
fn a_hundred_stalemate_traps_are_decided_right() {
    let mut underpromotions = 0;
    for Trap { root, moves, obvious } in traps() {
        let text = fen::format(&root.position);
        let obvious = notation::parse_move(&root.position, obvious).expect(&text);
        let after = GameTermination::on_board(&root.position.after(obvious));
        assert!(matches!(after, Some(GameTermination::Stalemate { .. })), "{text}");

        let problem = MateProblem { root: &root, within: moves, oracle: &NoOracle, nodes: None };
        let proof = prove(&problem, &StopToken::never(), &mut |_| {});
        let MateAnswer::Mates(line) = &proof.answer else { panic!("{text}: {:?}", proof.answer) };
        assert_eq!((proof.moves(), proof.none_within), (Some(moves), moves - 1), "{text}");
        assert!(matches!(line.ends_in, Some(GameTermination::Checkmate { .. })), "{text}");
        assert_ne!(line.moves[0], obvious, "{text}");
        underpromotions += u32::from(line.moves[0].promotion().is_some_and(|role| role != Role::Queen));

        let keys = MateKeySolver::new(&problem, &StopToken::never()).keys().expect("nobody stops it");
        assert!(keys.iter().all(|key| key.mv != obvious || !key.solves()), "{text}");
        assert!(keys.iter().any(|key| key.mates_in == Some(moves)), "{text}");
        assert!(keys.iter().all(|key| key.mates_in.is_none_or(|mates_in| mates_in >= moves)), "{text}");
    }
    assert!(traps().count() >= 100);
    assert!(underpromotions >= 3, "only {underpromotions} underpromotions");
}

/// The tables were probed when the file was made; here they are probed again, four pieces only on request.
#[test]
fn the_tables_say_the_same() {
    let tables = Tables::new();
    let slow = std::env::var_os("RUN_SLOW_TESTS").is_some();
    let mut asked = 0;
    for Trap { root, moves, .. } in traps() {
        let material: Material = root.position.material().normalized();
        if material.piece_count() > if slow { 4 } else { 3 } {
            continue;
        }
        tables.build(&material, 2, &StopToken::never(), &mut |_| {}).expect("nobody stops it");
        let distance = tables.probe(&root.position).and_then(Verdict::distance);
        assert_eq!(distance.map(Ply::moves), Some(moves), "{}", fen::format(&root.position));
        asked += 1;
    }
    assert!(asked >= 20, "only {asked}");
}
