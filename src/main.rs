//! The thin binary: hands the command line to its front end and turns the answer into an exit status.

use std::io::{self, Write as _};
use std::process::ExitCode;
use std::sync::Arc;

use matescope::chess::NoOracle;
use matescope::cli::uci_server;
use matescope::tui;

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("uci") {
        return uci_server::serve(io::BufReader::new(io::stdin()), io::stdout(), Arc::new(NoOracle))
            .map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    match tui::run(&tui::Options::default()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "matescope: {error}");
            ExitCode::from(2)
        }
    }
}
