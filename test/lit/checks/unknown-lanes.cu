// RUN: not %cuda-memlint --remarks --min-share=0 --checks='-*,cuda-uncoalesced-access,cuda-shared-bank-conflict,cuda-nonuniform-constant-access' %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// Which lanes take part is not known. Where no two lanes share a sector, a word or an address, any
// two of them cost more than they need: n lanes of 4 bytes touch n sectors where n / 8 would do.

#include <cuda_runtime.h>

__constant__ float table[64];

struct Sample {
  float value, weight;
};

// Rows of 128 bytes.
__global__ void dataGuard(float *out, const float *in, const int *flags) {
  int t = threadIdx.x;
  float value = 0;
  if (flags[t] > 3)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load: lanes are 128 B apart (up to 32 sectors per request, 4 needed; up to 8.0x)
    // CHECK: note: assumed: any thread may satisfy `{{.*}}`; the cost assumes that all do; at least two threads of a warp take part; each touches a sector of its own, whichever they are
    value = in[32 * t];
  out[t] = value;
}

// All words are in bank 0.
__global__ void conflicts(float *out, const float *in) {
  __shared__ float tile[1024];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  if (in[t] > 0.5f)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: 32-way shared memory bank conflict
    out[t] = tile[t * 32];
}

__global__ void addresses(float *out, const float *in) {
  int t = threadIdx.x;
  if (in[t] > 0.5f)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-nonuniform-constant-access]
    out[t] = table[t];
}

// Neither the lanes nor their distance are known.
__global__ void unknownDistance(float *out, const float *in, const int *flags, int stride) {
  int t = threadIdx.x;
  if (flags[t] > 3)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: uncoalesced load: lanes are `stride` * 4 B apart
    out[t] = in[t * stride];
}

// A clamped bound is two: 32 threads, which are counted, and `n - i`, which all but the last
// panel fill. Eight bytes apart, 32 lanes touch 8 sectors.
__global__ void panels(float *out, const Sample *in, int n) {
  for (int i = 0; i < n; i += 32) {
    int rows = min(n - i, 32);
    if (threadIdx.x < rows)
      // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load: lanes are 8 B apart (8 sectors per request, 4 needed; 2.0x)
      // CHECK: note: assumed: all threads satisfy `{{.*}} < n`
      out[i + threadIdx.x] = in[i + threadIdx.x].value;
  }
}

// Each iteration moves a warp on by the block: at most one is partly inside.
__global__ void unrolled(float *out, const Sample *in, int n) {
  int first = blockIdx.x * 1024 + threadIdx.x;
  for (int k = 0; k < 4; ++k)
    if (first + k * 256 < n)
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced load: lanes are 8 B apart (8 sectors per request, 4 needed; 2.0x)
      out[first + k * 256] = in[first + k * 256].value;
}

// A warp is one row, and rows are inside or not as a whole: nothing is assumed.
__global__ void rows(float *out, const Sample *in, int n) {
  for (int j = threadIdx.y; j < 32; j += 8)
    if (blockIdx.y * 32 + j < n)
      // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load: lanes are 8 B apart (8 sectors per request, 4 needed; 2.0x)
      // CHECK: note: proved for
      out[(blockIdx.y * 32 + j) * 32 + threadIdx.x] = in[(blockIdx.y * 32 + j) * 32 + threadIdx.x].value;
}

// Near misses.

// Lanes 0 and 1 share a sector: alone they would be ideal.
__global__ void pairs(float *out, const float *in, const int *flags) {
  int t = threadIdx.x;
  if (flags[t] > 3)
    out[t] = in[4 * t];
}

// One lane.
__global__ void leader(float *out, int who) {
  if (threadIdx.x == who)
    out[32 * threadIdx.x] = 1;
}

__global__ void first(float *out, int *lock) {
  if (atomicCAS(lock, 0, 1) == 0)
    out[32 * threadIdx.x] = 1;
}

// A triangle: every iteration has a lane less, and one lane costs nothing.
__global__ void triangle(float *out, const Sample *in, int n) {
  for (int k = 0; k < n; ++k)
    if (threadIdx.x < n - k)
      out[threadIdx.x + k * 64] = in[threadIdx.x + k * 64].value;
}

// A bound below zero lets all threads pass in the unsigned comparison: 10 blocks but the one of 0
// rows make 9 requests, of 5, 4, 3, 2, 1 and 4 times 32 lanes, 8 bytes apart: 2 + 4 * 1 + 4 * 8.
__global__ void wrapped(float *out, const Sample *in) {
  int rows = min(32, 5 - int(blockIdx.x));
  if (threadIdx.x < rows)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load: lanes are 8 B apart
    // CHECK: note: proved for wrapped<<<10, 32>>> at line {{[0-9]+}}: 9 requests, 38 sectors
    out[threadIdx.x] = in[threadIdx.x].value;
}

// Fixed.
__global__ void coalesced(float *out, const float *in, const int *flags) {
  int t = threadIdx.x;
  if (flags[t] > 3)
    out[t] = in[t];
}

void launch(float *out, const float *in, const Sample *pairsIn, const int *flags, int *lock, int n) {
  dataGuard<<<1, 64>>>(out, in, flags);
  conflicts<<<1, 32>>>(out, in);
  addresses<<<1, 64>>>(out, in);
  unknownDistance<<<1, 64>>>(out, in, flags, n);
  panels<<<1, 32>>>(out, pairsIn, n);
  unrolled<<<8, 256>>>(out, pairsIn, n);
  rows<<<dim3(1, 4), dim3(32, 8)>>>(out, pairsIn, n);
  pairs<<<1, 64>>>(out, in, flags);
  leader<<<1, 64>>>(out, n);
  first<<<1, 64>>>(out, lock);
  triangle<<<1, 64>>>(out, pairsIn, n);
  wrapped<<<10, 32>>>(out, pairsIn);
  coalesced<<<1, 64>>>(out, in, flags);
}
