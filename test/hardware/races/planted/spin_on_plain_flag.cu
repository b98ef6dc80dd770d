// A loop that waits for a number which the compiler may read once and never again.
// not run: it may never end
#include "../buffers.h"

#ifdef FIXED
using Flag = volatile int;
#else
using Flag = int;
#endif

__global__ void pass(int *out, volatile int *data, Flag *flag) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 42;
      __threadfence();
      *flag = 1; // planted 1: cuda-missing-fence|cuda-global-race
    }
  } else if (threadIdx.x == 0) {
    while (*flag == 0) { // planted 1
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
