// RUN: %cuda-memlint --remarks --checks=-*,cuda-bank-mode %s | FileCheck %s --implicit-check-not=remark:
// RUN: %cuda-memlint --remarks --checks=-*,cuda-bank-mode --arch=sm_35 %s | FileCheck %s --check-prefix=WIDE --implicit-check-not=remark:
// RUN: %cuda-memlint --remarks --checks=-*,cuda-bank-mode %s -- -DFOUR | FileCheck %s --check-prefix=WIDE --implicit-check-not=remark:

__global__ void kernel(double *out) {
  __shared__ double s[64];
  s[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}

int main() {
  // WIDE: 0 warnings
  // Each call asks by its own argument.
  cudaFuncSetSharedMemConfig(kernel, cudaSharedMemBankSizeDefault);
  cudaSharedMemConfig size;
  cudaDeviceGetSharedMemConfig(&size);
  if (size == cudaSharedMemBankSizeEightByte)
    cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeFourByte);
#ifdef FOUR
  cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeFourByte);
#else
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: shared memory banks of 8 bytes: `cudaDeviceSetSharedMemConfig` has no effect where banks have 4 bytes [cuda-bank-mode]
  cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte);
  // CHECK: help: remove the call
#endif
  kernel<<<1, 64>>>(nullptr);
}
