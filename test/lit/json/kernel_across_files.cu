// RUN: %json -j 2 %source/test/lit/Inputs/kernel_across_files/main.cpp %s | %query | FileCheck %s
// RUN: %json %s %source/test/lit/Inputs/kernel_across_files/main.cpp | %query | FileCheck %s
// RUN: %json %s | %query | FileCheck --check-prefix=ALONE %s
// RUN: %cuda-memlint --fail-on=none --remarks --checks=-*,cuda-shared-race %s \
// RUN:   %source/test/lit/Inputs/kernel_across_files/main.cpp | FileCheck --check-prefix=TEXT %s
// RUN: %cuda-memlint --fail-on=none --remarks --checks=-*,cuda-shared-race %s \
// RUN:   | FileCheck --check-prefix=TEXT-ALONE %s

// The kernels are here, what launches them is in a file that declares them. A warp is a block there,
// so that the exchange needs no more than a barrier of the warp. Nobody launches the instance for
// double.

#include "../Inputs/kernel_across_files/kernels.h"

// TEXT-NOT: race
// TEXT-ALONE: remark: shared memory race on `shared[32]`
// TEXT: 0 warnings in 0 of 3 kernels
__global__ void neighbours(float *out, const float *in) {
  __shared__ float shared[256];
  shared[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  // 256 blocks of one warp.
  // CHECK: line [[#@LINE-2]]: global load requests=256 cost=1024 ideal=1024 worst=4; proved; kernel=neighbours grid=256,1,1 block=32,1,1
  // ALONE: line [[#@LINE-3]]: global load requests=null cost=null ideal=null worst=4; proved; kernel=neighbours grid=null,null,null block=256,1,1
  __syncwarp();
  out[blockIdx.x * blockDim.x + threadIdx.x] = shared[(threadIdx.x + 32) % blockDim.x];
}

// 4 blocks of 2 warps; lanes are 256 elements apart: 32 sectors for each warp, 4 or 8 needed.
template <typename T> __global__ void columns(T *out, int width) {
  out[(blockIdx.x * blockDim.x + threadIdx.x) * width] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null {{.*}}; kernel=columns<double> grid=null,null,null block=256,1,1
  // CHECK: line [[#@LINE-2]]: global store requests=8 cost=256 ideal=32 worst=32; proved; kernel=columns<float> grid=4,1,1 block=64,1,1
}
template __global__ void columns<float>(float *out, int width);
template __global__ void columns<double>(double *out, int width);
