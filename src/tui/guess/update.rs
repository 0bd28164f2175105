//! Guessing moves: `practice::guess` asks for them and grades them; this file only passes messages on.

use crate::analysis::game_analysis::{GameAnalysisRequest, GameAnalysisUpdate};
use crate::analysis::protocol::GameAnalysisPurpose;
use crate::chess::{Color, Move};
use crate::game::OwnGame;
use crate::game::pgn::PgnGame;
use crate::practice::guess::{
    GuessEvaluations, GuessGame, GuessVerdict, GuessedGame, classic_games, classics,
};
use crate::practice::record::PracticeEntry;
use crate::tui::context::PracticeContext;
use crate::tui::keymap::{GuessAction, KeyNames};
use crate::tui::message::{Effect, Effects, Request};
use crate::tui::model::practice_board::PracticeBoard;
use crate::tui::model::{ActiveGuess, GuessState, GuessStatus, PracticePage, PracticeTab, Shared};
use crate::tui::navigation::Tab;

/// Performs an action of the page or of a game whose moves are guessed.
pub(crate) fn act(keys: &KeyNames, guess: &mut GuessState, cx: &mut PracticeContext, action: GuessAction) {
    if !is_available(cx.tab, cx.shared, action) {
        return explain_unavailable(keys, cx.tab, cx.shared, action);
    }
    match action {
        GuessAction::Open => open(guess, cx.tab),
        GuessAction::Rows(step) => {
            let last = guess.classics.len().saturating_sub(1);
            guess.chosen = step.from(guess.chosen, last);
        }
        GuessAction::Begin => {
            if let Some(classic) = guess.chosen_classic() {
                let (game, side) = (classic.game.clone(), classic.side());
                let ply = GuessGame::opening_plies(&game.tree);
                begin(guess, cx, game, side, ply);
            }
        }
        GuessAction::ShowMove => judge(cx, None),
        GuessAction::Next => next(cx),
        GuessAction::ChangeSide => change_side(cx),
    }
}

/// Why an action is not available, where that is not plain.
fn explain_unavailable(keys: &KeyNames, tab: &PracticeTab, shared: &mut Shared, action: GuessAction) {
    let is_on_board = tab.shown_board(shared).guess().is_some();
    if action == GuessAction::Next && is_on_board {
        let key = keys.key(GuessAction::ShowMove);
        let key = key.map_or_else(String::new, |key| format!("; {key} shows the move"));
        shared.show_note(format!("Guess the move first{key}"));
    } else if action == GuessAction::ChangeSide && is_on_board {
        shared.show_note("The side is chosen before the first guess, or after the last one");
    }
}

