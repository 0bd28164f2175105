//! Entropy coding: tabled asymmetric numeral systems (tANS; Duda, "Asymmetric numeral systems", 2013), with
//! the state spread of Collet's FSE.

use super::bits::{BitReader, BitWriter};

/// Bits of a state.
pub(super) const STATE_BITS: u8 = 10;
/// Bits of a symbol that is written as it is.
pub(super) const LITERAL_BITS: u8 = 8;
/// The number of states; the frequencies of all symbols add up to it.
pub(super) const STATES: u16 = 1 << STATE_BITS;

/// The frequency of a symbol out of [`STATES`], at least 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SymbolFrequency {
    pub(super) symbol: u8,
    pub(super) states: u16,
}

/// A decoding step: the symbol of a state and the next state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct DecodeStep {
    pub(super) symbol: u8,
    bits: u8,
    base_state: u16,
}

impl DecodeStep {
    /// The next state. At least [`STATE_BITS`] bits must be loaded.
    #[inline]
    pub(super) fn next(self, reader: &mut BitReader<'_>) -> u16 {
        self.base_state + reader.take(self.bits)
    }
}

/// Normalizes the weights of symbols to frequencies, the heaviest first; a symbol without weight gets none.
pub(super) fn normalize_frequencies(weights: &[f32]) -> Vec<SymbolFrequency> {
    let mut heavy: Vec<(u8, f32)> =
        (0..=u8::MAX).zip(weights.iter().copied()).filter(|&(_, weight)| weight > 0.0).collect();
    heavy.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let mut left = f32::from(STATES);
    let mut weight_left: f32 = heavy.iter().map(|&(_, weight)| weight).sum();
    let mut free = STATES;
    let mut shares: Vec<SymbolFrequency> = Vec::with_capacity(heavy.len());
    // From the lightest up: each symbol gets at least one state, and the rest is divided by weight.
    for &(symbol, weight) in heavy.iter().rev() {
        let fair = (left * weight / weight_left).round();
        let others = u16::try_from(heavy.len() - 1 - shares.len()).unwrap_or(u16::MAX);
        let states = whole(fair).clamp(1, free - others);
        shares.push(SymbolFrequency { symbol, states: if others == 0 { free } else { states } });
        free -= if others == 0 { free } else { states };
        left = f32::from(free);
        weight_left -= weight;
    }
    shares.reverse();
    shares
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share is at most all states")]
fn whole(share: f32) -> u16 {
    share as u16
}

/// The decoding table for frequencies that add up to [`STATES`].
pub(super) fn decode_steps(shares: &[SymbolFrequency]) -> impl Iterator<Item = DecodeStep> {
    let mut seen: Vec<u16> = shares.iter().map(|share| share.states).collect();
    spread_symbols(shares).into_iter().map(move |place| {
        let count = seen[place];
        seen[place] += 1;
        let bits = bits_below(count);
        DecodeStep { symbol: shares[place].symbol, bits, base_state: (count << bits) - STATES }
    })
}

/// The number of bits that lift a number into the range of states.
fn bits_below(number: u16) -> u8 {
    (u16::BITS - 1 - number.leading_zeros()).to_le_bytes().first().map_or(0, |&log| STATE_BITS - log)
}

/// The symbol of each state.
fn spread_symbols(shares: &[SymbolFrequency]) -> Vec<usize> {
    const STRIDE: usize = (STATES as usize >> 1) + (STATES as usize >> 3) + 3;
    let mut places = vec![0; usize::from(STATES)];
    let mut state = 0;
    for (place, share) in shares.iter().enumerate() {
        for _ in 0..share.states {
            places[state] = place;
            state = (state + STRIDE) % usize::from(STATES);
        }
    }
    places
}

/// The encoder; it encodes the last symbol first.
pub(super) struct AnsEncoder {
    /// By symbol: its frequency and the start of its states. A frequency of 0 cannot be encoded.
    symbols: Vec<(u16, u16)>,
    states: Vec<u16>,
}

impl AnsEncoder {
    pub(super) fn new(shares: &[SymbolFrequency]) -> Self {
        let mut symbols = vec![(0, 0); 256];
        let mut begin = 0;
        for share in shares {
            symbols[usize::from(share.symbol)] = (share.states, begin);
            begin += share.states;
        }
        let mut next: Vec<u16> = shares.iter().map(|share| symbols[usize::from(share.symbol)].1).collect();
        let mut states = vec![0; usize::from(STATES)];
        for (state, place) in (0..).zip(spread_symbols(shares)) {
            states[usize::from(next[place])] = state;
            next[place] += 1;
        }
        Self { symbols, states }
    }

    /// Whether this symbol can be encoded.
    pub(super) fn can_encode(&self, symbol: u8) -> bool {
        self.symbols[usize::from(symbol)].0 > 0
    }

    /// Encodes a symbol in front of what was encoded; returns the state that decodes it and continues with
    /// `state`.
    pub(super) fn encode(&self, symbol: u8, state: u16, writer: &mut BitWriter) -> u16 {
        let step = self.step(symbol, state);
        writer.put_before(step.bits, step.count);
        step.state
    }

    #[inline]
    fn step(&self, symbol: u8, state: u16) -> EncodeStep {
        let (share, begin) = self.symbols[usize::from(symbol)];
        let full = STATES + state;
        let most = bits_below(share);
        let count = if full >> most < share { most - 1 } else { most };
        let bits = full & ((1 << count) - 1);
        EncodeStep { bits, count, state: self.states[usize::from(begin + (full >> count) - share)] }
    }
}

/// An encoding step: the bits that it writes, how many there are, and the next state.
#[derive(Clone, Copy)]
struct EncodeStep {
    bits: u16,
    count: u8,
    state: u16,
}

/// Finds an initial state for an encoder. Any will do, for it is the state in which the decoder ends: so it is one with
/// which the first bits, those at the end of the block, are zeros for as long as possible.
#[derive(Default)]
pub(super) struct InitialStateSearch {
    /// Initial states with which all bits so far are zeros, each with the state that it has led to.
    paths: Vec<(u16, u16)>,
}

impl InitialStateSearch {
    /// The distance of the states that are tried: of 64 states, the best saves five or six bits.
    const STRIDE: usize = 16;

    /// The initial state for some symbols, the last one first, each with its encoder.
    pub(super) fn find<'a>(&mut self, symbols: impl Iterator<Item = (&'a AnsEncoder, u8)>) -> u16 {
        self.paths.clear();
        self.paths.extend((0..STATES).step_by(Self::STRIDE).map(|state| (state, state)));
        for (encoder, symbol) in symbols {
            let mut lowest = (u16::MAX, 0);
            self.paths.retain_mut(|(initial, state)| {
                let step = encoder.step(symbol, *state);
                *state = step.state;
                lowest = lowest.min((step.bits, *initial));
                step.bits == 0
            });
            match self.paths[..] {
                [] => return lowest.1,
                [(only, _)] => return only,
                _ => {}
            }
        }
        self.paths.iter().min_by_key(|&&(_, state)| state).map_or(0, |&(initial, _)| initial)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(weights: &[f32], message: &[u8], most_bytes: usize) {
        let shares = normalize_frequencies(weights);
        assert_eq!(shares.iter().map(|share| share.states).sum::<u16>(), STATES);
        assert!(shares.iter().all(|share| share.states > 0));
        let coder = AnsEncoder::new(&shares);
        let mut writer = BitWriter::default();
        let mut state = 0;
        for &symbol in message.iter().rev() {
            assert!(coder.can_encode(symbol));
            state = coder.encode(symbol, state, &mut writer);
        }
        let mut bytes = Vec::new();
        writer.write_to(&mut bytes);
        assert!(bytes.len() <= most_bytes, "{} bytes", bytes.len());
        bytes.extend([0; 8]);
        let decode_steps: Vec<DecodeStep> = decode_steps(&shares).collect();
        let mut reader = BitReader::new(&bytes, 0);
        for &symbol in message {
            reader.refill();
            let decode_step = decode_steps[usize::from(state)];
            assert_eq!(decode_step.symbol, symbol);
            state = decode_step.next(&mut reader);
        }
        assert_eq!(state, 0);
    }

    #[test]
    fn what_was_written_is_read() {
        check(&[1.0], &[0; 1000], 0);
        check(&[1.0, 3.0, 0.0, 4.0], &[0, 1, 3, 3, 1, 1, 3, 0, 0, 3], 4);
        check(&[1000.0, 1.0], &[0; 1000], 1);
        check(&[1.0; 256], &[7, 255, 0, 9, 9, 9, 128], 8);
        let skewed: Vec<f32> = (0..256_u16).map(|n| 1.0 / f32::from(1 + n * n)).collect();
        check(&skewed, &(0..=255).collect::<Vec<u8>>(), 360);
    }
}
