//! The context model: how likely each symbol is in each context. Contexts with similar distributions share one list of
//! frequencies (a group).

use super::coder::{self, SymbolFrequency};
use super::input::PackInput;
use super::prediction::{CONTEXTS, FINE_CONTEXTS, PackedScale, Surroundings, fill_ranks};
use super::shape::{BLOCK, PackedShape};
use chess::thread::{core_count, run_in_parallel};

/// The largest number of groups.
const MAX_GROUPS: usize = 64;

/// The number of values sampled for training.
const SAMPLE: usize = 1 << 20;

/// The number of values sampled to compare two shapes.
const SHAPE_SAMPLE: usize = 1 << 16;

/// Iterations of the clustering of contexts into groups (k-means).
const ROUNDS: usize = 5;

/// The bits that a new run of contexts takes in the file.
const RUN_BITS: f32 = 16.0;

/// A trained model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PackedModel {
    pub(super) shape: PackedShape,
    pub(super) scale: PackedScale,
    /// The group of each context.
    pub(super) groups: Vec<u8>,
    /// The frequencies of each group.
    pub(super) frequencies: Vec<Vec<SymbolFrequency>>,
}

/// Counts of the symbols by context, from a sample of the blocks.
struct ContextCounts {
    /// The number of symbols.
    symbols: usize,
    /// How many blocks there are for each that was counted.
    blocks_per_counted: f32,
    /// By context, in ascending order.
    contexts: Vec<ContextCount>,
}

impl PackedModel {
    /// Trains a model on values; those that do not matter are ignored.
    pub(super) fn train(input: &PackInput<'_>) -> Self {
        let scale = PackedScale::of(input);
        let mut model = Self::untrained(best_shape(input, &scale), scale);
        for _ in 0..3 {
            let counts = model.count(input, SAMPLE, 1);
            model.cluster_contexts(&counts);
        }
        model
    }

    /// An untrained model.
    fn untrained(shape: PackedShape, scale: PackedScale) -> Self {
        let escape = SymbolFrequency { symbol: scale.escape(), states: coder::STATES };
        Self { shape, scale, groups: vec![0; CONTEXTS], frequencies: vec![vec![escape]] }
    }

    /// The most likely symbol in a context.
    #[inline]
    pub(super) fn likeliest_symbol(&self, context: usize) -> u8 {
        self.frequencies[usize::from(self.groups[context])].first().map_or(0, |first| first.symbol)
    }

    /// Visits the symbols of a block with their contexts. Where the input leaves a choice, the symbol is one that
    /// compresses well.
    pub(super) fn for_each_symbol(
        &self,
        input: &PackInput<'_>,
        block: usize,
        mut visit: impl FnMut(usize, u8),
    ) {
        let scale = &self.scale;
        let escape = scale.escape();
        let mut ranks = [escape; BLOCK];
        let mut rank_of = [escape; 256];
        for (rank, &value) in (0..=u8::MAX).zip(scale.values()) {
            rank_of[usize::from(value)] = rank;
        }
        let mut indices = self.shape.block(block);
        let places = self.shape.places_of(block).len();
        fill_ranks(scale, &mut ranks, 0..places, |Surroundings { context, prediction }| {
            let index = indices.next().flatten();
            // Before training, the prediction is the best guess.
            let frequent = self.frequencies[usize::from(self.groups[context])].iter();
            let guesses = frequent.map(|share| scale.rank(share.symbol, prediction)).chain([prediction]);
            let mut guesses = guesses.filter(|&rank| rank != escape);
            let value = index.map(|index| (index, input.values[index]));
            let rank = match value.filter(|&(_, value)| value != input.dont_care) {
                None => guesses.next().unwrap_or(0),
                Some((index, value)) if input.can_be_lower(index) => {
                    let is_allowed =
                        |rank: &u8| input.is_no_better(scale.values()[usize::from(*rank)], value);
                    guesses.find(is_allowed).unwrap_or(rank_of[usize::from(value)])
                }
                Some((_, value)) => rank_of[usize::from(value)],
            };
            visit(context, scale.symbol(rank, prediction));
            rank
        });
    }

    /// Counts the symbols of some blocks; so many successive contexts count as their first one.
    fn count(&self, input: &PackInput<'_>, sample: usize, contexts_together: usize) -> ContextCounts {
        let blocks = self.shape.blocks();
        let every = (blocks * BLOCK).div_ceil(sample).max(1) | 1;
        let mut seen: Vec<(u32, u8)> = Vec::with_capacity(self.shape.places().min(sample));
        for block in (0..blocks).step_by(every) {
            self.for_each_symbol(input, block, |context, symbol| {
                let first = context - context % contexts_together;
                seen.push((u32::try_from(first).unwrap_or(u32::MAX), symbol));
            });
        }
        seen.sort_unstable();
        let counts = seen.chunk_by(|a, b| a.0 == b.0).map(|seen| ContextCount {
            context: seen[0].0 as usize,
            total: seen.len(),
            after: seen.chunk_by(|a, b| a == b).map(|same| (same[0].1, weight(same.len()))).collect(),
        });
        ContextCounts {
            symbols: self.scale.values().len() + 1,
            blocks_per_counted: weight(blocks) / weight(blocks.div_ceil(every).max(1)),
            contexts: counts.collect(),
        }
    }

