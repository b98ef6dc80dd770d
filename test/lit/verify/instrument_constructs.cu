// Constructs in which a copy could fail to compile. What reports is of no concern here,
// only that nvcc takes the copy and that nothing but the named accesses is left alone.
//
// RUN: %instrument %s %t > %t.list
// RUN: FileCheck %s --input-file=%t.list
// RUN: %if nvcc %{ %nvcc -std=c++17 -arch=sm_90 -maxrregcount=64 -c %t/instrument_constructs.cu -o %t/object.o %}

// CHECK: site 0:
// CHECK-NOT: left alone: {{.*}}not copied
// CHECK-DAG: left alone: {{.*}} base.tag: it is in a packed structure

#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <new>

namespace shapes {

template <typename T> struct View {
  T *data;
  int width;
  __host__ __device__ T &operator()(int row, int column) const {
    return data[row * width + column];
  }
  __device__ T &operator[](int i) { return this->data[i]; }
  __device__ void add(int i, T value) { data[i] += value; }
  __device__ T read(int i) const;
};

template <typename T> __device__ T View<T>::read(int i) const { return data[i] + width; }

union Word {
  float number;
  unsigned bits;
  uchar4 bytes;
};

#pragma pack(push, 1)
struct Header {
  char tag;
  short length;
};
#pragma pack(pop)

struct Vector {
  float x, y;
  __host__ __device__ Vector &operator+=(const Vector &other) {
    x += other.x;
    y += other.y;
    return *this;
  }
};

struct Base {
  int first;
};
struct Derived : Base {
  int second;
};

} // namespace shapes

extern __shared__ float dynamicTile[];
__constant__ int2 table[16];
__device__ volatile int flag;

enum class Mode { Plain, Doubled };

// CHECK-DAG: site {{[0-9]+}}: [[#@LINE+3]]:3 store part 0 view[threadIdx.x]
// CHECK-DAG: site {{[0-9]+}}: [[#@LINE+2]]:23 load part 0 view(0, threadIdx.x)
template <typename T> __global__ void operators(shapes::View<T> view) {
  view[threadIdx.x] = view(0, threadIdx.x);
}

template <Mode M, typename... Values>
__global__ void variadic(float *out, const float *in, Values... values) {
  int i = threadIdx.x;
  if constexpr (M == Mode::Doubled)
    out[i] = 2 * in[i];
  else
    out[i] = in[i];
  ((out[i] += values), ...);
}

extern "C" __global__ __launch_bounds__(256) void views(shapes::View<float> view,
                                                        shapes::View<int> numbers) {
  int i = threadIdx.x;
  view(i, 0) = view(0, i);
  view[i] -= view.read(i);
  numbers.add(i, 3);
}

__global__ void pointers(float *__restrict__ out, const float *__restrict__ in, float **rows) {
  int i = threadIdx.x;
  const float *p = in + i;
  float *q = out;
  *q++ = *p++;
  q[0] = p[-1], q[1] = *p;
  rows[i][i] = rows[0][1];
  (*(rows + 1))[2] = 1;
  reinterpret_cast<float2 *>(out)[i] = make_float2(in[i], in[i + 1]);
  *reinterpret_cast<volatile unsigned *>(&out[i]) |= 1u;
  (out[i]) = (in[i]);
  out[i] = -in[i], out[i + 1] = !in[i] ? +in[2] : float(int(in[3]));
  i[out] = i[in];
  float a = in[0], b{in[1]}, c(in[2]), d[] = {in[3], in[4]};
  const float &reference = in[5];
  auto &other = out[6];
  other = reference + a + b + c + d[i & 1];
  (i ? out[1] : out[2]) = 3;
  (i ? out : q)[3] = 4;
  (void)in[7];
  return (void)(out[8] = in[8]);
}

__global__ void statements(int *out, const int *in) {
  __shared__ int tile[4][33];
  int i = threadIdx.x;
again:
  tile[i & 3][i] = in[i];
  switch (in[i]) {
  case 0:*out = 1;
    break;
  default:
    out[i] = tile[0][i];
  }
  while (out[i] < in[i])
    ++out[i];
  do
    out[i]--;
  while (out[i] > 0);
  for (int k = in[0]; k < in[1]; k += in[2])
    out[k] ^= in[k];
  if (int found = in[i]; found && in[found])
    out[found] = 1;
  if (flag)
    flag = 0;
  else if (out[0] == 77)
    goto again;
  int local[4] = {in[0], in[1]};
  for (int each : local)
    out[each & 31] = each;
  auto [first, second] = table[i & 15];
  out[first & 31] = second;
  out[i] = [&](int at) { return in[at] + [](const int *from) { return *from; }(in); }(i);
  dynamicTile[i] = static_cast<float>(sizeof(tile[0][0])) + dynamicTile[i + 1];
  static_assert(sizeof(out[0]) == 4, "");
  __syncthreads();
}

__global__ void objects(shapes::Word *words, shapes::Header *headers, shapes::Vector *vectors,
                        shapes::Derived *derived, __half *halves, __half2 *pairs) {
  int i = threadIdx.x;
  words[i].bits = words[i + 1].bytes.x;
  words[i].number += 1;
  words[i] = words[i + 2];
  shapes::Header &base = headers[i];
  base.tag = 1;
  headers[i] = headers[i + 1];
  vectors[i] += vectors[i + 1];
  vectors[i] = shapes::Vector{1, vectors[i].y};
  static_cast<shapes::Base &>(derived[i]) = derived[i + 1];
  derived[i].first = derived[i].second;
  new (&vectors[i]) shapes::Vector(vectors[i + 2]);
  halves[i] = __hadd(halves[i], halves[i + 1]);
  halves[i] = __float2half(1.0f);
  pairs[i] = __hmul2(pairs[i], pairs[i + 1]);
  atomicAdd(&halves[i], halves[0]);
  atomicAdd((float *)words + i, 1.0f);
  auto block = cooperative_groups::this_thread_block();
  block.sync();
}

template <typename T> void launch(T *memory, cudaStream_t stream) {
  variadic<Mode::Plain><<<dim3(2), 32, 0, stream>>>(memory, memory + 64, T(1), T(2));
  for (int i = 0; i < 2; ++i)
    variadic<Mode::Doubled, T><<<1, 32>>>(memory, memory + 64, T(i));
}

int main(int argc, char **) try {
  float *memory = nullptr;
  cudaMallocManaged(&memory, 1 << 20);
  int *numbers = reinterpret_cast<int *>(memory);
  launch(memory, nullptr);
  shapes::View<float> view{memory, 32};
  view(0, 1) = 2;
  auto start = [&] { views<<<1, 32>>>(view, {numbers, 32}); };
  start();
  operators<<<1, 32>>>(view);
  if (argc > 1)
    pointers<<<1, 32>>>(memory, memory + 64, nullptr);
  else
    statements<<<1, 32, 256>>>(numbers, numbers + 64);
  objects<<<1, 32>>>(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
  void *arguments[] = {&numbers, &numbers};
  cudaLaunchKernel((const void *)statements, dim3(1), dim3(32), arguments, 256, nullptr);
  return cudaDeviceReset();
} catch (...) {
  return 1;
}
