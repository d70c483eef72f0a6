#!/usr/bin/env bash
# One run in shards as a Slurm array, a shard for each task. Slurm knows how many tasks there are:
#
#   sbatch --array=1-64 scripts/cluster/slurm.sh compare base 'base hole-bonus' --games 100000
#   bastide merge shards/*.games --html report.html
#
#SBATCH --job-name=bastide
#SBATCH --cpus-per-task=1
#SBATCH --output=bastide-%a.log
set -euo pipefail
mkdir -p shards
# A task that was requeued continues from its file.
exec "${BASTIDE:-bastide}" "$@" --threads "$SLURM_CPUS_PER_TASK" \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --file "shards/$SLURM_ARRAY_TASK_ID.games"
