// RUN: %json %s | %query | FileCheck %s

// What C++ puts between a program and its indices. One warp each: 32 floats side by side
// are 4 sectors, 2, 3 and 4 floats apart 8, 12 and 16, a sector or more apart 32.

#include <cuda_runtime.h>

__device__ int place(int i) { return 2 * i; }
__device__ int place(unsigned i) { return 3 * i; }
__device__ int place(int i, int stride, int start = 8) { return i * stride + start; }

// The overload follows the argument's type; the default argument is 8 floats, a sector.
__global__ void overloads(float *out) {
  out[place(int(threadIdx.x))] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=4 worst=8; proved;
  out[place(threadIdx.x)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=12 ideal=4 worst=12; proved;
  out[place(threadIdx.x, 1)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  out[place(threadIdx.x, 1, 9)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=5 ideal=4 worst=5; proved;
}

// Operators, conversions, a constructor that computes, a base class and its template.
struct Index {
  int value;
  __device__ explicit Index(int value) : value(value) {}
  __device__ Index operator*(int factor) const { return Index(value * factor); }
  __device__ Index &operator+=(int more) {
    value += more;
    return *this;
  }
  __device__ operator int() const { return value; }
};
template <class Derived> struct Layout {
  __device__ int at(int i) const { return static_cast<const Derived *>(this)->stride() * i; }
};
struct ByFour : Layout<ByFour> {
  __device__ int stride() const { return 4; }
};
struct ByTwo : Layout<ByTwo> {
  __device__ int stride() const { return 2; }
};
__global__ void classes(float *out) {
  Index i(threadIdx.x);
  out[i * 3] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=12 ideal=4 worst=12; proved;
  i += 1;
  out[i] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=5 ideal=4 worst=5; proved;
  out[ByFour().at(threadIdx.x)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=16 ideal=4 worst=16; proved;
  out[ByTwo().at(threadIdx.x)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=4 worst=8; proved;
}

// Lambdas: a copy is of the time when it was made, a reference is not.
__global__ void captures(float *out) {
  int stride = 2;
  auto copied = [=](int i) { return stride * i; };
  auto referred = [&](int i) { return stride * i; };
  stride = 4;
  out[copied(threadIdx.x)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=4 worst=8; proved;
  out[referred(threadIdx.x)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=16 ideal=4 worst=16; proved;
  [&stride] { stride = 3; }();
  out[stride * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=12 ideal=4 worst=12; proved;
}

// Packs and folds: 1 + 2 + 1 = 4; 1 * 2 * 1 = 2; one store for each.
template <class... T> __device__ int sum(T... terms) { return (terms + ...); }
constexpr int twice(int n) { return 2 * n; }
template <int... Strides> __global__ void packs(float *out) {
  out[sum(Strides...) * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=16 ideal=4 worst=16; proved;
  out[(Strides * ...) * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=4 worst=8; proved;
  ((out[Strides * threadIdx.x] = 1), ...);
  // CHECK-COUNT-2: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=8 ideal=4 worst=8; proved;
  if constexpr (sizeof...(Strides) == 3)
    out[twice(2) * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=16 ideal=4 worst=16; proved;
  else
    out[32 * threadIdx.x] = 1;
  // CHECK-NOT: line [[#@LINE-1]]:
}

// A function as a template argument.
__device__ int doubled(int i) { return 2 * i; }
template <int (*Function)(int)> __global__ void functionArgument(float *out) {
  out[Function(threadIdx.x)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=4 worst=8; proved;
}

// Spans, accessors and views. Rows of 40 floats are 160 bytes, 5 sectors.
template <class T> struct Span {
  T *data;
  int count;
  __device__ T &operator[](int i) const { return data[i]; }
  __device__ Span subspan(int from, int length) const { return {data + from, length}; }
  __device__ T *begin() const { return data; }
  __device__ T *end() const { return data + count; }
};
template <class T, int Rank> struct Accessor {
  T *data;
  const int *strides;
  __device__ Accessor<T, Rank - 1> operator[](int i) const {
    return {data + strides[0] * i, strides + 1};
  }
};
template <class T> struct Accessor<T, 1> {
  T *data;
  const int *strides;
  __device__ T &operator[](int i) const { return data[strides[0] * i]; }
};
__global__ void views(float *out, float *in) {
  Span<float> all{in, 1024};
  all[threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  all.subspan(3, 32)[threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=5 ideal=4 worst=5; proved;
  // 4 turns; the same float for all lanes: one sector each.
  for (float &value : all.subspan(0, 4))
    value = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=4 cost=4 ideal=4 worst=1; proved;
  const int strides[2] = {40, 1};
  Accessor<float, 2> matrix{out, strides};
  matrix[3][threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  matrix[threadIdx.x][3] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=32 ideal=4 worst=32; proved;
}

// Rows by a pitch in bytes: 272 bytes are 8.5 sectors: row 1 begins inside one.
__global__ void pitched(float *base, size_t pitch) {
  *((float *)((char *)base + 2 * pitch) + threadIdx.x) = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  float *row = reinterpret_cast<float *>(reinterpret_cast<char *>(base) + pitch);
  row[threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=5 ideal=4 worst=5; proved;
}

// Differences of pointers, and pointers that are qualified.
__global__ void pointers(float *__restrict__ out, const volatile float *in) {
  volatile float *end = out + 64;
  long length = end - out;
  end[threadIdx.x - length] = in[length / 32 * threadIdx.x];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=8 ideal=4 worst=8; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
}

void launch(float *out, float *in) {
  overloads<<<1, 32>>>(out);
  classes<<<1, 32>>>(out);
  captures<<<1, 32>>>(out);
  packs<1, 2, 1><<<1, 32>>>(out);
  functionArgument<doubled><<<1, 32>>>(out);
  views<<<1, 32>>>(out, in);
  pitched<<<1, 32>>>(out, 272);
  pointers<<<1, 32>>>(out, in);
}
