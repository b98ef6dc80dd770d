// RUN: cp %s %t.cu
// RUN: %cuda-memlint --fix --fail-on=none %t.cu | FileCheck --check-prefix=LEFT %s
// RUN: FileCheck %s --input-file=%t.cu

// The barrier mends the race with the loads. The stores of one value, which were listed with it,
// are a benign race of their own then, and no reason against the barrier.
// LEFT: 0 warnings, 1 remark
__global__ void flags(float *out, int n) {
  __shared__ float s[64];
  s[(threadIdx.x + n) % 64] = 1;
  s[(threadIdx.x + n) % 16] = 1;
  // CHECK: s[(threadIdx.x + n) % 16] = 1;
  // CHECK: {{^}}  __syncthreads();
  // CHECK-NEXT: out[threadIdx.x] = s[threadIdx.x];
  out[threadIdx.x] = s[threadIdx.x];
}

void launch(float *out, int n) { flags<<<1, 64>>>(out, n); }
