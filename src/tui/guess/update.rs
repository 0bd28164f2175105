//! Guessing moves: `practice::guess` asks for them and grades them; this file only passes messages on.

use crate::analysis::game_analysis::{GameAnalysisRequest, GameAnalysisUpdate};
use crate::chess::{Color, Move};
use crate::game::OwnGame;
use crate::game::pgn::PgnGame;
use crate::practice::guess::{
    GuessEvaluations, GuessGame, GuessVerdict, GuessedGame, classic_games, classics,
};
use crate::practice::record::PracticeEntry;
use crate::tui::app::{App, Tab};
use crate::tui::guess::state::{ActiveGuess, GuessStatus};
use crate::tui::keymap::GuessAction;
use crate::tui::message::{Effect, Effects, Request};
use crate::tui::practice::state::PracticePage;
use crate::tui::practice_board::PracticeBoard;

/// Performs an action of the page or of a game whose moves are guessed.
pub(crate) fn act(app: &mut App, action: GuessAction, effects: &mut Effects) {
    if !is_available(app, action) {
        return explain_unavailable(app, action);
    }
    match action {
        GuessAction::Open => open(app),
        GuessAction::Rows(step) => {
            let last = app.guess.classics.len().saturating_sub(1);
            app.guess.chosen = step.from(app.guess.chosen, last);
        }
        GuessAction::Begin => {
            if let Some(classic) = app.guess.chosen_classic() {
                let (game, side) = (classic.game.clone(), classic.side());
                let ply = GuessGame::opening_plies(&game.tree);
                begin(app, game, side, ply, effects);
            }
        }
        GuessAction::BeginHere => effects.request(Request::GuessHere),
        GuessAction::ShowMove => judge(app, None, effects),
        GuessAction::Next => next(app, effects),
        GuessAction::ChangeSide => change_side(app, effects),
    }
}

/// Why an action is not available, where that is not plain.
fn explain_unavailable(app: &mut App, action: GuessAction) {
    let is_on_board = app.shown_guess().is_some();
    if action == GuessAction::Next && is_on_board {
        let key = app.key_for(GuessAction::ShowMove);
        let key = key.map_or_else(String::new, |key| format!("; {key} shows the move"));
        app.show_note(format!("Guess the move first{key}"));
    } else if action == GuessAction::ChangeSide && is_on_board {
        app.show_note("The side is chosen before the first guess, or after the last one");
    } else if action == GuessAction::BeginHere && app.tab == Tab::Analyze {
        app.show_note("There is no move to guess: the game ends here");
    }
}

/// Whether an action is available.
pub(crate) fn is_available(app: &App, action: GuessAction) -> bool {
    let is_page = app.practice.page == PracticePage::Guess;
    match (action, app.shown_guess()) {
        (GuessAction::Open, _) => true,
        (GuessAction::Rows(_) | GuessAction::Begin, active) => is_page && active.is_none(),
        (GuessAction::BeginHere, _) => match app.tab {
            Tab::Analyze => {
                let walk = &app.analyze.walk;
                !walk.tree().main_line_from(walk.node_id()).is_empty()
            }
            Tab::Games => app.games.selected_game().is_some(),
            Tab::Play | Tab::Practice | Tab::Tables => false,
        },
        (GuessAction::ShowMove, active) => active.is_some_and(ActiveGuess::awaits_move),
        (GuessAction::Next, active) => {
            active.is_some_and(|active| matches!(active.status, GuessStatus::Judged | GuessStatus::Over))
        }
        (GuessAction::ChangeSide, active) => active.is_some_and(|active| {
            let is_fresh = active.awaits_move() && active.guesses.guesses().is_empty();
            (is_fresh || active.status == GuessStatus::Over) && other_side(active).is_some()
        }),
    }
}

/// Shows the page.
fn open(app: &mut App) {
    if app.guess.classics.is_empty() {
        app.guess.classics = classic_games();
    }
    app.practice.page = PracticePage::Guess;
    app.practice_board.close_example();
}

/// Begins with a game of the library, after its opening: one's own moves, or the winner's.
pub(crate) fn begin_game(app: &mut App, game: PgnGame, mine: Option<Color>, effects: &mut Effects) {
    let own = OwnGame::of(&game.header).and_then(|own| own.players.human_color());
    let side = mine.or(own).unwrap_or_else(|| classics::winner_or_white(game.header.result));
    let ply = GuessGame::opening_plies(&game.tree);
    begin(app, game, side, ply, effects);
}

/// Begins at half-move `from_ply` of a game, or goes on with it where it was left.
pub(crate) fn begin(app: &mut App, game: PgnGame, side: Color, from_ply: usize, effects: &mut Effects) {
    let Some(active) = ActiveGuess::new(game, side, from_ply) else {
        return app.show_note("There is no move to guess: the game ends here");
    };
    app.clear_practice_board();
    let is_paused = app.guess.paused.as_deref().is_some_and(|paused| {
        let begins_at = |of: &ActiveGuess| (of.fingerprint, of.guesses.side(), of.guesses.first_ply());
        begins_at(paused) == begins_at(&active)
    });
    let paused = if is_paused { app.guess.paused.take() } else { None };
    let active = paused.unwrap_or_else(|| Box::new(active));
    if is_paused {
        app.show_note("You go on where you left the game");
    }
    app.tab = Tab::Practice;
    open(app);
    app.board.bottom = active.guesses.side();
    app.practice_board = PracticeBoard::Guess(active);
    effects.extend([Effect::StopAnalysis, Effect::StopSideQuery, Effect::StopGuessAnalysis]);
}

