// RUN: not %cuda-memlint %s 2>&1 | FileCheck %s --implicit-check-not=warning:

#include <cuda_runtime.h>

struct Layer {
  float weight, bias;
};

__constant__ float table[256];
__constant__ Layer layers[32];

// A word for every lane: 32 addresses.
__global__ void byLane(float *out) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-nonuniform-constant-access]
  out[t] = table[t];
}

// 4 addresses.
__global__ void byRemainder(float *out) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-nonuniform-constant-access]
  out[t] = table[t % 4];
}

// A warp of a 16 x 16 block has two rows: 2 addresses.
__global__ void byRow(float *out) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-nonuniform-constant-access]
  out[threadIdx.y * 16 + threadIdx.x] = table[threadIdx.y];
}

// The member of a structure: 32 addresses.
__global__ void byLaneMember(float *out) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-nonuniform-constant-access]
  out[t] = layers[t].bias;
}

// One load from one of two addresses, that the lane selects.
__global__ void bySelectedIndex(float *out) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}} 2 different addresses {{.*}}[cuda-nonuniform-constant-access]
  out[t] = table[(t & 1) ? 3 : 0];
}

// Compilers load the one that is selected where an address is computed.
__global__ void byComputedChoice(float *out, int index) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}} 2 different addresses {{.*}}[cuda-nonuniform-constant-access]
  out[t] = (t & 1) ? table[index] : table[0];
}

// Near misses: one address for each warp.

// Both constants are loaded, each at one address, and then selected from.
__global__ void byFixedChoice(float *out) {
  int t = threadIdx.x;
  out[t] = (t & 1) ? table[3] : table[0];
  out[t + 64] = (t & 2) ? (layers[1].bias) : layers[0].weight;
}

__global__ void uniform(float *out, int index) {
  int t = threadIdx.x;
  float sum = table[3];
  sum += table[blockIdx.x];
  sum += table[index];
  sum += table[t / 32];
  for (int k = 0; k < 16; ++k)
    sum += table[k];
  if (t == 7)
    sum += table[t];
  out[t] = sum;
}

// A warp of a 128 x 3 block lies in one row.
__global__ void byWideRow(float *out) { out[threadIdx.y * 128 + threadIdx.x] = table[threadIdx.y]; }

// An index that is data may be the same for all.
__global__ void byData(float *out, const int *index) {
  int t = threadIdx.x;
  out[t] = table[index[t]];
}

// Fixed: what differs by lane is read from shared memory, a bank each.
__global__ void fromShared(float *out, const float *values) {
  __shared__ float copy[256];
  int t = threadIdx.x;
  copy[t] = values[t];
  __syncthreads();
  out[t] = copy[t];
}

// Near-miss: compilers put such constants into global memory (`.global` in the PTX).
__device__ const float inGlobalMemory[64] = {1, 2, 3};
__global__ void byLaneOfGlobal(float *out) {
  int t = threadIdx.x;
  out[t] = inGlobalMemory[t];
}

void launch(float *out, const float *values, const int *index) {
  byLane<<<1, 64>>>(out);
  byRemainder<<<1, 64>>>(out);
  byRow<<<1, dim3(16, 16)>>>(out);
  byLaneMember<<<1, 32>>>(out);
  bySelectedIndex<<<1, 64>>>(out);
  byComputedChoice<<<1, 64>>>(out, 7);
  byFixedChoice<<<1, 64>>>(out);
  byWideRow<<<1, dim3(128, 3)>>>(out);
  byData<<<1, 64>>>(out, index);
  byLaneOfGlobal<<<1, 64>>>(out);
  fromShared<<<1, 256>>>(out, values);
}

void launchWithIndex(float *out, const int *index) { uniform<<<1, 64>>>(out, index[0]); }
