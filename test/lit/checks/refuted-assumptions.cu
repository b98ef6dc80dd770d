// RUN: %cuda-memlint --remarks --fail-on=none --checks=-*,cuda-misaligned-access,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not=remark: --implicit-check-not=warning:

// What a launch says of its arguments is not assumed to be otherwise, and the same condition is said once.

#include <cuda_runtime.h>

// 4 * n + 2 is not a multiple of 8, and rows of 1,024 elements are known: each start is 8 or 24 bytes past a sector boundary.
__global__ void window(float *out, int first, int last) {
  int width = last - first;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: misaligned store: contiguous, but an odd multiple of 8 B past a sector boundary (5 sectors per request, 4 needed; 1.25x)
  // CHECK: note: proved for window<<<(32,64,1), 32>>>
  out[blockIdx.y * width + first + blockIdx.x * 32 + threadIdx.x] = 1;
}

// Near miss: they may be multiples of 8.
__global__ void open(float *out, int first, int last) {
  int width = last - first;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: misaligned store unless `last - first` is a multiple of 8 elements (32 bytes) and `first` is a multiple of 8 elements (32 bytes): up to 5 sectors
  out[blockIdx.y * width + first + blockIdx.x * 32 + threadIdx.x] = 1;
}

// Mended: a start that is a multiple of 8.
__global__ void aligned(float *out, int first, int last) {
  int width = last - first;
  out[blockIdx.y * width + first + blockIdx.x * 32 + threadIdx.x] = 1;
}

// Rows of 4 * n + 2 elements are not a multiple of 8 long; with 2 less they may be.
__global__ void rows(float *out, int width) {
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: {{warning|remark}}: misaligned store
  // CHECK-NOT: `width` is a multiple
  // CHECK: assumed: `width - 2` is a multiple of 8 elements (32 bytes)
  out[blockIdx.y * width + blockIdx.x * 32 + threadIdx.x] = 1;
}

// Lanes are rows apart that do not fill whole sectors.
__global__ void columns(float *out, int width) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: {{warning|remark}}: uncoalesced store: lanes are `width` * 4 B apart (32 sectors per request, 4 needed; 8.0x)
  // CHECK: assumed: rows of `width` elements are at least a sector apart{{$}}
  out[threadIdx.x * width + blockIdx.x] = 1;
}

// Where four lanes are side by side, it matters where the rows start.
__global__ void narrow(float *out, int width) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: {{warning|remark}}: uncoalesced store
  // CHECK: assumed: rows of `width` elements are at least a sector apart, and `width - 2` elements are whole sectors{{$}}
  out[threadIdx.x / 4 * width + threadIdx.x % 4] = 1;
}

// Nothing is known of the length: rows of it may be whole sectors.
__global__ void anyWidth(float *out, int width) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: {{warning|remark}}: uncoalesced store
  // CHECK: assumed: rows of `width` elements start on a sector boundary and are at least a sector apart{{$}}
  out[threadIdx.x / 4 * width + threadIdx.x % 4] = 1;
}

// The rows below are so many rows further, and one condition for all of them; so it is for the volume.
__global__ void below(float *out, const float *in, int first, int last, int planes) {
  int width = last - first, i = first + blockIdx.x * 32 + threadIdx.x, j = blockIdx.y;
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: remark: misaligned store unless `last - first` is a multiple of 8 elements (32 bytes) and `first` is a multiple of 8 elements (32 bytes)
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: misaligned load unless `last - first` is a multiple of 8 elements (32 bytes) and `first` is a multiple of 8 elements (32 bytes)
  // CHECK: note: and 4 more accesses to `in`
  out[j * width + i] = in[j * width + i] + in[(j + 1) * width + i] + in[(j + 2) * width + i] + in[(j + 9) * width + i] + in[j * width * planes + i];
}

// Where `b` is `a + 1`, rows of `a * a` elements are what those of `a` say.
__global__ void products(float *out, const float *in, int a, int b) {
  int i = blockIdx.x * 32 + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: {{warning|remark}}: uncoalesced load: lanes are `a` * 8 + `a * a` * 4 + 4 B apart
  // CHECK: assumed: rows of `a` elements start on a sector boundary
  out[i] = in[i * a * b + i * b];
}

void launch(float *out, const float *in, int n, int m, int k) {
  window<<<dim3(32, 64), 32>>>(out, 4 * n + 2, 4 * n + 1026);
  open<<<dim3(32, 64), 32>>>(out, n, m);
  aligned<<<dim3(32, 64), 32>>>(out, 8 * n, 8 * n + 1024);
  rows<<<dim3(32, 64), 32>>>(out, 4 * n + 2);
  narrow<<<1, 256>>>(out, 4 * n + 2);
  anyWidth<<<1, 256>>>(out, n);
  columns<<<64, 32>>>(out, 4 * n + 2);
  below<<<dim3(32, 64), 32>>>(out, in, n, m, k);
  products<<<64, 32>>>(out, in, n, n + 1);
}
