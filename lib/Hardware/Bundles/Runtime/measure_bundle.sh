#!/bin/sh
# Made by cuda-memlint. Builds the programs of this folder with nvcc and measures them with
# ncu, on a machine with a GPU. They are run in run/, where data files that they read belong.
# Whatever fails is in results/ too. Then, where cuda-memlint is:
#   cuda-memlint --import-bundle=FOLDER

cd "$(dirname "$0")" || exit 2
root=$(pwd -P)
results=$root/results
rm -rf "$results"
mkdir -p "$results" run || exit 2
if ! nvcc=$(command -v nvcc); then
  echo "$0: nvcc was not found: install the CUDA toolkit, or add its bin folder to PATH" >&2
  exit 2
fi
ncu=$(command -v ncu || echo "$(dirname "$nvcc")/ncu")
printf '%s' "$root" >"$results/root"
"$nvcc" --version >"$results/nvcc.version" 2>&1
"$ncu" --version >"$results/ncu.version" 2>&1
cat /proc/driver/nvidia/version >"$results/driver" 2>/dev/null
for device in /dev/nvidiactl /dev/dxg /dev/nvgpu /dev/nvhost-gpu; do
  if [ -e "$device" ]; then echo "$device" >>"$results/device"; fi
done

# An interrupted profiler writes what it has measured.
limited() {
  if command -v timeout >/dev/null; then timeout -s INT -k 30 "@SECONDS@" "$@"; else "$@"; fi
}

# A name and nvcc's arguments.
build() {
  name=$1
  shift
  limited "$nvcc" "$@" -o "$results/$name.program" >"$results/$name.build.log" 2>&1
  code=$?
  echo "$code" >"$results/$name.build.code"
  if [ "$code" -ne 0 ]; then echo "$0: $name: nvcc failed, see results/$name.build.log" >&2; fi
  return "$code"
}

# Which launches, a name and the program's arguments.
profile() {
  launches=$1
  name=$2
  shift 2
  if [ ! -x "$ncu" ]; then
    echo "$0: ncu was not found: install Nsight Compute, or add its folder to PATH" >&2
    rm -f "$results/$name.program"
    return 1
  fi
  if [ "$launches" = marked ]; then
    (cd run && limited "$ncu" @PROFILE_MARKED@ "$results/$name.program" "$@")
  else
    (cd run && limited "$ncu" @PROFILE_ALL@ "$results/$name.program" "$@")
  fi >"$results/$name.run.log" 2>&1
  code=$?
  echo "$code" >"$results/$name.run.code"
  rm -f "$results/$name.program"
  for report in "$results/$name.ncu-rep" "$results/$name.ncu-repz"; do
    if [ -f "$report" ]; then
      "$ncu" @SOURCE@ >"$results/$name.source.csv" 2>>"$results/$name.run.log"
      "$ncu" @RAW@ >"$results/$name.raw.csv" 2>>"$results/$name.run.log"
    fi
  done
  if [ "$code" -ne 0 ]; then echo "$0: $name: ncu failed, see results/$name.run.log" >&2; fi
  return "$code"
}

# Whether the counters of a build could not be read.
refused() {
  [ ! -x "$ncu" ] || grep -q ERR_NVGPUCTRPERM "$results/$1.run.log"
}

# A name and the program's arguments.
count() {
  name=$1
  shift
  (cd run && CUDA_MEMLINT_COUNTS="$results/$name.counts.json" limited "$results/$name.program" "$@") \
    >"$results/$name.run.log" 2>&1
  code=$?
  echo "$code" >"$results/$name.run.code"
  rm -f "$results/$name.program"
  if [ "$code" -ne 0 ]; then echo "$0: $name: it failed, see results/$name.run.log" >&2; fi
}
