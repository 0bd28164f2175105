//! What each action does, from whatever key, click or palette entry it comes.

use crate::chess::{Color, Position, Ranking, Square};
use crate::game::pgn::PgnHeader;
use crate::practice::StalemateGuardMode;
use crate::tui::analyze::line::LineRef;
use crate::tui::analyze::state::AnalyzeMoveOrder;
use crate::tui::app::toast::ToastLevel;
use crate::tui::app::watch::CurrentAnalysis;
use crate::tui::app::{App, Chord, Distances, Leaving, Tab};
use crate::tui::background::table_status::TableStatus;
use crate::tui::background::{endgame_tables, external_engines};
use crate::tui::board::state::{PieceVisibility, destination_square};
use crate::tui::dialog::{ConfirmDialog, Dialog, HelpDialog, NewGameDialog, Palette, PasteDialog};
use crate::tui::games::state::{GameListOrder, GameReadPurpose};
use crate::tui::keymap::{Action, KeyContext};
use crate::tui::message::{Effect, Effects};
use crate::tui::navigation::{MistakeDirection, RowStep, TreeStep};
use crate::tui::play::engine_turn;
use crate::tui::play::state::PlayStatus;
use crate::tui::practice::state::ActiveRound;
use crate::tui::practice::update::RoundTakeback;
use crate::tui::router::{settings, steps};
use crate::tui::{
    aids, analyze, editor, engines, games, play, practice, proof, quiz, review, router, tables, text_reading,
};

/// Performs an action. One without a meaning in this state changes nothing.
pub(crate) fn act(app: &mut App, action: Action, effects: &mut Effects) {
    use Action as A;
    let chord = app.chord.take();
    app.prompt.ignores_suffix = false;
    let seen = app.shown_position().filter(|_| action == A::EditPosition);
    if app.editor.is_some() && !keeps_overlay(action, KeyContext::Editor) {
        editor::update::close(app);
    }
    if app.proof.is_some() && !keeps_overlay(action, KeyContext::Proof) {
        proof::update::close(app, effects);
    }
    if app.analyze.retry().is_some() && is_about_the_moves(action) {
        review::retry::leave(app, effects);
    }
    match action {
        A::Help => app.dialog = Some(Dialog::Help(HelpDialog::default())),
        A::Palette => app.dialog = Some(Dialog::Palette(Palette::default())),
        A::TabPlay => show_tab(app, Tab::Play, effects),
        A::TabAnalyze => show_tab(app, Tab::Analyze, effects),
        A::TabPractice => show_tab(app, Tab::Practice, effects),
        A::TabTables => show_tab(app, Tab::Tables, effects),
        A::TabGames => show_tab(app, Tab::Games, effects),
        A::NextPane => app.pane = app.pane.wrapping_add(1),
        A::Paste => open_paste(app),
        A::Engines => engines::update::open_list(app, effects),
        A::Settings => app.dialog = Some(Dialog::Settings { chosen: 0, engine: None }),
        A::CycleGuard => cycle_guard(app),
        A::Flip => app.board.bottom = app.board.bottom.other(),
        A::Blindfold => blindfold(app),
        A::Suspend => effects.push(Effect::Suspend),
        A::Redraw => effects.push(Effect::Redraw),
        A::Quit if practice::update::is_running(app) => {
            app.dialog = Some(Dialog::Confirm(ConfirmDialog::Quit));
        }
        A::Quit | A::QuitNow => quit(app, effects),
        A::Back if chord.is_some() => {}
        A::Back => back(app, effects),
        A::EditPosition => {
            if app.editor.is_none() {
                proof::update::close(app, effects);
            }
            editor::update::open(app, seen.as_ref(), effects);
        }
        A::Undo => steps::undo(app, effects),
        A::Redo => steps::redo(app, effects),
        A::CopyChord => app.chord = Some(Chord::Copy),
        A::MarkChord => app.chord = Some(Chord::Mark),
        A::CopyFen | A::CopyPgn | A::CopyLine => router::copy::copy(app, action, effects),
        A::StepBack | A::TreeBack => steps::step(app, TreeStep::Back, effects),
        A::StepForward | A::TreeForward => steps::step(app, TreeStep::Forward, effects),
        A::StepStart => steps::step(app, TreeStep::Start, effects),
        A::StepEnd => steps::step(app, TreeStep::End, effects),
        A::TreeUp => steps::step(app, TreeStep::Up, effects),
        A::TreeDown => steps::step(app, TreeStep::Down, effects),
        A::AnalyzeHere => analyze_here(app, effects),
        A::Cursor
        | A::CursorLeft
        | A::CursorRight
        | A::CursorUp
        | A::CursorDown
        | A::PlayCursorLeft
        | A::PlayCursorRight
        | A::PlayCursorUp
        | A::PlayCursorDown => cursor(app, action),
        A::CursorPick => pick_at_cursor(app, effects),
        A::Why => proof::update::open(app, effects),
        A::WhyClose => proof::update::close(app, effects),
        A::WhyUp => proof::update::step(app, proof::update::ProofTreeStep::Rows(RowStep::Up), effects),
        A::WhyDown => proof::update::step(app, proof::update::ProofTreeStep::Rows(RowStep::Down), effects),
        A::WhyPageUp => {
            proof::update::step(app, proof::update::ProofTreeStep::Rows(RowStep::PageUp), effects);
        }
        A::WhyPageDown => {
            proof::update::step(app, proof::update::ProofTreeStep::Rows(RowStep::PageDown), effects);
        }
        A::WhyStart => proof::update::step(app, proof::update::ProofTreeStep::Rows(RowStep::Start), effects),
        A::WhyEnd => proof::update::step(app, proof::update::ProofTreeStep::Rows(RowStep::End), effects),
        A::WhyInto => proof::update::step(app, proof::update::ProofTreeStep::Expand, effects),
        A::WhyOutOf => proof::update::step(app, proof::update::ProofTreeStep::Collapse, effects),
        A::WhyToggle => proof::update::step(app, proof::update::ProofTreeStep::Toggle, effects),
        A::PromptPlay => router::moves::submit(app, effects),
        A::PromptDrop => drop_prompt(app),
        A::PromptComplete => router::dialogs::complete(app),
        _ => act_on_screen(app, action, effects),
    }
}

