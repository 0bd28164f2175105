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
        // A program that was started with less precedence keeps it.
        if rustix::process::getpriority_process(None).is_ok_and(|niceness| niceness >= NICENESS) {
            return;
        }
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

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_with_less_precedence_keeps_it() {
        use rustix::process::{getpriority_process, setpriority_process};

        let thread = std::thread::spawn(|| {
            setpriority_process(None, 15).unwrap();
            super::lower();
            assert_eq!(getpriority_process(None).unwrap(), 15);
        });
        thread.join().unwrap();
    }
}
