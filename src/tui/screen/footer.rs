//! The keys in the footer: those that are useful on the current screen, the most useful first.

use crate::chess::MoveCost;
use crate::chess::table_policy::TablePolicy;
use crate::tui::app::{App, Tab};
use crate::tui::background::endgame_tables::has_table;
use crate::tui::background::table_status::TableStatus;
use crate::tui::dialog::{Dialog, PasteContent};
use crate::tui::games::state::GameListSource;
use crate::tui::keymap::{Action, KeyContext};
use crate::tui::play::state::PlayStatus;
use crate::tui::practice::state::PracticePage;
use crate::tui::review::state::MistakeRetry;
use crate::tui::scene::key_for_footer;
use crate::tui::widget::status::KeyHint;
use crate::tui::{analyze, editor, play, quiz, review};

/// The keys that are worth a place in the footer now, the most useful first.
pub(crate) fn key_hints(app: &App) -> Vec<(Action, KeyHint)> {
    use Action as A;
    let contexts = app.contexts();
    let order: &[Action] = match contexts.first() {
        Some(KeyContext::Copy) => &[A::CopyFen, A::CopyPgn, A::CopyLine],
        Some(context @ (KeyContext::Mark | KeyContext::Games | KeyContext::Filter | KeyContext::Input)) => {
            games_actions(*context)
        }
        Some(KeyContext::Prompt) => &[A::PromptPlay, A::PromptComplete, A::PromptDrop],
        Some(KeyContext::Cursor) => &[A::CursorPick, A::Back, A::Undo, A::Palette, A::Help],
        Some(KeyContext::Line) => {
            &[A::LineForward, A::LineBack, A::LineDown, A::LinePlay, A::LineKeep, A::Back, A::Help]
        }
        Some(KeyContext::Proof) => {
            &[A::WhyInto, A::WhyOutOf, A::WhyUp, A::WhyDown, A::Back, A::Flip, A::Palette, A::Help]
        }
        Some(KeyContext::Retry) => review::view::RETRY_KEYS,
        Some(KeyContext::Analyze) if app.analyze.shown_review().is_some() => review::view::KEYS,
        Some(KeyContext::Analyze) => analyze::view::KEYS,
        Some(KeyContext::Watch) => play::view::WATCHING_KEYS,
        Some(KeyContext::Play) => play::view::KEYS,
        Some(KeyContext::Round) => &[
            A::Hint,
            A::ShowDistances,
            A::KingBox,
            A::Why,
            A::NextRound,
            A::FinishRound,
            A::Retry,
            A::RetrySlip,
            A::PreviousSlip,
            A::Undo,
            A::CycleGuard,
            A::AnalyzeHere,
            A::Back,
            A::Palette,
            A::Help,
            A::OtherTurn,
        ],
        Some(KeyContext::Quiz) => quiz::view::KEYS,
        Some(KeyContext::Tables) => {
            &[A::TableOpen, A::TableBuild, A::TableDown, A::TableUp, A::Palette, A::Help, A::Quit]
        }
        Some(KeyContext::TablePage) => {
            &[A::SampleOpen, A::SampleDown, A::SampleUp, A::Back, A::Flip, A::Palette, A::Help, A::Quit]
        }
        Some(KeyContext::Lessons) if app.practice.page == PracticePage::Record => {
            &[A::DrillRecord, A::DrillDue, A::Back, A::Palette, A::Help, A::Quit]
        }
        Some(KeyContext::Lessons) => &[
            A::DrillStart,
            A::DrillExample,
            A::DrillDue,
            A::DrillHarder,
            A::DrillSide,
            A::Quiz,
            A::DrillRecord,
            A::Back,
            A::DrillDown,
            A::DrillUp,
            A::Palette,
            A::Help,
            A::Quit,
        ],
        Some(KeyContext::Example) => {
            &[A::ExampleForward, A::ExampleBack, A::DrillStart, A::Why, A::Back, A::Flip, A::Palette, A::Help]
        }
        Some(context) => dialog_actions(*context),
        None => &[A::Help],
    };
    let shown = order.iter().filter(|&&action| is_useful(app, action)).filter_map(|&action| {
        let key = key_for_footer(app, action)?;
        let does = match (&app.dialog, action) {
            (Some(Dialog::Confirm(question)), A::Yes) => question.yes_label(),
            (Some(Dialog::Confirm(question)), A::Close) => question.no_label(),
            (None, A::Pause) if app.play.status != PlayStatus::Running => "go on",
            (None, A::DrillRecord) if app.practice.page == PracticePage::Record => "lessons",
            _ => action.spec().short,
        };
        Some((action, KeyHint::new(key, does)))
    });
    shown.collect()
}

