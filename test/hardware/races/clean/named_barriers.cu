// Each half of the block has an array and a barrier of its own.
#include "../buffers.h"

__global__ void reverseHalves(int *out, const int *in) {
  __shared__ int first[64], second[64];
  int t = threadIdx.x;
  if (t < 64) {
    first[t] = in[t];
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[t] = first[63 - t];
  } else {
    second[t - 64] = in[t];
    asm volatile("bar.sync 2, 64;" ::: "memory");
    out[t] = second[127 - t];
  }
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(128);
  reverseHalves<<<1, 128>>>(out, in);
  return finish();
}
