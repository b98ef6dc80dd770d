// RUN: not %cuda-memlint --remarks --show-unknown --checks=-*,cuda-shared-bank-conflict,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark: --implicit-check-not="is unknown"
// RUN: not %cuda-memlint --summary %s | FileCheck %s --check-prefix=SUMMARY

// A number that is not known moves whole sectors, or words with all banks, to the place of others:
// what a request takes does not depend on it. An H200 took what is predicted for each of ten numbers.

#include <cuda_runtime.h>

__device__ void fill(float *table) {
  for (int k = threadIdx.x; k < 1024; k += 256)
    table[k] = k;
  __syncthreads();
}

// A generator: 8 * odd steps in a ring of 1,024 words.
__global__ void generator(float *out, unsigned seed) {
  __shared__ float table[1024];
  fill(table);
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 8-way shared memory bank conflict
  // CHECK: note: proved for generator<<<1, 256>>>
  out[threadIdx.x] = table[(threadIdx.x * 1664525u * 8 + seed) & 1023];
}

// It goes round within a warp.
__global__ void wrapped(float *out, unsigned seed) {
  __shared__ float table[1024];
  fill(table);
  unsigned j = threadIdx.x * 6658100u + seed;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 4-way shared memory bank conflict
  // CHECK: note: proved for wrapped<<<1, 256>>>
  out[threadIdx.x] = table[j & 1023];
}

// All lanes are in one bank, whichever that is.
__global__ void flippedRows(float *out, unsigned mask) {
  __shared__ float table[1024];
  fill(table);
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 32-way shared memory bank conflict
  // CHECK: note: proved for flippedRows<<<1, 256>>>
  out[threadIdx.x] = table[((threadIdx.x << 5) ^ mask) & 1023];
}

// Elements of 32 bytes, a sector each.
__global__ void flippedRecords(float *out, const float *in, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load{{.*}} (32 sectors per request, 4 needed; 8.0x)
  // CHECK: note: proved for flippedRecords<<<64, 256>>>
  out[i] = in[(i ^ mask) * 8];
}

__global__ void flippedBit(float *out, const float *in, int bit) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load{{.*}} (32 sectors per request, 4 needed; 8.0x)
  // CHECK: note: proved for flippedBit<<<64, 256>>>
  out[i] = in[(i ^ (1 << bit)) * 8];
}

// Members of structures of 16 bytes in a ring that a warp goes round eight times: four sectors.
__global__ void members(float *out, const float4 *in, unsigned seed) {
  // CHECK-NOT: :[[#@LINE+1]]:{{[0-9]+}}: warning
  out[threadIdx.x] = in[(threadIdx.x * 64 + seed) & 255].y;
}

// Each in a sector of its own.
__global__ void membersApart(float *out, const float4 *in, unsigned seed) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load{{.*}} (32 sectors per request, 4 needed; 8.0x)
  // CHECK: note: proved for membersApart<<<1, 256>>>
  out[threadIdx.x] = in[(threadIdx.x * 2 + seed) & 255].y;
}

// Near miss: the sign of a narrow number is in all bits of the ring: 2 sectors, or the words of a
// half-warp below zero and those of the other above it.
__global__ void narrowRing(float *out, const float *in, int seed) {
  signed char j = threadIdx.x * 128 + seed;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: the cost of this load in 'narrowRing' is unknown
  out[threadIdx.x] = in[j & 1023];
}

// Near miss: each warp has its turn, and an odd number another sector than an even one.
__global__ void turns(float *out, const float *in, int m) {
  int t = threadIdx.x;
  float sum = 0;
  for (int s = 0; s < 2; ++s)
    // SUMMARY: in[((t & 7) + (t >> 5) * 4 + {{.*}} 2/2 assumed
    if (t / 32 == s)
      sum += in[((t & 7) + (t >> 5) * 4 + 4 * s * m) & 1023];
  out[t] = sum;
}

// Near misses: lanes exchange their words, in as many sectors and banks as before.
__global__ void flipped(float *out, const float *in, int mask) {
  __shared__ float table[1024];
  fill(table);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i ^ mask] + table[threadIdx.x ^ (mask & 255)];
}

// Odd steps are in all banks.
__global__ void oddSteps(float *out, unsigned seed) {
  __shared__ float table[1024];
  fill(table);
  out[threadIdx.x] = table[(threadIdx.x * 1664525u + seed) & 1023];
}

// Each distance of a bitonic sort is known.
__global__ void bitonic(float *values) {
  __shared__ float keys[256];
  int t = threadIdx.x;
  keys[t] = values[blockIdx.x * 256 + t];
  __syncthreads();
  for (int size = 2; size <= 256; size *= 2)
    for (int apart = size / 2; apart > 0; apart /= 2) {
      int other = t ^ apart;
      if (other > t) {
        float low = keys[t], high = keys[other];
        bool up = (t & size) == 0;
        if ((low > high) == up)
          keys[t] = high, keys[other] = low;
      }
      __syncthreads();
    }
  values[blockIdx.x * 256 + t] = keys[t];
}

void launch(float *out, const float *in, unsigned number) {
  generator<<<1, 256>>>(out, number);
  wrapped<<<1, 256>>>(out, number);
  flippedRows<<<1, 256>>>(out, number);
  flippedRecords<<<64, 256>>>(out, in, number);
  flippedBit<<<64, 256>>>(out, in, number);
  members<<<1, 256>>>(out, (const float4 *)in, number);
  membersApart<<<1, 256>>>(out, (const float4 *)in, number);
  narrowRing<<<1, 256>>>(out, in, number);
  turns<<<1, 64>>>(out, in, number);
  flipped<<<64, 256>>>(out, in, number);
  oddSteps<<<1, 256>>>(out, number);
  bitonic<<<64, 256>>>(out);
}
