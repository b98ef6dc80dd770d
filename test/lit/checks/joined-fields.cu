// RUN: not %cuda-memlint --each-access --remarks --checks='-*,cuda-uncoalesced-*,cuda-shared-bank-*' %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// Fields that compilers fetch with one access waste nothing together, though each by
// itself would. What nvcc 13.0 makes of these kernels was read in its PTX.

#include <cuda_runtime.h>

// One load of 8 bytes: 8 sectors, as 256 bytes need.
__global__ void bothFields(float *out, const float2 *in) {
  int t = threadIdx.x;
  float sum = in[t].x;
  out[t] = sum + in[t].y;
}

// Three of four are fetched by one load of 16 bytes.
__global__ void threeFields(float *out, const float4 *in) {
  int t = threadIdx.x;
  out[t] = in[t].x + in[t].y + in[t].w;
}

// So are x and w in the PTX, but two loads of 4 bytes are left in the machine code.
__global__ void firstAndLast(float *out, const float4 *in) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:12: warning: {{.*}}16 sectors per request, 4 needed{{.*}}[cuda-uncoalesced-access]
  // CHECK: :[[#@LINE+1]]:22: warning: {{.*}}16 sectors per request, 4 needed{{.*}}[cuda-uncoalesced-access]
  out[t] = in[t].x + in[t].w;
}

// y is at no multiple of 8 bytes: two loads of 4, 16 bytes apart, in 16 sectors each.
__global__ void middle(float *out, const float4 *in) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:12: warning: {{.*}}16 sectors per request, 4 needed{{.*}}[cuda-uncoalesced-access]
  // CHECK: :[[#@LINE+1]]:22: warning: {{.*}}16 sectors per request, 4 needed{{.*}}[cuda-uncoalesced-access]
  out[t] = in[t].y + in[t].z;
}

// One load of 8 bytes, 16 bytes apart: half of each sector is wasted even so.
__global__ void lowerHalf(float *out, const float4 *in) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+4]]:12: warning: {{.*}}[cuda-uncoalesced-access]
  // CHECK: note: the compiler merges it with its neighbours into one 8-byte load: 16 sectors per request, 8 needed
  // CHECK: :[[#@LINE+2]]:22: warning: {{.*}}[cuda-uncoalesced-access]
  // CHECK: note: the compiler merges it with its neighbours into one 8-byte load: 16 sectors per request, 8 needed
  out[t] = in[t].x + in[t].y;
}

// Stores of the last three are halved at z, where no store of 8 bytes can be, and stay three.
__global__ void lastThree(float4 *out, float a, float b, float c) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store: lanes are 16 B apart (16 sectors per request, 4 needed
  out[t].y = a;
  // CHECK: :[[#@LINE+2]]:3: warning: uncoalesced store: lanes are 16 B apart (16 sectors per request, 4 needed
  // CHECK-NOT: the compiler merges
  out[t].z = b;
  // CHECK: :[[#@LINE+2]]:3: warning: uncoalesced store: lanes are 16 B apart (16 sectors per request, 4 needed
  // CHECK-NOT: the compiler merges
  out[t].w = c;
}

// The first two of three are one, and so are the last two without the one before.
__global__ void firstThree(float4 *out, float a, float b, float c) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:3: warning: uncoalesced store: {{.*}}[cuda-uncoalesced-access]
  // CHECK: note: the compiler merges it with its neighbours into one 8-byte store: 16 sectors per request, 8 needed
  out[t].x = a;
  // CHECK: :[[#@LINE+2]]:3: warning: uncoalesced store: {{.*}}[cuda-uncoalesced-access]
  // CHECK: note: the compiler merges it with its neighbours into one 8-byte store: 16 sectors per request, 8 needed
  out[t].y = b;
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store: {{.*}}[cuda-uncoalesced-access]
  out[t].z = c;
}
__global__ void allButY(float4 *out, float a, float b, float c) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store: {{.*}}[cuda-uncoalesced-access]
  out[t].x = a;
  // CHECK: :[[#@LINE+2]]:3: warning: uncoalesced store: {{.*}}[cuda-uncoalesced-access]
  // CHECK: note: the compiler merges it with its neighbours into one 8-byte store: 16 sectors per request, 8 needed
  out[t].z = b;
  // CHECK: :[[#@LINE+2]]:3: warning: uncoalesced store: {{.*}}[cuda-uncoalesced-access]
  // CHECK: note: the compiler merges it with its neighbours into one 8-byte store: 16 sectors per request, 8 needed
  out[t].w = c;
}

// A barrier keeps the two apart.
__global__ void acrossBarrier(float *out, const float2 *in) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:15: remark: {{.*}}8 sectors per request, 4 needed{{.*}}[cuda-uncoalesced-access]
  float sum = in[t].x;
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:18: remark: {{.*}}8 sectors per request, 4 needed{{.*}}[cuda-uncoalesced-access]
  out[t] = sum + in[t].y;
}

