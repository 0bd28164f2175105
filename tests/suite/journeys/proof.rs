//! The proof explorer over a board: opened, stepped through, closed with the board as it was.

use matescope::analysis::proof_explorer::{
    MateClaim, NodeExpansion, ProofExplorerUpdate, ProofNodeId, ProofTree,
};
use matescope::analysis::{AnalysisEvent, AnalysisPurpose, JobId};
use matescope::chess::{NoOracle, Oracle, Root, Score, StopToken, fen, notation};
use matescope::solver::MateProblem;
use matescope::solver::mate::{TableThenMateOracle, tree};
use matescope::tui::keymap::{AnalyzeAction, AppAction, BoardAction};
use matescope::tui::message::{Effect, Message, MouseGesture, MouseHit};
use matescope::tui::model::proof::ProofTreeRow;
use matescope::tui::navigation::{Tab, ValueStep};

use super::{User, found};

/// Morphy's problem: a key that threatens, and seven defenses.
const MORPHY: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

impl User {
    /// Answers all requests about a proof, until none is left.
    pub(crate) fn explained(&mut self, oracle: &dyn Oracle) -> &mut Self {
        loop {
            let wishes = self.wishes();
            let asked: Vec<_> = wishes
                .into_iter()
                .filter(|wish| matches!(wish, Effect::StartProof(_) | Effect::ExpandProof(..)))
                .collect();
            if asked.is_empty() {
                return self;
            }
            for wish in asked {
                self.explain(wish, oracle);
            }
        }
    }

    fn explain(&mut self, wish: Effect, oracle: &dyn Oracle) {
        let stop = StopToken::never();
        let proof = self.app.proof.as_ref().expect("a proof is looked at");
        let root = proof.claim.root.clone();
        let problem = MateProblem { root: &root, within: proof.claim.moves, oracle, nodes: None };
        let mut witness = TableThenMateOracle::with_search(&problem);
        let mut say = |insight| {
            _ = self.happens(Message::Analysis(AnalysisEvent::ProofExplorer(JobId::default(), insight)));
        };
        match wish {
            Effect::StartProof(claim) => {
                let opened =
                    tree::key_move(&root.position, claim.none_within + 1..=claim.moves, &mut witness, &stop);
                let opened = opened.expect("nobody stops it").expect("a mate");
                say(ProofExplorerUpdate::Opened(Box::new(ProofTree::of_attack(
                    root.position.clone(),
                    opened,
                ))));
            }
            Effect::ExpandProof(node, position, moves) => {
                let defenses = tree::find_defenses(&position, moves, &mut witness, &stop, &mut |_| {});
                for defense in defenses.expect("nobody stops it") {
                    say(ProofExplorerUpdate::Defense(node, Box::new(defense)));
                }
                say(ProofExplorerUpdate::Expanded(node));
            }
            _ => {}
        }
    }

    fn rows(&self) -> Vec<ProofTreeRow> {
        self.app.proof.as_ref().map_or_else(Vec::new, |proof| proof.rows())
    }

    /// The moves to the chosen row.
    fn path(&self) -> String {
        let proof = self.app.proof.as_ref().expect("a proof is looked at");
        let tree = proof.tree.as_ref().expect("a tree");
        notation::san_line(tree.start(), &tree.path(proof.chosen)).join(" ")
    }
}

/// A user who looks at a mate in two that the search has found.
fn solver() -> User {
    let mut user = User::new();
    user.paste(MORPHY);
    let job = user.job().expect("analysis starts at once");
    assert_eq!(job.purpose, AnalysisPurpose::Analyze);
    let snapshot = found(&job, &[(Score::mates_in(matescope::chess::Ply::new(3)), "Ra6 bxa6 b7#")]);
    user.happens(Message::Analysis(AnalysisEvent::Progress(Box::new(snapshot))));
    user.wishes();
    user
}

#[test]
fn a_proof_is_walked_and_the_board_comes_back() {
    let mut user = solver();
    let before = user.app.shown_position();
    user.press("w");
    assert_eq!(user.app.shown_position(), before, "nothing is known yet");
    user.explained(&NoOracle);
    assert_eq!(user.path(), "Ra6");
    assert_eq!(user.rows().len(), 8, "the key and seven defenses");
    user.press("down");
    assert_eq!(user.path(), "Ra6 Bc7 Rxa7#");
    assert_eq!(
        user.app.shown_position().map(|position| position.legal_moves().len()),
        Some(0),
        "mate on the board"
    );
    user.press("end");
    let last = user.path();
    user.press("down pagedown").press("up down");
    assert_eq!(user.path(), last, "the end is the end");
    user.press("left");
    assert_eq!(user.path(), "Ra6", "out of a branch to the move above");
    user.press("enter");
    assert_eq!(user.rows().len(), 1, "closed");
    user.press("right right");
    assert_eq!((user.rows().len(), user.path().as_str()), (8, "Ra6 Bc7 Rxa7#"));
    assert!(user.wishes().is_empty(), "what is known is not asked for again");
    user.press("esc");
    assert_eq!((user.app.shown_position(), user.app.proof.is_none()), (before, true));
    assert_eq!(user.wishes(), [Effect::StopProof]);
    assert!(user.app.shared.current_analysis.snapshot.is_some(), "the analysis went on");
}

