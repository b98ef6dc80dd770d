// A sum whose last steps count on the lanes of a warp to go in step, by volatile alone.
#include "../buffers.h"

__device__ void finishWarp(volatile int *part, int t) {
#ifdef FIXED
#define NEXT __syncwarp()
#else
#define NEXT
#endif
  int value = part[t];
  value += part[t + 32]; NEXT;
  part[t] = value; NEXT;       // planted 1: cuda-missing-syncwarp, seen by racecheck
  value += part[t + 16]; NEXT; // planted 1
  part[t] = value; NEXT;       // planted 1
  value += part[t + 8]; NEXT;  // planted 1
  part[t] = value; NEXT;       // planted 1
}

__global__ void sum(int *out, const int *in) {
  __shared__ int part[128];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  if (t < 64)
    part[t] += part[t + 64];
  __syncthreads();
  if (t < 32)
    finishWarp(part, t);
  __syncthreads(); // redundant when fixed
  if (t < 8)
    out[blockIdx.x * 8 + t] = part[t];
}

int main() {
  int *in = numbers<int>(4 * 128), *out = zeros<int>(4 * 8);
  sum<<<4, 128>>>(out, in);
  return finish();
}
