// The fence comes between the stores and the ticket.
#include "../trials.h"

__device__ unsigned int count;

// Each thread has a row of parts.
__global__ void rowSums(int *sums, int *parts, const int *in) {
  __shared__ bool isLast;
  int t = threadIdx.x;
  parts[t * 1024 + blockIdx.x] = in[blockIdx.x * 32 + t] + 1;
  __syncthreads();
  if (t == 0) {
    __threadfence();
    unsigned ticket = atomicAdd(&count, 1);
    __threadfence();
    isLast = ticket == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast) {
    int sum = 0;
    for (int b = gridDim.x - 1; b >= 0; --b)
      sum += parts[t * 1024 + b];
    sums[t] = sum;
    if (t == 0)
      count = 0;
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 2000);
  int *in = numbers<int>(128 * 32), *parts = zeros<int>(32 * 1024), *sums = zeros<int>(32);
  std::vector<int> wanted(32);
  for (int i = 0; i < 128 * 32; ++i)
    wanted[i % 32] += number(i) + 1;
  while (trials.next()) {
    clear(parts, 32 * 1024);
    rowSums<<<128, 32>>>(sums, parts, in);
    trials.expect(fetch(sums, 32) == wanted);
  }
  return trials.end();
}
