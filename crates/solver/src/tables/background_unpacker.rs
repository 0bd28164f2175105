//! Unpacks tables that are read often into memory, in the background.
//!
//! A search in an ending reads its tables a million times. All unpacked tables together have a limit; when it is reached,
//! one that was not read lately makes room (the clock algorithm of page replacement, Corbató 1968).

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock, Weak};
use std::thread::JoinHandle;

use super::ending_table::EndingTable;
use super::packed::PackedTable;
use chess::allocation::machine_bytes;
use chess::thread::ThreadBuilder;
use chess::{StopSource, StopToken};

/// The most memory for unpacked tables, in bytes. Five pieces take 121 MB without pawns; `KRPvKR` takes 355 MB.
const MAX_BYTES: u64 = 1 << 30;

/// Their share of the machine's memory is one in so many at most.
const MACHINE_SHARE: u64 = 8;

/// The thread that unpacks tables; it starts with the first request and has the priority of the thread that makes it.
/// Dropping it stops its work and waits for it.
#[derive(Debug, Default)]
pub(super) struct BackgroundUnpacker {
    /// None inside if the system refused the thread: then the tables stay packed.
    thread: OnceLock<Option<UnpackingThread>>,
}

#[derive(Debug)]
struct UnpackingThread {
    requests: Option<Sender<Weak<EndingTable>>>,
    stop: Option<StopSource>,
    thread: Option<JoinHandle<()>>,
}

impl BackgroundUnpacker {
    /// Requests an ending with a packed table.
    pub(super) fn request(&self, ending: &Arc<EndingTable>) {
        if let Some(thread) = self.thread.get_or_init(UnpackingThread::start)
            && let Some(requests) = &thread.requests
        {
            // A thread that has panicked unpacks no more.
            let _ = requests.send(Arc::downgrade(ending));
        }
    }
}

