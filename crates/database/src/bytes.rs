//! Columns of numbers as bytes in little-endian order, each behind its length in bytes.

/// A type of a column: what one value of it is in bytes.
pub(crate) trait ColumnValue: Copy {
    /// Number of bytes.
    const SIZE: usize;
    fn write(self, to: &mut Vec<u8>);
    fn read(from: &[u8]) -> Self;
}

macro_rules! column_value {
    ($($number:ty),*) => {$(
        impl ColumnValue for $number {
            const SIZE: usize = size_of::<$number>();

            fn write(self, to: &mut Vec<u8>) {
                to.extend_from_slice(&self.to_le_bytes());
            }

            fn read(from: &[u8]) -> Self {
                Self::from_le_bytes(from.try_into().unwrap_or_default())
            }
        }
    )*};
}

column_value!(u8, u16, u32, u64);

/// Appends a column.
pub(crate) fn write_column<T: ColumnValue>(column: &[T], to: &mut Vec<u8>) {
    to.extend_from_slice(&((column.len() * T::SIZE) as u64).to_le_bytes());
    to.reserve(column.len() * T::SIZE);
    for &value in column {
        value.write(to);
    }
}

/// Appends a column of numbers that are mostly near 0: each as a LEB128 of its zigzag code, so that small ones take one byte.
pub(crate) fn write_small_numbers(numbers: impl Iterator<Item = i64>, to: &mut Vec<u8>) {
    let mut bytes = Vec::new();
    for number in numbers {
        let mut code = ((number << 1) ^ (number >> 63)).cast_unsigned();
        loop {
            let low = code.to_le_bytes()[0] & 0x7f;
            code >>= 7;
            if code == 0 {
                bytes.push(low);
                break;
            }
            bytes.push(low | 0x80);
        }
    }
    write_column(&bytes, to);
}

/// Takes a column of [`write_small_numbers`] from bytes. None where it is none.
pub(crate) fn read_small_numbers(from: &mut &[u8]) -> Option<Vec<i64>> {
    let mut numbers = Vec::new();
    let (mut code, mut shift) = (0_u64, 0);
    for &byte in read_bytes(from)? {
        code |= u64::from(byte & 0x7f).checked_shl(shift).filter(|_| shift < u64::BITS)?;
        if byte < 0x80 {
            numbers.push((code >> 1).cast_signed() ^ -(code & 1).cast_signed());
            (code, shift) = (0, 0);
        } else {
            shift += 7;
        }
    }
    (shift == 0).then_some(numbers)
}

/// Takes the next column from bytes. None where they have no such column.
pub(crate) fn read_column<T: ColumnValue>(from: &mut &[u8]) -> Option<Vec<T>> {
    let column = read_bytes(from)?;
    column.len().is_multiple_of(T::SIZE).then(|| column.chunks_exact(T::SIZE).map(T::read).collect())
}

/// Takes the bytes of the next column.
pub(crate) fn read_bytes<'b>(from: &mut &'b [u8]) -> Option<&'b [u8]> {
    let (length, rest) = from.split_first_chunk::<8>()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let (column, rest) = rest.split_at_checked(length)?;
    *from = rest;
    Some(column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_take_one_byte_and_all_come_back() {
        let numbers = [0, 1, -1, 63, -64, 64, 1 << 40, -(1 << 40), i64::MAX, i64::MIN];
        let mut bytes = Vec::new();
        write_small_numbers(numbers.into_iter(), &mut bytes);
        assert_eq!(read_small_numbers(&mut bytes.as_slice()).as_deref(), Some(&numbers[..]));
        let mut small = Vec::new();
        write_small_numbers([0; 100].into_iter(), &mut small);
        assert_eq!(small.len(), 8 + 100);
        for broken in [&[0x80_u8][..], &[0xff; 11]] {
            let mut bytes = Vec::new();
            write_column(broken, &mut bytes);
            assert_eq!(read_small_numbers(&mut bytes.as_slice()), None, "{broken:?}");
        }
    }
}
