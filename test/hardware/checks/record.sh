#!/usr/bin/env bash
# Runs the programs of this folder, one of them under compute-sanitizer, and counts instructions that nvcc makes of
# two of them: needs a GPU, nvcc, compute-sanitizer and cuobjdump. Takes about two minutes.
#   test/hardware/checks/record.sh DIRECTORY
# Writes NAME.csv and opcodes.csv to DIRECTORY. ARCH (90) names the compute capability to build for.
set -euo pipefail
if (($# != 1)); then
  echo "usage: test/hardware/checks/record.sh DIRECTORY" >&2
  exit 2
fi
mkdir -p "$1"
out=$(realpath "$1")
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
arch=${ARCH:-90}
driver=$(nvidia-smi --query-gpu=driver_version --format=csv,noheader | head -1)
version=$(nvcc --version | sed -n 's/^Cuda compilation tools, .*V//p')
origin="nvcc $version -O3 -std=c++17, driver $driver, $(date -u +%Y-%m-%d)"

for name in carveout cas_conversion divergent_branch host_copies l2_window mapped_memory pointer_chasing refused_launches \
  uninitialised_shared transfers worklist; do
  nvcc -O3 -std=c++17 -arch="sm_$arch" -o "$work/$name" "$name.cu"
  {
    echo "# test/hardware/checks/$name.cu, -arch=sm_$arch, $origin"
    "$work/$name"
  } >"$out/$name.csv"
done

# Of each kernel of out_of_bounds.cu, what memcheck says: how many errors, and the first thread.
nvcc -O3 -std=c++17 -lineinfo -arch="sm_$arch" -o "$work/out_of_bounds" out_of_bounds.cu
{
  echo "# test/hardware/checks/out_of_bounds.cu, -arch=sm_$arch -lineinfo, $origin, $(compute-sanitizer --version | tail -1)"
  echo "form,counted,value"
  for name in $("$work/out_of_bounds"); do
    # The program fails with the error that it is run for.
    { compute-sanitizer --tool memcheck --print-limit 200 "$work/out_of_bounds" "$name" 2>&1 || true; } | awk -v form="$name" '
      /Invalid __shared__/ { ++errors }
      /by thread \(/ && !thread { thread = $0; sub(/.*by thread \(/, "", thread); sub(/\).*/, "", thread); gsub(",", "/", thread) }
      END { print form ",errors," errors + 0; print form ",first_thread," (thread ? thread : "none") }'
  done
} >"$out/out_of_bounds.csv"

# By program, capability, kernel and opcode without its variants, how many instructions.
{
  echo "# cuobjdump -sass of the programs in test/hardware/checks, $origin"
  echo "program,arch,kernel,opcode,instructions"
  for name in ambiguous_space worklist; do
    for each in 80 90; do
      nvcc -O3 -std=c++17 -arch="sm_$each" -cubin -o "$work/$name.$each" "$name.cu"
      cuobjdump -sass "$work/$name.$each" | awk -v start="$name,sm_$each" '
        /Function :/ { kernel = $3; next }
        /\/\*[0-9a-f]+\*\/ / {
          line = substr($0, index($0, "*/") + 2)
          sub(/^ */, "", line)
          sub(/^@!?U?P[0-9T]+ +/, "", line)
          split(line, word, /[. ]/)
          if (word[1] ~ /^(LD|LDS|LDG|ST|STS|STG|ATOM|ATOMG|ATOMS|RED|REDUX|REDG|VOTE|VOTEU|POPC|UPOPC|SHFL|MATCH)$/)
            ++count[start "," kernel "," word[1]]
        }
        END { for (key in count) print key "," count[key] }' | sort
    done
  done
} >"$out/opcodes.csv"
