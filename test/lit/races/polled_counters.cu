// RUN: not %cuda-memlint --checks=-*,cuda-shared-race,cuda-global-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=__syncthreads

// A loop that ends when other threads have counted far enough: no barrier orders the two, an atomic read does.

__global__ void untilEnough(float *out, const float *in, int n, int wanted) {
  __shared__ int done;
  atomicExch(&done, 0);
  __syncthreads();
  float sum = 0;
  for (int i = threadIdx.x; done < wanted; i = (i * 17 + 5) % n) {
    sum += in[i];
    // CHECK: :[[#@LINE+2]]:5: warning: shared memory race on `done`
    // CHECK: note: a barrier does not help, since threads leave the loop that polls it in different iterations: read it atomically, too, by `cuda::atomic_ref<...>::load` or `atomicAdd(..., 0)`
    atomicAdd(&done, 1);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// Read atomically.
__global__ void untilEnoughMended(float *out, const float *in, int n, int wanted) {
  __shared__ int done;
  atomicExch(&done, 0);
  __syncthreads();
  float sum = 0;
  for (int i = threadIdx.x; atomicAdd(&done, 0) < wanted; i = (i * 17 + 5) % n) {
    sum += in[i];
    atomicAdd(&done, 1);
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void run(float *out, const float *in, int n) {
  untilEnough<<<64, 128>>>(out, in, n, 4096);
  untilEnoughMended<<<64, 128>>>(out, in, n, 4096);
}
