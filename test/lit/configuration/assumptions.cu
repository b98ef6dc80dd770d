// What a configuration states of kernels counts as comments in them do.
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cu
// RUN: %json %t/a.cu | %race-counts | FileCheck %s --check-prefix=NOTHING
// RUN: printf "assumptions:\n  scatter: [assume n >= 256, distinct order]\n  'sc*': assume missing == 3\n" >%t/.cuda-memlint.yaml
// RUN: %json %t/a.cu | %race-counts | FileCheck %s --check-prefix=STATED
// RUN: %cuda-memlint %t/a.cu | FileCheck %s --check-prefix=QUIET --implicit-check-not="in the source"
// RUN: printf "assumptions:\n  scatter:\n    - assume missing == 3\n    - distinct nothing\n" >%t/.cuda-memlint.yaml
// RUN: %cuda-memlint %t/a.cu | FileCheck %s --check-prefix=UNFIT

// NOTHING: scatter: pairs=3 absent=0 undecided=3
// STATED: scatter: pairs=3 absent=3
// QUIET: 0 warnings
// UNFIT: .cuda-memlint.yaml:3:7: note: of 'scatter', `assume missing == 3` is ignored: `missing` is not an integer parameter
// UNFIT: .cuda-memlint.yaml:4:7: note: of 'scatter', `distinct nothing` is ignored: the kernel accesses nothing with that name

__global__ void scatter(float *out, const int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[order[i]] = 1.0f * i;
}
