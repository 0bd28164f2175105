//! The names of a segment: each text once, in order, so that equal texts have equal numbers and the numbers sort as the
//! texts do.

use std::collections::HashMap;

use crate::bytes::{read_column, write_column};

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
        (Names { texts: texts.into_iter().map(|(text, _)| text).collect() }, numbers)
    }
}

/// The texts of a segment, in order.
#[derive(Default, PartialEq, Eq, Debug)]
pub struct Names {
    texts: Vec<Box<str>>,
}

impl Names {
    /// The text with a number.
    #[must_use]
    pub fn get(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", |text| text)
    }

    /// All texts, by their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(AsRef::as_ref)
    }

    /// Number of texts.
    pub(crate) fn len(&self) -> usize {
        self.texts.len()
    }

    /// Appends the texts as columns: of each the number of bytes that it shares with the one before it, the number of
    /// the others, and these.
    pub(crate) fn write(&self, to: &mut Vec<u8>) {
        let (mut shared, mut own, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
        let mut before: &[u8] = &[];
        for text in &self.texts {
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

    /// Takes the texts from bytes.
    pub(crate) fn read(from: &mut &[u8]) -> Option<Self> {
        let shared: Vec<u8> = read_column(from)?;
        let own: Vec<u32> = read_column(from)?;
        let bytes: Vec<u8> = read_column(from)?;
        let mut rest = bytes.as_slice();
        let mut texts: Vec<Box<str>> = Vec::with_capacity(shared.len());
        let mut text = Vec::new();
        for (&shared, &own) in shared.iter().zip(&own) {
            let (new, after) = rest.split_at_checked(own as usize)?;
            rest = after;
            text.truncate(usize::from(shared));
            text.extend_from_slice(new);
            texts.push(std::str::from_utf8(&text).ok()?.into());
        }
        Some(Self { texts })
    }
}
