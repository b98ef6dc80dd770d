// A call that raises the limit fails if its bytes and those of the kernel's own arrays are together more than a block may have: on sm_90
// 232,448 B, of which 8,192 B leave 224,256.
// RUN: not %cuda-memlint --remarks --checks=-*,cuda-shared-optin %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

extern __shared__ float dynamic[];

__device__ void useTable(float *out) {
  __shared__ float table[2048];
  table[threadIdx.x] = out[threadIdx.x];
  dynamic[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = table[threadIdx.x ^ 1] + dynamic[threadIdx.x ^ 1];
}

__global__ void tooMuch(float *out) { useTable(out); }
__global__ void fits(float *out) { useTable(out); }
__global__ void fitsOnce(float *out) { useTable(out); }
__global__ void withoutTable(float *out) { out[threadIdx.x] = dynamic[threadIdx.x]; }

void launch(float *out) {
  cudaFuncSetAttribute(tooMuch, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024);
  // CHECK: :[[#@LINE+3]]:3: warning: launch exceeds the default limit of shared memory, and the call that is to raise it fails: it asks for 65,536 B of dynamic shared memory (49,152 B per block at most) [cuda-shared-optin]
  // CHECK: note: the call asks for 232,448 B, and `tooMuch` declares 8,192 B: together more than sm_90 has (232,448 B per block)
  // CHECK: help: call `cudaFuncSetAttribute(tooMuch, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536)` before the launch
  tooMuch<<<1, 64, 65536>>>(out);
  // 8,192 and 32,768 need no call.
  tooMuch<<<1, 64, 32768>>>(out);
  cudaFuncSetAttribute(fits, cudaFuncAttributeMaxDynamicSharedMemorySize, 224256);
  fits<<<1, 64, 65536>>>(out);
  // One of two calls succeeds.
  cudaFuncSetAttribute(fitsOnce, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024);
  cudaFuncSetAttribute(fitsOnce, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024);
  fitsOnce<<<1, 64, 65536>>>(out);
  // CHECK: :[[#@LINE+1]]:3: warning: launch exceeds the limit of shared memory that the host code sets: it asks for 131,072 B of dynamic shared memory (102,400 B at most)
  fitsOnce<<<1, 64, 131072>>>(out);
  cudaFuncSetAttribute(withoutTable, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024);
  withoutTable<<<1, 64, 65536>>>(out);
}
