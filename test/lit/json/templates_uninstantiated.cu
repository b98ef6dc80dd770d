// RUN: %json %s -- -std=c++20 > %t.json
// RUN: %query --from %t.json | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: %check-schema %source/docs/json-schema.json < %t.json
// RUN: %cuda-memlint --fail-on=none --show-unknown %s -- -std=c++20 | FileCheck %s --check-prefix=TEXT

// Kernel templates that nothing instantiates are instantiated for the purpose, which is
// an assumption of every verdict. What does not compile with the arguments tried is no
// error of the file. There is no launch, so totals are not known: `worst` is that of one
// request of a warp in the default block of 256 threads, or 32 x 8 and 16 x 16.

// JSON: "errors": 0,

#include <cuda_runtime.h>

namespace std {
template <bool Condition, typename T = void> struct enable_if {};
template <typename T> struct enable_if<true, T> { using type = T; };
} // namespace std

// 32 floats: 4 sectors.
template <typename T> __global__ void ofType(T *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = T(0);
  // CHECK: line [[#@LINE-1]]: global store requests=null {{.*}} worst=4; assumed; kernel=ofType<float> {{.*}} block=256,1,1
}
// JSON: "name": "ofType<float>"
// JSON: "assumption": "the template is instantiated with T = float, since the file does not instantiate it"
// JSON: "known": "assumed",
// JSON-NEXT: "assumptions": [
// JSON-NEXT: "the template is instantiated with T = float, since the file does not instantiate it"

// TILE = 32 by its name. Words 32 x + y: of 32 lanes in one row all in one bank; of two
// rows of 16, 16 in each of two.
template <int TILE> __global__ void columns(float *out) {
  __shared__ float tile[TILE][TILE];
  tile[threadIdx.y][threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  // CHECK: line [[#@LINE-1]]: shared load {{.*}} worst=32; assumed; kernel=columns<32> {{.*}} block=32,8,1
  // CHECK: line [[#@LINE-2]]: shared load {{.*}} worst=16; assumed; kernel=columns<32> {{.*}} block=16,16,1
}

// 32 and 16 do not compile, 8 does: 32 lanes 32 B apart touch 32 sectors.
template <int N> __global__ void small(float *out) {
  static_assert(N <= 8);
  out[threadIdx.x * N] = 0;
  // CHECK: line [[#@LINE-1]]: global store {{.*}} worst=32; assumed; kernel=small<8>
}

template <bool WIDE> __global__ void onlyWide(float *out) {
  static_assert(WIDE);
  out[threadIdx.x * 2] = 0;
  // CHECK: line [[#@LINE-1]]: global store {{.*}} worst=8; assumed; kernel=onlyWide<true>
}

// No remainder of a float: int. 32 ints: 4 sectors.
template <typename T> __global__ void remainder(T *data) {
  data[threadIdx.x] %= 3;
  // CHECK: line [[#@LINE-1]]: global load {{.*}} worst=4; assumed; kernel=remainder<int>
}

template <typename T, typename = typename std::enable_if<sizeof(T) == 8>::type>
__global__ void eightBytes(T *data) {
  data[threadIdx.x] = T(0);
  // CHECK: line [[#@LINE-1]]: global store {{.*}} worst=8; assumed; kernel=eightBytes<double{{.*}}>
}

template <typename T>
  requires(sizeof(T) == 1)
__global__ void oneByte(T *data) {
  data[threadIdx.x] = T(0);
  // CHECK: line [[#@LINE-1]]: global store {{.*}} worst=1; assumed; kernel=oneByte<unsigned char>
}

// Computed from thread indices, so an integer.
template <typename Index> __global__ void indexed(float *out, Index n) {
  Index i = threadIdx.x;
  if (i < n)
    out[i] = 0;
  // CHECK: line [[#@LINE-1]]: global store {{.*}} worst=4; assumed; kernel=indexed<int>
}

// float4: 32 of 16 B are 512 B, 16 sectors.
using Vector = float4;
template <typename T> __global__ void vectors(T *out, const T *in) {
  T value = in[threadIdx.x];
  value.x += value.w;
  out[threadIdx.x] = value;
  // CHECK: line [[#@LINE-1]]: global store {{.*}} worst=16; assumed; kernel=vectors<{{.*}}float4>
}

// Default arguments are taken: 2 * 4 B apart, 8 sectors.
template <typename T = float, int STRIDE = 2> __global__ void byDefault(T *out) {
  out[threadIdx.x * STRIDE] = 0;
  // CHECK: line [[#@LINE-1]]: global store {{.*}} worst=8; assumed; kernel=byDefault<float, 2>
}

// A pack has one element.
template <typename... T> __global__ void several(T *...out) {
  ((out[threadIdx.x] = T(0)), ...);
  // CHECK: line [[#@LINE-1]]: global store {{.*}} worst=4; assumed; kernel=several<float>
}

// A static member of a class template.
template <typename T> struct Fill {
  static __global__ void run(T *out) {
    out[threadIdx.x * 2] = T(0);
    // CHECK: line [[#@LINE-1]]: global store {{.*}} worst=8; assumed; kernel=Fill<float>::run
  }
};

// An explicit instantiation stays the only one, and assumes nothing.
template <typename T> __global__ void explicitly(T *out) {
  out[threadIdx.x] = T(0);
  // CHECK: line [[#@LINE-1]]: global store {{.*}} worst=8; proved; kernel=explicitly<double>
  // CHECK-NOT: kernel=explicitly
}
template __global__ void explicitly<double>(double *);

// No number can be called, and no type is made up.
template <typename Operation> __global__ void applied(float *out, Operation operation) {
  out[threadIdx.x] = operation(threadIdx.x);
}
// TEXT: note: kernel 'applied' was not analysed: a template that this file does not instantiate; the arguments tried do not fit: with Operation = float: called object type 'float' is not a function or function pointer
// TEXT: 1 kernel not analysed
