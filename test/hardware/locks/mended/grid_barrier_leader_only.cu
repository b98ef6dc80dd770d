// After the barrier of the grid, the threads of a block wait for the one that waited.
#include "../trials.h"
#include <cuda/atomic>

__device__ void meet(int *counter) {
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> arrived(*counter);
    arrived.fetch_add(1, cuda::memory_order_acq_rel);
    while (arrived.load(cuda::memory_order_acquire) < (int)gridDim.x) {
    }
  }
  __syncthreads();
}

__global__ void transpose(int *middle, int *out, const int *in, int *counter) {
  middle[blockIdx.x * 64 + threadIdx.x] = in[blockIdx.x * 64 + threadIdx.x];
  meet(counter);
  out[blockIdx.x * 64 + threadIdx.x] = middle[threadIdx.x * 64 + blockIdx.x];
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *in = numbers<int>(64 * 64), *middle = zeros<int>(64 * 64), *out = zeros<int>(64 * 64);
  int *counter = zeros<int>(1);
  std::vector<int> wanted(64 * 64);
  for (int i = 0; i < 64 * 64; ++i)
    wanted[i] = number(i % 64 * 64 + i / 64);
  while (trials.next()) {
    clear(counter, 1);
    clear(middle, 64 * 64);
    transpose<<<64, 64>>>(middle, out, in, counter);
    trials.expect(fetch(out, 64 * 64) == wanted);
  }
  return trials.end();
}
