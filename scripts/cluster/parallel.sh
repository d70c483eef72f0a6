#!/usr/bin/env bash
# One run in shards with GNU parallel: on all cores of this machine, or on several with PARALLEL_HOSTS=4/one,4/two (an ssh
# login each, with `bastide` and this folder in the same place).
#
#   SHARDS=8 scripts/cluster/parallel.sh compare base 'base hole-bonus' --games 4000
#   bastide merge shards/*.games --html report.html
set -euo pipefail
shards=${SHARDS:-$(nproc)}
folder=${FOLDER:-shards}
mkdir -p "$folder"
hosts=()
[ -z "${PARALLEL_HOSTS:-}" ] || hosts=(--sshlogin "$PARALLEL_HOSTS" --workdir "$PWD")
# A shard that was interrupted continues from its file, so the same command repairs a run. One in which a rule failed in some
# games ends with 1, like any run, and stops no other.
seq "$shards" | parallel --will-cite "${hosts[@]}" \
  "${BASTIDE:-bastide}" "${@@Q}" --threads 1 --shard {}/"$shards" --file "$folder"/{}.games '>' "$folder"/{}.log
