// RUN: %cuda-memlint --fail-on=none --format=json --checks=-*,cuda-uncoalesced-access %s | FileCheck %s
// RUN: not %cuda-memlint --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --check-prefix=TEXT --implicit-check-not=warning:

// Rows as long as it is from one argument to another, and some elements more: lanes are such rows
// apart, and the length is what is taken to be whole sectors, not `last - first`.

#include <cuda_runtime.h>

// Lanes in rows of 8, each a sector if the rows are whole ones: 4 sectors for a warp, which are all
// needed.
// CHECK: "name": "rows"
// CHECK: "assumptions": [
// CHECK-NEXT: "rows of `last - first + 3` elements start on a sector boundary and are at least a sector apart"
// CHECK-NEXT: ]
__global__ void rows(float *out, const float *in, int first, int last) {
  int width = last - first + 3, x = threadIdx.x, y = threadIdx.y;
  out[y * 8 + x] = in[width * y + x];
}

// The rows of other blocks are as long.
// CHECK: "name": "rowsOfBlocks"
// CHECK: "assumptions": [
// CHECK-NEXT: "rows of `last - first + 3` elements start on a sector boundary and are at least a sector apart"
// CHECK-NEXT: ]
__global__ void rowsOfBlocks(float *out, const float *in, int first, int last) {
  int width = last - first + 3, x = threadIdx.x, y = blockIdx.x * 4 + threadIdx.y;
  out[y * 8 + x] = in[width * y + x];
}

// They begin in the next row.
// CHECK: "name": "nextRow"
// CHECK: "assumptions": [
// CHECK-NEXT: "rows of `last - first + 3` elements start on a sector boundary and are at least a sector apart"
// CHECK-NEXT: ]
__global__ void nextRow(float *out, const float *in, int first, int last) {
  int width = last - first + 3, x = threadIdx.x, y = threadIdx.y + 1;
  out[y * 8 + x] = in[width * y + x];
}

// 32 lanes, each in a row of its own: 32 sectors, where 32 elements fill 4.
// CHECK: "name": "column"
__global__ void column(float *out, const float *in, int first, int last) {
  int x = threadIdx.x;
  // TEXT: :[[#@LINE+2]]:12: warning: uncoalesced load: lanes are `last - first + 3` * 4 B apart (32 sectors per request, 4 needed; 8.0x)
  // TEXT: note: assumed: rows of `last - first + 3` elements start on a sector boundary and are at least a sector apart{{$}}
  out[x] = in[(last - first + 3) * x];
}

// Near miss: nothing is added.
__global__ void plain(float *out, const float *in, int first, int last) {
  int x = threadIdx.x;
  // TEXT: :[[#@LINE+2]]:12: warning: uncoalesced load: lanes are `last - first` * 4 B apart (32 sectors per request, 4 needed; 8.0x)
  // TEXT: note: assumed: rows of `last - first` elements start on a sector boundary and are at least a sector apart{{$}}
  out[x] = in[(last - first) * x];
}

void run(float *out, const float *in, int first, int last) {
  rows<<<64, dim3(8, 32)>>>(out, in, first, last);
  rowsOfBlocks<<<64, dim3(8, 4)>>>(out, in, first, last);
  nextRow<<<64, dim3(8, 32)>>>(out, in, first, last);
  column<<<64, 256>>>(out, in, first, last);
  plain<<<64, 256>>>(out, in, first, last);
}
