//! The screen as lines of text, without frames and colors.

use std::ops::Range;

use ratatui::layout::Rect;
use shakmaty::Board;

use crate::chess::Color;
use crate::tui::app::App;
use crate::tui::dialog::paste_view;
use crate::tui::linear::consent::{consent, other_answers};
use crate::tui::linear::words;
use crate::tui::model::{Dialog, PaneId};
use crate::tui::screen;
use crate::tui::widget::pane::Pane;

/// The size of the virtual screen, by whose height long dialogs are cut.
pub(crate) const SIZE: (u16, u16) = (90, 72);

/// The longest line that a pane's text is made for, in letters.
pub(crate) const WIDTH: usize = 90;

/// The room that lists and dialogs have: wide enough that no row is cut, and so many rows of a list around the
/// chosen one.
const ROOM: Rect = Rect { x: 0, y: 0, width: 200, height: 50 };

/// The text of a pane, one item per line, without what is only visual.
pub(crate) fn pane_lines(pane: &Pane) -> Vec<String> {
    row_texts(pane, 0..pane.body.len())
}

/// The text of some rows of a pane.
fn row_texts(pane: &Pane, rows: Range<usize>) -> Vec<String> {
    let shown =
        pane.body.iter().enumerate().filter(|(row, _)| rows.contains(row) && !pane.chart.contains(row));
    shown.map(|(_, line)| row_text(&line.to_string())).filter(|line| !line.is_empty()).collect()
}

/// A list or a dialog: its title with what stands beside it, and its rows.
fn titled_lines(pane: &Pane) -> Vec<String> {
    let note: String = pane.note.iter().map(|span| span.content.as_ref()).collect();
    let first = pane.first_shown(ROOM.height);
    let mut lines = vec![row_text(&format!("{}  {note}", pane.title))];
    lines.extend(row_texts(pane, first..first + usize::from(ROOM.height)));
    lines
}

/// A position in one line.
fn position_line(board: &Board, turn: Color) -> String {
    words::piece_lines(board, turn).join(" ")
}

/// The open dialog, or else the editor, the list or the panes of the screen, as lines.
pub(crate) fn screen_lines(app: &App) -> Vec<String> {
    if let Some(dialog) = &app.shared.dialog {
        let mut lines: Vec<String> =
            screen::dialog_panes(app, dialog, ROOM.width).iter().flat_map(titled_lines).collect();
        if let Dialog::Paste(paste) = dialog {
            let (board, turn) = paste_view::shown_pieces(paste);
            lines.push(position_line(board, turn));
        }
        lines.extend(consent(app).or_else(|| other_answers(app)));
        return lines;
    }
    let panes = screen::panes(app, WIDTH);
    if let Some(editor) = &app.editor.open {
        let known = panes.iter().find(|pane| pane.id == PaneId::Position).map(pane_lines);
        return words::draft_lines(editor).into_iter().chain(known.unwrap_or_default()).collect();
    }
    if let Some(scene) = screen::list_scene(app, ROOM) {
        let mut lines = titled_lines(&scene.list);
        lines.extend(scene.details.iter().flat_map(titled_lines));
        lines.extend(scene.preview.map(|of| position_line(of.position.board(), of.position.turn())));
        lines.extend(scene.lines_below.iter().map(|line| row_text(&line.to_string())));
        return lines;
    }
    panes
        .iter()
        .flat_map(|pane| std::iter::once(format!("{}:", pane.title)).chain(pane_lines(pane)))
        .collect()
}

/// A row without its frame, its gaps and its bars: separate parts are joined by a comma.
pub(crate) fn row_text(row: &str) -> String {
    let row = row.replace("---", "  ").replace('|', "  ");
    let segments = row.split("  ").map(|part| {
        let segment = part.trim();
        // A score keeps its sign.
        let is_score = segment
            .strip_prefix(['+', '-'])
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if is_score { segment } else { without_bar_sign(segment.trim_matches(['+', '-', ' '])) }
    });
    let is_bar = |part: &str| part.chars().all(|sign| "#:-".contains(sign));
    let text = segments.filter(|part| !is_bar(part)).collect::<Vec<_>>().join(", ");
    // The chosen row of a form has its value between arrows; in a list it has a sign before it.
    if text.contains(", <, ") && text.contains(", >") {
        return format!("> {}", text.replacen(", <, ", ", ", 1).replacen(", >", "", 1));
    }
    text
}

