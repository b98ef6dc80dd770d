// REQUIRES: cuda-toolkit
// RUN: %json --toolkit=%cuda-path %s | %query | FileCheck %s
// RUN: %json --toolkit=embedded %s | %query | FileCheck %s

// Sources ask for the version of nvcc, which is that of the toolkit.

#include <cuda_runtime.h>

#if __CUDACC_VER_MAJOR__ >= 11
__global__ void ofNewCompilers(float *out) {
  // CHECK: line [[#@LINE+1]]: global store {{.*}}worst=8;
  out[threadIdx.x * 2] = 0;
}
#endif

#if __CUDACC_VER_MAJOR__ == CUDART_VERSION / 1000 && __CUDACC_VER_MINOR__ == CUDART_VERSION % 1000 / 10
__global__ void ofThisOne(float *out) {
  // CHECK: line [[#@LINE+1]]: global store {{.*}}worst=8;
  out[threadIdx.x * 2] = 0;
}
#endif
