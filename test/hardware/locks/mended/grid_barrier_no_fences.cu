// A barrier of the grid by a counter that all blocks wait for, with fences around it.
#include "../trials.h"

__device__ void gridBarrier(unsigned *arrived, unsigned wanted) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1u);
    while (*(volatile unsigned *)arrived < wanted) {
    }
    __threadfence();
  }
  __syncthreads();
}

// Each step takes the mean of both neighbours; two buffers in turn.
__global__ void heat(int *from, int *to, unsigned *arrived, int n, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int left = (i + n - 1) % n, right = (i + 1) % n;
  for (int step = 1; step <= steps; ++step) {
    to[i] = from[left] + from[right];
    gridBarrier(arrived, step * gridDim.x);
    int *other = from;
    from = to;
    to = other;
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 300);
  const int n = 64 * 64, steps = 6;
  int *from = zeros<int>(n), *to = zeros<int>(n);
  unsigned *arrived = zeros<unsigned>(1);
  std::vector<int> start(n), wanted(n), next(n);
  for (int i = 0; i < n; ++i)
    start[i] = wanted[i] = number(i);
  for (int step = 0; step < steps; ++step) {
    for (int i = 0; i < n; ++i)
      next[i] = wanted[(i + n - 1) % n] + wanted[(i + 1) % n];
    wanted = next;
  }
  while (trials.next()) {
    cudaMemcpy(from, start.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    clear(arrived, 1);
    heat<<<64, 64>>>(from, to, arrived, n, 6);
    trials.expect(fetch(from, n) == wanted);
  }
  return trials.end();
}
