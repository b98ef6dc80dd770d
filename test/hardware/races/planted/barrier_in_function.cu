// A function that waits, called by half of the block.
#include "../buffers.h"

__device__ int fetch(int *values, int t) {
  __syncthreads(); // planted 1: cuda-divergent-barrier, seen by synccheck
  return values[(t + 1) % 128];
}

__global__ void rotate(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  int next = 0;
#ifdef FIXED
  int fetched = fetch(values, t);
  if (t % 8 < 4)
    next = fetched;
#else
  if (t % 8 < 4)
    next = fetch(values, t); // planted 1
#endif
  out[t] = __reduce_add_sync(0xffffffff, next);
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(128);
  rotate<<<1, 128>>>(out, in);
  return finish();
}
