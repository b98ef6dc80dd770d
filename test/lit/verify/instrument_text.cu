// The rewritten copy of a source: what reports, what is left alone and why, and that
// nvcc compiles it.
//
// RUN: %instrument %s %t > %t.list
// RUN: FileCheck %s --check-prefix=LIST --input-file=%t.list
// RUN: FileCheck %s --match-full-lines --strict-whitespace --input-file=%t/instrument_text.cu
// RUN: %if nvcc %{ %nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -c %t/instrument_text.cu -o %t/object.o %}

#include <cuda_fp16.h>
#include <cuda_runtime.h>

struct Particle {
  float position[3];
  int kind;
  unsigned alive : 1;
  unsigned age : 7;
};

struct __attribute__((packed)) Record {
  char tag;
  int value;
};

struct Padded {
  char small;
  double large;
};

__constant__ float weights[64];
__device__ int total;

#define AT(array, i) array[i]
#define TWICE(x) ((x) + (x))

// What the compiler may evaluate itself cannot report.
// LIST-DAG: left alone: [[#@LINE+1]]:{{[0-9]+}} load values[i]: it is in a constexpr function
constexpr __host__ __device__ int pick(const int *values, int i) { return values[i]; }

__host__ __device__ float &element(float *values, int i) { return values[i]; }

// CHECK:__global__ void plain(float *out, const float *in) { memlint_runtime::enter(0, __PRETTY_FUNCTION__);
__global__ void plain(float *out, const float *in) {
  int i = threadIdx.x;
  // CHECK:  memlint_runtime::store<0>(out[i]) = memlint_runtime::load<1>(in[i]);
  out[i] = in[i];
  // The pointer is a variable of its own, what it points to is memory.
  // CHECK:  memlint_runtime::store<2>(*out) = memlint_runtime::load<3>(*(in + i));
  *out = *(in + i);
  // No space stands between the keyword and the star.
  // CHECK:  if (i > 3)memlint_runtime::store<4>(*out) = 1; else memlint_runtime::store<5>(*out) = 2;
  if (i > 3)*out = 1; else*out = 2;
}

// CHECK:__global__ void compound(int *counts, const int *keys, int n) { memlint_runtime::enter(1, __PRETTY_FUNCTION__);
__global__ void compound(int *counts, const int *keys, int n) {
  int i = threadIdx.x;
  // The index of an index.
  // CHECK:  memlint_runtime::update<6, 7>(counts[memlint_runtime::load<8>(keys[i])]) += 2;
  counts[keys[i]] += 2;
  // CHECK:  ++memlint_runtime::update<9, 10>(counts[i]);
  ++counts[i];
  // CHECK:  memlint_runtime::update<11, 12>(counts[i])--;
  counts[i]--;
}

// CHECK:__global__ void builtins(int *counts, const float4 *vectors, float *out) { memlint_runtime::enter(2, __PRETTY_FUNCTION__);
__global__ void builtins(int *counts, const float4 *vectors, float *out) {
  __shared__ int bins[32];
  __shared__ float sums[32];
  int i = threadIdx.x;
  // CHECK:  atomicAdd(memlint_runtime::through<13, memlint_runtime::Increment>(&bins[i % 4]), 1);
  atomicAdd(&bins[i % 4], 1);
  // CHECK:  atomicCAS(memlint_runtime::through<14, memlint_runtime::CompareAndSwap>(bins), 0, 1);
  atomicCAS(bins, 0, 1);
  // CHECK:  atomicAdd(memlint_runtime::through<15, memlint_runtime::AtomicLoop>(sums + i), 1.0f);
  atomicAdd(sums + i, 1.0f);
  // CHECK:  float4 v = __ldg(memlint_runtime::through<16, memlint_runtime::Load>(&vectors[i]));
  float4 v = __ldg(&vectors[i]);
  // CHECK:  __stcs(memlint_runtime::through<17, memlint_runtime::Store>(out + i), v.x * memlint_runtime::load<18>(weights[i]));
  __stcs(out + i, v.x * weights[i]);
}

// CHECK:__global__ void objects(float4 *wide, float3 *narrow, Padded *padded, Particle *particles) { memlint_runtime::enter(3, __PRETTY_FUNCTION__);
__global__ void objects(float4 *wide, float3 *narrow, Padded *padded, Particle *particles) {
  int i = threadIdx.x;
  // CHECK:  memlint_runtime::store<19>(wide[i]) = memlint_runtime::load<20>(wide[i + 1]);
  wide[i] = wide[i + 1];
  // Three sites each, for the three words.
  // CHECK:  float3 n = memlint_runtime::load<21, 0, 4, 4, 4, 8, 4>(narrow[i]);
  float3 n = narrow[i];
  // CHECK:  memlint_runtime::store<24, 0, 4, 4, 4, 8, 4>(narrow[i + 1]) = n;
  narrow[i + 1] = n;
  // CHECK:  memlint_runtime::store<27>(padded[i].large) = memlint_runtime::load<28>(particles[i].position[i % 3]);
  padded[i].large = particles[i].position[i % 3];
  // CHECK:  memlint_runtime::store<29>(particles[i].kind) = 1;
  particles[i].kind = 1;
}

