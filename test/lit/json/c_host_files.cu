// RUN: %json %s %source/test/lit/Inputs/c_host_files/main.c | %query | FileCheck %s
// RUN: %cuda-memlint --fail-on=none %s %source/test/lit/Inputs/c_host_files/main.c 2>&1 | FileCheck --check-prefix=TEXT %s

// A file of C calls the launcher: it is read as C.

#include "../Inputs/c_host_files/scale.h"

// 10 blocks of 2 warps; each lane starts 12 bytes after the one before: 12 sectors for 32 of them.
__global__ void scale(float *data, int factor) {
  data[(blockIdx.x * blockDim.x + threadIdx.x) * factor] = 2;
  // CHECK: line [[#@LINE-1]]: global store requests=20 cost=240 ideal=80 worst=12; proved; kernel=scale grid=10,1,1 block=64,1,1
}
void run(float *data, int count, int factor) { scale<<<count / 64, 64>>>(data, factor); }

// TEXT-NOT: error
// TEXT: 1 warning in 1 of 1 kernel; 1 access: 1 proved, 0 assumed, 0 unknown{{$}}