// The fields of one pair are stored by one access; x of it may not be what `in` reads.
__global__ void copyByField(float2 *out, const float2 *in) {
  int t = threadIdx.x;
  out[t].x = in[t].x;
  out[t].y = in[t].y;
}

// Here it may: the second load must not come before the first store.
__global__ void interleave(float2 *out, const float *in) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}}8 sectors per request, 4 needed{{.*}}[cuda-uncoalesced-access]
  out[t].x = in[t];
  // CHECK: :[[#@LINE+1]]:3: warning: {{.*}}8 sectors per request, 4 needed{{.*}}[cuda-uncoalesced-access]
  out[t].y = in[t + 32];
}

__global__ void interleaveApart(float2 *__restrict__ out, const float *in) {
  int t = threadIdx.x;
  out[t].x = in[t];
  out[t].y = in[t + 32];
}

// A structure whose type promises 4 bytes only is read field by field.
struct Plain {
  float x, y;
};
__global__ void notAligned(float *out, const Plain *in) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:12: remark: {{.*}}8 sectors per request, 4 needed{{.*}}[cuda-uncoalesced-access]
  // CHECK: :[[#@LINE+1]]:22: remark: {{.*}}8 sectors per request, 4 needed{{.*}}[cuda-uncoalesced-access]
  out[t] = in[t].x + in[t].y;
}

// Loads and stores of 8 bytes in shared memory: 2 wavefronts, as 256 bytes need.
__global__ void inShared(float *out) {
  __shared__ float2 pairs[32];
  int t = threadIdx.x;
  pairs[t].x = out[t];
  pairs[t].y = out[t + 32];
  __syncthreads();
  out[t] = pairs[t ^ 1].x + pairs[t ^ 1].y;
}

// A structure of 12 bytes in 16 is copied with its padding, in one piece of 16 bytes.
struct __align__(16) Padded {
  unsigned r, g, b;
};
__global__ void copyPadded(Padded *out, const Padded *in) { out[threadIdx.x] = in[threadIdx.x]; }

// One line, one finding: five loads of 4 bytes, 20 bytes apart, in 20 sectors each.
struct Five {
  float of[5];
};
__global__ void wholeStructure(float *out, const Five *in, int k) {
  // CHECK: :[[#@LINE+1]]:16: remark: uncoalesced load (each of 5 parts): lanes are 20 B apart (20 sectors per request, 4 needed; 5.0x)
  Five value = in[threadIdx.x];
  float sum = 0;
  for (int i = 0; i < 5; ++i)
    sum += value.of[i];
  out[threadIdx.x] = sum;
}

// What is made of its fields is stored without: 8 bytes and 4, 16 bytes apart.
__global__ void buildPadded(Padded *out, unsigned k) {
  Padded value;
  value.r = k;
  value.g = k + 1;
  value.b = k + 2;
  // CHECK: :[[#@LINE+2]]:3: warning: uncoalesced store (part 1 of 2): {{.*}}16 sectors per request, 8 needed{{.*}}[cuda-uncoalesced-access]
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store (part 2 of 2): {{.*}}16 sectors per request, 4 needed{{.*}}[cuda-uncoalesced-access]
  out[threadIdx.x] = value;
}

// nvcc puts dynamic shared memory on 16 bytes, so that it sees 2 * t on 8: one access each. In its
// PTX a static array of floats is on 4 bytes, and two loads stay two; ptxas knows where the array
// is, and makes one of them (LDS.64 in the machine code that nvcc 13.0 generates for sm_90).
__global__ void dynamicPairs(float *out) {
  extern __shared__ float values[];
  int t = threadIdx.x;
  float a = values[2 * t], b = values[2 * t + 1];
  values[2 * t] = a + b;
  values[2 * t + 1] = a - b;
  __syncthreads();
  out[t] = values[t];
}
__global__ void staticPairs(float *out) {
  __shared__ float values[64];
  int t = threadIdx.x;
  values[t] = out[t];
  values[t + 32] = out[t + 32];
  __syncthreads();
  out[t] = values[2 * t] + values[2 * t + 1];
}

// Behind 33 floats the other array may be on 4 bytes: ptxas leaves two loads.
__global__ void behindOddArray(float *out) {
  __shared__ float first[33];
  __shared__ float values[64];
  int t = threadIdx.x;
  first[t] = out[t + 64];
  values[t] = out[t];
  values[t + 32] = out[t + 32];
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:12: warning: {{.*}}2 wavefronts per request, 1 needed{{.*}}[cuda-shared-bank-conflict]
  // CHECK: :[[#@LINE+1]]:28: warning: {{.*}}2 wavefronts per request, 1 needed{{.*}}[cuda-shared-bank-conflict]
  out[t] = values[2 * t] + values[2 * t + 1] + first[t ^ 1];
}

