// Instances that the file names, one that nothing instantiates, packs, and kernels that share a
// name.
//
// RUN: %harness %s %t.cu | FileCheck %s
// RUN: %if nvcc %{ %nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -c %t.cu -o %t.o %}
//
// 64 blocks of 256 threads: n = 16,384. Rows: 4 * n floats; columns: 2 * n numbers of 8 bytes.
// CHECK: sum<float, 4, shapes::Order::Rows><<<64, 256, 0>>>
// CHECK-NEXT: argument 0: 0 + 65536 bytes
// CHECK-NEXT: argument 1: 0 + 262144 bytes
// CHECK-NEXT: bits 0 to 63 of argument 2: 16384
// CHECK: sum<unsigned long long, 2, shapes::Order::Columns><<<64, 256, 0>>>
// CHECK-NEXT: argument 0: 0 + 131072 bytes, elements of 8
// CHECK-NEXT: argument 1: 0 + 262144 bytes, elements of 8
// CHECK: swapPairs<float><<<64, 256, 0>>>
// CHECK-NEXT: 0 + 131072 bytes, elements of 8 with 2 numbers
// CHECK: store<float, short><<<64, 256, 0>>>
// CHECK-NEXT: 0 + 1024 bytes, elements of 4
// CHECK-NEXT: 0 + 512 bytes, elements of 2
// CHECK: copy<<<64, 256, 0>>>
// CHECK-NEXT: 0 + 1024 bytes, elements of 4
// CHECK: copy<<<64, 256, 0>>>
// CHECK-NEXT: 0 + 2048 bytes, elements of 8

namespace shapes {
enum class Order : unsigned char { Rows, Columns };
template <typename T> struct Pair {
  T first, second;
};
} // namespace shapes

template <typename T, int Count, shapes::Order Way>
__global__ void sum(T *out, const T *in, long long n) {
  long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  T total = in[i];
  for (int k = 1; k < Count; ++k)
    total = total + in[Way == shapes::Order::Rows ? i + k * n : i * Count + k];
  out[i] = total;
}
template __global__ void sum<float, 4, shapes::Order::Rows>(float *, const float *, long long);
template __global__ void sum<unsigned long long, 2, shapes::Order::Columns>(
    unsigned long long *, const unsigned long long *, long long);

template <typename T> __global__ void swapPairs(shapes::Pair<T> *data, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    T first = data[i].first;
    data[i].first = data[i].second;
    data[i].second = first;
  }
}

template <typename... Ts> __global__ void store(Ts *...out) { ((out[threadIdx.x] = Ts(1)), ...); }
template __global__ void store<float, short>(float *, short *);

__global__ void copy(float *out, const float *in) { out[threadIdx.x] = in[threadIdx.x]; }
__global__ void copy(double *out, const double *in) { out[threadIdx.x] = in[threadIdx.x]; }
