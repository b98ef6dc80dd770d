// Structures that consecutive threads load and store whole. Each member is a request of its own that
// takes the sectors of all members; h200_footprint.csv says how many of them
// the L2 cache is asked for.

#include <cuda_runtime.h>

constexpr int Elements = 1 << 20;
constexpr int Threads = 256;

template <int Members> struct Record {
  float Member[Members];
};

struct Pair {
  float4 First, Second;
};

template <int Members> __global__ void loadRecords(const Record<Members> *__restrict__ in,
                                                   float *__restrict__ out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Record<Members> value = in[i];
  float sum = 0;
#pragma unroll
  for (int k = 0; k < Members; ++k)
    sum += value.Member[k];
  out[i] = sum;
}

template <int Members> __global__ void storeRecords(Record<Members> *out, float x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Record<Members> value;
#pragma unroll
  for (int k = 0; k < Members; ++k)
    value.Member[k] = x + k;
  out[i] = value;
}

// One member of each structure: what is fetched of the others is not used.
template <int Members> __global__ void loadMember(const Record<Members> *__restrict__ in,
                                                  float *__restrict__ out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].Member[0];
}

__global__ void loadPairs(const Pair *__restrict__ in, float *__restrict__ out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Pair value = in[i];
  out[i] = value.First.x + value.First.y + value.First.z + value.First.w + value.Second.x +
           value.Second.y + value.Second.z + value.Second.w;
}

__global__ void storePairs(Pair *out, float x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = {{x, x, x, x}, {x, x, x, x}};
}

template <int Members> void run(void *records, float *out) {
  loadRecords<Members><<<Elements / Threads, Threads>>>((const Record<Members> *)records, out);
  storeRecords<Members><<<Elements / Threads, Threads>>>((Record<Members> *)records, 1);
  loadMember<Members><<<Elements / Threads, Threads>>>((const Record<Members> *)records, out);
}

int main() {
  void *records = nullptr;
  float *out = nullptr;
  cudaMalloc(&records, sizeof(Record<35>) * Elements);
  cudaMalloc(&out, sizeof(float) * Elements);
  run<3>(records, out);
  run<5>(records, out);
  run<9>(records, out);
  run<13>(records, out);
  run<19>(records, out);
  run<35>(records, out);
  loadPairs<<<Elements / Threads, Threads>>>((const Pair *)records, out);
  storePairs<<<Elements / Threads, Threads>>>((Pair *)records, 1);
  return cudaDeviceSynchronize() != cudaSuccess;
}
