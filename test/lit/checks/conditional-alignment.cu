// RUN: %cuda-memlint --remarks --checks=-*,cuda-misaligned-access %s | FileCheck %s --implicit-check-not=remark: --implicit-check-not=warning:

// Rows whose length decides whether they start on a sector boundary. 32 lanes of 4 bytes fill 4
// sectors, and touch 5 where the row starts within a sector.

#include <cuda_runtime.h>

__global__ void rows(float *out, const float *in, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  // CHECK: :[[#@LINE+4]]:{{[0-9]+}}: remark: misaligned load unless `n` is a multiple of 8 elements (32 bytes): up to 5 sectors per request, 4 needed (1.25x) [cuda-misaligned-access]
  // CHECK: note: and 1 more access to `in`: line [[#@LINE+5]]
  // CHECK: note: for rows<<<(n / 32,n / 8,1), (32,8,1)>>>
  // CHECK: help: if it is not, round it up where `in` is allocated and where it is indexed, as `cudaMallocPitch` does with rows: up to 5 -> 4 sectors per request
  float value = in[y * n + x];
  if (y % 2 == 0)
    value += in[(y + 1) * n + x];
  out[y * 1024 + x] = value;
}

// 8 bytes each: 8 or 9 sectors, 1.12x.
__global__ void wide(double *out, int n) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: misaligned store unless `n` is a multiple of 4 elements (32 bytes): up to 9 sectors per request, 8 needed (1.12x)
  out[blockIdx.x * n + threadIdx.x] = 1;
}

// Rows from `first` to `last`: only how many elements that is counts.
__global__ void between(float *out, int first, int last) {
  int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  int elements = last - first;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: misaligned store unless `last - first` is a multiple of 8 elements (32 bytes): up to 5 sectors per request, 4 needed (1.25x)
  out[(blockIdx.y * blockDim.y + threadIdx.y) * elements + i - first] = 1;
}

// Every other row of a plane: the length of a row says enough, and nothing is said of the plane beside it.
__global__ void planes(float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: misaligned store unless `width` is a multiple of 8 elements (32 bytes): up to 5 sectors per request, 4 needed (1.25x)
  out[blockIdx.z * width * height + 2 * blockIdx.y * width + x] = 1;
}

