#!/usr/bin/env bash
# Configures a preset when that is still to be done, and builds it.
#   scripts/build.sh PRESET [--werror] [TARGET...]
# PRESET is dev, release or sanitize (CMakePresets.json); the build goes to build/PRESET.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

preset=$1
shift
options=()
if [[ ${1:-} == --werror ]]; then
  options+=(-DMEMLINT_WARNINGS_AS_ERRORS=ON)
  shift
fi
if command -v ccache >/dev/null; then
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
fi
if [[ ! -f build/$preset/build.ninja ]] || ((${#options[@]} > 0)); then
  cmake --preset "$preset" "${options[@]}" >&2
fi
targets=()
if (($# > 0)); then
  targets=(--target "$@")
fi
cmake --build --preset "$preset" "${targets[@]}" >&2