/// Whether an action leaves the open proof explorer or editor, which has the given context, as it is. All
/// others are about the board below it.
fn keeps_overlay(action: Action, over: KeyContext) -> bool {
    let own = |context| context == over || matches!(context, KeyContext::Dialog | KeyContext::Copy);
    let spec = action.spec();
    spec.contexts.iter().copied().any(own)
        || matches!(
            action,
            Action::Help
                | Action::Palette
                | Action::EditPosition
                | Action::NextPane
                | Action::Settings
                | Action::Engines
                | Action::Flip
                | Action::Suspend
                | Action::Redraw
                | Action::Quit
                | Action::Back
                | Action::CopyChord
                | Action::PromptPlay
                | Action::PromptDrop
                | Action::PromptComplete
        )
        || spec.contexts.iter().any(|context| {
            matches!(
                context,
                KeyContext::Help
                    | KeyContext::Palette
                    | KeyContext::Search
                    | KeyContext::Form
                    | KeyContext::Confirm
                    | KeyContext::Engines
                    | KeyContext::Options
                    | KeyContext::Text
            )
        })
}

/// Whether an action is about the moves of the analysis, which are hidden while mistakes are retried.
fn is_about_the_moves(action: Action) -> bool {
    let own = |context| matches!(context, KeyContext::Analyze | KeyContext::Line);
    action != Action::Review && action.spec().contexts.iter().copied().any(own)
}

