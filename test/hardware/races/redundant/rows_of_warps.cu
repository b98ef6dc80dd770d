// A barrier of the block where a warp only reads what its own lanes stored, and has waited for.
#include "../buffers.h"

__global__ void reverseRows(int *out, const int *in) {
  __shared__ int rows[4][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  rows[warp][lane] = in[threadIdx.x];
  __syncwarp(); // planted 1: cuda-redundant-barrier
  __syncthreads(); // planted 1
  out[threadIdx.x] = rows[warp][31 - lane];
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(128);
  reverseRows<<<1, 128>>>(out, in);
  return finish();
}
