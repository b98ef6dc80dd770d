// The fence comes after the ticket is drawn, which orders nothing before it.
#include "../trials.h"

__device__ unsigned int count;

__global__ void reduce(int *out, int *parts, const int *in) {
  __shared__ bool isLast;
  int mine = in[blockIdx.x * blockDim.x + threadIdx.x];
  int part = __syncthreads_or(mine > 59) + 2 * __syncthreads_and(mine >= 0);
  if (threadIdx.x == 0) {
    parts[blockIdx.x * 512] = part;
    unsigned ticket = atomicAdd(&count, 1);
    __threadfence();
    isLast = ticket == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0) {
    int sum = 0;
    for (int b = gridDim.x - 1; b >= 0; --b)
      sum += parts[b * 512];
    *out = sum;
    count = 0;
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 2000);
  int *in = numbers<int>(128 * 64), *parts = zeros<int>(128 * 512), *out = zeros<int>(1);
  int wanted = 0;
  for (int b = 0; b < 128; ++b) {
    bool isAny = false;
    for (int t = 0; t < 64; ++t)
      isAny |= number(b * 64 + t) > 59;
    wanted += isAny + 2;
  }
  while (trials.next()) {
    clear(parts, 128 * 512);
    reduce<<<128, 64>>>(out, parts, in);
    trials.expect(first(out) == wanted);
  }
  return trials.end();
}
