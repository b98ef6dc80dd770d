// A tile copied asynchronously: the barrier waits for the threads, not for their copies.
#include "../buffers.h"
#include <cuda_pipeline.h>

__global__ void reverse(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&values[t], &in[t], sizeof(int)); // planted 1: cuda-shared-race, seen by racecheck
  __pipeline_commit();
#ifdef FIXED
  __pipeline_wait_prior(0);
#endif
  __syncthreads();
  out[t] = values[127 - t]; // planted 1
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(128);
  reverse<<<1, 128>>>(out, in);
  return finish();
}
