// Flags between blocks, released and acquired with the scope of the device.
#include "../trials.h"
#include <cuda/atomic>

template <cuda::thread_scope Scope> struct Channel {
  int capacity; // set by the host
  int items[15];
  cuda::atomic<int, Scope> count;

  __device__ void send(int item) {
    int n = count.load(cuda::memory_order_relaxed);
    items[n] = item;
    count.store(n + 1, cuda::memory_order_release);
  }
  __device__ int receive(int n) {
    while (count.load(cuda::memory_order_acquire) <= n) {
    }
    return items[n];
  }
};

using Pipe = Channel<cuda::thread_scope_device>;

__global__ void talk(Pipe *pipes, int *out) {
  Pipe &pipe = pipes[blockIdx.x / 2];
  if (threadIdx.x == 0) {
    if (blockIdx.x & 1) {
      int sum = 0;
      for (int n = 0; n < pipe.capacity; ++n)
        sum = sum * 3 + pipe.receive(n);
      out[blockIdx.x / 2] = sum;
    } else {
      for (int n = 0; n < pipe.capacity; ++n)
        pipe.send(n + 1);
    }
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  Pipe *pipes = zeros<Pipe>(40);
  int *out = zeros<int>(40), capacity = 12, wanted = 0;
  for (int n = 0; n < capacity; ++n)
    wanted = wanted * 3 + n + 1;
  while (trials.next()) {
    clear(pipes, 40);
    for (int p = 0; p < 40; ++p)
      cudaMemcpyAsync(&pipes[p].capacity, &capacity, sizeof(int), cudaMemcpyHostToDevice);
    clear(out, 40);
    talk<<<80, 32>>>(pipes, out);
    trials.expect(fetch(out, 40) == std::vector<int>(40, wanted));
  }
  return trials.end();
}
