# Sourced by the scripts beside it: the root of the project and what Cargo.toml says.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# The value of a text in Cargo.toml, of the workspace or of the application.
cargo_value() {
    sed -n "/^\[\(workspace\.\)\{0,1\}package\]/,/^\[/s/^$1 = \"\(.*\)\"\$/\1/p" "$root/Cargo.toml" | tr -d '\r' | head -n 1
}

version=$(cargo_value version)
[ -n "$version" ] || { echo "Cargo.toml has no version" >&2; exit 1; }

# A time for what is packed: that of the last commit, or now.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH
