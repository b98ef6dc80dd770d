// RUN: not %cuda-memlint --summary %s 2>&1 | FileCheck %s

// 2147483647 * 65535 blocks of 32 warps make 4.5e15 requests, of 32 sectors each: 1.44e17, above
// 2^56 = 7.2e16.
__global__ void columns(float *out) { out[threadIdx.x * 32] = 1; }
// CHECK: no totals: counts above 2^56
// CHECK: global: 1 access of unknown total{{$}}

int main() {
  float *values;
  cudaMalloc(&values, 1 << 20);
  columns<<<dim3(2147483647, 65535), 1024>>>(values);
}
