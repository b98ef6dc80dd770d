// A window that moves on by one element: all elements shift down at once.
#include "../buffers.h"

__global__ void slide(int *out, const int *in, int n) {
  __shared__ int window[65];
  int t = threadIdx.x;
  window[t] = in[t];
  for (int i = 64; i < n; ++i) {
    if (t == 0)
      window[64] = in[i];
    __syncthreads();
    int next = window[t + 1]; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
    __syncthreads();
#endif
    window[t] = next; // planted 1
    __syncthreads(); // redundant when fixed
  }
  out[t] = window[t];
}

int main() {
  int *in = numbers<int>(80), *out = zeros<int>(64);
  slide<<<1, 64>>>(out, in, 80);
  return finish();
}
