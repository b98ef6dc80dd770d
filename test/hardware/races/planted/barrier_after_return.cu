// Threads beyond the end return before the barrier at which the others wait.
#include "../buffers.h"

__global__ void reverse(int *out, const int *in, int n) {
  __shared__ int values[256];
  int t = threadIdx.x;
#ifdef FIXED
  if (t < n)
    values[t] = in[t];
  __syncthreads();
  if (t < n)
    out[t] = values[n - 1 - t];
#else
  if (t >= n)
    return;
  values[t] = in[t];
  __syncthreads(); // planted 1: cuda-divergent-barrier, not seen: threads that have ended count as arrived
  out[t] = values[n - 1 - t];
#endif
}

int main() {
  int *in = numbers<int>(256), *out = zeros<int>(256);
  reverse<<<1, 256>>>(out, in, 200);
  return finish();
}
