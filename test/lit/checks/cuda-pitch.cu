// RUN: %cuda-memlint --fail-on=none --remarks --checks=-*,cuda-pitch %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: %cuda-memlint --fail-on=none --remarks --checks=-*,cuda-pitch,cuda-misaligned-access,cuda-uncoalesced-access %s | FileCheck %s --check-prefix=ONCE --implicit-check-not="uncoalesced store" --implicit-check-not="misaligned store"
// RUN: %cuda-memlint --fail-on=none --remarks --checks=-*,cuda-misaligned-access %s | FileCheck %s --check-prefix=WITHOUT

#include <cuda_runtime.h>

// 2,036 bytes in a row, 20 more than a multiple of 32: of 8 rows, only one starts at a sector.
//
// 16 floats of a row are 64 bytes: 2 sectors where the row starts at a sector, else 3. The last
// block of a row has 13 of them, 52 bytes, which start 0, 20, 8, 28, 16, 4, 24 and 12 bytes behind a
// boundary: 2, 3, 2, 3, 3, 2, 3, and 2 sectors, 20. So 8 rows take 31 * (2 + 7 * 3) + 20 = 733, and
// 512 rows 64 * 733 = 46,912. With 2,048 bytes each of the 32 blocks takes 2 for each row.
__global__ void copy16(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    // CHECK: :[[#@LINE+7]]:5: warning: misaligned rows: store of `out`, whose rows are 2,036 B apart (up to 6 sectors per request, 4 needed; 5.7 on average; 1.43x) [cuda-pitch]
    // CHECK: note: proved for copy16<<<(32,32,1), (16,16,1)>>> at line {{[0-9]+}}: 8,192 requests, 46,912 sectors, 32,768 needed; 452,608 of 1,501,184 B moved are wasted (30.2 %)
    // CHECK: note: with rows 2,048 B apart: 32,768 sectors, 32,768 needed
    // CHECK: help: allocate `out` with `cudaMallocPitch` and pass the pitch that it returns to all kernels that use it
    // CHECK: :[[#@LINE+3]]:26: warning: misaligned rows: load of `in`, whose rows are 2,036 B apart {{.*}}[cuda-pitch]
    // ONCE: :[[#@LINE+2]]:5: warning: {{.*}}[cuda-pitch]
    // ONCE: :[[#@LINE+1]]:26: warning: {{.*}}[cuda-pitch]
    out[y * width + x] = in[y * width + x];
}

// The source says how long the rows are: no argument can be another length.
__global__ void constantRows(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < 509 && y < 512)
    // CHECK: :[[#@LINE+2]]:5: warning: misaligned rows: store of `out`, whose rows are 2,036 B apart
    // CHECK: help: pad the rows of `out` from 509 to 512 elements
    out[y * 509 + x] = in[y * 512 + x];
}

// 128 bytes of a row: 4 or 5 sectors; the last block has 29 floats, 116 bytes: 4, 5, 4, 5, 5, 4, 5,
// and 4, 36. 8 rows take 15 * (4 + 7 * 5) + 36 = 621, and 512 rows 39,744. Blocks beside each other
// share the sectors at the ends.
__global__ void copy32(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    // CHECK: :[[#@LINE+5]]:5: remark: misaligned rows: store of `out`, whose rows are 2,036 B apart (up to 5 sectors per request, 4 needed; 4.9 on average; 1.21x) [cuda-pitch]
    // CHECK: note: proved for copy32<<<(16,64,1), (32,8,1)>>> at line {{[0-9]+}}: 8,192 requests, 39,744 sectors, 32,768 needed
    // CHECK: note: with rows 2,048 B apart: 32,768 sectors, 32,768 needed
    // CHECK: help: allocate `out` with `cudaMallocPitch`
    // CHECK: :[[#@LINE+1]]:26: remark: misaligned rows: load of `in`, {{.*}}[cuda-pitch]
    out[y * width + x] = in[y * width + x];
}

// 641 bytes: row y starts y bytes behind a boundary. 32 bytes of a row take 1 sector in one of 32
// rows, else 2; the last block has one byte. 32 rows take 20 * (1 + 31 * 2) + 32 = 1,292, and 512
// rows 20,672; with rows of 672 bytes 21 each, 10,752.
__global__ void copyBytes(unsigned char *out, const unsigned char *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    // CHECK: :[[#@LINE+4]]:5: warning: misaligned rows: store of `out`, whose rows are 641 B apart (up to 2 sectors per request, 1 needed; {{.*}}) [cuda-pitch]
    // CHECK: 20,672 sectors, 10,752 needed
    // CHECK: note: with rows 672 B apart: 10,752 sectors, 10,752 needed
    // CHECK: :[[#@LINE+1]]:26: warning: misaligned rows: load of `in`, {{.*}}[cuda-pitch]
    out[y * width + x] = in[y * width + x];
}

