// A thread's array whose indices all become constants is kept in registers: no access to it is
// counted. Indexed by data, or too large for the 255 registers of a thread, it is in local memory.
//
// RUN: %cuda-memlint --fail-on=none --checks=-cuda-global-race --summary --show-unknown %s | FileCheck %s
// RUN: %cuda-memlint --fail-on=none --format=json %s | FileCheck %s --check-prefix=JSON
// JSON: "text": "sums[i][j]"
// JSON: "in_registers": true
// CHECK-NOT: 'registers' is unknown
// CHECK: the cost of this store in 'unrolledInPart' is unknown: no cost model for local memory
// CHECK: the cost of this load in 'byData' is unknown: no cost model for local memory
// CHECK: the cost of this store in 'large' is unknown: no cost model for local memory
// CHECK: the cost of this store in 'handedOn' is unknown: no cost model for local memory

// CHECK: registers<<<1, 32>>>
// CHECK-NOT: local
// CHECK: unrolledInPart<<<1, 32>>>
// CHECK: local: 2 accesses of unknown total
// CHECK: byData<<<1, 32>>>
// CHECK: local: 2 accesses of unknown total
// CHECK: large<<<1, 32>>>
// CHECK: local: 2 accesses of unknown total
// CHECK: handedOn<<<1, 32>>>
// CHECK: local: 1 access of unknown total

// Seven accesses are to global memory.
// CHECK: 14 accesses: 7 proved, 0 assumed, 7 unknown
__global__ void registers(float *out, const float *in, int n) {
  float sums[8][9];
#pragma unroll
  for (int i = 0; i < 72; ++i)
    sums[i / 9][i % 9] = 0;
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < 8; ++i)
      for (int j = 0; j < 9; ++j)
        sums[i][j] += in[threadIdx.x];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    out[i * 32 + threadIdx.x] = sums[i][8 - i];
}

__global__ void unrolledInPart(float *out) {
  float sums[80];
#pragma unroll 4
  for (int i = 0; i < 80; ++i)
    sums[i] = i;
  out[threadIdx.x] = sums[3];
}

__global__ void byData(float *out, const int *in) {
  float sums[80];
#pragma unroll
  for (int i = 0; i < 80; ++i)
    sums[i] = i;
  out[threadIdx.x] = sums[in[threadIdx.x]];
}

// 256 registers.
__global__ void large(float *out) {
  float sums[256];
#pragma unroll
  for (int i = 0; i < 256; ++i)
    sums[i] = i;
#pragma unroll
  for (int i = 0; i < 256; ++i)
    out[threadIdx.x] += sums[i];
}

__device__ void seenElsewhere(float *values);
__global__ void handedOn() {
  float sums[80];
#pragma unroll
  for (int i = 0; i < 80; ++i)
    sums[i] = i;
  seenElsewhere(sums);
}

int main() {
  float *out;
  int *numbers;
  cudaMalloc(&out, 4096);
  cudaMalloc(&numbers, 128);
  registers<<<1, 32>>>(out, out + 512, 100);
  unrolledInPart<<<1, 32>>>(out);
  byData<<<1, 32>>>(out, numbers);
  large<<<1, 32>>>(out);
  handedOn<<<1, 32>>>();
}
