#!/usr/bin/env bash
# Makes docs/images/html-report.png: the finding of examples/transpose_tiled.cu in a report in HTML.
# Needs chromium, and what `npm ci` installs in test/html.
#   scripts/draw_html_report.sh [path of cuda-memlint]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tool=${1:-build/release/bin/cuda-memlint}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp examples/transpose_tiled.cu "$folder"
tool=$(realpath "$tool")
(cd "$folder" && "$tool" --format=html --fail-on=error -o report.html transpose_tiled.cu)
node test/html/draw_finding.js "$folder/report.html" cuda-shared-bank-conflict docs/images/html-report.png
