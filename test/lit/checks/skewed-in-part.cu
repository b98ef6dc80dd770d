// An array without rows to pad, in a scan whose strides double: one word more for each 32 leaves some
// of the conflicts only, and the help says that. Counted bank by bank, the three accesses of all rounds
// have 945 wavefronts in excess, and 15 then.
//
// RUN: not %cuda-memlint --checks=-*,cuda-shared-bank-conflict %s | FileCheck %s
// CHECK: warning: shared memory bank conflict: {{.*}}sums
// CHECK: help: access `sums[i + i / 32]` instead of `sums[i]`, which leaves 15 of the 945 excess wavefronts (+256 B shared memory)
__global__ void sweepUp(float *out, const float *in) {
  __shared__ float sums[2048];
  sums[threadIdx.x] = in[threadIdx.x];
  sums[threadIdx.x + 1024] = in[threadIdx.x + 1024];
  for (int stride = 1; stride < 2048; stride <<= 1) {
    __syncthreads();
    int a = stride * (2 * threadIdx.x + 1) - 1, b = stride * (2 * threadIdx.x + 2) - 1;
    if (b < 2048)
      sums[b] += sums[a];
  }
  __syncthreads();
  out[threadIdx.x] = sums[threadIdx.x];
  out[threadIdx.x + 1024] = sums[threadIdx.x + 1024];
}

void run(float *out, const float *in) { sweepUp<<<1, 1024>>>(out, in); }
