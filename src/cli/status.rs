//! Exit status of a command.

use std::process::ExitCode;

/// Exit status of a command, for scripts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommandStatus {
    /// 0: success.
    Done,
    /// 1: negative result: no such mate, a refused certificate, a damaged or unsaved table.
    Negative,
    /// 2: invalid input.
    BadInput,
    /// 3: undecided within the limits.
    Undecided,
    /// 130: interrupted, for example by Ctrl-C.
    Interrupted,
}

impl CommandStatus {
    /// The worse of two: an error is worse than what is undecided, and that is worse than a negative result.
    #[must_use]
    pub const fn or_worse(self, other: Self) -> Self {
        if other.severity() > self.severity() { other } else { self }
    }

    const fn severity(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Negative => 1,
            Self::Undecided => 2,
            Self::BadInput => 3,
            Self::Interrupted => 4,
        }
    }
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
