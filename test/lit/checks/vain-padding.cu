// RUN: not %cuda-memlint --checks='-*,cuda-shared-bank-conflict' %s | FileCheck %s --implicit-check-not='pads nothing' --implicit-check-not='every index'

// Indices that are padded, and what is 0 in all threads instead.

#include <cuda_runtime.h>

// `index >> (5 + index)`: lane 1 shifts 32 by 37.
__global__ void bindsOtherwise(float *out) {
  __shared__ float data[1024];
  unsigned index = threadIdx.x * 32;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 32-way shared memory bank conflict
  // CHECK: note: a part of this index is 0 in all threads, and pads nothing: its shift is by an amount that grows with the index, as in `i >> 5 + i`, which is `i >> (5 + i)`
  data[index + (index >> 5 + index)] = 1;
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x];
}

// The usual macro for scans, in a loop in which the index is computed without a sign, and in a loop of
// unknown length around it. The array has room for the padding that was meant.
#define OFFSET(index) ((index) >> 4 + (index) >> 8)
__global__ void scans(float *out, int count) {
  __shared__ float data[1105];
  unsigned thread = threadIdx.x;
  for (int k = 0; k < count; ++k) {
    unsigned stride = 1;
    for (unsigned d = blockDim.x; d > 0; d >>= 1) {
      __syncthreads();
      if (thread < d) {
        unsigned first = 2 * stride * thread + stride - 1, second = first + stride;
        first += OFFSET(first);
        second += OFFSET(second);
        // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: warning: shared memory bank conflict
        // CHECK: note: a part of this index is 0 in all threads, and pads nothing
        // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: help: let the part that is 0 be `i >> 5`, once in the macro or function that computes the indices, if one does, to remove the bank conflicts of all 3 accesses{{$}}
        data[second] += data[first];
      }
      stride *= 2;
    }
  }
  out[thread] = 1;
}

// With parentheses it is conflict-free.
__global__ void binds(float *out) {
  __shared__ float data[1056];
  unsigned index = threadIdx.x * 32;
  data[index + (index >> 5)] = 1;
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x];
}

// Shifted by an amount that differs, and not 0 for lanes 0 to 6: 64, 32, ... 1.
__global__ void halves(float *out) {
  __shared__ float data[1088];
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}}shared memory bank conflict
  // CHECK: note: no automatic fix: requires changing every index of `data`
  data[threadIdx.x * 32 + ((threadIdx.x + 64) >> threadIdx.x)] = 1;
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x];
}

void launch(float *out, int count) {
  bindsOtherwise<<<64, 32>>>(out);
  binds<<<64, 32>>>(out);
  scans<<<64, 512>>>(out, count);
  halves<<<64, 32>>>(out);
}
