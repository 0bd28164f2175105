//! What each action does, wherever it was asked for.

use crate::chess::{Color, Position, Square};
use crate::game::pgn::Header;
use crate::practice::Guard;
use crate::tui::app::board::{Sight, shown_target};
use crate::tui::app::games::Order;
use crate::tui::app::games::Purpose;
use crate::tui::app::{App, Chord, Distances, Drilling, Sort, Standing, Tab, Tone, Watch, Which};
use crate::tui::dialog::{Dialog, Help, NewGame, Palette, Paste, Question};
use crate::tui::keymap::{Action, Context};

use super::drill::{Direction, Way};
use super::rows::Rows;
use super::study::Step;
use super::{
    Effect, aids, copy, dialogs, drill, editor, endings, engines, game, games, hint, lessons, moves, premove,
    quiz, reading, retry, review, study, threat, why,
};

/// Does an action. One that has no meaning in this state changes nothing.
pub(super) fn act(app: &mut App, action: Action, effects: &mut Vec<Effect>) {
    use Action as A;
    let chord = app.chord.take();
    app.prompt.tail = false;
    let seen = app.shown().filter(|_| action == A::EditPosition);
    if app.editor.is_some() && !stays_over_board(action, Context::Editor) {
        editor::put_away(app);
    }
    if app.why.is_some() && !stays_over_board(action, Context::Why) {
        why::close(app, effects);
    }
    if app.study.retry().is_some() && is_about_the_moves(action) {
        retry::leave(app, effects);
    }
    match action {
        A::Help => app.dialog = Some(Dialog::Help(Help::default())),
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
        A::Quit if drill::is_running(app) => app.dialog = Some(Dialog::Confirm(Question::Quit)),
        A::Quit | A::QuitNow => super::leave(app, effects),
        A::Back if chord.is_some() => {}
        A::Back => back(app, effects),
        A::EditPosition => editor::open(app, seen.as_ref(), effects),
        A::Undo => undo(app, effects),
        A::Redo => redo(app, effects),
        A::CopyChord => app.chord = Some(Chord::Copy),
        A::MarkChord => app.chord = Some(Chord::Mark),
        A::CopyFen | A::CopyPgn | A::CopyLine => copy::copy(app, action, effects),
        A::StepBack | A::TreeBack => step(app, Step::Back, effects),
        A::StepForward | A::TreeForward => step(app, Step::Forward, effects),
        A::StepStart => step(app, Step::Start, effects),
        A::StepEnd => step(app, Step::End, effects),
        A::TreeUp => step(app, Step::Up, effects),
        A::TreeDown => step(app, Step::Down, effects),
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
        A::CursorPick => pick(app, effects),
        A::Why => why::open(app, effects),
        A::WhyClose => why::close(app, effects),
        A::WhyUp => why::step(app, why::Way::To(Rows::Up), effects),
        A::WhyDown => why::step(app, why::Way::To(Rows::Down), effects),
        A::WhyPageUp => why::step(app, why::Way::To(Rows::PageUp), effects),
        A::WhyPageDown => why::step(app, why::Way::To(Rows::PageDown), effects),
        A::WhyStart => why::step(app, why::Way::To(Rows::Start), effects),
        A::WhyEnd => why::step(app, why::Way::To(Rows::End), effects),
        A::WhyInto => why::step(app, why::Way::Into, effects),
        A::WhyOutOf => why::step(app, why::Way::OutOf, effects),
        A::WhyToggle => why::step(app, why::Way::Toggle, effects),
        A::PromptPlay => moves::submit(app, effects),
        A::PromptDrop => drop_prompt(app),
        A::PromptComplete => dialogs::complete(app),
        _ => on_screen(app, action, effects),
    }
}

/// Whether an action leaves what lies over the board as it is, a proof or the editor, whose own context is named. All
/// others are about the board behind it.
fn stays_over_board(action: Action, over: Context) -> bool {
    let own = |context| context == over || matches!(context, Context::Dialog | Context::Copy);
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
                Context::Help
                    | Context::Palette
                    | Context::Search
                    | Context::Form
                    | Context::Confirm
                    | Context::Engines
                    | Context::Options
                    | Context::Text
            )
        })
}

/// Whether an action is about the moves of the analysis, which are out of sight while slips are tried again.
fn is_about_the_moves(action: Action) -> bool {
    let own = |context| matches!(context, Context::Analyze | Context::Line);
    action != Action::Review && action.spec().contexts.iter().copied().any(own)
}

