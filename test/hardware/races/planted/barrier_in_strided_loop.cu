// A loop over a row by strides, with barriers, that some lanes leave one iteration earlier.
// not run: it never ends
#include "../buffers.h"

__global__ void smooth(float *out, const float *in, int n) {
  __shared__ float cells[96 + 1];
  int t = threadIdx.x;
  float sum = 0;
#ifdef FIXED
  for (int first = 0; first < n; first += 96) {
    int i = first + t;
#else
  for (int i = t; i < n; i += 96) {
#endif
    cells[t] = i < n ? in[i] : 0;
    __syncthreads(); // planted 1: cuda-divergent-barrier, not seen: it never ends
    sum += cells[t] - cells[95 - t];
    __syncthreads(); // planted 1
  }
  sum += __shfl_xor_sync(0xffffffff, sum, 1);
  out[t] = sum;
}

int main() {
  float *in = numbers<float>(200), *out = zeros<float>(96);
  smooth<<<1, 96>>>(out, in, 200);
  return finish();
}
