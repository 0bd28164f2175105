//! [`Fnv1a`]: the hash for what is kept on disk.

/// FNV-1a with 64 bits (Fowler, Noll, Vo): the same in every version of the program, so it may be kept on disk. It does not
/// resist deliberate collisions.
///
/// ```
/// use matescope_chess::fnv::Fnv1a;
///
/// let mut hash = Fnv1a::new();
/// hash.add(*b"a");
/// assert_eq!(hash.finish(), 0xaf63_dc4c_8601_ec8c);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Fnv1a(u64);

impl Fnv1a {
    /// The hash of nothing.
    #[must_use]
    pub const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds bytes behind those before.
    pub fn add(&mut self, bytes: impl IntoIterator<Item = u8>) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The hash of all bytes.
    #[must_use]
    pub const fn finish(self) -> u64 {
        self.0
    }
}

impl Default for Fnv1a {
    fn default() -> Self {
        Self::new()
    }
}
