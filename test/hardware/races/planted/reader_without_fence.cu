// One block waits for another's flag, but its read of the data may have come before.
#include "../buffers.h"

__global__ void pass(int *out, int *data, volatile int *flag) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 42; // planted 1: cuda-missing-fence
      __threadfence();
      *flag = 1; // planted 1
    }
  } else if (threadIdx.x == 0) {
    while (*flag == 0) { // planted 1
    }
#ifdef FIXED
    __threadfence();
#endif
    out[0] = data[0]; // planted 1
  }
}

int main() {
  int *data = zeros<int>(1), *flag = zeros<int>(1), *out = zeros<int>(1);
  pass<<<2, 32>>>(out, data, flag);
  return finish();
}