/// Shows every legal move by its cost while one plays, or hides it again.
fn show_distances(app: &mut App, effects: &mut Vec<Effect>) {
    app.distances = match app.distances {
        Distances::Hidden => Distances::Shown,
        Distances::Shown => Distances::Hidden,
    };
    if app.distances == Distances::Shown {
        super::tell_distances(app);
        if app.ranking().is_none()
            && let Some(position) = app.shown()
        {
            endings::for_position(app, &position, effects);
            app.say(
                Tone::Note,
                match app.standing(&position.material()) {
                    Standing::Making(_) => "The table for this ending is being built",
                    _ => "No table covers this position",
                },
            );
        }
    }
}

/// The actions of one screen.
fn on_screen(app: &mut App, action: Action, effects: &mut Vec<Effect>) {
    use Action as A;
    if app.dialog.is_none() && editor::act(app, action, effects) {
        return;
    }
    match (app.tab, action) {
        (Tab::Play, A::NewGame) => open_new_game(app),
        (Tab::Play, A::OfferDraw) => game::offer_draw(app, effects),
        (Tab::Play, A::Resign) if app.play.over.is_none() => {
            app.dialog = Some(Dialog::Confirm(Question::Resign));
        }
        (Tab::Play, A::MoveNow) => game::move_now(app, effects),
        (Tab::Play, A::TakeOver) if app.play.over.is_none() => game::take_over(app, effects),
        (Tab::Play, A::Pause) => game::toggle_pause(app, effects),
        (Tab::Play, A::StopGame) if app.play.over.is_none() => {
            app.dialog = Some(Dialog::Confirm(Question::StopGame));
        }
        (Tab::Analyze, A::MoreLines) => study::change_lines(app, 1, effects),
        (Tab::Analyze, A::FewerLines) => study::change_lines(app, -1, effects),
        (Tab::Analyze, A::ToggleEngine) => study::toggle_engine(app, effects),
        (Tab::Analyze, A::Glance) => study::glance(app, effects),
        (Tab::Analyze, A::ToggleSort) => {
            app.study.sort = match app.study.sort {
                Sort::Distance => Sort::Name,
                Sort::Name => Sort::Distance,
            };
        }
        (Tab::Analyze, A::Only) => study::ask_moves(app),
        (Tab::Analyze, A::Arrows) => dialogs::toggle_arrows(app, effects),
        (Tab::Analyze, A::Threat) => threat::toggle(app, effects),
        (Tab::Analyze, A::BuildTable) => endings::toggle_here(app, effects),
        (Tab::Tables, A::TableUp) => endings::walk(app, Rows::Up, effects),
        (Tab::Tables, A::TableDown) => endings::walk(app, Rows::Down, effects),
        (Tab::Tables, A::TablePageUp) => endings::walk(app, Rows::PageUp, effects),
        (Tab::Tables, A::TablePageDown) => endings::walk(app, Rows::PageDown, effects),
        (Tab::Tables, A::TableStart) => endings::walk(app, Rows::Start, effects),
        (Tab::Tables, A::TableEnd) => endings::walk(app, Rows::End, effects),
        (Tab::Tables, A::TableOpen) => endings::open(app, effects),
        (Tab::Tables, A::TableBuild) => {
            if let Some(material) = app.endings.looked_at() {
                endings::toggle(app, &material, effects);
            }
        }
        (Tab::Tables, A::SampleUp) => endings::walk_samples(app, Rows::Up),
        (Tab::Tables, A::SampleDown) => endings::walk_samples(app, Rows::Down),
        (Tab::Tables, A::SampleStart) => endings::walk_samples(app, Rows::Start),
        (Tab::Tables, A::SampleEnd) => endings::walk_samples(app, Rows::End),
        (Tab::Tables, A::SampleOpen) => endings::analyze(app, effects),
        (Tab::Analyze, A::Review) => review::toggle(app, effects),
        (Tab::Play, A::Review) => review::from_game(app, effects),
        (Tab::Analyze, A::PreviousSlip) => review::show_slip(app, review::Direction::Previous, effects),
        (Tab::Analyze, A::NextSlip) => review::show_slip(app, review::Direction::Next, effects),
        (Tab::Analyze, A::WriteReview) => review::write(app, effects),
        (Tab::Analyze, A::RetrySlips) => retry::begin(app, effects),
        (Tab::Analyze, A::SlipSolution) => retry::solve(app, effects),
        (Tab::Analyze, A::SlipNext) => retry::next(app, effects),
        (Tab::Analyze, A::SlipSide) => retry::change_side(app, effects),
        (Tab::Analyze, A::Comment) => study::ask_comment(app),
        (Tab::Analyze, A::Draw) => study::ask_drawings(app),
        (Tab::Analyze, A::Promote) => study::promote(app, effects),
        (Tab::Analyze, A::MainLine) => study::make_main_line(app, effects),
        (Tab::Analyze, A::DeleteMoves) => study::delete(app, effects),
        (Tab::Analyze, A::KeepAnalysis) => study::keep(app, effects),
        (Tab::Analyze, action) if let Some(nag) = glyph(action) => study::mark(app, nag, effects),
        (Tab::Games, action) => in_games(app, action, effects),
        (Tab::Analyze, A::WalkLine) => study::walk_line(app, Which::Found(0), 1, effects),
        (Tab::Analyze, A::PlayHere) => open_game_from(app, shown(app)),
        (Tab::Analyze, A::ClearBoard) => study::open_position(app, Position::start(), effects),
        (Tab::Analyze, A::LineBack) => study::step_line(app, Step::Back, effects),
        (Tab::Analyze, A::LineForward) => study::step_line(app, Step::Forward, effects),
        (Tab::Analyze, A::LineStart) => study::step_line(app, Step::Start, effects),
        (Tab::Analyze, A::LineEnd) => study::step_line(app, Step::End, effects),
        (Tab::Analyze, A::LineUp) => study::step_line(app, Step::Up, effects),
        (Tab::Analyze, A::LineDown) => study::step_line(app, Step::Down, effects),
        (Tab::Analyze, A::LineKeep) => study::keep_in_sight(app),
        (Tab::Analyze, A::AnalysisDepth) => study::ask_depth(app),
        (Tab::Analyze, A::LinePlay) => study::play_walked(app, effects),
        (Tab::Play | Tab::Practice, A::ShowDistances) => show_distances(app, effects),
        (Tab::Analyze | Tab::Practice, A::KingBox) => aids::toggle_box(app),
        (Tab::Analyze | Tab::Practice, A::OtherTurn) => aids::toggle_other_turn(app),
        (Tab::Play | Tab::Analyze, A::Hint) => hint::give(app, effects),
        (Tab::Practice, action) => in_practice(app, action, effects),
        _ => dialogs::act(app, action, effects),
    }
}