/// Shows every legal move by its cost in a game or round, or hides them again.
fn show_distances(app: &mut App, effects: &mut Effects) {
    app.distances = match app.distances {
        Distances::Hidden => Distances::Shown,
        Distances::Shown => Distances::Hidden,
    };
    if app.distances == Distances::Shown {
        update_distances(app);
        if app.ranking().is_none()
            && let Some(position) = app.shown_position()
        {
            endgame_tables::request_for_position(app, &position, effects);
            app.show_toast(
                ToastLevel::Note,
                match app.table_status(&position.material()) {
                    TableStatus::Building(_) => "The table for this ending is being built",
                    _ => "No table covers this position",
                },
            );
        }
    }
}

/// The actions of one screen.
fn act_on_screen(app: &mut App, action: Action, effects: &mut Effects) {
    use Action as A;
    if app.dialog.is_none() && editor::update::act(app, action, effects) {
        return;
    }
    match (app.tab, action) {
        (Tab::Play, A::NewGame) => open_new_game(app),
        (Tab::Play, A::OfferDraw) => play::result::offer_draw(app, effects),
        (Tab::Play, A::Resign) if app.play.ending.is_none() => {
            app.dialog = Some(Dialog::Confirm(ConfirmDialog::Resign));
        }
        (Tab::Play, A::MoveNow) => play::update::move_now(app, effects),
        (Tab::Play, A::TakeOver) if app.play.ending.is_none() => play::players::take_over(app, effects),
        (Tab::Play, A::Pause) => play::watching::toggle_pause(app, effects),
        (Tab::Play, A::StopGame) if app.play.ending.is_none() => {
            app.dialog = Some(Dialog::Confirm(ConfirmDialog::StopGame));
        }
        (Tab::Analyze, A::MoreLines) => analyze::update::change_lines(app, 1, effects),
        (Tab::Analyze, A::FewerLines) => analyze::update::change_lines(app, -1, effects),
        (Tab::Analyze, A::ToggleEngine) => analyze::update::toggle_engine(app, effects),
        (Tab::Analyze, A::Glance) => analyze::update::analyze_once(app, effects),
        (Tab::Analyze, A::ToggleSort) => {
            app.analyze.move_order = match app.analyze.move_order {
                AnalyzeMoveOrder::Distance => AnalyzeMoveOrder::Name,
                AnalyzeMoveOrder::Name => AnalyzeMoveOrder::Distance,
            };
        }
        (Tab::Analyze, A::Only) => analyze::search_moves_update::open_search_moves_input(app),
        (Tab::Analyze, A::Arrows) => settings::toggle_arrows(app, effects),
        (Tab::Analyze, A::Threat) => aids::threat_update::toggle(app, effects),
        (Tab::Analyze, A::BuildTable) => tables::update::toggle_here(app, effects),
        (Tab::Tables, A::TableUp) => tables::update::walk(app, RowStep::Up, effects),
        (Tab::Tables, A::TableDown) => tables::update::walk(app, RowStep::Down, effects),
        (Tab::Tables, A::TablePageUp) => tables::update::walk(app, RowStep::PageUp, effects),
        (Tab::Tables, A::TablePageDown) => tables::update::walk(app, RowStep::PageDown, effects),
        (Tab::Tables, A::TableStart) => tables::update::walk(app, RowStep::Start, effects),
        (Tab::Tables, A::TableEnd) => tables::update::walk(app, RowStep::End, effects),
        (Tab::Tables, A::TableOpen) => tables::update::open(app, effects),
        (Tab::Tables, A::TableBuild) => {
            if let Some(material) = app.tables.selected_material() {
                tables::update::toggle(app, &material, effects);
            }
        }
        (Tab::Tables, A::SampleUp) => tables::update::walk_samples(app, RowStep::Up),
        (Tab::Tables, A::SampleDown) => tables::update::walk_samples(app, RowStep::Down),
        (Tab::Tables, A::SampleStart) => tables::update::walk_samples(app, RowStep::Start),
        (Tab::Tables, A::SampleEnd) => tables::update::walk_samples(app, RowStep::End),
        (Tab::Tables, A::SampleOpen) => tables::update::analyze(app, effects),
        (Tab::Analyze, A::Review) => review::update::toggle(app, effects),
        (Tab::Play, A::Review) => review_game(app, effects),
        (Tab::Analyze, A::PreviousSlip) => {
            review::update::show_mistake(app, MistakeDirection::Previous, effects);
        }
        (Tab::Analyze, A::NextSlip) => {
            review::update::show_mistake(app, MistakeDirection::Next, effects);
        }
        (Tab::Analyze, A::WriteReview) => review::update::write_annotations(app, effects),
        (Tab::Analyze, A::RetrySlips) => review::retry::begin(app, effects),
        (Tab::Analyze, A::SlipSolution) => review::retry::show_solution(app, effects),
        (Tab::Analyze, A::SlipNext) => review::retry::next(app, effects),
        (Tab::Analyze, A::SlipSide) => review::retry::change_side(app, effects),
        (Tab::Analyze, A::Comment) => analyze::notes::open_comment_input(app),
        (Tab::Analyze, A::Draw) => analyze::notes::open_drawings_input(app),
        (Tab::Analyze, A::Promote) => analyze::notes::promote(app, effects),
        (Tab::Analyze, A::MainLine) => analyze::notes::make_main_line(app, effects),
        (Tab::Analyze, A::DeleteMoves) => analyze::notes::delete(app, effects),
        (Tab::Analyze, A::KeepAnalysis) => analyze::notes::save_to_library(app, effects),
        (Tab::Analyze, action) if let Some(nag) = glyph_nag(action) => {
            analyze::notes::toggle_nag(app, nag, effects);
        }
        (Tab::Games, action) => act_in_games(app, action, effects),
        (Tab::Analyze, A::WalkLine) => analyze::line_update::walk_line(app, LineRef::Engine(0), 1, effects),
        (Tab::Analyze, A::PlayHere) => open_game_from(app, shown_or_start(app)),
        (Tab::Analyze, A::ClearBoard) => analyze::update::open_position(app, Position::start(), effects),
        (Tab::Analyze, A::LineBack) => analyze::line_update::step_line(app, TreeStep::Back, effects),
        (Tab::Analyze, A::LineForward) => analyze::line_update::step_line(app, TreeStep::Forward, effects),
        (Tab::Analyze, A::LineStart) => analyze::line_update::step_line(app, TreeStep::Start, effects),
        (Tab::Analyze, A::LineEnd) => analyze::line_update::step_line(app, TreeStep::End, effects),
        (Tab::Analyze, A::LineUp) => analyze::line_update::step_line(app, TreeStep::Up, effects),
        (Tab::Analyze, A::LineDown) => analyze::line_update::step_line(app, TreeStep::Down, effects),
        (Tab::Analyze, A::LineKeep) => analyze::line_update::toggle_pinned(app),
        (Tab::Analyze, A::AnalysisDepth) => analyze::depth::open_depth_input(app),
        (Tab::Analyze, A::LinePlay) => analyze::line_update::play_walked(app, effects),
        (Tab::Play | Tab::Practice, A::ShowDistances) => show_distances(app, effects),
        (Tab::Analyze | Tab::Practice, A::KingBox) => aids::update::toggle_box(app),
        (Tab::Analyze | Tab::Practice, A::OtherTurn) => aids::update::toggle_other_turn(app),
        (Tab::Play | Tab::Analyze, A::Hint) => aids::hint_update::show_hint(app, effects),
        (Tab::Practice, action) => act_in_practice(app, action, effects),
        _ => router::dialogs::act(app, action, effects),
    }
}

