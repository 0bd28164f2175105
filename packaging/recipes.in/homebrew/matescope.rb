class Matescope < Formula
  desc "@DESCRIPTION@"
  homepage "@REPOSITORY@"
  url "https://static.crates.io/crates/matescope/matescope-@VERSION@.crate"
  sha256 "@SHA256:matescope-@VERSION@.crate@"
  license "GPL-3.0-or-later"

  depends_on "rust" => :build

  def install
    # Homebrew unpacks a crate as a plain file where it does not know the ending.
    system "tar", "--strip-components", "1", "-xzf", Dir["*.crate"].first if Dir["*.crate"].any?
    system "cargo", "install", *std_cargo_args
    generate_completions_from_executable(bin/"matescope", "completions", shells: [:bash, :zsh, :fish])
    (man1/"matescope.1").write Utils.safe_popen_read(bin/"matescope", "man")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/matescope --version")
    assert_match "nodes 197281", shell_output("#{bin}/matescope perft --depth 4")
  end
end
