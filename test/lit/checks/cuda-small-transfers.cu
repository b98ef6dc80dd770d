// RUN: not %cuda-memlint --remarks --checks=-*,cuda-small-transfers %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

__global__ void scale(float *data) { data[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }

#define CHECK(call)                                                                                \
  do {                                                                                             \
    if ((call) != cudaSuccess)                                                                     \
      fail();                                                                                      \
  } while (0)

[[noreturn]] void fail() { __builtin_abort(); }

void contiguous(float *d, float *h) {
  for (int i = 0; i < 1000; ++i)
    // CHECK: :[[#@LINE+3]]:5: warning: transfer in pieces: the loop makes 1,000 copies of 40 B, which lie one behind the other [cuda-small-transfers]
    // CHECK: :[[#@LINE-2]]:3: note: the loop; each iteration pays the latency of a transfer
    // CHECK: help: copy all of it with one `cudaMemcpy` behind or before the loop
    cudaMemcpy(d + i * 10, h + 10 * i, 10 * sizeof(float), cudaMemcpyHostToDevice);
}

void rows(float *d, float (*h)[100]) {
  for (int i = 0; i <= 99; i += 2)
    // CHECK: :[[#@LINE+2]]:5: warning: {{.*}} the loop makes 50 copies of 320 B, which are a fixed distance apart
    // CHECK: help: copy all of it with one `cudaMemcpy2D`, the distances as its pitches
    CHECK(cudaMemcpy(&d[i * 80], &h[i], 320, cudaMemcpyHostToDevice));
}

void unknownSize(float *d, float *h, int rows, int columns, int pitch) {
  // CHECK: :[[#@LINE+2]]:5: remark: transfer in pieces: the loop makes copies of `columns * sizeof(float)` bytes each, which lie one behind the other
  for (int i = 0; i < rows; ++i)
    cudaMemcpy(&h[i * columns], &d[columns * i], columns * sizeof(float), cudaMemcpyDeviceToHost);
}

void inMacro(float *d, float *h, int rows, int columns) {
  for (int i = 0; i < rows; ++i)
    // CHECK: remark: {{.*}} the loop makes copies of `columns * sizeof(float)` bytes each
    CHECK(cudaMemcpy(d + i * columns, h + i * columns, columns * sizeof(float),
                     cudaMemcpyHostToDevice));
}

// What follows is silent.

void fewCopies(float *d, float *h) {
  for (int i = 0; i < 3; ++i)
    cudaMemcpy(d + i * 10, h + i * 10, 40, cudaMemcpyHostToDevice);
}

void largeCopies(float *d, float *h) {
  for (int i = 0; i < 64; ++i)
    cudaMemcpy(d + i * 1000000, h + i * 1000000, 4000000, cudaMemcpyHostToDevice);
}

void launches(float *d, float *h) {
  for (int i = 0; i < 64; ++i) {
    cudaMemcpy(d + i * 256, h + i * 256, 1024, cudaMemcpyHostToDevice);
    scale<<<1, 256>>>(d + i * 256);
  }
}

void oneBuffer(float *d, float *h) {
  for (int i = 0; i < 64; ++i) {
    for (int j = 0; j < 256; ++j)
      h[j] = i + j;
    cudaMemcpy(d + i * 256, h, 1024, cudaMemcpyHostToDevice);
  }
}

void oneSource(float *d, float *h) {
  for (int i = 0; i < 64; ++i)
    cudaMemcpy(d + i * 256, h, 1024, cudaMemcpyHostToDevice);
}

void listOfRows(float *d, float **h) {
  for (int i = 0; i < 64; ++i)
    cudaMemcpy(d + i * 256, h[i], 1024, cudaMemcpyHostToDevice);
}

void triangle(float *d, float *h) {
  for (int i = 0; i < 64; ++i)
    cudaMemcpy(d + i * 64, h + i * 64, i * sizeof(float), cudaMemcpyHostToDevice);
}

void overlapping(float *d, float *h) {
  for (int i = 0; i < 64; ++i)
    cudaMemcpy(d + i * 64, h + i, 256, cudaMemcpyHostToDevice);
}

void onCondition(float *d, float *h, const bool *wanted) {
  for (int i = 0; i < 64; ++i)
    if (wanted[i])
      cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyHostToDevice);
}

void moves(float *d, float *h) {
  for (int i = 0; i < 64; ++i) {
    cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyHostToDevice);
    d += i;
  }
}

void devices(float *d, float *h) {
  for (int i = 0; i < 64; ++i) {
    cudaSetDevice(i);
    cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyHostToDevice);
  }
}

void waits(float *d, float *h);

void calls(float *d, float *h) {
  for (int i = 0; i < 64; ++i) {
    waits(d, h);
    cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyHostToDevice);
  }
}
