// Kernels that are named in other ways: in namespaces with and without a name, static, inline
// namespaces, without parameters, members of classes; and words that are macros.
//
// RUN: %harness %s %t.cu | FileCheck %s
// RUN: %host_cuda %t.cu -o %t.exe && %t.exe
// RUN: %if nvcc %{ %nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -c %t.cu -o %t.o %}
//
// CHECK: {{^}}count<<<64, 256, 0>>>
// CHECK-NEXT: {{^}}hidden<<<64, 256, 0>>>
// CHECK: {{^}}outer::v2::(anonymous namespace)::deep<<<64, 256, 0>>>
// CHECK: {{^}}outer::v2::(anonymous namespace)::deeper<outer::v2::(anonymous namespace)::Unseen><<<64, 256, 0>>>
// CHECK: {{^}}plain<<<64, 256, 0>>>

#define run broken
#define Launch broken
#define N 256
#define Number broken

static __device__ int counter;

__global__ void count() { atomicAdd(&counter, 1); }

static __global__ void hidden(int *data) { data[threadIdx.x] = 1; }

namespace outer {
inline namespace v2 {
namespace {
struct Unseen {
  int value;
};
__global__ void deep(Unseen *data) { data[blockIdx.x * N + threadIdx.x].value = 1; }
template <typename T> __global__ void deeper(T *data) { data[threadIdx.x].value = 2; }
template __global__ void deeper<Unseen>(Unseen *);
} // namespace
} // namespace v2
} // namespace outer

extern "C" __global__ void plain(char *data) { data[threadIdx.x] = 'x'; }
