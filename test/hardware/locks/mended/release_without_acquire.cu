// The flag is released by the writer and acquired by its reader.
#include "../trials.h"
#include <cuda/atomic>

using Flag = cuda::atomic<int, cuda::thread_scope_device>;

// Sums in place: block b waits for block b - 1, and adds its own number to what that has added up.
__global__ void chain(int *sums, Flag *ready) {
  if (threadIdx.x != 0)
    return;
  int b = blockIdx.x;
  int mine = sums[b], before = 0;
  if (b > 0) {
    while (!ready[b - 1].load(cuda::memory_order_acquire)) {
    }
    before = sums[b - 1];
  }
  sums[b] = before + mine;
  ready[b].store(1, cuda::memory_order_release);
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *in = numbers<int>(64), *sums = zeros<int>(64);
  Flag *ready = zeros<Flag>(64);
  std::vector<int> wanted(64);
  for (int b = 0; b < 64; ++b)
    wanted[b] = (b ? wanted[b - 1] : 0) + number(b);
  while (trials.next()) {
    cudaMemcpy(sums, in, 64 * sizeof(int), cudaMemcpyDeviceToDevice);
    clear(ready, 64);
    chain<<<64, 32>>>(sums, ready);
    trials.expect(fetch(sums, 64) == wanted);
  }
  return trials.end();
}