/// The number (NAG) of the glyph that an action adds to a move; zero for none.
const fn glyph_nag(action: Action) -> Option<u8> {
    Some(match action {
        Action::MarkNothing => 0,
        Action::MarkGood => 1,
        Action::MarkMistake => 2,
        Action::MarkBrilliant => 3,
        Action::MarkBlunder => 4,
        Action::MarkInteresting => 5,
        Action::MarkDubious => 6,
        Action::MarkEqual => 10,
        Action::MarkUnclear => 13,
        Action::MarkWhite => 16,
        Action::MarkBlack => 17,
        _ => return None,
    })
}

/// The actions of practice: of a round, of an example, of the list of lessons.
fn act_in_practice(app: &mut App, action: Action, effects: &mut Effects) {
    use Action as A;
    match action {
        A::Hint => practice::update::hint(app),
        A::Quiz | A::QuizAgain => quiz::update::begin(app, effects),
        A::PreviousSlip if app.shown_quiz().is_some() => {
            quiz::update::show_missed(app, MistakeDirection::Previous);
        }
        A::NextSlip if app.shown_quiz().is_some() => quiz::update::show_missed(app, MistakeDirection::Next),
        A::RetrySlip => practice::update::go_back(app, RoundTakeback::Mistake),
        A::Retry => practice::update::go_back(app, RoundTakeback::Start),
        A::PreviousSlip => practice::update::show_mistake(app, MistakeDirection::Previous),
        A::NextSlip => practice::update::show_mistake(app, MistakeDirection::Next),
        A::ExampleBack => practice::lessons::step(app, TreeStep::Back),
        A::ExampleForward => practice::lessons::step(app, TreeStep::Forward),
        A::ExampleStart => practice::lessons::step(app, TreeStep::Start),
        A::ExampleEnd => practice::lessons::step(app, TreeStep::End),
        _ => {
            if !practice::lessons::act(app, action, effects) {
                router::dialogs::act(app, action, effects);
            }
        }
    }
}

