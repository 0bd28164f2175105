//! What several screens do, each in its own way: undo, steps through the moves, mistakes, hints, the cursor.

use crate::chess::{Position, Ranking, Square, destination_square};
use crate::tui::aids::hint_update::HintSource;
use crate::tui::analyze::review;
use crate::tui::app::App;
use crate::tui::background::endgame_tables;
use crate::tui::keymap::{AidsAction, BoardAction};
use crate::tui::message::Effects;
use crate::tui::model::practice_board::PracticeBoard;
use crate::tui::model::{
    Activity, Chord, Distances, GameReadPurpose, OtherTurnView, PieceVisibility, PlayStatus, TableStatus,
};
use crate::tui::navigation::{Direction, MistakeDirection, Tab, TreeStep};
use crate::tui::practice::update::RoundTakeback;
use crate::tui::router::{copy, moves};
use crate::tui::{aids, analyze, games, navigation, play, practice, practice_features, quiz, tables};

/// Performs an action that several screens have.
pub(super) fn act(app: &mut App, action: BoardAction, effects: &mut Effects) {
    match action {
        BoardAction::Undo => undo(app, effects),
        BoardAction::Redo => redo(app, effects),
        BoardAction::Step(to) => step(app, to, effects),
        BoardAction::Mistake(direction) => show_mistake(app, direction, effects),
        BoardAction::Review => review(app, effects),
        BoardAction::AnalyzeHere => analyze_here(app, effects),
        BoardAction::Hint => match app.shared.tab {
            Tab::Play | Tab::Analyze => {
                if let Some(position) = app.shown_position() {
                    let source = hint_source(app);
                    aids::hint_update::show_hint(&mut app.shared.with(effects), position, source);
                }
            }
            Tab::Practice => practice::update::hint(&mut app.practice_tab, &mut app.shared),
            Tab::Tables | Tab::Games => {}
        },
        BoardAction::Distances => show_distances(app, effects),
        BoardAction::BuildTable => {
            tables::update::toggle_here(&mut app.shared.with(effects), app.analyze.walk.position());
        }
        BoardAction::GuessMoves => practice_features::guess_here(app, effects),
        BoardAction::CopyChord => app.shared.chord = Some(Chord::Copy),
        BoardAction::Copy(format) => copy::copy(app, format, effects),
        BoardAction::Blindfold => blindfold(app),
        BoardAction::ShowCursor => move_cursor(app, None),
        BoardAction::Cursor(direction) | BoardAction::PlayCursor(direction) => {
            move_cursor(app, Some(direction));
        }
        BoardAction::PickSquare => {
            if let Some(square) = app.shared.board.cursor {
                moves::select_or_play(app, square, effects);
            }
        }
        BoardAction::PlayTyped => moves::submit(app, effects),
        BoardAction::DropTyped => {
            app.shared.prompt.close();
            app.shared.board.clear_selection();
        }
        BoardAction::CompleteTyped => moves::complete(app),
    }
}

fn undo(app: &mut App, effects: &mut Effects) {
    match app.shared.tab {
        Tab::Play => play::undo::undo(&mut app.play, &mut app.shared.with(effects)),
        Tab::Analyze if app.analyze.retry().is_some() => {}
        Tab::Analyze if app.analyze.walked_line.is_some() => {
            analyze::line_update::step_line(&mut app.analyze, &mut app.shared.with(effects), TreeStep::Back);
        }
        Tab::Analyze if analyze::notes::can_undo(&app.analyze) => {
            analyze::notes::undo(&mut app.analyze, &mut app.shared.with(effects));
        }
        Tab::Analyze if app.analyze.walk.node_id() == app.analyze.walk.tree().start() => {
            if !analyze::update::reopen_previous(&mut app.analyze, &mut app.shared.with(effects)) {
                app.shared.show_note("This is the starting position");
            }
        }
        Tab::Analyze => step(app, TreeStep::Back, effects),
        Tab::Practice => {
            practice::update::go_back(&mut app.practice_tab, &mut app.shared, RoundTakeback::Undo);
        }
        Tab::Tables | Tab::Games => {}
    }
}

