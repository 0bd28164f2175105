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
        // A program that was started with less precedence keeps it. A system that refuses leaves the priority as it
        // is.
        if rustix::process::getpriority_process(None).is_ok_and(|niceness| niceness < NICENESS) {
            let _ = rustix::process::setpriority_process(None, NICENESS);
        }
        time_slice::lengthen();
    }
}

/// The time slice of the calling thread.
#[cfg(target_os = "linux")]
mod time_slice {
    use std::mem;

    use libc::{SCHED_BATCH, SCHED_OTHER, SYS_sched_getattr, SYS_sched_setattr, sched_attr, syscall};

    /// In nanoseconds. It is longer than the default, which grows with the number of cores up to 2.8 ms. Of 400 keys
    /// while both cores searched, 95 % were answered within 0.9 ms, and within 4.2 ms with the default; with 4 ms
    /// and more the slowest took longer.
    pub(super) const NANOSECONDS: u64 = 3_000_000;

    /// Makes the slice longer than those of other threads. The scheduler of Linux since 6.12 lets a thread with a
    /// shorter slice run as soon as it wakes up; without that it may have to wait for the next tick of the clock, some
    /// 4 ms. The share of the processor stays the same. Older systems ignore it.
    pub(super) fn lengthen() {
        let Some(attributes) = attributes() else { return };
        if ![SCHED_OTHER, SCHED_BATCH].map(i32::cast_unsigned).contains(&attributes.sched_policy) {
            return;
        }
        let longer = sched_attr { sched_runtime: NANOSECONDS, ..attributes };
        let (this_thread, flags) = (0, 0);
        #[expect(unsafe_code, reason = "no safe crate offers it")]
        // SAFETY: the kernel reads the structure, whose size is in it, and keeps no reference. Where it refuses, the
        // slice stays as it is.
        unsafe {
            syscall(SYS_sched_setattr, this_thread, &raw const longer, flags)
        };
    }

    /// The scheduling attributes of the calling thread.
    pub(super) fn attributes() -> Option<sched_attr> {
        let size = u32::try_from(size_of::<sched_attr>()).ok()?;
        let (this_thread, flags) = (0, 0);
        #[expect(unsafe_code, reason = "no safe crate offers it")]
        // SAFETY: the structure consists of integers, for which zeros are valid, and the kernel writes at most `size`
        // bytes to it.
        let (failure, attributes) = unsafe {
            let mut attributes: sched_attr = mem::zeroed();
            (syscall(SYS_sched_getattr, this_thread, &raw mut attributes, size, flags), attributes)
        };
        (failure == 0).then_some(attributes)
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

    /// Before Linux 6.12 the slice of every thread is given as 0 and stays so.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_of_low_priority_has_a_longer_time_slice_and_hands_it_on() {
        use super::time_slice;

        let slice = || time_slice::attributes().unwrap().sched_runtime;
        let before = slice();
        let thread = std::thread::spawn(move || {
            super::lower();
            [slice(), std::thread::spawn(slice).join().unwrap()]
        });
        let wanted = if before == 0 { 0 } else { time_slice::NANOSECONDS };
        assert_eq!(thread.join().unwrap(), [wanted; 2]);
        assert_eq!(slice(), before, "other threads keep theirs");
    }
}
