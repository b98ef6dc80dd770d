// The block that draws the last ticket adds up.
#include "../trials.h"

template <int THREADS>
__global__ void dot(int *parts, unsigned *tickets, int *out, const int *a, const int *b) {
  __shared__ int isLast;
  int i = blockIdx.x * THREADS + threadIdx.x;
  int part = __reduce_add_sync(~0u, a[i] * b[i]);
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = part;
    __threadfence();
    isLast = atomicAdd(tickets, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (isLast) {
    int sum = 0;
    for (int k = threadIdx.x; k < gridDim.x; k += THREADS)
      sum += parts[k];
    sum = __reduce_add_sync(~0u, sum);
    if (threadIdx.x == 0)
      *out = sum;
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *a = numbers<int>(128 * 32), *b = numbers<int>(128 * 32 + 9) + 9;
  int *parts = zeros<int>(128), *out = zeros<int>(1);
  unsigned *tickets = zeros<unsigned>(1);
  int wanted = 0;
  for (int i = 0; i < 128 * 32; ++i)
    wanted += number(i) * number(i + 9);
  while (trials.next()) {
    clear(parts, 128);
    clear(tickets, 1);
    dot<32><<<128, 32>>>(parts, tickets, out, a, b);
    trials.expect(first(out) == wanted);
  }
  return trials.end();
}
