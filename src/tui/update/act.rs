//! What each action does, wherever it was asked for.

use crate::chess::{Color, Position, Square};
use crate::game::pgn::PgnHeader;
use crate::practice::StalemateGuardMode;
use crate::tui::app::board::{PieceVisibility, destination_square};
use crate::tui::app::games::GameListOrder;
use crate::tui::app::games::GameReadPurpose;
use crate::tui::app::{
    ActiveRound, AnalyzeMoveOrder, App, Chord, CurrentAnalysis, Distances, LineRef, Tab, TablesTabStatus,
    ToastLevel,
};
use crate::tui::dialog::{ConfirmDialog, Dialog, HelpDialog, NewGameDialog, Palette, PasteDialog};
use crate::tui::keymap::{Action, KeyContext};

use super::drill::{MistakeDirection, RoundTakeback};
use super::rows::RowStep;
use super::study::TreeStep;
use super::{
    Effect, aids, copy, dialogs, drill, editor, endings, engines, game, games, hint, lessons, moves, premove,
    quiz, reading, retry, review, study, threat, why,
};

/// Does an action. One that has no meaning in this state changes nothing.
pub(super) fn act(app: &mut App, action: Action, effects: &mut Vec<Effect>) {
    use Action as A;
    let chord = app.chord.take();
    app.prompt.ignores_suffix = false;
    let seen = app.shown_position().filter(|_| action == A::EditPosition);
    if app.editor.is_some() && !keeps_overlay(action, KeyContext::Editor) {
        editor::close(app);
    }
    if app.proof.is_some() && !keeps_overlay(action, KeyContext::Proof) {
        why::close(app, effects);
    }
    if app.analyze.retry().is_some() && is_about_the_moves(action) {
        retry::leave(app, effects);
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
        A::Engines => engines::open_list(app, effects),
        A::Settings => app.dialog = Some(Dialog::Settings { chosen: 0, engine_use: None }),
        A::CycleGuard => cycle_guard(app),
        A::Flip => app.board.bottom = app.board.bottom.other(),
        A::Blindfold => blindfold(app),
        A::Suspend => effects.push(Effect::Suspend),
        A::Redraw => effects.push(Effect::Redraw),
        A::Quit if drill::is_running(app) => app.dialog = Some(Dialog::Confirm(ConfirmDialog::Quit)),
        A::Quit | A::QuitNow => super::quit(app, effects),
        A::Back if chord.is_some() => {}
        A::Back => back(app, effects),
        A::EditPosition => editor::open(app, seen.as_ref(), effects),
        A::Undo => undo(app, effects),
        A::Redo => redo(app, effects),
        A::CopyChord => app.chord = Some(Chord::Copy),
        A::MarkChord => app.chord = Some(Chord::Mark),
        A::CopyFen | A::CopyPgn | A::CopyLine => copy::copy(app, action, effects),
        A::StepBack | A::TreeBack => step(app, TreeStep::Back, effects),
        A::StepForward | A::TreeForward => step(app, TreeStep::Forward, effects),
        A::StepStart => step(app, TreeStep::Start, effects),
        A::StepEnd => step(app, TreeStep::End, effects),
        A::TreeUp => step(app, TreeStep::Up, effects),
        A::TreeDown => step(app, TreeStep::Down, effects),
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
        A::Why => why::open(app, effects),
        A::WhyClose => why::close(app, effects),
        A::WhyUp => why::step(app, why::ProofTreeStep::Rows(RowStep::Up), effects),
        A::WhyDown => why::step(app, why::ProofTreeStep::Rows(RowStep::Down), effects),
        A::WhyPageUp => why::step(app, why::ProofTreeStep::Rows(RowStep::PageUp), effects),
        A::WhyPageDown => why::step(app, why::ProofTreeStep::Rows(RowStep::PageDown), effects),
        A::WhyStart => why::step(app, why::ProofTreeStep::Rows(RowStep::Start), effects),
        A::WhyEnd => why::step(app, why::ProofTreeStep::Rows(RowStep::End), effects),
        A::WhyInto => why::step(app, why::ProofTreeStep::Expand, effects),
        A::WhyOutOf => why::step(app, why::ProofTreeStep::Collapse, effects),
        A::WhyToggle => why::step(app, why::ProofTreeStep::Toggle, effects),
        A::PromptPlay => moves::submit(app, effects),
        A::PromptDrop => drop_prompt(app),
        A::PromptComplete => dialogs::complete(app),
        _ => act_on_screen(app, action, effects),
    }
}