// An image with neighbours on both sides gains next to nothing: where `b` is aligned, `a` and `c`
// are not. What is stored gains.
__global__ void sobel(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > 0 && y > 0 && x < width - 1 && y < height - 1) {
    float a = in[(y - 1) * width + x - 1], b = in[(y - 1) * width + x],
          c = in[(y - 1) * width + x + 1], d = in[y * width + x - 1], f = in[y * width + x + 1],
          g = in[(y + 1) * width + x - 1], h = in[(y + 1) * width + x],
          i = in[(y + 1) * width + x + 1];
    float along = c + 2 * f + i - a - 2 * d - g, across = g + 2 * h + i - a - 2 * b - c;
    // CHECK: :[[#@LINE+3]]:5: {{warning|remark}}: misaligned rows: store of `out`, whose rows are 2,036 B apart {{.*}}[cuda-pitch]
    // CHECK: note: with rows 2,048 B apart
    // CHECK: help: allocate `out` with `cudaMallocPitch`
    out[y * width + x] = along * along + across * across;
  }
}

// A loop over the rows. Of 1,021 floats, 4,084 bytes.
__global__ void columnSums(float *sums, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (x < width) {
    for (int y = 0; y < height; ++y)
      // CHECK: :[[#@LINE+1]]:14: {{warning|remark}}: misaligned rows: load of `in`, whose rows are 4,084 B apart {{.*}}[cuda-pitch]
      sum += in[y * width + x];
    sums[x] = sum;
  }
}

// Nobody is seen to allocate it: 66 floats, 264 bytes.
__device__ float table[66 * 64];
__global__ void rowsOfVariable(float *out) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: misaligned rows: load of `table`, whose rows are 264 B apart {{.*}}[cuda-pitch]
  // CHECK: help: pad the rows of `table` from 66 to 72 elements
  out[(blockIdx.x * 8 + threadIdx.y) * 64 + threadIdx.x] = table[(threadIdx.y + blockIdx.y * 8) * 66 + threadIdx.x];
}

// The rows are of a type.
__global__ void rowsOfType(float *out, const float (*in)[66]) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: misaligned rows: load of `in`, whose rows are 264 B apart {{.*}}[cuda-pitch]
  // CHECK: help: pad the rows of `in` from 66 to 72 elements
  out[(blockIdx.x * 8 + threadIdx.y) * 64 + threadIdx.x] = in[threadIdx.y + blockIdx.y * 8][threadIdx.x];
}

// Windows over one sequence: nothing is a row.
// WITHOUT: in[i + k]
// WITHOUT: note: no base offset aligns all iterations of the loop here
// WITHOUT: help: exchange values between lanes
__global__ void filter(float *out, const float *in, const float *weights, int taps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < taps; ++k)
    sum += weights[k] * in[i + k];
  out[i] = sum;
}
__global__ void thirdElements(float *out, const float *in) {
  int x = blockIdx.x * 32 + threadIdx.x;
  float sum = 0;
  for (int k = -3; k <= 3; ++k)
    sum += in[x + 12 + k * 3];
  out[x] = sum;
}

// As many threads as there are elements to the next step.
__global__ void strided(float *data, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    data[i] *= 2;
}
__global__ void blockwise(float *data) {
  for (int k = 0; k < 8; ++k)
    data[k * 100 + threadIdx.x] *= 2;
}

// The diagonal of rows of 1,024 floats, which are aligned.
__global__ void diagonal(float *out, const float *in) {
  out[threadIdx.y * 64 + threadIdx.x] = in[threadIdx.y * 1026 + threadIdx.x];
}

// Columns are far apart in rows of any length.
__global__ void transposed(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < height && y < width)
    out[y * 512 + x] = in[x * width + y];
}

// The mended twin.
__global__ void copyPitched(float *out, const float *in, int width, int height, size_t pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    *(float *)((char *)out + y * pitch + x * sizeof(float)) =
        *(const float *)((const char *)in + y * pitch + x * sizeof(float));
}

int main() {
  int width = 509, height = 512;
  float *in, *out;
  cudaMalloc(&in, 1021 * height * sizeof(float));
  cudaMalloc(&out, 1021 * height * sizeof(float));
  constantRows<<<dim3(32, 32), dim3(16, 16)>>>(out, in);
  copy16<<<dim3(32, 32), dim3(16, 16)>>>(out, in, width, height);
  copy32<<<dim3(16, 64), dim3(32, 8)>>>(out, in, width, height);
  unsigned char *bytes, *copied;
  cudaMalloc(&bytes, 641 * height);
  cudaMalloc(&copied, 641 * height);
  copyBytes<<<dim3(21, 64), dim3(32, 8)>>>(copied, bytes, 641, height);
  sobel<<<dim3(32, 32), dim3(16, 16)>>>(out, in, width, height);
  columnSums<<<16, 64>>>(out, in, 1021, height);
  rowsOfVariable<<<dim3(64, 8), dim3(64, 8)>>>(out);
  rowsOfType<<<dim3(64, 8), dim3(64, 8)>>>(out, (const float(*)[66])in);
  filter<<<4096, 32>>>(out, in, out + 65536 * 4, 31);
  thirdElements<<<4096, 32>>>(out, in);
  strided<<<9, 100>>>(out, 65536);
  blockwise<<<1, 100>>>(out);
  diagonal<<<64, dim3(64, 8)>>>(out, in);
  transposed<<<dim3(16, 64), dim3(32, 8)>>>(out, in, width, height);
  float *rows, *other;
  size_t pitch;
  cudaMallocPitch(&rows, &pitch, width * sizeof(float), height);
  cudaMallocPitch(&other, &pitch, width * sizeof(float), height);
  copyPitched<<<dim3(32, 32), dim3(16, 16)>>>(rows, other, width, height, pitch);
  return cudaDeviceSynchronize() != cudaSuccess;
}
