// RUN: %cuda-memlint --summary --checks=-* --fail-on=none %s 2>&1 | FileCheck %s

// Loads of one and two bytes in a row, and what keeps loads apart. What nvcc 13.0 makes of these kernels for sm_90 was read in the
// machine code.

#include <cuda_runtime.h>

struct __align__(8) Eight {
  unsigned char a, b, c, d, e, f, g, h;
};
struct __align__(16) Shorts {
  short a, b, c, d, e, f, g, h;
};

// Six from an even place: LDG.E (4 bytes) and LDG.E.U16.
// CHECK-LABEL: six<<<
// CHECK-DAG: in[i].a{{ +}}global{{ +}}load{{ +}}4{{ +}}32
// CHECK-DAG: in[i].e{{ +}}global{{ +}}load{{ +}}2{{ +}}32
// CHECK-DAG: in[i].f{{ +}}global{{ +}}load{{ +}}2{{.*}}merged
__global__ void six(int *out, const Eight *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].a + in[i].b + in[i].c + in[i].d + in[i].e + in[i].f;
}

// Six from an odd place: one of two bytes and four of one; of shorts the same.
// CHECK-LABEL: oddSix<<<
// CHECK-DAG: in[i].b{{ +}}global{{ +}}load{{ +}}1{{ +}}32
// CHECK-DAG: in[i].c{{ +}}global{{ +}}load{{ +}}2{{ +}}32
// CHECK-DAG: in[i].d{{ +}}global{{ +}}load{{ +}}2{{.*}}merged
// CHECK-DAG: in[i].e{{ +}}global{{ +}}load{{ +}}1{{ +}}32
// CHECK-DAG: in[i].f{{ +}}global{{ +}}load{{ +}}1{{ +}}32
// CHECK-DAG: in[i].g{{ +}}global{{ +}}load{{ +}}1{{ +}}32
__global__ void oddSix(int *out, const Eight *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].b + in[i].c + in[i].d + in[i].e + in[i].f + in[i].g;
}

// Seven from an odd place: one, and three of two bytes.
// CHECK-LABEL: oddSeven<<<
// CHECK-DAG: in[i].b{{ +}}global{{ +}}load{{ +}}2{{ +}}32
// CHECK-DAG: in[i].c{{ +}}global{{ +}}load{{ +}}4{{ +}}32
// CHECK-DAG: in[i].e{{ +}}global{{ +}}load{{ +}}4{{ +}}32
// CHECK-DAG: in[i].g{{ +}}global{{ +}}load{{ +}}4{{ +}}32
__global__ void oddSeven(int *out, const Shorts *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].b + in[i].c + in[i].d + in[i].e + in[i].f + in[i].g + in[i].h;
}

// Elements of an array of bytes or shorts are aligned to nothing else: as many loads as written.
// CHECK-LABEL: elements<<<
// CHECK-COUNT-4: global{{ +}}load{{ +}}1{{ +}}32
__global__ void elements(int *out, const unsigned char *__restrict__ in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[4 * i] + in[4 * i + 1] + in[4 * i + 2] + in[4 * i + 3];
}

// Loads from shared memory fill no gap between, but one part behind three: LDS.U8 twice, LDS (4 bytes).
// CHECK-LABEL: sharedGap<<<
// CHECK-COUNT-2: bytes[{{.*}}]{{ +}}shared{{ +}}load{{ +}}1{{ +}}32
__global__ void sharedGap(int *out, const unsigned char *in) {
  extern __shared__ unsigned char bytes[];
  int t = threadIdx.x;
  for (int k = 0; k < 4; ++k)
    bytes[k * 256 + t] = in[k * 256 + t];
  __syncthreads();
  out[t] = bytes[4 * t] + bytes[4 * t + 2];
}
// CHECK-LABEL: sharedThree<<<
// CHECK-DAG: bytes[4 * t]{{ +}}shared{{ +}}load{{ +}}4{{ +}}32
// CHECK-DAG: bytes[4 * t + 2]{{ +}}shared{{ +}}load{{ +}}4{{.*}}merged
__global__ void sharedThree(int *out, const unsigned char *in) {
  extern __shared__ unsigned char bytes[];
  int t = threadIdx.x;
  for (int k = 0; k < 4; ++k)
    bytes[k * 256 + t] = in[k * 256 + t];
  __syncthreads();
  out[t] = bytes[4 * t] + bytes[4 * t + 1] + bytes[4 * t + 2];
}