/// The number of the glyph that an action puts behind a move; nought for none.
const fn glyph(action: Action) -> Option<u8> {
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
fn in_practice(app: &mut App, action: Action, effects: &mut Vec<Effect>) {
    use Action as A;
    match action {
        A::Hint => drill::hint(app),
        A::Quiz | A::QuizAgain => quiz::begin(app, effects),
        A::PreviousSlip if app.quizzing().is_some() => quiz::show_missed(app, Direction::Previous),
        A::NextSlip if app.quizzing().is_some() => quiz::show_missed(app, Direction::Next),
        A::RetrySlip => drill::go_back(app, Way::Slip),
        A::Retry => drill::go_back(app, Way::Start),
        A::PreviousSlip => drill::show_slip(app, Direction::Previous),
        A::NextSlip => drill::show_slip(app, Direction::Next),
        A::ExampleBack => lessons::step(app, Step::Back),
        A::ExampleForward => lessons::step(app, Step::Forward),
        A::ExampleStart => lessons::step(app, Step::Start),
        A::ExampleEnd => lessons::step(app, Step::End),
        _ => lessons::act(app, action, effects),
    }
}

/// The actions of the list of games.
fn in_games(app: &mut App, action: Action, effects: &mut Vec<Effect>) {
    use Action as A;
    match action {
        A::GameUp => games::walk(app, Rows::Up, effects),
        A::GameDown => games::walk(app, Rows::Down, effects),
        A::GamePageUp => games::walk(app, Rows::PageUp, effects),
        A::GamePageDown => games::walk(app, Rows::PageDown, effects),
        A::GameStart => games::walk(app, Rows::Start, effects),
        A::GameEnd => games::walk(app, Rows::End, effects),
        A::GameOpen => games::ask_for(app, Purpose::Open, effects),
        A::GameResume => games::play_on(app, effects),
        A::Review => games::ask_for(app, Purpose::Review, effects),
        A::GameFilter => games::type_filter(app),
        A::GameDelete => games::delete(app, effects),
        A::GameUndelete => games::undelete(app, effects),
        A::GameSort => {
            games::sort(app, |order| Order { column: order.column.next(), reversed: false }, effects);
        }
        A::GameSortReverse => {
            games::sort(app, |order| Order { reversed: !order.reversed, ..order }, effects);
        }
        A::GameImport => games::ask_import(app),
        A::GameExport => games::ask_export(app),
        A::FilterTake => _ = games::end_filter(app, games::Keep::Filter, effects),
        A::FilterDrop => _ = games::end_filter(app, games::Keep::Nothing, effects),
        _ => dialogs::act(app, action, effects),
    }
}

fn shown(app: &App) -> Position {
    app.shown().unwrap_or_default()
}

/// Goes to another screen. Each one keeps its state; the background works for the one that is shown.
pub(super) fn show_tab(app: &mut App, tab: Tab, effects: &mut Vec<Effect>) {
    editor::put_away(app);
    why::close(app, effects);
    app.dialog = None;
    if tab == app.tab {
        return;
    }
    if app.tab == Tab::Play {
        game::pause(app);
        effects.push(Effect::SaveGame);
    }
    engines::rest(app, effects);
    if matches!(app.tab, Tab::Analyze | Tab::Play) {
        effects.push(Effect::EndAside);
    }
    app.hint = None;
    app.tab = tab;
    app.board.let_go();
    app.board.cursor = None;
    app.prompt.close();
    match tab {
        Tab::Play => {
            app.board.bottom = app.play.bottom();
            game::take_up(app, effects);
        }
        Tab::Analyze => study::ask(app, effects),
        Tab::Tables => {
            app.watch = Watch::default();
            app.board.bottom = Color::White;
            effects.push(Effect::Halt);
            endings::enter(app, effects);
        }
        Tab::Games => {
            app.watch = Watch::default();
            app.board.bottom = Color::White;
            effects.push(Effect::Halt);
            games::enter(app, effects);
        }
        Tab::Practice => {
            app.watch = Watch::default();
            app.board.bottom = app.practice.round.as_deref().map_or(Color::White, Drilling::you);
            effects.push(Effect::Halt);
        }
    }
}

/// Opens the box for pasted text.
pub(super) fn open_paste(app: &mut App) {
    let here = shown(app);
    app.dialog = Some(Dialog::Paste(Box::new(Paste::new("", &here))));
}

/// Opens the settings of a new game.
pub(super) fn open_new_game(app: &mut App) {
    app.dialog = Some(Dialog::NewGame(Box::new(new_game(app))));
}

/// Opens the settings of a new game from a position.
fn open_game_from(app: &mut App, position: Position) {
    app.dialog = Some(Dialog::NewGame(Box::new(new_game(app).from_here(position))));
}

fn new_game(app: &App) -> NewGame {
    NewGame::like(&app.offer, app.engines.players(), app.next_control())
}

fn blindfold(app: &mut App) {
    let (sight, note) = match app.board.sight {
        Sight::Men => (Sight::Blindfold, "Blindfold: the pieces are hidden"),
        Sight::Blindfold => (Sight::Men, "The pieces are shown again"),
    };
    app.board.sight = sight;
    app.say(Tone::Note, note);
}

fn cycle_guard(app: &mut App) {
    let (guard, name) = match app.guard {
        Guard::Off => (Guard::Warn, "WARN: a stalemating move needs Enter twice"),
        Guard::Warn => (Guard::Block, "BLOCK: stalemating moves are not played"),
        Guard::Block => (Guard::Off, "OFF: no warning before stalemate"),
    };
    drill::set_guard(app, guard);
    app.board.armed = None;
    app.say(Tone::Note, format!("Stalemate guard {name}"));
}

/// One level back: the text that is being read, the man in hand, the cursor, the walked line, the earlier position, the round.
fn back(app: &mut App, effects: &mut Vec<Effect>) {
    if reading::cancel(app, effects) {
        return;
    }
    if app.editor.is_some() {
        editor::back(app);
    } else if app.why.is_some() {
        why::close(app, effects);
    } else if app.board.picked.is_some() || app.board.armed.is_some() {
        app.board.let_go();
    } else if app.tab == Tab::Play && premove::drop_it(app) {
        app.say(Tone::Note, "The premove is canceled");
    } else if app.board.cursor.is_some() {
        app.board.cursor = None;
    } else if app.tab == Tab::Analyze && app.study.line.is_some() {
        app.study.line = None;
    } else if app.tab == Tab::Analyze && review::back(app, effects) {
        app.board.let_go();
    } else if app.tab == Tab::Play && !app.play.is_live() {
        step(app, Step::End, effects);
    } else if app.tab == Tab::Practice && lessons::back(app) {
        app.pane = 0;
    } else if app.tab == Tab::Practice && app.practice.round.is_some() {
        if app.practice.round.as_deref().is_some_and(|round| !round.is_live()) {
            step(app, Step::End, effects);
        } else if drill::is_running(app) {
            app.dialog = Some(Dialog::Confirm(Question::LeaveRound));
        } else {
            drill::to_list(app);
        }
    } else if quiz::leave(app)
        || (app.tab == Tab::Tables && endings::close(app))
        || (app.tab == Tab::Games && games::back(app, effects))
    {
        app.pane = 0;
    } else if app.tab == Tab::Practice && drill::start::stop_waiting(app, effects) {
        app.say(Tone::Note, "The lesson no longer waits for its table");
    } else {
        app.toasts.clear();
    }
}

fn undo(app: &mut App, effects: &mut Vec<Effect>) {
    match app.tab {
        Tab::Play => game::undo(app, effects),
        Tab::Analyze if app.study.retry().is_some() => {}
        Tab::Analyze if app.study.line.is_some() => study::step_line(app, Step::Back, effects),
        Tab::Analyze if study::can_undo(app) => study::undo(app, effects),
        Tab::Analyze if app.study.walk.at() == app.study.walk.tree().start() => {
            if !study::reopen(app, effects) {
                app.say(Tone::Note, "This is the starting position");
            }
        }
        Tab::Analyze => step(app, Step::Back, effects),
        Tab::Practice => drill::go_back(app, Way::Undo),
        Tab::Tables | Tab::Games => {}
    }
}

fn redo(app: &mut App, effects: &mut Vec<Effect>) {
    match app.tab {
        Tab::Play => game::redo(app, effects),
        Tab::Analyze if app.study.retry().is_some() => {}
        Tab::Analyze if app.study.line.is_some() => study::step_line(app, Step::Forward, effects),
        Tab::Analyze if study::can_redo(app) => study::redo(app, effects),
        Tab::Analyze => step(app, Step::Forward, effects),
        Tab::Practice => app.say(Tone::Note, "In a round a move that was taken back is played again"),
        Tab::Tables | Tab::Games => {}
    }
}

/// Looks at another position of the game, the round or the analysis.
fn step(app: &mut App, step: Step, effects: &mut Vec<Effect>) {
    app.board.let_go();
    match app.tab {
        Tab::Play if step == Step::End => app.play.walk.go_to(app.play.tip),
        Tab::Play => {
            // The way forward ends where the game stands; what was taken back lies behind it.
            if step != Step::Forward || !app.play.is_live() {
                study::step(&mut app.play.walk, step);
            }
        }
        Tab::Analyze if app.study.retry().is_some() => {}
        Tab::Analyze if app.study.line.is_some() => study::step_line(app, step, effects),
        Tab::Analyze => {
            if study::step(&mut app.study.walk, step) {
                study::ask(app, effects);
            }
        }
        Tab::Tables | Tab::Games => {}
        Tab::Practice => {
            if let Some(round) = app.practice.round.as_deref_mut() {
                match step {
                    Step::End => drill::return_to_round(round),
                    Step::Forward if round.is_live() => {}
                    step => _ = study::step(&mut round.walk, step),
                }
            }
            drill::rank(app);
        }
    }
    if app.prompt.is_open()
        && let Some(position) = app.shown()
    {
        app.prompt.complete(&position);
    }
}

/// The game or the round on the analysis board, at the place that is looked at.
pub(super) fn analyze_here(app: &mut App, effects: &mut Vec<Effect>) {
    let mut header = Header::default();
    let walk = match app.tab {
        Tab::Play => {
            header = app.play.own().header(app.play.over);
            app.play.walk.clone()
        }
        Tab::Analyze | Tab::Tables | Tab::Games => return,
        Tab::Practice => match app.practice.round.as_deref() {
            Some(round) => round.walk.clone(),
            None => return,
        },
    };
    if app.tab == Tab::Play && game::is_running(app) {
        game::pause(app);
        app.say(Tone::Note, "Your game is still running; 1 returns to it");
    }
    let bottom = app.board.bottom;
    study::open(app, walk, header, effects);
    app.board.bottom = bottom;
}

/// Shows the cursor, or moves it by one square as the board is turned.
fn cursor(app: &mut App, action: Action) {
    use Action as A;
    let Some(position) = app.shown() else { return };
    let Some(at) = app.board.cursor else {
        let home = app.last_move().map(shown_target);
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

fn pick(app: &mut App, effects: &mut Vec<Effect>) {
    if let Some(square) = app.board.cursor {
        moves::pick_or_play(app, square, effects);
    }
}

fn drop_prompt(app: &mut App) {
    app.prompt.close();
    app.board.let_go();
}
