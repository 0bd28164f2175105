//! The features of the practice tab (lessons, mistake cards, puzzles, guessed moves, quizzes): which one acts, and which one
//! draws. The router and the screens ask here.

use ratatui::layout::Rect;

use crate::chess::{Color, Move};
use crate::game::pgn::PgnGame;
use crate::tui::app::App;
use crate::tui::keymap::{
    Action, GuessAction, PracticeAction, PracticeTabAction, PuzzleAction, RepertoireAction,
};
use crate::tui::layout::{ListAreas, list_areas, list_areas_with_board};
use crate::tui::message::Effects;
use crate::tui::model::practice_board::PracticeBoard;
use crate::tui::model::{GameReadPurpose, PracticePage};
use crate::tui::navigation::Tab;
use crate::tui::scene::list_scene::ListScene;
use crate::tui::scene::{BoardScene, ViewContext};
use crate::tui::{games, guess, practice, puzzle, quiz, repertoire};

/// Performs an action of one of the features.
pub(crate) fn act(app: &mut App, action: PracticeTabAction, effects: &mut Effects) {
    let keys = app.key_names();
    let cx = &mut app.practice_tab.with(&mut app.shared, effects);
    match action {
        PracticeTabAction::Practice(PracticeAction::Begin) if cx.tab.course.puzzle_lesson().is_some() => {
            puzzle::lesson_update::begin(cx);
        }
        PracticeTabAction::Practice(PracticeAction::BeginDue)
            if cx.tab.has_openings_due_alone(cx.shared.today) =>
        {
            repertoire::update::begin_due(&mut app.repertoire, cx);
        }
        PracticeTabAction::Practice(action) => practice::lessons::act(&keys, &mut app.practice, cx, action),
        PracticeTabAction::Quiz(action) => quiz::update::act(cx, action),
        PracticeTabAction::Puzzle(action) => puzzle::update::act(&keys, &mut app.puzzles, cx, action),
        PracticeTabAction::Guess(action) => guess::update::act(&keys, &mut app.guess, cx, action),
        PracticeTabAction::Repertoire(action) => {
            repertoire::update::act(&keys, &mut app.repertoire, cx, action);
        }
    }
}

/// Whether an action of one of the features is available.
pub(crate) fn is_available(app: &App, action: PracticeTabAction) -> bool {
    let (tab, shared) = (&app.practice_tab, &app.shared);
    match action {
        PracticeTabAction::Practice(action) => practice::lessons::is_available(tab, action),
        PracticeTabAction::Quiz(action) => quiz::update::is_available(tab, shared, action),
        PracticeTabAction::Puzzle(action) => puzzle::update::is_available(tab, shared, action),
        PracticeTabAction::Guess(action) => guess::update::is_available(tab, shared, action),
        PracticeTabAction::Repertoire(action) => repertoire::update::is_available(tab, shared, action),
    }
}

/// Plays a move on what stands on the board.
pub(crate) fn try_move(app: &mut App, mv: Move, effects: &mut Effects) {
    let cx = &mut app.practice_tab.with(&mut app.shared, effects);
    match &cx.tab.board {
        PracticeBoard::Round(_) => practice::update::player_moves(cx, mv),
        PracticeBoard::Card(_) => practice::card_update::try_move(cx, mv),
        PracticeBoard::Puzzle(_) => puzzle::update::try_move(&mut app.puzzles, cx, mv),
        PracticeBoard::Guess(_) => guess::update::try_move(cx, mv),
        PracticeBoard::Repertoire(_) => repertoire::update::try_move(cx, mv),
        PracticeBoard::Quiz(_) => quiz::update::answer_with_move(cx, mv),
        PracticeBoard::Empty | PracticeBoard::Example(_) => {}
    }
}

/// Stops what runs in the background for the board: another screen is shown.
pub(crate) fn pause(app: &mut App, effects: &mut Effects) {
    practice::card_update::pause(&mut app.practice_tab, effects);
    puzzle::update::pause(&mut app.practice_tab);
    guess::update::pause(&mut app.practice_tab, effects);
}

/// One level back, but for the lessons and their rounds: whether there was one.
pub(crate) fn back(app: &mut App, effects: &mut Effects) -> bool {
    let cx = &mut app.practice_tab.with(&mut app.shared, effects);
    cx.shared.tab == Tab::Practice
        && (practice::card_update::leave(cx)
            || quiz::update::leave(cx.tab, cx.shared)
            || puzzle::update::back(cx)
            || guess::update::back(cx)
            || repertoire::update::back(cx))
}

/// A click on a row of the list that is shown: it is chosen. Returns the action that begins it.
pub(crate) fn choose_row(app: &mut App, row: usize) -> Option<Action> {
    let (chosen, count, begin): (&mut usize, usize, Action) = match app.practice_tab.page {
        PracticePage::Lessons | PracticePage::Record => {
            let course = &mut app.practice_tab.course;
            let count = course.row_count();
            (&mut course.chosen, count, PracticeAction::Begin.into())
        }
        PracticePage::Puzzles => {
            let count = app.puzzles.rows().len();
            (&mut app.puzzles.chosen, count, PuzzleAction::Begin.into())
        }
        PracticePage::Guess => {
            let count = app.guess.classics.len();
            (&mut app.guess.chosen, count, GuessAction::Begin.into())
        }
        PracticePage::Openings => {
            let count = app.repertoire.rows(app.shared.repertoires.as_deref()).len();
            (&mut app.repertoire.chosen, count, RepertoireAction::Begin.into())
        }
    };
    if row >= count {
        return None;
    }
    *chosen = row;
    Some(begin)
}

