// The block in the middle sees the first flag by relaxed loads, and releases the second flag.
#include "../trials.h"
#include <cuda/atomic>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void pass(int *values, int *flags, int *out, int stages) {
  int stage = blockIdx.x % stages, line = blockIdx.x / stages;
  int *own = values + line * 32;
  Flag mine(flags[blockIdx.x]);
  if (threadIdx.x == 0) {
    if (stage == 0) {
      *own = line + 1;
    } else {
      Flag before(flags[blockIdx.x - 1]);
      while (before.load(cuda::memory_order_relaxed) == 0) {
      }
    }
    if (stage == stages - 1)
      out[line] = *own;
    mine.store(1, cuda::memory_order_release);
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *values = zeros<int>(30 * 32), *flags = zeros<int>(120), *out = zeros<int>(30);
  while (trials.next()) {
    clear(values, 30 * 32);
    clear(flags, 120);
    pass<<<120, 32>>>(values, flags, out, 4);
    auto got = fetch(out, 30);
    bool isRight = true;
    for (int line = 0; line < 30; ++line)
      isRight &= got[line] == line + 1;
    trials.expect(isRight);
  }
  return trials.end();
}
