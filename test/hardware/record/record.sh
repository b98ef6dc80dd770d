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

describe_machine() {
  nvidia-smi --query-gpu=name,compute_cap,driver_version --format=csv,noheader
  nvcc --version | sed -n 's/^Cuda compilation tools, //p'
  "$tool" --version
  date -u +%Y-%m-%dT%H:%M
}

build() { # PROGRAM OPTION...
  local program=$1
  shift
  nvcc -O2 -std=c++17 "-arch=sm_$arch" "$@" "$program.cu" -o "$work/$program"
}

build_all() {
  local toolkit
  toolkit=$(dirname "$(dirname "$(realpath "$(command -v nvcc)")")")
  build plain &
  build many &
  build graph &
  build child_graphs &
  build clusters &
  build processes &
  build driver --default-stream=per-thread "-L$toolkit/lib64/stubs" -lcuda &
  nvcc -O2 -std=c++17 "-arch=sm_$arch" -cubin -DONLY_KERNELS driver.cu -o "$work/driver.cubin" &
  wait
}

record() { # NAME COMMAND...
  local name=$1 start=$SECONDS code=0
  shift
  echo "== $name"
  "$tool" record -o "$out/$name.yaml" -- "$@" || code=$?
  echo "exit code $code after $((SECONDS - start)) s"
}

# Standard output is the program's alone.
compare_output() {
  "$work/plain" >"$work/without.txt"
  "$tool" record -o "$out/plain.yaml" -- "$work/plain" >"$work/with.txt" 2>/dev/null
  cmp "$work/without.txt" "$work/with.txt" && echo "same output"
}

measure() {
  local steps repeat without with
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
}

record_extension() {
  local start
  mkdir "$work/extension"
  export TORCH_CUDA_ARCH_LIST="${arch%?}.${arch: -1}" MAX_JOBS=8
  # Once without, so that it is built.
  timeout 200 python3 extension.py "$work/extension"
  start=$SECONDS
  timeout 100 python3 extension.py "$work/extension"
  echo "without record: $((SECONDS - start)) s"
  record extension timeout 100 python3 extension.py "$work/extension"
}

lint() {
  local program
  for program in plain many graph child_graphs clusters processes driver; do
    echo "== findings of $program.cu as it was launched"
    "$tool" --no-cache --no-config --fail-on=none --summary --launches "$out/$program.yaml" \
      "$program.cu" 2>&1 | grep 'recorded\|note:'
  done
}

main() {
  describe_machine
  build_all
  record plain "$work/plain"
  compare_output
  record graph "$work/graph"
  record child_graphs "$work/child_graphs"
  record clusters "$work/clusters"
  record processes "$work/processes"
  measure
  record_extension
  record driver "$work/driver" "$work/driver.cubin"
  lint
}

main 2>&1 | tee "$out/summary.txt"