/// Whether an action leaves what lies over the board as it is, a proof or the editor, whose own context is named. All
/// others are about the board behind it.
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

/// Whether an action is about the moves of the analysis, which are out of sight while slips are tried again.
fn is_about_the_moves(action: Action) -> bool {
    let own = |context| matches!(context, KeyContext::Analyze | KeyContext::Line);
    action != Action::Review && action.spec().contexts.iter().copied().any(own)
}

/// Shows every legal move by its cost while one plays, or hides it again.
fn show_distances(app: &mut App, effects: &mut Vec<Effect>) {
    app.distances = match app.distances {
        Distances::Hidden => Distances::Shown,
        Distances::Shown => Distances::Hidden,
    };
    if app.distances == Distances::Shown {
        super::update_distances(app);
        if app.ranking().is_none()
            && let Some(position) = app.shown_position()
        {
            endings::request_for_position(app, &position, effects);
            app.show_toast(
                ToastLevel::Note,
                match app.table_status(&position.material()) {
                    TablesTabStatus::Building(_) => "The table for this ending is being built",
                    _ => "No table covers this position",
                },
            );
        }
    }
}

/// The actions of one screen.
fn act_on_screen(app: &mut App, action: Action, effects: &mut Vec<Effect>) {
    use Action as A;
    if app.dialog.is_none() && editor::act(app, action, effects) {
        return;
    }
    match (app.tab, action) {
        (Tab::Play, A::NewGame) => open_new_game(app),
        (Tab::Play, A::OfferDraw) => game::offer_draw(app, effects),
        (Tab::Play, A::Resign) if app.play.ending.is_none() => {
            app.dialog = Some(Dialog::Confirm(ConfirmDialog::Resign));
        }
        (Tab::Play, A::MoveNow) => game::move_now(app, effects),
        (Tab::Play, A::TakeOver) if app.play.ending.is_none() => game::take_over(app, effects),
        (Tab::Play, A::Pause) => game::toggle_pause(app, effects),
        (Tab::Play, A::StopGame) if app.play.ending.is_none() => {
            app.dialog = Some(Dialog::Confirm(ConfirmDialog::StopGame));
        }
        (Tab::Analyze, A::MoreLines) => study::change_lines(app, 1, effects),
        (Tab::Analyze, A::FewerLines) => study::change_lines(app, -1, effects),
        (Tab::Analyze, A::ToggleEngine) => study::toggle_engine(app, effects),
        (Tab::Analyze, A::Glance) => study::analyze_once(app, effects),
        (Tab::Analyze, A::ToggleSort) => {
            app.analyze.move_order = match app.analyze.move_order {
                AnalyzeMoveOrder::Distance => AnalyzeMoveOrder::Name,
                AnalyzeMoveOrder::Name => AnalyzeMoveOrder::Distance,
            };
        }
        (Tab::Analyze, A::Only) => study::open_search_moves_input(app),
        (Tab::Analyze, A::Arrows) => dialogs::toggle_arrows(app, effects),
        (Tab::Analyze, A::Threat) => threat::toggle(app, effects),
        (Tab::Analyze, A::BuildTable) => endings::toggle_here(app, effects),
        (Tab::Tables, A::TableUp) => endings::walk(app, RowStep::Up, effects),
        (Tab::Tables, A::TableDown) => endings::walk(app, RowStep::Down, effects),
        (Tab::Tables, A::TablePageUp) => endings::walk(app, RowStep::PageUp, effects),
        (Tab::Tables, A::TablePageDown) => endings::walk(app, RowStep::PageDown, effects),
        (Tab::Tables, A::TableStart) => endings::walk(app, RowStep::Start, effects),
        (Tab::Tables, A::TableEnd) => endings::walk(app, RowStep::End, effects),
        (Tab::Tables, A::TableOpen) => endings::open(app, effects),
        (Tab::Tables, A::TableBuild) => {
            if let Some(material) = app.tables.selected_material() {
                endings::toggle(app, &material, effects);
            }
        }
        (Tab::Tables, A::SampleUp) => endings::walk_samples(app, RowStep::Up),
        (Tab::Tables, A::SampleDown) => endings::walk_samples(app, RowStep::Down),
        (Tab::Tables, A::SampleStart) => endings::walk_samples(app, RowStep::Start),
        (Tab::Tables, A::SampleEnd) => endings::walk_samples(app, RowStep::End),
        (Tab::Tables, A::SampleOpen) => endings::analyze(app, effects),
        (Tab::Analyze, A::Review) => review::toggle(app, effects),
        (Tab::Play, A::Review) => review::from_game(app, effects),
        (Tab::Analyze, A::PreviousSlip) => {
            review::show_mistake(app, review::ReviewDirection::Previous, effects)
        }
        (Tab::Analyze, A::NextSlip) => review::show_mistake(app, review::ReviewDirection::Next, effects),
        (Tab::Analyze, A::WriteReview) => review::write_annotations(app, effects),
        (Tab::Analyze, A::RetrySlips) => retry::begin(app, effects),
        (Tab::Analyze, A::SlipSolution) => retry::show_solution(app, effects),
        (Tab::Analyze, A::SlipNext) => retry::next(app, effects),
        (Tab::Analyze, A::SlipSide) => retry::change_side(app, effects),
        (Tab::Analyze, A::Comment) => study::open_comment_input(app),
        (Tab::Analyze, A::Draw) => study::open_drawings_input(app),
        (Tab::Analyze, A::Promote) => study::promote(app, effects),
        (Tab::Analyze, A::MainLine) => study::make_main_line(app, effects),
        (Tab::Analyze, A::DeleteMoves) => study::delete(app, effects),
        (Tab::Analyze, A::KeepAnalysis) => study::save_to_library(app, effects),
        (Tab::Analyze, action) if let Some(nag) = glyph_nag(action) => study::toggle_nag(app, nag, effects),
        (Tab::Games, action) => act_in_games(app, action, effects),
        (Tab::Analyze, A::WalkLine) => study::walk_line(app, LineRef::Engine(0), 1, effects),
        (Tab::Analyze, A::PlayHere) => open_game_from(app, shown_or_start(app)),
        (Tab::Analyze, A::ClearBoard) => study::open_position(app, Position::start(), effects),
        (Tab::Analyze, A::LineBack) => study::step_line(app, TreeStep::Back, effects),
        (Tab::Analyze, A::LineForward) => study::step_line(app, TreeStep::Forward, effects),
        (Tab::Analyze, A::LineStart) => study::step_line(app, TreeStep::Start, effects),
        (Tab::Analyze, A::LineEnd) => study::step_line(app, TreeStep::End, effects),
        (Tab::Analyze, A::LineUp) => study::step_line(app, TreeStep::Up, effects),
        (Tab::Analyze, A::LineDown) => study::step_line(app, TreeStep::Down, effects),
        (Tab::Analyze, A::LineKeep) => study::toggle_pinned(app),
        (Tab::Analyze, A::AnalysisDepth) => study::open_depth_input(app),
        (Tab::Analyze, A::LinePlay) => study::play_walked(app, effects),
        (Tab::Play | Tab::Practice, A::ShowDistances) => show_distances(app, effects),
        (Tab::Analyze | Tab::Practice, A::KingBox) => aids::toggle_box(app),
        (Tab::Analyze | Tab::Practice, A::OtherTurn) => aids::toggle_other_turn(app),
        (Tab::Play | Tab::Analyze, A::Hint) => hint::show_hint(app, effects),
        (Tab::Practice, action) => act_in_practice(app, action, effects),
        _ => dialogs::act(app, action, effects),
    }
}

