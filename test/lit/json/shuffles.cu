// RUN: %json %s | %query | FileCheck %s

// Values of other lanes: which are alike in a warp, and which are known. One warp each.

#include <cuda_runtime.h>

// What comes from one lane is the same for all: a row of 8 floats is a sector, and 32
// floats from there are 4.
__global__ void alike(float *out, const int *in, int lane) {
  int t = threadIdx.x, own = in[t];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved;
  out[8 * __shfl_sync(~0u, own, 0) + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  out[8 * __shfl_sync(~0u, own, lane) + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  out[8 * __shfl_sync(~0u, own, 3, warpSize) + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  // Each half its own, or each lane.
  out[8 * __shfl_sync(~0u, own, 3, 16) + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null {{.*}} unknown;
  out[8 * __shfl_sync(~0u, own, t ^ 1) + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null {{.*}} unknown;
  out[8 * __shfl_up_sync(~0u, own, 1) + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null {{.*}} unknown;
}

// A place that one lane takes for its warp.
__global__ void reserved(float *out, int *count) {
  int t = threadIdx.x, leader = __ffs(__activemask()) - 1, first = 0;
  if (t == leader)
    first = atomicAdd(count, 32);
  first = __shfl_sync(~0u, first, leader);
  out[8 * first + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
}

// Votes are alike in all lanes, also whether all values match; who matches is not.
__global__ void votes(float *out, const int *in) {
  int t = threadIdx.x, own = in[t], every;
  out[8 * __ballot_sync(~0u, own > 0) + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  out[8 * __popc(__ballot_sync(~0u, own > 0)) + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  out[8 * (__any_sync(~0u, own > 0) + __all_sync(~0u, own > 0)) + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  out[8 * __match_all_sync(~0u, own, &every) + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  out[8 * __match_any_sync(~0u, own) + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null {{.*}} unknown;
}

// Numbers that each lane computes are known wherever they come from.
__global__ void known(float *out) {
  int t = threadIdx.x;
  // The warp's number, 0: 4. 3 * 5 = 15 floats on: bytes 60 to 187: 5.
  out[32 * __shfl_sync(~0u, t / 32, 0) + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  out[__shfl_sync(~0u, 3 * t, 5) + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=5 ideal=4 worst=5; proved;
  // Neighbours change places: 2 floats apart in another order: 8.
  out[2 * __shfl_xor_sync(~0u, t, 1)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=4 worst=8; proved;
  // t - 8, but 0 to 7 for the first 8, as for the next: 24 floats: 3 sectors.
  out[__shfl_up_sync(~0u, t, 8)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=3 ideal=3 worst=3; proved;
  // The first lane of each 4: 8 floats, 64 bytes apart: a sector each.
  out[4 * __shfl_sync(~0u, t, 0, 4)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=4 worst=8; proved;
}

void launch(float *out, int *in, int lane) {
  alike<<<1, 32>>>(out, in, lane);
  reserved<<<1, 32>>>(out, in);
  votes<<<1, 32>>>(out, in);
  known<<<1, 32>>>(out);
}
