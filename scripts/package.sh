#!/usr/bin/env bash
# Makes the packages, a .tar.gz and a .deb, in build/release/packages.
#   scripts/package.sh [--werror]
# Unless SOURCE_DATE_EPOCH is set, the files in them are as old as the last commit, so that
# the same sources make the same packages.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scripts/setup.sh
targets=(cuda-memlint)
if [[ -d tools/cuda-memlint-tidy ]]; then
  targets+=(CudaMemlintTidy cuda-memlint-tidy-headers)
fi
scripts/build.sh release "$@" "${targets[@]}"
if [[ -z ${SOURCE_DATE_EPOCH:-} ]]; then
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CMakeLists.txt)
  export SOURCE_DATE_EPOCH
fi
rm -rf build/release/packages
(umask 022 && cd build/release && cpack >packages.log) || {
  cat build/release/packages.log >&2
  exit 1
}
ls build/release/packages/*.tar.gz build/release/packages/*.deb
