//! An array of bytes, compressed, of which any one can be read at once.
//!
//! It knows nothing of chess: values go in by their index and come out by it. They are cut into blocks, and
//! each value is written in as many bits as it surprises, given its neighbors. A read goes through its block
//! up to the value and no further; it takes no lock and no memory.
//!
//! Reading order: `shape` (blocks and neighbors), `model` (what is expected), `coder` and `bits` (how it is
//! written), `form` (the bytes of it all).

mod bits;
mod coder;
mod form;
mod model;
mod shape;

use std::num::NonZero;
use std::ops::Range;
use std::thread;

use twox_hash::XxHash3_64;

use bits::{Reader, Writer};
use coder::{Coder, STATE_BITS, STATES, Step};
use model::Model;
use shape::BLOCK;

/// What every packed array begins with.
const MAGIC: [u8; 4] = *b"MSPK";

/// The form of what follows; others are refused.
const VERSION: u16 = 1;

/// Bytes before the model: magic, version, lanes, row, count of values, checksum of all the rest.
const HEADER: usize = 24;

/// Where the checksum stands.
const CHECKSUM: Range<usize> = 16..24;

/// Blocks that share one full address; the others count from it.
const STREET: usize = 64;

/// Bytes behind the last block, so that reading may run ahead.
const SLACK: usize = 8;

/// Why bytes are no packed array.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Damaged {
    /// They end before they say what they are.
    #[error("it is cut off after {0} bytes")]
    CutOff(usize),
    /// They begin as something else.
    #[error("it is no packed table")]
    Foreign,
    /// They are of a form that is not read here.
    #[error("it is packed in form {0}, and this program reads form {VERSION}")]
    Version(u16),
    /// Something was changed or is missing.
    #[error("its checksum is wrong")]
    Checksum,
    /// The checksum is right, but this part makes no sense.
    #[error("its {0} makes no sense")]
    Senseless(&'static str),
}

/// Packs values so that [`Packed::get`] gives each of them back. Those that equal `anything` may come back
/// as any value. Large arrays are packed on all cores.
#[must_use]
pub fn pack(values: &[u8], anything: u8) -> Vec<u8> {
    let model = Model::learn(values, anything);
    let coders: Vec<Coder> = model.shares.iter().map(|shares| Coder::new(shares)).collect();
    let blocks = model.shape.blocks(values.len());
    let workers = thread::available_parallelism().map_or(1, NonZero::get).min(blocks / 1024 + 1);
    let share = blocks.div_ceil(workers).max(1);
    let parts: Vec<Blocks> = thread::scope(|scope| {
        let run = |first: usize| {
            let (model, coders) = (&model, &coders);
            move || Blocks::write(first..blocks.min(first + share), model, coders, values, anything)
        };
        let others: Vec<_> = (share..blocks).step_by(share).map(|first| scope.spawn(run(first))).collect();
        let first = run(0)();
        let others = others.into_iter().map(|part| match part.join() {
            Ok(part) => part,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        std::iter::once(first).chain(others).collect()
    });
    form::write(&model, values.len(), &parts)
}

/// Some blocks, one after the other.
#[derive(Default)]
struct Blocks {
    bytes: Vec<u8>,
    /// How many bytes each of them has.
    lengths: Vec<u16>,
}

impl Blocks {
    fn write(blocks: Range<usize>, model: &Model, coders: &[Coder], values: &[u8], anything: u8) -> Self {
        let mut written = Self::default();
        let mut writer = Writer::default();
        let mut symbols = Vec::with_capacity(BLOCK);
        for block in blocks {
            symbols.clear();
            model.walk(values, anything, block, |context, symbol| symbols.push((context, symbol)));
            let mut state = 0;
            for &(context, symbol) in symbols.iter().rev() {
                let coder = &coders[usize::from(model.groups[context])];
                state = if coder.has(symbol) {
                    coder.put_before(symbol, state, &mut writer)
                } else {
                    writer.put_before(u16::from(symbol), u8::BITS);
                    coder.put_before(model.escape(), state, &mut writer)
                };
            }
            writer.put_before(state, STATE_BITS);
            let before = written.bytes.len();
            writer.write_to(&mut written.bytes);
            let length = u16::try_from(written.bytes.len() - before);
            written.lengths.push(length.unwrap_or_else(|_| unreachable!("a block has at most 610 bytes")));
        }
        written
    }
}

/// An array that was packed, checked and ready to be read by many threads at once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Packed {
    bytes: Vec<u8>,
    model: Model,
    /// The steps of all groups, [`STATES`] for each.
    steps: Vec<Step>,
    count: usize,
    /// Where the blocks' addresses begin.
    streets: usize,
    /// Where the blocks begin.
    blocks: usize,
}

impl Packed {
    /// Checks bytes that [`pack`] made; takes milliseconds.
    ///
    /// # Errors
    /// Says what is wrong with others, whatever they are.
    pub fn open(bytes: Vec<u8>) -> Result<Self, Damaged> {
        form::read(bytes)
    }

    /// How many values there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether there is no value at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many bytes it takes in memory.
    #[must_use]
    pub fn weight(&self) -> usize {
        self.bytes.len() + self.steps.len() * size_of::<Step>() + self.model.groups.len()
    }

    /// One value, in well under a microsecond.
    ///
    /// # Panics
    /// When there is none of this index.
    #[must_use]
    pub fn get(&self, index: usize) -> u8 {
        assert!(index < self.count, "there are {} values, and no number {index}", self.count);
        let (block, at) = self.model.shape.place(index);
        let (lane, row) = (self.model.shape.lane(block), self.model.shape.row);
        let escape = self.model.escape();
        let mut reader = Reader::new(&self.bytes, self.address(block));
        reader.refill();
        let mut state = reader.take(STATE_BITS);
        let mut symbols = [escape; BLOCK];
        let mut before = escape;
        for now in 0..=at {
            reader.refill();
            let above = if now < row { escape } else { symbols[now - row] };
            let group = self.model.groups[self.model.context(lane, before, above)];
            let step = self.steps[usize::from(group) * usize::from(STATES) + usize::from(state)];
            state = step.next(&mut reader);
            before = if step.symbol == escape { reader.take(u8::BITS).to_le_bytes()[0] } else { step.symbol };
            symbols[now] = before;
        }
        self.model.alphabet.get(usize::from(before)).copied().unwrap_or_default()
    }

    /// Where a block begins.
    fn address(&self, block: usize) -> usize {
        self.blocks + form::offset(&self.bytes[self.streets..], block)
    }
}

/// Of all bytes but the checksum's own.
fn checksum(bytes: &[u8]) -> u64 {
    let before = XxHash3_64::oneshot(&bytes[..CHECKSUM.start]);
    XxHash3_64::oneshot_with_seed(before, &bytes[CHECKSUM.end..])
}
