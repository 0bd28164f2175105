//! Windows 10 and newer.

pub(super) mod console;
pub mod files;
mod job_object;
pub mod memory;
pub mod priority;
pub(super) mod process;
pub(super) mod signals;
pub mod terminal_rescue;
