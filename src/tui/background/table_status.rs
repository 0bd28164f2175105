//! Whether there is a table of an ending, and which are built without being asked for.

/// The most men of an ending that is made without being asked for: it takes seconds.
pub const MAX_AUTO_BUILD_PIECES: u8 = 4;

/// How an ending stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableStatus {
    /// It answers.
    Ready,
    /// It is being made: so many thousandths are done, or what is kept is being read.
    Building(Option<u16>),
    /// Its table lies in the folder.
    Saved,
    /// There is no table of it.
    Missing,
}
