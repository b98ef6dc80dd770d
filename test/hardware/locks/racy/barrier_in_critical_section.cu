// One thread comes to a barrier inside the lock that it alone has taken.
#include "../trials.h"

__device__ void lock(int *mutex) {
  while (atomicCAS(mutex, 0, 1) != 0) {
  }
  __threadfence();
}

__device__ void unlock(int *mutex) {
  __threadfence();
  atomicExch(mutex, 0);
}

__global__ void offsets(int *mutex, int *next, int *out) {
  __shared__ int start;
  if (threadIdx.x == 0) {
    lock(mutex);
    start = *next;
    *next = start + blockDim.x;
    __syncthreads();
    unlock(mutex);
  }
  __syncthreads();
  int mine = start + threadIdx.x;
  out[mine % 8192] = mine + 1;
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 300);
  int *mutex = zeros<int>(1), *next = zeros<int>(1), *out = zeros<int>(64 * 128);
  std::vector<int> wanted(64 * 128);
  for (int i = 0; i < 64 * 128; ++i)
    wanted[i] = i + 1;
  while (trials.next()) {
    clear(next, 1);
    clear(out, 64 * 128);
    offsets<<<64, 128>>>(mutex, next, out);
    trials.expect(fetch(out, 64 * 128) == wanted);
  }
  return trials.end();
}
