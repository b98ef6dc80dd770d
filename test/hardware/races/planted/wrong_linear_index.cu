// A block of 16 x 16 threads, numbered as if it were 8 wide.
#include "../buffers.h"

#ifdef FIXED
constexpr int Width = 16;
#else
constexpr int Width = 8;
#endif

__global__ void reverse(int *out, const int *in) {
  __shared__ int values[256];
  int t = threadIdx.y * Width + threadIdx.x;
  values[t] = in[threadIdx.y * 16 + threadIdx.x]; // planted 1: cuda-shared-race, seen by racecheck
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = values[255 - t];
}

int main() {
  int *in = numbers<int>(256), *out = zeros<int>(256);
  reverse<<<1, dim3(16, 16)>>>(out, in);
  return finish();
}