// Three of four are one LDS.128, the first and the last two LDS.32.
__global__ void threeOfFour(float *out) {
  __shared__ float values[128];
  int t = threadIdx.x;
  values[t] = out[t];
  __syncthreads();
  out[t] = values[4 * t] + values[4 * t + 1] + values[4 * t + 2];
}
__global__ void bothEnds(float *out) {
  __shared__ float values[128];
  int t = threadIdx.x;
  values[t] = out[t];
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:12: warning: {{.*}}4 wavefronts per request, 1 needed{{.*}}[cuda-shared-bank-conflict]
  // CHECK: :[[#@LINE+1]]:28: warning: {{.*}}4 wavefronts per request, 1 needed{{.*}}[cuda-shared-bank-conflict]
  out[t] = values[4 * t] + values[4 * t + 3];
}

// An unrolled loop is a straight line: one LDS.128, whichever way it counts.
__global__ void unrolled(float *out) {
  __shared__ float values[128];
  int t = threadIdx.x;
  values[t] = out[t];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 4; ++k)
    sum += values[4 * t + k];
  for (int k = 3; k >= 0; --k)
    sum = 2 * sum + values[4 * t + k];
  out[t] = sum;
}
__global__ void unrolledDynamic(float *out) {
  extern __shared__ float values[];
  int t = threadIdx.x;
  values[t] = out[t];
  __syncthreads();
  for (int k = 0; k < 4; ++k)
    out[k * 32 + t] = values[4 * t + k];
}

// So is one of rows of 128 bytes. Eight lanes of LDS.128 are served at once, and their rows start
// in the same bank: 32 wavefronts where 32 * 16 bytes take 4.
__global__ void rowsOfTile(float *out) {
  __shared__ float tile[32][32];
  int t = threadIdx.x;
  for (int k = 0; k < 32; ++k)
    tile[k][t] = out[32 * k + t];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    // CHECK: :[[#@LINE+2]]:12: warning: shared memory bank conflict: lanes load `tile[t][k]` with a stride of 128 B (32 wavefronts per request, 4 needed; 8.0x)
    // CHECK: note: the compiler merges 4 iterations into one 16-byte load: 32 wavefronts per request, 4 needed
    sum += tile[t][k];
  out[t] = sum;
}

// The pragma keeps the loop; a barrier, a condition and a store between keep the loads apart, and
// rows of 17 floats are not on 16 bytes.
__global__ void apart(float *out, int n) {
  __shared__ float values[32 * 4];
  int t = threadIdx.x;
  values[t] = out[t];
  __syncthreads();
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < 4; ++k)
    // CHECK: :[[#@LINE+1]]:12: warning: 4-way shared memory bank conflict
    sum += values[4 * t + k];
  for (int k = 0; k < 4; ++k) {
    // CHECK: :[[#@LINE+1]]:12: warning: 4-way shared memory bank conflict
    sum += values[4 * t + k];
    __syncthreads();
  }
  for (int k = 0; k < 4; ++k)
    if (k * 32 < n)
      // CHECK: :[[#@LINE+1]]:14: warning: 4-way shared memory bank conflict
      sum += values[4 * t + k];
  out[t] = sum;
  __syncthreads();
  for (int k = 0; k < 4; ++k)
    // CHECK: :[[#@LINE+2]]:5: warning: 4-way shared memory bank conflict
    // CHECK: :[[#@LINE+1]]:5: warning: 4-way shared memory bank conflict
    values[4 * t + k] += 1;
}

// Nothing in the source changes which parts are merged.
struct Pair {
  float4 first, second;
};
__global__ void namedLikeAPart(Pair *out) {
  __shared__ Pair pairs[256];
  // CHECK: :[[#@LINE+1]]:3: warning: 2-way shared memory bank conflict: lanes store to `pairs[threadIdx.x]` (each of 2 parts)
  pairs[threadIdx.x] = Pair();
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:3: warning: uncoalesced store (each of 2 parts)
  // CHECK: :[[#@LINE+1]]:22: warning: 2-way shared memory bank conflict: lanes load `pairs[threadIdx.x /* (part 1 of 2) */]` (each of 2 parts) with a stride of 32 B
  out[threadIdx.x] = pairs[threadIdx.x /* (part 1 of 2) */];
}

