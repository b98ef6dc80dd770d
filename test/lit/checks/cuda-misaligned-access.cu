// RUN: not %cuda-memlint --remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning:

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
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
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
  nextElement<<<4, 256>>>(out, in);
  previousElement<<<4, 256>>>(out, in);
  oddPitch<<<1, dim3(32, 4)>>>(out, in);
  oddBlock<<<4, 36>>>(out);
  movedPointer<<<1, 64>>>(out);
  nextDouble<<<1, 64>>>(outDoubles, doubles);
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
  out[i] = rows[i + 100] - rows[i + 1];
}

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
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
  // CHECK: help: make the row pitch a multiple of 32 B
  out[threadIdx.y * 64 + threadIdx.x] = in[threadIdx.y * 66 + threadIdx.x];
}

// Rows of 256 bytes from byte 4.
__global__ void startHelps(float *out, const float *in) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
  // CHECK: help: make the base offset a multiple of 32 B
  out[threadIdx.y * 64 + threadIdx.x] = in[threadIdx.y * 64 + threadIdx.x + 1];
}

// Rows of 264 bytes from byte 4. A better pitch leaves all rows 4 bytes past a sector, where row 3
// was the only one that a start could have aligned.
__global__ void bothHelp(float *out, const float *in) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}}[cuda-misaligned-access]
  // CHECK: help: make both the base offset and the row pitch multiples of 32 B; neither suffices by itself
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
  startHelps<<<1, dim3(32, 4)>>>(out, in);
  bothHelp<<<1, dim3(32, 4)>>>(out, in);
  wideDifference<<<4, 256>>>((float4 *)out, (const float4 *)in);
}
