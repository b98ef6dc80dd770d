// Prefix sums by a tree, without a barrier between the steps down.
#include "../buffers.h"

__global__ void scan(int *out, const int *in) {
  __shared__ int sums[256];
  int t = threadIdx.x;
  sums[2 * t] = in[2 * t];
  sums[2 * t + 1] = in[2 * t + 1];
  int offset = 1;
  for (int pairs = 128; pairs > 0; pairs /= 2) {
    __syncthreads();
    if (t < pairs)
      sums[offset * (2 * t + 2) - 1] += sums[offset * (2 * t + 1) - 1];
    offset *= 2;
  }
  if (t == 0)
    sums[255] = 0;
  for (int pairs = 1; pairs < 256; pairs *= 2) {
    offset /= 2;
#ifdef FIXED
    __syncthreads();
#endif
    if (t < pairs) {
      int left = sums[offset * (2 * t + 1) - 1];                         // planted 1: cuda-shared-race, seen by racecheck
      sums[offset * (2 * t + 1) - 1] = sums[offset * (2 * t + 2) - 1];   // planted 1
      sums[offset * (2 * t + 2) - 1] += left;                            // planted 1
    }
  }
  __syncthreads(); // redundant when fixed
  out[2 * t] = sums[2 * t];
  out[2 * t + 1] = sums[2 * t + 1];
}

int main() {
  int *in = numbers<int>(256), *out = zeros<int>(256);
  scan<<<1, 128>>>(out, in);
  return finish();
}
