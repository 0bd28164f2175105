//! The context model: the distribution of a value given the previous value and the one a row before. Contexts
//! with similar distributions share one list of frequencies (a group).

use super::coder::{self, SymbolFrequency};
use super::shape::{BLOCK, PackedShape};

/// The largest number of groups.
const MAX_GROUPS: usize = 24;
/// The number of values sampled for training.
const SAMPLE: usize = 1 << 20;
/// Row lengths that are tried: a rank, and the squares of a pawn or another piece.
const ROWS: [usize; 3] = [8, 48, 64];
/// Iterations of the clustering of contexts into groups (k-means).
const ROUNDS: usize = 5;

/// A trained model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PackedModel {
    pub(super) shape: PackedShape,
    /// The values of the symbols. One more symbol is the escape: a literal value follows; as a neighbor it
    /// means that there is none.
    pub(super) alphabet: Vec<u8>,
    /// The group of each context, lane by lane.
    pub(super) groups: Vec<u8>,
    /// The frequencies of each group.
    pub(super) frequencies: Vec<Vec<SymbolFrequency>>,
}

/// Counts of the symbols by context.
struct ContextCounts {
    /// The number of symbols.
    symbols: usize,
    contexts: Vec<ContextCount>,
}

impl PackedModel {
    /// Trains a model on values; those equal to `dont_care` are ignored.
    pub(super) fn train(values: &[u8], dont_care: u8) -> Self {
        let alphabet = alphabet(values, dont_care);
        let shapes = [1, 2].into_iter().flat_map(|lanes| ROWS.map(|row| PackedShape { lanes, row }));
        shapes
            .map(|shape| Self::untrained(shape, alphabet.clone()))
            .map(|model| (model.count(values, dont_care, SAMPLE / 4).entropy_bits(), model))
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map_or_else(
                || unreachable!("there are shapes to choose from"),
                |(_, mut model)| {
                    for _ in 0..2 {
                        let counts = model.count(values, dont_care, SAMPLE);
                        model.cluster_contexts(&counts);
                    }
                    model
                },
            )
    }

    /// An untrained model.
    fn untrained(shape: PackedShape, alphabet: Vec<u8>) -> Self {
        let contexts = shape.lanes * (alphabet.len() + 1) * (alphabet.len() + 1);
        let escape = SymbolFrequency { symbol: alphabet.len().to_le_bytes()[0], states: coder::STATES };
        Self { shape, alphabet, groups: vec![0; contexts], frequencies: vec![vec![escape]] }
    }

    /// The escape symbol: a value outside the alphabet, or no neighbor.
    #[inline]
    pub(super) fn escape(&self) -> u8 {
        self.alphabet.len().to_le_bytes()[0]
    }

    /// The number of a context.
    #[inline]
    pub(super) fn context(&self, lane: usize, before: u8, above: u8) -> usize {
        let symbols = self.alphabet.len() + 1;
        (lane * symbols + usize::from(above)) * symbols + usize::from(before)
    }

    /// Visits the symbols of a block with their contexts; values that do not matter are chosen to compress
    /// well.
    pub(super) fn for_each_symbol(
        &self,
        values: &[u8],
        dont_care: u8,
        block: usize,
        mut visit: impl FnMut(usize, u8),
    ) {
        let lane = self.shape.lane(block);
        let mut symbols = [self.escape(); BLOCK];
        let mut of = [self.escape(); 256];
        for (symbol, &value) in (0..=u8::MAX).zip(&self.alphabet) {
            of[usize::from(value)] = symbol;
        }
        for (at, value) in self.shape.block(values, block).enumerate() {
            let before = if at == 0 { self.escape() } else { symbols[at - 1] };
            let above = at.checked_sub(self.shape.row).map_or(self.escape(), |at| symbols[at]);
            let context = self.context(lane, before, above);
            let symbol = if value == dont_care {
                let best = self.frequencies[usize::from(self.groups[context])][0].symbol;
                // Before training, the previous value is the best guess.
                let guess = if before == self.escape() { 0 } else { before };
                if best == self.escape() { guess } else { best }
            } else {
                of[usize::from(value)]
            };
            symbols[at] = symbol;
            visit(context, symbol);
        }
    }

