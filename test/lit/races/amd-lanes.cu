// Which threads are in one warp depends on the device; so does `warpSize`.
// RUN: not %cuda-memlint --arch=sm_60 --checks=-*,cuda-shared-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint --arch=gfx1100 --checks=-*,cuda-shared-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %cuda-memlint --arch=gfx90a --remarks --checks=-*,cuda-shared-race,cuda-redundant-barrier %s 2>&1 | FileCheck %s --check-prefix=WIDE --implicit-check-not=warning:
// RUN: %json --arch=sm_80 %s | %query | FileCheck %s --check-prefix=LANES32
// RUN: %json --arch=gfx1030 %s | %query | FileCheck %s --check-prefix=LANES32
// RUN: %json --arch=gfx90a %s | %query | FileCheck %s --check-prefix=LANES64

// Threads 32 apart: in one wavefront of 64, whose lanes are in lockstep, and in two warps of 32.
__global__ void halves(int *out) {
  __shared__ int values[64];
  values[threadIdx.x] = int(threadIdx.x);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race
  out[threadIdx.x] = values[threadIdx.x ^ 32];
}
// WIDE: 0 warnings in 0 of 3 kernels

// Nothing is said of what compilers may do without the barrier: it is not called redundant.
__global__ void ordered(int *out) {
  __shared__ int values[64];
  values[threadIdx.x] = int(threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x ^ 32];
}

// One lane of each warp: of 256 threads, 8 warps of 32 or 4 of 64.
__global__ void lanes(int *out, const int *in) {
  if (threadIdx.x % warpSize == 0)
    out[threadIdx.x / warpSize] = in[threadIdx.x];
  // LANES32: global load requests=8 cost=8 ideal=8 worst=1; assumed; kernel=lanes
  // LANES64: global load requests=4 cost=4 ideal=4 worst=1; assumed; kernel=lanes
}

int main() {
  int *out = nullptr, *in = nullptr;
  halves<<<1, 64>>>(out);
  ordered<<<1, 64>>>(out);
  lanes<<<1, 256>>>(out, in);
  return cudaDeviceSynchronize();
}
