// RUN: %cuda-memlint --fail-on=none --remarks --checks=-*,cuda-misaligned-access %s \
// RUN:     | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// Rows as long as it is from one argument to another: the length is taken to be a multiple, not `last - first`.

#include <cuda_runtime.h>

// CHECK: :[[#@LINE+3]]:3: remark: misaligned store unless `last - first + 1` is a multiple of 8 elements (32 bytes) and `first` is a multiple of 8 elements (32 bytes): up to 5 sectors per request
__global__ void inclusive(float *out, const float *in, int first, int last) {
  int width = last - first + 1, x = first + blockIdx.x * 32 + threadIdx.x;
  out[blockIdx.y * width + x] = in[blockIdx.x * 32 + threadIdx.x];
}

// The next row starts as the first does.
// CHECK: :[[#@LINE+3]]:3: remark: misaligned store unless `last - first + 1` is a multiple of 8 elements (32 bytes) and `first` is a multiple of 8 elements (32 bytes): up to 5 sectors per request
__global__ void nextRow(float *out, const float *in, int first, int last) {
  int width = last - first + 1, x = first + blockIdx.x * 32 + threadIdx.x;
  out[(blockIdx.y + 1) * width + x] = in[blockIdx.x * 32 + threadIdx.x];
}

// Near miss: one element after the start of each row.
// CHECK: :[[#@LINE+5]]:3: warning: misaligned store: contiguous, but 4 B past a sector boundary (5 sectors per request, 4 needed; 1.25x)
// CHECK: note: assumed for shifted<<<(64,4096,1), 32>>>
// CHECK: note: assumed: `last - first + 1` is a multiple of 8 elements (32 bytes){{$}}
__global__ void shifted(float *out, const float *in, int first, int last) {
  int width = last - first + 1, x = blockIdx.x * 32 + threadIdx.x;
  out[blockIdx.y * width + x + 1] = in[x];
}

// Near miss: rows that are one element longer than an argument.
// CHECK: :[[#@LINE+4]]:3: warning: misaligned store: contiguous, but
// CHECK: note: assumed: `n` is a multiple of 8 elements (32 bytes){{$}}
__global__ void longer(float *out, const float *in, int n) {
  int x = blockIdx.x * 32 + threadIdx.x;
  out[blockIdx.y * (n + 1) + x] = in[x];
}

void launch(float *out, float *in, int first, int last) {
  inclusive<<<dim3(64, 4096), 32>>>(out, in, first, last);
  nextRow<<<dim3(64, 4096), 32>>>(out, in, first, last);
  shifted<<<dim3(64, 4096), 32>>>(out, in, first, last);
  longer<<<dim3(64, 4096), 32>>>(out, in, last);
}
