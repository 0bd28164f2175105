//! The thin binary: hands the command line to its front end and turns the answer into an exit status.

use std::io::{self, Write};
use std::process::ExitCode;

use matescope::cli::{self, Invocation, Status};

fn main() -> ExitCode {
    let invocation = match cli::parse(std::env::args_os()) {
        Ok(invocation) => invocation,
        Err(refusal) => {
            let _ = writeln!(io::stderr(), "{refusal}");
            return Status::BadInput.into();
        }
    };
    if let Invocation::Screen(_) = &invocation {
        let _ = writeln!(io::stderr(), "error: the screen is not built in yet");
        return ExitCode::FAILURE;
    }
    match cli::run(&invocation, &mut io::stdout(), &mut io::stderr()) {
        Ok(status) => status.into(),
        // Whoever read this has had enough, as `head` does.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}
