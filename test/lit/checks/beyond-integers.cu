// Requests beyond what integers hold: no totals, and no finding is lost.
// RUN: %exit 1 %cuda-memlint --min-share=0 --summary --checks=-*,cuda-shared-bank-conflict,cuda-uncoalesced-access %s | FileCheck %s

// 2^48 iterations of 524,288 warps: 2^67 requests, which is 0 modulo 2^64.
__global__ void forYears(float *out) {
  __shared__ float rows[32][32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  rows[threadIdx.x / 32][threadIdx.x % 32] = i;
  __syncthreads();
  for (long long j = 0; j < 1ll << 24; ++j)
    for (long long k = 0; k < 1ll << 24; ++k)
      // CHECK-DAG: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced {{(load|store)}}: lanes are 128 B apart (32 sectors per request, 4 needed; 8.0x)
      // CHECK-DAG: :[[#@LINE+1]]:{{[0-9]+}}: warning: 32-way shared memory bank conflict
      out[i * 32 + k % 2] += rows[threadIdx.x % 32][k % 2];
}

// CHECK: rows[threadIdx.x % 32][k % 2] shared load 4 - - - 32.0x 32/1 assumed
// CHECK: global: 2 accesses of unknown total
// CHECK: without 1 access of unknown total

int main() { forYears<<<65536, 256>>>(nullptr); }
