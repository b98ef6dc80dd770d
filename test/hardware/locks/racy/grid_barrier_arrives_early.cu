// One thread arrives at the barrier of the grid for its block, before other threads have stored.
#include "../trials.h"

__device__ unsigned arrivals;

__device__ void arriveAndWait(unsigned blocks) {
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrivals, 1);
    while (atomicAdd(&arrivals, 0) < blocks)
      __nanosleep(32);
    __threadfence();
  }
  __syncthreads();
}

__global__ void reverse(int *data, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __nanosleep(threadIdx.x * 16); // the last warps have the most to do
  data[i] = i * 3;
  arriveAndWait(gridDim.x);
  out[i] = data[n - 1 - i];
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *data = zeros<int>(100 * 512), *out = zeros<int>(100 * 512);
  std::vector<int> wanted(100 * 512);
  for (int i = 0; i < 100 * 512; ++i)
    wanted[i] = 3 * (100 * 512 - 1 - i);
  while (trials.next()) {
    unsigned none = 0;
    cudaMemcpyToSymbol(arrivals, &none, sizeof(none));
    clear(data, 100 * 512);
    reverse<<<100, 512>>>(data, out, 100 * 512);
    trials.expect(fetch(out, 100 * 512) == wanted);
  }
  return trials.end();
}
