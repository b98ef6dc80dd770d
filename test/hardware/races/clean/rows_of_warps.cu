// Each warp has a row of its own, and waits for its own lanes only.
#include "../buffers.h"

__global__ void reverseParts(int *out, const int *in) {
  __shared__ int rows[4][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int part = 0; part < 4; ++part) {
    int first = (part * 4 + warp) * 32;
    rows[warp][lane] = in[first + lane];
    __syncwarp();
    out[first + lane] = rows[warp][31 - lane];
    __syncwarp();
  }
}

int main() {
  int *in = numbers<int>(16 * 32), *out = zeros<int>(16 * 32);
  reverseParts<<<1, 128>>>(out, in);
  return finish();
}
