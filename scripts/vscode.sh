#!/usr/bin/env bash
# Builds and packs the extension for VS Code, editors/vscode/cuda-memlint-*.vsix, and tests what was
# packed.
#   scripts/vscode.sh PROGRAM RESULTS
#     PROGRAM  the cuda-memlint that the tests run
#     RESULTS  file for the tests' results, in the format TAP; a failing test is in there, and does
#              not make the exit code 1
set -euo pipefail
program=$(realpath -- "$1")
results=$(realpath -m -- "$2")
cd "$(dirname "${BASH_SOURCE[0]}")/../editors/vscode"

rm -rf "$results" out ./*.vsix
mkdir -p "$(dirname "$results")"
npm ci --no-audit --no-fund --loglevel=error
# Packing compiles.
npx vsce package

packed=$(mktemp -d)
trap 'rm -rf "$packed"' EXIT
python3 -m zipfile -e ./*.vsix "$packed"
cp -r out/test out/package.json "$packed/extension/out"
CUDA_MEMLINT=$program node --test --test-reporter=tap "$packed"/extension/out/test/*.test.js \
  >"$results" || true
