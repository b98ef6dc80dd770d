// RUN: %json %s | %query | FileCheck %s

// Unions, and variables read and written as another type. One warp each.

#include <cuda_runtime.h>

union Word {
  unsigned whole;
  unsigned char bytes[4];
  struct {
    unsigned short low, high;
  } halves;
};

// 4t + 0x20000: the low half is 4t, the high half 2, the lowest byte 4t.
__global__ void otherField(float *out) {
  Word word;
  word.whole = threadIdx.x * 4 + 0x20000;
  out[word.halves.low] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=16 ideal=4 worst=16; proved;
  out[word.halves.high * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=4 worst=8; proved;
  out[word.bytes[0]] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=16 ideal=4 worst=16; proved;
  // One byte is replaced, the others stay: 4t + 0x20000 - 0x20000 + 0x30000.
  word.bytes[2] = 3;
  out[word.whole - 0x30000] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=16 ideal=4 worst=16; proved;
}

struct Tagged {
  int tag;
  union {
    int stride;
    float weight;
  };
};

__global__ void anonymousUnion(float *out) {
  Tagged tagged;
  tagged.stride = 4;
  out[tagged.stride * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=16 ideal=4 worst=16; proved;
}

// As a parameter: a row that starts at a float nobody knows.
__global__ void unionParameter(float *out, Tagged tagged) {
  out[tagged.stride * 8 + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
}

// The branches leave different fields behind: 2t either way.
__global__ void differentFields(float *out, int n) {
  Word word;
  if (n & 1) {
    word.whole = threadIdx.x * 2;
  } else {
    word.halves.low = threadIdx.x * 2;
    word.halves.high = 0;
  }
  out[word.halves.low] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=4 worst=8; proved;
}

// The bytes of 0x204 are 4 and 2, lowest first.
__global__ void bytesOfVariable(float *out) {
  unsigned value = 0x204;
  unsigned char *bytes = reinterpret_cast<unsigned char *>(&value);
  out[bytes[0] * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=16 ideal=4 worst=16; proved;
  out[bytes[1] * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=4 worst=8; proved;
  bytes[1] = 0;
  out[value * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=16 ideal=4 worst=16; proved;
  short2 halves = *reinterpret_cast<short2 *>(&value);
  out[halves.x * threadIdx.x + halves.y] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=16 ideal=4 worst=16; proved;
}

// Two floats are two numbers, even though nothing is known of either.
__global__ void bitsOfFloats(float *out, float x, float y) {
  int difference = *reinterpret_cast<int *>(&x) - *reinterpret_cast<int *>(&y);
  out[difference * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null {{.*}} unknown;
}

void launch(float *out, Tagged tagged, int n) {
  otherField<<<1, 32>>>(out);
  anonymousUnion<<<1, 32>>>(out);
  unionParameter<<<1, 32>>>(out, tagged);
  differentFields<<<1, 32>>>(out, n);
  bytesOfVariable<<<1, 32>>>(out);
  bitsOfFloats<<<1, 32>>>(out, 1, 2);
}
