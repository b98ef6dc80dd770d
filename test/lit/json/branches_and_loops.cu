// RUN: %json %s | %query | FileCheck %s

// Switches, and loops as people write them. One warp each unless stated otherwise: 32 floats
// from a sector on are 4 sectors; every start here is a multiple of 8 floats.

#include <cuda_runtime.h>

// Case 2 falls through to 1: 1 + 2 = 3 floats apart. The last default has no break.
__global__ void fallThrough(float *out, int which) {
  int stride = 0;
  switch (which) {
  case 3:
    stride += 8;
  case 2:
    stride += 1;
    [[fallthrough]];
  case 1:
    stride += 2;
    break;
  default:
    stride = 32;
  }
  out[stride * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=12 ideal=4 worst=12; proved;
  // Lanes in turn: 8 of each case. Case 0 falls into case 1.
  switch (threadIdx.x % 4) {
  case 0:
    // Floats 0, 4, ... 28: a sector for two: 4 where one would hold 8 floats.
    out[threadIdx.x] = 1;
    // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=1 worst=4; proved;
  case 1:
    // 16 lanes: 2 would hold them.
    out[threadIdx.x] = 2;
    // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=2 worst=4; proved;
    break;
  case 2:
    // Floats 2 * 2, 2 * 6, ... 2 * 30: a sector each.
    out[2 * threadIdx.x] = 3;
    // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=1 worst=8; proved;
  }
}

// Two counters: (0, 10), (2, 9), (4, 8), (6, 7): 4 turns.
__global__ void severalCounters(float *out) {
  for (int i = 0, j = 10; i < j; i += 2, --j)
    out[i * 32 + j * 8 + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=4 cost=16 ideal=16 worst=4; proved;
}

// 1 + 2 + ... + 8 = 36 turns; then a column of each thread: lane t goes round t + 1 times,
// so that turn k has the lanes k ... 31, 128 bytes apart, a sector each: 32 + 31 + ... + 1
// = 528 sectors. At best ceil((32 - k) / 8): 8 of each of 4, 3, 2, 1: 80.
__global__ void triangles(float *out) {
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j <= i; ++j)
      out[(i * 8 + j) * 32 + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=36 cost=144 ideal=144 worst=4; proved;
  for (int k = 0; k <= threadIdx.x; ++k)
    out[threadIdx.x * 32 + k] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=32 cost=528 ideal=80 worst=32; proved;
}

// Downwards in sevens from 99: 15. Halving 100: 100, 50, 25, 12, 6, 3, 1: 7.
__global__ void steps(float *out, int n) {
  for (int i = n - 1; i >= 0; i -= 7)
    out[i * 8 + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=15 cost=60 ideal=60 worst=4; proved;
  for (int i = n; i; i >>= 1)
    out[i * 8 + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=7 cost=28 ideal=28 worst=4; proved;
}

// 1, 2, 4, 5, 6: five turns store. Even numbers below 8: four. A do loop: 6, 5, ... 1.
__global__ void breaksAndContinues(float *out, int n) {
  int i = 0;
  while (true) {
    if (i > 5)
      break;
    ++i;
    if (i == 3)
      continue;
    out[i * 8 + threadIdx.x] = 1;
    // CHECK: line [[#@LINE-1]]: global store requests=5 cost=20 ideal=20 worst=4; proved;
  }
  for (int a = 0; a < n; ++a) {
    if (a % 2)
      continue;
    if (a == 8)
      break;
    out[a * 8 + threadIdx.x] = 2;
    // CHECK: line [[#@LINE-1]]: global store requests=4 cost=16 ideal=16 worst=4; proved;
  }
  do {
    out[i-- * 8 + threadIdx.x] = 3;
    // CHECK: line [[#@LINE-1]]: global store requests=6 cost=24 ideal=24 worst=4; proved;
  } while (i > 0);
}

// By macros. 2 blocks of 512 for 1000: 31 whole warps and 8 lanes: 31 * 4 + 1, and 2 floats
// apart 31 * 8 + 2. The third macro writes its statement twice.
#define KERNEL_LOOP(i, n)                                                                          \
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); i += blockDim.x * gridDim.x)
#define KERNEL_LOOP_OF(Type, i, n)                                                                 \
  for (Type i = static_cast<Type>(blockIdx.x) * blockDim.x + threadIdx.x; i < (n);                 \
       i += static_cast<Type>(blockDim.x) * gridDim.x)
#define TWICE(statement) statement statement
__global__ void macros(float *out, int n) {
  KERNEL_LOOP(i, n) { out[i] = 1; }
  // CHECK: line [[#@LINE-1]]: global store requests=32 cost=125 ideal=125 worst=4; proved;
  KERNEL_LOOP_OF(long long, i, n) { out[2 * i] = 1; }
  // CHECK: line [[#@LINE-1]]: global store requests=32 cost=250 ideal=125 worst=8; proved;
  int k = 0;
  TWICE(out[k++ * 8 + threadIdx.x] = 1;)
  // CHECK-COUNT-2: line [[#@LINE-1]]: global store requests=32 cost=128 ideal=128 worst=4; proved;
}

// Of a loop whose end is not known, each turn is: a row of whole sectors.
__global__ void unknownEnd(float *out, const int *end) {
  for (int i = 0; i < *end; ++i)
    out[i * 32 + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-2]]: global load requests=null {{.*}} worst=1; proved;{{.*}}why_null=unknown trip count of the loop at line [[#@LINE-2]]
  // CHECK: line [[#@LINE-2]]: global store requests=null {{.*}} worst=4; proved;
}

void launch(float *out, const int *end) {
  fallThrough<<<1, 32>>>(out, 2);
  severalCounters<<<1, 32>>>(out);
  triangles<<<1, 32>>>(out);
  steps<<<1, 32>>>(out, 100);
  breaksAndContinues<<<1, 32>>>(out, 100);
  macros<<<2, 512>>>(out, 1000);
  unknownEnd<<<1, 32>>>(out, end);
}