/// A text without the sign of a bar before it, as in a legend: `won` for `# won`.
fn without_bar_sign(text: &str) -> &str {
    text.strip_prefix("# ").or_else(|| text.strip_prefix(": ")).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Instant;

    use super::*;
    use crate::chess::{Square, fen};
    use crate::game::GameListEntry;
    use crate::game::pgn::split::PgnSplitter;
    use crate::practice::Performance;
    use crate::tui::linear::listener::LinearSession;
    use crate::tui::message::{Message, TimedMessage};
    use crate::tui::model::{
        GameListSource, GameReadPurpose, LibraryEvent, PastedGame, Promotion, StatisticsResult,
    };
    use crate::tui::router::update;

    impl LinearSession {
        /// Types lines, and returns what the screen says then. No line of it is a row of a board.
        #[track_caller]
        fn look_after(&mut self, typed: &[&str]) -> Vec<String> {
            for line in typed {
                self.type_line(line);
            }
            let lines = screen_lines(&self.app);
            let is_rank = |line: &&String| line.contains("::") || line.starts_with("8, ");
            assert_eq!(lines.iter().find(is_rank), None, "{typed:?}: {lines:#?}");
            assert!(lines.iter().all(|line| !line.is_empty()), "{typed:?}: {lines:#?}");
            lines
        }

        fn receive(&mut self, message: Message) {
            let at = self.app.shared.now;
            update(&mut self.app, TimedMessage { at, message });
        }
    }

    #[track_caller]
    fn check_has(lines: &[String], expected: &str) {
        assert!(lines.iter().any(|line| line == expected), "no {expected:?} in {lines:#?}");
    }

    #[test]
    fn no_screen_and_no_dialog_prints_a_drawn_board() {
        let mut listener = LinearSession::new(Instant::now());
        for screen in ["tab-play", "tab-analyze", "tab-practice", "tab-tables", "tab-games"] {
            listener.look_after(&[screen]);
            for dialog in ["settings", "palette", "engines", "paste", "edit-position", "new-game", "f1"] {
                listener.look_after(&[dialog]);
                (listener.app.shared.dialog, listener.app.editor.open) = (None, None);
            }
        }
    }

    #[test]
    fn the_chosen_row_of_a_long_dialog_is_printed() {
        let mut listener = LinearSession::new(Instant::now());
        listener.type_line("f1");
        for _ in 0..60 {
            listener.type_line("down");
        }
        let lines = listener.look_after(&[]);
        assert!(lines.iter().any(|line| line.starts_with("> ")), "{lines:#?}");
        assert!(lines.len() <= 1 + usize::from(ROOM.height), "{lines:#?}");
    }

    #[test]
    fn a_lesson_says_its_example_in_words() {
        let mut listener = LinearSession::new(Instant::now());
        let lines = listener.look_after(&["tab-practice"]);
        assert!(lines[0].starts_with("Practice, "), "{lines:#?}");
        assert_eq!(lines.iter().filter(|line| line.starts_with('>')).count(), 1, "{lines:#?}");
        check_has(&lines, "White: king a1, queen b2. Black: king c4. White to move.");
        let record = listener.look_after(&["practice-record"]);
        assert!(record[0].starts_with("Days, "), "{record:#?}");
        check_has(&record, "Nothing yet: your finished rounds appear here.");
    }

    #[test]
    fn an_ending_of_the_list_is_said_with_its_status() {
        let mut listener = LinearSession::new(Instant::now());
        let lines = listener.look_after(&["tab-tables", "down"]);
        assert_eq!(lines[..2], ["Tables, exact distances to mate", "3 pieces, made at every start"]);
        let chosen = lines.iter().find(|line| line.starts_with('>')).unwrap();
        assert!(chosen.ends_with(", not built"), "{lines:#?}");
    }

    #[test]
    fn a_game_of_the_list_is_said_with_its_last_position_and_its_moves() {
        let text = "[White \"Anna\"]\n[Black \"Carl\"]\n[Event \"Club\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
        let mut listener = LinearSession::new(Instant::now());
        listener.type_line("tab-games");
        let games: Vec<GameListEntry> = PgnSplitter::new(text.as_bytes())
            .map(|piece| GameListEntry::of("club.pgn".into(), &piece.unwrap(), 0))
            .collect();
        let place = games[0].location.clone();
        listener.receive(Message::Library(LibraryEvent::listed(GameListSource::Library, &games)));
        let read = LibraryEvent::GameRead(place, GameReadPurpose::Preview, Box::new(PastedGame::parse(text)));
        listener.receive(Message::Library(read));
        let lines = listener.look_after(&[]);
        assert_eq!(lines[0], "Games, 1 game");
        assert!(
            lines.iter().any(|line| line.starts_with("> ") && line.contains("Anna - Carl")),
            "{lines:#?}"
        );
        check_has(&lines, "1.f3 e5 2.g4 Qh4#");
        let position = lines.iter().find(|line| line.starts_with("White: king e1, ")).unwrap();
        assert!(position.contains("Black: king e8, queen h4, "), "{position}");
    }

    #[test]
    fn figures_of_the_statistics_are_said_without_their_bars() {
        let text = "[White \"Anna\"]\n[Black \"Carl\"]\n[Date \"2024.03.01\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
            [White \"Carl\"]\n[Black \"Anna\"]\n[Date \"2024.04.01\"]\n\n1. e4 c5 1/2-1/2\n";
        let mut listener = LinearSession::new(Instant::now());
        let my_names = vec!["Anna".to_owned()];
        listener.app.shared.config.games.my_names.clone_from(&my_names);
        listener.type_line("tab-games");
        listener.type_line("statistics");
        let mut performance = Performance::default();
        for piece in PgnSplitter::new(text.as_bytes()) {
            let game = GameListEntry::of("club.pgn".into(), &piece.unwrap(), 0);
            let color = game.side_of(&my_names).unwrap();
            performance.add_game(&game, color);
        }
        let read = StatisticsResult::Read(my_names, Arc::new(performance));
        listener.receive(Message::Library(LibraryEvent::Statistics(read)));
        let lines = listener.look_after(&[]);
        let head = ["Statistics, won, drawn, lost", "Results, games, won, drawn, lost, score"];
        assert_eq!(lines[..2], head, "{lines:#?}");
        check_has(&lines, "> all games, 2, 0, 1, 1, 25.0 %");
        check_has(&lines, "Sicilian Defense, 1, 0, 1, 0, 50.0 %");
        check_has(&lines, "March 2024, none, 1, 0, 0, 1, 0.0 %");
        check_has(&lines, "2 games: won 0, drawn 1, lost 1, score 25.0 %");
        let said = listener.reporter.report_changes(&listener.app);
        assert!(said.len() > 10, "the page as a whole: {said:#?}");
        let moved = listener.type_line("down");
        assert_eq!(moved, ["> with White, 1, 0, 0, 1, 0.0 %"], "only what is chosen now");
    }

    #[test]
    fn a_pasted_position_is_said_with_its_fault() {
        let mut listener = LinearSession::new(Instant::now());
        listener.type_line("4k3/8/8/8/8/8/8/4KK2 w - - 0 1");
        let lines = listener.look_after(&[]);
        assert_eq!(lines[0], "Input, ^U clears", "{lines:#?}");
        check_has(&lines, "White: kings e1 f1. Black: king e8. White to move.");
    }

    #[test]
    fn the_pieces_of_a_promotion_are_rows_of_which_one_is_chosen() {
        let position = fen::parse("8/P3k3/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        let moves = position.legal_moves().into_iter().filter(|mv| mv.promotion().is_some()).collect();
        let mut listener = LinearSession::new(Instant::now());
        let choice = Promotion { from: Square::A7, to: Square::A8, moves, chosen: 1 };
        listener.app.shared.dialog = Some(Dialog::Promotion(choice));
        let lines = listener.look_after(&[]);
        assert_eq!(lines[0], "Promote to");
        assert_eq!(lines.iter().filter(|line| line.starts_with('>')).count(), 1, "{lines:#?}");
    }

    #[test]
    fn a_row_is_spoken_without_its_frame() {
        for (row, expected) in [
            ("| White mates in 3  (5 plies)      M3= |", "White mates in 3, (5 plies), M3="),
            ("+-- Settings ------------+", "Settings"),
            ("+0.33  d4 c5", "+0.33, d4 c5"),
            ("+- Games ------- 0 games -+", "Games, 0 games"),
            ("| Lines        <  3  >   in the analysis |", "> Lines, 3, in the analysis"),
            ("Statistics  # won  : drawn  - lost", "Statistics, won, drawn, lost"),
            ("|-----|", ""),
            ("  Sicilian Defense      4  62.5 %  ######::----", "Sicilian Defense, 4, 62.5 %"),
            ("  > KQvK      solved 3 |", "> KQvK, solved 3"),
        ] {
            assert_eq!(row_text(row), expected);
        }
    }
}