impl UnpackingThread {
    fn start() -> Option<Self> {
        let (requests, received) = channel();
        let stop = StopSource::new();
        let token = stop.token();
        let limit = machine_bytes().map_or(MAX_BYTES, |all| (all / MACHINE_SHARE).min(MAX_BYTES));
        let work = move || UnpackedTables::new(limit).serve(&received, &token);
        let thread = ThreadBuilder::new("unpack tables").spawn(work).ok()?;
        Some(Self { requests: Some(requests), stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for UnpackingThread {
    fn drop(&mut self) {
        self.stop = None;
        self.requests = None;
        if let Some(thread) = self.thread.take() {
            // It has nothing to say.
            let _ = thread.join();
        }
    }
}

/// The tables that are unpacked.
struct UnpackedTables {
    /// The most bytes of all together.
    limit: u64,
    /// In the order in which they are looked at for room.
    endings: VecDeque<Weak<EndingTable>>,
}

impl UnpackedTables {
    const fn new(limit: u64) -> Self {
        Self { limit, endings: VecDeque::new() }
    }

    /// Unpacks what is requested until there is nobody left to request anything.
    fn serve(&mut self, requests: &Receiver<Weak<EndingTable>>, stop: &StopToken) {
        for request in requests {
            // Another request may have been waiting for a table that is no longer there.
            if let Some(ending) = request.upgrade() {
                self.unpack(&ending, stop);
            }
        }
    }

    fn unpack(&mut self, ending: &Arc<EndingTable>, stop: &StopToken) {
        let Some(packed) = ending.packed() else { return };
        if !self.make_room(packed.memory_when_unpacked() as u64) {
            packed.give_memory_back();
        } else if packed.unpack_into_memory(stop) {
            self.endings.push_back(Arc::downgrade(ending));
        }
    }

    /// Gives the memory of other tables back until so many bytes are within the limit; false if they never are.
    fn make_room(&mut self, bytes: u64) -> bool {
        if bytes > self.limit {
            return false;
        }
        while self.bytes_in_use() + bytes > self.limit {
            let Some(ending) = self.endings.pop_front() else { break };
            let Some(known) = ending.upgrade() else { continue };
            match known.packed().filter(|packed| packed.memory_in_use() > 0) {
                Some(packed) if packed.take_used() => self.endings.push_back(ending),
                Some(packed) => packed.give_memory_back(),
                None => {}
            }
        }
        true
    }

    fn bytes_in_use(&self) -> u64 {
        let bytes = |ending: Arc<EndingTable>| ending.packed().map_or(0, PackedTable::memory_in_use);
        self.endings.iter().filter_map(Weak::upgrade).map(|ending| bytes(ending) as u64).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::index::EndingLayout;
    use crate::tables::packed::{PackInput, pack};

    /// An ending of three pieces, packed, with a value that its index gives.
    fn packed_ending(name: &str) -> Arc<EndingTable> {
        let layout = EndingLayout::new(&name.parse().unwrap()).unwrap();
        let values: Vec<u8> = (0..layout.plane_size()).map(|index| (index / 7).to_le_bytes()[0]).collect();
        let source = Arc::new(pack(&PackInput::exact(&values, 0)));
        Arc::new(EndingTable::from_source(layout, source).unwrap())
    }

    fn in_memory(endings: &[Arc<EndingTable>]) -> Vec<bool> {
        endings.iter().map(|ending| ending.packed().unwrap().memory_in_use() > 0).collect()
    }

    #[test]
    fn the_limit_holds_and_what_is_not_read_makes_room() {
        let never = StopToken::never();
        let endings = ["KQvK", "KRvK", "KBvK", "KNvK"].map(packed_ending);
        let size = endings[0].packed().unwrap().memory_when_unpacked() as u64;
        let mut unpacked = UnpackedTables::new(2 * size);
        unpacked.unpack(&endings[0], &never);
        unpacked.unpack(&endings[1], &never);
        assert_eq!(in_memory(&endings), [true, true, false, false]);
        // Both are new, so both count as read: the older one goes.
        unpacked.unpack(&endings[2], &never);
        assert_eq!(in_memory(&endings), [false, true, true, false]);
        // The second one is read again and stays.
        assert_eq!(endings[1].packed().unwrap().get(70).unwrap(), 10);
        assert!(endings[2].packed().unwrap().take_used());
        unpacked.unpack(&endings[3], &never);
        assert_eq!(in_memory(&endings), [false, true, false, true]);
        assert_eq!(unpacked.bytes_in_use(), 2 * size);
        // A table that is unloaded needs no memory any more.
        let [first, second, third, fourth] = endings;
        drop([second, fourth]);
        assert_eq!(unpacked.bytes_in_use(), 0);
        unpacked.unpack(&first, &never);
        unpacked.unpack(&third, &never);
        assert_eq!(in_memory(&[first, third]), [true, true]);
    }

    #[test]
    fn what_never_fits_or_is_stopped_stays_packed() {
        let ending = packed_ending("KQvK");
        let packed = ending.packed().unwrap();
        UnpackedTables::new(packed.memory_when_unpacked() as u64 - 1).unpack(&ending, &StopToken::never());
        assert_eq!(packed.memory_in_use(), 0);
        let stopped = StopSource::new().token();
        UnpackedTables::new(MAX_BYTES).unpack(&ending, &stopped);
        assert_eq!(packed.memory_in_use(), 0);
        assert_eq!(packed.get(70).unwrap(), 10);
    }

    #[test]
    fn a_request_is_served_in_the_background() {
        let unpacker = BackgroundUnpacker::default();
        let ending = packed_ending("KQvK");
        unpacker.request(&packed_ending("KRvK"));
        unpacker.request(&ending);
        let start = std::time::Instant::now();
        while ending.packed().unwrap().memory_in_use() == 0 {
            assert!(start.elapsed().as_secs() < 60, "nothing is unpacked");
            std::thread::yield_now();
        }
        drop(unpacker);
        assert_eq!(ending.packed().unwrap().get(70).unwrap(), 10);
    }
}