/// The actions of the game list.
fn act_in_games(app: &mut App, action: Action, effects: &mut Effects) {
    use Action as A;
    match action {
        A::GameUp => games::update::walk(app, RowStep::Up, effects),
        A::GameDown => games::update::walk(app, RowStep::Down, effects),
        A::GamePageUp => games::update::walk(app, RowStep::PageUp, effects),
        A::GamePageDown => games::update::walk(app, RowStep::PageDown, effects),
        A::GameStart => games::update::walk(app, RowStep::Start, effects),
        A::GameEnd => games::update::walk(app, RowStep::End, effects),
        A::GameOpen => games::update::read_selected(app, GameReadPurpose::Open, effects),
        A::GameResume => games::update::play_on(app, effects),
        A::Review => games::update::read_selected(app, GameReadPurpose::Review, effects),
        A::GameFilter => games::update::type_filter(app),
        A::GameDelete => games::update::delete(app, effects),
        A::GameUndelete => games::update::undelete(app, effects),
        A::GameSort => {
            games::update::sort(
                app,
                |order| GameListOrder { column: order.column.next(), reversed: false },
                effects,
            );
        }
        A::GameSortReverse => {
            games::update::sort(app, |order| GameListOrder { reversed: !order.reversed, ..order }, effects);
        }
        A::GameImport => games::update::open_import_input(app),
        A::GameExport => games::update::open_export_input(app),
        A::FilterTake => _ = games::update::finish_filter(app, games::update::FilterOutcome::Keep, effects),
        A::FilterDrop => _ = games::update::finish_filter(app, games::update::FilterOutcome::Clear, effects),
        _ => router::dialogs::act(app, action, effects),
    }
}

fn shown_or_start(app: &App) -> Position {
    app.shown_position().unwrap_or_default()
}

/// Switches to another screen. Each one keeps its state; the background works for the shown one.
pub(crate) fn show_tab(app: &mut App, tab: Tab, effects: &mut Effects) {
    editor::update::close(app);
    proof::update::close(app, effects);
    app.dialog = None;
    if tab == app.tab {
        return;
    }
    if app.tab == Tab::Play {
        play::engine_turn::pause(app);
        effects.push(Effect::SaveGame);
    }
    external_engines::stop_current(app, effects);
    if matches!(app.tab, Tab::Analyze | Tab::Play) {
        effects.push(Effect::StopSideQuery);
    }
    app.hint = None;
    app.tab = tab;
    app.board.clear_selection();
    app.board.cursor = None;
    app.prompt.close();
    match tab {
        Tab::Play => {
            app.board.bottom = app.play.bottom();
            play::engine_turn::resume(app, effects);
        }
        Tab::Analyze => analyze::request::request_analysis(app, effects),
        Tab::Tables => {
            app.current_analysis = CurrentAnalysis::default();
            app.board.bottom = Color::White;
            effects.push(Effect::StopAnalysis);
            tables::update::enter(app, effects);
        }
        Tab::Games => {
            app.current_analysis = CurrentAnalysis::default();
            app.board.bottom = Color::White;
            effects.push(Effect::StopAnalysis);
            games::update::enter(app, effects);
        }
        Tab::Practice => {
            app.current_analysis = CurrentAnalysis::default();
            app.board.bottom =
                app.practice.active_round.as_deref().map_or(Color::White, ActiveRound::player_color);
            effects.push(Effect::StopAnalysis);
        }
    }
}

