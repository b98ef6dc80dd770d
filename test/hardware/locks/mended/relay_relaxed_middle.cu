// The block in the middle acquires the first flag and releases the second.
#include "../trials.h"
#include <cuda/atomic>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

struct Value {
  int factor; // set by the host
  int number;
};

__global__ void pass(Value *values, int *flags, int *out, int stages) {
  int stage = blockIdx.x % stages, line = blockIdx.x / stages;
  Value *own = values + line * 32;
  Flag mine(flags[blockIdx.x]);
  if (threadIdx.x == 0) {
    int factor = own->factor;
    if (stage == 0) {
      own->number = line + 1;
    } else {
      Flag before(flags[blockIdx.x - 1]);
      while (before.load(cuda::memory_order_acquire) == 0) {
      }
    }
    if (stage == stages - 1)
      out[line] = own->number * factor;
    mine.store(1, cuda::memory_order_release);
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  Value *values = zeros<Value>(30 * 32);
  std::vector<Value> start(30 * 32, Value{2, 0});
  int *flags = zeros<int>(120), *out = zeros<int>(30);
  while (trials.next()) {
    cudaMemcpy(values, start.data(), 30 * 32 * sizeof(Value), cudaMemcpyHostToDevice);
    clear(flags, 120);
    pass<<<120, 32>>>(values, flags, out, 4);
    auto got = fetch(out, 30);
    bool isRight = true;
    for (int line = 0; line < 30; ++line)
      isRight &= got[line] == 2 * (line + 1);
    trials.expect(isRight);
  }
  return trials.end();
}
