//! Random messages in any order: nothing panics.

use std::time::Duration;

use matescope::analysis::AnalysisEvent;
use matescope::chess::{Color, DraftEdit, Score, Square, notation};
use matescope::tui::board::move_list;
use matescope::tui::keymap::ACTIONS;
use matescope::tui::message::{Message, MouseGesture, MouseHit};
use matescope::tui::model::editor::EditorTool;
use matescope::tui::model::line::LineRef;
use matescope::tui::navigation::Tab;

use super::{User, found};

const KEYS: &[&str] = &[
    "a",
    "b",
    "c",
    "d",
    "e",
    "f",
    "g",
    "h",
    "K",
    "Q",
    "R",
    "B",
    "N",
    "O",
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "x",
    "=",
    "+",
    "-",
    "enter",
    "enter",
    "enter",
    "esc",
    "tab",
    "backtab",
    "backspace",
    "left",
    "right",
    "up",
    "down",
    "home",
    "end",
    "pageup",
    "pagedown",
    "space",
    "delete",
    "ctrl-u",
    "ctrl-w",
    "ctrl-p",
    "ctrl-g",
    "ctrl-n",
    "ctrl-o",
    "ctrl-q",
    "ctrl-r",
    "y",
    "ctrl-e",
    "ctrl-e",
    "C",
    "ctrl-d",
    "ctrl-l",
    "ctrl-z",
    "u",
    "U",
    "o",
    "v",
    "w",
    "c",
    "y",
    "F",
    "p",
    "n",
    "r",
    "D",
    "A",
    "P",
    "T",
    "t",
    "z",
    "[",
    "]",
    ",",
    ".",
    "<",
    ">",
    "G",
    "S",
    "?",
    ":",
    "l",
    "j",
    "k",
    "s",
    "m",
    "X",
    ";",
    "!",
    "4",
    "^",
    "L",
    "delete",
    "W",
    "5",
    "/",
    "x",
    "i",
    "e",
    "q",
    "j",
    "I",
    "é",
    "♔",
    "f5",
];
const PASTES: &[&str] = &[
    "8/8/8/8/8/1Q6/8/k2K4 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/1Q6/8/k2K5 w - - 0 1",
    "8/4P1k1/8/8/8/8/8/K7 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 3. Bb5 a6",
    "{a} 1. e4 $1 {b} (1. {c} d4 d5 $4 (1... Nf6)) e5 ; d\n*",
    "[White \"a\u{1b}[2J\"]\n\n1. e4 *\n\n[White \"b\"]\n\n1. d4 Ke7 *",
    "e2e4 e7e5",
    "\u{1b}[31m\u{202e}\u{0}",
    "",
    "e4",
    "Nf3",
    "(((((((((",
    "[FEN \"x\"]",
    "////////",
];

const EDITS: &[DraftEdit] = &[
    DraftEdit::Clear,
    DraftEdit::StartPosition,
    DraftEdit::FlipHorizontal,
    DraftEdit::SwapColors,
    DraftEdit::SideToMove(Color::Black),
    DraftEdit::ToggleCastlingRight(Square::H1),
    DraftEdit::ToggleCastlingRights(Square::E8),
    DraftEdit::EnPassant(Some(Square::E6)),
    DraftEdit::SetPiece(Square::E1, None),
    DraftEdit::MovePiece(Square::E8, Square::C3),
    DraftEdit::Fullmoves(0),
];

/// A random message.
fn anything(user: &User, random: &mut fastrand::Rng) -> Message {
    let square = MouseHit::Square(Square::new(random.u32(..64)));
    match random.u8(..100) {
        0..=3 => Message::Paste(PASTES[random.usize(..PASTES.len())].to_owned()),
        4..=6 => Message::Resize(random.u16(..300), random.u16(..100)),
        7..=11 => Message::Action(ACTIONS[random.usize(..ACTIONS.len())].action),
        12..=20 => {
            let hit = match random.u8(..10) {
                0 => None,
                1 => Some(MouseHit::Row(random.usize(..9))),
                2 => {
                    let which =
                        if random.bool() { LineRef::Pinned } else { LineRef::Engine(random.usize(..6)) };
                    Some(MouseHit::Line(which, random.bool().then(|| random.usize(..9))))
                }
                3 => Some(MouseHit::Tab(Tab::ALL[random.usize(..Tab::ALL.len())])),
                8 => Some(MouseHit::Tool(EditorTool::BOX.concat()[random.usize(..16)])),
                9 => Some(MouseHit::EditPosition(EDITS[random.usize(..EDITS.len())])),
                4 => user.app.shown_walk().and_then(|walk| {
                    let moves = move_list::shown(walk);
                    moves.first().map(|entry| MouseHit::MoveListEntry(entry.node))
                }),
                _ => Some(square),
            };
            let gestures = [
                MouseGesture::Press,
                MouseGesture::Drag,
                MouseGesture::Release,
                MouseGesture::RightPress,
                MouseGesture::RightDrag,
                MouseGesture::WheelUp,
                MouseGesture::WheelDown,
            ];
            Message::Mouse(gestures[random.usize(..gestures.len())], hit)
        }
        _ => Message::Deadline,
    }
}

#[test]
fn ten_thousand_random_things_and_no_panic() {
    let steps = if std::env::var_os("RUN_SLOW_TESTS").is_some() { 100_000 } else { 10_000 };
    let mut random = fastrand::Rng::with_seed(2);
    let mut user = User::new();
    user.app.shared.config.board.animation = true;
    let mut job = None;
    for step in 0..steps {
        if random.u8(..100) < 70 {
            user.press(KEYS[random.usize(..KEYS.len())]);
        } else if random.u8(..100) < 40 {
            // The background answers the last request.
            if let Some(asked) = &job {
                let asked: &matescope::analysis::AnalysisJob = asked;
                let legal = asked.root.position.legal_moves();
                let lines: Vec<_> = (0..asked.limits.multipv.max(1))
                    .filter(|_| !legal.is_empty())
                    .map(|_| notation::san(&asked.root.position, legal[random.usize(..legal.len())]))
                    .collect();
                let lines: Vec<_> = lines.iter().map(|san| (Score::centipawns(7), san.as_str())).collect();
                let snapshot = Box::new(found(asked, &lines));
                let update = match random.u8(..4) {
                    0 => AnalysisEvent::TablesReady,
                    1 => AnalysisEvent::Progress(snapshot),
                    _ => AnalysisEvent::Done(snapshot),
                };
                user.happens(Message::Analysis(update));
            }
        } else {
            let what = anything(&user, &mut random);
            user.happens(what);
        }
        if random.u8(..20) == 0 {
            user.later(Duration::from_millis(random.u64(..200_000)));
        }
        job = user.job().or(job);
        user.app.shared.leaving = matescope::tui::model::shared::Leaving::No;
        if let Some(position) = user.app.shown_position() {
            assert_eq!(position.key(), position.key_from_scratch(), "step {step}");
        }
        assert!(user.app.shared.toasts.len() <= 4);
        if step % 8 == 0 {
            let (width, height) = user.app.shared.size;
            let rows = user.screen().split('\n').count();
            assert_eq!(rows, usize::from(height.max(1)), "step {step}: {width}x{height}");
        }
        let deadline = user.app.next_deadline();
        assert!(
            deadline.is_none_or(|at| at > user.app.shared.now),
            "step {step}: a deadline that never passes"
        );
    }
}
