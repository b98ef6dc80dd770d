// Numbers that variables get in one assignment, behind their declaration.
// RUN: not %cuda-memlint --checks=-*,cuda-round-trip,cuda-zero-copy-reuse,cuda-l2-window,cuda-pageable-async-copy,cuda-small-transfers %s 2>&1 | FileCheck %s --implicit-check-not=warning:

#include <stdlib.h>

__global__ void scale(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 2 * in[i];
}

void roundTrip(float *a, float *b, int elements) {
  size_t bytes;
  int n;
  bytes = 4096;
  n = 2 * elements;
  float *h = (float *)malloc(1 << 20);
  cudaMemcpy(h, a, bytes, cudaMemcpyDeviceToHost);
  // CHECK: :[[#@LINE+1]]:3: warning: round trip through the host: `h`
  cudaMemcpy(b, h, bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  // CHECK: :[[#@LINE+1]]:3: warning: round trip through the host: `h`
  cudaMemcpy(b, h, n * sizeof(float), cudaMemcpyHostToDevice);
  scale<<<1, 256>>>(b, a, n);
  free(h);
}

void repeatedReads(float *out) {
  float *h;
  unsigned flags;
  int n;
  flags = cudaHostAllocMapped;
  n = 1000;
  cudaHostAlloc((void **)&h, 1 << 20, flags);
  for (int s = 0; s < 10; ++s)
    // CHECK: :[[#@LINE+1]]:5: warning: repeated reads over the bus: `h` lies in host memory (1,048,576 B)
    scale<<<4, 256>>>(out, h, n);
}

void window(cudaStream_t stream, float *data) {
  size_t aside, bytes;
  float share;
  aside = 4 << 20;
  bytes = 8 << 20;
  share = 0.75f;
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, aside);
  cudaStreamAttrValue attribute;
  attribute.accessPolicyWindow.base_ptr = data;
  attribute.accessPolicyWindow.num_bytes = bytes;
  attribute.accessPolicyWindow.hitRatio = share;
  attribute.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  // CHECK: :[[#@LINE+1]]:3: warning: access policy window exceeds the set-aside: 6,291,456 B of the window are to persist
  cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &attribute);
}

void pieces(float *d, float *h) {
  int pitch, columns;
  pitch = 1024;
  columns = 1000;
  for (int row = 0; row < 64; ++row)
    // CHECK: :[[#@LINE+1]]:5: warning: transfer in pieces: the loop makes 64 copies of 4,000 B, which are a fixed distance apart
    cudaMemcpy(h + row * columns, d + row * pitch, columns * sizeof(float), cudaMemcpyDeviceToHost);
}

// What follows is silent.

// The default stream, which is null.
void inDefaultStream(float *d) {
  cudaStream_t stream;
  stream = 0;
  float *h = (float *)malloc(1 << 20);
  cudaMemcpyAsync(d, h, 1 << 20, cudaMemcpyHostToDevice, stream);
  scale<<<1024, 256, 0, stream>>>(d, d, 1 << 18);
  free(h);
}

// Another number in between.
void resized(float *a, float *b) {
  size_t bytes;
  float *h = (float *)malloc(1 << 20);
  bytes = 4096;
  cudaMemcpy(h, a, bytes, cudaMemcpyDeviceToHost);
  bytes = 8192;
  cudaMemcpy(b, h, bytes, cudaMemcpyHostToDevice);
  scale<<<1, 256>>>(b, a, 256);
  free(h);
}

// Another number in each iteration.
void growing(float *out) {
  float *h;
  int n;
  cudaHostAlloc((void **)&h, 1 << 20, cudaHostAllocMapped);
  for (int s = 0; s < 10; ++s) {
    n = 100 * s;
    scale<<<4, 256>>>(out, h, n);
  }
}

int jumpsBack(float *a, float *b, float *list) {
  int n;
  float *h = (float *)malloc(1 << 20);
again:
  cudaMemcpy(b, h, n * sizeof(float), cudaMemcpyHostToDevice);
  n = list[0];
  cudaMemcpy(h, a, n * sizeof(float), cudaMemcpyDeviceToHost);
  if (n)
    goto again;
  free(h);
  return n;
}
