// Half a warp waits for all of it.
#include "../buffers.h"

__global__ void fold(int *out, const int *in) {
  __shared__ int values[32];
  int lane = threadIdx.x;
  values[lane] = in[lane]; // planted 1
#ifdef FIXED
  __syncwarp();
  if (lane < 16)
    out[lane] = values[lane] + values[lane + 16];
#else
  if (lane < 16) {
    __syncwarp(); // planted 1: cuda-divergent-barrier, seen by racecheck
    out[lane] = values[lane] + values[lane + 16]; // planted 1
  }
#endif
}

int main() {
  int *in = numbers<int>(32), *out = zeros<int>(16);
  fold<<<1, 32>>>(out, in);
  return finish();
}
