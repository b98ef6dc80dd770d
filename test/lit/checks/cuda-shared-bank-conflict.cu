// RUN: not %cuda-memlint --checks=*,-cuda-uninitialised-shared %s 2>&1 | FileCheck %s --implicit-check-not=warning:

#include <cuda_runtime.h>

struct Quad {
  float a, b, c, d;
};

// A column of rows of 32 words: 32 words of one bank.
__global__ void column(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-shared-bank-conflict]
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// A store down the column, in a dynamic array.
__global__ void columnStore(float *out) {
  extern __shared__ float dynamicTile[];
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-shared-bank-conflict]
  dynamicTile[threadIdx.x * 32 + threadIdx.y] = 1;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = dynamicTile[threadIdx.y * 32 + threadIdx.x];
}

// Every second word: 2 words a bank.
__global__ void strideTwo(float *out) {
  __shared__ float s[64];
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-shared-bank-conflict]
  s[2 * threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

// The member of a structure of 4 words: 4 words a bank.
__global__ void member(float *out) {
  __shared__ Quad quads[32];
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-shared-bank-conflict]
  quads[threadIdx.x].b = 1;
  out[threadIdx.x] = 1;
}

// Every second double: 4 wavefronts against 2.
__global__ void doubleStrideTwo(double *out) {
  __shared__ double s[64];
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-shared-bank-conflict]
  out[threadIdx.x] = s[2 * threadIdx.x];
}

// Two words of one bank, for even and odd lanes.
__global__ void twoRows(float *out) {
  __shared__ float tile[2][32];
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-shared-bank-conflict]
  out[threadIdx.x] = tile[threadIdx.x % 2][5];
}

// Strides that grow: no conflict in the first turn, 32-way in the last.
__global__ void interleaved(float *out) {
  __shared__ float s[256];
  unsigned t = threadIdx.x;
  s[t] = 1;
  __syncthreads();
  float sum = 0;
  for (unsigned step = 1; step < 256; step *= 2) {
    if (2 * step * t < 256)
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-shared-bank-conflict]
      sum += s[2 * step * t];
  }
  out[t] = sum;
}

// Near misses.

// One word for all, few words in banks of their own, odd strides, any order.
__global__ void noConflict(float *out) {
  __shared__ float s[1056];
  int t = threadIdx.x;
  s[t] = 1;
  __syncthreads();
  float sum = s[17];
  sum += s[t / 4];
  sum += s[t % 4];
  sum += s[3 * t];
  sum += s[33 * t];
  sum += s[31 - t];
  sum += s[t ^ 9];
  out[t] = sum;
}

// 8 and 16 bytes a lane take 2 and 4 wavefronts at the least: no conflict.
__global__ void wide(double *out, float4 *outVectors) {
  __shared__ double doubles[32];
  __shared__ float4 vectors[32];
  int t = threadIdx.x;
  doubles[t] = 1;
  __syncthreads();
  out[t] = doubles[t];
  outVectors[t] = vectors[t];
}

// One lane has nobody to collide with; two lanes in two banks neither.
__global__ void fewLanes(float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  if (t == 0)
    s[0] = 1;
  if (t < 2)
    s[2 * t] = 1;
  __syncthreads();
  out[t] = s[t];
}

// A stride that nobody knows may be odd.
__global__ void unknownStride(float *out, int stride) {
  __shared__ float s[1024];
  out[threadIdx.x] = s[threadIdx.x * stride];
}

// An index that is data.
__global__ void histogram(float *out, const int *index) {
  __shared__ float s[1024];
  out[threadIdx.x] = s[index[threadIdx.x]];
}

// Fixed.

// Rows of 33 words.
__global__ void paddedColumn(float *out) {
  __shared__ float tile[32][33];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// A swizzle: column c of row r lies at c xor r.
__global__ void swizzledColumn(float *out) {
  __shared__ float tile[32][32];
  int x = threadIdx.x;
  int y = threadIdx.y;
  tile[y][x ^ y] = 1;
  __syncthreads();
  out[y * 32 + x] = tile[x][y ^ x];
}

// Consecutive words for the threads at work.
__global__ void sequential(float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = 1;
  __syncthreads();
  for (int step = 128; step > 0; step >>= 1) {
    if (t < step)
      s[t] += s[t + step];
    __syncthreads();
  }
  out[t] = s[0];
}

void launch(float *out, double *outDoubles, float4 *outVectors, const int *index) {
  column<<<1, dim3(32, 32)>>>(out);
  columnStore<<<1, dim3(32, 32), 32 * 32 * sizeof(float)>>>(out);
  strideTwo<<<1, 32>>>(out);
  member<<<1, 32>>>(out);
  doubleStrideTwo<<<1, 32>>>(outDoubles);
  twoRows<<<1, 32>>>(out);
  interleaved<<<1, 256>>>(out);
  noConflict<<<1, 32>>>(out);
  wide<<<1, 32>>>(outDoubles, outVectors);
  fewLanes<<<1, 32>>>(out);
  histogram<<<1, 32>>>(out, index);
  paddedColumn<<<1, dim3(32, 32)>>>(out);
  swizzledColumn<<<1, dim3(32, 32)>>>(out);
  sequential<<<1, 256>>>(out);
}

void launchWithStride(float *out, const int *strides) { unknownStride<<<1, 32>>>(out, strides[0]); }

// Lanes 0 to 3 and 16 to 19 store 16 bytes each. 128 bytes would fit one wavefront, but the
// two fours are of different phases and take one each: no bank is wanted twice.
__global__ void fewLanes(float4 value) {
  __shared__ float4 tile[64];
  if (threadIdx.x % 16 < 4)
    tile[threadIdx.x / 16 * 4 + threadIdx.x % 16] = value;
}

// The same lanes, 128 bytes apart: four words for bank 0 in each phase. Some other program loads the
// kernel by its name.
extern "C" __global__ void fewLanesInConflict(float4 value) {
  __shared__ float4 tile[512];
  if (threadIdx.x % 16 < 4)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}8 wavefronts per request, 1 needed{{.*}}[cuda-shared-bank-conflict]
    tile[(threadIdx.x / 16 * 4 + threadIdx.x % 16) * 8] = value;
}
