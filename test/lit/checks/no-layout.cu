// The accesses of a radix-4 transform conflict in some of its stages whatever one adds to all of its
// indices: the finding says so.
//
// RUN: not %cuda-memlint --checks=-*,cuda-shared-bank-conflict %s | FileCheck %s --implicit-check-not=help:
// CHECK: warning: shared memory bank conflict: {{.*}}values
// CHECK: note: no advice: none of the paddings, swizzles and skews that are tried helps
__global__ void radix4(float *out) {
  __shared__ float values[2048];
  for (int i = threadIdx.x; i < 2048; i += 512)
    values[i] = out[i];
  for (int stride = 512; stride > 2; stride >>= 2) {
    __syncthreads();
    int low = threadIdx.x & (stride - 1);
    int i0 = ((threadIdx.x - low) << 2) + low;
    float a = values[i0], b = values[i0 + stride], c = values[i0 + 2 * stride], d = values[i0 + 3 * stride];
    values[i0] = a + b + c + d;
    values[i0 + stride] = a - b + c - d;
    values[i0 + 2 * stride] = a + b - c - d;
    values[i0 + 3 * stride] = a - b - c + d;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 2048; i += 512)
    out[i] = values[i];
}
int main() {
  float *out;
  cudaMalloc(&out, 2048 * sizeof(float));
  radix4<<<4096, 512>>>(out);
}