    /// The size of all blocks in bits, without what a block takes beside its values.
    fn bits(&self, counts: &ContextCounts) -> f32 {
        let lists: Vec<Vec<f32>> = self
            .frequencies
            .iter()
            .map(|shares| {
                let mut weights = vec![0.0; counts.symbols];
                for share in shares {
                    weights[usize::from(share.symbol)] = f32::from(share.states);
                }
                costs(&weights)
            })
            .collect();
        let bits = |context: &ContextCount| context.cost(&lists[usize::from(self.groups[context.context])]);
        counts.contexts.iter().map(bits).sum::<f32>() * counts.blocks_per_counted
    }

    /// Clusters the contexts into groups by their distributions.
    fn cluster_contexts(&mut self, counts: &ContextCounts) {
        let contexts = &counts.contexts;
        let mut heaviest: Vec<&ContextCount> = contexts.iter().collect();
        heaviest.sort_by_key(|context| std::cmp::Reverse(context.total));
        let symbols = counts.symbols;
        let mut lists: Vec<Vec<f32>> =
            heaviest.iter().take(MAX_GROUPS).map(|context| weights(symbols, [*context])).collect();
        if lists.is_empty() {
            lists.push(weights(symbols, []));
        }
        let mut chosen = vec![0; contexts.len()];
        for _ in 0..ROUNDS {
            let costs: Vec<Vec<f32>> = lists.iter().map(|list| costs(list)).collect();
            for (context, chosen) in contexts.iter().zip(&mut chosen) {
                let cost = |group: &usize| context.cost(&costs[*group]);
                *chosen = (0..lists.len()).min_by(|a, b| cost(a).total_cmp(&cost(b))).unwrap_or(0);
            }
            for (group, list) in lists.iter_mut().enumerate() {
                let members = contexts.iter().zip(&chosen).filter(|&(_, &chosen)| chosen == group);
                *list = weights(symbols, members.map(|(context, _)| context));
            }
        }
        // A context joins the group of the one before it where that costs less than another run in the file.
        let costs: Vec<Vec<f32>> = lists.iter().map(|list| costs(list)).collect();
        let mut run = chosen.first().copied().unwrap_or(0);
        let mut filled = 0;
        for (context, &chosen) in contexts.iter().zip(&chosen) {
            let saved = context.cost(&costs[run]) - context.cost(&costs[chosen]);
            if saved * counts.blocks_per_counted > RUN_BITS {
                self.groups[filled..context.context].fill(run.to_le_bytes()[0]);
                (run, filled) = (chosen, context.context);
            }
        }
        self.groups[filled..].fill(run.to_le_bytes()[0]);
        self.frequencies = lists.iter().map(|list| coder::normalize_frequencies(list)).collect();
    }
}

/// The shape that takes the fewest bits, by a sample.
fn best_shape(input: &PackInput<'_>, scale: &PackedScale) -> PackedShape {
    let Some(axes) = input.axes else { return PackedShape::single(input.values.len()) };
    let shapes = PackedShape::all(axes);
    let workers = core_count().min(shapes.len());
    let cheapest = |worker: usize| {
        let cost = |shape: &PackedShape| {
            let mut model = PackedModel::untrained(shape.clone(), scale.clone());
            let mut counts = model.count(input, SHAPE_SAMPLE, FINE_CONTEXTS);
            for _ in 0..2 {
                model.cluster_contexts(&counts);
                counts = model.count(input, SHAPE_SAMPLE, FINE_CONTEXTS);
            }
            model.bits(&counts)
        };
        let shapes = shapes.iter().skip(worker).step_by(workers);
        shapes.map(|shape| (cost(shape), shape)).min_by(|a, b| a.0.total_cmp(&b.0))
    };
    let cheapest = run_in_parallel((0..workers).map(|worker| move || cheapest(worker)));
    match cheapest.into_iter().flatten().min_by(|a, b| a.0.total_cmp(&b.0)) {
        Some((_, shape)) => shape.clone(),
        None => unreachable!("there are shapes to choose from"),
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

#[expect(clippy::cast_precision_loss, reason = "a number of symbols or blocks, for an estimate")]
const fn weight(count: usize) -> f32 {
    count as f32
}

/// The summed weights of all symbols after some contexts. The escape symbol always has some weight.
fn weights<'a>(symbols: usize, contexts: impl IntoIterator<Item = &'a ContextCount>) -> Vec<f32> {
    let mut weights = vec![0.0; symbols];
    for context in contexts {
        for &(symbol, count) in &context.after {
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
