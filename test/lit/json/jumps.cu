// RUN: %json %s | %query | FileCheck %s

// Gotos: forwards to a label further out, and back like a loop.

#include <cuda_runtime.h>

// 2 blocks of 64, threads below 100 go on: warps 0, 1 and 2 whole, 8 bytes apart: 8 sectors of
// ideally 4. Of warp 3 lanes 0 to 3, bytes 768 ... 799: 1. All meet again at the label.
__global__ void forward(float *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= 100)
    goto done;
  a[i * 2] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=4 cost=25 ideal=13 worst=8; proved;
done:
  a[i] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=4 cost=16 ideal=16 worst=4; proved;
}

// 9 turns of 4 warps come before the jump; after it all warps are there once.
__global__ void outOfLoops(float *a) {
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      if (i * 4 + j == 9)
        goto out;
      a[(i * 4 + j) * 64 + threadIdx.x] = 1;
      // CHECK: line [[#@LINE-1]]: global store requests=36 cost=144 ideal=144 worst=4; proved;
    }
out:
  a[threadIdx.x] = 2;
  // CHECK: line [[#@LINE-1]]: global store requests=4 cost=16 ideal=16 worst=4; proved;
}

// 10 turns of 4 warps.
__global__ void back(float *a) {
  int i = 0;
again:
  a[i * 64 + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=40 cost=160 ideal=160 worst=4; proved;
  if (++i < 10)
    goto again;
  a[threadIdx.x] = 2;
  // CHECK: line [[#@LINE-1]]: global store requests=4 cost=16 ideal=16 worst=4; proved;
}

// The outer loop's k = 0, 1, 2 go round 4 times, k = 3 leaves after the first store: 13 of 2
// warps. The store behind runs for k = 0, 1, 2.
__global__ void breakThrough(float *a) {
  for (int k = 0; k < 5; ++k) {
    int i = 0;
  again:
    a[(k * 4 + i) * 32 + threadIdx.x] = 1;
    // CHECK: line [[#@LINE-1]]: global store requests=26 cost=104 ideal=104 worst=4; proved;
    if (k == 3)
      break;
    if (++i < 4)
      goto again;
    a[k] = 2;
    // CHECK: line [[#@LINE-1]]: global store requests=6 cost=6 ideal=6 worst=1; proved;
  }
}

// Into a loop: what is changed there is not known; what came before is.
__global__ void intoLoop(float *a) {
  int i = 0;
  a[threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=2 cost=8 ideal=8 worst=4; proved;
  if (threadIdx.x < 5)
    goto inside;
  for (; i < 4; ++i) {
  inside:
    a[i] = 2;
    // CHECK: line [[#@LINE-1]]: global store {{.*}}; unknown;
  }
}

void launch(float *a) {
  forward<<<2, 64>>>(a);
  outOfLoops<<<2, 64>>>(a);
  back<<<2, 64>>>(a);
  breakThrough<<<1, 64>>>(a);
  intoLoop<<<1, 64>>>(a);
}
