// Exchanges at doubling distances within warps: a barrier before and after each store.
#include "../buffers.h"

__global__ void sums(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  int own = in[t];
  for (int distance = 1; distance < 32; distance *= 2) {
    values[t] = own;
    __syncwarp();
    own += values[t ^ distance];
    __syncwarp();
  }
  out[t] = own;
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(128);
  sums<<<1, 128>>>(out, in);
  return finish();
}
