// RUN: not %cuda-memlint --remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint --remarks --min-excess=0 %s 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: not %cuda-memlint --remarks --arch=sm_60 %s 2>&1 | FileCheck %s --check-prefix=UNCACHED

#include <cuda_runtime.h>

// 128 bytes from byte 4 of a sector: 5 sectors against 4.
__global__ void nextElement(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
  out[i] = in[i + 1];
}

// 4 bytes before a sector: 5.
__global__ void previousElement(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x + 32;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
  out[i] = in[i - 1];
}

// Rows of 65 floats = 260 bytes: rows 1, 2, 3 start 4, 8, 12 bytes into a sector.
__global__ void oddPitch(float *out, const float *in) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-pitch]
  out[threadIdx.y * 64 + threadIdx.x] = in[threadIdx.y * 65 + threadIdx.x];
}

// Blocks of 36 threads: every second one starts 16 bytes into a sector. 22 sectors against 20, which
// is minor.
__global__ void oddBlock(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: {{.*}}[cuda-misaligned-access]
  out[i] = 1;
}

// A store, through a pointer moved by 3 floats.
__global__ void movedPointer(float *out) {
  float *body = out + 3;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
  body[threadIdx.x] = 1;
}

// Doubles, one further on: 9 sectors against 8.
__global__ void nextDouble(double *out, const double *in) {
  int i = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
  out[i] = in[i + 1];
}

// Warps of a block that continue each other share the sectors between them: n warps touch 4 n + 1
// sectors where 4 n are needed.

// Two warps: 9 sectors, an excess of 11 %.
__global__ void twoWarps(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
  out[i] = in[i + 1];
}

// Three: 13 for 12. Before compute capability 7.0 loads may not be cached.
__global__ void threeWarps(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+4]]:{{[0-9]+}}: remark: {{.*}} (5 sectors per request, 4 needed; 1.25x) [cuda-misaligned-access]
  // CHECK: note: minor: warps of the block share sectors, so that 7.7 % of those it touches are in excess
  // ALL: :[[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
  // UNCACHED: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
  out[i] = in[i + 1];
}

// Stores take hardly longer either.
__global__ void storedByThree(float *out) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: misaligned store{{.*}}[cuda-misaligned-access]
  // CHECK: note: minor: warps of the block share sectors
  out[threadIdx.x + 1] = 1;
}

// Volatile loads are made by each warp.
__global__ void volatileLoad(float *out, const volatile float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
  out[i] = in[i + 1];
}

// Each warp has a run of its own, 256 B from the next one.
__global__ void runsApart(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
  out[i] = in[i / 32 * 64 + i % 32 + 1];
}

// Rows of two warps: the sectors between them are shared as well, 33 for 32.
__global__ void rowsOfTwoWarps(float *out, const float *in) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}[cuda-pitch]
  // CHECK: note: minor: warps of the block share sectors, so that 3.0 % of those it touches are in excess
  out[threadIdx.y * 64 + threadIdx.x] = in[threadIdx.y * 65 + threadIdx.x];
}

// Rows of unknown length, each a warp: how they lie to each other is not known.
__global__ void rowsOfUnknownPitch(float *out, const float *in, int pitch) {
  int i = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
  out[i] = in[threadIdx.x + threadIdx.y * pitch + threadIdx.y];
}

// One warp loads a row in pieces that continue each other: what the next iteration uses counts, too,
// but is not looked at.
__global__ void oneWarpWalks(float *out, const float *in) {
  for (int k = 0; k < 64; ++k)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
    out[k * 32 + threadIdx.x] = in[k * 32 + threadIdx.x + 1];
}

void launchWarps(float *out, const float *in, const int *pitches) {
  rowsOfUnknownPitch<<<4, dim3(32, 8)>>>(out, in, pitches[0]);
  twoWarps<<<4, 64>>>(out, in);
  threeWarps<<<4, 96>>>(out, in);
  storedByThree<<<1, 96>>>(out);
  volatileLoad<<<4, 256>>>(out, in);
  runsApart<<<4, 256>>>(out, in);
  rowsOfTwoWarps<<<1, dim3(64, 4)>>>(out, in);
  oneWarpWalks<<<1, 32>>>(out, in);
}

// Near misses.

// 8 floats are a sector.
__global__ void nextSector(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + 8];
}

// 4 doubles are a sector.
__global__ void nextSectorOfDoubles(double *out, const double *in) {
  int i = threadIdx.x;
  out[i] = in[i + 4];
}

// An offset that nobody knows may be a good one.
__global__ void unknownOffset(float *out, const float *in, int offset) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + offset];
}

// Shifted, but a few lanes that stay within one sector.
__global__ void fewLanes(float *out, const float *in) {
  int t = threadIdx.x;
  if (t < 4)
    out[t] = in[t + 2];
}

// A partial last warp of an aligned copy.
__global__ void lastWarp(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
}

