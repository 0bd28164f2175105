//! Everything that differs between operating systems. No other crate asks which system it runs on, or which
//! processor.
//!
//! `unix` holds the bodies for Linux, macOS and the BSDs, `windows` those for Windows: the same functions with
//! the same names. What is the same for both stands beside them: [`folders`], [`ConsoleRead`],
//! [`SystemSignal`]; and [`processor`], [`zeroed_memory`].
//!
//! | topic | Unix | Windows |
//! |---|---|---|
//! | signals | `SIGTERM`, `SIGHUP`, `SIGINT`, … | console control events |
//! | an abort, or any other signal that ends a program | the terminal is restored first | do not exist |
//! | suspend (Ctrl-Z) | `SIGSTOP` | does not exist: [`CAN_SUSPEND`] |
//! | a child with all that it starts | process group, `/proc` on Linux | job object |
//! | end of the children of a killed program | a watcher process | job object |
//! | keys | bytes of the terminal | console records as escape sequences |
//! | priority of a thread | `nice` and time slice on Linux | thread priority |
//! | memory | `/proc`, control groups, `sysconf` | `GlobalMemoryStatusEx` |
//!
//! File locks need nothing of this: the standard library has them on all systems (`std::fs::File::try_lock`).

mod console_read;
pub mod folders;
mod plain_console;
#[cfg(test)]
mod process_test;
pub mod processor;
mod system_signal;
pub mod zeroed_memory;

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
use unix as system;
#[cfg(windows)]
use windows as system;

pub use console_read::ConsoleRead;
pub use plain_console::is_plain_console;
pub use system_signal::{EndSignal, SystemSignal};

#[cfg(unix)]
pub use unix::console::{
    UnixConsoleInput as ConsoleInput, UnixConsoleStop as ConsoleStop, set_raw_mode, understands_escapes,
};
#[cfg(unix)]
pub use unix::files;
#[cfg(unix)]
pub use unix::memory;
#[cfg(unix)]
pub use unix::priority;
#[cfg(unix)]
pub use unix::process::{
    NEEDS_WATCHER, UnixProcessGroup as ProcessGroup, adopt_orphans, isolate, isolate_watcher, kill_orphans,
    own_children,
};
#[cfg(unix)]
pub use unix::signals::{
    CAN_SUSPEND, UnixSignalListener as SignalListener, UnixSignalStop as SignalStop, end_by,
    report_size_limit, suspend,
};
#[cfg(unix)]
pub use unix::terminal_rescue;

#[cfg(windows)]
pub use windows::console::{
    WindowsConsoleInput as ConsoleInput, WindowsConsoleStop as ConsoleStop, set_raw_mode, understands_escapes,
};
#[cfg(windows)]
pub use windows::files;
#[cfg(windows)]
pub use windows::memory;
#[cfg(windows)]
pub use windows::priority;
#[cfg(windows)]
pub use windows::process::{
    NEEDS_WATCHER, WindowsProcessGroup as ProcessGroup, adopt_orphans, isolate, isolate_watcher,
    kill_orphans, own_children,
};
#[cfg(windows)]
pub use windows::signals::{
    CAN_SUSPEND, WindowsSignalListener as SignalListener, WindowsSignalStop as SignalStop, end_by,
    report_size_limit, suspend,
};
#[cfg(windows)]
pub use windows::terminal_rescue;
