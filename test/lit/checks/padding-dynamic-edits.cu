// Rows in dynamic shared memory: the subscripts change, and the bytes of every launch.
// RUN: %json --checks=-*,cuda-shared-bank-conflict %s | %python %S/../Inputs/apply_fixes.py %s > %t.cu
// RUN: grep -v CHECK %t.cu | FileCheck %s
// RUN: %cuda-memlint --checks=-*,cuda-shared-bank-conflict %t.cu 2>&1 | FileCheck %s --check-prefix=MENDED
// MENDED: {{^}}0 warnings

#include <cuda_runtime.h>

#define SIDE 32
#define BYTES SIDE *SIDE * 4
#define SHIFTED 32 << 7
#define SUM 2048 + 2048
#define LENGTH 2 * 16
constexpr unsigned Bytes = SIDE * SIDE * sizeof(float);

// CHECK-LABEL: void product(
// CHECK: productTile[y * 33 + x] = in[y * 32 + x];
// CHECK: out[y * 32 + x] = productTile[x * 33 + y];
__global__ void product(float *out, const float *in) {
  extern __shared__ float productTile[];
  int x = threadIdx.x, y = threadIdx.y;
  productTile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = productTile[x * 32 + y];
}

// CHECK-LABEL: void number(
// CHECK: numberTile[y * 33 + x] = in[y * 32 + x];
// CHECK: out[y * 32 + x] = numberTile[x * 33 + y];
__global__ void number(float *out, const float *in) {
  extern __shared__ float numberTile[];
  int x = threadIdx.x, y = threadIdx.y;
  numberTile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = numberTile[x * 32 + y];
}

// CHECK-LABEL: void constant(
// CHECK: constantTile[y * 33 + x] = in[y * 32 + x];
// CHECK: out[y * 32 + x] = constantTile[x * 33 + y];
__global__ void constant(float *out, const float *in) {
  extern __shared__ float constantTile[];
  int x = threadIdx.x, y = threadIdx.y;
  constantTile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = constantTile[x * 32 + y];
}

// CHECK-LABEL: void inVariable(
// CHECK: inVariableTile[y * 33 + x] = in[y * 32 + x];
// CHECK: out[y * 32 + x] = inVariableTile[x * 33 + y];
__global__ void inVariable(float *out, const float *in) {
  extern __shared__ float inVariableTile[];
  int x = threadIdx.x, y = threadIdx.y;
  inVariableTile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = inVariableTile[x * 32 + y];
}

// CHECK-LABEL: void twice(
// CHECK: twiceTile[y * 33 + x] = in[y * 32 + x];
// CHECK: out[y * 32 + x] = twiceTile[x * 33 + y];
__global__ void twice(float *out, const float *in) {
  extern __shared__ float twiceTile[];
  int x = threadIdx.x, y = threadIdx.y;
  twiceTile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = twiceTile[x * 32 + y];
}

// CHECK-LABEL: void byMacro(
// CHECK: byMacroTile[y * 33 + x] = in[y * 32 + x];
// CHECK: out[y * 32 + x] = byMacroTile[x * 33 + y];
__global__ void byMacro(float *out, const float *in) {
  extern __shared__ float byMacroTile[];
  int x = threadIdx.x, y = threadIdx.y;
  byMacroTile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = byMacroTile[x * 32 + y];
}

// Macros that bind less than what is done with them.
// CHECK-LABEL: void byLooseMacro(
__global__ void byLooseMacro(float *out, const float *in) {
  extern __shared__ float byLooseMacroTile[];
  int x = threadIdx.x, y = threadIdx.y;
  // CHECK: byLooseMacroTile[(LENGTH + 1) * y + x]
  byLooseMacroTile[LENGTH * y + x] = in[y * 32 + x];
  __syncthreads();
  // CHECK: byLooseMacroTile[(LENGTH + 1) * x + y]
  out[y * 32 + x] = byLooseMacroTile[LENGTH * x + y];
}

// CHECK-LABEL: void rowsAtRun(
// CHECK: rowsAtRunTile[y * 33 + x] = in[y * 32 + x];
// CHECK: out[y * 32 + x] = rowsAtRunTile[x * 33 + y];
__global__ void rowsAtRun(float *out, const float *in) {
  extern __shared__ float rowsAtRunTile[];
  int x = threadIdx.x, y = threadIdx.y;
  rowsAtRunTile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = rowsAtRunTile[x * 32 + y];
}