// Fixed.

// Rows of 72 floats = 9 sectors.
__global__ void goodPitch(float *out, const float *in) {
  out[threadIdx.y * 64 + threadIdx.x] = in[threadIdx.y * 72 + threadIdx.x];
}

// Blocks of 40 threads: 160 bytes, 5 sectors.
__global__ void goodBlock(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 1;
}

void launch(float *out, const float *in, double *outDoubles, const double *doubles) {
  nextElement<<<4, 64>>>(out, in);
  previousElement<<<4, 32>>>(out, in);
  oddPitch<<<1, dim3(32, 4)>>>(out, in);
  oddBlock<<<4, 36>>>(out);
  movedPointer<<<1, 64>>>(out);
  nextDouble<<<1, 32>>>(outDoubles, doubles);
  nextSector<<<4, 256>>>(out, in);
  nextSectorOfDoubles<<<1, 64>>>(outDoubles, doubles);
  fewLanes<<<1, 64>>>(out, in);
  lastWarp<<<4, 256>>>(out, in, 1001);
  goodPitch<<<1, dim3(32, 4)>>>(out, in);
  goodBlock<<<4, 40>>>(out);
}

void launchWithOffset(float *out, const float *in, const int *offsets) {
  unknownOffset<<<4, 256>>>(out, in, offsets[0]);
}

// No start suits both neighbours: no layout is better, and the advice is not about the start.
__global__ void difference(int *out, const int *rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: remark: {{.*}}[cuda-misaligned-access]
  // CHECK-NOT: the base offset
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: no base offset aligns both this load and the one here
  out[i] = rows[i + 1] - rows[i];
}

// Both are off, in 5 sectors: as many as their 33 elements need together.
__global__ void bothOff(int *out, const int *rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}[cuda-misaligned-access]
  // CHECK: note: served mostly by the L1 cache: this load and 1 other touch 5 sectors per warp, 5 needed
  out[i] = rows[i + 2] - rows[i + 1];
}

// Both are off, in 10 sectors that hold 256 bytes: another start would suit one of them.
__global__ void bothOffApart(int *out, const int *rows) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
  out[i] = rows[i + 60] - rows[i + 1];
}

void launchApart(int *out, const int *rows) { bothOffApart<<<4, 64>>>(out, rows); }

// Two of three arguments begin on a boundary, and their notes are one.
__global__ void from(int *out, int start) { out[start + threadIdx.x] = 1; }
// CHECK: :[[#@LINE-1]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
// CHECK: note: for from<<<1, 32>>> at line {{[0-9]+}}: 4 sectors per request, 4 needed (2 sets of arguments)
void launchFrom(int *out) {
  for (int start = 4; start <= 16; start += 4)
    if (start != 12)
      from<<<1, 32>>>(out, start * 2 + (start == 4 ? 1 : 0));
}

// Each change is tried: the start alone, the pitch alone, both.

// Rows of 264 bytes, 8 more than a multiple of 32: rows 0 to 3 start 0, 8, 16 and 24 bytes past a
// sector. Only row 0 is aligned, and another start aligns another one instead.
__global__ void pitchHelps(float *out, const float *in) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}}[cuda-pitch]
  // CHECK: help: pad the rows of `in` from 66 to 72 elements{{$}}
  out[threadIdx.y * 64 + threadIdx.x] = in[threadIdx.y * 66 + threadIdx.x];
}

// Nobody allocates a variable of the device.
__device__ float table[2112];
__global__ void pitchOfVariable(float *out) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}}[cuda-pitch]
  // CHECK: help: pad the rows of `table` from 66 to 72 elements{{$}}
  out[threadIdx.y * 64 + threadIdx.x] = table[threadIdx.y * 66 + threadIdx.x];
}

// The pitch is that of the type.
struct Row {
  float values[66];
};
__global__ void pitchOfStructure(float *out, const Row *in) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}}[cuda-pitch]
  // CHECK: help: pad the rows of `in` from 264 to 288 B{{$}}
  out[threadIdx.y * 64 + threadIdx.x] = in[threadIdx.y].values[threadIdx.x];
}
__global__ void pitchOfArray(float *out, const float (*in)[66]) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}}[cuda-pitch]
  // CHECK: help: pad the rows of `in` from 66 to 72 elements{{$}}
  out[threadIdx.y * 64 + threadIdx.x] = in[threadIdx.y][threadIdx.x];
}

// Windows of one sequence have elements in common, and so cannot be moved apart.
__global__ void windows(float *out, const float *in) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}[cuda-misaligned-access]
  // CHECK-NOT: help: {{make|pad|allocate}}
  out[threadIdx.y * 64 + threadIdx.x] = in[threadIdx.y * 26 + threadIdx.x];
}

