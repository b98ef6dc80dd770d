// The lock lets one block in at a time, but there is no fence after it is taken or before its
// release.
#include "../trials.h"

__device__ void lock(int *mutex) {
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
}

__device__ void unlock(int *mutex) { atomicExch(mutex, 0); }

// Counts the numbers above a limit, a tile at a time.
__global__ void count(int *mutex, int *total, const int *in) {
  for (int tile = blockIdx.x; tile < 512; tile += gridDim.x) {
    int above = __syncthreads_count(in[tile * 128 + threadIdx.x] > 30);
    if (threadIdx.x == 0) {
      lock(mutex);
      *total += above;
      unlock(mutex);
    }
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *in = numbers<int>(512 * 128), *mutex = zeros<int>(1), *total = zeros<int>(1);
  int wanted = 0;
  for (int i = 0; i < 512 * 128; ++i)
    wanted += number(i) > 30;
  while (trials.next()) {
    clear(total, 1);
    count<<<64, 128>>>(mutex, total, in);
    trials.expect(first(total) == wanted);
  }
  return trials.end();
}
