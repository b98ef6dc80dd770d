// RUN: %json %s | %query | FileCheck %s

// Numbers of 64 bits whose highest bit is set are not followed; nothing is said of them
// that does not hold.

#include <cuda_runtime.h>

// Lanes with an odd number are below zero: 16 of them 128 bytes apart, the others in 4
// sectors.
__global__ void signOfShifted(float *out) {
  unsigned long long bits = (unsigned long long)threadIdx.x << 63;
  out[(long long)bits < 0 ? 32 * threadIdx.x : threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store {{.*}}; unknown; kernel=signOfShifted
}

__global__ void signOfArgument(float *out, unsigned long long bits) {
  out[(long long)bits < 0 ? 32 * threadIdx.x : threadIdx.x] = 1;
  // CHECK-NOT: line [[#@LINE-1]]: {{.*}} proved; kernel=signOfArgument
}

// Of 32 bits they are: the lanes are 128 bytes apart.
__global__ void signOfWord(float *out, unsigned bits) {
  out[(int)bits >= 0 ? threadIdx.x : 32 * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=32 ideal=4 worst=32; proved; kernel=signOfWord
}

// A shift register with feedback.
__global__ void feedback(float *out) {
  unsigned long long bits = threadIdx.x + 1;
  for (int i = 0; i < 70; ++i)
    bits = (bits << 1) ^ ((long long)bits < 0 ? 7 : 0);
  out[bits & 1023] = 1;
  // CHECK: line [[#@LINE-1]]: global store {{.*}}; unknown; kernel=feedback
}

// Here the bit is never set: floats 0 to 31.
__global__ void neverBelow(float *out, int n) {
  unsigned long long index = threadIdx.x;
  if ((long long)index < 100)
    out[index << 1] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=4 worst=8; proved; kernel=neverBelow
}

// Counters of 16 and 8 bits: 0, 16, ... 80 added to the lane, as long as that is below 84:
// six requests, of 16 lanes five times and of 4 lanes once, 64 and 16 bytes.
__global__ void narrowCounter(float *out) {
  for (short i = threadIdx.x; i < 84; i += blockDim.x)
    out[i] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=6 cost=11 ideal=11 worst=2; proved; kernel=narrowCounter
}

// One thread, 250, 252, 254 and then 0.
__global__ void byteWraps(float *out) {
  unsigned char start = 250;
  for (int i = 0; i < 4; ++i, start += 2)
    out[start * 8] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=4 cost=4 ideal=4 worst=1; proved; kernel=byteWraps
}

void launch(float *out) {
  signOfShifted<<<1, 32>>>(out);
  signOfArgument<<<1, 32>>>(out, 0x8000000000000000ull);
  signOfWord<<<1, 32>>>(out, 0x80000000u);
  feedback<<<1, 32>>>(out);
  neverBelow<<<1, 32>>>(out, 1);
  narrowCounter<<<1, 16>>>(out);
  byteWraps<<<1, 1>>>(out);
}
