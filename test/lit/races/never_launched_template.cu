// RUN: %cuda-memlint --remarks --checks=-*,cuda-shared-race,cuda-global-race --fail-on=none %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint --checks=-*,cuda-global-race '--launch=total<<<4, 256>>>' %s 2>&1 | FileCheck %s --check-prefix=STATED

// A template that nothing instantiates or launches: what races there may be depends on two guesses.
// CHECK: :[[#@LINE+6]]:5: remark: global memory race on `values[0]`
// CHECK: note: remark only: nothing launches the kernel, and the template is instantiated with Type = float, since the file does not instantiate it
// STATED: :[[#@LINE+4]]:5: warning: global memory race on `values[0]`
template <typename Type> __global__ void total(Type *values) {
  Type sum = values[blockIdx.x * blockDim.x + threadIdx.x];
  if (threadIdx.x == 0)
    values[0] = sum;
}

// One that another function launches, if with an unknown block.
template <typename Type> __global__ void launched(Type *values) {
  Type sum = values[blockIdx.x * blockDim.x + threadIdx.x];
  if (threadIdx.x == 0)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `values[0]`
    values[0] = sum;
}
void launch(double *values, int threads) { launched<<<4, threads>>>(values); }

// An instantiation that the source asks for.
template <typename Type> __global__ void asked(Type *values) {
  Type sum = values[blockIdx.x * blockDim.x + threadIdx.x];
  if (threadIdx.x == 0)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `values[0]`
    values[0] = sum;
}
template __global__ void asked<int>(int *);
