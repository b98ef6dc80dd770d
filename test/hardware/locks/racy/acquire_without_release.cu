// The reader acquires a flag that the writer has stored with relaxed order.
#include "../trials.h"
#include <cuda/atomic>

constexpr int ROWS = 48, FAR = 4096;

__global__ void halves(int *data, int *flags, int *out) {
  int row = blockIdx.x / 2;
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(flags[row]);
  if (threadIdx.x == 0) {
    if (blockIdx.x % 2 == 0) {
      for (int k = 0; k < 16; ++k)
        data[k * FAR + row] = row + k;
      flag.store(1, cuda::std::memory_order_relaxed);
    } else {
      while (flag.load(cuda::std::memory_order_acquire) != 1)
        ;
      int sum = 0;
      for (int k = 15; k >= 0; --k)
        sum += data[k * FAR + row];
      out[row] = sum;
    }
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *data = zeros<int>(16 * FAR), *flags = zeros<int>(ROWS), *out = zeros<int>(ROWS);
  while (trials.next()) {
    clear(data, 16 * FAR);
    clear(flags, ROWS);
    halves<<<96, 32>>>(data, flags, out);
    auto got = fetch(out, ROWS);
    bool isRight = true;
    for (int row = 0; row < ROWS; ++row)
      isRight &= got[row] == 16 * row + 120;
    trials.expect(isRight);
  }
  return trials.end();
}
