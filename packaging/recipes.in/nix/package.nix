# For nixpkgs, or by itself: nix-build -E 'with import <nixpkgs> { }; callPackage ./package.nix { }'
{
  lib,
  rustPlatform,
  fetchurl,
  installShellFiles,
}:

rustPlatform.buildRustPackage {
  pname = "matescope";
  version = "@VERSION@";
  src = fetchurl {
    name = "matescope-@VERSION@.tar.gz";
    url = "https://static.crates.io/crates/matescope/matescope-@VERSION@.crate";
    sha256 = "@SHA256:matescope-@VERSION@.crate@";
  };
  # That of the crate; it lies beside this file.
  cargoLock.lockFile = ./Cargo.lock;

  nativeBuildInputs = [ installShellFiles ];

  # The crate carries the tests of the library alone.
  cargoTestFlags = [ "--lib" ];

  postInstall = ''
    $out/bin/matescope man > matescope.1
    installManPage matescope.1
    for shell in bash zsh fish; do
      $out/bin/matescope completions $shell > matescope.$shell
    done
    installShellCompletion matescope.bash matescope.zsh matescope.fish
    install -Dm644 packaging/*.desktop -t $out/share/applications
    install -Dm644 packaging/*.metainfo.xml -t $out/share/metainfo
    install -Dm644 packaging/matescope.svg -t $out/share/icons/hicolor/scalable/apps
  '';

  meta = {
    description = "@DESCRIPTION@";
    homepage = "@REPOSITORY@";
    license = lib.licenses.gpl3Plus;
    mainProgram = "matescope";
    platforms = lib.platforms.unix;
  };
}
