//! Priority of threads.

/// Gives all other threads of the machine precedence over this one, above all the one that handles key
/// presses. Threads and processes that are started from this one inherit the priority.
pub fn lower() {
    // On other systems the same call would slow down the whole process.
    #[cfg(target_os = "linux")]
    {
        /// The default increment of `nice`: about a tenth of a normal thread's share of the processor. With a
        /// smaller share, or with threads that yield, other work on the machine starves searches and table
        /// builds.
        const NICENESS: i32 = 10;
        // A system that refuses leaves the priority as it is.
        let _ = rustix::process::setpriority_process(None, NICENESS);
    }
}

/// Whether a thread that is started from this one has to lower its priority itself. Here the system hands it
/// on.
#[must_use]
pub const fn must_be_handed_on() -> bool {
    false
}
