// RUN: not %cuda-memlint --remarks --checks=-*,cuda-data-dependent-access,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not=remark: --implicit-check-not=warning:

// Random number generators multiply by a large number and wrap: neighbouring lanes get values far
// apart, which the launch does not determine where their seed is unknown.

#include <cuda_runtime.h>
#include <stdlib.h>

// CHECK: :[[#@LINE+4]]:12: remark: data-dependent load: 1 to 32 sectors per request (4 for consecutive elements), depending on the value of `seed` [cuda-data-dependent-access]
__global__ void oneStep(float *out, const float *in, unsigned seed) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = (seed + t) * 1664525u + 1013904223u;
  out[t] = in[state & 0xfffff];
}

// CHECK: :[[#@LINE+4]]:12: remark: data-dependent load: 1 to 32 sectors per request (4 for consecutive elements), depending on the value of `seed` [cuda-data-dependent-access]
__global__ void oneSignedStep(float *out, const float *in, int seed) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int state = (seed + t) * 1103515245 + 12345;
  out[t] = in[(state >> 8) & 0xfffff];
}

// CHECK: :[[#@LINE+6]]:12: remark: data-dependent load: 1 to 32 sectors per request (4 for consecutive elements), depending on `state` [cuda-data-dependent-access]
__global__ void steps(float *out, const float *in, unsigned n) {
  unsigned state = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 16; ++k) {
    state = state * 1664525u + 1013904223u;
    sum += in[state % n];
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// CHECK: :[[#@LINE+8]]:12: remark: data-dependent load: 1 to 32 sectors per request (4 for consecutive elements), depending on `state` [cuda-data-dependent-access]
__global__ void shiftsAndXors(float *out, const float *in, unsigned n) {
  unsigned state = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 16; ++k) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    sum += in[state % n];
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// One random number for all threads moves their elements, and does not scatter them.
__global__ void consecutive(float *out, const float *in, unsigned seed) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  out[t] = in[(seed * 1664525u + 1013904223u) % 1048576u + t];
}
// CHECK: :[[#@LINE+3]]:12: warning: uncoalesced load: lanes are 32 B apart (32 sectors per request, 4 needed; 8.0x) [cuda-uncoalesced-access]
__global__ void everyEighth(float *out, const float *in, unsigned seed) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  out[t] = in[(seed * 1664525u + 1013904223u + t * 8) & 0xfffff];
}

// A loop that moves on from something unknown is none.
__global__ void walk(float *out, const float *in, int first, int step) {
  int at = first;
  float sum = 0;
  for (int k = 0; k < 16; ++k) {
    sum += in[at + threadIdx.x];
    at = at * 2 + step;
  }
  out[threadIdx.x] = sum;
}

int main() {
  float *out, *in;
  cudaMalloc(&out, 4 << 20);
  cudaMalloc(&in, 8 << 20);
  unsigned seed = rand();
  oneStep<<<4096, 256>>>(out, in, seed);
  oneSignedStep<<<4096, 256>>>(out, in, seed);
  steps<<<4096, 256>>>(out, in, 1000003);
  shiftsAndXors<<<4096, 256>>>(out, in, 1000003);
  consecutive<<<4096, 256>>>(out, in, seed);
  everyEighth<<<4096, 256>>>(out, in, seed);
  walk<<<1, 256>>>(out, in, rand(), rand());
}
