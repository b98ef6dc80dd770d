// Comments to the tool that are not understood are listed once, however many instances of the
// kernel there are, and the rest is judged as if they were not there.
// RUN: %cuda-memlint --summary %s 2>&1 | FileCheck %s --implicit-check-not=ignored

#include <cuda_runtime.h>

// memlint: assume n % 32 == 0
// memlint: assume size > 3
// memlint: guess n > 3
template <int W> __global__ void twice(float *a, int n) {
  if (threadIdx.x < n)
    a[threadIdx.x] *= W;
}

template __global__ void twice<2>(float *, int);
template __global__ void twice<4>(float *, int);

// CHECK: comments.cu:8:4: note: the comment `memlint: assume size > 3` is ignored: `size` is not an integer parameter, constant, or built-in variable of the kernel
// CHECK: comments.cu:9:4: note: the comment `memlint: guess n > 3` is ignored: `assume <condition>` and `distinct <pointer or array>` are supported
// CHECK-NOT: in the source
