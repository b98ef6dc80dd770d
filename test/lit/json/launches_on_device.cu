// RUN: %json %s | %query | FileCheck %s

// Kernels that kernels launch: what the host's launch says does not hold for those.

__global__ void again(int *x, int last) {
  if (last) {
    x[threadIdx.x * 32] = 1;
    // By the host never; by itself 32 lanes 128 bytes apart, if at all.
    // CHECK: line [[#@LINE-2]]: global store requests=0 cost=0 ideal=0 {{.*}}proved;
    // CHECK: line [[#@LINE-3]]: global store requests=null {{.*}} worst=32; proved;
    return;
  }
  if (threadIdx.x == 0)
    again<<<1, 32>>>(x, 1);
}

namespace inner {
template <class T> __global__ void wide(T *x) {
  x[threadIdx.x * 32] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=1 ideal=1 worst=1; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=2 cost=64 ideal=8 worst=32; proved;
}
} // namespace inner

// Where the pointer begins is not known on the device: 4 sectors if on a boundary, else 5.
__global__ void shifted(float *x) {
  x[threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null {{.*}}worst=4; assumed;
}

__global__ void parent(float *x, int n) {
  if (threadIdx.x == 0) {
    inner::wide<float><<<2, 32, 0>>>(x);
    shifted<<<n / 32, 32>>>(x + n);
  }
}

void launch(int *x, float *y, int n) {
  again<<<1, 32>>>(x, 0);
  inner::wide<<<1, 1>>>(y);
  parent<<<1, 32>>>(y, n);
}