/// Opens the paste dialog.
pub(crate) fn open_paste(app: &mut App) {
    let here = shown_or_start(app);
    app.dialog = Some(Dialog::Paste(Box::new(PasteDialog::new("", &here))));
}

/// Opens the new-game dialog.
pub(crate) fn open_new_game(app: &mut App) {
    app.dialog = Some(Dialog::NewGame(Box::new(new_game(app))));
}

/// Opens the new-game dialog with a position.
fn open_game_from(app: &mut App, position: Position) {
    app.dialog = Some(Dialog::NewGame(Box::new(new_game(app).with_board_position(position))));
}

fn new_game(app: &App) -> NewGameDialog {
    NewGameDialog::from_defaults(&app.new_game_defaults, app.engines.players(), app.next_time_control())
}

fn blindfold(app: &mut App) {
    let (sight, note) = match app.board.piece_visibility {
        PieceVisibility::Visible => (PieceVisibility::Blindfold, "Blindfold: the pieces are hidden"),
        PieceVisibility::Blindfold => (PieceVisibility::Visible, "The pieces are shown again"),
    };
    app.board.piece_visibility = sight;
    app.show_toast(ToastLevel::Note, note);
}

fn cycle_guard(app: &mut App) {
    let (guard, name) = match app.guard {
        StalemateGuardMode::Off => (StalemateGuardMode::Warn, "WARN: a stalemating move needs Enter twice"),
        StalemateGuardMode::Warn => (StalemateGuardMode::Block, "BLOCK: stalemating moves are not played"),
        StalemateGuardMode::Block => (StalemateGuardMode::Off, "OFF: no warning before stalemate"),
    };
    practice::update::set_guard(app, guard);
    app.board.unconfirmed_move = None;
    app.show_toast(ToastLevel::Note, format!("Stalemate guard {name}"));
}

/// One level back: the text that is being read, the selected piece, the cursor, the selected line, the
/// earlier position, the round.
fn back(app: &mut App, effects: &mut Effects) {
    if text_reading::update::cancel(app, effects) {
        return;
    }
    if app.editor.is_some() {
        editor::update::back(app);
    } else if app.proof.is_some() {
        proof::update::close(app, effects);
    } else if app.board.picked.is_some() || app.board.unconfirmed_move.is_some() {
        app.board.clear_selection();
    } else if app.tab == Tab::Play && play::premove_update::cancel(app) {
        app.show_toast(ToastLevel::Note, "The premove is canceled");
    } else if app.board.cursor.is_some() {
        app.board.cursor = None;
    } else if app.tab == Tab::Analyze && app.analyze.walked_line.is_some() {
        app.analyze.walked_line = None;
    } else if app.tab == Tab::Analyze && review::update::back(app, effects) {
        app.board.clear_selection();
    } else if app.tab == Tab::Play && !app.play.is_live() {
        steps::step(app, TreeStep::End, effects);
    } else if app.tab == Tab::Practice && practice::lessons::back(app) {
        app.pane = 0;
    } else if app.tab == Tab::Practice && app.practice.active_round.is_some() {
        if app.practice.active_round.as_deref().is_some_and(|round| !round.is_live()) {
            steps::step(app, TreeStep::End, effects);
        } else if practice::update::is_running(app) {
            app.dialog = Some(Dialog::Confirm(ConfirmDialog::LeaveRound));
        } else {
            practice::update::leave_round(app);
        }
    } else if quiz::update::leave(app)
        || (app.tab == Tab::Tables && tables::update::close(app))
        || (app.tab == Tab::Games && games::update::back(app, effects))
    {
        app.pane = 0;
    } else if app.tab == Tab::Practice && practice::start::cancel_pending(app, effects) {
        app.show_toast(ToastLevel::Note, "The lesson no longer waits for its table");
    } else {
        app.toasts.clear();
    }
}

