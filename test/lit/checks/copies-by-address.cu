// Copies whose direction the addresses decide, between memory of the host and memory of the device that the function allocates.
// RUN: not %cuda-memlint --checks=-*,cuda-round-trip,cuda-host-sync,cuda-small-transfers %s 2>&1 | FileCheck %s --implicit-check-not=warning:

#include <stdio.h>
#include <stdlib.h>

__global__ void step(float *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] += 1;
}

void roundTrip() {
  float *a, *b, *h = (float *)malloc(4096);
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  step<<<4, 256>>>(a, 1024);
  cudaMemcpy(h, a, 4096, cudaMemcpyDefault);
  // CHECK: :[[#@LINE+1]]:3: warning: round trip through the host: `h`
  cudaMemcpy(b, h, 4096, cudaMemcpyDefault);
  step<<<4, 256>>>(b, 1024);
  free(h);
}

void earlyRead(cudaStream_t stream) {
  float *d, *h;
  cudaMalloc(&d, 4096);
  cudaMallocHost(&h, 4096);
  step<<<4, 256, 0, stream>>>(d, 1024);
  cudaMemcpyAsync(h, d, 4096, cudaMemcpyDefault, stream);
  // CHECK: :[[#@LINE+1]]:18: warning: missing synchronisation: the host reads `h[0]` while an asynchronous copy may still write it
  printf("%f\n", h[0]);
  cudaStreamSynchronize(stream);
}

void pieces() {
  float *d, *h = (float *)malloc(1 << 20);
  cudaMalloc(&d, 1 << 20);
  for (int i = 0; i < 64; ++i)
    // CHECK: :[[#@LINE+1]]:5: warning: transfer in pieces: the loop makes 64 copies of 256 B, which lie one behind the other
    cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyDefault);
  free(h);
}

// What follows is silent.

void fromManaged() {
  float *a, *b, *h = (float *)malloc(4096);
  cudaMallocManaged(&a, 4096);
  cudaMalloc(&b, 4096);
  step<<<4, 256>>>(a, 1024);
  cudaMemcpy(h, a, 4096, cudaMemcpyDefault);
  cudaMemcpy(b, h, 4096, cudaMemcpyDefault);
  step<<<4, 256>>>(b, 1024);
  free(h);
}

void fromCaller(float *a, float *b) {
  float *h = (float *)malloc(4096);
  cudaMemcpy(h, a, 4096, cudaMemcpyDefault);
  cudaMemcpy(b, h, 4096, cudaMemcpyDefault);
  step<<<4, 256>>>(b, 1024);
  free(h);
}

void toDevice(cudaStream_t stream) {
  float *d, *h;
  cudaMalloc(&d, 4096);
  cudaMallocHost(&h, 4096);
  cudaMemcpyAsync(d, h, 4096, cudaMemcpyDefault, stream);
  printf("%f\n", h[0]);
  cudaStreamSynchronize(stream);
}

void awaited(cudaStream_t stream) {
  float *d, *h;
  cudaMalloc(&d, 4096);
  cudaMallocHost(&h, 4096);
  cudaMemcpyAsync(h, d, 4096, cudaMemcpyDefault, stream);
  cudaStreamSynchronize(stream);
  printf("%f\n", h[0]);
}

void looksAtData() {
  float *a, *b, *h = (float *)malloc(4096);
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  cudaMemcpy(h, a, 4096, cudaMemcpyDefault);
  h[0] += 1;
  cudaMemcpy(b, h, 4096, cudaMemcpyDefault);
  step<<<4, 256>>>(b, 1024);
  free(h);
}
