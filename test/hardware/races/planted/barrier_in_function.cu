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
#ifdef FIXED
  int next = fetch(values, t);
  if (t % 8 < 4)
    out[t] = next;
#else
  if (t % 8 < 4)
    out[t] = fetch(values, t); // planted 1
#endif
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(128);
  rotate<<<1, 128>>>(out, in);
  return finish();
}
