// RUN: %json %s | %query | FileCheck %s

// Elements of 1, 2, 4, 8 and 16 bytes. Global: distinct 32-byte sectors. Shared: one
// phase of 32 lanes up to 4 bytes, two of 16 for 8 bytes, four of 8 for 16 bytes.

#include <cuda_runtime.h>

// Two blocks of two warps, consecutive elements: 32, 64, 128, 256 and 512 bytes a warp:
// 1, 2, 4, 8 and 16 sectors, all needed. 4 requests.
__global__ void consecutive(unsigned char *outBytes, const unsigned char *bytes, short *outShorts,
                            const short *shorts, float *outFloats, const float *floats,
                            double *outDoubles, const double *doubles, float4 *outVectors,
                            const float4 *vectors) {
  int i = blockIdx.x * 64 + threadIdx.x;
  outBytes[i] = bytes[i];
  // CHECK: line [[#@LINE-1]]: global load requests=4 cost=4 ideal=4 worst=1;
  // CHECK: line [[#@LINE-2]]: global store requests=4 cost=4 ideal=4 worst=1;
  outShorts[i] = shorts[i];
  // CHECK: line [[#@LINE-1]]: global load requests=4 cost=8 ideal=8 worst=2;
  // CHECK: line [[#@LINE-2]]: global store requests=4 cost=8 ideal=8 worst=2;
  outFloats[i] = floats[i];
  // CHECK: line [[#@LINE-1]]: global load requests=4 cost=16 ideal=16 worst=4;
  // CHECK: line [[#@LINE-2]]: global store requests=4 cost=16 ideal=16 worst=4;
  outDoubles[i] = doubles[i];
  // CHECK: line [[#@LINE-1]]: global load requests=4 cost=32 ideal=32 worst=8;
  // CHECK: line [[#@LINE-2]]: global store requests=4 cost=32 ideal=32 worst=8;
  outVectors[i] = vectors[i];
  // CHECK: line [[#@LINE-1]]: global load requests=4 cost=64 ideal=64 worst=16;
  // CHECK: line [[#@LINE-2]]: global store requests=4 cost=64 ideal=64 worst=16;
}

// One warp, gaps between the lanes.
__global__ void gaps(float *out, const unsigned char *bytes, const short *shorts,
                     const double *doubles, float4 *outVectors, const float4 *vectors) {
  int t = threadIdx.x;
  float sum = 0;
  // 4 bytes apart: 128 bytes, 4 sectors; 32 bytes would fit in 1.
  sum += bytes[4 * t];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=1 worst=4;
  // 4 bytes apart: 4 sectors; 64 bytes would fit in 2.
  sum += shorts[2 * t];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=2 worst=4;
  // 16 bytes apart: 512 bytes, 16 sectors; 256 bytes would fit in 8.
  sum += doubles[2 * t];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=16 ideal=8 worst=16;
  out[t] = sum;
  // 32 bytes apart: a sector each, half of it used: 32; 512 bytes would fit in 16.
  outVectors[t] = vectors[2 * t];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=32 ideal=16 worst=32;
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=16 ideal=16 worst=16;
}

// One warp, shifted by less than a sector: one sector more than needed.
__global__ void shifted(float *out, const unsigned char *bytes, const short *shorts,
                        const double *doubles, float4 *outVectors, const float4 *vectors) {
  int t = threadIdx.x;
  float sum = 0;
  // Bytes 3 to 34: 2 against 1.
  sum += bytes[t + 3];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=2 ideal=1 worst=2;
  // Bytes 10 to 73: 3 against 2.
  sum += shorts[t + 5];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=3 ideal=2 worst=3;
  // Bytes 8 to 263: 9 against 8.
  sum += doubles[t + 1];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=9 ideal=8 worst=9;
  out[t] = sum;
  // Bytes 16 to 527: 17 against 16.
  outVectors[t] = vectors[t + 1];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=17 ideal=16 worst=17;
}

// One warp, shared memory.
__global__ void shared(float *out, float4 *outVectors) {
  __shared__ unsigned char bytes[4096];
  __shared__ short shorts[2048];
  __shared__ double doubles[64];
  __shared__ float4 vectors[64];
  int t = threadIdx.x;
  // 32 bytes: 8 words; lanes in one word cost nothing extra.
  bytes[t] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=1 ideal=1 worst=1;
  // 4 bytes apart: 32 consecutive words.
  bytes[4 * t] = 2;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=1 ideal=1 worst=1;
  // 64 bytes: 16 words.
  shorts[t] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=1 ideal=1 worst=1;
  // Two phases of 16 doubles, 32 words each: 2, the least for 256 bytes.
  doubles[t] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=2 ideal=2 worst=2;
  __syncthreads();
  float sum = 0;
  // 128 bytes apart: 32 words of one bank.
  sum += bytes[128 * t];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=32 ideal=1 worst=32;
  // The same for 2 bytes.
  sum += shorts[64 * t];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=32 ideal=1 worst=32;
  sum += doubles[t];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=2 ideal=2 worst=2;
  out[t] = sum;
  // Four phases of 8 lanes, 32 words each: 4, the least for 512 bytes.
  outVectors[t] = vectors[t];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=4 ideal=4 worst=4;
  __syncthreads();
  // 8 words apart: in a phase of 8, lanes l and l + 4 share banks: 4 * 2 = 8.
  outVectors[t + 32] = vectors[2 * t];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=8 ideal=4 worst=8;
}

void launch(unsigned char *outBytes, const unsigned char *bytes, short *outShorts,
            const short *shorts, float *outFloats, const float *floats, double *outDoubles,
            const double *doubles, float4 *outVectors, const float4 *vectors) {
  consecutive<<<2, 64>>>(outBytes, bytes, outShorts, shorts, outFloats, floats, outDoubles, doubles,
                         outVectors, vectors);
  gaps<<<1, 32>>>(outFloats, bytes, shorts, doubles, outVectors, vectors);
  shifted<<<1, 32>>>(outFloats, bytes, shorts, doubles, outVectors, vectors);
  shared<<<1, 32>>>(outFloats, outVectors);
}
