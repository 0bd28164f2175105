//! The thin binary: hands the command line to its front end and turns the answer into an exit status.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use matescope::cli::{self, Invocation, Printer, ScreenOptions, Shown, Status};
use matescope::store::trouble::in_words;
use matescope::tui::{self, Start, TuiError};

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|first| first == cli::WATCH_ENGINES) {
        cli::serve_watcher(io::stdin());
        return ExitCode::SUCCESS;
    }
    if let Ok(program) = std::env::current_exe() {
        cli::watch_engines(program);
    }
    match cli::parse(std::env::args_os()) {
        Ok(Invocation::Screen(options)) => match screen(options) {
            Ok(options) => match tui::run(&options) {
                Ok(()) => ExitCode::SUCCESS,
                // Whoever read the lines has had enough.
                Err(TuiError::Terminal(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
                    ExitCode::SUCCESS
                }
                Err(error) if error.is_bad_input() => fail(&error, Status::BadInput.into()),
                Err(error) => fail(&error, ExitCode::FAILURE),
            },
            Err(error) => {
                fail(&format!("the pipe cannot be read: {}", in_words(&error)), Status::BadInput.into())
            }
        },
        Ok(invocation) => match cli::run(&invocation, &mut Printer::new(io::stdout()), &mut errors()) {
            Ok(status) => status.into(),
            // Whoever read this has had enough, as `head` does.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(error) => fail(&in_words(&error), ExitCode::FAILURE),
        },
        Err(refusal) => {
            let _ = writeln!(errors(), "{refusal}");
            Status::BadInput.into()
        }
    }
}

/// Standard error. Nobody can be told where it fails.
fn errors() -> Printer<io::Stderr> {
    Printer::new(io::stderr())
}

fn fail(error: &dyn Display, code: ExitCode) -> ExitCode {
    let _ = writeln!(errors(), "error: {error}");
    code
}

/// What the command line says of the screen, as the screen wants it.
fn screen(options: ScreenOptions) -> io::Result<tui::Options> {
    let start = match (options.position, options.practice, options.games) {
        (_, Some(lesson), _) => Start::Practice(lesson),
        (Some(position), ..) => Start::Analyze(Box::new(position)),
        (None, None, Some(file)) if file.as_os_str() == "-" => Start::Text(cli::piped()?),
        (None, None, Some(file)) => Start::File(file),
        (None, None, None) => Start::Game,
    };
    let shown = match options.shown {
        Shown::Screen => tui::Shown::Screen,
        Shown::Lines => tui::Shown::Lines,
    };
    Ok(tui::Options { start, shown, config: options.config, ..tui::Options::default() })
}
