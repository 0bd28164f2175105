//! The context model: the distribution of a value given the previous value, the one a row before, and whether the values
//! there rose, fell or stayed. Contexts with similar distributions share one list of frequencies (a group).

use std::cmp::Ordering;

use super::coder::{self, SymbolFrequency};
use super::input::PackInput;
use super::shape::{BLOCK, PackedDimension, PackedShape};

/// The largest number of groups.
const MAX_GROUPS: usize = 64;

/// The number of values sampled for training.
const SAMPLE: usize = 1 << 20;

/// The number of values sampled to compare two shapes.
const SHAPE_SAMPLE: usize = 1 << 17;

/// Row lengths that are tried: a rank and its neighbors, two ranks, and the squares of a piece. The first is used while
/// inner dimensions are compared.
const ROWS: [usize; 5] = [8, 7, 9, 16, 64];

/// Iterations of the clustering of contexts into groups (k-means).
const ROUNDS: usize = 5;

/// A trained model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PackedModel {
    pub(super) shape: PackedShape,
    /// The values of the symbols. One more symbol is the escape: a literal value follows; as a neighbor it
    /// means that there is none.
    pub(super) alphabet: Vec<u8>,
    /// The group of each context.
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
    /// Trains a model on values; those that do not matter are ignored.
    pub(super) fn train(input: &PackInput<'_>) -> Self {
        let alphabet = alphabet(input.values, input.dont_care);
        let best = |shapes: &mut dyn Iterator<Item = PackedShape>| {
            shapes
                .map(|shape| Self::untrained(shape, alphabet.clone()))
                .map(|model| (model.count(input, SHAPE_SAMPLE).entropy_bits(), model))
                .min_by(|a, b| a.0.total_cmp(&b.0))
                .map_or_else(|| unreachable!("there are shapes to choose from"), |(_, model)| model)
        };
        let inner = std::iter::once(&PackedDimension::LAST).chain(input.dimensions);
        let shapes = inner.map(|&inner| PackedShape { inner, row: ROWS[0] });
        let inner = best(&mut shapes.filter(|shape| shape.fits(input.values.len()))).shape.inner;
        let mut model = best(&mut ROWS.into_iter().map(|row| PackedShape { inner, row }));
        for _ in 0..3 {
            let counts = model.count(input, SAMPLE);
            model.cluster_contexts(&counts);
        }
        model
    }

    /// An untrained model.
    fn untrained(shape: PackedShape, alphabet: Vec<u8>) -> Self {
        let contexts = context_count(alphabet.len());
        let escape = SymbolFrequency { symbol: alphabet.len().to_le_bytes()[0], states: coder::STATES };
        Self { shape, alphabet, groups: vec![0; contexts], frequencies: vec![vec![escape]] }
    }

    /// The escape symbol: a value outside the alphabet, or no neighbor.
    #[inline]
    pub(super) fn escape(&self) -> u8 {
        self.alphabet.len().to_le_bytes()[0]
    }

    /// The number of the context of a value, given those before it in its block.
    #[inline]
    pub(super) fn context(&self, symbols: &[u8; BLOCK], at: usize) -> usize {
        let (escape, row) = (self.escape(), self.shape.row);
        let before = if at == 0 { escape } else { symbols[at - 1] };
        let (above, slope) = match at.checked_sub(row) {
            None => (escape, Ordering::Equal),
            Some(0) => (symbols[0], Ordering::Equal),
            Some(above) => (symbols[above], symbols[above - 1].cmp(&symbols[above])),
        };
        let slope = match slope {
            Ordering::Less => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        };
        let symbols = self.alphabet.len() + 1;
        (slope * symbols + usize::from(above)) * symbols + usize::from(before)
    }

    /// Visits the symbols of a block with their contexts. Where the input leaves a choice, the symbol is one that
    /// compresses well.
    pub(super) fn for_each_symbol(
        &self,
        input: &PackInput<'_>,
        block: usize,
        mut visit: impl FnMut(usize, u8),
    ) {
        let escape = self.escape();
        let mut symbols = [escape; BLOCK];
        let mut of = [escape; 256];
        for (symbol, &value) in (0..=u8::MAX).zip(&self.alphabet) {
            of[usize::from(value)] = symbol;
        }
        for (at, index) in self.shape.block(input.values.len(), block).enumerate() {
            let value = input.values[index];
            let before = if at == 0 { escape } else { symbols[at - 1] };
            let context = self.context(&symbols, at);
            // Before training, the previous value is the best guess.
            let frequent =
                self.frequencies[usize::from(self.groups[context])].iter().map(|share| share.symbol);
            let mut guesses = frequent.chain([before]).filter(|&symbol| symbol != escape);
            let symbol = if value == input.dont_care {
                guesses.next().unwrap_or(0)
            } else if input.can_be_lower(index) {
                let is_allowed = |symbol: &u8| input.is_no_better(self.alphabet[usize::from(*symbol)], value);
                guesses.find(is_allowed).unwrap_or(of[usize::from(value)])
            } else {
                of[usize::from(value)]
            };
            symbols[at] = symbol;
            visit(context, symbol);
        }
    }

    fn count(&self, input: &PackInput<'_>, sample: usize) -> ContextCounts {
        let blocks = PackedShape::blocks(input.values.len());
        let every = (blocks * BLOCK).div_ceil(sample).max(1) | 1;
        let mut seen: Vec<(u32, u8)> = Vec::with_capacity(input.values.len().min(sample));
        for block in (0..blocks).step_by(every) {
            self.for_each_symbol(input, block, |context, symbol| {
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

/// The number of contexts with an alphabet of so many values.
pub(super) const fn context_count(alphabet: usize) -> usize {
    3 * (alphabet + 1) * (alphabet + 1)
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

/// Which values occur.
pub(in crate::solver::tables) fn occurring_values(values: &[u8]) -> [bool; 256] {
    let mut occurs = [false; 256];
    for &value in values {
        occurs[usize::from(value)] = true;
    }
    occurs
}

/// The values that occur, without the one that does not matter: at most 255.
fn alphabet(values: &[u8], dont_care: u8) -> Vec<u8> {
    let mut seen = occurring_values(values);
    seen[usize::from(dont_care)] = false;
    let alphabet: Vec<u8> = (0..=u8::MAX).filter(|&value| seen[usize::from(value)]).collect();
    // If no value matters, the alphabet still needs one.
    if alphabet.is_empty() { vec![0] } else { alphabet }
}
