// RUN: %json --races=may %s | %python %S/../Inputs/verdicts.py | FileCheck %s

// A loop whose threads all meet at a barrier in each iteration waits for none of them, whatever its condition reads.

#include <cuda_runtime.h>

// Firing: the flag is cleared for the next round while other warps still test it.
// CHECK-LABEL: {{^}}untilSorted:
// CHECK: {{^}}untilSorted: data-race same-block line [[#@LINE+7]] line [[#@LINE+16]]
__global__ void untilSorted(int *data) {
  __shared__ int s[512];
  __shared__ int again;
  int t = threadIdx.x;
  s[t] = data[t];
  do {
    again = 0;
    __syncthreads();
    if (2 * t + 1 < 256 && s[2 * t] > s[2 * t + 1]) {
      int first = s[2 * t];
      s[2 * t] = s[2 * t + 1];
      s[2 * t + 1] = first;
      again = 1;
    }
    __syncthreads();
  } while (again);
  data[t] = s[t];
}

// The fixed code: a barrier behind the test, too.
// CHECK-LABEL: {{^}}untilSortedFixed:
// CHECK-NOT: {{^}}untilSortedFixed: {{.*}}race
__global__ void untilSortedFixed(int *data) {
  __shared__ int s[512];
  __shared__ int again;
  int t = threadIdx.x;
  s[t] = data[t];
  while (true) {
    if (t == 0)
      again = 0;
    __syncthreads();
    if (2 * t + 1 < 256 && s[2 * t] > s[2 * t + 1]) {
      int first = s[2 * t];
      s[2 * t] = s[2 * t + 1];
      s[2 * t + 1] = first;
      again = 1;
    }
    __syncthreads();
    int stop = !again;
    __syncthreads();
    if (stop)
      break;
  }
  data[t] = s[t ^ 1];
}

// Firing: the first thread fetches the next piece of work while others read which one it is.
// CHECK-LABEL: {{^}}pieces:
// CHECK: {{^}}pieces: data-race same-block line [[#@LINE+6]] line [[#@LINE+8]]
__global__ void pieces(int *next, int *out, int n) {
  __shared__ int piece;
  int t = threadIdx.x;
  while (true) {
    if (t == 0)
      piece = atomicAdd(next, 1);
    __syncthreads();
    if (piece >= n)
      break;
    out[piece * 256 + t] = t;
  }
}

// CHECK-LABEL: {{^}}piecesFixed:
// CHECK-NOT: {{^}}piecesFixed: {{.*}}race same-block
__global__ void piecesFixed(int *next, int *out, int n) {
  __shared__ int piece;
  int t = threadIdx.x;
  while (true) {
    if (t == 0)
      piece = atomicAdd(next, 1);
    __syncthreads();
    int mine = piece;
    __syncthreads();
    if (mine >= n)
      break;
    out[mine * 256 + t] = t;
  }
}

// Firing: what stands behind the loop.
// CHECK-LABEL: {{^}}behind:
// CHECK: {{^}}behind: race same-block line [[#@LINE+15]] line [[#@LINE+16]]
__global__ void behind(int *out, const int *in) {
  __shared__ int largest;
  __shared__ int s[256];
  int t = threadIdx.x, step = 0;
  do {
    __syncthreads();
    if (t == 0)
      largest = 0;
    __syncthreads();
    if (in[step * 256 + t] > 7)
      largest = 1;
    __syncthreads();
    ++step;
  } while (largest != 0);
  s[t] = step;
  out[t] = s[t ^ 64];
}

// Near miss: another block ends the loop.
// CHECK-LABEL: {{^}}forOtherBlock:
// CHECK: {{^}}forOtherBlock: {{(undecided|race)}} different-blocks {{.*}}: {{(a polled flag|a flag orders)}}
__global__ void forOtherBlock(volatile int *flag, int *data, int *out) {
  __shared__ int seen;
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    data[t] = t;
    __threadfence();
    __syncthreads();
    if (t == 0)
      flag[0] = 1;
    return;
  }
  do {
    __syncthreads();
    if (t == 0)
      seen = flag[0];
    __syncthreads();
  } while (!seen);
  __threadfence();
  out[blockIdx.x * 256 + t] = data[t ^ 64];
}

int main() {
  int *a, *b;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  untilSorted<<<1, 256>>>(a);
  untilSortedFixed<<<1, 256>>>(a);
  pieces<<<8, 256>>>(a, b, 100);
  piecesFixed<<<8, 256>>>(a, b, 100);
  behind<<<1, 256>>>(a, b);
  forOtherBlock<<<2, 256>>>(a, b, b + 4096);
}
