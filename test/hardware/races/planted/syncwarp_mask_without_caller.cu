// Lanes wait by a mask that leaves one of them out.
#include "../buffers.h"

__global__ void fold(int *out, const int *in) {
  __shared__ int values[32];
  int lane = threadIdx.x;
  values[lane] = in[lane];
  __syncwarp();
  int sum = values[lane];
  if (lane < 16) {
    sum += values[lane + 16];
#ifdef FIXED
    __syncwarp(0x0000ffff); // redundant when fixed
#else
    __syncwarp(0x00007fff); // planted 1: cuda-divergent-barrier, seen by synccheck
#endif
    values[lane] = sum;
  }
  __syncwarp();
  out[lane] = values[lane % 16];
}

int main() {
  int *in = numbers<int>(32), *out = zeros<int>(32);
  fold<<<1, 32>>>(out, in);
  return finish();
}
