//! Any keys, pastes, clicks and sizes: nothing panics, every screen can be drawn, and no control character
//! reaches it.
//!
//! `cargo +nightly fuzz run app` in the repository's root. Each line is one event; its first byte says which.

#![no_main]

use std::time::{Duration, Instant};

use libfuzzer_sys::fuzz_target;
use matescope::chess::{DraftEdit, Square};
use matescope::tui::app::App;
use matescope::tui::app::key_reading::message_for_key;
use matescope::tui::board::move_list;
use matescope::tui::keymap::{ACTIONS, KeyPress};
use matescope::tui::message::{Message, MouseGesture, MouseHit, TimedMessage};
use matescope::tui::model::editor::EditorTool;
use matescope::tui::model::line::LineRef;
use matescope::tui::model::shared::Leaving;
use matescope::tui::navigation::Tab;
use matescope::tui::router::update;
use matescope::tui::view;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

const MOST_STEPS: usize = 200;
const NAMED: [&str; 16] = [
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
    "delete",
    "ctrl-p",
    "ctrl-z",
    "space",
    "f5",
];

fuzz_target!(|bytes: &[u8]| {
    let mut app = App::new(Instant::now(), (80, 24));
    happens(&mut app, Message::ResumeGame);
    for line in bytes.split(|&byte| byte == b'\n').take(MOST_STEPS) {
        let Some((&first, rest)) = line.split_first() else { continue };
        let number = usize::from(rest.first().copied().unwrap_or_default());
        match first {
            b'p' => happens(&mut app, Message::Paste(String::from_utf8_lossy(rest).replace(';', "\n"))),
            b's' => {
                let rows = u16::from(rest.get(1).copied().unwrap_or(24));
                happens(&mut app, Message::Resize(number as u16, rows));
            }
            b'a' => happens(&mut app, Message::Action(ACTIONS[number % ACTIONS.len()].action)),
            b'm' => {
                let gestures = [
                    MouseGesture::Press,
                    MouseGesture::Drag,
                    MouseGesture::Release,
                    MouseGesture::WheelUp,
                    MouseGesture::WheelDown,
                    MouseGesture::RightPress,
                    MouseGesture::RightDrag,
                ];
                let what = usize::from(rest.get(1).copied().unwrap_or_default());
                let hit = match number {
                    0..64 => Some(MouseHit::Square(Square::new(number as u32))),
                    64..80 => Some(MouseHit::Row(number - 64)),
                    80..90 => Some(MouseHit::Line(LineRef::Engine(number - 80), Some(number % 7))),
                    90 => Some(MouseHit::Line(LineRef::Pinned, None)),
                    91..100 => Some(MouseHit::Tab(Tab::ALL[number % Tab::ALL.len()])),
                    100..110 => app.shown_walk().and_then(|walk| {
                        let moves = move_list::shown(walk);
                        moves.first().map(|entry| MouseHit::MoveListEntry(entry.node))
                    }),
                    110..126 => Some(MouseHit::Tool(EditorTool::BOX.concat()[number - 110])),
                    126..190 => Some(MouseHit::EditPosition(DraftEdit::ToggleCastlingRights(Square::new(
                        number as u32 - 126,
                    )))),
                    _ => None,
                };
                happens(&mut app, Message::Mouse(gestures[what % gestures.len()], hit));
            }
            b't' => {
                app.shared.now += Duration::from_millis(number as u64 * 1_000);
                happens(&mut app, Message::Deadline);
            }
            b'k' => press(&mut app, NAMED[number % NAMED.len()]),
            _ => String::from_utf8_lossy(line).chars().for_each(|c| press(&mut app, &c.to_string())),
        }
        app.shared.leaving = Leaving::No;
        draw(&app);
    }
});

fn press(app: &mut App, name: &str) {
    let Ok(key) = name.parse::<KeyPress>() else { return };
    if let Some(message) = message_for_key(app, key) {
        happens(app, message);
    }
}

fn happens(app: &mut App, message: Message) {
    let msg = TimedMessage { at: app.shared.now, message };
    drop(update(app, msg));
}

fn draw(app: &App) {
    let (width, height) = app.shared.size;
    let area = Rect { x: 0, y: 0, width, height };
    let mut buffer = Buffer::empty(area);
    view::draw(app, area, &mut buffer);
    for cell in buffer.content() {
        assert!(!cell.symbol().chars().any(char::is_control), "{:?}", cell.symbol());
    }
}
