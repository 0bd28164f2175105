//! Linux, macOS and the BSDs.

#[cfg(target_os = "linux")]
mod cgroup;
pub(super) mod console;
pub mod files;
pub mod memory;
pub mod priority;
pub(super) mod process;
mod process_tree;
pub(super) mod signals;
pub mod terminal_rescue;
