// Two buffers for a scan; only one pointer is swapped: both name the same from then on.
#include "../buffers.h"

__global__ void scan(int *out, const int *in) {
  __shared__ int even[128], odd[128];
  int t = threadIdx.x;
  int *from = even, *to = odd;
  from[t] = in[t];
  __syncthreads();
  for (int distance = 1; distance < 128; distance *= 2) {
    to[t] = from[t] + (t >= distance ? from[t - distance] : 0); // planted 1: cuda-shared-race, seen by racecheck
    __syncthreads();
#ifdef FIXED
    int *other = from;
    from = to;
    to = other;
#else
    from = to;
#endif
  }
  out[t] = from[t];
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(128);
  scan<<<1, 128>>>(out, in);
  return finish();
}
