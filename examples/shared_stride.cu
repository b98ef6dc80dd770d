// One warp reads shared memory with a stride of 1 to 32 words.
//
// Lane l touches word stride*l, bank stride*l mod 32. The lanes fall on
// 32/gcd(stride, 32) banks, gcd(stride, 32) of them on each: that many wavefronts.
//   odd strides 1 · 2, 6, 10, ... 2 · 4, 12, 20, 28 4 · 8, 24 8 · 16 16 · 32 32
// The fill before it walks along the words: 1 wavefront a request.

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int lanes = 32;
constexpr int words = lanes * lanes;

template <int Stride> __global__ void readStrided(int *out) {
  __shared__ int values[words];
  for (int i = threadIdx.x; i < words; i += lanes)
    values[i] = i;
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x * Stride];
}

static void require(cudaError_t status, const char *what) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(EXIT_FAILURE);
  }
}

template <int Stride> static bool runStride(int *out) {
  readStrided<Stride><<<1, lanes>>>(out);
  require(cudaDeviceSynchronize(), "readStrided");
  for (int lane = 0; lane < lanes; ++lane)
    if (out[lane] != lane * Stride)
      return false;
  return true;
}

int main() {
  int *out = nullptr;
  require(cudaMallocManaged(&out, lanes * sizeof(int)), "allocating the output");

  bool right = true;
  right = runStride<1>(out) && right;
  right = runStride<2>(out) && right;
  right = runStride<3>(out) && right;
  right = runStride<4>(out) && right;
  right = runStride<5>(out) && right;
  right = runStride<6>(out) && right;
  right = runStride<7>(out) && right;
  right = runStride<8>(out) && right;
  right = runStride<9>(out) && right;
  right = runStride<10>(out) && right;
  right = runStride<11>(out) && right;
  right = runStride<12>(out) && right;
  right = runStride<13>(out) && right;
  right = runStride<14>(out) && right;
  right = runStride<15>(out) && right;
  right = runStride<16>(out) && right;
  right = runStride<17>(out) && right;
  right = runStride<18>(out) && right;
  right = runStride<19>(out) && right;
  right = runStride<20>(out) && right;
  right = runStride<21>(out) && right;
  right = runStride<22>(out) && right;
  right = runStride<23>(out) && right;
  right = runStride<24>(out) && right;
  right = runStride<25>(out) && right;
  right = runStride<26>(out) && right;
  right = runStride<27>(out) && right;
  right = runStride<28>(out) && right;
  right = runStride<29>(out) && right;
  right = runStride<30>(out) && right;
  right = runStride<31>(out) && right;
  right = runStride<32>(out) && right;
  std::printf("%s\n", right ? "PASS" : "FAIL");
  cudaFree(out);
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
