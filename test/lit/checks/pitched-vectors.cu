// Numbers that a thread stores next to each other, in rows whose pitch in bytes is an argument: one
// store for four does where the pitch is a multiple of it.
//
// RUN: not %cuda-memlint --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not=warning:

// Two rows of 16 lanes that each fill 16 B: 16 sectors. A store of 16 B is needed in place of
// four of 4 B.
// CHECK: :[[#@LINE+7]]:3: warning: uncoalesced store
// CHECK: help: access `surface` 16 B at a time (`float4`, `int4`), one store for 4 (only if `pitch` is a multiple of 16)
__global__ void pixels(unsigned char *surface, int width, int height, size_t pitch, float t) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  float *pixel = (float *)(surface + y * pitch) + 4 * x;
  pixel[0] = t;
  pixel[1] = t + 1;
  pixel[2] = t + 2;
  pixel[3] = 1;
}

// Rows of `length` elements of 4 B.
// CHECK: :[[#@LINE+7]]:3: warning: uncoalesced store
// CHECK: help: access `image` as `float4`, one store for 4 (only if `length` is a multiple of 4)
__global__ void elements(float *image, int width, int height, int length, float t) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  float *pixel = image + y * length + 4 * x;
  pixel[0] = t;
  pixel[1] = t + 1;
  pixel[2] = t + 2;
  pixel[3] = 1;
}

// Data say where a pixel is.
// CHECK: :[[#@LINE+4]]:3: warning: uncoalesced store
// CHECK-NOT: one store for 4
__global__ void byData(float *image, const int *rows) {
  float *pixel = image + rows[blockIdx.x] + 4 * threadIdx.x;
  pixel[0] = 1;
  pixel[1] = 2;
  pixel[2] = 3;
  pixel[3] = 4;
}

void run(const int *rows, unsigned char *surface, float *image, int width, int height, size_t pitch, int length) {
  dim3 block(16, 16), grid((width + 15) / 16, (height + 15) / 16);
  pixels<<<grid, block>>>(surface, width, height, pitch, 1);
  elements<<<grid, block>>>(image, width, height, length, 1);
  byData<<<64, 256>>>(image, rows);
}
