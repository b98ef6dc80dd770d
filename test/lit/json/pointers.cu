// RUN: %json %s | %query | FileCheck %s

// Pointer arithmetic, aliases, casts, and the integer operators of an index.

#include <cuda_runtime.h>

// Two blocks of one warp: a pointer moved to the block's part, 1028 bytes a block. Block
// 0 is aligned: 4; block 1 starts 4 bytes into a sector: 5.
__global__ void blockPart(float *out, const float *in) {
  const float *part = in + blockIdx.x * 257;
  out[blockIdx.x * 32 + threadIdx.x] = part[threadIdx.x];
  // CHECK: line [[#@LINE-1]]: global load requests=2 cost=9 ideal=8 worst=5; proved;
}

// One warp, a pointer that walks by 33 floats: it starts 0, 4, 8, 12 bytes into a
// sector: 4 + 5 + 5 + 5 = 19.
__global__ void walking(float *out, const float *in) {
  const float *p = in;
  float sum = 0;
  for (int k = 0; k < 4; ++k) {
    sum += p[threadIdx.x];
    // CHECK: line [[#@LINE-1]]: global load requests=4 cost=19 ideal=16 worst=5; proved;
    p += 33;
  }
  out[threadIdx.x] = sum;
}

// One warp, four floats a thread through *p++: 16 bytes apart, 16 against 4, 4 turns.
__global__ void increment(float *out, const float *in) {
  const float *p = in + threadIdx.x * 4;
  float sum = 0;
  for (int k = 0; k < 4; ++k)
    sum += *p++;
  // CHECK: line [[#@LINE-1]]: global load requests=4 cost=64 ideal=16 worst=16; proved;
  out[threadIdx.x] = sum;
}

// One warp.
__global__ void spellings(float *out, const float *in) {
  int t = threadIdx.x;
  // 8 bytes apart.
  out[t] = *(in + 2 * t);
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=8 ideal=4 worst=8; proved;
  out[t] = (&in[t])[t];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=8 ideal=4 worst=8; proved;
  out[t] = t[in];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved;
  // One float before a sector.
  const float *second = in + 32;
  out[t] = second[t - 1];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=5 ideal=4 worst=5; proved;
}

// One warp, casts.
__global__ void casts(float *out, const float *in) {
  int t = threadIdx.x;
  // 16 bytes a lane, consecutive.
  reinterpret_cast<float4 *>(out)[t] = reinterpret_cast<const float4 *>(in)[t];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=16 ideal=16 worst=16;
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=16 ideal=16 worst=16;
  // 12 bytes apart by way of char.
  out[t] = *(const float *)((const char *)in + 12 * t);
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=12 ideal=4 worst=12; proved;
  // Rows of 32 floats by way of a pointer to rows: 128 bytes apart.
  const float(*rows)[32] = (const float(*)[32])in;
  out[t] = rows[t][7];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=32 ideal=4 worst=32; proved;
}

// One warp, pointers into shared memory. Rows of 32 words.
__global__ void sharedPointers(float *out) {
  __shared__ float tile[32][32];
  int t = threadIdx.x;
  float *row = tile[t];
  row[2] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=32 ideal=1 worst=32; proved;
  float *place = &tile[4][0] + t;
  *place = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=1 ideal=1 worst=1; proved;
  float *flat = &tile[0][0];
  flat[2 * t] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=2 ideal=1 worst=2; proved;
  out[t] = 1;
}

// One warp.
__global__ void choices(float *out, const float *in) {
  int t = threadIdx.x;
  // Bytes 0 to 63 and 128 to 191: 2 + 2.
  out[t] = in[t < 16 ? t : t + 16];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved;
  // Byte 0 for half of the lanes, bytes 64 to 127 for the others: 1 + 2; 4 are allowed.
  out[t] = in[t < 16 ? 0 : t];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=3 ideal=3 worst=3; proved;
  // Odd lanes: floats 1, 3, ... 31, 4 sectors. Even lanes: 256 bytes apart from byte 0,
  // which is one of the 4: 15 more.
  out[t] = in[t % 2 ? t : t * 32];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=19 ideal=4 worst=19; proved;
}

// One warp, integer operators.
__global__ void operators(float *out, const float *in, int n) {
  int t = threadIdx.x;
  unsigned u = threadIdx.x;
  // 16 floats, each for two lanes: 64 bytes.
  out[t] = in[t / 2];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=2 ideal=2 worst=2; proved;
  out[t] = in[t >> 1];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=2 ideal=2 worst=2; proved;
  // Every second float, each for two lanes: 4 sectors of 4.
  out[t] = in[t & ~1];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved;
  // A rotation: unsigned wrap-around brings lane 0 to float 31.
  out[t] = in[(u - 1u) & 31u];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved;
  // Bits swapped about: 8*(t % 4) + t/4 takes each of 0 to 31 once.
  out[t] = in[((t & 3) << 3) | (t >> 2)];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved;
  // From the end, n = 1000: floats 968 to 999 start at byte 3872 = 121 * 32: 4.
  out[t] = in[n - 1 - t];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved;
  // Floats 969 to 1000 start 4 bytes into a sector: 5.
  out[t] = in[n - t];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=5 ideal=4 worst=5; proved;
  // Clamped below 16: floats 0 to 15 and 15 again: 64 bytes.
  out[t] = in[t < 15 ? t : 15];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=2 ideal=2 worst=2; proved;
  // min does the same.
  out[t] = in[min(t, 15)];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=2 ideal=2 worst=2; proved;
}

void launch(float *out, const float *in) {
  blockPart<<<2, 32>>>(out, in);
  walking<<<1, 32>>>(out, in);
  increment<<<1, 32>>>(out, in);
  spellings<<<1, 32>>>(out, in);
  casts<<<1, 32>>>(out, in);
  sharedPointers<<<1, 32>>>(out);
  choices<<<1, 32>>>(out, in);
  operators<<<1, 32>>>(out, in, 1000);
}