/// What the screen shows with the board.
#[must_use]
pub(crate) fn scene(app: &App, view: &ViewContext, board: &PracticeBoard) -> BoardScene {
    let tab = &app.practice_tab;
    match board {
        PracticeBoard::Empty => BoardScene::default(),
        PracticeBoard::Example(example) => practice::example_view::scene(view, tab, example),
        PracticeBoard::Round(round) => practice::view::scene(view, tab, round),
        PracticeBoard::Card(card) => practice::card_view::scene(view, tab, card),
        PracticeBoard::Puzzle(puzzle) => puzzle::view::scene(view, tab, puzzle),
        PracticeBoard::Guess(guess) => guess::view::scene(view, guess),
        PracticeBoard::Repertoire(active) => repertoire::view::scene(view, active),
        PracticeBoard::Quiz(quiz) => quiz::view::scene(view, tab, quiz),
    }
}

/// The facts of a list for the status bar.
pub(crate) fn list_facts(app: &App, page: PracticePage) -> Vec<String> {
    let (tab, shared) = (&app.practice_tab, &app.shared);
    match page {
        PracticePage::Lessons | PracticePage::Record => practice::list_view::bar_facts(tab, shared),
        PracticePage::Puzzles => puzzle::list_view::bar_facts(&app.puzzles, tab, shared),
        PracticePage::Guess => guess::list_view::bar_facts(&app.guess, tab),
        PracticePage::Openings => repertoire::list_view::bar_facts(tab, shared),
    }
}

/// Where a list is drawn.
pub(crate) fn list_layout(app: &App, page: PracticePage, middle: Rect) -> ListAreas {
    match page {
        PracticePage::Lessons | PracticePage::Record => practice::list_view::areas(&app.practice_tab, middle),
        PracticePage::Puzzles => list_areas(middle),
        PracticePage::Guess | PracticePage::Openings => list_areas_with_board(middle),
    }
}

/// What a list shows, for a list and for details of these sizes inside their frames.
pub(crate) fn list_scene(app: &App, page: PracticePage, list: Rect, details: Rect) -> ListScene<'_> {
    let (view, tab) = (&app.view_context(), &app.practice_tab);
    match page {
        PracticePage::Lessons | PracticePage::Record => {
            practice::list_view::scene(view, &app.practice, tab, list, details)
        }
        PracticePage::Puzzles => puzzle::list_view::scene(view, &app.puzzles, tab, list, details),
        PracticePage::Guess => guess::list_view::scene(view, &app.guess, tab, list, details),
        PracticePage::Openings => repertoire::list_view::scene(view, &app.repertoire, tab, list, details),
    }
}

/// Begins with a game that was read for one of the features; `mine` is the user's side, where it is known. Gives the game
/// back where it is for none of them.
pub(crate) fn begin_with_game(
    app: &mut App,
    purpose: GameReadPurpose,
    game: PgnGame,
    mine: Option<Color>,
    effects: &mut Effects,
) -> Option<PgnGame> {
    if purpose != GameReadPurpose::Guess {
        return Some(game);
    }
    guess::update::begin_game(
        &mut app.guess,
        &mut app.practice_tab.with(&mut app.shared, effects),
        game,
        mine,
    );
    None
}

/// Whether there is a game on the screen whose moves can be guessed.
pub(crate) fn has_game_to_guess(app: &App) -> bool {
    match app.shared.tab {
        Tab::Analyze => {
            let walk = &app.analyze.walk;
            !walk.tree().main_line_from(walk.node_id()).is_empty()
        }
        Tab::Games => app.games.selected_game().is_some(),
        Tab::Play | Tab::Practice | Tab::Tables => false,
    }
}

/// Begins to guess the moves of the chosen game, or of the game on the analysis board from the position on. Where that is
/// in a variation, the game goes that way.
pub(crate) fn guess_here(app: &mut App, effects: &mut Effects) {
    match app.shared.tab {
        Tab::Games => {
            games::update::read_selected(
                &mut app.games,
                &mut app.shared.with(effects),
                GameReadPurpose::Guess,
            );
        }
        Tab::Analyze if !has_game_to_guess(app) => {
            app.shared.show_note("There is no move to guess: the game ends here");
        }
        Tab::Analyze => {
            let (walk, header) = (&app.analyze.walk, app.analyze.header.clone());
            let (tree, here) = (walk.tree(), walk.node_id());
            let (ply, side) = (tree.ply(here), walk.position().turn());
            let is_on_main_line = here == tree.start() || tree.main_line_from(tree.start()).contains(&here);
            let tree = if is_on_main_line { tree.clone() } else { tree.line_through(here) };
            let cx = &mut app.practice_tab.with(&mut app.shared, effects);
            guess::update::begin(&mut app.guess, cx, PgnGame { header, tree }, side, ply);
        }
        Tab::Play | Tab::Practice | Tab::Tables => {}
    }
}