/// Opens the game or the round on the analysis board, at the current position.
pub(crate) fn analyze_here(app: &mut App, effects: &mut Effects) {
    let mut header = PgnHeader::default();
    let walk = match app.tab {
        Tab::Play => {
            header = app.play.own().header(app.play.ending);
            app.play.walk.clone()
        }
        Tab::Analyze | Tab::Tables | Tab::Games => return,
        Tab::Practice => match app.practice.active_round.as_deref() {
            Some(round) => round.walk.clone(),
            None => return,
        },
    };
    if app.tab == Tab::Play && play::engine_turn::is_running(app) {
        play::engine_turn::pause(app);
        app.show_toast(ToastLevel::Note, "Your game is still running; 1 returns to it");
    }
    let bottom = app.board.bottom;
    analyze::update::open(app, walk, header, effects);
    app.board.bottom = bottom;
}

/// Shows the cursor, or moves it by one square as seen from the side at the bottom.
fn cursor(app: &mut App, action: Action) {
    use Action as A;
    let Some(position) = app.shown_position() else { return };
    let Some(at) = app.board.cursor else {
        let home = app.last_move().map(destination_square);
        let king = position.board().king_of(position.turn());
        app.board.cursor = home.or(king).or(Some(Square::E4));
        return;
    };
    let (right, up): (i32, i32) = match action {
        A::CursorLeft | A::PlayCursorLeft => (-1, 0),
        A::CursorRight | A::PlayCursorRight => (1, 0),
        A::CursorUp | A::PlayCursorUp => (0, 1),
        A::CursorDown | A::PlayCursorDown => (0, -1),
        _ => (0, 0),
    };
    let sign = app.board.bottom.fold_wb(1, -1);
    let next = at.file().offset(right * sign).zip(at.rank().offset(up * sign));
    if let Some((file, rank)) = next {
        app.board.cursor = Some(Square::from_coords(file, rank));
    }
}

fn pick_at_cursor(app: &mut App, effects: &mut Effects) {
    if let Some(square) = app.board.cursor {
        router::moves::select_or_play(app, square, effects);
    }
}

fn drop_prompt(app: &mut App) {
    app.prompt.close();
    app.board.clear_selection();
}

/// Opens the finished game on the analysis board with its review.
fn review_game(app: &mut App, effects: &mut Effects) {
    if app.play.ending.is_none() && app.play.status != PlayStatus::Stopped {
        return app
            .show_toast(ToastLevel::Note, "A game is reviewed when it is over: A analyzes it from here");
    }
    analyze_here(app, effects);
    if app.tab == Tab::Analyze {
        review::update::begin(app, effects);
    }
}

/// Computes what each move costs where the player wants to see it: in a game it is shown, in a round it also
/// counts as help.
pub(crate) fn update_distances(app: &mut App) {
    match app.tab {
        _ if app.distances == Distances::Hidden => {}
        Tab::Play => app.play.ranking = Ranking::of(app.play.walk.position(), app.oracle.oracle()),
        Tab::Practice => practice::update::record_help(app),
        Tab::Analyze | Tab::Tables | Tab::Games => {}
    }
}

/// Ends the program, after saving what is worth keeping.
pub(crate) fn quit(app: &mut App, effects: &mut Effects) {
    if app.leaving == Leaving::No {
        engine_turn::pause(app);
        app.leaving = Leaving::Yes;
        external_engines::stop_current(app, effects);
        effects.extend([Effect::StopAnalysis, Effect::SaveGame, Effect::SaveAnalysis, Effect::Quit]);
    }
}
