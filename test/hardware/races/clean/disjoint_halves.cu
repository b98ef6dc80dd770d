// The first warps read one half of an array while the others store the other half.
#include "../buffers.h"

__global__ void pipeline(int *out, const int *in) {
  __shared__ int halves[2][64];
  int t = threadIdx.x;
  if (t < 64)
    halves[0][t] = in[t];
  __syncthreads();
  for (int step = 1; step < 4; ++step) {
    int now = (step - 1) % 2, next = step % 2;
    if (t < 64)
      out[(step - 1) * 64 + t] = halves[now][63 - t];
    else
      halves[next][t - 64] = in[step * 64 + t - 64];
    __syncthreads();
  }
}

int main() {
  int *in = numbers<int>(4 * 64), *out = zeros<int>(4 * 64);
  pipeline<<<1, 128>>>(out, in);
  return finish();
}
