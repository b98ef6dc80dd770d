// A scan from one array into the other, which change places after each step.
#include "../buffers.h"

__global__ void scan(int *out, const int *in) {
  __shared__ int even[256], odd[256];
  int t = threadIdx.x;
  int *from = even, *to = odd;
  from[t] = in[t];
  __syncthreads();
  for (int distance = 1; distance < 256; distance *= 2) {
    to[t] = from[t] + (t >= distance ? from[t - distance] : 0);
    __syncthreads();
    int *other = from;
    from = to;
    to = other;
  }
  out[t] = from[t];
}

int main() {
  int *in = numbers<int>(256), *out = zeros<int>(256);
  scan<<<1, 256>>>(out, in);
  return finish();
}
