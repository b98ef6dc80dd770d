#!/usr/bin/env bash
# Runs all tests: GoogleTest's by ctest, then the lit suite, against the static release
# build. The last line is the count, `N passed, N failed`.
#   scripts/test.sh [--sanitize] [--werror] [--nvcc-all] [--all-programs] [--vscode]
#     --sanitize  runs them again in a build with AddressSanitizer and
#                 UndefinedBehaviorSanitizer
#     --werror    compiler warnings are errors
#     --nvcc-all  nvcc compiles every instrumented source and every generated main, once
#     --all-programs  fails where a program is missing that tests need, which are not run else
#     --vscode    also tests and packs the extension for VS Code, with packages of npm's registry
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

presets=(release)
options=()
release_lit=()
with_vscode=false
for argument in "$@"; do
  case $argument in
  --sanitize) presets+=(sanitize) ;;
  --werror) options+=(--werror) ;;
  --nvcc-all) release_lit+=(--param nvcc=all) ;;
  --all-programs) release_lit+=(--param programs=all) ;;
  --vscode) with_vscode=true ;;
  *)
    echo "test: unknown option '$argument'; known: --sanitize, --werror, --nvcc-all, --all-programs, --vscode" >&2
    exit 2
    ;;
  esac
done

scripts/setup.sh
results=()
for preset in "${presets[@]}"; do
  scripts/build.sh "$preset" "${options[@]}"
  unit=build/$preset/test/unit/ctest.xml
  lit=build/$preset/test/lit/results.json
  rm -f "build/$preset/test/unit"/*.xml "$lit"
  # What fails is counted from the results; the runners' exit codes add nothing.
  ctest --preset "$preset" --parallel "$(nproc)" --no-tests=ignore --output-junit test/unit/ctest.xml || true
  lit_options=(--output results.json)
  if [[ $preset == release ]]; then
    lit_options+=("${release_lit[@]}")
  fi
  LIT_OPTS="${lit_options[*]} ${LIT_OPTS:-}" scripts/build.sh "$preset" check-lit || true
  results+=("$unit" "$lit")
done
if $with_vscode; then
  scripts/vscode.sh build/release/bin/cuda-memlint build/release/vscode.tap
  results+=(build/release/vscode.tap)
fi
exec python3 scripts/count_tests.py "${results[@]}"