/// Whether an action is available.
pub(crate) fn is_available(tab: &PracticeTab, shared: &Shared, action: GuessAction) -> bool {
    let is_page = tab.page == PracticePage::Guess;
    match (action, tab.shown_board(shared).guess()) {
        (GuessAction::Open, _) => true,
        (GuessAction::Rows(_) | GuessAction::Begin, active) => is_page && active.is_none(),
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
fn open(guess: &mut GuessState, tab: &mut PracticeTab) {
    if guess.classics.is_empty() {
        guess.classics = classic_games();
    }
    tab.page = PracticePage::Guess;
    tab.board.close_example();
}

/// Begins with a game of the library, after its opening: one's own moves, or the winner's.
pub(crate) fn begin_game(
    guess: &mut GuessState,
    cx: &mut PracticeContext,
    game: PgnGame,
    mine: Option<Color>,
) {
    let own = OwnGame::of(&game.header).and_then(|own| own.players.human_color());
    let side = mine.or(own).unwrap_or_else(|| classics::winner_or_white(game.header.result));
    let ply = GuessGame::opening_plies(&game.tree);
    begin(guess, cx, game, side, ply);
}

/// Begins at half-move `from_ply` of a game, or goes on with it where it was left.
pub(crate) fn begin(
    guess: &mut GuessState,
    cx: &mut PracticeContext,
    game: PgnGame,
    side: Color,
    from_ply: usize,
) {
    let Some(active) = ActiveGuess::new(game, side, from_ply) else {
        return cx.shared.show_note("There is no move to guess: the game ends here");
    };
    cx.tab.clear_board(cx.shared);
    let is_paused = cx.tab.paused.guess().is_some_and(|paused| {
        let begins_at = |of: &ActiveGuess| (of.fingerprint, of.guesses.side(), of.guesses.first_ply());
        begins_at(paused) == begins_at(&active)
    });
    let board = if is_paused {
        cx.shared.show_note("You go on where you left the game");
        std::mem::take(&mut cx.tab.paused)
    } else {
        PracticeBoard::Guess(Box::new(active))
    };
    cx.effects.request(Request::ShowTab(Tab::Practice));
    open(guess, cx.tab);
    cx.shared.board.bottom = board.own_color();
    cx.tab.board = board;
    cx.effects.extend([
        Effect::StopAnalysis,
        Effect::StopSideQuery,
        Effect::StopGameAnalysis(GameAnalysisPurpose::Guess),
    ]);
}

/// A guess.
pub(crate) fn try_move(cx: &mut PracticeContext, mv: Move) {
    if cx.tab.board.guess().is_some_and(|active| active.awaits_move() && active.is_live()) {
        judge(cx, Some(mv));
    }
}

/// Has a guess graded, or the game's move, which is shown without a guess.
fn judge(cx: &mut PracticeContext, guess: Option<Move>) {
    let nodes = cx.shared.config.review.nodes.get();
    let Some(active) = cx.tab.board.guess_mut() else { return };
    active.return_to_guess();
    let roots = active.guesses.positions_to_analyze(guess);
    active.status = GuessStatus::Judging { guess, found: GuessEvaluations::default() };
    cx.shared.clear_input();
    let request = GameAnalysisRequest { roots, analyzed: Vec::new(), nodes };
    cx.effects.push(Effect::StartGameAnalysis(GameAnalysisPurpose::Guess, Box::new(request)));
}

/// Takes a result of the analysis.
pub(crate) fn receive_result(cx: &mut PracticeContext, update: GameAnalysisUpdate) {
    let Some(active) = cx.tab.board.guess_mut() else { return };
    let GuessStatus::Judging { guess, found } = &mut active.status else { return };
    match update {
        GameAnalysisUpdate::Found(index, evaluation) => found.store(index, *evaluation),
        GameAnalysisUpdate::MistakeSearched(..) => {}
        GameAnalysisUpdate::Done => {
            let (guess, found) = (*guess, std::mem::take(found));
            if active.guesses.judge(guess, found) {
                show_grade(cx);
            } else {
                active.status = GuessStatus::AwaitingMove;
                cx.shared.show_error("The move could not be graded: guess again");
            }
        }
        GameAnalysisUpdate::Failed(reason) => {
            active.status = GuessStatus::AwaitingMove;
            cx.shared.show_error(format!("The move could not be graded: {reason}"));
        }
    }
}

/// Shows the grade. The game goes on by itself where its move was guessed.
fn show_grade(cx: &mut PracticeContext) {
    let Some(active) = cx.tab.board.guess_mut() else { return };
    match active.last_guess().map(|last| (last.verdict(), last.guess_review.judgment)) {
        Some((GuessVerdict::Same, _)) => return advance(cx),
        Some((GuessVerdict::Worse, Some(_))) => cx.effects.push(Effect::Bell),
        _ => {}
    }
    active.status = GuessStatus::Judged;
}

/// Plays the game's move and the reply; behind the last move the game is through.
fn advance(cx: &mut PracticeContext) {
    let today = cx.shared.today;
    let Some(active) = cx.tab.board.guess_mut() else { return };
    active.guesses.advance();
    active.follow_game();
    active.status = GuessStatus::AwaitingMove;
    cx.shared.board.clear_selection();
    if active.guesses.game_move().is_some() {
        return;
    }
    active.status = GuessStatus::Over;
    let (fingerprint, side) = (active.fingerprint, active.guesses.side());
    if let Some(result) = GuessedGame::new(fingerprint, side, &active.guesses.summary(), today) {
        let entry = PracticeEntry::GuessedGame(result);
        cx.tab.add_finished(&entry);
        cx.effects.push(Effect::SavePractice(Box::new(entry)));
    }
}

/// Goes on after a grade; once the game is through, back to the page.
fn next(cx: &mut PracticeContext) {
    match cx.tab.board.guess().map(|active| &active.status) {
        Some(GuessStatus::Judged) => advance(cx),
        Some(GuessStatus::Over) => close(cx.tab, cx.shared),
        _ => {}
    }
}

/// The same game with the other side's moves; None where that side has none.
fn other_side(active: &ActiveGuess) -> Option<ActiveGuess> {
    let guesses = &active.guesses;
    ActiveGuess::new(active.game.clone(), guesses.side().other(), guesses.first_ply().saturating_sub(1))
}

/// Guesses the other side's moves: before the first guess, or once the game is through.
fn change_side(cx: &mut PracticeContext) {
    let Some(other) = cx.tab.board.guess().and_then(other_side) else { return };
    cx.shared.clear_input();
    cx.shared.board.bottom = other.guesses.side();
    cx.tab.board = PracticeBoard::Guess(Box::new(other));
    cx.effects.push(Effect::StopGameAnalysis(GameAnalysisPurpose::Guess));
}

/// Stops grading a guess: another screen is shown.
pub(crate) fn pause(tab: &mut PracticeTab, effects: &mut Effects) {
    if let Some(active) = tab.board.guess_mut()
        && matches!(active.status, GuessStatus::Judging { .. })
    {
        active.status = GuessStatus::AwaitingMove;
        effects.push(Effect::StopGameAnalysis(GameAnalysisPurpose::Guess));
    }
}

fn close(tab: &mut PracticeTab, shared: &mut Shared) {
    tab.board.clear();
    shared.clear_input();
}

/// One level back: from an earlier position to the guess, from the game to the page, from the page to the lessons. A
/// game that is not through can be gone on with. False where none of them is shown.
pub(crate) fn back(cx: &mut PracticeContext) -> bool {
    if let Some(active) = cx.tab.board.guess_mut() {
        if !active.is_live() {
            active.return_to_guess();
            return true;
        }
        pause(cx.tab, cx.effects);
        // After the grade of the last move the game is through, and its result is kept.
        if cx.tab.board.guess().is_some_and(|active| active.status == GuessStatus::Judged) {
            advance(cx);
        }
        if cx.tab.pause_board() {
            cx.shared.show_note("The game waits for you: begin it again to go on");
        }
        cx.shared.clear_input();
        return true;
    }
    let is_page = cx.tab.page == PracticePage::Guess;
    if is_page {
        cx.tab.page = PracticePage::Lessons;
    }
    is_page
}
