// RUN: not %cuda-memlint --checks=-*,cuda-global-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
//
// What a surface holds are data, whether a read returns it or puts it into a variable.

#include <cuda_runtime.h>

__device__ unsigned errors;

__global__ void returned(cudaSurfaceObject_t image, int width) {
  int x = blockDim.x * blockIdx.x + threadIdx.x;
  if (x < width && surf1Dread<uchar4>(image, x * 4).x != 3)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `errors`: read and written without an atomic; an update is lost when the data let two threads come here
    errors++;
}

__global__ void intoVariable(cudaSurfaceObject_t image, int width) {
  int x = blockDim.x * blockIdx.x + threadIdx.x;
  uchar4 pixel;
  if (x >= width)
    return;
  surf1Dread(&pixel, image, x * 4);
  if (pixel.x != 3)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `errors`: read and written without an atomic; an update is lost when the data let two threads come here
    errors++;
}

// Fixed.
__global__ void counted(cudaSurfaceObject_t image, int width) {
  int x = blockDim.x * blockIdx.x + threadIdx.x;
  uchar4 pixel;
  if (x >= width)
    return;
  surf1Dread(&pixel, image, x * 4);
  if (pixel.x != 3)
    atomicAdd(&errors, 1);
}

// A near miss: data name the one thread that comes to it.
__global__ void owned(cudaSurfaceObject_t image) {
  int x = blockDim.x * blockIdx.x + threadIdx.x;
  int owner;
  surf1Dread(&owner, image, 0);
  if (owner == x)
    errors++;
}
