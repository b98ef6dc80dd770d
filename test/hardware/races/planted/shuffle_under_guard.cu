// A shuffle whose mask names lanes that a condition keeps away.
#include "../buffers.h"

__global__ void fold(int *out, const int *in) {
  int lane = threadIdx.x % 32;
  int value = in[threadIdx.x];
#ifdef FIXED
  int other = __shfl_down_sync(0xffffffff, value, 8);
  if (lane < 16)
    value += other;
#else
  if (lane < 16)
    value += __shfl_down_sync(0xffffffff, value, 8); // planted 1: cuda-divergent-barrier, not seen: synccheck looks at barriers only
#endif
  out[threadIdx.x] = value;
}

int main() {
  int *in = numbers<int>(64), *out = zeros<int>(64);
  fold<<<1, 64>>>(out, in);
  return finish();
}
