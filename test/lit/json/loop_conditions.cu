// RUN: %json %s | %query | FileCheck %s

// Values that change in some iterations only: under a condition, or in a ring.

#include <cuda_runtime.h>

// Pass k has 64 >> k lanes, at words (2 * lane) << k. Pass 0, 2 warps: 2 words in a bank each.
// Then 4, 8, 16, 32 words apart, for 32, 16, 8, 4 lanes: 4 in a bank each time; 2 lanes: 2;
// 1 lane: 1. 2 * 2 + 4 + 4 + 4 + 4 + 2 + 1 in 2 + 6 requests.
// Detail is stored at 64 >> k: 2 warps of 4 sectors, 4, 2, 1, 1, 1, 1.
__global__ void haar(float *a, int levels) {
  extern __shared__ float s[];
  unsigned thread = threadIdx.x;
  s[thread] = a[thread];
  __syncthreads();
  unsigned step = 1, active = blockDim.x >> 1, first = thread * 2;
  for (int i = 1; i < levels; ++i) {
    if (thread < active) {
      unsigned second = first + step;
      a[active + thread] = s[first];
      // CHECK: line [[#@LINE-1]]: global store requests=8 cost=18 ideal=18 worst=4; proved;
      s[second] += 1;
      // CHECK: line [[#@LINE-1]]: shared store requests=8 cost=23 ideal=8 worst=4; proved;
      active >>= 1;
      step <<= 1;
      first <<= 1;
    }
    __syncthreads();
  }
}

// As `first` above, with the condition written over the loop's counter, and those leave first
// that it does not hold for.
__global__ void byCounter(float *a) {
  __shared__ float s[1024];
  int first = threadIdx.x * 2;
  for (int i = 0; i < 7; ++i) {
    if (threadIdx.x >= 64 >> i)
      continue;
    s[first] = 1;
    // CHECK: line [[#@LINE-1]]: shared store requests=8 cost=23 ideal=8 worst=4; proved;
    first *= 2;
  }
}

// Elements thread + 32 * k below 100: 3 passes of 32 lanes, then lanes 0 ... 3: 1 sector.
__global__ void upTo(float *a, int n) {
  int i = threadIdx.x;
  for (int pass = 0; pass < 10; ++pass)
    if (i < n) {
      a[i] = 1;
      // CHECK: line [[#@LINE-1]]: global store requests=4 cost=13 ideal=13 worst=4; proved;
      i += 32;
    }
}

// Thread 2 never starts, thread 3 stops after one pass, and threads 0 and 1 never stop. The number
// would not be 2 again if it went on, so that says nothing of who is in pass k.
__global__ void wouldComeBack(float *a) {
  int left = threadIdx.x, i = threadIdx.x;
  for (int pass = 0; pass < 4; ++pass)
    if (left != 2) {
      a[i] = 1;
      // CHECK: line [[#@LINE-1]]: global store requests=null {{.*}}; assumed; {{.*}}why_null=unknown `left`
      left -= 1;
      i += 32;
    }
}

// The condition comes true again, and a thread goes on from where it stopped.
__global__ void comesBack(float *a) {
  int i = threadIdx.x;
  for (int pass = 0; pass < 4; ++pass)
    if ((threadIdx.x + pass) % 2 == 0) {
      a[i] = 1;
      // CHECK: line [[#@LINE-1]]: global store requests=null {{.*}}; unknown;
      i += 32;
    }
}

// Lanes l and l + 16 start at word 4 * l of 64 and go round. In each of the 64 passes
// 16 words 4 apart are in 8 banks: 2 wavefronts.
__global__ void ringByLane(float *a) {
  __shared__ float s[64];
  s[threadIdx.x] = s[threadIdx.x + 32] = a[threadIdx.x];
  __syncthreads();
  float sum = 0;
  int at = (threadIdx.x & 15) * 4;
  for (int i = 0; i < 64; ++i) {
    sum += s[at];
    // CHECK: line [[#@LINE-1]]: shared load requests=64 cost=128 ideal=64 worst=2; proved;
    at++;
    if (at == 64)
      at = 0;
  }
  at = threadIdx.x * 2;
  for (int i = 0; i < 64; ++i) {
    sum += s[at];
    // CHECK: line [[#@LINE-1]]: shared load requests=64 cost=128 ideal=64 worst=2; proved;
    if (64 == ++at)
      at = 0;
  }
  a[threadIdx.x] = sum;
}

void launch(float *a) {
  haar<<<1, 128, 1024>>>(a, 8);
  byCounter<<<1, 128>>>(a);
  upTo<<<1, 32>>>(a, 100);
  wouldComeBack<<<1, 32>>>(a);
  comesBack<<<1, 32>>>(a);
  ringByLane<<<1, 32>>>(a);
}
