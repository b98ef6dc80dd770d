// Dynamic shared memory whose size other code may compute: padding is advised in words only.
// RUN: %json --checks=-*,cuda-shared-bank-conflict %s | FileCheck %s --implicit-check-not=replacement
// RUN: %cuda-memlint --each-access --checks=-*,cuda-shared-bank-conflict --fail-on=error %s 2>&1 | FileCheck %s --check-prefix=TEXT
// CHECK: "fixes": []
// TEXT: pad the rows of `tile` from 32 to 33 elements to remove the bank conflicts of
// TEXT: 16 warnings in 16 of 16 kernels

#include <cuda_runtime.h>

// It may be launched elsewhere.
__global__ void declared(float *out, const float *in);
__global__ void declared(float *out, const float *in) {
  extern __shared__ float tile[];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

// Its limit is set by its name.
__global__ void allowed(float *out, const float *in) {
  extern __shared__ float tile[];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

__global__ void pointedAt(float *out, const float *in) {
  extern __shared__ float tile[];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

// The bytes come from a caller.
__global__ void given(float *out, const float *in) {
  extern __shared__ float tile[];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

// The number of bytes is used otherwise, and changes.
__global__ void shown(float *out, const float *in) {
  extern __shared__ float tile[];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

// What another configuration compiles is not known.
__global__ void otherCode(float *out, const float *in) {
  extern __shared__ float tile[];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

// A macro has the launch.
#define LAUNCH(Kernel) Kernel<<<1, block, 4096>>>(out, in)
__global__ void byMacro(float *out, const float *in) {
  extern __shared__ float tile[];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

// A macro has the bytes and more.
#define CONFIGURATION 1, block, 4096
__global__ void bytesInMacro(float *out, const float *in) {
  extern __shared__ float tile[];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

// 48 KiB are as much as a kernel has unasked.
__global__ void full(float *out, const float *in) {
  extern __shared__ float tile[];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

// Another part of the same memory is of another kind.
__global__ void partly(float *out, const float *in) {
  extern __shared__ float tile[];
  int x = threadIdx.x, y = threadIdx.y;
  float *rest = tile + 1024;
  tile[y * 32 + x] = in[y * 32 + x];
  rest[0] = 1;
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

// Two names of the same memory.
__global__ void sameMemory(float *out, const float *in) {
  extern __shared__ float tile[];
  extern __shared__ float other[];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y] + other[0];
}

// A function that is called knows it, too.
__device__ float first() {
  extern __shared__ float tile[];
  return tile[5];
}
__global__ void inCallee(float *out, const float *in) {
  extern __shared__ float tile[];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y] + first();
}

// What the file does not show may know the same memory.
extern __device__ void unseen(int);
__global__ void callsUnseen(float *out, const float *in) {
  extern __shared__ float tile[];
  int x = threadIdx.x, y = threadIdx.y;
  unseen(x);
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

// Code that is not compiled counts on the variable.
__global__ void hiddenUse(float *out, const float *in) {
  extern __shared__ float tile[];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

// The type has no room.
__global__ void small(float *out, const float *in) {
  extern __shared__ float tile[];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y];
}

// Its length differs from one instantiation to the next.
template <int Side> __global__ void instantiated(float *out, const float *in) {
  extern __shared__ float tile[];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * Side + x] = in[y * Side + x];
  __syncthreads();
  out[y * Side + x] = tile[x * Side + y];
}

void launch(float *out, const float *in, int bytes) {
  dim3 block(32, 32);
  declared<<<1, block, 4096>>>(out, in);
  cudaFuncSetAttribute(allowed, cudaFuncAttributeMaxDynamicSharedMemorySize, 4096);
  allowed<<<1, block, 4096>>>(out, in);
  auto pointer = pointedAt;
  pointer<<<1, block, 4096>>>(out, in);
  pointedAt<<<1, block, 4096>>>(out, in);
  given<<<1, block, bytes>>>(out, in);
  int all = 4096;
  shown<<<1, block, all>>>(out, in);
  all = 0;
  otherCode<<<1, block, 4096>>>(out, in);
#ifdef MORE
  otherCode<<<2, block, 4096>>>(out, in);
#endif
  LAUNCH(byMacro);
  bytesInMacro<<<CONFIGURATION>>>(out, in);
  full<<<1, block, 49152>>>(out, in);
  partly<<<1, block, 4100>>>(out, in);
  sameMemory<<<1, block, 4096>>>(out, in);
  inCallee<<<1, block, 4096>>>(out, in);
  callsUnseen<<<1, block, 4096>>>(out, in);
  size_t hidden = 32 * 32 * sizeof(float);
#ifdef CHECKED
  if (hidden != 4096)
    return;
#endif
  hiddenUse<<<1, block, hidden>>>(out, in);
  short few = 4096;
  small<<<1, block, few>>>(out, in);
  instantiated<32><<<1, block, 4096>>>(out, in);
}
