// RUN: not %cuda-memlint --checks=-*,cuda-global-race,cuda-missing-fence %s 2>&1 | FileCheck %s --implicit-check-not=warning:
//
// A relaxed load in a loop that is left by an acquiring compare-and-swap alone needs no fence.

#include <cuda/atomic>

using Permits = cuda::atomic_ref<int, cuda::thread_scope_device>;
constexpr auto Relaxed = cuda::memory_order_relaxed, Acquire = cuda::memory_order_acquire,
               Release = cuda::memory_order_release;

__global__ void semaphore(int *count, int *data) {
  if (threadIdx.x != 0)
    return;
  Permits permits(*count);
  for (;;) {
    int seen = permits.load(Relaxed);
    if (seen > 0 && permits.compare_exchange_strong(seen, seen - 1, Acquire))
      break;
  }
  *data += 1;
  permits.fetch_add(1, Release);
}

__global__ void anotherWayOut(int *count, int *data) {
  if (threadIdx.x != 0)
    return;
  Permits permits(*count);
  for (;;) {
    int seen = permits.load(Relaxed);
    if (seen > 8)
      break;
    if (seen > 0 && permits.compare_exchange_strong(seen, seen - 1, Acquire))
      break;
  }
  // CHECK: :[[#@LINE+1]]:3: warning: missing fence: `data` is loaded without
  *data += 1;
  permits.fetch_add(1, Release);
}

__global__ void relaxedSwap(int *count, int *data) {
  if (threadIdx.x != 0)
    return;
  Permits permits(*count);
  for (;;) {
    int seen = permits.load(Relaxed);
    if (seen > 0 && permits.compare_exchange_strong(seen, seen - 1, Relaxed))
      break;
  }
  // CHECK: :[[#@LINE+1]]:3: warning: missing fence: `data` is loaded without
  *data += 1;
  permits.fetch_add(1, Release);
}

void launch(int *count, int *data) {
  semaphore<<<8, 64>>>(count, data);
  anotherWayOut<<<8, 64>>>(count, data);
  relaxedSwap<<<8, 64>>>(count, data);
}
