// RUN: not %cuda-memlint --remarks --checks=-*,cuda-small-transfers %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

#include <vector>

__global__ void scale(float *data) { data[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }

#define CHECK(call)                                                                                \
  do {                                                                                             \
    if ((call) != cudaSuccess)                                                                     \
      fail();                                                                                      \
  } while (0)

[[noreturn]] void fail() { __builtin_abort(); }
void waitsForKey(cudaError_t);

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

void check(cudaError_t error) {
  if (error != cudaSuccess)
    fail();
}

void twoArrays(float *d, float *h, float *e, float *g) {
  for (int i = 0; i < 64; ++i) {
    // CHECK: :[[#@LINE+1]]:11: warning: {{.*}} the loop makes 64 copies of 256 B
    check(cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyHostToDevice));
    // CHECK: :[[#@LINE+1]]:25: warning: {{.*}} the loop makes 64 copies of 256 B
    cudaError_t error = cudaMemcpy(e + i * 64, g + i * 64, 256, cudaMemcpyHostToDevice);
    if (error != cudaSuccess)
      fail();
  }
}

void ofVector(float *d, int columns) {
  std::vector<float> h(64000);
  for (int i = 0; i < 1000; ++i)
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}} the loop makes 1,000 copies of 40 B, which lie one behind the other
    cudaMemcpy(d + i * 10, h.data() + i * 10, 10 * sizeof(float), cudaMemcpyHostToDevice);
  for (int i = 0; i < 64; ++i)
    // CHECK: :[[#@LINE+1]]:5: remark: {{.*}} the loop makes 64 copies of `columns * sizeof(float)` bytes, which lie one behind the other
    cudaMemcpy(&h[i * columns], &d[i * columns], columns * sizeof(float), cudaMemcpyDeviceToHost);
}

void ofRows(float *d) {
  float h[64][100];
  for (int i = 0; i < 64; ++i)
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}} the loop makes 64 copies of 320 B, which are a fixed distance apart
    cudaMemcpy(d + i * 80, h[i], 320, cudaMemcpyHostToDevice);
  for (int i = 0; i < 64; ++i)
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}} the loop makes 64 copies of 400 B, which lie one behind the other
    cudaMemcpy(d + i * 100, &h[i][0], sizeof(h[i]), cudaMemcpyHostToDevice);
}

// Rows whose distance is a variable: the pitch that cudaMallocPitch gives for them, one that may be anything, and slices.
void pitched(const float *h, float *back, size_t width, size_t height) {
  float *d;
  size_t pitch;
  cudaMallocPitch((void **)&d, &pitch, width * sizeof(float), height);
  for (size_t row = 0; row < height; ++row)
    // CHECK: :[[#@LINE+2]]:5: remark: {{.*}} the loop makes copies of `width * sizeof(float)` bytes each, which are a fixed distance apart
    // CHECK: help: copy all of it with one `cudaMemcpy2D`, the distances as its pitches, which must not be smaller than a row
    cudaMemcpy((char *)d + row * pitch, h + row * width, width * sizeof(float), cudaMemcpyHostToDevice);
  size_t ofThousand;
  cudaMallocPitch((void **)&d, &ofThousand, 4000, 64);
  for (size_t row = 0; row < 64; ++row)
    // CHECK: :[[#@LINE+2]]:5: warning: {{.*}} the loop makes 64 copies of 4,000 B, which are a fixed distance apart
    // CHECK: help: copy all of it with one `cudaMemcpy2D`, the distances as its pitches{{$}}
    cudaMemcpy(back + row * 1000, (char *)d + row * ofThousand, 4000, cudaMemcpyDeviceToHost);
}

void pitchOfCaller(float *d, float *h, size_t pitch, int columns, int width, int height, int depth) {
  // Rows in the array of the destination do not overlap.
  for (int row = 0; row < 1024; ++row)
    // CHECK: :[[#@LINE+1]]:5: warning: {{.*}} the loop makes 1,024 copies of 4,000 B, which are a fixed distance apart
    cudaMemcpy(d + row * pitch, h + row * 1000, 4000, cudaMemcpyHostToDevice);
  // Where they are copied from, they might.
  for (int row = 0; row < 1024; ++row)
    // CHECK: :[[#@LINE+2]]:5: remark: {{.*}} the loop makes 1,024 copies of `4000` bytes, which are a fixed distance apart
    // CHECK: help: {{.*}}which must not be smaller than a row
    cudaMemcpy(h + row * 1000, d + row * pitch, 4000, cudaMemcpyDeviceToHost);
  for (int row = 0; row < height; ++row)
    // CHECK: :[[#@LINE+1]]:5: remark: {{.*}} which are a fixed distance apart
    cudaMemcpy(d + row * columns, h + row * width, width * sizeof(float), cudaMemcpyHostToDevice);
  for (int z = 0; z < depth; ++z)
    // CHECK: :[[#@LINE+1]]:5: remark: {{.*}} which are a fixed distance apart
    cudaMemcpy(d + z * width * height, h + z * width * height, width * sizeof(float), cudaMemcpyHostToDevice);
}