/// A guess.
pub(crate) fn try_move(app: &mut App, mv: Move, effects: &mut Effects) {
    if app.practice_board.guess().is_some_and(|active| active.awaits_move() && active.is_live()) {
        judge(app, Some(mv), effects);
    }
}

/// Has a guess graded, or the game's move, which is shown without a guess.
fn judge(app: &mut App, guess: Option<Move>, effects: &mut Effects) {
    let nodes = app.config.review.nodes.get();
    let Some(active) = app.practice_board.guess_mut() else { return };
    active.return_to_guess();
    let roots = active.guesses.positions_to_analyze(guess);
    active.status = GuessStatus::Judging { guess, found: GuessEvaluations::default() };
    app.clear_input();
    let request = GameAnalysisRequest { roots, analyzed: Vec::new(), nodes };
    effects.push(Effect::StartGuessAnalysis(Box::new(request)));
}

/// Takes a result of the analysis.
pub(crate) fn receive_result(app: &mut App, update: GameAnalysisUpdate, effects: &mut Effects) {
    let Some(active) = app.practice_board.guess_mut() else { return };
    let GuessStatus::Judging { guess, found } = &mut active.status else { return };
    match update {
        GameAnalysisUpdate::Found(index, evaluation) => found.store(index, *evaluation),
        GameAnalysisUpdate::MistakeSearched(..) => {}
        GameAnalysisUpdate::Done => {
            let (guess, found) = (*guess, std::mem::take(found));
            if active.guesses.judge(guess, found) {
                show_grade(app, effects);
            } else {
                active.status = GuessStatus::AwaitingMove;
                app.show_error("The move could not be graded: guess again");
            }
        }
        GameAnalysisUpdate::Failed(reason) => {
            active.status = GuessStatus::AwaitingMove;
            app.show_error(format!("The move could not be graded: {reason}"));
        }
    }
}

/// Shows the grade. The game goes on by itself where its move was guessed.
fn show_grade(app: &mut App, effects: &mut Effects) {
    let Some(active) = app.practice_board.guess_mut() else { return };
    match active.last_guess().map(|last| (last.verdict(), last.guess_review.judgment)) {
        Some((GuessVerdict::Same, _)) => return advance(app, effects),
        Some((GuessVerdict::Worse, Some(_))) => effects.push(Effect::Bell),
        _ => {}
    }
    active.status = GuessStatus::Judged;
}

/// Plays the game's move and the reply; behind the last move the game is through.
fn advance(app: &mut App, effects: &mut Effects) {
    let today = app.today;
    let Some(active) = app.practice_board.guess_mut() else { return };
    active.guesses.advance();
    active.follow_game();
    active.status = GuessStatus::AwaitingMove;
    app.board.clear_selection();
    if active.guesses.game_move().is_some() {
        return;
    }
    active.status = GuessStatus::Over;
    let (fingerprint, side) = (active.fingerprint, active.guesses.side());
    if let Some(result) = GuessedGame::new(fingerprint, side, &active.guesses.summary(), today) {
        let entry = PracticeEntry::GuessedGame(result);
        app.practice.add_finished(&entry);
        effects.push(Effect::SavePractice(Box::new(entry)));
    }
}

/// Goes on after a grade; once the game is through, back to the page.
fn next(app: &mut App, effects: &mut Effects) {
    match app.practice_board.guess().map(|active| &active.status) {
        Some(GuessStatus::Judged) => advance(app, effects),
        Some(GuessStatus::Over) => close(app),
        _ => {}
    }
}

/// The same game with the other side's moves; None where that side has none.
fn other_side(active: &ActiveGuess) -> Option<ActiveGuess> {
    let guesses = &active.guesses;
    ActiveGuess::new(active.game.clone(), guesses.side().other(), guesses.first_ply().saturating_sub(1))
}

/// Guesses the other side's moves: before the first guess, or once the game is through.
fn change_side(app: &mut App, effects: &mut Effects) {
    let Some(other) = app.practice_board.guess().and_then(other_side) else { return };
    app.clear_input();
    app.board.bottom = other.guesses.side();
    app.practice_board = PracticeBoard::Guess(Box::new(other));
    effects.push(Effect::StopGuessAnalysis);
}

/// Stops grading a guess: another screen is shown.
pub(crate) fn pause(app: &mut App, effects: &mut Effects) {
    if let Some(active) = app.practice_board.guess_mut()
        && matches!(active.status, GuessStatus::Judging { .. })
    {
        active.status = GuessStatus::AwaitingMove;
        effects.push(Effect::StopGuessAnalysis);
    }
}

fn close(app: &mut App) {
    app.practice_board.clear();
    app.clear_input();
}

/// One level back: from an earlier position to the guess, from the game to the page, from the page to the lessons. A
/// game that is not through can be gone on with. False where none of them is shown.
pub(crate) fn back(app: &mut App, effects: &mut Effects) -> bool {
    if let Some(active) = app.practice_board.guess_mut() {
        if !active.is_live() {
            active.return_to_guess();
            return true;
        }
        pause(app, effects);
        // After the grade of the last move the game is through, and its result is kept.
        if app.practice_board.guess().is_some_and(|active| active.status == GuessStatus::Judged) {
            advance(app, effects);
        }
        if let PracticeBoard::Guess(left) = std::mem::take(&mut app.practice_board)
            && app.guess.pause(left)
        {
            app.show_note("The game waits for you: begin it again to go on");
        }
        app.clear_input();
        return true;
    }
    let is_page = app.practice.page == PracticePage::Guess;
    if is_page {
        app.practice.page = PracticePage::Lessons;
    }
    is_page
}
