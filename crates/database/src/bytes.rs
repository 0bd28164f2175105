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

/// Takes the next column from bytes. None where they have no such column.
pub(crate) fn read_column<T: ColumnValue>(from: &mut &[u8]) -> Option<Vec<T>> {
    let (length, rest) = from.split_first_chunk::<8>()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let column = rest.get(..length)?;
    *from = &rest[length..];
    length.is_multiple_of(T::SIZE).then(|| column.chunks_exact(T::SIZE).map(T::read).collect())
}