// The same where a loop leads from window to window.
__global__ void slidingWindow(float *out, const float *in, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}[cuda-misaligned-access]
    // CHECK-NOT: help: make
    sum += in[threadIdx.x + k];
  out[threadIdx.x] = sum;
}
void launchSliding(float *out, const float *in, int n) { slidingWindow<<<1, 32>>>(out, in, n); }

// Rows of 256 bytes, read forwards and backwards: the mirrored load starts 4 bytes past a sector. A
// start that suits it takes the other one off its boundary, for as many sectors.
__global__ void mirrored(float *out, const float *in) {
  int i = threadIdx.y * 64 + threadIdx.x;
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: remark: {{.*}}[cuda-misaligned-access]
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: note: a base offset that aligns this access costs as much here
  // CHECK-NOT: help: make
  out[i] = in[i] + in[threadIdx.y * 64 + 64 - threadIdx.x];
}
void launchMirrored(float *out, const float *in) { mirrored<<<1, dim3(32, 8)>>>(out, in); }

// The same with two loads that profit: the start is worth it.
__global__ void mirroredTwice(float *out, const float *in) {
  int i = threadIdx.y * 64 + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
  // CHECK: help: make the base offset a multiple of 32 B: 5 -> 4 sectors per request{{$}}
  out[i] = in[i] + in[threadIdx.y * 64 + 64 - threadIdx.x] +
           in[threadIdx.y * 64 + 4096 - threadIdx.x];
}
void launchTwice(float *out, const float *in) { mirroredTwice<<<1, dim3(32, 8)>>>(out, in); }

// Threads of one column, and rows of an unknown length: x counts rows here.
__global__ void columnsOfThreads(float *out, const float *in, int cols) {
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
  // CHECK: help: make
  out[(blockIdx.x + 1) * (cols + 2) + y + 1] = in[blockIdx.x * 4096 + y];
}
void launchColumns(float *out, const float *in, int cols) {
  columnsOfThreads<<<dim3(64, 4), dim3(1, 32)>>>(out, in, cols);
}

// Parts of rows of 1,024 elements, which are aligned.
__global__ void diagonal(float *out, const float *in) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: {{.*}}[cuda-misaligned-access]
  // CHECK-NOT: help: {{make|pad|allocate}}
  out[threadIdx.y * 64 + threadIdx.x] = in[threadIdx.y * 1026 + threadIdx.x];
}

// Rows of 256 bytes from byte 4.
__global__ void startHelps(float *out, const float *in) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
  // CHECK: help: make the base offset a multiple of 32 B: 5 -> 4 sectors per request{{$}}
  out[threadIdx.y * 64 + threadIdx.x] = in[threadIdx.y * 64 + threadIdx.x + 1];
}

// Rows of an unknown length from byte 4.
__global__ void startOfRowsHelps(float *out, const float *in, int cols) {
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
  // CHECK: note: assumed: `cols` is a multiple of 8 elements (32 bytes)
  // CHECK: help: make the base offset a multiple of 32 B: 5 -> 4 sectors per request, and lay the array out so that `cols` is a multiple of 8 elements (32 bytes){{$}}
  out[blockIdx.x * 64 + threadIdx.x] = in[blockIdx.x * cols + threadIdx.x + 1];
}
void launchRows(float *out, const float *in, int cols) {
  startOfRowsHelps<<<8, 64>>>(out, in, cols);
}

// Rows of 264 bytes from byte 4. A better pitch leaves all rows 4 bytes past a sector, where row 3
// was the only one that a start could have aligned.
__global__ void bothHelp(float *out, const float *in) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
  // CHECK: help: make both the base offset and the row pitch multiples of 32 B: 5 -> 4 sectors per request; neither suffices by itself
  out[threadIdx.y * 64 + threadIdx.x] = in[threadIdx.y * 66 + threadIdx.x + 1];
}

// 16 bytes for each lane: 17 sectors against 16, which no exchange is worth.
__global__ void wideDifference(float4 *out, const float4 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 right = in[i + 1], left = in[i];
  // CHECK: :[[#@LINE-1]]:{{[0-9]+}}: remark: misaligned load
  // CHECK: note: no base offset aligns both this load and the one here{{$}}
  out[i] = float4{right.x - left.x, right.y - left.y, right.z - left.z, right.w - left.w};
}

void launchRows(float *out, const float *in) {
  pitchHelps<<<1, dim3(32, 4)>>>(out, in);
  pitchOfStructure<<<1, dim3(32, 4)>>>(out, (const Row *)in);
  pitchOfArray<<<1, dim3(32, 4)>>>(out, (const float (*)[66])in);
  windows<<<1, dim3(32, 4)>>>(out, in);
  diagonal<<<1, dim3(32, 4)>>>(out, in);
  pitchOfVariable<<<1, dim3(32, 4)>>>(out);
  startHelps<<<1, dim3(32, 4)>>>(out, in);
  bothHelp<<<1, dim3(32, 4)>>>(out, in);
  wideDifference<<<4, 256>>>((float4 *)out, (const float4 *)in);
}