/// The number of the glyph that an action puts behind a move; nought for none.
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
fn act_in_practice(app: &mut App, action: Action, effects: &mut Vec<Effect>) {
    use Action as A;
    match action {
        A::Hint => drill::hint(app),
        A::Quiz | A::QuizAgain => quiz::begin(app, effects),
        A::PreviousSlip if app.shown_quiz().is_some() => quiz::show_missed(app, MistakeDirection::Previous),
        A::NextSlip if app.shown_quiz().is_some() => quiz::show_missed(app, MistakeDirection::Next),
        A::RetrySlip => drill::go_back(app, RoundTakeback::Mistake),
        A::Retry => drill::go_back(app, RoundTakeback::Start),
        A::PreviousSlip => drill::show_mistake(app, MistakeDirection::Previous),
        A::NextSlip => drill::show_mistake(app, MistakeDirection::Next),
        A::ExampleBack => lessons::step(app, TreeStep::Back),
        A::ExampleForward => lessons::step(app, TreeStep::Forward),
        A::ExampleStart => lessons::step(app, TreeStep::Start),
        A::ExampleEnd => lessons::step(app, TreeStep::End),
        _ => lessons::act(app, action, effects),
    }
}

/// The actions of the list of games.
fn act_in_games(app: &mut App, action: Action, effects: &mut Vec<Effect>) {
    use Action as A;
    match action {
        A::GameUp => games::walk(app, RowStep::Up, effects),
        A::GameDown => games::walk(app, RowStep::Down, effects),
        A::GamePageUp => games::walk(app, RowStep::PageUp, effects),
        A::GamePageDown => games::walk(app, RowStep::PageDown, effects),
        A::GameStart => games::walk(app, RowStep::Start, effects),
        A::GameEnd => games::walk(app, RowStep::End, effects),
        A::GameOpen => games::read_selected(app, GameReadPurpose::Open, effects),
        A::GameResume => games::play_on(app, effects),
        A::Review => games::read_selected(app, GameReadPurpose::Review, effects),
        A::GameFilter => games::type_filter(app),
        A::GameDelete => games::delete(app, effects),
        A::GameUndelete => games::undelete(app, effects),
        A::GameSort => {
            games::sort(app, |order| GameListOrder { column: order.column.next(), reversed: false }, effects);
        }
        A::GameSortReverse => {
            games::sort(app, |order| GameListOrder { reversed: !order.reversed, ..order }, effects);
        }
        A::GameImport => games::open_import_input(app),
        A::GameExport => games::open_export_input(app),
        A::FilterTake => _ = games::finish_filter(app, games::FilterOutcome::Keep, effects),
        A::FilterDrop => _ = games::finish_filter(app, games::FilterOutcome::Clear, effects),
        _ => dialogs::act(app, action, effects),
    }
}

