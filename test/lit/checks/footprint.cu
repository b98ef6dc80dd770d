// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=WARN --implicit-check-not=warning:
// RUN: not %cuda-memlint --remarks --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: not %cuda-memlint --arch=sm_60 --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=OLD

// Loads whose sectors other loads of the thread use.

#include <cuda_runtime.h>

struct Point {
  float x, y, z;
};

// Each member by itself takes 12 sectors, all three the same 12, and together they use each byte.
__global__ void wholePoints(float *out, const Point *points) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // OLD: :[[#@LINE+3]]:{{[0-9]+}}: warning: uncoalesced load
  // REMARK: :[[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}(12 sectors per request, 4 needed; 3.0x)
  // REMARK: note: served mostly by the L1 cache: this load and 2 others touch 12 sectors per warp, 12 needed
  out[i] = points[i].x + points[i].y + points[i].z;
}

// 8 of each 12 bytes: 12 sectors where 8 would hold them.
__global__ void twoMembers(float *out, const Point *points) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // WARN: :[[#@LINE+3]]:{{[0-9]+}}: warning: uncoalesced load
  // WARN: note: {{.*}} 384 sectors, 128 needed{{$}}
  // WARN: note: served in part by the L1 cache: this load and 1 other touch 12 sectors per warp, 8 needed
  out[i] = points[i].x + points[i].z;
}

// What is loaded under another condition may not be loaded.
__global__ void otherCondition(float *out, const Point *points, const int *all) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // WARN: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced load
  float sum = points[i].x;
  if (all[0])
    sum += points[i].y + points[i].z;
  out[i] = sum;
}

// Volatile loads pass by the cache.
__global__ void volatilePoints(float *out, const volatile Point *points) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // WARN: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced load
  out[i] = points[i].x + points[i].y + points[i].z;
}

// Three stores that follow each other are combined on the way to the L2 cache.
__global__ void storePoints(Point *points, float value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // OLD: :[[#@LINE+3]]:{{[0-9]+}}: warning: uncoalesced store
  // REMARK: :[[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}(12 sectors per request, 4 needed; 3.0x)
  // REMARK: note: combined on the way to the L2 cache: this store and 2 others touch 12 sectors per warp, 12 needed
  points[i].x = value;
  points[i].y = value;
  points[i].z = value;
}

// Two of 12 bytes are not: 12 sectors where 8 would hold them.
__global__ void storeTwoMembers(Point *points, float value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // WARN: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced store
  points[i].x = value;
  points[i].z = value;
}

struct Five {
  float values[5];
};

// Five stores go on one by one, most of them.
__global__ void storeFive(Five *rows, float value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // WARN: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced store
  rows[i].values[0] = value;
  rows[i].values[1] = value;
  rows[i].values[2] = value;
  rows[i].values[3] = value;
  rows[i].values[4] = value;
}

struct Halves {
  float4 first, second;
};

// So do two that touch 32 sectors together.
__global__ void storeHalves(Halves *rows, float4 value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // WARN: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced store
  rows[i].first = value;
  rows[i].second = value;
}

// A load between may make them wait for each other.
__global__ void storeApart(float2 *pairs, const float *in, float value) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // WARN: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced store
  ((float *)pairs)[2 * i] = value;
  ((float *)pairs)[2 * i + 1] = in[i];
}

// 64 bytes by thread: 64 sectors, all used.
__global__ void shortRows(float *out, const float *in) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    // REMARK: :[[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}(32 sectors per request, 4 needed; 8.0x)
    // REMARK: note: served mostly by the L1 cache: this load and 15 others touch 64 sectors per warp, 64 needed
    sum += in[t * 16 + k];
  out[t] = sum;
}

// Rows that are longer may not stay in the cache.
__global__ void longRows(float *out, const float *in) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 24; ++k)
    // WARN: :[[#@LINE+3]]:{{[0-9]+}}: warning: uncoalesced load
    // WARN: note: {{.*}} 1,536 sectors, 192 needed{{$}}
    // WARN: note: served in part by the L1 cache as long as it keeps the sectors: 16 loads of consecutive iterations touch 64 sectors per warp, 64 needed
    sum += in[t * 24 + k];
  out[t] = sum;
}

