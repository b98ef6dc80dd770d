#!/usr/bin/env bash
# Builds and packs the extension for VS Code, editors/vscode/cuda-memlint-*.vsix, and tests what was
# packed. Where `npm ci` has been run in test/html and there is Chromium, the view of the lanes is drawn, too.
#   scripts/vscode.sh PROGRAM RESULTS [PICTURE]
#     PROGRAM  the cuda-memlint that the tests run
#     RESULTS  file for the tests' results, in the format TAP; a failing test is in there, and does
#              not make the exit code 1
#     PICTURE  file for the picture of the view, docs/images/vscode-lanes.png; none is kept without it
set -euo pipefail
program=$(realpath -- "$1")
results=$(realpath -m -- "$2")
if [[ -n ${3:-} ]]; then
  PICTURE=$(realpath -m -- "$3")
  export PICTURE
fi
cd "$(dirname "${BASH_SOURCE[0]}")/../editors/vscode"

rm -rf "$results" out ./*.vsix
mkdir -p "$(dirname "$results")"
npm ci --no-audit --no-fund --loglevel=error
# Packing compiles.
npx vsce package

browser=$(realpath ../../test/html)
if [[ -e $browser/node_modules/playwright-core ]] && command -v chromium >/dev/null; then
  export BROWSER_DRIVER=$browser/browser.js
fi
packed=$(mktemp -d)
trap 'rm -rf "$packed"' EXIT
python3 -m zipfile -e ./*.vsix "$packed"
cp -r out/test out/package.json "$packed/extension/out"
CUDA_MEMLINT=$program node --test --test-reporter=tap "$packed"/extension/out/test/*.test.js \
  >"$results" || true
