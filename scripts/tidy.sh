#!/usr/bin/env bash
# Runs clang-tidy, with warnings as errors, on the sources of the release build.
#   scripts/tidy.sh [FILE...]    all of lib/ and tools/ when no file is named
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if (($# > 0)); then
  files=("$@")
else
  # Those of another build (sanitizers) are not in the list of commands.
  mapfile -t files < <(git ls-files 'lib/*.cpp' 'tools/*.cpp' ':!lib/Runtime/SanitizerOptions.cpp')
fi
printf '%s\0' "${files[@]}" |
  xargs -0 -n 1 -P "$(nproc)" clang-tidy-19 -p build/release --quiet 2> >(grep -v 'warnings generated' >&2)
