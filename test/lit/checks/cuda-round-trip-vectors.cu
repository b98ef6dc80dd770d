// RUN: not %cuda-memlint --remarks --checks=-*,cuda-round-trip %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// The host reads and writes elements of a vector before the copies and behind them.

#include <cstdio>
#include <vector>

__global__ void scale(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] *= 2;
}

void readBehind(float *d, float *e, int n) {
  std::vector<float> h(n);
  h[1] = 2;
  cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: round trip through the host: `h` goes back to the device as it came
  cudaMemcpy(e, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += h[i];
  printf("%f %f\n", h[0], sum);
}

void inLoop(float *d, int n, int steps) {
  std::vector<float> h(n);
  for (int s = 0; s < steps; ++s) {
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: round trip through the host: in each iteration but the first, `h` goes back
    cudaMemcpy(d, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    scale<<<(n + 255) / 256, 256>>>(d, n);
    cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  }
  printf("%f\n", h[0]);
}

// Near misses: an element is written in between, by its name or by a reference; one is read; the address
// of one is handed on.
void written(float *d, float *e, int n) {
  std::vector<float> h(n);
  cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  h[0] = 1;
  cudaMemcpy(e, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
}

void byReference(float *d, float *e, int n) {
  std::vector<float> h(n);
  float &first = h[0];
  cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  first = 1;
  cudaMemcpy(e, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
}

void readBetween(float *d, float *e, int n) {
  std::vector<float> h(n);
  cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", h[0]);
  cudaMemcpy(e, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
}

void keep(float *);

void handedOn(float *d, float *e, int n) {
  std::vector<float> h(n);
  keep(&h[0]);
  cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(e, h.data(), n * sizeof(float), cudaMemcpyHostToDevice);
}

// Mended.
void onDevice(float *d, float *e, int n) {
  std::vector<float> h(n);
  cudaMemcpy(e, d, n * sizeof(float), cudaMemcpyDeviceToDevice);
  cudaMemcpy(h.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", h[0]);
}
