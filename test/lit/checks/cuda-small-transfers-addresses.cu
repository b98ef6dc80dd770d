// Addresses that move with each iteration, variables of an iteration, and functions that copy.
// RUN: not %cuda-memlint --remarks --checks=-*,cuda-small-transfers %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

#include <stdio.h>
#include <stdlib.h>

__global__ void scale(float *data) { data[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }

void offsets(float *d, float *h) {
  size_t to = 0, from = 0;
  for (int row = 0; row < 1024; ++row) {
    // CHECK: :[[#@LINE+1]]:5: warning: transfer in pieces: the loop makes 1,024 copies of 4,000 B, which are a fixed distance apart
    cudaMemcpy(d + to, h + from, 4000, cudaMemcpyHostToDevice);
    to += 1024;
    from += 1000;
  }
}

void pointers(float *d, const float *h) {
  for (int row = 0; row < 64; ++row, d += 1000) {
    // 4,000 bytes on both sides.
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}} the loop makes 64 copies of 4,000 B, which lie one behind the other
    cudaMemcpy(d, h, 4000, cudaMemcpyHostToDevice);
    h += 1000;
  }
}

void ofIteration(float *d, const float *h, int n) {
  for (int row = 0; row < n; ++row) {
    float *to = d + row * 1024;
    const size_t from = row * 1000;
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}} the loop makes copies of 4,000 B each, which are a fixed distance apart
    cudaMemcpy(to, h + from, 4000, cudaMemcpyHostToDevice);
  }
}

void ofElements(float *d, float *h) {
  for (int row = 0; row < 64; ++row) {
    const float *from = &h[row * 100];
    float *to = &d[row * 100];
    // CHECK: :[[#@LINE+1]]:25: warning: {{.*}} the loop makes 64 copies of 400 B, which lie one behind the other
    cudaError_t error = cudaMemcpy(to, from, 400, cudaMemcpyHostToDevice);
    if (error != cudaSuccess)
      return;
  }
}

static void upload(float *d, const float *h, size_t n) {
  size_t bytes = n * sizeof(float);
  cudaError_t error = cudaMemcpy(d, h, bytes, cudaMemcpyHostToDevice);
  if (error != cudaSuccess)
    exit(1);
}

static cudaError_t download(float *h, const float *d, size_t bytes) {
  return cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost);
}

int byFunction(float *d, float *h, int columns) {
  for (int row = 0; row < 64; ++row)
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}} the loop makes 64 copies of 4,000 B, which are a fixed distance apart
    upload(d + row * 1024, h + row * 1000, 1000);
  for (int row = 0; row < 64; ++row)
    // CHECK: :[[#@LINE+1]]:9: remark: {{.*}} the loop makes 64 copies of `columns * 4` bytes, which lie one behind the other
    if (download(h + row * columns, d + row * columns, columns * 4) != cudaSuccess)
      return 1;
  return 0;
}

// What follows is silent.

void uneven(float *d, float *h) {
  float *to = d, *other = d;
  for (int row = 0; row < 64; ++row) {
    cudaMemcpy(to, h + row * 1000, 4000, cudaMemcpyHostToDevice);
    to += row;
  }
  for (int row = 0; row < 64; ++row) {
    cudaMemcpy(other, h + row * 1000, 4000, cudaMemcpyHostToDevice);
    other += 1024;
    other += row;
  }
}

void wrapsAround(float *d, float *h) {
  unsigned char to = 0;
  for (int row = 0; row < 64; ++row) {
    cudaMemcpy(d + to, h + row * 100, 400, cudaMemcpyHostToDevice);
    to += 100;
  }
}

void chosen(float *d, float *h, const int *sizes) {
  size_t to = 0;
  for (int row = 0; row < 64; ++row) {
    cudaMemcpy(d + to, h + row * 1000, 4000, cudaMemcpyHostToDevice);
    to += sizes[row];
  }
}

void growing(float *d, float *h) {
  size_t to = 0, step = 1000;
  for (int row = 0; row < 64; ++row) {
    cudaMemcpy(d + to, h + row * 1000, 4000, cudaMemcpyHostToDevice);
    to += step;
    step += 1000;
  }
}

void ofOwnBuffer(float *d) {
  for (int row = 0; row < 64; ++row) {
    float h[1000];
    float *from = h;
    cudaMemcpy(d + row * 1000, from, 4000, cudaMemcpyHostToDevice);
  }
}

static void uploadAndRun(float *d, const float *h) {
  cudaMemcpy(d, h, 1024, cudaMemcpyHostToDevice);
  scale<<<1, 256>>>(d);
}

static void uploadAndPrint(float *d, const float *h) {
  cudaMemcpy(d, h, 1024, cudaMemcpyHostToDevice);
  printf("%p\n", d);
}

static void uploadFrom(float *d, const float *h, int first) {
  first *= first;
  cudaMemcpy(d + first, h, 1024, cudaMemcpyHostToDevice);
}

static int uploads;
static void uploadNext(float *d, const float *h) {
  cudaMemcpy(d + uploads * uploads, h, 1024, cudaMemcpyHostToDevice);
  ++uploads;
}

static void uploadSome(float *d, const float *h, bool wanted) {
  if (wanted)
    cudaMemcpy(d, h, 1024, cudaMemcpyHostToDevice);
}

void byOtherFunctions(float *d, float *h) {
  for (int row = 0; row < 64; ++row)
    uploadAndRun(d + row * 256, h + row * 256);
  for (int row = 0; row < 64; ++row)
    uploadAndPrint(d + row * 256, h + row * 256);
  for (int row = 0; row < 64; ++row)
    uploadFrom(d + row * 256, h + row * 256, row);
  for (int row = 0; row < 64; ++row)
    uploadNext(d + row * 256, h + row * 256);
  for (int row = 0; row < 64; ++row)
    uploadSome(d + row * 256, h + row * 256, row % 3 == 0);
}

void twoAtOnce(float *d, float *h) {
  for (int row = 0; row < 64; ++row) {
    upload(d + row * 1000, h + row * 1000, 1000);
    upload(d + row * 1000 + 64000, h, 1000);
  }
}

// One copy.
void mended(float *d, float *h) {
  cudaMemcpy2D(d, 4096, h, 4000, 4000, 64, cudaMemcpyHostToDevice);
}
