// Warps add to a total in shared memory and subtract from it under one lock.
#include "../trials.h"

__device__ void acquire(int *mutex) {
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
  __threadfence_block();
}

__device__ void release(int *mutex) {
  __threadfence_block();
  atomicExch(mutex, 0);
}

__global__ void balance(int *out, const int *in) {
  __shared__ int mutex, total;
  if (threadIdx.x == 0)
    mutex = total = 0;
  __syncthreads();
  int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 == 0) {
    for (int k = 0; k < 16; ++k) {
      int value = in[(blockIdx.x * 8 + warp) * 16 + k];
      acquire(&mutex);
      total += value % 2 ? -value : value;
      release(&mutex);
    }
  }
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = total;
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *in = numbers<int>(32 * 8 * 16), *out = zeros<int>(32);
  int wanted[32] = {};
  for (int i = 0; i < 32 * 8 * 16; ++i)
    wanted[i / 128] += number(i) % 2 ? -number(i) : number(i);
  while (trials.next()) {
    balance<<<32, 256>>>(out, in);
    auto got = fetch(out, 32);
    trials.expect(std::equal(got.begin(), got.end(), wanted));
  }
  return trials.end();
}
