// The last block adds up what the others stored, which nothing orders before their ticket.
#include "../buffers.h"

__device__ unsigned int tickets;

__global__ void sum(int *out, volatile int *parts, const int *in) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = in[blockIdx.x]; // planted 1: cuda-missing-fence
#ifdef FIXED
    __threadfence();
#endif
    isLast = atomicAdd(&tickets, 1) == gridDim.x - 1; // planted 1
#ifdef FIXED
    __threadfence();
#endif
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0) {
    int total = 0;
    for (unsigned int i = 0; i < gridDim.x; ++i)
      total += parts[i]; // planted 1
    *out = total;
    tickets = 0;
  }
}

int main() {
  int *in = numbers<int>(16), *parts = zeros<int>(16), *out = zeros<int>(1);
  sum<<<16, 32>>>(out, parts, in);
  return finish();
}
