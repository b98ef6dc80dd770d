// A barrier that three quarters of the threads pass by.
#include "../buffers.h"

__global__ void shift(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
#ifdef FIXED
  __syncthreads();
  if (t % 4 == 0)
    out[t] = values[(t + 32) % 128];
#else
  if (t % 4 == 0) {
    __syncthreads(); // planted 1: cuda-divergent-barrier, not seen: threads that have ended count as arrived
    out[t] = values[(t + 32) % 128];
  }
#endif
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(128);
  shift<<<1, 128>>>(out, in);
  return finish();
}
