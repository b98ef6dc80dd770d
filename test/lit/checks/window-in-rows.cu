// RUN: %cuda-memlint --remarks --fail-on=none --checks=-*,cuda-misaligned-access,cuda-pitch %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not="row pitch"

// A loop moves a window along rows of 1,001 elements. With rows of whole sectors only one iteration
// in eight would start at one: no row pitch is advised.
__global__ void window(float *out, const float *in, int n) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    // CHECK: :[[#@LINE+2]]:12: remark: misaligned load
    // CHECK: [[#@LINE-2]]:3: note: no base offset aligns all iterations of the loop here
    sum += in[y * n + x + k];
  out[y * 1024 + x] = sum;
}

// A stencil in two loops: as in straight line code, its neighbours are no fault of the layout.
__global__ void stencil(float *out, const float *in, int n) {
  int x = blockIdx.x * 32 + threadIdx.x + 1, y = blockIdx.y + 1;
  float sum = 0;
  for (int a = -1; a <= 1; ++a)
    for (int b = -1; b <= 1; ++b)
      // CHECK: :[[#@LINE+1]]:14: remark: misaligned load
      sum += in[(y + a) * n + x + b];
  out[y * 4096 + x - 1] = sum;
}

int main() {
  float *out, *in;
  cudaMalloc(&out, 1 << 28);
  cudaMalloc(&in, 1 << 28);
  window<<<dim3(29, 125), dim3(32, 8)>>>(out, in, 1001);
  stencil<<<dim3(100, 1000), 32>>>(out, in, 3203);
}
