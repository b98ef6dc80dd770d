// Threads arrive at a barrier object and go on without waiting for the others.
#include "../buffers.h"
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void reverse(int *out, const int *in) {
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier barrier;
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t == 0)
    init(&barrier, blockDim.x);
  __syncthreads();
  values[t] = in[t]; // planted 1: cuda-shared-race, seen by racecheck
  auto token = barrier.arrive();
#ifdef FIXED
  barrier.wait(std::move(token));
#else
  (void)token;
#endif
  out[t] = values[127 - t]; // planted 1
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(128);
  reverse<<<1, 128>>>(out, in);
  return finish();
}
