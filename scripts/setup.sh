#!/usr/bin/env bash
# Installs the Debian packages that building and testing need; does nothing when they
# are there.
#   scripts/setup.sh        what scripts/lint.sh and scripts/test.sh need
#   scripts/setup.sh --ci   also what .ci/run needs: formatter, linters, editors, a browser, Node.js
set -euo pipefail

packages=(
  cmake ninja-build python3
  clang-19 lld-19 clang-tidy-19 libclang-19-dev libclang-rt-19-dev llvm-19-dev llvm-19-tools
  libmlir-19-dev
  zlib1g-dev libzstd-dev
  libgtest-dev libgmock-dev
  git pre-commit
)
if [[ ${1:-} == --ci ]]; then
  packages+=(bash-completion chromium clang-format-19 clang-tools-19 clangd-19 elpa-eglot emacs-nox fish
    neovim patch shellcheck strace vim vim-ale zsh)
  # Packages of Node.js by its makers hold npm; Debian's do not.
  if ! command -v npm >/dev/null; then
    packages+=(nodejs npm)
  fi
fi

# What drives the browser, as test/html/package-lock.json pins it.
install_browser_driver() {
  local folder
  folder=$(dirname "${BASH_SOURCE[0]}")/../test/html
  if [[ ${1:-} == --ci && ! -e $folder/node_modules/playwright-core ]]; then
    npm ci --prefix "$folder" --no-audit --no-fund >&2
  fi
}

missing=()
for package in "${packages[@]}"; do
  if [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
    missing+=("$package")
  fi
done
if ((${#missing[@]} == 0)); then
  install_browser_driver "$@"
  exit 0
fi

as_root=()
if ((EUID != 0)); then
  if ! command -v sudo >/dev/null; then
    echo "setup: missing packages, and neither root nor sudo to install them: ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi
echo "setup: installing ${missing[*]}" >&2
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
install_browser_driver "$@"
