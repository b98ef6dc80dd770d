// The first warp fills a table that all warps read at once.
#include "../buffers.h"

__global__ void lookUp(int *out, const int *table, const int *in) {
  __shared__ int entries[64];
  int t = threadIdx.x;
  if (t < 32) {
    entries[t] = table[t];           // planted 1: cuda-shared-race, seen by racecheck
    entries[t + 32] = table[t + 32]; // planted 1
  }
#ifdef FIXED
  __syncthreads();
#else
  __syncwarp();
#endif
  out[t] = entries[(t * 5) % 64] + in[t]; // planted 1
}

int main() {
  int *table = numbers<int>(64), *in = numbers<int>(256), *out = zeros<int>(256);
  lookUp<<<1, 256>>>(out, table, in);
  return finish();
}