fn redo(app: &mut App, effects: &mut Effects) {
    match app.shared.tab {
        Tab::Play => play::undo::redo(&mut app.play, &mut app.shared.with(effects)),
        Tab::Analyze if app.analyze.retry().is_some() => {}
        Tab::Analyze if app.analyze.walked_line.is_some() => {
            analyze::line_update::step_line(
                &mut app.analyze,
                &mut app.shared.with(effects),
                TreeStep::Forward,
            );
        }
        Tab::Analyze if analyze::notes::can_redo(&app.analyze) => {
            analyze::notes::redo(&mut app.analyze, &mut app.shared.with(effects));
        }
        Tab::Analyze => step(app, TreeStep::Forward, effects),
        Tab::Practice => app.shared.show_note("In a round a move that was taken back is played again"),
        Tab::Tables | Tab::Games => {}
    }
}

/// Shows another position of the game, the round or the analysis.
pub(super) fn step(app: &mut App, step: TreeStep, effects: &mut Effects) {
    app.shared.board.clear_selection();
    match app.shared.tab {
        Tab::Play if step == TreeStep::End => app.play.walk.go_to(app.play.tip),
        Tab::Play => {
            // Stepping forward ends at the game's last position; redo goes on from there.
            if step != TreeStep::Forward || !app.play.is_live() {
                navigation::step_tree(&mut app.play.walk, step);
            }
        }
        Tab::Analyze => analyze::update::step(&mut app.analyze, &mut app.shared.with(effects), step),
        Tab::Tables | Tab::Games => {}
        Tab::Practice => {
            if let Some(activity) = app.practice_tab.board.activity_mut() {
                activity.step(step);
            }
            practice::update::update_ranking(&mut app.practice_tab, &app.shared);
        }
    }
    if app.shared.prompt.is_open()
        && let Some(position) = app.shown_position()
    {
        app.shared.prompt.update_completions(&position);
    }
}

fn show_mistake(app: &mut App, direction: MistakeDirection, effects: &mut Effects) {
    match app.activity_below() {
        Activity::Analysis(_) | Activity::Retry { .. } => {
            review::update::show_mistake(&mut app.analyze, &mut app.shared.with(effects), direction);
        }
        Activity::Practice { board: PracticeBoard::Quiz(_), .. } => {
            quiz::update::show_mistake(&mut app.practice_tab, &mut app.shared, direction);
        }
        Activity::Practice { board: PracticeBoard::Round(_), .. } => {
            practice::update::show_mistake(&mut app.practice_tab, &mut app.shared, direction);
        }
        _ => {}
    }
}

/// Reviews the game of the screen; a finished one is opened on the analysis board with its review.
fn review(app: &mut App, effects: &mut Effects) {
    match app.shared.tab {
        Tab::Analyze => review::update::toggle(&mut app.analyze, &mut app.shared.with(effects)),
        Tab::Games => {
            games::update::read_selected(
                &mut app.games,
                &mut app.shared.with(effects),
                GameReadPurpose::Review,
            );
        }
        Tab::Play if app.play.ending.is_none() && app.play.status != PlayStatus::Stopped => {
            app.shared.show_note("A game is reviewed when it is over: A analyzes it from here");
        }
        Tab::Play => {
            analyze_here(app, effects);
            review::update::begin(&mut app.analyze, &mut app.shared.with(effects));
        }
        Tab::Practice | Tab::Tables => {}
    }
}

/// Opens the game or the round on the analysis board, at the current position.
fn analyze_here(app: &mut App, effects: &mut Effects) {
    let (header, walk) = match app.activity_below() {
        Activity::Game(play) => (play.own().header(play.ending), play.walk.clone()),
        Activity::Practice { activity, .. } => match activity.to_analyze() {
            Some(game) => game,
            None => return,
        },
        _ => return,
    };
    if app.shared.tab == Tab::Play && play::engine_turn::is_running(&app.play) {
        play::engine_turn::pause(&mut app.play, &app.shared);
        app.shared.show_note("Your game is still running; 1 returns to it");
    }
    let bottom = app.shared.board.bottom;
    analyze::update::open(&mut app.analyze, &mut app.shared.with(effects), walk, header);
    app.shared.board.bottom = bottom;
}

