//! `matescope-tune`: a program for developers that plays selfplay games and fits the evaluation weights to them.
//!
//! It is a package of its own, which nobody builds who does not ask for it:
//!
//! ```text
//! cargo tune selfplay --games 5000 positions.txt
//! cargo tune fit positions.txt crates/engine/src/eval/weights.rs
//! ```
//!
//! `cargo tune` is an alias (`.cargo/config.toml`) of
//! `cargo run --release --package matescope-tune --`.

use std::io::{self, Write};
use std::process::ExitCode;

use matescope::cli::Printer;
use matescope::store::io_error::describe_io_error;

fn main() -> ExitCode {
    let mut errors = Printer::new(io::stderr());
    match matescope_tune::run(std::env::args_os(), &mut Printer::new(io::stdout()), &mut errors) {
        Ok(status) => status.into(),
        Err(error) => {
            let _ = writeln!(errors, "error: {}", describe_io_error(&error));
            ExitCode::FAILURE
        }
    }
}
