// A named barrier for two warps, which four come to: any two may go on.
#include "../buffers.h"

__global__ void reverse(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t >= 64)
    __nanosleep(100000); // so that it is the first half that goes on
  values[t] = in[t]; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
  asm volatile("bar.sync 1, 128;" ::: "memory");
#else
  asm volatile("bar.sync 1, 64;" ::: "memory");
#endif
  out[t] = values[127 - t]; // planted 1
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(128);
  reverse<<<1, 128>>>(out, in);
  return finish();
}
