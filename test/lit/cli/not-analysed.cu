// RUN: %cuda-memlint %s | FileCheck %s
// RUN: %cuda-memlint --show-unknown %s | FileCheck %s --check-prefix=REASON --implicit-check-not="note: not analysed:"

// The report names the kernels that it says nothing of. Nothing tells what `Operation` is.
template <typename Operation> __global__ void applied(float *values, Operation operation) {
  values[threadIdx.x] = operation(values[threadIdx.x]);
}
template <typename Operation> __global__ void folded(float *values, Operation operation) {
  values[0] = operation(values[threadIdx.x], values[threadIdx.x + 1]);
}
__global__ void cleared(float *values) { values[threadIdx.x] = 0; }

// CHECK: note: not analysed: 'applied', 'folded'
// CHECK: 3 kernels; {{.*}}; 2 kernels not analysed
// REASON: note: kernel 'applied' was not analysed: a template that this file does not instantiate
