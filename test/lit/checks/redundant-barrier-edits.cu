// Barriers that go, with their lines, and those that stay in the source.
// RUN: %json --remarks --checks=-*,cuda-redundant-barrier %s | %python %S/../Inputs/apply_fixes.py %s > %t.cu
// RUN: grep -v -e CHECK -e MENDED %t.cu | FileCheck %s
// RUN: %cuda-memlint --remarks --checks=-*,cuda-redundant-barrier %t.cu 2>&1 | FileCheck %t.cu --check-prefix=MENDED --implicit-check-not=remark:

#include <cuda_runtime.h>

// CHECK-LABEL: void ownLine(
__global__ void ownLine(int *out, const int *in) {
  // CHECK-NEXT: __shared__ int values[256];
  __shared__ int values[256];
  // CHECK-NEXT: values[threadIdx.x] = in[threadIdx.x];
  values[threadIdx.x] = in[threadIdx.x];
  __syncthreads(); // all have stored
  // CHECK-NEXT: out[threadIdx.x] = values[threadIdx.x];
  out[threadIdx.x] = values[threadIdx.x];
}

// CHECK-LABEL: void amongOthers(
__global__ void amongOthers(int *out, const int *in) {
  __shared__ int values[256];
  // CHECK: values[threadIdx.x] = in[threadIdx.x]; out[threadIdx.x] = values[threadIdx.x];{{$}}
  values[threadIdx.x] = in[threadIdx.x]; __syncthreads(); out[threadIdx.x] = values[threadIdx.x];
}

// CHECK-LABEL: void endOfLine(
__global__ void endOfLine(int *out, const int *in) {
  __shared__ int values[256];
  // CHECK: values[threadIdx.x] = in[threadIdx.x]; // own{{$}}
  values[threadIdx.x] = in[threadIdx.x]; __syncthreads(); // own
  out[threadIdx.x] = values[threadIdx.x];
}

// What is all of a condition's or a loop's body stays.
// CHECK-LABEL: void onlyStatement(
__global__ void onlyStatement(int *out, const int *in, int n) {
  __shared__ int values[256];
  values[threadIdx.x] = in[threadIdx.x];
  if (n > 1)
    // CHECK: __syncthreads();
    // MENDED: :[[#@LINE+1]]:5: remark:
    __syncthreads();
  for (int i = 0; i < 4; ++i)
    // CHECK: __syncthreads();
    // MENDED: :[[#@LINE+1]]:5: remark:
    __syncthreads();
  // CHECK: { __syncthreads(); }
  // MENDED: :[[#@LINE+1]]:16: remark:
  if (n > 2) { __syncthreads(); }
  out[threadIdx.x] = values[threadIdx.x];
}

#define WAIT __syncthreads()
// CHECK-LABEL: void inMacro(
__global__ void inMacro(int *out, const int *in) {
  __shared__ int values[256];
  values[threadIdx.x] = in[threadIdx.x];
  // CHECK: WAIT;
  // MENDED: :[[#@LINE+1]]:3: remark:
  WAIT;
  out[threadIdx.x] = values[threadIdx.x];
}

// Who instantiates it otherwise may need it.
// CHECK-LABEL: void instantiated(
template <int Shift> __global__ void instantiated(int *out, const int *in) {
  __shared__ int values[256];
  values[threadIdx.x] = in[threadIdx.x];
  // CHECK: __syncthreads();
  // MENDED: :[[#@LINE+1]]:3: remark:
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x ^ Shift];
}

// Another architecture's code may need it.
// CHECK-LABEL: void otherCode(
__global__ void otherCode(int *out, const int *in) {
  __shared__ int values[256];
  values[threadIdx.x] = in[threadIdx.x];
  // CHECK: __syncthreads();
  // MENDED: :[[#@LINE+1]]:3: remark:
  __syncthreads();
#if __CUDA_ARCH__ >= 800
  out[threadIdx.x] = values[threadIdx.x];
#else
  out[threadIdx.x] = values[255 - threadIdx.x];
#endif
}

void launch(int *out, const int *in, int n) {
  ownLine<<<1, 256>>>(out, in);
  amongOthers<<<1, 256>>>(out, in);
  endOfLine<<<1, 256>>>(out, in);
  onlyStatement<<<1, 256>>>(out, in, n);
  inMacro<<<1, 256>>>(out, in);
  instantiated<0><<<1, 256>>>(out, in);
  otherCode<<<1, 256>>>(out, in);
}
