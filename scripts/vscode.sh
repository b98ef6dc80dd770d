#!/usr/bin/env bash
# Builds, tests and packs the extension for VS Code: editors/vscode/cuda-memlint-*.vsix.
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
npm run --silent compile
CUDA_MEMLINT=$program node --test --test-reporter=tap out/test/*.test.js >"$results" || true
npx vsce package
