//! What several screens do, each in its own way: undo, steps through the moves, mistakes, hints, the cursor.

use crate::chess::{Ranking, Square, destination_square};
use crate::game::pgn::PgnHeader;
use crate::tui::activity::Activity;
use crate::tui::aids::other_turn::OtherTurnView;
use crate::tui::analyze::review;
use crate::tui::app::{App, Chord, Distances, Tab};
use crate::tui::background::endgame_tables;
use crate::tui::background::table_status::TableStatus;
use crate::tui::board::state::PieceVisibility;
use crate::tui::games::state::GameReadPurpose;
use crate::tui::keymap::BoardAction;
use crate::tui::message::Effects;
use crate::tui::navigation::{Direction, MistakeDirection, TreeStep};
use crate::tui::play::state::PlayStatus;
use crate::tui::practice::update::RoundTakeback;
use crate::tui::practice_board::PracticeBoard;
use crate::tui::router::{copy, moves};
use crate::tui::{aids, analyze, games, navigation, play, practice, quiz};

/// Performs an action that several screens have.
pub(super) fn act(app: &mut App, action: BoardAction, effects: &mut Effects) {
    match action {
        BoardAction::Undo => undo(app, effects),
        BoardAction::Redo => redo(app, effects),
        BoardAction::Step(to) => step(app, to, effects),
        BoardAction::Mistake(direction) => show_mistake(app, direction, effects),
        BoardAction::Review => review(app, effects),
        BoardAction::AnalyzeHere => analyze_here(app, effects),
        BoardAction::Hint => match app.tab {
            Tab::Play | Tab::Analyze => aids::hint_update::show_hint(app, effects),
            Tab::Practice => practice::update::hint(app),
            Tab::Tables | Tab::Games => {}
        },
        BoardAction::Distances => show_distances(app, effects),
        BoardAction::CopyChord => app.chord = Some(Chord::Copy),
        BoardAction::Copy(format) => copy::copy(app, format, effects),
        BoardAction::Blindfold => blindfold(app),
        BoardAction::ShowCursor => move_cursor(app, None),
        BoardAction::Cursor(direction) | BoardAction::PlayCursor(direction) => {
            move_cursor(app, Some(direction));
        }
        BoardAction::PickSquare => {
            if let Some(square) = app.board.cursor {
                moves::select_or_play(app, square, effects);
            }
        }
        BoardAction::PlayTyped => moves::submit(app, effects),
        BoardAction::DropTyped => {
            app.prompt.close();
            app.board.clear_selection();
        }
        BoardAction::CompleteTyped => moves::complete(app),
    }
}

fn undo(app: &mut App, effects: &mut Effects) {
    match app.tab {
        Tab::Play => play::undo::undo(app, effects),
        Tab::Analyze if app.analyze.retry().is_some() => {}
        Tab::Analyze if app.analyze.walked_line.is_some() => {
            analyze::line_update::step_line(app, TreeStep::Back, effects);
        }
        Tab::Analyze if analyze::notes::can_undo(app) => analyze::notes::undo(app, effects),
        Tab::Analyze if app.analyze.walk.node_id() == app.analyze.walk.tree().start() => {
            if !analyze::update::reopen_previous(app, effects) {
                app.show_note("This is the starting position");
            }
        }
        Tab::Analyze => step(app, TreeStep::Back, effects),
        Tab::Practice => practice::update::go_back(app, RoundTakeback::Undo),
        Tab::Tables | Tab::Games => {}
    }
}

fn redo(app: &mut App, effects: &mut Effects) {
    match app.tab {
        Tab::Play => play::undo::redo(app, effects),
        Tab::Analyze if app.analyze.retry().is_some() => {}
        Tab::Analyze if app.analyze.walked_line.is_some() => {
            analyze::line_update::step_line(app, TreeStep::Forward, effects);
        }
        Tab::Analyze if analyze::notes::can_redo(app) => analyze::notes::redo(app, effects),
        Tab::Analyze => step(app, TreeStep::Forward, effects),
        Tab::Practice => {
            app.show_note("In a round a move that was taken back is played again");
        }
        Tab::Tables | Tab::Games => {}
    }
}

/// Shows another position of the game, the round or the analysis.
pub(super) fn step(app: &mut App, step: TreeStep, effects: &mut Effects) {
    app.board.clear_selection();
    match app.tab {
        Tab::Play if step == TreeStep::End => app.play.walk.go_to(app.play.tip),
        Tab::Play => {
            // Stepping forward ends at the game's last position; redo goes on from there.
            if step != TreeStep::Forward || !app.play.is_live() {
                navigation::step_tree(&mut app.play.walk, step);
            }
        }
        Tab::Analyze => analyze::update::step(app, step, effects),
        Tab::Tables | Tab::Games => {}
        Tab::Practice => {
            match &mut app.practice_board {
                PracticeBoard::Round(round) => match step {
                    TreeStep::End => practice::update::return_to_round(round),
                    TreeStep::Forward if round.is_live() => {}
                    step => _ = navigation::step_tree(&mut round.walk, step),
                },
                PracticeBoard::Puzzle(active) => _ = navigation::step_tree(&mut active.walk, step),
                PracticeBoard::Guess(active) => _ = navigation::step_tree(&mut active.walk, step),
                PracticeBoard::Empty
                | PracticeBoard::Example(_)
                | PracticeBoard::Card(_)
                | PracticeBoard::Quiz(_) => {}
            }
            practice::update::update_ranking(app);
        }
    }
    if app.prompt.is_open()
        && let Some(position) = app.shown_position()
    {
        app.prompt.update_completions(&position);
    }
}