/// Shows every legal move by its cost in a game or round, or hides them again.
fn show_distances(app: &mut App, effects: &mut Effects) {
    if !matches!(app.shared.tab, Tab::Play | Tab::Practice) {
        return;
    }
    app.shared.distances = match app.shared.distances {
        Distances::Hidden => Distances::Shown,
        Distances::Shown => Distances::Hidden,
    };
    if app.shared.distances == Distances::Shown {
        update_distances(app);
        if app.ranking().is_none()
            && let Some(position) = app.shown_position()
        {
            endgame_tables::request_if_wanted(&mut app.shared.with(effects), &position);
            app.shared.show_note(match app.shared.table_status(&position.material()) {
                TableStatus::Building(_) => "The table for this ending is being built",
                _ => "No table covers this position",
            });
        }
    }
}

/// Computes what each move costs where the player wants to see it: in a game it is shown, in a round it also
/// counts as help, as does the result with the other side to move.
pub(super) fn update_distances(app: &mut App) {
    let other_turn = app.practice_tab.board.round().map(|round| round.other_turn);
    match app.shared.tab {
        Tab::Practice if other_turn == Some(OtherTurnView::Shown) => {
            practice::update::record_help(&mut app.practice_tab);
        }
        _ if app.shared.distances == Distances::Hidden => {}
        Tab::Play => app.play.ranking = Ranking::of(app.play.walk.position(), app.shared.oracle.oracle()),
        Tab::Practice => practice::update::record_help(&mut app.practice_tab),
        Tab::Analyze | Tab::Tables | Tab::Games => {}
    }
}

fn blindfold(app: &mut App) {
    let (sight, note) = match app.shared.board.piece_visibility {
        PieceVisibility::Visible => (PieceVisibility::Blindfold, "Blindfold: the pieces are hidden"),
        PieceVisibility::Blindfold => (PieceVisibility::Visible, "The pieces are shown again"),
    };
    app.shared.board.piece_visibility = sight;
    app.shared.show_note(note);
}

/// Shows the cursor, or moves it by one square as seen from the side at the bottom.
fn move_cursor(app: &mut App, direction: Option<Direction>) {
    let Some(position) = app.shown_position() else { return };
    let Some(at) = app.shared.board.cursor else {
        let home = app.last_move().map(destination_square);
        let king = position.board().king_of(position.turn());
        app.shared.board.cursor = home.or(king).or(Some(Square::E4));
        return;
    };
    let next = direction.and_then(|direction| direction.neighbor(at, app.shared.board.bottom));
    app.shared.board.cursor = next.or(Some(at));
}

/// Where a hint for the position on the board comes from, or why there is none.
fn hint_source(app: &App) -> Result<HintSource, &'static str> {
    if app.shared.tab == Tab::Play {
        let play = &app.play;
        return match () {
            () if play.ending.is_some() => Err("The game is over"),
            () if !play.is_live() || !play.is_your_turn() => {
                Err("Hints are for your own moves: it is not your turn")
            }
            () => Ok(HintSource::Search(play.walk.root())),
        };
    }
    let analyze = &app.analyze;
    if analyze.walked_line.is_some() {
        return Err("The line already shows the next move");
    }
    if analyze.walk.termination().is_some() {
        return Err("The game is over here");
    }
    // The best of a restricted set of moves may be bad advice.
    let snapshot = analyze.shown_snapshot(&app.shared).filter(|_| analyze.search_moves_here().is_none());
    let best = snapshot.and_then(|snapshot| snapshot.best_line()?.moves.first().copied());
    Ok(HintSource::Known(best))
}

/// Performs an action of the aids, about the position on the board.
pub(super) fn act_on_aids(
    app: &mut App,
    action: AidsAction,
    shown: Option<&Position>,
    effects: &mut Effects,
) {
    match action {
        // It does not count as help: it says nothing about the moves.
        AidsAction::KingBox => app.shared.box_aid = app.shared.box_aid.toggled(),
        AidsAction::OtherTurn => {
            let view = match app.shared.tab {
                Tab::Analyze => Some(&mut app.analyze.other_turn),
                Tab::Practice => app.practice_tab.board.round_mut().map(|round| &mut round.other_turn),
                Tab::Play | Tab::Tables | Tab::Games => None,
            };
            if let (Some(view), Some(position)) = (view, shown) {
                aids::update::toggle_other_turn(&mut app.shared, view, position);
            }
        }
        AidsAction::Threat if app.shared.tab == Tab::Analyze => {
            analyze::threat_update::toggle(&mut app.analyze, &mut app.shared.with(effects));
        }
        AidsAction::Threat => {}
    }
}
