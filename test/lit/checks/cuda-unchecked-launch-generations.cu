// Limits of launches by generation (CUDA C Programming Guide 4.2, technical specifications).
// RUN: not %cuda-memlint --checks=-*,cuda-unchecked-launch --arch=sm_13 %s 2>&1 | FileCheck %s --check-prefixes=TESLA,BEFORE30 --implicit-check-not=warning:
// RUN: not %cuda-memlint --checks=-*,cuda-unchecked-launch --arch=sm_20 %s 2>&1 | FileCheck %s --check-prefixes=BEFORE30 --implicit-check-not=warning:
// RUN: %cuda-memlint --checks=-*,cuda-unchecked-launch --arch=sm_30 %s 2>&1 | FileCheck %s --check-prefix=KEPLER --implicit-check-not=warning:
// KEPLER: 0 warnings

__global__ void scale(float *data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

void launch(float *data) {
  scale<<<16, 512>>>(data);
  // TESLA: :[[#@LINE+1]]:3: warning: launch fails: a block of 1024 x 1 x 1 has 1,024 threads (512 at most)
  scale<<<16, 1024>>>(data);
  scale<<<65535, 256>>>(data);
  // BEFORE30: :[[#@LINE+1]]:3: warning: launch fails: a grid of 65536 x 1 x 1 exceeds the limit of dimension x (65,535 blocks)
  scale<<<65536, 256>>>(data);
  scale<<<dim3(16, 65535), 256>>>(data);
  // TESLA: :[[#@LINE+1]]:3: warning: launch fails: a grid of 16 x 16 x 2 exceeds the limit of dimension z (1 block)
  scale<<<dim3(16, 16, 2), 256>>>(data);
}

// The host asks for the limits.
void asks(float *data) {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  scale<<<16, properties.maxThreadsPerBlock>>>(data);
}

int main() {
  float *data;
  cudaMalloc(&data, 1 << 28);
  launch(data);
  asks(data);
}
