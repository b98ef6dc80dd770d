// A 1-D stencil over 9 neighbours through shared memory, its input padded with a
// halo on both sides.
//
// Element i of the line is in[i + halo]. With a halo of 4 floats each warp's 128
// bytes start 16 bytes into a sector: 5 sectors against 4. A halo of 8 floats, one
// sector, is wider than the stencil needs, and aligns the load: 4.
// 65,536 elements in 256 blocks of 8 warps: 2,048 requests; 10,240 sectors against
// 8,192, and 8,192 with the wide halo.
// Each of the two halo loads is 4 lanes of a block's first warp, 16 bytes within one
// sector: 256 requests, 256 sectors. All shared accesses are consecutive words, a
// bank each; the sum's load has 2,048 * 9 = 18,432 requests, as many wavefronts.

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int elements = 1 << 16;
constexpr int blockSize = 256;
constexpr int radius = 4;

template <int Halo> __global__ void stencil(float *out, const float *in) {
  __shared__ float line[blockSize + 2 * radius];
  int i = blockIdx.x * blockSize + threadIdx.x;
  int center = threadIdx.x + radius;

  line[center] = in[i + Halo];
  if (threadIdx.x < radius) {
    line[center - radius] = in[i + Halo - radius];
    line[center + blockSize] = in[i + Halo + blockSize];
  }
  __syncthreads();

  float sum = 0;
  for (int offset = -radius; offset <= radius; ++offset)
    sum += line[center + offset];
  out[i] = sum;
}

static void require(cudaError_t status, const char *what) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(EXIT_FAILURE);
  }
}

template <int Halo> static bool isStencil(const float *out, const float *in) {
  for (int i = 0; i < elements; ++i) {
    float expected = 0;
    for (int offset = -radius; offset <= radius; ++offset)
      expected += in[i + Halo + offset];
    if (out[i] != expected)
      return false;
  }
  return true;
}

int main() {
  const int wideHalo = 8;
  float *in = nullptr;
  float *out = nullptr;
  require(cudaMallocManaged(&in, (elements + 2 * wideHalo) * sizeof(float)),
          "allocating the input");
  require(cudaMallocManaged(&out, elements * sizeof(float)), "allocating the output");
  for (int i = 0; i < elements + 2 * wideHalo; ++i)
    in[i] = static_cast<float>(i % 11);

  stencil<radius><<<elements / blockSize, blockSize>>>(out, in);
  require(cudaDeviceSynchronize(), "stencil with a halo of 4");
  bool right = isStencil<radius>(out, in);

  stencil<wideHalo><<<elements / blockSize, blockSize>>>(out, in);
  require(cudaDeviceSynchronize(), "stencil with a halo of 8");
  right = right && isStencil<wideHalo>(out, in);

  std::printf("%s\n", right ? "PASS" : "FAIL");
  cudaFree(in);
  cudaFree(out);
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
