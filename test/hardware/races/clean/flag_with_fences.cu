// Data passed from one block to another by a volatile flag with a fence on each side.
#include "../buffers.h"

__global__ void pass(int *out, int *data, volatile int *flag) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 42;
      __threadfence();
      *flag = 1;
    }
  } else if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
    __threadfence();
    out[0] = data[0];
  }
}

int main() {
  int *data = zeros<int>(1), *flag = zeros<int>(1), *out = zeros<int>(1);
  pass<<<2, 32>>>(out, data, flag);
  return finish();
}
