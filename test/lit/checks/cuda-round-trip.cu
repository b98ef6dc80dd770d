// RUN: not %cuda-memlint --remarks --checks=-*,cuda-round-trip %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

#include <stdlib.h>

__global__ void step(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] += 1;
}

void check(cudaError_t error) {
  if (error != cudaSuccess)
    exit(1);
}

void backAndForth(float *a, float *b, const int n) {
  float *h = (float *)malloc(n * sizeof(float));
  step<<<n / 256, 256>>>(a, n);
  // CHECK: :[[#@LINE+3]]:9: warning: round trip through the host: `h` goes back to the device as it came, and the host does not use it in between [cuda-round-trip]
  // CHECK: :[[#@LINE+1]]:9: note: copied from the device here
  check(cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost));
  check(cudaMemcpy(b, h, n * sizeof(float), cudaMemcpyHostToDevice));
  step<<<n / 256, 256>>>(b, n);
  free(h);
}

void launchBetween(float *a, float *b) {
  float h[1024];
  cudaMemcpy(h, a, sizeof h, cudaMemcpyDeviceToHost);
  step<<<4, 256>>>(a, 1024);
  // CHECK: :[[#@LINE+1]]:3: warning: round trip
  cudaMemcpy(b, h, sizeof h, cudaMemcpyHostToDevice);
  step<<<4, 256>>>(b, 1024);
}

void isWritten(float *a, float *b, int n) {
  float *h = (float *)malloc(n * sizeof(float));
  cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  h[0] = 0;
  cudaMemcpy(b, h, n * sizeof(float), cudaMemcpyHostToDevice);
  step<<<n / 256, 256>>>(b, n);
}

void isWrittenInBranch(float *a, float *b, int n, bool reset) {
  float *h = (float *)malloc(n * sizeof(float));
  cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  if (reset)
    for (int i = 0; i < n; ++i)
      h[i] = 0;
  cudaMemcpy(b, h, n * sizeof(float), cudaMemcpyHostToDevice);
  step<<<n / 256, 256>>>(b, n);
}

void hasOtherSize(float *a, float *b, int n, int m) {
  float *h = (float *)malloc(n * sizeof(float));
  cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(b, h, m * sizeof(float), cudaMemcpyHostToDevice);
  step<<<n / 256, 256>>>(b, n);
}

void sizeChanges(float *a, float *b, int n) {
  float *h = (float *)malloc(n * sizeof(float));
  cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  n *= 2;
  cudaMemcpy(b, h, n * sizeof(float), cudaMemcpyHostToDevice);
  step<<<n / 256, 256>>>(b, n);
}

void hasOtherStart(float *a, float *b, int n) {
  float *h = (float *)malloc(2 * n * sizeof(float));
  cudaMemcpy(h + n, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaMemcpy(b, h, n * sizeof(float), cudaMemcpyHostToDevice);
  step<<<n / 256, 256>>>(b, n);
}

void toOtherDevice(float *a, float *b, int n) {
  float *h = (float *)malloc(n * sizeof(float));
  cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaSetDevice(1);
  cudaMemcpy(b, h, n * sizeof(float), cudaMemcpyHostToDevice);
  step<<<n / 256, 256>>>(b, n);
}

void isMeasured(float *a, float *b, int n, cudaEvent_t event) {
  float *h = (float *)malloc(n * sizeof(float));
  cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  cudaEventRecord(event);
  cudaMemcpy(b, h, n * sizeof(float), cudaMemcpyHostToDevice);
  step<<<n / 256, 256>>>(b, n);
}

void hasOtherName(float *a, float *b, int n) {
  float *h = (float *)malloc(n * sizeof(float));
  float *same = h;
  cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  same[0] = 1;
  cudaMemcpy(b, h, n * sizeof(float), cudaMemcpyHostToDevice);
  step<<<n / 256, 256>>>(b, n);
}

// The first copy of the loop is of what the host made.
void inLoop(float *a, int n) {
  float *h = (float *)calloc(n, sizeof(float));
  for (int i = 0; i < 10; ++i) {
    cudaMemcpy(a, h, n * sizeof(float), cudaMemcpyHostToDevice);
    step<<<n / 256, 256>>>(a, n);
    cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  }
}
