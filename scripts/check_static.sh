#!/usr/bin/env bash
# Checks that a static binary needs nothing beside itself: copied alone into an empty
# root (when we are allowed to change root, else run with an empty environment), it must
# lint a file that includes <cuda_runtime.h>.
#   scripts/check_static.sh build/release/bin/cuda-memlint
set -euo pipefail
binary=$1

if readelf --program-headers "$binary" | grep -qE 'INTERP|DYNAMIC'; then
  echo "check_static: $binary is linked dynamically" >&2
  exit 1
fi
if readelf --sections --wide "$binary" | grep -qF .symtab; then
  echo "check_static: $binary is not stripped" >&2
  exit 1
fi

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
cp "$binary" "$root/cuda-memlint"
cat >"$root/kernel.cu" <<'CUDA'
#include <cuda_runtime.h>
__global__ void strided(float *out, const float *in) {
  out[threadIdx.x] = in[32 * threadIdx.x];
}
CUDA

PATH=$PATH:/usr/sbin:/sbin
if ((EUID == 0)); then
  run=(env -i "$(command -v chroot)" "$root")
elif unshare --map-root-user true 2>/dev/null; then
  run=(unshare --map-root-user env -i "$(command -v chroot)" "$root")
else
  run=(env -i)
fi
if ((${#run[@]} > 2)); then
  where="an empty root"
  directory=
else
  where="an empty environment"
  directory=$root
fi
status=0
output=$("${run[@]}" "$directory/cuda-memlint" "$directory/kernel.cu" 2>&1) || status=$?
printf '%s\n' "$output"
if ((status != 1)) || ! grep -q 'cuda-uncoalesced-access' <<<"$output"; then
  echo "check_static: in $where, expected one cuda-uncoalesced-access and exit code 1;" \
    "exit code $status" >&2
  exit 1
fi
echo "check_static: $(stat -c %s "$binary") bytes, works in $where"
