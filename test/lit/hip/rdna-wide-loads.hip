// 16-byte loads on devices with 32 lanes are served in groups of 8, which are not the same lanes on all of them.
// RUN: not %cuda-memlint --arch=gfx1030 --checks=-*,cuda-shared-bank-conflict %s 2>&1 | FileCheck %s --check-prefix=ALL --implicit-check-not=warning:
// RUN: not %cuda-memlint --arch=gfx1100 --checks=-*,cuda-shared-bank-conflict %s 2>&1 | FileCheck %s --check-prefixes=ALL,RDNA3 --implicit-check-not=warning:
// RUN: not %cuda-memlint --arch=gfx1201 --checks=-*,cuda-shared-bank-conflict %s 2>&1 | FileCheck %s --check-prefix=ALL --implicit-check-not=warning:

#include <hip/hip_runtime.h>

// Rows of 256 bytes begin in one bank: the 8 lanes of a group want 8 rows of it, in each of 4 groups.
__global__ void column(float4 *out, const float *in) {
  __shared__ float tile[64][64];
  for (int r = 0; r < 64; ++r)
    tile[r][threadIdx.x] = in[r * 64 + threadIdx.x];
  __syncthreads();
  float4 sum = make_float4(0, 0, 0, 0);
  for (int k = 0; k < 16; ++k) {
    // ALL: :[[#@LINE+1]]:16: warning: 8-way shared memory bank conflict: lanes load `*(float4 *)&tile[threadIdx.x][4 * k]` with a stride of 256 B (32 bank cycles per request, 4 needed) [cuda-shared-bank-conflict]
    float4 v = *(float4 *)&tile[threadIdx.x][4 * k];
    sum.x += v.x + v.y + v.z + v.w;
  }
  // ALL: help: pad `tile` to `[64][68]`
  out[threadIdx.x] = sum;
}

// Rows of 272 bytes: 8 consecutive lanes begin in banks 0, 4, ..., 28, and so do lanes 0 to 3 with 20 to 23.
__global__ void padded(float4 *out, const float *in) {
  __shared__ float tile[64][68];
  for (int r = 0; r < 64; ++r)
    tile[r][threadIdx.x] = in[r * 64 + threadIdx.x];
  __syncthreads();
  float4 sum = make_float4(0, 0, 0, 0);
  for (int k = 0; k < 16; ++k) {
    float4 v = *(float4 *)&tile[threadIdx.x][4 * k];
    sum.x += v.x + v.y + v.z + v.w;
  }
  out[threadIdx.x] = sum;
}

// Lanes 8 * i to 8 * i + 7 want the 8 columns of row i, from lane 16 on beginning with the fourth: lanes 20 to 23 have
// the columns of lanes 0 to 3. RDNA3 serves these together; RDNA4 does not, and of RDNA2 it is not known.
__global__ void turned(float4 *out, const float4 *in) {
  __shared__ float4 rows[4][8];
  unsigned lane = threadIdx.x;
  rows[lane / 8][lane % 8] = in[lane];
  __syncthreads();
  float4 sum = make_float4(0, 0, 0, 0);
  for (int k = 0; k < 16; ++k) {
    // RDNA3: :[[#@LINE+1]]:16: warning: 2-way shared memory bank conflict: lanes load `rows[lane / 8][(lane + lane / 16 * 4) % 8]` {{.*}}(8 bank cycles per request, 4 needed)
    float4 v = rows[lane / 8][(lane + lane / 16 * 4) % 8];
    sum.x += v.x * k;
  }
  out[lane] = sum;
}

int main() {
  float *in;
  float4 *out;
  hipMalloc(&in, 16384);
  hipMalloc(&out, 1024);
  column<<<1, 64>>>(out, in);
  padded<<<1, 64>>>(out, in);
  turned<<<1, 32>>>(out, out + 32);
  return hipDeviceSynchronize();
}
// ALL: some costs for gfx{{[0-9]+}} are inferred: neither documented nor measured
