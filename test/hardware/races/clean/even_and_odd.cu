// Two stores for each thread, to the even and the odd elements.
#include "../buffers.h"

__global__ void interleave(int *out, const int *a, const int *b) {
  int i = blockIdx.x * 128 + threadIdx.x;
  out[2 * i] = a[i];
  out[2 * i + 1] = b[i];
}

int main() {
  int *a = numbers<int>(512), *b = numbers<int>(512), *out = zeros<int>(1024);
  interleave<<<4, 128>>>(out, a, b);
  return finish();
}
