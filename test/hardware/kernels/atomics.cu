// Atomics of global and of shared memory. Those of shared memory that are loops of
// compare-and-swaps have no number: how often lanes collide is not in the source.

#include "support.h"

__global__ void globalAdds(int *bins, const int *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&bins[i * 3], in[i]);
  atomicMax(&bins[1024 + i / 2], in[i]);
}

__global__ void globalWide(unsigned long long *sums, const int *in) {
  int t = threadIdx.x;
  atomicAdd(&sums[t], (unsigned long long)in[t]);
  atomicAdd(&sums[128 + (t ^ 5) * 2], 1ull);
}

__global__ void globalFloats(float *sums, double *wide, const float *in) {
  int t = threadIdx.x;
  atomicAdd(&sums[t / 4], in[t]);
  atomicAdd(&wide[t], double(in[t]));
}

__global__ void globalExchanges(int *out, int *slots, const int *in) {
  int t = threadIdx.x;
  out[t] = atomicExch(&slots[t * 2], in[t]);
  out[64 + t] = atomicCAS(&slots[t * 2 + 1], 0, in[t]);
}

__global__ void guardedAdds(unsigned *bins) {
  int t = threadIdx.x;
  if (t % 4 == 0)
    atomicAdd(&bins[t], 1u);
  if (t < 10)
    atomicOr(&bins[t * 8 + 1], 1u << t);
}

__global__ void sharedAdds(int *out, const int *in) {
  __shared__ int bins[128];
  int t = threadIdx.x;
  bins[t] = 0;
  __syncthreads();
  atomicAdd(&bins[t], in[t]);
  atomicAdd(&bins[t / 4], 1);
  atomicAdd(&bins[t * 32 % 128], 1);
  __syncthreads();
  out[t] = bins[t];
}

__global__ void sharedOthers(int *out, const int *in) {
  __shared__ int bins[128];
  int t = threadIdx.x;
  bins[t] = -t;
  __syncthreads();
  int before = atomicExch(&bins[t], in[t]);
  __syncthreads();
  int swapped = atomicCAS(&bins[t ^ 1], in[t ^ 1], t);
  __syncthreads();
  atomicMax(&bins[127 - t], 50);
  __syncthreads();
  out[t] = bins[t];
  out[128 + t] = before + swapped;
}

__global__ void sharedFloats(float *out, const float *in) {
  __shared__ float sums[32];
  int t = threadIdx.x;
  if (t < 32)
    sums[t] = 0;
  __syncthreads();
  atomicAdd(&sums[t % 32], in[t]);
  __syncthreads();
  if (t < 32)
    out[t] = sums[t];
}

// Which bins are hit is in the data.
__global__ void histogram(unsigned *bins, const unsigned char *in, int n) {
  __shared__ unsigned local[128];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&local[in[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

// All lanes at one address: the compiler sums up the warp first.
__global__ void counted(int *count, const int *in) {
  if (in[threadIdx.x] > 50)
    atomicAdd(count, 1);
}

int main() {
  const int *in = numbers<int>(1024);
  const float *inFloats = numbers<float>(1024);
  int *bins = zeros<int>(2048);
  globalAdds<<<2, 96>>>(bins, in);
  expect("globalAdds", bins, 576, [](int i) { return i % 3 ? 0 : numberAt(i / 3); });
  expect("globalAdds", bins + 1024, 96,
         [](int i) { return numberAt(2 * i + (numberAt(2 * i) < 100)); });
  unsigned long long *wide = zeros<unsigned long long>(512);
  globalWide<<<1, 64>>>(wide, in);
  expect("globalWide", wide, 256,
         [](int i) { return i < 64 ? numberAt(i) : i >= 128 && i % 2 == 0; });
  float *sums = zeros<float>(128);
  double *wideSums = zeros<double>(128);
  globalFloats<<<1, 128>>>(sums, wideSums, inFloats);
  expect("globalFloats", sums, 32, [](int i) {
    return numberAt(4 * i) + numberAt(4 * i + 1) + numberAt(4 * i + 2) + numberAt(4 * i + 3);
  });
  expect("globalFloats", wideSums, 128, [](int i) { return numberAt(i); });
  int *slots = zeros<int>(128), *out = zeros<int>(256);
  globalExchanges<<<1, 64>>>(out, slots, in);
  expect("globalExchanges", slots, 128, [](int i) { return numberAt(i / 2); });
  expect("globalExchanges", out, 128, [](int) { return 0; });
  unsigned *flags = zeros<unsigned>(256);
  guardedAdds<<<1, 64>>>(flags);
  expect("guardedAdds", flags, 100,
         [](int i) { return i % 8 == 1 && i < 80 ? 1 << i / 8 : i < 64 && i % 4 == 0; });
  sharedAdds<<<1, 128>>>(out, in);
  expect("sharedAdds", out, 128,
         [](int i) { return numberAt(i) + (i < 32) * 4 + (i % 32 == 0) * 32; });
  sharedOthers<<<1, 128>>>(out, in);
  expect("sharedOthers", out, 256, [](int i) {
    if (i >= 128)
      return numberAt((i - 128) ^ 1) - (i - 128);
    return (i ^ 1) > 50 ? i ^ 1 : 50;
  });
  float *sharedSums = zeros<float>(32);
  sharedFloats<<<1, 128>>>(sharedSums, inFloats);
  expect("sharedFloats", sharedSums, 32, [](int i) {
    return numberAt(i) + numberAt(32 + i) + numberAt(64 + i) + numberAt(96 + i);
  });
  unsigned *total = zeros<unsigned>(128);
  histogram<<<2, 128>>>(total, numbers<unsigned char>(1010), 1010);
  expect("histogram", total, 128, [](int i) { return i < 101 ? 10 : 0; });
  int *count = zeros<int>(1);
  counted<<<1, 128>>>(count, in);
  expect("counted", count, 1, [](int) { return 50; });
  return finish();
}
