// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --implicit-check-not=warning:

// Blocks of one column whose length the program reads: a guess has as many threads as others do.

#include <cuda_runtime.h>

__global__ void alongY(float *out, const float *in, int pitch) {
  int column = blockIdx.y * blockDim.y + threadIdx.y;
  // 32 lanes 8 B apart: 8 sectors. With 8 or 16 threads there would be 2 or 4 of them, and warps
  // that no launch has.
  // CHECK: :[[#@LINE+2]]:3: warning: uncoalesced store: lanes are 8 B apart (8 sectors per request, 4 needed; 2.0x)
  // CHECK: note: {{.*}}alongY<<<(64,64,1), (1,256,1)>>> if blocks have (1,256,1) threads (unknown in the launch
  out[blockIdx.x * pitch + 2 * column] = in[blockIdx.x * pitch + column];
}

__global__ void alongZ(float *out, const float *in, int pitch) {
  int column = blockIdx.z * blockDim.z + threadIdx.z + threadIdx.y;
  // CHECK: :[[#@LINE+2]]:3: warning: uncoalesced store: lanes are 8 B apart (8 sectors per request, 4 needed; 2.0x)
  // CHECK: note: {{.*}}alongZ<<<(64,1,64), (1,1,64)>>> if blocks have (1,1,64) threads (unknown in the launch
  out[blockIdx.x * pitch + 2 * column] = in[blockIdx.x * pitch + column];
}

// An extent above one stays as it is, and the other is that of the usual shapes.
__global__ void plane(float *out, const float *in, int pitch) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  // CHECK: :[[#@LINE+2]]:3: warning: uncoalesced store: lanes are 8 B apart (8 sectors per request, 4 needed; 2.0x)
  // CHECK: note: {{.*}}plane<<<(64,64,1), (64,16,1)>>> if blocks have (64,16,1) threads (unknown in the launch
  out[row * pitch + 2 * column] = in[row * pitch + column];
}

void launch(float *out, const float *in, const int *sizes) {
  alongY<<<dim3(64, 64), dim3(1, sizes[0])>>>(out, in, 4096);
  alongZ<<<dim3(64, 1, 64), dim3(1, 1, sizes[0])>>>(out, in, 4096);
  plane<<<dim3(64, 64), dim3(64, sizes[0])>>>(out, in, 4096);
}
