#!/usr/bin/env bash
# Records what a GPU's counters say of the programs of a folder: needs a GPU that the current
# user may profile, nvcc, ncu (Nsight Compute), cuobjdump and nvdisasm. Leaves the card's
# clocks and settings alone.
#   scripts/record_counters.sh SOURCES DIRECTORY [PROGRAM...]
# SOURCES is examples or test/hardware/kernels. Writes what the tools print to DIRECTORY, which
# scripts/counters_to_csv.py turns into records. ARCH (90) names the compute capability to
# build for.
set -euo pipefail
if (($# < 2)); then
  echo "usage: scripts/record_counters.sh SOURCES DIRECTORY [PROGRAM...]" >&2
  exit 2
fi
mkdir -p "$2"
raw=$(realpath "$2")
cd "$1"
shift 2

arch=${ARCH:-90}
target=(-gencode "arch=compute_$arch,code=sm_$arch")
per_instruction=memory_l2_theoretical_sectors_global,memory_l2_theoretical_sectors_global_ideal
per_instruction+=,memory_l1_wavefronts_shared,memory_l1_wavefronts_shared_ideal
per_instruction+=,inst_executed,thread_inst_executed_true,memory_access_size_type
per_kernel=l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
per_kernel+=,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
per_kernel+=,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
per_kernel+=,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum
per_kernel+=,smsp__inst_executed_op_ldc.sum
per_kernel+=,sm__idc_divergent_instructions.sum,sm__idc_divergent_instruction_replays.sum
launches=40

if (($# > 0)); then
  programs=("$@")
else
  programs=(*.cu)
  programs=("${programs[@]%.cu}")
fi

{
  nvidia-smi --query-gpu=name,compute_cap,driver_version --format=csv,noheader
  nvcc --version | sed -n 's/^Cuda compilation tools, //p'
  ncu --version | sed -n 's/^Version //p'
  date -u +%Y-%m-%d
} >"$raw/machine.txt"

# Optimised as it would ship, and with -G, in which each access of the source is an
# instruction of its own.
build() { # PROGRAM MODE
  local work options=(-O3 -lineinfo)
  [[ $2 == debug ]] && options=(-G)
  nvcc "${options[@]}" "${target[@]}" "$1.cu" -o "$raw/$1.$2"
  work=$(mktemp -d)
  (
    cd "$work"
    cuobjdump -xelf all "$raw/$1.$2" >/dev/null
    for cubin in *.cubin; do
      nvdisasm -gi -c "$cubin"
    done >"$raw/$1.$2.sass"
  )
  rm -rf "$work"
}

profile() { # PROGRAM MODE
  local name=$1.$2 said
  said=$("$raw/$name" 2>&1 | tail -n 3) || true
  ncu --clock-control none -c "$launches" --metrics "$per_instruction,$per_kernel" \
    --import-source yes -f -o "$raw/$name" "$raw/$name" >"$raw/$name.log"
  ncu --import "$raw/$name.ncu-rep" --page source --print-source sass --print-units base --csv \
    >"$raw/$name.source.csv"
  ncu --import "$raw/$name.ncu-rep" --page raw --print-units base --csv >"$raw/$name.kernels.csv"
  if [[ ${said##*$'\n'} != PASS ]]; then
    echo "record_counters: $name does not print PASS: $said" >&2
    return 1
  fi
}

# Several at a time; instructions and addresses do not depend on it.
each() { # FUNCTION
  local jobs=() failed=0
  for program in "${programs[@]}"; do
    for mode in optimised debug; do
      "$1" "$program" "$mode" &
      jobs+=($!)
      if ((${#jobs[@]} == 8)); then
        wait "${jobs[0]}" || failed=1
        jobs=("${jobs[@]:1}")
      fi
    done
  done
  for job in "${jobs[@]}"; do
    wait "$job" || failed=1
  done
  return "$failed"
}

each build
each profile
