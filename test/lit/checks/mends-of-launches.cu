// What is advised holds for all launches of a kernel in the file.
//
// RUN: %exit 1 %cuda-memlint --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not="warning:"

// CHECK: warning: uncoalesced store
// CHECK: help: if its iterations are independent, let thread t take the elements `k * (gridDim.x * blockDim.x) + t` instead of `t * 8 + k`: 4,194,304 -> 524,288 sectors for the kernel
__global__ void twoGrids(float *out, const float *in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 8; ++j)
    out[t * 8 + j] = in[t * 8 + j] * 2;
}

// CHECK: warning: uncoalesced store
// CHECK: help: if its iterations are independent, let thread t take the elements `k * 262144 + t` instead of `t * 8 + k`: 4,194,304 -> 524,288 sectors for the kernel
__global__ void oneGrid(float *out, const float *in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 8; ++j)
    out[t * 8 + j] = in[t * 8 + j] * 2;
}

__global__ void strided(float *out, const float *in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int j = 0; j < 8; ++j)
    out[j * (gridDim.x * blockDim.x) + t] = in[j * (gridDim.x * blockDim.x) + t] * 2;
}

// CHECK: warning: uncoalesced store
// CHECK: help: swap x and y of `threadIdx` and `blockDim` in the kernel, and launch blocks of `dim3(8, 32)` in the same grid, and swap those of its other launches, too: 1,048,576 -> 131,072 sectors for the kernel
__global__ void twoShapes(float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * 1024 + y] = 2;
}

// CHECK: warning: uncoalesced store
// CHECK: help: swap x and y of `threadIdx` and `blockDim` in the kernel, and launch it with `<<<dim3(32, 128), dim3(8, 32)>>>`: 1,048,576 -> 131,072 sectors for the kernel
__global__ void oneShape(float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * 1024 + y] = 2;
}

__global__ void swapped(float *out) {
  int x = blockIdx.x * blockDim.y + threadIdx.y, y = blockIdx.y * blockDim.x + threadIdx.x;
  out[x * 1024 + y] = 2;
}

int main() {
  float *out, *in;
  cudaMalloc(&out, 1 << 23);
  cudaMalloc(&in, 1 << 23);
  twoGrids<<<1024, 256>>>(out, in);
  twoGrids<<<512, 256>>>(out, in);
  oneGrid<<<1024, 256>>>(out, in);
  oneGrid<<<1024, 256>>>(out, in);
  strided<<<1024, 256>>>(out, in);
  strided<<<512, 256>>>(out, in);
  twoShapes<<<dim3(32, 128), dim3(32, 8)>>>(out);
  twoShapes<<<dim3(64, 64), dim3(16, 16)>>>(out);
  oneShape<<<dim3(32, 128), dim3(32, 8)>>>(out);
  oneShape<<<dim3(32, 128), dim3(32, 8)>>>(out);
  swapped<<<dim3(32, 128), dim3(8, 32)>>>(out);
  swapped<<<dim3(64, 64), dim3(16, 16)>>>(out);
}