fn shown_or_start(app: &App) -> Position {
    app.shown_position().unwrap_or_default()
}

/// Goes to another screen. Each one keeps its state; the background works for the one that is shown.
pub(super) fn show_tab(app: &mut App, tab: Tab, effects: &mut Vec<Effect>) {
    editor::close(app);
    why::close(app, effects);
    app.dialog = None;
    if tab == app.tab {
        return;
    }
    if app.tab == Tab::Play {
        game::pause(app);
        effects.push(Effect::SaveGame);
    }
    engines::stop_current(app, effects);
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
            game::resume(app, effects);
        }
        Tab::Analyze => study::request_analysis(app, effects),
        Tab::Tables => {
            app.current_analysis = CurrentAnalysis::default();
            app.board.bottom = Color::White;
            effects.push(Effect::StopAnalysis);
            endings::enter(app, effects);
        }
        Tab::Games => {
            app.current_analysis = CurrentAnalysis::default();
            app.board.bottom = Color::White;
            effects.push(Effect::StopAnalysis);
            games::enter(app, effects);
        }
        Tab::Practice => {
            app.current_analysis = CurrentAnalysis::default();
            app.board.bottom =
                app.practice.active_round.as_deref().map_or(Color::White, ActiveRound::player_color);
            effects.push(Effect::StopAnalysis);
        }
    }
}

/// Opens the box for pasted text.
pub(super) fn open_paste(app: &mut App) {
    let here = shown_or_start(app);
    app.dialog = Some(Dialog::Paste(Box::new(PasteDialog::new("", &here))));
}

/// Opens the settings of a new game.
pub(super) fn open_new_game(app: &mut App) {
    app.dialog = Some(Dialog::NewGame(Box::new(new_game(app))));
}

/// Opens the settings of a new game from a position.
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
    drill::set_guard(app, guard);
    app.board.unconfirmed_move = None;
    app.show_toast(ToastLevel::Note, format!("Stalemate guard {name}"));
}

/// One level back: the text that is being read, the man in hand, the cursor, the walked line, the earlier position, the round.
fn back(app: &mut App, effects: &mut Vec<Effect>) {
    if reading::cancel(app, effects) {
        return;
    }
    if app.editor.is_some() {
        editor::back(app);
    } else if app.proof.is_some() {
        why::close(app, effects);
    } else if app.board.picked.is_some() || app.board.unconfirmed_move.is_some() {
        app.board.clear_selection();
    } else if app.tab == Tab::Play && premove::cancel(app) {
        app.show_toast(ToastLevel::Note, "The premove is canceled");
    } else if app.board.cursor.is_some() {
        app.board.cursor = None;
    } else if app.tab == Tab::Analyze && app.analyze.walked_line.is_some() {
        app.analyze.walked_line = None;
    } else if app.tab == Tab::Analyze && review::back(app, effects) {
        app.board.clear_selection();
    } else if app.tab == Tab::Play && !app.play.is_live() {
        step(app, TreeStep::End, effects);
    } else if app.tab == Tab::Practice && lessons::back(app) {
        app.pane = 0;
    } else if app.tab == Tab::Practice && app.practice.active_round.is_some() {
        if app.practice.active_round.as_deref().is_some_and(|round| !round.is_live()) {
            step(app, TreeStep::End, effects);
        } else if drill::is_running(app) {
            app.dialog = Some(Dialog::Confirm(ConfirmDialog::LeaveRound));
        } else {
            drill::leave_round(app);
        }
    } else if quiz::leave(app)
        || (app.tab == Tab::Tables && endings::close(app))
        || (app.tab == Tab::Games && games::back(app, effects))
    {
        app.pane = 0;
    } else if app.tab == Tab::Practice && drill::start::cancel_pending(app, effects) {
        app.show_toast(ToastLevel::Note, "The lesson no longer waits for its table");
    } else {
        app.toasts.clear();
    }
}

