// RUN: not %cuda-memlint --checks=-*,cuda-global-race,cuda-missing-fence %s 2>&1 | FileCheck %s --implicit-check-not=warning:
//
// An acquiring read behind a loop that polls the same location sees what ended the loop.

#include <cuda/atomic>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;
constexpr auto Relaxed = cuda::memory_order_relaxed, Acquire = cuda::memory_order_acquire,
               Release = cuda::memory_order_release;

__global__ void ofFlag(int *ready, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  Flag flag(*ready);
  if (blockIdx.x == 0) {
    data[0] = 1;
    flag.store(1, Release);
  } else {
    while (flag.load(Relaxed) == 0) {
    }
    flag.load(Acquire);
    out[blockIdx.x] = data[0];
  }
}

__global__ void ofOther(int *ready, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  Flag flag(ready[0]), other(ready[1]);
  if (blockIdx.x == 0) {
    data[0] = 1;
    flag.store(1, Release);
  } else {
    while (flag.load(Relaxed) == 0) {
    }
    other.load(Acquire);
    // CHECK: :[[#@LINE+1]]:23: warning: global memory race on `data[0]`: {{.*}} with a flag or a lock, but no fence
    out[blockIdx.x] = data[0];
  }
}

void launch(int *ready, int *data, int *out) {
  ofFlag<<<8, 64>>>(ready, data, out);
  ofOther<<<8, 64>>>(ready, data, out);
}
