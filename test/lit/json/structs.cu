// RUN: %json %s | %query | FileCheck %s

// Members of structures: the lanes are sizeof(structure) apart.

#include <cuda_runtime.h>

struct Pair {
  float a, b;
};

struct Triple {
  float x, y, z;
};

struct Nested {
  float weight;
  struct {
    float u, v;
  } inner;
};

struct WithArray {
  int id;
  float values[3];
};

struct Five {
  float f[5];
};

struct Nine {
  int head;
  float f[8];
};

struct Mixed {
  char tag;
  short kind;
  double value;
};

// One warp.
__global__ void members(float *out, const Pair *pairs, const Triple *triples, const Nested *nested,
                        const WithArray *arrays, const Five *fives, const Nine *nines,
                        const Mixed *mixed) {
  int t = threadIdx.x;
  float sum = 0;
  // 8 bytes apart, 256 bytes: 8 against 4.
  sum += pairs[t].b;
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=8 ideal=4 worst=8; proved;
  // 12 bytes apart, bytes 4 to 379: sectors 0 to 11.
  sum += triples[t].y;
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=12 ideal=4 worst=12; proved;
  // 12 bytes apart, bytes 8 to 383: sectors 0 to 11.
  sum += nested[t].inner.v;
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=12 ideal=4 worst=12; proved;
  // 16 bytes apart: 16.
  sum += arrays[t].values[1];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=16 ideal=4 worst=16; proved;
  // 20 bytes apart, less than a sector: all of 640 / 32 = 20.
  sum += fives[t].f[0];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=20 ideal=4 worst=20; proved;
  // 36 bytes apart, more than a sector: one each.
  sum += nines[t].head;
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=32 ideal=4 worst=32; proved;
  // A double at offset 8 of 16 bytes: 16 sectors; 256 bytes would fit in 8.
  sum += mixed[t].value;
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=16 ideal=8 worst=16;
  // A short at offset 2 of 16 bytes: 16 sectors; 64 bytes would fit in 2.
  sum += mixed[t].kind;
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=16 ideal=2 worst=16;
  out[t] = sum;
}

// One warp, vector types as structures.
__global__ void vectors(float *out, const float4 *quads, const float3 *triples) {
  int t = threadIdx.x;
  // One float of each float4, 16 bytes apart: 16 against 4.
  out[t] = quads[t].x;
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=16 ideal=4 worst=16; proved;
  // One float of each float3, 12 bytes apart: 12 against 4.
  out[t] = triples[t].z;
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=12 ideal=4 worst=12; proved;
}

// One warp, every field written: 12 sectors three times, where 4 each would do.
__global__ void writeAll(Triple *out) {
  int t = threadIdx.x;
  out[t].x = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=12 ideal=4 worst=12; proved;
  out[t].y = 2;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=12 ideal=4 worst=12; proved;
  out[t].z = 3;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=12 ideal=4 worst=12; proved;
}

// One warp, shared memory: the lanes are 2, 3, 4 and 5 words apart; gcd with 32 is 2, 1,
// 4, 1.
__global__ void sharedMembers(float *out) {
  __shared__ Pair pairs[32];
  __shared__ Triple triples[32];
  __shared__ WithArray arrays[32];
  __shared__ Five fives[32];
  int t = threadIdx.x;
  pairs[t].a = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=2 ideal=1 worst=2; proved;
  triples[t].y = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=1 ideal=1 worst=1; proved;
  arrays[t].id = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=4 ideal=1 worst=4; proved;
  fives[t].f[3] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=1 ideal=1 worst=1; proved;
  out[t] = 1;
}

struct Arrays {
  float *x;
  float *y;
  int pitch;
};

// One warp. A structure of pointers passed by value: consecutive.
__global__ void structureOfArrays(Arrays arrays) {
  int t = threadIdx.x;
  arrays.y[t] = arrays.x[t];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
}

void launch(float *out, const Pair *pairs, Triple *triples, const Nested *nested,
            const WithArray *withArrays, const Five *fives, const Nine *nines, const Mixed *mixed,
            const float4 *quads, const float3 *float3s, float *x, float *y) {
  members<<<1, 32>>>(out, pairs, triples, nested, withArrays, fives, nines, mixed);
  vectors<<<1, 32>>>(out, quads, float3s);
  writeAll<<<1, 32>>>(triples);
  sharedMembers<<<1, 32>>>(out);
  Arrays arrays;
  arrays.x = x;
  arrays.y = y;
  arrays.pitch = 32;
  structureOfArrays<<<1, 32>>>(arrays);
}
