#!/usr/bin/env bash
# Makes the pictures in docs/images, and prints the text in each: a finding in a report in HTML, and in Neovim
# with the settings of docs/editors.md.
# Needs chromium, neovim, vim, and what `npm ci` installs in test/html. The view of the extension for VS Code is
# drawn by one of its own tests: scripts/vscode.sh.
#   scripts/draw_pictures.sh [path of cuda-memlint] [folder]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tool=$(realpath "${1:-build/release/bin/cuda-memlint}")
pictures=$(realpath "${2:-docs/images}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp examples/transpose_tiled.cu "$work"
mkdir "$work/bin"
ln -s "$tool" "$work/bin/cuda-memlint"
# Nothing of the user's comes into a picture.
export HOME=$work XDG_CACHE_HOME=$work/cache XDG_DATA_HOME=$work/data XDG_STATE_HOME=$work/state
unset CUDA_PATH CUDA_HOME

report() {
  echo "== html-report"
  (cd "$work" && "$tool" --format=html --fail-on=error -o report.html transpose_tiled.cu)
  node test/html/draw_finding.js "$work/report.html" cuda-shared-bank-conflict "$pictures/html-report.png"
}

# The picture NAME of HEIGHT lines of Neovim from line TOP on, once it shows AWAITED, which it does when it
# is asked for ASK, actions or hover, at the access with the finding.
neovim() {
  local name=$1 height=$2 top=$3 ask=$4 awaited=$5
  echo "== $name"
  # shellcheck disable=SC2016 # Backquotes of Markdown.
  sed -n '/^```lua$/,/^```$/{/^```/d;p}' docs/editors.md >"$work/settings.lua"
  # Vim names its own files to what it starts.
  PATH=$work/bin:/usr/bin:/bin TERM=xterm-256color SETTINGS=$work/settings.lua SOURCE=$work/transpose_tiled.cu \
    TOP=$top ASK=$ask AT='tile[threadIdx.x][threadIdx.y]' AWAITED=$awaited CELLS=$work/cells.json \
    HEIGHT=$height WIDTH=140 \
    COMMAND='["env", "-u", "VIM", "-u", "VIMRUNTIME", "nvim", "--clean", "-n", "-i", "NONE", "-S", "test/html/neovim_picture.lua"]' \
    timeout 300 vim -N -es -u test/html/scrape_terminal.vim -i NONE -c 'call Scrape()' -c 'quitall!' </dev/null
  node test/html/draw_terminal.js "$work/cells.json" "$pictures/$name.png"
}

report
neovim neovim-actions 16 15 actions 'Suppress cuda-shared-bank-conflict'
neovim neovim-hover 25 22 hover 'distinct words per bank'
