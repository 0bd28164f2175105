//! The names of a segment: each text once, in order, so that equal texts have equal numbers and the numbers sort as the
//! texts do.

use std::collections::HashMap;

use crate::bytes::{read_bytes, read_column, write_column};

/// Texts while they are collected: each has the number in which it came.
#[derive(Default, Debug)]
pub(crate) struct NameCollector {
    numbers: HashMap<Box<str>, u32>,
}

impl NameCollector {
    /// The number of a text.
    pub(crate) fn add(&mut self, text: &str) -> u32 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        self.numbers.insert(text.into(), number);
        number
    }

    /// The texts in order, and the new number of each of the numbers given.
    pub(crate) fn finish(self) -> (Names, Vec<u32>) {
        let mut texts: Vec<(Box<str>, u32)> = self.numbers.into_iter().collect();
        texts.sort_unstable();
        let mut numbers = vec![0; texts.len()];
        for (&(_, old), new) in texts.iter().zip(0..) {
            numbers[old as usize] = new;
        }
        let mut names = Names::default();
        for (text, _) in &texts {
            names.push(text);
        }
        (names, numbers)
    }
}

/// The texts of a segment, in order, one behind the other.
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Names {
    text: String,
    /// Where each text ends.
    ends: Vec<u32>,
}

impl Names {
    /// The text with a number; an empty one where there is none.
    #[must_use]
    pub fn get(&self, number: u32) -> &str {
        let number = number as usize;
        let start = number.checked_sub(1).and_then(|before| self.ends.get(before)).map_or(0, |&end| end);
        let end = self.ends.get(number).map_or(start, |&end| end);
        &self.text[start as usize..end as usize]
    }

    /// All texts, by their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let text = &self.text[start..end as usize];
            start = end as usize;
            text
        })
    }

    /// Number of texts.
    pub(crate) const fn len(&self) -> usize {
        self.ends.len()
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(u32::try_from(self.text.len()).unwrap_or(u32::MAX));
    }

    /// Appends the texts as columns: of each the number of bytes that it shares with the one before it, the number of
    /// the others, and these.
    pub(crate) fn write(&self, to: &mut Vec<u8>) {
        let (mut shared, mut own, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
        let mut before: &[u8] = &[];
        for text in self.iter() {
            let text = text.as_bytes();
            let same = before.iter().zip(text).take(255).take_while(|(a, b)| a == b).count();
            shared.push(u8::try_from(same).unwrap_or(u8::MAX));
            own.push(u32::try_from(text.len() - same).unwrap_or(u32::MAX));
            bytes.extend_from_slice(&text[same..]);
            before = text;
        }
        write_column(&shared, to);
        write_column(&own, to);
        write_column(&bytes, to);
    }

    /// Takes the texts from bytes. None where they are no texts.
    pub(crate) fn read(from: &mut &[u8]) -> Option<Self> {
        let shared: Vec<u8> = read_column(from)?;
        let own: Vec<u32> = read_column(from)?;
        let mut rest = read_bytes(from)?;
        let mut text: Vec<u8> = Vec::with_capacity(2 * rest.len());
        let mut ends = Vec::with_capacity(own.len());
        let mut start = 0;
        for (&shared, &own) in shared.iter().zip(&own) {
            let (new, after) = rest.split_at_checked(own as usize)?;
            rest = after;
            let end = text.len();
            let same = start..start + usize::from(shared);
            if same.end > end {
                return None;
            }
            text.extend_from_within(same);
            text.extend_from_slice(new);
            ends.push(u32::try_from(text.len()).ok()?);
            start = end;
        }
        let text = String::from_utf8(text).ok()?;
        ends.iter().all(|&end| text.is_char_boundary(end as usize)).then_some(Self { text, ends })
    }
}