fn show_mistake(app: &mut App, direction: MistakeDirection, effects: &mut Effects) {
    match app.activity_below() {
        Activity::Analysis(_) | Activity::Retry { .. } => {
            review::update::show_mistake(app, direction, effects);
        }
        Activity::Quiz(_) => quiz::update::show_mistake(app, direction),
        Activity::Round(_) => practice::update::show_mistake(app, direction),
        _ => {}
    }
}

/// Reviews the game of the screen; a finished one is opened on the analysis board with its review.
fn review(app: &mut App, effects: &mut Effects) {
    match app.tab {
        Tab::Analyze => review::update::toggle(app, effects),
        Tab::Games => games::update::read_selected(app, GameReadPurpose::Review, effects),
        Tab::Play if app.play.ending.is_none() && app.play.status != PlayStatus::Stopped => {
            app.show_note("A game is reviewed when it is over: A analyzes it from here");
        }
        Tab::Play => {
            analyze_here(app, effects);
            review::update::begin(app, effects);
        }
        Tab::Practice | Tab::Tables => {}
    }
}

/// Opens the game or the round on the analysis board, at the current position.
fn analyze_here(app: &mut App, effects: &mut Effects) {
    let mut header = PgnHeader::default();
    let walk = match app.activity_below() {
        Activity::Game(play) => {
            header = play.own().header(play.ending);
            play.walk.clone()
        }
        Activity::Round(round) => round.walk.clone(),
        // While a puzzle or quiz runs or a move is guessed, the analysis would give the solution away.
        Activity::Puzzle(active) if !active.attempt.is_running() => active.walk.clone(),
        Activity::Guess(active) if active.may_be_analyzed() => {
            header = active.game.header.clone();
            active.walk_to_analyze()
        }
        Activity::Quiz(active) if active.may_be_analyzed() => active.walk.clone(),
        _ => return,
    };
    if app.tab == Tab::Play && play::engine_turn::is_running(app) {
        play::engine_turn::pause(app);
        app.show_note("Your game is still running; 1 returns to it");
    }
    let bottom = app.board.bottom;
    analyze::update::open(app, walk, header, effects);
    app.board.bottom = bottom;
}

/// Shows every legal move by its cost in a game or round, or hides them again.
fn show_distances(app: &mut App, effects: &mut Effects) {
    if !matches!(app.tab, Tab::Play | Tab::Practice) {
        return;
    }
    app.distances = match app.distances {
        Distances::Hidden => Distances::Shown,
        Distances::Shown => Distances::Hidden,
    };
    if app.distances == Distances::Shown {
        update_distances(app);
        if app.ranking().is_none()
            && let Some(position) = app.shown_position()
        {
            endgame_tables::request_if_wanted(app, &position, effects);
            app.show_note(match app.table_status(&position.material()) {
                TableStatus::Building(_) => "The table for this ending is being built",
                _ => "No table covers this position",
            });
        }
    }
}

/// Computes what each move costs where the player wants to see it: in a game it is shown, in a round it also
/// counts as help, as does the result with the other side to move.
pub(super) fn update_distances(app: &mut App) {
    let other_turn = app.practice_board.round().map(|round| round.other_turn);
    match app.tab {
        Tab::Practice if other_turn == Some(OtherTurnView::Shown) => practice::update::record_help(app),
        _ if app.distances == Distances::Hidden => {}
        Tab::Play => app.play.ranking = Ranking::of(app.play.walk.position(), app.oracle.oracle()),
        Tab::Practice => practice::update::record_help(app),
        Tab::Analyze | Tab::Tables | Tab::Games => {}
    }
}

fn blindfold(app: &mut App) {
    let (sight, note) = match app.board.piece_visibility {
        PieceVisibility::Visible => (PieceVisibility::Blindfold, "Blindfold: the pieces are hidden"),
        PieceVisibility::Blindfold => (PieceVisibility::Visible, "The pieces are shown again"),
    };
    app.board.piece_visibility = sight;
    app.show_note(note);
}

/// Shows the cursor, or moves it by one square as seen from the side at the bottom.
fn move_cursor(app: &mut App, direction: Option<Direction>) {
    let Some(position) = app.shown_position() else { return };
    let Some(at) = app.board.cursor else {
        let home = app.last_move().map(destination_square);
        let king = position.board().king_of(position.turn());
        app.board.cursor = home.or(king).or(Some(Square::E4));
        return;
    };
    let next = direction.and_then(|direction| direction.neighbor(at, app.board.bottom));
    app.board.cursor = next.or(Some(at));
}
