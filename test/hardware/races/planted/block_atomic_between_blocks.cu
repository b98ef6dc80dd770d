// An atomic that is one within a block only, on a counter of the whole grid.
#include "../buffers.h"

__global__ void count(int *total) {
#ifdef FIXED
  atomicAdd(total, 1);
#else
  atomicAdd_block(total, 1); // planted 1: cuda-missing-fence|cuda-global-race
#endif
}

int main() {
  int *total = zeros<int>(1);
  count<<<8, 64>>>(total);
  return finish();
}
