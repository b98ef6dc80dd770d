#!/usr/bin/env bash
# Runs the programs of this folder under `cuda-memlint record`: needs a GPU, nvcc, CUPTI's headers and,
# for extension.py, a python3 with PyTorch. Takes a few minutes.
#   test/hardware/record/record.sh CUDA-MEMLINT DIRECTORY
# Writes to DIRECTORY the launches of each program, and summary.txt: what the programs and the command
# said, and how much longer the programs took. ARCH (90) names the compute capability to build for.
set -uo pipefail
if (($# != 2)); then
  echo "usage: test/hardware/record/record.sh CUDA-MEMLINT DIRECTORY" >&2
  exit 2
fi
tool=$(realpath "$1")
mkdir -p "$2"
out=$(realpath "$2")
cd "$(dirname "$0")" || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME=$work/cache
arch=${ARCH:-90}
exec > >(tee "$out/summary.txt") 2>&1

nvidia-smi --query-gpu=name,compute_cap,driver_version --format=csv,noheader
nvcc --version | sed -n 's/^Cuda compilation tools, //p'
"$tool" --version
date -u +%Y-%m-%dT%H:%M

build() { # PROGRAM OPTION...
  local program=$1
  shift
  nvcc -O2 -std=c++17 "-arch=sm_$arch" "$@" "$program.cu" -o "$work/$program"
}
build plain &
build many &
build graph &
build processes &
build driver --default-stream=per-thread -lcuda &
nvcc -O2 -std=c++17 "-arch=sm_$arch" -cubin -DONLY_KERNELS driver.cu -o "$work/driver.cubin" &
wait

record() { # NAME COMMAND...
  local name=$1 start=$SECONDS code=0
  shift
  echo "== $name"
  "$tool" record -o "$out/$name.yaml" -- "$@" || code=$?
  echo "exit code $code after $((SECONDS - start)) s"
}

# Standard output is the program's alone.
record plain "$work/plain" >"$work/plain.txt" 2>"$work/plain.errors"
cat "$work/plain.txt" "$work/plain.errors"
diff <("$work/plain") <(grep -v '^==\|^exit code' "$work/plain.txt") && echo "same output"
record graph "$work/graph"
record processes "$work/processes"
record driver "$work/driver" "$work/driver.cubin"

echo "== many: seconds without and with record, 10,000 launches each"
for steps in 0 64; do
  for repeat in 1 2 3 4 5; do
    without=$("$work/many" 2500 "$steps")
    with=$("$tool" record -o "$out/many.yaml" -- "$work/many" 2500 "$steps" 2>/dev/null)
    echo "steps $steps, repeat $repeat: $without $with"
  done
done | tee "$work/times.txt"
python3 - "$work/times.txt" <<'PYTHON'
import collections, re, statistics, sys
times = collections.defaultdict(list)
for line in open(sys.argv[1], encoding="utf-8"):
    if found := re.match(r"steps (\d+), repeat \d+: ([\d.]+) ([\d.]+)$", line):
        times[found[1]].append((float(found[2]), float(found[3])))
for steps, pairs in times.items():
    without, with_record = (statistics.median(column) for column in zip(*pairs))
    print(f"steps {steps}: medians {without:.6f} s and {with_record:.6f} s, ratio "
          f"{with_record / without:.3f}, {(with_record - without) / 10000 * 1e9:.0f} ns a launch")
PYTHON

mkdir "$work/extension"
export TORCH_CUDA_ARCH_LIST="${arch%?}.${arch: -1}" MAX_JOBS=8
# Once without, so that it is built.
timeout 200 python3 extension.py "$work/extension"
start=$SECONDS
timeout 100 python3 extension.py "$work/extension"
echo "without record: $((SECONDS - start)) s"
record extension timeout 100 python3 extension.py "$work/extension"
