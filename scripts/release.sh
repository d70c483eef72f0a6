#!/usr/bin/env bash
# Builds `bastide` for a release, guided by a profile: the first build counts what games run through, and the second one
# is arranged by that.
# usage: scripts/release.sh [LLVM-PROFDATA]
# It needs llvm-profdata: `rustup component add llvm-tools`, or that of a Linux distribution, named.
set -euo pipefail
cd "$(dirname "$0")/.."

host=$(rustc -vV | sed -n 's/^host: //p')
profdata=${1:-$(rustc --print sysroot)/lib/rustlib/$host/bin/llvm-profdata}
if ! command -v "$profdata" >/dev/null; then
  echo "there is no $profdata: run \`rustup component add llvm-tools\`, or name an llvm-profdata" >&2
  exit 1
fi

out=$PWD/target/guided
bastide=$out/$host/release/bastide
# Cargo would take these instead of the flags below.
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS
# A target of its own keeps the flag away from build scripts; the flags of .cargo/config.toml stay.
build() { cargo build --release -p bastide --target "$host" --target-dir "$out" --config "build.rustflags = ['$1']"; }

rm -rf "$out/counts"
build "-Cprofile-generate=$out/counts"
four=river,inns-and-cathedrals,traders-and-builders
seven=$four,princess-and-dragon,tower,count
"$bastide" bench --games 2000
"$bastide" bench --games 100 --with $four
"$bastide" bench --games 40 --with $seven
"$bastide" bench --games 3 --bot greedy
"$bastide" bench --games 3 --bot greedy --with $four
"$profdata" merge -o "$out/profile" "$out/counts"
build "-Cprofile-use=$out/profile"
echo "$bastide"
