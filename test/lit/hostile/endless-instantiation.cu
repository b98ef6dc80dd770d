// A function template that needs itself for ever larger types ends where Clang's own recursion would; kernels without it are
// analysed.
//
// RUN: %cuda-memlint --fail-on=none %s | FileCheck %s
// CHECK: [[#@LINE+13]]:3: warning: uncoalesced store
// CHECK: not analysed: 'endless': the file's templates are too large to instantiate
// CHECK: 1 warning in 1 of 2 kernels

template <typename T> __device__ void needMore(T value, float *out) {
  out[threadIdx.x] = 0;
  struct Larger {
    T value;
  };
  needMore(Larger{value}, out);
}

template <typename T> __device__ void needLittle(T value, float *out) {
  out[threadIdx.x * 8] = value;
}

__global__ void endless(float *out) { needMore(1, out); }

__global__ void small(float *out) { needLittle(1.0f, out); }
