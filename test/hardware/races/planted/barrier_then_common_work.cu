// A barrier that a quarter of the lanes waits at, while the others wait for them behind it.
#include "../buffers.h"

__global__ void shift(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
#ifdef FIXED
  __syncthreads();
  int value = 0;
  if (t % 4 == 0)
    value = values[(t + 32) % 128];
#else
  int value = 0;
  if (t % 4 == 0) {
    __syncthreads(); // planted 1: cuda-divergent-barrier, seen by synccheck
    value = values[(t + 32) % 128];
  }
#endif
  value = __reduce_max_sync(0xffffffff, value);
  out[t] = value;
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(128);
  shift<<<1, 128>>>(out, in);
  return finish();
}
