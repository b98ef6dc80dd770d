#!/usr/bin/env bash
# Records what a GPU's counters say of the examples: needs a GPU that the current user may
# profile, nvcc, ncu (Nsight Compute), cuobjdump and nvdisasm. Leaves the card's clocks and
# settings alone.
#   scripts/record_counters.sh DIRECTORY [EXAMPLE...]
# Writes what the tools print to DIRECTORY, which scripts/counters_to_csv.py turns into the
# records in test/hardware/examples. ARCH (90) names the compute capability to build for.
set -euo pipefail
mkdir -p "$1"
raw=$(realpath "$1")
shift
cd "$(dirname "${BASH_SOURCE[0]}")/../examples"

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
  examples=("$@")
else
  examples=(*.cu)
  examples=("${examples[@]%.cu}")
fi

{
  nvidia-smi --query-gpu=name,compute_cap,driver_version --format=csv,noheader
  nvcc --version | sed -n 's/^Cuda compilation tools, //p'
  ncu --version | sed -n 's/^Version //p'
  date -u +%Y-%m-%d
} >"$raw/machine.txt"

# Optimised as it would ship, and with -G, in which each access of the source is an
# instruction of its own.
for example in "${examples[@]}"; do
  for mode in optimised debug; do
    (
      work=$(mktemp -d)
      trap 'rm -rf "$work"' EXIT
      options=(-O3 -lineinfo)
      [[ $mode == debug ]] && options=(-G)
      nvcc "${options[@]}" "${target[@]}" "$example.cu" -o "$raw/$example.$mode"
      cd "$work"
      cuobjdump -xelf all "$raw/$example.$mode" >/dev/null
      for cubin in *.cubin; do
        nvdisasm -gi -c "$cubin"
      done >"$raw/$example.$mode.sass"
    ) &
  done
done
wait

failed=0
for example in "${examples[@]}"; do
  for mode in optimised debug; do
    name=$example.$mode
    if [[ $("$raw/$name" | tail -n 1) != PASS ]]; then
      echo "record_counters: $name does not print PASS" >&2
      failed=1
      continue
    fi
    ncu --clock-control none -c "$launches" --metrics "$per_instruction" --import-source yes \
      -f -o "$raw/$name" "$raw/$name" >"$raw/$name.log"
    ncu --import "$raw/$name.ncu-rep" --page source --print-source sass --print-units base --csv \
      >"$raw/$name.source.csv" &
    ncu --clock-control none -c "$launches" --metrics "$per_kernel" --page raw \
      --print-units base --csv --log-file "$raw/$name.kernels.csv" "$raw/$name" >>"$raw/$name.log"
  done
done
wait
exit "$failed"