/// The same without their actions, for drawing.
pub(crate) fn plain_key_hints(app: &App) -> Vec<KeyHint> {
    key_hints(app).into_iter().map(|(_, hint)| hint).collect()
}

/// The keys of the open dialog, the most useful first.
const fn dialog_actions(context: KeyContext) -> &'static [Action] {
    use Action as A;
    match context {
        KeyContext::Paste => &[
            A::PasteAnalyze,
            A::PastePlay,
            A::PasteDrill,
            A::PasteRepair,
            A::PasteEdit,
            A::PasteClear,
            A::Close,
        ],
        KeyContext::Editor => editor::view::KEYS,
        KeyContext::Engines => {
            &[A::EngineUse, A::EngineSettings, A::EngineAdd, A::EngineRestart, A::EngineRemove, A::Close]
        }
        KeyContext::Options => &[A::OptionMore, A::OptionEdit, A::OptionReset, A::OptionDown, A::Close],
        KeyContext::Text => &[A::TextTake, A::TextDrop],
        KeyContext::Form => &[A::FormAccept, A::FormMore, A::FormDown, A::Close],
        KeyContext::Palette => &[A::PaletteRun, A::PaletteDown, A::Close],
        KeyContext::Choice => &[A::ChoiceTake, A::ChoiceNext, A::Close],
        KeyContext::Confirm => &[A::Yes, A::Close],
        KeyContext::Help => &[A::HelpSearch, A::HelpRun, A::HelpDown, A::HelpUp, A::Close],
        KeyContext::Search => &[A::HelpRun, A::HelpDown, A::HelpUp, A::HelpClear],
        _ => &[A::Help],
    }
}

/// The keys of the game list and of annotations, the most useful first.
const fn games_actions(context: KeyContext) -> &'static [Action] {
    use Action as A;
    match context {
        KeyContext::Mark => &[
            A::MarkGood,
            A::MarkMistake,
            A::MarkBrilliant,
            A::MarkBlunder,
            A::MarkInteresting,
            A::MarkDubious,
            A::MarkEqual,
            A::MarkNothing,
            A::Back,
        ],
        KeyContext::Games => &[
            A::GameOpen,
            A::Review,
            A::GameResume,
            A::GameFilter,
            A::GameSort,
            A::GameDelete,
            A::GameUndelete,
            A::Back,
            A::GameImport,
            A::GameExport,
            A::CopyChord,
            A::Palette,
            A::Help,
            A::Quit,
        ],
        KeyContext::Filter => &[A::FilterTake, A::GameDown, A::GameUp, A::FilterDrop],
        _ => &[A::AskTake, A::AskClear, A::Close],
    }
}