// Six shorts are three words of four: one LDS.128.
// CHECK-LABEL: sharedSix<<<
// CHECK-DAG: shorts[8 * t]{{ +}}shared{{ +}}load{{ +}}16{{ +}}32
// CHECK-DAG: shorts[8 * t + 4]{{ +}}shared{{ +}}load{{ +}}16{{.*}}merged
__global__ void sharedSix(int *out, const short *in) {
  extern __shared__ short shorts[];
  int t = threadIdx.x;
  for (int k = 0; k < 8; ++k)
    shorts[k * 256 + t] = in[k * 256 + t];
  __syncthreads();
  out[t] = shorts[8 * t] + shorts[8 * t + 1] + shorts[8 * t + 2] + shorts[8 * t + 3] +
           shorts[8 * t + 4] + shorts[8 * t + 5];
}

// Three words of four, whichever: one LDS.128.
// CHECK-LABEL: allButSecond<<<
// CHECK-DAG: words[4 * t]{{ +}}shared{{ +}}load{{ +}}16{{ +}}32
// CHECK-DAG: words[4 * t + 3]{{ +}}shared{{ +}}load{{ +}}16{{.*}}merged
__global__ void allButSecond(int *out, const int *in) {
  __shared__ int words[1024];
  int t = threadIdx.x;
  for (int k = 0; k < 4; ++k)
    words[k * 256 + t] = in[k * 256 + t];
  __syncthreads();
  out[t] = words[4 * t] + 3 * words[4 * t + 2] + 5 * words[4 * t + 3];
}

// A store between to memory of another type, of another size, or to another structure keeps the loads apart unless one of the
// pointers is `__restrict__`.
// CHECK-LABEL: ints<<<
// CHECK-DAG: in[i].x{{ +}}global{{ +}}load{{ +}}1{{ +}}32
// CHECK-DAG: in[i].y{{ +}}global{{ +}}load{{ +}}1{{ +}}32
__global__ void ints(int *out, const uchar2 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[2 * i] = in[i].x;
  out[2 * i + 1] = in[i].y;
}
// CHECK-LABEL: bytesBetween<<<
// CHECK-DAG: in[i].x{{ +}}global{{ +}}load{{ +}}4{{ +}}32
// CHECK-DAG: in[i].y{{ +}}global{{ +}}load{{ +}}4{{ +}}32
__global__ void bytesBetween(char *out, const float2 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[2 * i] = in[i].x;
  out[2 * i + 1] = in[i].y;
}
// CHECK-LABEL: otherStructure<<<
// CHECK-DAG: in[i].x{{ +}}global{{ +}}load{{ +}}4{{ +}}32
// CHECK-DAG: in[i].y{{ +}}global{{ +}}load{{ +}}4{{ +}}32
__global__ void otherStructure(int2 *out, const float2 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float a = in[i].x;
  out[i].x = 1;
  out[i].y = a + in[i].y;
}
// CHECK-LABEL: restricted<<<
// CHECK-DAG: in[i].x{{ +}}global{{ +}}load{{ +}}2{{ +}}32
// CHECK-DAG: in[i].y{{ +}}global{{ +}}load{{ +}}2{{.*}}merged
__global__ void restricted(int *__restrict__ out, const uchar2 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[2 * i] = in[i].x;
  out[2 * i + 1] = in[i].y;
}

int main() {
  void *a, *b;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  six<<<4, 256>>>((int *)a, (Eight *)b);
  oddSix<<<4, 256>>>((int *)a, (Eight *)b);
  oddSeven<<<4, 256>>>((int *)a, (Shorts *)b);
  elements<<<4, 256>>>((int *)a, (unsigned char *)b);
  sharedGap<<<4, 256, 1024>>>((int *)a, (unsigned char *)b);
  sharedThree<<<4, 256, 1024>>>((int *)a, (unsigned char *)b);
  sharedSix<<<4, 256, 4096>>>((int *)a, (short *)b);
  allButSecond<<<4, 256>>>((int *)a, (int *)b);
  ints<<<4, 256>>>((int *)a, (uchar2 *)b);
  bytesBetween<<<4, 256>>>((char *)a, (float2 *)b);
  otherStructure<<<4, 256>>>((int2 *)a, (float2 *)b);
  restricted<<<4, 256>>>((int *)a, (uchar2 *)b);
}
