// RUN: %json %s | %query | FileCheck %s

// What is said under an assumption, which is then no proof.

#include <cuda_runtime.h>

// n is not known: that the guard holds for every lane is assumed. 5 sectors then.
__global__ void unknownCount(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i + 1];
  // CHECK: line [[#@LINE-1]]: global load {{.*}} worst=5; assumed; kernel=unknownCount
}

// The same as an early return.
__global__ void unknownCountReturn(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = in[i + 1];
  // CHECK: line [[#@LINE-1]]: global load {{.*}} worst=5; assumed; kernel=unknownCountReturn
}

// The pitch is not known: rows are taken to be far apart. A sector for each lane.
__global__ void unknownPitch(float *out, int pitch) {
  out[threadIdx.x * pitch] = 1;
  // CHECK: line [[#@LINE-1]]: global store {{.*}} worst=32; assumed; kernel=unknownPitch
}

// Elements 8 B apart: 8 sectors. The fact is a comment, or code that compilers believe, too.
// memlint: assume pitch == 2
__global__ void statedPitch(float *out, int pitch) {
  out[threadIdx.x * pitch] = 1;
  // CHECK: line [[#@LINE-1]]: global store {{.*}} worst=8; {{.*}}kernel=statedPitch
}
__global__ void guardedPitch(float *out, int pitch) {
  __builtin_assume(pitch == 2);
  out[threadIdx.x * pitch] = 1;
  // CHECK: line [[#@LINE-1]]: global store {{.*}} worst=8; {{.*}}kernel=guardedPitch
}

// At most 4 elements: 4 to 16 sectors.
// memlint: assume pitch >= 1 && pitch <= 4
__global__ void smallPitch(float *out, int pitch) {
  out[threadIdx.x * pitch] = 1;
  // CHECK: line [[#@LINE-1]]: global store {{.*}}; unknown; kernel=smallPitch
}

// The index is data: nothing is said.
__global__ void dataIndex(float *out, const float *in, const int *index) {
  int t = threadIdx.x;
  out[t] = in[index[t]];
  // CHECK: line [[#@LINE-1]]: global load {{.*}}; unknown; kernel=dataIndex
  // CHECK: line [[#@LINE-2]]: global load {{.*}}; proved; kernel=dataIndex
  // CHECK: line [[#@LINE-3]]: global store {{.*}}; proved; kernel=dataIndex
}

// 16 x 16 threads, 2 rows a warp, 64 bytes of each. The pitch is not known but
// is a multiple of 32 floats, 128 bytes: 2 + 2 sectors.
__global__ void knownMultiple(float *out, int rows) {
  int pitch = rows * 32;
  out[threadIdx.y * pitch + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store {{.*}} worst=4; {{.*}}kernel=knownMultiple
}

void launch(float *out, const float *in, const int *index, int n) {
  unknownCount<<<4, 256>>>(out, in, n);
  unknownCountReturn<<<4, 256>>>(out, in, n);
  unknownPitch<<<1, 32>>>(out, n);
  statedPitch<<<1, 32>>>(out, n);
  guardedPitch<<<1, 32>>>(out, n);
  smallPitch<<<1, 32>>>(out, n);
  dataIndex<<<1, 32>>>(out, in, index);
  knownMultiple<<<1, dim3(16, 16)>>>(out, n);
}