/// Whether an action would do anything now; the footer leaves out the others.
fn is_useful(app: &App, action: Action) -> bool {
    use Action as A;
    let round = app.practice.active_round.as_deref();
    let over = match app.tab {
        Tab::Play => app.play.ending.is_some(),
        Tab::Analyze => app.analyze.walked_line.is_none() && app.analyze.walk.termination().is_some(),
        Tab::Practice => round.is_some_and(|round| round.summary().is_some()),
        Tab::Tables | Tab::Games => false,
    };
    let slipped =
        || round.is_some_and(|round| round.round.grades().any(|grade| grade.cost != MoveCost::Keeps));
    let begun = || app.shown_walk().is_some_and(|walk| walk.tree().move_count() > 0);
    match action {
        A::PasteRepair => {
            let found = app.dialog.as_ref().and_then(|dialog| match dialog {
                Dialog::Paste(paste) => Some(&paste.content),
                _ => None,
            });
            matches!(found, Some(PasteContent::IllegalPosition(fault)) if !fault.repairs.is_empty())
        }
        A::EditUndo => app.editor.as_ref().is_some_and(|editor| editor.is_changed()),
        A::OfferDraw | A::Resign => !over && begun(),
        A::StopGame => !over && app.play.status != PlayStatus::Stopped,
        A::StepBack => over,
        A::MoveNow => app.play.engine_failure.is_some(),
        A::FinishRound => round.is_some_and(|round| round.round.is_technique()),
        A::DrillDue => app.practice.due_count(app.today) > 0,
        A::DrillExample => app.practice.lesson().is_some_and(|lesson| lesson.example.is_some()),
        A::DrillSide => {
            app.practice.lesson().is_some_and(|lesson| lesson.exercise.defense_exercise().is_some())
        }
        A::TakeOver => !over && (app.play.engine_failure.is_some() || app.play.is_watched()),
        A::Why => has_proof(app) && app.shown_walk().is_none_or(|walk| walk.termination().is_none()),
        A::BuildTable => {
            let position = app.analyze.walk.position();
            let material = position.material();
            let status = app.table_status(&material);
            // A small one comes by itself.
            let comes =
                matches!(status, TableStatus::Building(_)) && TablePolicy::of(&material).is_built_unasked();
            !over && has_table(position) && status != TableStatus::Ready && !comes
        }
        A::Review if app.tab == Tab::Games => !app.games.shown_rows.is_empty(),
        A::Review => begun() && (app.tab == Tab::Analyze || over || app.play.status == PlayStatus::Stopped),
        A::RetrySlips | A::NextSlip | A::PreviousSlip if app.tab == Tab::Analyze => app
            .analyze
            .review
            .as_ref()
            .is_some_and(|reviewing| reviewing.review.mistakes(None).next().is_some()),
        A::NextSlip | A::PreviousSlip if let Some(quizzing) = app.shown_quiz() => {
            !quizzing.is_running(app.now) && !quizzing.quiz.result().mistakes.is_empty()
        }
        A::SlipSolution => app.analyze.retry().is_some_and(MistakeRetry::awaits_move),
        A::SlipNext => app.analyze.retry().is_some_and(|retry| retry.current_mistake().is_some()),
        A::Comment | A::MarkChord | A::KeepAnalysis => begun(),
        A::Promote => {
            let walk = &app.analyze.walk;
            walk.tree().variation_of(walk.node_id()).is_some()
        }
        A::GameOpen | A::GameFilter | A::GameExport | A::GameSort => !app.games.shown_rows.is_empty(),
        A::CopyChord if app.tab == Tab::Games => app.games.selected_game().is_some(),
        A::GameDelete => app.games.source == GameListSource::Library && app.games.selected_game().is_some(),
        A::GameResume => app.games.can_resume(),
        A::GameUndelete => !app.games.deleted.is_empty(),
        A::Back if app.tab == Tab::Games => {
            app.games.source != GameListSource::Library || !app.games.filter_input.value().is_empty()
        }
        A::Back if app.tab == Tab::Practice && round.is_none() => {
            app.practice.pending_round.is_some()
                || app.active_quiz.is_some()
                || app.practice.example.is_some()
                || app.practice.page == PracticePage::Record
        }
        A::TableOpen | A::TableBuild => {
            let status = app.tables.selected_material().map(|material| app.table_status(&material));
            let is_there = matches!(status, Some(TableStatus::Ready | TableStatus::Saved));
            is_there == (action == A::TableOpen)
        }
        A::ToggleSort => !over && app.ranking().is_some(),
        A::Pause => !over && app.play.engine_failure.is_none(),
        A::Hint | A::ShowDistances | A::OtherTurn | A::WalkLine | A::MoreLines | A::Threat | A::Only => !over,
        A::Undo => app.tab == Tab::Analyze || begun(),
        A::RetrySlip => slipped(),
        A::Retry | A::PreviousSlip => over && slipped(),
        _ => true,
    }
}

/// Whether there is a mate on the screen whose proof can be shown.
fn has_proof(app: &App) -> bool {
    match app.tab {
        Tab::Analyze => {
            let best_line = app.current_analysis.snapshot.as_ref().and_then(|snapshot| snapshot.best_line());
            best_line.is_some_and(|line| line.score.is_mate())
        }
        Tab::Play | Tab::Tables | Tab::Games => false,
        Tab::Practice => app.ranking().is_some_and(|ranking| ranking.verdict.distance().is_some()),
    }
}
