// The largest value of the grid, kept by an atomic reference for the device.
#include "../trials.h"
#include <cuda/atomic>

template <cuda::thread_scope Scope> __device__ void raise(unsigned &peak, unsigned value) {
  cuda::atomic_ref<unsigned, Scope> reference(peak);
  reference.fetch_max(value, cuda::memory_order_relaxed);
}

__global__ void peaks(unsigned *peak, const unsigned *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    raise<cuda::thread_scope_device>(*peak, in[i] + i);
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  unsigned *in = numbers<unsigned>(16384), *peak = zeros<unsigned>(1);
  unsigned wanted = 0;
  for (int i = 0; i < 16384; ++i)
    wanted = std::max<unsigned>(wanted, number(i) + i);
  while (trials.next()) {
    clear(peak, 1);
    peaks<<<64, 256>>>(peak, in, 16384);
    trials.expect(first(peak) == wanted);
  }
  return trials.end();
}
