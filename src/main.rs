//! The thin binary: hands the command line to its front end and turns the answer into an exit status.

use std::io;
use std::process::ExitCode;
use std::sync::Arc;

use matescope::chess::NoOracle;
use matescope::cli::uci_server;

fn main() -> ExitCode {
    if std::env::args().nth(1).as_deref() == Some("uci") {
        return uci_server::serve(io::BufReader::new(io::stdin()), io::stdout(), Arc::new(NoOracle))
            .map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
    }
    ExitCode::from(2)
}
