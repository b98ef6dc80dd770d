// RUN: not %cuda-memlint --remarks --checks=-*,cuda-removed-call %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// Who compiles for an older device has an older toolkit.
// RUN: %cuda-memlint --remarks --checks=-*,cuda-removed-call --arch=sm_70 %s 2>&1 | FileCheck %s --check-prefix=OLDER --implicit-check-not=warning:
// OLDER: remark: toolkit 13.0 does not compile texture references any more

// CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile texture references any more [cuda-removed-call]
texture<float, 1> image;
texture<float, 2> second;
// CHECK: note: 2 uses in this file
// CHECK: help: use a texture object

__global__ void votes(int *out, float *values) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `__shfl_down` any more
  values[t] += __shfl_down(values[t], 16);
  // CHECK: note: 2 uses in this file
  // CHECK: help: use `__shfl_down_sync`, with a mask of the lanes that take part
  values[t] += __shfl_down(values[t], 8);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `__ballot` any
  out[t] = __ballot(out[t]);
  values[t] += tex1Dfetch(image, t);
}

// Near misses: with a mask; a texture object; a function of the file's own.
__device__ int __any(int *p) { return *p; }

__global__ void today(int *out, float *values, cudaTextureObject_t object) {
  int t = threadIdx.x;
  values[t] += __shfl_down_sync(~0u, values[t], 16);
  out[t] = __ballot_sync(~0u, out[t]) + __any(out);
  values[t] += tex1Dfetch<float>(object, t);
}

void host(cudaArray_t array, void *data) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: deprecated in CUDA 13.0: `cudaMemcpyToArray` [cuda-removed-call]
  cudaMemcpyToArray(array, 0, 0, data, 64, cudaMemcpyHostToDevice);
  // CHECK: help: use `cudaMemcpy2DToArray`
  votes<<<1, 32>>>((int *)data, (float *)data);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: toolkit 13.0 does not compile `cudaThreadSynchronize` any
  cudaThreadSynchronize();
  // CHECK: help: use `cudaDeviceSynchronize`
  cudaDeviceSynchronize();
  cudaMemcpy2DToArray(array, 0, 0, data, 64, 64, 1, cudaMemcpyHostToDevice);
}
