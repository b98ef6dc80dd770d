// RUN: not %cuda-memlint --checks=-*,cuda-global-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:
//
// The last block to count clears the counter, behind its own atomic there.

__device__ void meetAll(int *count, volatile int *sense) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    int seen = *sense;
    if (atomicAdd(count, 1) == gridDim.x - 1) {
      *count = 0;
      __threadfence();
      *sense = seen + 1;
    } else {
      while (*sense == seen) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void cleared(int *count, int *sense, int *in, int *out) {
  in[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  meetAll(count, sense);
  out[blockIdx.x * blockDim.x + threadIdx.x] =
      in[(blockIdx.x + 1) % gridDim.x * blockDim.x + threadIdx.x];
}

__global__ void clearedByFirst(int *count) {
  if (threadIdx.x != 0)
    return;
  if (atomicAdd(count, 1) == 0) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[0]`
    *count = 0;
  }
}

__global__ void clearedBySecond(int *count) {
  if (threadIdx.x != 0)
    return;
  if (atomicAdd(count, 1) == 1) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[0]`
    *count = 0;
  }
}

void launch(int *count, int *sense, int *in, int *out) {
  cleared<<<4, 256>>>(count, sense, in, out);
  clearedByFirst<<<4, 256>>>(count);
  clearedBySecond<<<4, 256>>>(count);
}
