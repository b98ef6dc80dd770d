// Devices of 3.x have banks that can be 8 bytes wide.
// RUN: not %cuda-memlint --checks=-*,cuda-shared-bank-conflict --min-share=0 --arch=sm_35 %s | FileCheck %s --implicit-check-not="banks of 8 bytes"
// RUN: not %cuda-memlint --checks=-*,cuda-shared-bank-conflict --min-share=0 --arch=sm_52 %s | FileCheck %s --check-prefix=NARROW --implicit-check-not="banks of 8 bytes"
// NARROW: warning:

// In the default mode lane l has words 66 l and 66 l + 1, in banks 2 l and 2 l + 1 modulo 32, and no two
// lanes share a segment of 64 words: lanes l and l + 16 conflict. With banks of 8 bytes it has word
// 33 l, in bank l.
__global__ void padded(double *out) {
  __shared__ double s[33 * 128];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: 2-way shared memory bank conflict: lanes load `s[threadIdx.x * 33]`
  out[threadIdx.x] = s[threadIdx.x * 33];
  // CHECK: note: with banks of 8 bytes, cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte), such a request takes 1 wavefront; the cost above is that of the default mode
}

// All lanes in one bank, in either mode.
__global__ void column(double *out) {
  __shared__ double s[32 * 128];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: 32-way shared memory bank conflict: lanes load `s[threadIdx.x * 32]`
  out[threadIdx.x] = s[threadIdx.x * 32];
}

// Words of 4 bytes gain nothing.
__global__ void floats(float *out) {
  __shared__ float s[32 * 128];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}bank conflict: lanes load `s[threadIdx.x * 32]`
  out[threadIdx.x] = s[threadIdx.x * 32];
}

void launch(double *out) {
  padded<<<64, 128>>>(out);
  column<<<64, 128>>>(out);
  floats<<<64, 128>>>((float *)out);
}
