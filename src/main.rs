//! The thin binary: hands the command line to its front end and turns the answer into an exit status.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use matescope::cli::{self, CommandStatus, Invocation, Printer, ScreenModeOption, ScreenOptions};
use matescope::store::io_error::{describe_io_error, is_closed_pipe};
use matescope::tui;
use matescope::tui::{StartScreen, TuiError};

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|first| first == cli::WATCH_ENGINES) {
        cli::run_watcher(io::stdin());
        return ExitCode::SUCCESS;
    }
    cli::prepare_for_limits();
    if let Ok(program) = std::env::current_exe() {
        cli::watch_engines(program);
    }
    match cli::parse(std::env::args_os()) {
        Ok(Invocation::Screen(options)) => match screen_options(options) {
            Ok(options) => match tui::run(&options) {
                Ok(()) => ExitCode::SUCCESS,
                // Whoever read the lines has had enough.
                Err(TuiError::Terminal(error)) if is_closed_pipe(&error) => ExitCode::SUCCESS,
                Err(error) if error.is_bad_input() => fail(&error, CommandStatus::BadInput.into()),
                Err(error) => fail(&error, ExitCode::FAILURE),
            },
            Err(reason) => fail(&reason, CommandStatus::BadInput.into()),
        },
        Ok(invocation) => match cli::run(&invocation, &mut Printer::new(io::stdout()), &mut errors()) {
            Ok(status) => status.into(),
            // Whoever read this has had enough, as `head` does.
            Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
            Err(error) => fail(&describe_io_error(&error), ExitCode::FAILURE),
        },
        Err(refusal) => {
            let _ = writeln!(errors(), "{refusal}");
            CommandStatus::BadInput.into()
        }
    }
}

/// Standard error. A failure to write there cannot be reported.
fn errors() -> Printer<io::Stderr> {
    Printer::new(io::stderr())
}

fn fail(error: &dyn Display, code: ExitCode) -> ExitCode {
    let _ = writeln!(errors(), "error: {error}");
    code
}

fn unreadable(source: &str, error: &io::Error) -> String {
    format!("{source}: {}", describe_io_error(error))
}

/// What the command line says of the screen, as the screen wants it.
///
/// # Errors
/// A sentence where games cannot be read.
fn screen_options(options: ScreenOptions) -> Result<tui::TuiOptions, String> {
    let start = match (options.position, options.practice, options.games) {
        (_, Some(lesson), _) => StartScreen::Practice(lesson),
        (Some(position), ..) => StartScreen::Analyze(Box::new(position)),
        (None, None, Some(file)) if file.as_os_str() == "-" => {
            let read = cli::read_piped_games();
            StartScreen::Text(read.map_err(|error| unreadable("the standard input", &error))?)
        }
        (None, None, Some(file)) => match cli::read_compressed_games(&file) {
            Ok(Some(text)) => StartScreen::Text(text),
            Ok(None) => StartScreen::File(file),
            Err(error) => return Err(unreadable(&file.to_string_lossy(), &error)),
        },
        (None, None, None) => StartScreen::Game,
    };
    let mode = match options.mode {
        ScreenModeOption::Screen => tui::FrontendKind::Screen,
        ScreenModeOption::Linear => tui::FrontendKind::Linear,
    };
    Ok(tui::TuiOptions { start, frontend: mode, config: options.config, ..tui::TuiOptions::default() })
}
