//! Work beside the job under way, on a thread of its own that ends with it.

use std::thread;

use crate::chess::{StopSource, StopToken};

use super::THREAD_STACK_BYTES;
use super::worker::lower_priority;

/// Work under way. Dropping it ends its thread.
pub(super) struct BackgroundJob<Id> {
    pub(super) id: Id,
    _permission: StopSource,
}

impl<Id> BackgroundJob<Id> {
    /// Starts the work. None where the machine has no thread left.
    pub(super) fn start(id: Id, name: &str, work: impl FnOnce(&StopToken) + Send + 'static) -> Option<Self> {
        let permission = StopSource::new();
        let stop = permission.token();
        spawn(name, move || work(&stop))?;
        Some(Self { id, _permission: permission })
    }
}

/// Starts a thread with room for the deepest work, behind all others. None where the machine has none left.
pub(super) fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Option<()> {
    let builder = thread::Builder::new().name(name.to_owned()).stack_size(THREAD_STACK_BYTES);
    let work = move || {
        lower_priority();
        work();
    };
    builder.spawn(work).ok().map(drop)
}
