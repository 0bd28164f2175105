//! The most recently restored endings: several builds need the same ones.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::ending_table::UnpackedEnding;
use chess::Material;
use chess::allocation::share_of_limits;

/// The most bytes that are kept. Endings of four pieces have up to 11 MB.
const MAX_BYTES: usize = 64 << 20;

/// Where the program has a limit on its memory, they take one part in so many of what it leaves.
const KEPT_SHARE: usize = 4;

/// The endings, the most recently used last.
#[derive(Debug, Default)]
pub(super) struct UnpackedEndings {
    endings: Mutex<Vec<Arc<UnpackedEnding>>>,
}

impl UnpackedEndings {
    /// An ending, if it is still there.
    pub(super) fn find(&self, material: &Material) -> Option<Arc<UnpackedEnding>> {
        let mut endings = self.lock();
        let place = endings.iter().position(|known| known.material() == material.normalized())?;
        let found = endings.remove(place);
        endings.push(Arc::clone(&found));
        Some(found)
    }

    /// Whether an ending with this many values can be kept.
    pub(super) const fn can_keep(values: usize) -> bool {
        values <= MAX_BYTES
    }

    /// Adds an ending with all its values and drops those that were not used for longest.
    pub(super) fn add(&self, unpacked: &Arc<UnpackedEnding>) {
        let mut endings = self.lock();
        endings.retain(|known| known.material() != unpacked.material());
        endings.push(Arc::clone(unpacked));
        let most = share_of_limits(KEPT_SHARE).map_or(MAX_BYTES, |share| share.min(MAX_BYTES));
        while !endings.is_empty() && endings.iter().map(|ending| ending.size()).sum::<usize>() > most {
            endings.remove(0);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<UnpackedEnding>>> {
        self.endings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl UnpackedEnding {
    fn material(&self) -> Material {
        self.ending.layout().material()
    }

    fn size(&self) -> usize {
        self.values().map_or(0, <[u8]>::len)
    }
}
