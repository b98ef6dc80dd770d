#!/usr/bin/env bash
# Lints CUDA files: sets up and builds what is missing, then runs the command.
#   scripts/lint.sh examples/transpose_naive.cu
# All arguments are cuda-memlint's (`scripts/lint.sh --help`), and so is the exit code.
# The static binary stays at build/release/bin/cuda-memlint.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
binary=$root/build/release/bin/cuda-memlint

build() {
  "$root/scripts/setup.sh" && "$root/scripts/build.sh" release cuda-memlint
}

# Findings are exit code 1; a set-up that fails is 2, "could not do the job".
fail() {
  echo "cuda-memlint: could not build the command; see above" >&2
  exit 2
}

# Where standard error is closed, its number is that of the file that bash reads, this script: what
# writes there would fail.
[[ /dev/fd/2 -ef ${BASH_SOURCE[0]} ]] && exec 2>/dev/null
if [[ -x $binary ]]; then
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  build 2>"$log" || { cat "$log" >&2; fail; }
  rm -f "$log"
  trap - EXIT
else
  echo "cuda-memlint: first call: installing packages and building, which takes minutes" >&2
  build || fail
fi
exec "$binary" "$@"
