// RUN: %json --toolkit=embedded %s | FileCheck %s --check-prefix=WHOLE
// RUN: %json --toolkit=embedded %s | %query | FileCheck %s

// Atomic objects of libcu++: the access is shown where the program asks for it.

// WHOLE: "parsed": "whole"

#include <cuda/atomic>
#include <cuda/std/atomic>

// Each lane its own word: 128 bytes, 4 sectors. All lanes one word: 1 sector.
__global__ void count(int *counters, cuda::atomic<unsigned, cuda::thread_scope_device> *total) {
  cuda::atomic_ref<int, cuda::thread_scope_device> mine(counters[threadIdx.x]);
  mine.fetch_add(1, cuda::memory_order_relaxed);
  // CHECK: line [[#@LINE-1]]: global atomic {{.*}} worst=4; {{proved|assumed}}; kernel=count
  total->fetch_add(1u);
  // CHECK: line [[#@LINE-1]]: global atomic {{.*}} worst=1; {{proved|assumed}}; kernel=count
}

__global__ void read(unsigned *out, cuda::std::atomic<unsigned> *total) {
  out[threadIdx.x] = total[threadIdx.x].load();
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved; kernel=read
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=4 ideal=4 worst=4; proved; kernel=read
}

void run(int *p, unsigned *q, cuda::atomic<unsigned, cuda::thread_scope_device> *a,
         cuda::std::atomic<unsigned> *s) {
  count<<<1, 32>>>(p, a);
  read<<<1, 32>>>(q, s);
}
