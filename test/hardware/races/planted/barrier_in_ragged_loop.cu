// Barriers in a loop that threads leave after different numbers of iterations.
#include "../buffers.h"

__global__ void rotate(int *out, const int *in) {
  __shared__ int values[64];
  int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
#ifdef FIXED
  for (int i = 0; i < 4; ++i) {
#else
  for (int i = 0; i < 1 + t % 4; ++i) {
#endif
    int next = values[(t + 1) % 64];
    __syncthreads(); // planted 1: cuda-divergent-barrier, not seen: threads that have ended count as arrived
    values[t] = next;
    __syncthreads(); // planted 1
  }
  out[t] = values[t];
}

int main() {
  int *in = numbers<int>(64), *out = zeros<int>(64);
  rotate<<<1, 64>>>(out, in);
  return finish();
}
