//! Exit status of a command.

use std::process::ExitCode;

/// How a command ended, as scripts see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommandStatus {
    /// 0: it did what was asked.
    Done,
    /// 1: there is no such mate.
    Negative,
    /// 2: the input cannot be used.
    BadInput,
    /// 3: not decided within the limits.
    Undecided,
    /// 130: it was interrupted, as by Ctrl-C.
    Interrupted,
}

impl From<CommandStatus> for ExitCode {
    fn from(status: CommandStatus) -> Self {
        Self::from(match status {
            CommandStatus::Done => 0,
            CommandStatus::Negative => 1,
            CommandStatus::BadInput => 2,
            CommandStatus::Undecided => 3,
            CommandStatus::Interrupted => 130,
        })
    }
}
