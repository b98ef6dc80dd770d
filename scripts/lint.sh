#!/usr/bin/env bash
# Lints CUDA files: sets up and builds what is missing, then runs the command.
#   scripts/lint.sh examples/transpose_naive.cu
# All arguments are cuda-memlint's (`scripts/lint.sh --help`), and so is the exit code.
# The static binary stays at build/release/bin/cuda-memlint.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Findings are exit code 1; a set-up that fails is 2, "could not do the job".
log=$(mktemp)
trap 'rm -f "$log"' EXIT
binary=$root/build/release/bin/cuda-memlint
if [[ -x $binary ]]; then
  output=$log
else
  echo "cuda-memlint: first call: installing packages and building, which takes minutes" >&2
  output=/dev/stderr
fi
if ! { "$root/scripts/setup.sh" && "$root/scripts/build.sh" release cuda-memlint; } 2>"$output"; then
  [[ $output == "$log" ]] && cat "$log" >&2
  echo "cuda-memlint: could not build the command; see above" >&2
  exit 2
fi
rm -f "$log"
trap - EXIT
exec "$binary" "$@"
