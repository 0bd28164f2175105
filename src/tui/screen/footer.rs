//! The keys that the footer offers: those that are of use on the screen that is shown, the most useful first.

use crate::chess::Cost;
use crate::tui::app::drill::Page;
use crate::tui::app::endings::MADE_UNASKED;
use crate::tui::app::games::Source;
use crate::tui::app::review::Retry;
use crate::tui::app::{App, Course, Standing, Tab};
use crate::tui::dialog::{Dialog, Found};
use crate::tui::keymap::{Action, Context};
use crate::tui::update::has_table;
use crate::tui::widget::status::Hint;

use super::{editor, key_of, play, quiz, review, study};

/// The keys that are worth a place in the footer now, the most useful first.
pub(super) fn hints(app: &App) -> Vec<(Action, Hint)> {
    use Action as A;
    let contexts = app.contexts();
    let order: &[Action] = match contexts.first() {
        Some(Context::Copy) => &[A::CopyFen, A::CopyPgn, A::CopyLine],
        Some(context @ (Context::Mark | Context::Games | Context::Filter | Context::Ask)) => {
            of_games(*context)
        }
        Some(Context::Prompt) => &[A::PromptPlay, A::PromptComplete, A::PromptDrop],
        Some(Context::Cursor) => &[A::CursorPick, A::Back, A::Undo, A::Palette, A::Help],
        Some(Context::Line) => {
            &[A::LineForward, A::LineBack, A::LineDown, A::LinePlay, A::LineKeep, A::Back, A::Help]
        }
        Some(Context::Why) => {
            &[A::WhyInto, A::WhyOutOf, A::WhyUp, A::WhyDown, A::Back, A::Flip, A::Palette, A::Help]
        }
        Some(Context::Retry) => review::RETRY_KEYS,
        Some(Context::Analyze) if app.study.shown_review().is_some() => review::KEYS,
        Some(Context::Analyze) => study::KEYS,
        Some(Context::Watch) => play::WATCHING_KEYS,
        Some(Context::Play) => play::KEYS,
        Some(Context::Round) => &[
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
        Some(Context::Quiz) => quiz::KEYS,
        Some(Context::Tables) => {
            &[A::TableOpen, A::TableBuild, A::TableDown, A::TableUp, A::Palette, A::Help, A::Quit]
        }
        Some(Context::Ending) => {
            &[A::SampleOpen, A::SampleDown, A::SampleUp, A::Back, A::Flip, A::Palette, A::Help, A::Quit]
        }
        Some(Context::Drills) if app.practice.page == Page::Record => {
            &[A::DrillRecord, A::DrillDue, A::Back, A::Palette, A::Help, A::Quit]
        }
        Some(Context::Drills) => &[
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
        Some(Context::Example) => {
            &[A::ExampleForward, A::ExampleBack, A::DrillStart, A::Why, A::Back, A::Flip, A::Palette, A::Help]
        }
        Some(context) => of_boxes(*context),
        None => &[A::Help],
    };
    let shown = order.iter().filter(|&&action| is_of_use(app, action)).filter_map(|&action| {
        let key = key_of(app, action)?;
        let does = match (&app.dialog, action) {
            (Some(Dialog::Confirm(question)), A::Yes) => question.does(),
            (Some(Dialog::Confirm(question)), A::Close) => question.leaves(),
            (None, A::Pause) if app.play.course != Course::Going => "go on",
            (None, A::DrillRecord) if app.practice.page == Page::Record => "lessons",
            _ => action.spec().short,
        };
        Some((action, Hint::new(key, does)))
    });
    shown.collect()
}

/// The same without their actions, as they are drawn.
pub(super) fn only_hints(app: &App) -> Vec<Hint> {
    hints(app).into_iter().map(|(_, hint)| hint).collect()
}

/// The keys of what lies over a screen, the most useful first.
const fn of_boxes(context: Context) -> &'static [Action] {
    use Action as A;
    match context {
        Context::Paste => &[
            A::PasteAnalyze,
            A::PastePlay,
            A::PasteDrill,
            A::PasteRepair,
            A::PasteEdit,
            A::PasteClear,
            A::Close,
        ],
        Context::Editor => editor::KEYS,
        Context::Engines => {
            &[A::EngineUse, A::EngineSettings, A::EngineAdd, A::EngineRestart, A::EngineRemove, A::Close]
        }
        Context::Options => &[A::OptionMore, A::OptionEdit, A::OptionReset, A::OptionDown, A::Close],
        Context::Text => &[A::TextTake, A::TextDrop],
        Context::Form => &[A::FormAccept, A::FormMore, A::FormDown, A::Close],
        Context::Palette => &[A::PaletteRun, A::PaletteDown, A::Close],
        Context::Choice => &[A::ChoiceTake, A::ChoiceNext, A::Close],
        Context::Confirm => &[A::Yes, A::Close],
        Context::Help => &[A::HelpSearch, A::HelpRun, A::HelpDown, A::HelpUp, A::Close],
        Context::Search => &[A::HelpRun, A::HelpDown, A::HelpUp, A::HelpClear],
        _ => &[A::Help],
    }
}

/// The keys of the list of games and of annotating, the most useful first.
const fn of_games(context: Context) -> &'static [Action] {
    use Action as A;
    match context {
        Context::Mark => &[
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
        Context::Games => &[
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
        Context::Filter => &[A::FilterTake, A::GameDown, A::GameUp, A::FilterDrop],
        _ => &[A::AskTake, A::AskClear, A::Close],
    }
}

/// Whether an action would do anything as things stand, so that the footer does not offer it in vain.
fn is_of_use(app: &App, action: Action) -> bool {
    use Action as A;
    let round = app.practice.round.as_deref();
    let over = match app.tab {
        Tab::Play => app.play.over.is_some(),
        Tab::Analyze => app.study.line.is_none() && app.study.walk.ending().is_some(),
        Tab::Practice => round.is_some_and(|round| round.account().is_some()),
        Tab::Tables | Tab::Games => false,
    };
    let slipped = || round.is_some_and(|round| round.round.grades().any(|grade| grade.cost != Cost::Keeps));
    let begun = || app.walk().is_some_and(|walk| walk.tree().moves() > 0);
    match action {
        A::PasteRepair => {
            let found = app.dialog.as_ref().and_then(|dialog| match dialog {
                Dialog::Paste(paste) => Some(&paste.found),
                _ => None,
            });
            matches!(found, Some(Found::Faulty(fault)) if !fault.repairs.is_empty())
        }
        A::EditUndo => app.editor.as_ref().is_some_and(|editor| editor.is_changed()),
        A::OfferDraw | A::Resign => !over && begun(),
        A::StopGame => !over && app.play.course != Course::Stopped,
        A::StepBack => over,
        A::MoveNow => app.play.stalled.is_some(),
        A::FinishRound => round.is_some_and(|round| round.round.is_technique()),
        A::DrillDue => app.practice.due(app.today) > 0,
        A::DrillExample => app.practice.lesson().is_some_and(|lesson| lesson.example.is_some()),
        A::DrillSide => app.practice.lesson().is_some_and(|lesson| lesson.drill.other_side().is_some()),
        A::TakeOver => !over && (app.play.stalled.is_some() || app.play.is_watched()),
        A::Why => why_is_known(app) && app.walk().is_none_or(|walk| walk.ending().is_none()),
        A::BuildTable => {
            let position = app.study.walk.position();
            let material = position.material();
            let standing = app.standing(&material);
            // A small one comes by itself.
            let comes = matches!(standing, Standing::Making(_)) && material.men() <= MADE_UNASKED;
            !over && has_table(position) && standing != Standing::Ready && !comes
        }
        A::Review if app.tab == Tab::Games => !app.games.shown.is_empty(),
        A::Review => begun() && (app.tab == Tab::Analyze || over || app.play.course == Course::Stopped),
        A::RetrySlips | A::NextSlip | A::PreviousSlip if app.tab == Tab::Analyze => {
            app.study.review.as_ref().is_some_and(|reviewing| reviewing.review.slips(None).next().is_some())
        }
        A::NextSlip | A::PreviousSlip if let Some(quizzing) = app.quizzing() => {
            !quizzing.is_running(app.now) && !quizzing.quiz.result().missed.is_empty()
        }
        A::SlipSolution => app.study.retry().is_some_and(Retry::is_open),
        A::SlipNext => app.study.retry().is_some_and(|retry| retry.slip().is_some()),
        A::Comment | A::MarkChord | A::KeepAnalysis => begun(),
        A::Promote => {
            let walk = &app.study.walk;
            walk.tree().variation_of(walk.at()).is_some()
        }
        A::GameOpen | A::GameFilter | A::GameExport | A::GameSort => !app.games.shown.is_empty(),
        A::CopyChord if app.tab == Tab::Games => app.games.row().is_some(),
        A::GameDelete => app.games.source == Source::Library && app.games.row().is_some(),
        A::GameResume => app.games.resumes(),
        A::GameUndelete => !app.games.deleted.is_empty(),
        A::Back if app.tab == Tab::Games => {
            app.games.source != Source::Library || !app.games.filter.value().is_empty()
        }
        A::Back if app.tab == Tab::Practice && round.is_none() => {
            app.practice.waiting.is_some()
                || app.practice.quiz.is_some()
                || app.practice.example.is_some()
                || app.practice.page == Page::Record
        }
        A::TableOpen | A::TableBuild => {
            let standing = app.endings.looked_at().map(|material| app.standing(&material));
            let is_there = matches!(standing, Some(Standing::Ready | Standing::Kept));
            is_there == (action == A::TableOpen)
        }
        A::ToggleSort => !over && app.ranking().is_some(),
        A::Pause => !over && app.play.stalled.is_none(),
        A::Hint | A::ShowDistances | A::OtherTurn | A::WalkLine | A::MoreLines | A::Threat | A::Only => !over,
        A::Undo => app.tab == Tab::Analyze || begun(),
        A::RetrySlip => slipped(),
        A::Retry | A::PreviousSlip => over && slipped(),
        _ => true,
    }
}

/// Whether there is a mate on the screen whose proof can be shown.
fn why_is_known(app: &App) -> bool {
    match app.tab {
        Tab::Analyze => {
            let told = app.watch.snapshot.as_ref().and_then(|snapshot| snapshot.best_line());
            told.is_some_and(|line| line.score.is_mate())
        }
        Tab::Play | Tab::Tables | Tab::Games => false,
        Tab::Practice => app.ranking().is_some_and(|ranking| ranking.verdict.distance().is_some()),
    }
}