#[test]
fn the_board_answers_before_the_background_does() {
    let mut user = solver();
    user.press("w down right enter end");
    let wishes = user.wishes();
    assert!(matches!(&wishes[..], [Effect::StartProof(claim)] if claim.moves == 2), "{wishes:?}");
    let claim = MateClaim {
        root: Root::new(fen::parse(MORPHY).expect("a position")),
        winner: shakmaty::Color::White,
        moves: 2,
        none_within: 0,
    };
    let problem = MateProblem { root: &claim.root, within: 2, oracle: &NoOracle, nodes: None };
    let mut witness = TableThenMateOracle::with_search(&problem);
    let opened = tree::key_move(&claim.root.position, 1..=2, &mut witness, &StopToken::never());
    let tree =
        ProofTree::of_attack(claim.root.position.clone(), opened.expect("not stopped").expect("a mate"));
    user.happens(Message::Analysis(AnalysisEvent::ProofExplorer(
        JobId::default(),
        ProofExplorerUpdate::Opened(Box::new(tree)),
    )));
    assert!(matches!(&user.wishes()[..], [Effect::ExpandProof(ProofNodeId::ROOT, _, 1)]));
    assert_eq!(user.rows(), [ProofTreeRow::Node(ProofNodeId::ROOT, 0), ProofTreeRow::Working(1)]);
    user.press("down left right");
    assert!(user.wishes().is_empty(), "a branch is asked for once");
    let growth = user.app.proof.as_ref().and_then(|proof| proof.node().map(|node| node.expansion));
    assert_eq!(growth, Some(NodeExpansion::Expanding));
    user.happens(Message::Analysis(AnalysisEvent::ProofExplorer(
        JobId::default(),
        ProofExplorerUpdate::NotProven,
    )));
    user.press("w");
    assert!(user.app.proof.is_none());
    // A late reply is ignored.
    user.happens(Message::Analysis(AnalysisEvent::ProofExplorer(
        JobId::default(),
        ProofExplorerUpdate::Expanded(ProofNodeId::ROOT),
    )));
    assert!(user.app.proof.is_none());
}

#[test]
fn whatever_is_about_the_board_closes_the_proof() {
    for keys in ["2 1", "T", "l", "u", "X", "+"] {
        let mut user = solver();
        user.press("w").explained(&NoOracle);
        user.press("down");
        // The keys of the board do not work in the proof explorer, but the palette reaches their actions.
        let action = match keys {
            "2 1" => matescope::tui::keymap::Action::App(AppAction::ShowTab(Tab::Play)),
            "T" => matescope::tui::keymap::Action::Analyze(AnalyzeAction::SortMoves),
            "l" => matescope::tui::keymap::Action::Analyze(AnalyzeAction::WalkLine),
            "u" => matescope::tui::keymap::Action::Board(BoardAction::Undo),
            "X" => matescope::tui::keymap::Action::Analyze(AnalyzeAction::Clear),
            _ => matescope::tui::keymap::Action::Analyze(AnalyzeAction::Lines(ValueStep::More)),
        };
        user.happens(Message::Action(action));
        assert!(user.app.proof.is_none(), "{keys}");
        assert!(user.wishes().contains(&Effect::StopProof), "{keys}");
    }
    let mut user = solver();
    user.press("w").explained(&NoOracle).press("F ? esc S esc");
    assert!(user.app.proof.is_some(), "the board may be turned, help may be read");
    user.press("r").check_says("The proof is on the board").press("a 6 enter");
    assert!(user.app.proof.is_some() && user.app.shared.prompt.is_open(), "no move is played on a proof");
    user.press("esc");
    user.click("a6");
    assert_eq!(user.app.shared.board.picked, None, "no piece is selected in a proof");
}

#[test]
fn rows_are_clicked_and_the_wheel_walks() {
    let mut user = solver();
    user.press("w").explained(&NoOracle);
    user.happens(Message::Mouse(MouseGesture::Press, Some(MouseHit::Row(3))));
    let third = user.path();
    assert!(third.starts_with("Ra6 B"), "{third}");
    user.happens(Message::Mouse(MouseGesture::WheelUp, None));
    assert_ne!(user.path(), third);
    user.happens(Message::Mouse(MouseGesture::Press, Some(MouseHit::Row(0))));
    user.happens(Message::Mouse(MouseGesture::Press, Some(MouseHit::Row(0))));
    assert_eq!(user.rows().len(), 1, "a second click closes");
}

#[test]
fn a_proof_is_no_help_in_a_game_and_there_has_to_be_a_mate() {
    let mut user = User::new();
    user.press("w").check_tab(Tab::Play);
    assert!(user.app.proof.is_none());
    assert!(user.app.shared.toasts.iter().any(|toast| toast.text.contains("T shows distances")));
    user.press("2 w");
    assert!(user.app.proof.is_none());
    assert!(user.app.shared.toasts.iter().any(|toast| toast.text.contains("No mate is known")));
}