// CHECK-LABEL: void bytesOfRow(
// CHECK: bytesOfRowTile[y * 33 + x] = in[y * 32 + x];
// CHECK: out[y * 32 + x] = bytesOfRowTile[x * 33 + y];
__global__ void bytesOfRow(float *out, const float *in) {
  extern __shared__ float bytesOfRowTile[];
  int x = threadIdx.x, y = threadIdx.y;
  bytesOfRowTile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = bytesOfRowTile[x * 32 + y];
}

// CHECK-LABEL: void braces(
// CHECK: bracesTile[y * 33 + x] = in[y * 32 + x];
__global__ void braces(float *out, const float *in) {
  extern __shared__ float bracesTile[];
  int x = threadIdx.x, y = threadIdx.y;
  bracesTile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = bracesTile[x * 32 + y];
}

// Turned round, within a row.
// CHECK-LABEL: void turned(
// CHECK: turnedTile[y * 33 + 31 - x] = in[y * 32 + x];
__global__ void turned(float *out, const float *in) {
  extern __shared__ float turnedTile[];
  int x = threadIdx.x, y = threadIdx.y;
  turnedTile[y * 32 + 31 - x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = turnedTile[x * 32 + y];
}

// CHECK-LABEL: void wide(
__global__ void wide(double *out, const double *in) {
  extern __shared__ double wideTile[];
  int x = threadIdx.x, y = threadIdx.y;
  // CHECK: wideTile[y * (SIDE + 1) + x]
  wideTile[y * SIDE + x] = in[y * SIDE + x];
  __syncthreads();
  out[y * SIDE + x] = wideTile[x * SIDE + y];
}

// CHECK-LABEL: void launch(
void launch(float *out, const float *in, double *wideOut, const double *wideIn) {
  dim3 block(32, 32);
  // Whichever factor is as long as a row, but no size.
  // CHECK: product<<<1, block, 32 * 33 * sizeof(float)>>>
  product<<<1, block, 32 * 32 * sizeof(float)>>>(out, in);
  // CHECK: product<<<2, block, (SIDE + 1) * sizeof(float) * 64>>>
  product<<<2, block, SIDE * sizeof(float) * 64>>>(out, in);
  // CHECK: number<<<1, block, 4224>>>
  number<<<1, block, 4096>>>(out, in);
  // A part of a row counts as one.
  // CHECK: number<<<1, block, 4232>>>
  number<<<1, block, 4100>>>(out, in);
  // CHECK: constant<<<1, block, Bytes + Bytes / 32>>>
  constant<<<1, block, Bytes>>>(out, in);
  // CHECK: size_t bytes = 32 * 33 * sizeof(float);
  // CHECK: inVariable<<<1, block, bytes>>>
  size_t bytes = 32 * 32 * sizeof(float);
  inVariable<<<1, block, bytes>>>(out, in);
  // CHECK: const int both = 4224;
  const int both = 4096;
  twice<<<1, block, both>>>(out, in);
  twice<<<2, block, both>>>(out, in);
  // CHECK: byMacro<<<1, block, BYTES + (BYTES) / 32>>>
  byMacro<<<1, block, BYTES>>>(out, in);
  // CHECK: byLooseMacro<<<1, block, (SHIFTED) + (SHIFTED) / (LENGTH)>>>
  byLooseMacro<<<1, block, SHIFTED>>>(out, in);
  // CHECK: byLooseMacro<<<2, block, SUM + (SUM) / (LENGTH)>>>
  byLooseMacro<<<2, block, SUM>>>(out, in);
  // CHECK: size_t inBraces{4224};
  // CHECK: braces<<<1, block, inBraces>>>
  size_t inBraces{4096};
  braces<<<1, block, inBraces>>>(out, in);
  // CHECK: rowsAtRun<<<1, block, block.y * 33 * sizeof(float)>>>
  rowsAtRun<<<1, block, block.y * 32 * sizeof(float)>>>(out, in);
  // CHECK: bytesOfRow<<<1, block, 128 * 33>>>
  bytesOfRow<<<1, block, 128 * 32>>>(out, in);
  // CHECK: turned<<<1, block, 4224>>>
  turned<<<1, block, 4096>>>(out, in);
  // By name, so that it is right for other numbers, too.
  // CHECK: wide<<<1, block, BYTES * 2 + (BYTES * 2) / (SIDE)>>>
  wide<<<1, block, BYTES * 2>>>(wideOut, wideIn);
  // CHECK: wide<<<1, block, sizeof(double) * SIDE * (SIDE + 1)>>>
  wide<<<1, block, sizeof(double) * SIDE * SIDE>>>(wideOut, wideIn);
}