// The launch passes 4 * n + 2: elements of 4 bytes start 8 or 24 bytes past a sector boundary, and
// take 5 sectors in any case.
__global__ void from(float *out, int start) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: misaligned store: contiguous, but an odd multiple of 8 B past a sector boundary (5 sectors per request, 4 needed; 1.25x)
  // CHECK: help: make the base offset a multiple of 32 B: 5 -> 4 sectors per request, if `start - 2` is a multiple of 8 elements (32 bytes){{$}}
  out[start + blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// Nothing is known of it: a start cannot be rounded up.
__global__ void anywhere(float *out, int start) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: misaligned store unless `start` is a multiple of 8 elements (32 bytes): up to 5 sectors per request, 4 needed (1.25x)
  // CHECK: help: if it is not, make the base offset a multiple of 32 B: up to 5 -> 4 sectors per request{{$}}
  out[start + blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

// A start beside rows; and one that is a row further is of the rows.
__global__ void inside(float *out, const float *in, int start, int width) {
  int i = blockIdx.y * width + blockIdx.x * 32 + threadIdx.x;
  // CHECK: :[[#@LINE+4]]:{{[0-9]+}}: remark: misaligned store unless `width` is a multiple of 8 elements (32 bytes) and `start` is a multiple of 8 elements (32 bytes)
  // CHECK: help: if they are not, round the length of the rows up where `out` is allocated and where it is indexed, as `cudaMallocPitch` does with rows, and make the base offset a multiple of 32 B: up to 5 -> 4 sectors per request{{$}}
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: misaligned load unless `width` is a multiple of 8 elements (32 bytes): up to 5 sectors
  // CHECK: help: if it is not, round it up where `in` is allocated
  out[i + start] = in[i + width];
}

// A start of whole sectors beside rows: what decides is the length of the rows.
__global__ void tiles(float *out, int tile, int width) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: misaligned store unless `width` is a multiple of 8 elements (32 bytes): up to 5 sectors
  // CHECK: help: if it is not, round it up where `out` is allocated
  out[16 * tile * width + 16 * tile + blockIdx.y * width + blockIdx.x * 32 + threadIdx.x] = 1;
}

// A number of rows that contains arguments, or is large, is one of rows, and follows where these are
// rounded; what is beside them is a start.
__global__ void numbered(float *out, const float *in, int width, int row) {
  int x = blockIdx.x * 32 + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: misaligned load: contiguous, but 4 B past a sector boundary (5 sectors
  // CHECK: help: make the base offset a multiple of 32 B: 5 -> 4 sectors per request, and lay the array out so that `width` is a multiple of 8 elements (32 bytes){{$}}
  out[threadIdx.y * 1024 + x] = in[(row + threadIdx.y) * width + x + 1];
}
__global__ void sixth(float *out, const float *in, int width) {
  int x = blockIdx.x * 32 + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: misaligned load unless `width` is a multiple of 8 elements (32 bytes): up to 5 sectors
  // CHECK: help: if it is not, round it up where `in` is allocated
  out[threadIdx.y * 1024 + x] = in[(threadIdx.y + 6) * width + x];
}
__global__ void later(float *out, const float *in, int width, int start, int count) {
  int x = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: remark: misaligned load unless `width` is a multiple of 8 elements (32 bytes) and `start` is a multiple of 8 elements (32 bytes)
  // CHECK: help: if they are not, round the length of the rows up where `in` is allocated and where it is indexed, as `cudaMallocPitch` does with rows, and make the base offset a multiple of 32 B
  for (int k = 0; k < count; ++k)
    sum += in[k * width + start + x];
  out[threadIdx.y * 1024 + x] = sum;
}
// Rows of two lengths: no condition is that of a start.
__global__ void two(float *out, const float *in, int width, int depth, int row) {
  int x = blockIdx.x * 32 + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: misaligned load unless `width` is a multiple of 8 elements (32 bytes) and `depth` is a multiple of 8 elements (32 bytes)
  // CHECK: help: if they are not, round them up where `in` is allocated
  out[threadIdx.y * 1024 + x] = in[(threadIdx.y + row + 6) * width + blockIdx.y * depth + x];
}

// Blocks along a diagonal: the column is beside the row.
__global__ void diagonal(float *out, const float *in, int width, int number) {
  int first = width * 32 * (number - 1 - blockIdx.x) + 32 * blockIdx.x + threadIdx.x;
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: {{warning|remark}}: misaligned load: contiguous, but 4 B past a sector boundary (5 sectors
  // CHECK: help: make the base offset a multiple of 32 B: 5 -> 4 sectors per request, and lay the array out so that `width` is a multiple of 8 elements (32 bytes){{$}}
  for (int row = 0; row < 32; ++row)
    out[(blockIdx.x * 32 + row) * 32 + threadIdx.x] = in[first + width + 1 + row * width];
}

__global__ void diagonalOfBlocks(float *out, const float *in, int width) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: misaligned load unless `width` is a multiple of 8 elements (32 bytes): up to 5 sectors
  // CHECK: help: if it is not, round it up where `in` is allocated
  out[blockIdx.x * 32 + threadIdx.x] = in[(63 - blockIdx.x) * width + 32 * blockIdx.x + threadIdx.x];
}

// Blocks that overlap by what an argument says, which is not the length of a row.
__global__ void overlapping(float *out, const float *in, int overlap, int border) {
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: remark: misaligned load unless `overlap` is a multiple of 4 and `border` is a multiple of 8 elements (32 bytes): up to 5 sectors
  // CHECK-NOT: help:
  // CHECK: note: no advice: arguments decide by how much blocks, threads or iterations overlap, which no start of the array and no length of rows aligns
  out[blockIdx.x * 256 + threadIdx.x] = in[(256 - 2 * overlap) * blockIdx.x - border + threadIdx.x];
}

// The lanes of a warp are two rows of 16 that load the same 16 elements of `in`, in 2 sectors or 3, and one element each of `one`.
__global__ void halves(float *out, const float *in, const float *one, int n) {
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: misaligned load unless `n` is a multiple of 8 elements (32 bytes): up to 3 sectors per request, 2 needed (1.5x)
    sum += in[x + k * n];
  for (int k = 0; k < 16; ++k)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: misaligned load unless `n` is a multiple of 8 elements (32 bytes): up to 2 sectors per request, 1 needed ({{[0-9.]+}}x on average)
    sum += one[y + k * n];
  out[y * 16 + x] = sum;
}

// Near misses.

// 16 bytes each: 16 or 17 sectors, which is not worth a word.
__global__ void wider(float4 *out, int n) {
  out[blockIdx.x * n + threadIdx.x] = float4();
}

// Data decide where the row starts.
__global__ void compressed(float *out, const float *in, const int *starts) {
  out[blockIdx.x * 32 + threadIdx.x] = in[starts[blockIdx.x] + threadIdx.x];
}

// What vector loads leave over: fewer elements than a vector has.
__global__ void remainder(float *out, int n) {
  for (int i = n / 4 * 4 + threadIdx.x; i < n; i += blockDim.x)
    out[i] = 1;
}

// Fixed: the length is known, or a multiple of 8.
__global__ void known(float *out, int n) { out[blockIdx.x * n + threadIdx.x] = 1; }
__global__ void padded(float *out, int n) { out[blockIdx.x * n * 8 + threadIdx.x] = 1; }

// A cube: planes of n * n elements are multiples of 8 if rows of n are.
__global__ void cube(float *out, int n) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: misaligned store unless `n` is a multiple of 8 elements (32 bytes): up to 5 sectors per request, 4 needed (1.25x)
  out[(blockIdx.z * n + blockIdx.y) * n + blockIdx.x * 32 + threadIdx.x] = 1;
}

void launch(float *out, const float *in, const int *starts, int n, int m) {
  cube<<<dim3(8, 64, 64), 32>>>(out, n);
  rows<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(out, in, n);
  wide<<<4, 32>>>((double *)out, n);
  between<<<dim3(4, 4), dim3(32, 8)>>>(out, n, m);
  planes<<<dim3(4, 8, 4), 32>>>(out, n, m);
  from<<<4, 256>>>(out, 4 * n + 2);
  anywhere<<<4, 256>>>(out, n);
  inside<<<dim3(4, 64), 32>>>(out, in, n, m);
  tiles<<<dim3(4, 64), 32>>>(out, n, m);
  numbered<<<4, dim3(32, 8)>>>(out, in, n, m);
  sixth<<<4, dim3(32, 8)>>>(out, in, n);
  later<<<4, dim3(32, 8)>>>(out, in, n, m, 9);
  two<<<dim3(4, 4), dim3(32, 8)>>>(out, in, n, m, 3);
  diagonal<<<64, 32>>>(out, in, n, m);
  diagonalOfBlocks<<<64, 32>>>(out, in, n);
  overlapping<<<64, 256>>>(out, in, n, m);
  halves<<<1, dim3(16, 16)>>>(out, in, out, n);
  wider<<<4, 32>>>((float4 *)out, n);
  compressed<<<4, 32>>>(out, in, starts);
  remainder<<<1, 32>>>(out, n);
  known<<<4, 32>>>(out, 64);
  padded<<<4, 32>>>(out, n);
}
