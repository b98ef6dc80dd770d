// The kernel of test/hardware/record/extension.py.
#include <cuda_runtime.h>
#include <cstdint>

__global__ void shifted(float *out, const float *in, int64_t n, int shift) {
  int64_t i = blockIdx.x * int64_t(blockDim.x) + threadIdx.x;
  if (i < n)
    out[i] = in[(i + shift) % n];
}
