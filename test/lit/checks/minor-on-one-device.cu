// What is of little weight for one device is a warning for another: the reason names its device.
// RUN: not %cuda-memlint --checks=-*,cuda-misaligned-access --arch=sm_90,sm_20 %s 2>&1 | FileCheck %s
// RUN: %cuda-memlint --remarks --checks=-*,cuda-misaligned-access --arch=sm_90 %s 2>&1 | FileCheck %s --check-prefix=ALONE

// CHECK: warning: misaligned store
// CHECK: note: minor on sm_90: warps of the block share sectors
// CHECK: note: for sm_20, a warning:
// ALONE: remark: misaligned store
// ALONE: note: minor: warps of the block share sectors

__global__ void copy(float *out, const float *in) {
  int row = blockIdx.x * 32 + threadIdx.y;
  out[row * 32 + threadIdx.x + 1] = in[row * 32 + threadIdx.x];
}

int main() {
  float *in, *out;
  if (cudaMalloc(&in, 1 << 24) || cudaMalloc(&out, 1 << 24))
    return 1;
  copy<<<1000, dim3(32, 32)>>>(out, in);
  return cudaDeviceSynchronize();
}
