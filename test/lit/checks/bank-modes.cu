// Where host code sets banks of 8 bytes on a device that has them, costs are those of that mode, and the call is kept.
// RUN: not %cuda-memlint --remarks --arch=sm_35 --checks=-*,cuda-shared-bank-conflict,cuda-removed-call,cuda-bank-mode %s -- -DOF_DEVICE 2>&1 | FileCheck %s --check-prefixes=BOTH,WIDE --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: not %cuda-memlint --remarks --arch=sm_35 --checks=-*,cuda-shared-bank-conflict,cuda-removed-call,cuda-bank-mode %s -- -DOF_KERNEL 2>&1 | FileCheck %s --check-prefixes=BOTH,WIDE --implicit-check-not=warning: --implicit-check-not=remark:
// Not set, set for another kernel, set and reset, or set as an argument says.
// RUN: not %cuda-memlint --remarks --arch=sm_35 --checks=-*,cuda-shared-bank-conflict,cuda-removed-call %s 2>&1 | FileCheck %s --check-prefixes=BOTH,NARROW --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: not %cuda-memlint --remarks --arch=sm_35 --checks=-*,cuda-shared-bank-conflict,cuda-removed-call %s -- -DOF_OTHER 2>&1 | FileCheck %s --check-prefixes=BOTH,NARROW --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: not %cuda-memlint --remarks --arch=sm_35 --checks=-*,cuda-shared-bank-conflict,cuda-removed-call %s -- -DOF_DEVICE -DRESET 2>&1 | FileCheck %s --check-prefixes=BOTH,NARROW --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: not %cuda-memlint --remarks --arch=sm_35 --checks=-*,cuda-shared-bank-conflict,cuda-removed-call %s -- -DBY_ARGUMENT 2>&1 | FileCheck %s --check-prefixes=BOTH,NARROW --implicit-check-not=warning: --implicit-check-not=remark:
// Other devices have no such mode.
// RUN: %cuda-memlint --remarks --arch=sm_90 --checks=-*,cuda-removed-call,cuda-bank-mode %s -- -DOF_DEVICE 2>&1 | FileCheck %s --check-prefix=OTHERS --implicit-check-not=warning: --implicit-check-not=remark:

__global__ void columns(double *out, const double *in) {
  __shared__ double tile[32][33], wide[32][32];
  // Rows of an odd number of doubles begin between two of the segments that the 4-byte mode has.
  // NARROW: :[[#@LINE+1]]:{{[0-9]+}}: remark: shared memory bank conflict: lanes store to `tile[threadIdx.y][threadIdx.x]`
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  wide[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  // In the 8-byte mode a column of 33 doubles is word 33 * lane, in bank lane; in the 4-byte mode lanes l and l + 16 share one.
  // NARROW: :[[#@LINE+3]]:{{[0-9]+}}: remark: 2-way shared memory bank conflict: lanes load `tile[threadIdx.x][threadIdx.y]`
  // NARROW: note: with banks of 8 bytes, cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte), such a request takes 1 wavefront
  // BOTH: :[[#@LINE+1]]:{{[0-9]+}}: warning: 32-way shared memory bank conflict: lanes load `wide[threadIdx.x][threadIdx.y]`
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y] + wide[threadIdx.x][threadIdx.y];
  // WIDE: note: host code selects 8-byte banks
}

__global__ void other(double *out) { out[threadIdx.x] = 0; }

int main(int argc, char **argv) {
  double *d;
  cudaMalloc(&d, 8192);
#ifdef OF_DEVICE
  // OTHERS: :[[#@LINE+2]]:{{[0-9]+}}: remark: shared memory banks of 8 bytes: `cudaDeviceSetSharedMemConfig` has no effect
  // OTHERS: :[[#@LINE+1]]:{{[0-9]+}}: remark: deprecated in CUDA 13.0: `cudaDeviceSetSharedMemConfig`
  cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte);
#endif
#ifdef OF_KERNEL
  cudaFuncSetSharedMemConfig(columns, cudaSharedMemBankSizeEightByte);
#endif
#ifdef OF_OTHER
  cudaFuncSetSharedMemConfig(other, cudaSharedMemBankSizeEightByte);
#endif
#ifdef RESET
  cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeDefault);
#endif
#ifdef BY_ARGUMENT
  cudaDeviceSetSharedMemConfig(argc > 1 ? cudaSharedMemBankSizeEightByte : cudaSharedMemBankSizeFourByte);
#endif
  columns<<<1, dim3(32, 32)>>>(d, d);
  other<<<1, 32>>>(d);
  cudaDeviceSynchronize();
}
