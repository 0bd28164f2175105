//! Sets of small numbers: of games, texts or dates.

/// A set of numbers below a limit: one bit for each.
#[derive(Clone, Debug)]
pub(crate) struct NumberSet(Box<[u64]>);

/// How many numbers one word has.
const BITS: usize = u64::BITS as usize;

impl NumberSet {
    /// An empty set of numbers below `limit`.
    pub(crate) fn empty(limit: usize) -> Self {
        Self(vec![0; limit.div_ceil(BITS)].into())
    }

    /// All numbers below `limit`.
    pub(crate) fn full(limit: usize) -> Self {
        let mut words = vec![u64::MAX; limit / BITS];
        words.extend((!limit.is_multiple_of(BITS)).then(|| (1 << (limit % BITS)) - 1));
        Self(words.into())
    }

    /// Adds a number; nothing if it is not below the limit.
    #[inline]
    pub(crate) fn insert(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / BITS) {
            *word |= 1 << (number % BITS);
        }
    }

    #[inline]
    pub(crate) fn contains(&self, number: usize) -> bool {
        self.0.get(number / BITS).is_some_and(|word| word >> (number % BITS) & 1 == 1)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The numbers, the smallest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(at, &word)| bits_of(word).map(move |bit| at * BITS + bit))
    }

    /// Removes the numbers for which `fits` is false.
    #[inline]
    pub(crate) fn retain(&mut self, fits: impl Fn(usize) -> bool) {
        for (at, word) in self.0.iter_mut().enumerate() {
            let first = at * BITS;
            let bit_of = |bit: usize| u64::from(fits(first + bit)) << bit;
            *word = match *word {
                // A loop of fixed length has no branches.
                u64::MAX => (0..BITS).fold(0, |fitting, bit| fitting | bit_of(bit)),
                some => bits_of(some).fold(0, |fitting, bit| fitting | bit_of(bit)),
            };
        }
    }
}

/// The numbers of the bits that are set.
fn bits_of(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < u64::BITS).then_some(bit as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_keeps_what_it_was_given() {
        let mut set = NumberSet::empty(130);
        assert!(set.is_empty());
        let numbers = [0, 1, 63, 64, 127, 129];
        numbers.into_iter().chain([1_000]).for_each(|number| set.insert(number));
        assert_eq!(set.iter().collect::<Vec<_>>(), numbers);
        assert!((0..1_100).all(|number| set.contains(number) == numbers.contains(&number)));
        set.retain(|number| number % 2 == 1);
        assert_eq!(set.iter().collect::<Vec<_>>(), [1, 63, 127, 129]);
        set.retain(|_| false);
        assert!(set.is_empty());
    }

    #[test]
    fn a_full_set_has_all_numbers_below_its_limit() {
        for limit in [0, 1, 63, 64, 65, 128, 200] {
            let mut set = NumberSet::full(limit);
            assert!(set.iter().eq(0..limit), "{limit}");
            set.retain(|number| number % 3 == 0);
            assert!(set.iter().eq((0..limit).step_by(3)), "{limit}");
        }
    }
}
