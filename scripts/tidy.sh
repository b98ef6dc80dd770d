#!/usr/bin/env bash
# Runs clang-tidy, with warnings as errors.
#   scripts/tidy.sh [FILE...]    all of lib/ and tools/ when no file is named
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
cmake --preset tidy >&2
# What is written by the build, the embedded files, is not looked at and need not be there.
exec python3 scripts/tidy.py build/tidy "$@"
