// The second barrier of the grid waits for a count that the first one has already reached.
#include "../trials.h"

struct GridBarrier {
  unsigned count;

  __device__ void wait(unsigned expected) {
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(&count, 1u);
      while (*(volatile unsigned *)&count < expected) {
      }
      __threadfence();
    }
    __syncthreads();
  }
};

__global__ void twoSteps(GridBarrier *barrier, int *a, int *b, int *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
  barrier->wait(gridDim.x);
  b[i] = a[(i + 256) % n] + 1;
  barrier->wait(gridDim.x);
  c[i] = b[(i + 512) % n] + 1;
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  const int n = 96 * 256;
  int *a = zeros<int>(n), *b = zeros<int>(n), *c = zeros<int>(n);
  GridBarrier *barrier = zeros<GridBarrier>(1);
  std::vector<int> wanted(n);
  for (int i = 0; i < n; ++i)
    wanted[i] = (i + 768) % n + 2;
  while (trials.next()) {
    clear(barrier, 1);
    clear(b, n);
    twoSteps<<<96, 256>>>(barrier, a, b, c, 96 * 256);
    trials.expect(fetch(c, n) == wanted);
  }
  return trials.end();
}
