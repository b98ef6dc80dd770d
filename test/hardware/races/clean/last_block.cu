// The last block to finish adds up what all have stored, behind fences on both sides.
#include "../buffers.h"

__device__ unsigned int tickets;

__global__ void sum(int *out, volatile int *parts, const int *in) {
  __shared__ int values[64];
  __shared__ bool isLast;
  int t = threadIdx.x;
  values[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  for (int half = 32; half > 0; half /= 2) {
    if (t < half)
      values[t] += values[t + half];
    __syncthreads();
  }
  if (t == 0) {
    parts[blockIdx.x] = values[0];
    __threadfence();
    isLast = atomicAdd(&tickets, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (isLast && t == 0) {
    int total = 0;
    for (int i = 0; i < gridDim.x; ++i)
      total += parts[i];
    *out = total;
    tickets = 0;
  }
}

int main() {
  int *in = numbers<int>(16 * 64), *parts = zeros<int>(16), *out = zeros<int>(1);
  sum<<<16, 64>>>(out, parts, in);
  return finish();
}