// A failed copy ends the loop.
int returnsIfFailed(float *d, float *h) {
  for (int i = 0; i < 64; ++i)
    // CHECK: :[[#@LINE+1]]:9: warning: {{.*}} the loop makes 64 copies of 256 B
    if (cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyHostToDevice) != cudaSuccess)
      return 1;
  return 0;
}

cudaError_t breaksIfFailed(float *d, float *h) {
  cudaError_t error = cudaSuccess;
  for (int i = 0; i < 64; ++i) {
    // CHECK: :[[#@LINE+1]]:13: warning: {{.*}} the loop makes 64 copies of 256 B
    error = cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyHostToDevice);
    if (error) {
      waitsForKey(error);
      break;
    }
  }
  return error;
}

// A while loop that counts.
void whileLoop(float *d, float *h, int n) {
  int i = 0;
  // CHECK: :[[#@LINE+2]]:5: warning: {{.*}} the loop makes copies of 256 B each, which lie one behind the other
  while (i < n) {
    cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyHostToDevice);
    i++;
  }
}

// What follows is silent.

void windows(float *d, float *h, int n) {
  for (int i = 0; i < 64; ++i)
    cudaMemcpy(d + i * n, h + i, n * sizeof(float), cudaMemcpyHostToDevice);
}

int endsIfCopied(float *d, float *h) {
  for (int i = 0; i < 64; ++i)
    if (cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyHostToDevice) == cudaSuccess)
      break;
  return 0;
}

int endsAtLimit(float *d, float *h, int limit) {
  for (int i = 0; i < 64; ++i)
    if (cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyHostToDevice) != cudaSuccess || i == limit)
      return i;
  return 0;
}

void goesOnIfFailed(float *d, float *h, float *e, float *g) {
  for (int i = 0; i < 64; ++i) {
    if (cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyHostToDevice) != cudaSuccess)
      continue;
    cudaMemcpy(e + i * 64, g + i * 64, 256, cudaMemcpyHostToDevice);
  }
}

void whileDoubling(float *d, float *h, int n) {
  int i = 1;
  while (i < n) {
    cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyHostToDevice);
    i *= 2;
  }
}

void whileUneven(float *d, float *h, int n, int odd) {
  int i = 0;
  while (i < n) {
    cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyHostToDevice);
    i++;
    i += odd;
  }
}

void vectors(float *d, std::vector<std::vector<float>> &h) {
  for (int i = 0; i < 64; ++i)
    cudaMemcpy(d + i * 100, h[i].data(), 400, cudaMemcpyHostToDevice);
}

void oneVector(float *d) {
  std::vector<float> h(100);
  for (int i = 0; i < 64; ++i)
    cudaMemcpy(d + i * 100, h.data(), 400, cudaMemcpyHostToDevice);
}

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

void leavesOut(float *d, float *h, const bool *wanted) {
  for (int i = 0; i < 64; ++i) {
    if (!wanted[i])
      continue;
    cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyHostToDevice);
  }
}

int search(float *d, float *h) {
  for (int i = 0; i < 64; ++i) {
    CHECK(cudaMemcpy(h + i * 64, d + i * 64, 256, cudaMemcpyDeviceToHost));
    if (h[i * 64] > 0)
      return i;
  }
  return -1;
}

void chooses(float *d, float *h, const int *kind) {
  for (int i = 0; i < 64; ++i)
    switch (kind[i]) {
    case 1:
      cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyHostToDevice);
    }
}

void isRightOperand(float *d, float *h, const bool *wanted) {
  for (int i = 0; i < 64; ++i)
    if (wanted[i] && cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyHostToDevice))
      fail();
  for (int i = 0; i < 64; ++i)
    if (wanted[i] || cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyHostToDevice))
      fail();
}

void tries(float *d, float *h) {
  for (int i = 0; i < 64; ++i)
    try {
      cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyHostToDevice);
    } catch (int) {
    }
}

void forthAndBack(float *d, float *h) {
  for (int i = 0; i < 64; ++i) {
    cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyHostToDevice);
    cudaMemcpy(h + i * 64 + 64, d + i * 64, 256, cudaMemcpyDeviceToHost);
  }
}

void isUsedAtOnce(float *d, float *h, float *largest) {
  for (int i = 0; i < 64; ++i) {
    cudaMemcpy(h + i * 64, d + i * 64, 256, cudaMemcpyDeviceToHost);
    *largest += h[i * 64];
  }
}

void wrapsAround(float *d, float *h) {
  for (int i = 0; i < 64; ++i)
    cudaMemcpy(d + (unsigned char)(i * 64), h + i * 64, 256, cudaMemcpyHostToDevice);
}

// A pitch has 31 bits.
void farApart(char *d, char *h) {
  for (size_t i = 0; i < 8; ++i)
    cudaMemcpy(d + i * 3221225472, h + i * 4096, 4096, cudaMemcpyHostToDevice);
}

void readsPieces(float *d, float *h) {
  for (int i = 0; i < 64; ++i) {
    __builtin_memset(h + i * 64, 1, 256);
    cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyHostToDevice);
  }
}

void fewInVariable(float *d, float *h) {
  int rows = 2;
  for (int i = 0; i < rows; ++i)
    cudaMemcpy(d + i * 64, h + i * 64, 256, cudaMemcpyHostToDevice);
}
