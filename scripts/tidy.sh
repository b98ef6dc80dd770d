#!/usr/bin/env bash
# Runs clang-tidy, with warnings as errors.
#   scripts/tidy.sh [FILE...]    all of lib/ and tools/ when no file is named
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
cmake --preset tidy >&2
cmake --build build/tidy --target memlintOwnDeclarations memlintOptions >&2
# Other files that the build writes are not checked and need not exist.
exec python3 scripts/tidy/run.py build/tidy "$@"
