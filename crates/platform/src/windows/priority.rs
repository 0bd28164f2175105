//! Priority of threads.

use std::cell::Cell;

use windows_sys::Win32::System::Threading::{
    GetCurrentThread, SetThreadPriority, THREAD_PRIORITY_BELOW_NORMAL,
};

thread_local! {
    static IS_LOW: Cell<bool> = const { Cell::new(false) };
}

/// Gives threads of normal priority precedence over this one, above all the one that handles key presses.
pub fn lower() {
    IS_LOW.set(true);
    #[expect(unsafe_code, reason = "no safe crate without a dozen others sets it")]
    // SAFETY: the handle stands for the calling thread and needs no closing. A system that refuses leaves the
    // priority as it is.
    unsafe {
        SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL)
    };
}

/// Whether a thread that is started from this one has to lower its priority itself: the system does not hand it
/// on.
#[must_use]
pub fn must_be_handed_on() -> bool {
    IS_LOW.get()
}