fn undo(app: &mut App, effects: &mut Vec<Effect>) {
    match app.tab {
        Tab::Play => game::undo(app, effects),
        Tab::Analyze if app.analyze.retry().is_some() => {}
        Tab::Analyze if app.analyze.walked_line.is_some() => study::step_line(app, TreeStep::Back, effects),
        Tab::Analyze if study::can_undo(app) => study::undo(app, effects),
        Tab::Analyze if app.analyze.walk.node_id() == app.analyze.walk.tree().start() => {
            if !study::reopen_previous(app, effects) {
                app.show_toast(ToastLevel::Note, "This is the starting position");
            }
        }
        Tab::Analyze => step(app, TreeStep::Back, effects),
        Tab::Practice => drill::go_back(app, RoundTakeback::Undo),
        Tab::Tables | Tab::Games => {}
    }
}

fn redo(app: &mut App, effects: &mut Vec<Effect>) {
    match app.tab {
        Tab::Play => game::redo(app, effects),
        Tab::Analyze if app.analyze.retry().is_some() => {}
        Tab::Analyze if app.analyze.walked_line.is_some() => {
            study::step_line(app, TreeStep::Forward, effects)
        }
        Tab::Analyze if study::can_redo(app) => study::redo(app, effects),
        Tab::Analyze => step(app, TreeStep::Forward, effects),
        Tab::Practice => {
            app.show_toast(ToastLevel::Note, "In a round a move that was taken back is played again")
        }
        Tab::Tables | Tab::Games => {}
    }
}

/// Looks at another position of the game, the round or the analysis.
fn step(app: &mut App, step: TreeStep, effects: &mut Vec<Effect>) {
    app.board.clear_selection();
    match app.tab {
        Tab::Play if step == TreeStep::End => app.play.walk.go_to(app.play.tip),
        Tab::Play => {
            // The way forward ends where the game stands; what was taken back lies behind it.
            if step != TreeStep::Forward || !app.play.is_live() {
                study::step(&mut app.play.walk, step);
            }
        }
        Tab::Analyze if app.analyze.retry().is_some() => {}
        Tab::Analyze if app.analyze.walked_line.is_some() => study::step_line(app, step, effects),
        Tab::Analyze => {
            if study::step(&mut app.analyze.walk, step) {
                study::request_analysis(app, effects);
            }
        }
        Tab::Tables | Tab::Games => {}
        Tab::Practice => {
            if let Some(round) = app.practice.active_round.as_deref_mut() {
                match step {
                    TreeStep::End => drill::return_to_round(round),
                    TreeStep::Forward if round.is_live() => {}
                    step => _ = study::step(&mut round.walk, step),
                }
            }
            drill::update_ranking(app);
        }
    }
    if app.prompt.is_open()
        && let Some(position) = app.shown_position()
    {
        app.prompt.update_completions(&position);
    }
}

/// The game or the round on the analysis board, at the place that is looked at.
pub(super) fn analyze_here(app: &mut App, effects: &mut Vec<Effect>) {
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
    if app.tab == Tab::Play && game::is_running(app) {
        game::pause(app);
        app.show_toast(ToastLevel::Note, "Your game is still running; 1 returns to it");
    }
    let bottom = app.board.bottom;
    study::open(app, walk, header, effects);
    app.board.bottom = bottom;
}

/// Shows the cursor, or moves it by one square as the board is turned.
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

fn pick_at_cursor(app: &mut App, effects: &mut Vec<Effect>) {
    if let Some(square) = app.board.cursor {
        moves::select_or_play(app, square, effects);
    }
}

fn drop_prompt(app: &mut App) {
    app.prompt.close();
    app.board.clear_selection();
}
