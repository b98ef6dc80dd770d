// Elements of 1, 2, 4, 8 and 16 bytes, in global and in shared memory.
//
// Sectors of a warp's 32 lanes of B bytes: B one after the other; with a stride of 3,
// 3B (at most 32); shifted by one element, one more. Wavefronts with a stride of 2
// elements: 1 for up to 2 bytes, else twice the ideal.

#include "support.h"

template <class T> __global__ void copyForward(T *out, const T *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

template <class T> __global__ void copyBackward(T *out, const T *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[n - 1 - i] = in[i];
}

template <class T> __global__ void copyStrided(T *out, const T *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[3 * i];
}

template <class T> __global__ void copyShifted(T *out, const T *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i + 1] = in[i];
}

template <class T> __global__ void sharedStride(T *out, const T *in) {
  __shared__ T tile[192];
  int t = threadIdx.x;
  tile[2 * t] = in[blockIdx.x * 96 + t];
  __syncthreads();
  out[blockIdx.x * 96 + t] = tile[2 * (95 - t)];
}

// Lanes in pairs at one address, and in pairs two apart: wide loads are served in half
// as many phases, wide stores are not.
template <class T> __global__ void sharedPairs(T *out, const T *in) {
  __shared__ T tile[64];
  int t = threadIdx.x;
  tile[t ^ 1] = in[t];
  __syncthreads();
  out[t] = tile[t / 2];
  out[64 + t] = tile[(t & 1) + t / 4 * 2];
  out[128 + t] = tile[t * 5 % 64];
}

template <class T> void runAll(const char *type) {
  constexpr int n = 256;
  const T *in = numbers<T>(3 * n);
  T *out = zeros<T>(4 * n);
  copyForward<T><<<2, 128>>>(out, in);
  expectGathered(type, out, in, n, [](int i) { return i; });
  copyBackward<T><<<2, 128>>>(out, in, n);
  expectGathered(type, out, in, n, [](int i) { return n - 1 - i; });
  copyStrided<T><<<2, 128>>>(out, in);
  expectGathered(type, out, in, n, [](int i) { return 3 * i; });
  copyShifted<T><<<2, 128>>>(out, in);
  expectGathered(type, out + 1, in, n, [](int i) { return i; });
  sharedStride<T><<<2, 96>>>(out, in);
  expectGathered(type, out, in, 192, [](int i) { return i / 96 * 96 + 95 - i % 96; });
  sharedPairs<T><<<1, 64>>>(out, in);
  expectGathered(type, out, in, 64, [](int i) { return i / 2 ^ 1; });
  expectGathered(type, out + 64, in, 64, [](int i) { return ((i & 1) + i / 4 * 2) ^ 1; });
  expectGathered(type, out + 128, in, 64, [](int i) { return i * 5 % 64 ^ 1; });
}

int main() {
  runAll<char>("char");
  runAll<short>("short");
  runAll<float>("float");
  runAll<double>("double");
  runAll<float4>("float4");
  return finish();
}
