//! Job objects: a process with all that it starts. They end with the last handle, so with this program, however
//! that ends.

use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr;

use windows_sys::Win32::Foundation::{HANDLE, INVALID_HANDLE_VALUE};
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CreateToolhelp32Snapshot, TH32CS_SNAPTHREAD, THREADENTRY32, Thread32First, Thread32Next,
};
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation, SetInformationJobObject,
    TerminateJobObject,
};
use windows_sys::Win32::System::Threading::{
    INFINITE, OpenThread, ResumeThread, THREAD_SUSPEND_RESUME, WaitForSingleObject,
};

/// A job object that kills its processes when it is dropped.
#[derive(Debug)]
pub(super) struct JobObject(OwnedHandle);

/// The size of a structure, as system calls want it.
#[expect(clippy::cast_possible_truncation, reason = "the structures of the system are small")]
const fn size_of_u32<T>() -> u32 {
    size_of::<T>() as u32
}

impl JobObject {
    /// A job object without processes.
    #[expect(unsafe_code, reason = "job objects have no safe interface without a dozen crates")]
    pub(super) fn new() -> io::Result<Self> {
        // SAFETY: neither attributes nor a name are given, as null pointers may say.
        let job = owned(unsafe { CreateJobObjectW(ptr::null(), ptr::null()) })?;
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        // SAFETY: the structure is of the kind that is named, and its size is given with it.
        check(unsafe {
            SetInformationJobObject(
                job.as_raw_handle(),
                JobObjectExtendedLimitInformation,
                ptr::from_ref(&limits).cast(),
                size_of_u32::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>(),
            )
        })?;
        Ok(Self(job))
    }

    /// Adds a process, and with it all that it starts from now on.
    #[expect(unsafe_code, reason = "job objects have no safe interface without a dozen crates")]
    pub(super) fn add(&self, process: &impl AsRawHandle) -> io::Result<()> {
        // SAFETY: both handles are open as long as they are borrowed.
        check(unsafe { AssignProcessToJobObject(self.0.as_raw_handle(), process.as_raw_handle()) })
    }

    /// Kills all its processes.
    #[expect(unsafe_code, reason = "job objects have no safe interface without a dozen crates")]
    pub(super) fn kill(&self) -> io::Result<()> {
        // SAFETY: the handle is open as long as it is borrowed.
        check(unsafe { TerminateJobObject(self.0.as_raw_handle(), 1) })
    }
}

/// Lets a process run that was started suspended.
#[expect(unsafe_code, reason = "the standard library keeps no handle of a process' first thread")]
pub(super) fn resume(process_id: u32) -> io::Result<()> {
    // SAFETY: the snapshot is of all processes, so the second value counts for nothing.
    let threads = unsafe { CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0) };
    if threads == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    let threads = owned(threads)?;
    let mut entry = THREADENTRY32 { dwSize: size_of_u32::<THREADENTRY32>(), ..THREADENTRY32::default() };
    // SAFETY: the structure tells its own size.
    let mut found = unsafe { Thread32First(threads.as_raw_handle(), &raw mut entry) };
    while found != 0 {
        if entry.th32OwnerProcessID == process_id {
            // SAFETY: the call takes plain values.
            let thread = owned(unsafe { OpenThread(THREAD_SUSPEND_RESUME, 0, entry.th32ThreadID) })?;
            // SAFETY: the handle is open, with the right to resume.
            if unsafe { ResumeThread(thread.as_raw_handle()) } == u32::MAX {
                return Err(io::Error::last_os_error());
            }
        }
        // SAFETY: as above.
        found = unsafe { Thread32Next(threads.as_raw_handle(), &raw mut entry) };
    }
    Ok(())
}

/// Waits until a process has exited.
#[expect(unsafe_code, reason = "the standard library waits only through the one handle that it owns")]
pub(super) fn wait_for_exit(process: &OwnedHandle) {
    // SAFETY: the handle is open as long as it is borrowed. An error means that nothing can be waited for.
    unsafe { WaitForSingleObject(process.as_raw_handle(), INFINITE) };
}

fn owned(handle: HANDLE) -> io::Result<OwnedHandle> {
    if handle.is_null() {
        return Err(io::Error::last_os_error());
    }
    #[expect(unsafe_code, reason = "this is how a handle of the system gets its owner")]
    // SAFETY: the system has just given the handle, and to nobody else.
    Ok(unsafe { OwnedHandle::from_raw_handle(handle) })
}

fn check(succeeded: i32) -> io::Result<()> {
    if succeeded == 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}