    fn count(&self, values: &[u8], dont_care: u8, sample: usize) -> ContextCounts {
        let blocks = self.shape.blocks(values.len());
        let every = (blocks * BLOCK).div_ceil(sample).max(1) | 1;
        let mut seen: Vec<(u32, u8)> = Vec::with_capacity(values.len().min(sample));
        for block in (0..blocks).step_by(every) {
            self.for_each_symbol(values, dont_care, block, |context, symbol| {
                seen.push((u32::try_from(context).unwrap_or(u32::MAX), symbol));
            });
        }
        seen.sort_unstable();
        let pairs = seen.chunk_by(|a, b| a.0 == b.0).map(|seen| ContextCount {
            context: seen[0].0 as usize,
            total: seen.len(),
            after: seen.chunk_by(|a, b| a == b).map(|same| (same[0].1, weight(same.len()))).collect(),
        });
        ContextCounts { symbols: self.alphabet.len() + 1, contexts: pairs.collect() }
    }

    /// Clusters the contexts into groups by their distributions.
    fn cluster_contexts(&mut self, counts: &ContextCounts) {
        let mut pairs: Vec<&ContextCount> = counts.contexts.iter().collect();
        pairs.sort_by_key(|pair| std::cmp::Reverse(pair.total));
        let symbols = counts.symbols;
        let mut lists: Vec<Vec<f32>> =
            pairs.iter().take(MAX_GROUPS).map(|pair| weights(symbols, [*pair])).collect();
        if lists.is_empty() {
            lists.push(weights(symbols, []));
        }
        let mut chosen = vec![0; pairs.len()];
        for _ in 0..ROUNDS {
            let costs: Vec<Vec<f32>> = lists.iter().map(|list| costs(list)).collect();
            for (pair, chosen) in pairs.iter().zip(&mut chosen) {
                let cost = |group: &usize| pair.cost(&costs[*group]);
                *chosen = (0..lists.len()).min_by(|a, b| cost(a).total_cmp(&cost(b))).unwrap_or(0);
            }
            for (group, list) in lists.iter_mut().enumerate() {
                let members = pairs.iter().zip(&chosen).filter(|&(_, &chosen)| chosen == group);
                *list = weights(symbols, members.map(|(pair, _)| *pair));
            }
        }
        self.groups.fill(0);
        for (pair, &chosen) in pairs.iter().zip(&chosen) {
            self.groups[pair.context] = chosen.to_le_bytes()[0];
        }
        self.frequencies = lists.iter().map(|list| coder::normalize_frequencies(list)).collect();
    }
}

/// A context with the counts of the symbols after it.
struct ContextCount {
    context: usize,
    total: usize,
    after: Vec<(u8, f32)>,
}

impl ContextCount {
    fn cost(&self, costs: &[f32]) -> f32 {
        self.after.iter().map(|&(symbol, count)| count * costs[usize::from(symbol)]).sum()
    }
}

impl ContextCounts {
    /// The size in bits if every context had its own frequencies.
    fn entropy_bits(&self) -> f32 {
        self.contexts
            .iter()
            .map(|pair| {
                let total = weight(pair.total);
                pair.after.iter().map(|&(_, count)| count * (total / count).log2()).sum::<f32>()
            })
            .sum()
    }
}

#[expect(clippy::cast_precision_loss, reason = "no more is counted than the sample holds")]
const fn weight(count: usize) -> f32 {
    count as f32
}

/// The summed weights of all symbols after some contexts. The escape symbol always has some weight.
fn weights<'a>(symbols: usize, pairs: impl IntoIterator<Item = &'a ContextCount>) -> Vec<f32> {
    let mut weights = vec![0.0; symbols];
    for pair in pairs {
        for &(symbol, count) in &pair.after {
            weights[usize::from(symbol)] += count;
        }
    }
    weights[symbols - 1] += 0.01;
    weights
}

/// The cost of each symbol in bits.
fn costs(weights: &[f32]) -> Vec<f32> {
    let total: f32 = weights.iter().sum();
    // A symbol that does not occur in a group is encoded as a literal.
    let most = f32::from(coder::STATES).log2() + 8.0;
    weights.iter().map(|&weight| (total / weight).log2().min(most)).collect()
}

/// The values that occur, without the one that does not matter: at most 255.
fn alphabet(values: &[u8], dont_care: u8) -> Vec<u8> {
    let mut seen = [false; 256];
    for &value in values {
        seen[usize::from(value)] = true;
    }
    seen[usize::from(dont_care)] = false;
    let alphabet: Vec<u8> = (0..=u8::MAX).filter(|&value| seen[usize::from(value)]).collect();
    // If no value matters, the alphabet still needs one.
    if alphabet.is_empty() { vec![0] } else { alphabet }
}