// CHECK:__global__ void leftAlone(Particle *particles, Record *records, int *out, const int *in) { memlint_runtime::enter(4, __PRETTY_FUNCTION__);
__global__ void leftAlone(Particle *particles, Record *records, int *out, const int *in) {
  int i = threadIdx.x;
  // CHECK:  particles[i].age = 3;
  // LIST-DAG: left alone: [[#@LINE+1]]:3 store particles[i].age: it is a bit-field
  particles[i].age = 3;
  // CHECK:  records[i].value = 4;
  // LIST-DAG: left alone: [[#@LINE+1]]:3 store records[i].value: it is in a packed structure
  records[i].value = 4;
  // CHECK:  AT(out, i) = TWICE(in[i]);
  // LIST-DAG: left alone: [[#@LINE+1]]:{{.*}}: it is in a macro
  AT(out, i) = TWICE(in[i]);
  // CHECK:  memlint_runtime::store<{{[0-9]+}}>(out[i]) = pick(in, i);
  out[i] = pick(in, i);
  // Not evaluated, so no access.
  // CHECK:  memlint_runtime::store<{{[0-9]+}}>(out[sizeof(in[i])]) = int(sizeof(decltype(in[i])));
  out[sizeof(in[i])] = int(sizeof(decltype(in[i])));
}

// A function that host code calls too, by the name of its reference.
// CHECK:__global__ void throughCalls(float *values) { memlint_runtime::enter(5, __PRETTY_FUNCTION__);
__global__ void throughCalls(float *values) {
  // CHECK:  memlint_runtime::store<{{[0-9]+}}>(element(values, threadIdx.x)) = 1;
  element(values, threadIdx.x) = 1;
  auto twice = [=](int i) {
    // CHECK:    return 2 * memlint_runtime::load<{{[0-9]+}}>(values[i]);
    return 2 * values[i];
  };
  // CHECK:  memlint_runtime::store<{{[0-9]+}}>(total) = int(twice(threadIdx.x));
  total = int(twice(threadIdx.x));
  // One of two objects: a request for each.
  // CHECK:  memlint_runtime::store<35>(values[64]) = memlint_runtime::load<36>(total) ?memlint_runtime::load<37>(values[1]):memlint_runtime::load<37>(values[2]);
  values[64] = total ?values[1]:values[2];
}

// Instantiations of different sizes share their sites.
// CHECK:template <typename T, int N> __global__ void copied(T *out, const T *in) { memlint_runtime::enter(6, __PRETTY_FUNCTION__);
template <typename T, int N> __global__ void copied(T *out, const T *in) {
  __shared__ T tile[N];
  // CHECK:  memlint_runtime::store<38>(tile[threadIdx.x % N]) = memlint_runtime::load<39>(in[threadIdx.x]);
  tile[threadIdx.x % N] = in[threadIdx.x];
  __syncthreads();
  // CHECK:  memlint_runtime::store<40>(out[threadIdx.x]) = memlint_runtime::load<41>(tile[(threadIdx.x * 3) % N]);
  out[threadIdx.x] = tile[(threadIdx.x * 3) % N];
}

#define CHECKED(call)                                                                              \
  do {                                                                                             \
    call;                                                                                          \
  } while (0)

// CHECK:int main() { memlint_runtime::begin();
int main() {
  float *values = nullptr;
  cudaMalloc(&values, 1 << 20);
  int *numbers = reinterpret_cast<int *>(values);
  // CHECK:  (memlint_runtime::begin(), plain<<<1, 32>>>(values, values + 64));
  plain<<<1, 32>>>(values, values + 64);
  // CHECK:  CHECKED((compound<<<1, 32>>>(numbers, numbers + 64, 3)));
  CHECKED((compound<<<1, 32>>>(numbers, numbers + 64, 3)));
  builtins<<<1, 32>>>(numbers, reinterpret_cast<float4 *>(values), values);
  objects<<<1, 32>>>(reinterpret_cast<float4 *>(values), reinterpret_cast<float3 *>(values),
                     reinterpret_cast<Padded *>(values), reinterpret_cast<Particle *>(values));
  leftAlone<<<1, 32>>>(reinterpret_cast<Particle *>(values), reinterpret_cast<Record *>(values),
                       numbers, numbers + 64);
  throughCalls<<<1, 32>>>(values);
  // CHECK:  if (numbers) (memlint_runtime::begin(), copied<double, 32><<<1, 32>>>(reinterpret_cast<double *>(values), reinterpret_cast<double *>(values)));
  if (numbers) copied<double, 32><<<1, 32>>>(reinterpret_cast<double *>(values), reinterpret_cast<double *>(values));
  copied<char, 64><<<1, 32>>>(reinterpret_cast<char *>(values), reinterpret_cast<char *>(values));
  cudaDeviceReset();
}