// A number of iterations that the launch gives bounds the loads as a literal one does. By hand: lanes
// are 64 B apart, iterations 32 B, so that 3 of them take each sector from the first to the 65th; lane
// 1's first load is lane 0's third. 65 floats would fit in 9 sectors.
__global__ void threeOfLaunch(float *out, const float *in, int n) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    // WARN: :[[#@LINE+3]]:{{[0-9]+}}: warning: uncoalesced load
    // WARN-NOT: consecutive iterations
    // WARN: note: served in part by the L1 cache: this load and 2 others touch 65 sectors per warp, 9 needed
    sum += in[t * 16 + k * 8];
  out[t] = sum;
}

// Iterations 256 B apart: 3 loads touch 40 sectors, 5 needed, no less in vain than one load does.
__global__ void apartOfLaunch(float *out, const float *in, int n) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    // WARN: :[[#@LINE+3]]:{{[0-9]+}}: warning: uncoalesced load
    // WARN-NEXT: sum +=
    // WARN-NOT: served in part
    sum += in[t * 16 + k * 64];
  out[t] = sum;
}

// As many as are taken to follow closely.
__global__ void manyOfLaunch(float *out, const float *in, int n) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    // WARN: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load
    // WARN: note: served in part by the L1 cache as long as it keeps the sectors: 16 loads of consecutive iterations touch 64 sectors per warp, 64 needed
    sum += in[t * 24 + k];
  out[t] = sum;
}

// One of the 16 iterations loads.
__global__ void oneOfRow(float *out, const float *in) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    if (k % 8 == 3)
      // WARN: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced load
      sum += in[t * 16 + k];
  out[t] = sum;
}

// The condition holds for all 2,048 threads: 2,048 rows of 8 elements. The 8 loads of a thread are
// of one sector.
__global__ void guardedRows(float *out, const float *in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    if (t * 8 + k < n)
      // REMARK: :[[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}(32 sectors per request, 4 needed; 8.0x)
      // REMARK: note: served mostly by the L1 cache: this load and 7 others touch 32 sectors per warp, 32 needed
      sum += in[t * 8 + k];
  out[t] = sum;
}

// It does not hold for the end of the last row.
__global__ void shorterRows(float *out, const float *in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    if (t * 8 + k < n)
      // REMARK: :[[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}8.0{{0?}}x
      // REMARK: note: served mostly by the L1 cache: this load and 7 others touch 32 sectors per warp, 32 needed
      sum += in[t * 8 + k];
  out[t] = sum;
}

// Each load has its own condition, and both hold.
__global__ void guardedPairs(float *out, const float *in, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (2 * t < n)
    // REMARK: :[[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}(8 sectors per request, 4 needed; 2.0x)
    // REMARK: note: served mostly by the L1 cache: this load and 1 other touch 8 sectors per warp, 8 needed
    sum += in[2 * t];
  if (2 * t + 1 < n)
    sum += in[2 * t + 1];
  out[t] = sum;
}

// The loop is left before the fourth load: 3 elements of 4 bytes in each of 32 sectors.
__global__ void threeOfRow(float *out, const float *in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 8; ++k) {
    if (k == 3)
      break;
    // WARN: :[[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}}8.0x
    // WARN: note: served in part by the L1 cache: this load and 2 others touch 32 sectors per warp, 12 needed
    sum += in[t * 8 + k];
  }
  out[t] = sum;
}

void launch(float *out, const float *in, Point *points, const int *all) {
  wholePoints<<<16, 64>>>(out, points);
  twoMembers<<<16, 64>>>(out, points);
  otherCondition<<<16, 64>>>(out, points, all);
  volatilePoints<<<16, 64>>>(out, points);
  storePoints<<<16, 64>>>(points, 1);
  storeTwoMembers<<<16, 64>>>(points, 1);
  storeFive<<<16, 64>>>((Five *)out, 1);
  storeHalves<<<16, 64>>>((Halves *)out, float4());
  storeApart<<<16, 64>>>((float2 *)out, in, 1);
  shortRows<<<1, 64>>>(out, in);
  longRows<<<1, 64>>>(out, in);
  oneOfRow<<<1, 64>>>(out, in);
  threeOfLaunch<<<1, 64>>>(out, in, 3);
  apartOfLaunch<<<1, 64>>>(out, in, 3);
  manyOfLaunch<<<1, 64>>>(out, in, 24);
  guardedRows<<<16, 128>>>(out, in, 16384);
  shorterRows<<<16, 128>>>(out, in, 16380);
  guardedPairs<<<16, 128>>>(out, in, 4096);
  threeOfRow<<<16, 128>>>(out, in);
}