// The bytes of a uchar4 are one load and one store of 4 bytes, and so are the first and third of
// them, and the halves of a short4 one of 8.
__global__ void luminance(float *out, const uchar4 *in) {
  int t = threadIdx.x;
  out[t] = 0.3f * in[t].x + 0.6f * in[t].y + 0.1f * in[t].z;
}
__global__ void firstAndThird(float *out, const char4 *in) {
  int t = threadIdx.x;
  out[t] = in[t].x - in[t].z;
}
__global__ void fillPixels(uchar4 *out, int r, int g, int b) {
  int t = threadIdx.x;
  out[t].x = r;
  out[t].y = g;
  out[t].z = b;
  out[t].w = 255;
}
__global__ void widenPairs(short4 *out, const short2 *in) {
  int t = threadIdx.x;
  short a = in[t].x, b = in[t].y;
  out[t].x = a;
  out[t].y = b;
  out[t].z = a;
  out[t].w = b;
}

// The alignment of the type decides, not its size.
struct __align__(4) Pixel {
  unsigned char r, g, b, a;
};
struct Bytes {
  unsigned char r, g, b, a;
};
__global__ void alignedBytes(float *out, const Pixel *in) {
  int t = threadIdx.x;
  out[t] = in[t].r + in[t].g + in[t].b + in[t].a;
}
__global__ void plainBytes(float *out, const Bytes *in) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+4]]:12: remark: uncoalesced load: lanes are 4 B apart (4 sectors per request, 1 needed
  // CHECK: :[[#@LINE+3]]:22: remark: uncoalesced load: lanes are 4 B apart (4 sectors per request, 1 needed
  // CHECK: :[[#@LINE+2]]:32: remark: uncoalesced load: lanes are 4 B apart (4 sectors per request, 1 needed
  // CHECK: :[[#@LINE+1]]:42: remark: uncoalesced load: lanes are 4 B apart (4 sectors per request, 1 needed
  out[t] = in[t].r + in[t].g + in[t].b + in[t].a;
}

// Two bytes of four: one store of 2 bytes, which leaves half of each sector.
__global__ void redAndGreen(Pixel *out, int r, int g) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:3: warning: uncoalesced store: lanes are 4 B apart (4 sectors per request, 1 needed
  // CHECK: note: the compiler merges it with its neighbours into one 2-byte store: 4 sectors per request, 2 needed
  out[t].r = r;
  // CHECK: :[[#@LINE+1]]:3: warning: uncoalesced store: lanes are 4 B apart (4 sectors per request, 1 needed
  out[t].g = g;
}

// The second load may be from what the first store has written: both pairs stay apart.
__global__ void exchange(short2 *out, const short2 *in) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:3: warning: uncoalesced store: lanes are 4 B apart (4 sectors per request, 2 needed
  // CHECK: :[[#@LINE+1]]:14: remark: uncoalesced load: lanes are 4 B apart (4 sectors per request, 2 needed
  out[t].x = in[t].y;
  // CHECK: :[[#@LINE+2]]:3: warning: uncoalesced store: lanes are 4 B apart (4 sectors per request, 2 needed
  // CHECK: :[[#@LINE+1]]:14: remark: uncoalesced load: lanes are 4 B apart (4 sectors per request, 2 needed
  out[t].y = in[t].x;
}
__global__ void exchangeApart(short2 *__restrict__ out, const short2 *__restrict__ in) {
  int t = threadIdx.x;
  out[t].x = in[t].y;
  out[t].y = in[t].x;
}

// A gap of two is filled, one of three is not: loads of 2 and 1 bytes.
struct __align__(8) Eight {
  unsigned char of[8];
};
__global__ void smallGap(float *out, const Eight *in) {
  int t = threadIdx.x;
  out[t] = in[t].of[0] + in[t].of[3] + in[t].of[4] + in[t].of[7];
}
__global__ void largeGap(float *out, const Eight *in) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:12: warning: uncoalesced load: lanes are 8 B apart (8 sectors per request, 1 needed
  // CHECK: :[[#@LINE+1]]:26: warning: uncoalesced load: lanes are 8 B apart (8 sectors per request, 1 needed
  out[t] = in[t].of[0] + in[t].of[4];
}

// A member that is a structure is copied with the alignment of its own type: two loads of 2 bytes,
// where its members, and stores, are one.
struct Short {
  short value;
};
struct __align__(4) Shorts {
  Short x, y;
};
__global__ void copyMembers(float *out, const Shorts *in) {
  int t = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:13: remark: uncoalesced load: lanes are 4 B apart (4 sectors per request, 2 needed
  Short x = in[t].x;
  // CHECK: :[[#@LINE+1]]:13: remark: uncoalesced load: lanes are 4 B apart (4 sectors per request, 2 needed
  Short y = in[t].y;
  out[t] = x.value + 2 * y.value;
}
__global__ void membersOfMembers(float *out, const Shorts *in) {
  int t = threadIdx.x;
  out[t] = in[t].x.value + 2 * in[t].y.value;
}
__global__ void storeMembers(Shorts *out, Short value) {
  int t = threadIdx.x;
  out[t].x = value;
  out[t].y = value;
}
