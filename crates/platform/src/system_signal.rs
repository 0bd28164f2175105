//! What the system tells a program.

use std::fmt;

/// A signal of the system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SystemSignal {
    /// The program is to end.
    End(EndSignal),
    /// Stop until the shell's `fg`.
    Suspend,
    /// Go on after a stop.
    Continue,
    /// The window has another size.
    Resize,
}

/// A request to end. As text `signal 15 (SIGTERM)`, or the name alone where the system has no numbers for
/// people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndSignal {
    /// The system's number.
    pub(super) number: i32,
    /// What the system calls it.
    pub(super) name: &'static str,
    /// Exit status of a program that is ended by it.
    pub(super) exit_status: i32,
    /// Whether people know the number.
    pub(super) has_known_number: bool,
}

impl EndSignal {
    /// The exit status that a program ended by this signal reports.
    #[must_use]
    pub const fn exit_status(self) -> i32 {
        self.exit_status
    }
}

impl fmt::Display for EndSignal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.has_known_number {
            return write!(f, "signal {} ({})", self.number, self.name);
        }
        f.write_str(self.name)
    }
}
