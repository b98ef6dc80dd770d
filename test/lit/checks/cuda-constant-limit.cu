// RUN: not %cuda-memlint --remarks --checks=-*,cuda-constant-limit %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: %cuda-memlint --checks=-*,cuda-constant-limit %s -- -DEXACT 2>&1 | FileCheck %s --check-prefix=EXACT --implicit-check-not=warning:
// RUN: %cuda-memlint --remarks --checks=-*,cuda-constant-limit %s -- -DTABLES 2>&1 | FileCheck %s --check-prefix=TABLES --implicit-check-not=warning: --implicit-check-not=remark:

#if defined(EXACT)

// All that there is, and what another file defines.
// EXACT: 0 warnings
__constant__ float large[10000], small[6384];
extern __constant__ float elsewhere[10000];

__global__ void readsAll(float *out) { out[threadIdx.x] = large[blockIdx.x] + small[0] + elsewhere[0]; }

#elif !defined(TABLES)

// Each kernel reads 40,000 B, and no kernel `exact`; ptxas adds up all of them.
static __constant__ float large[10000];
// CHECK: :[[#@LINE+1]]:20: warning: constant memory exceeds 65,536 B: with `larger`, the constant variables of the file have 145,540 B in all, and ptxas refuses it [cuda-constant-limit]
__constant__ float larger[10000];
__constant__ float exact[16384];
__constant__ float one;
extern __constant__ float elsewhere[10000];

__global__ void readsLarge(float *out) { out[threadIdx.x] = large[blockIdx.x] + elsewhere[0]; }

__global__ void readsLarger(float *out) { out[threadIdx.x] = larger[blockIdx.x] + one; }

// No table fits beside them.
__device__ const float besideMany[64] = {1, 2, 3};

__global__ void readsBesideMany(float *out, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += besideMany[i];
  out[threadIdx.x] = sum;
}

#else

__constant__ float used[6000];

__device__ const float weights[64] = {1, 2, 3};
__device__ const float byLane[64] = {1, 2, 3};
__device__ const float byBoth[64] = {1, 2, 3};
__device__ const float tooLarge[20000] = {1, 2, 3};
__device__ float written[64];
__device__ const float numbers[4] = {1, 2, 3, 4};

// All lanes read one weight.
__global__ void filter(float *out, const float *in, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    // TABLES: :[[#@LINE+1]]:{{[0-9]+}}: remark: warp-uniform reads of a constant table in global memory: all lanes of a warp read one element of `weights` (256 B) [cuda-constant-limit]
    sum += weights[i] * in[threadIdx.x + i];
  // TABLES: :[[#@LINE-13]]:{{[0-9]+}}: help: declare `weights` as `__constant__`
  out[threadIdx.x] = sum;
}

__global__ void filterOthers(float *out, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += byLane[(threadIdx.x + i) & 63] + byBoth[i] + tooLarge[i] + written[i] + numbers[1];
  out[threadIdx.x] = sum;
}

// Another kernel reads the table by lane.
__global__ void reads(float *out) { out[threadIdx.x] = byBoth[threadIdx.x]; }

// Only once.
__global__ void once(float *out) { out[threadIdx.x] = weights[blockIdx.x]; }

// Each iteration reads the same element, which is loaded once before the loop.
__device__ const float levels[64] = {1, 2, 3};

__global__ void level(float *out, const float *in, int which, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += levels[which] * in[threadIdx.x + i];
  out[threadIdx.x] = sum;
}

// Compilers unroll loops with constant bounds: the elements are numbers in the code.
__device__ const float taps[64] = {1, 2, 3};

template <int Radius> __global__ void unrolled(float *out, const float *in) {
  float sum = 0;
  for (int i = -Radius; i <= Radius; ++i)
    for (int j = 0; j <= i + Radius; ++j)
      sum += taps[i + Radius + 8 * j] * in[threadIdx.x + i + j];
  out[threadIdx.x] = sum;
}
template __global__ void unrolled<3>(float *, const float *);

// Each fits beside `used`, which another kernel reads, but not both.
__global__ void readsUsed(float *out) { out[threadIdx.x] = used[blockIdx.x]; }

// No kernel reads it, and it takes its bytes.
__constant__ float unread[1500];

__device__ const float first[8000] = {1, 2, 3};
__device__ const float tenthOfAll[1600] = {1, 2, 3};
__device__ const float second[8000] = {1, 2, 3};

__global__ void readsBoth(float *out, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    // TABLES: :[[#@LINE+1]]:{{[0-9]+}}: remark: {{.*}}`first` (32,000 B)
    sum += first[i] + second[i] + tenthOfAll[i];
  out[threadIdx.x] = sum;
}

#endif
