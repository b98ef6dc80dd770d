// The same copy with 4 and with 16 bytes per lane.
//
// One float a lane: 128 bytes a warp, 4 sectors a request. One float4 a lane: 512
// bytes, 16 sectors a request, a quarter of the requests. Neither wastes a byte.
// 65,536 floats: 2,048 requests of 4 sectors or 512 requests of 16: 8,192 sectors
// either way, which is the least. Nothing to report.

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int elements = 1 << 16;
constexpr int blockSize = 256;

__global__ void copyFloat(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
}

__global__ void copyFloat4(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  reinterpret_cast<float4 *>(out)[i] = reinterpret_cast<const float4 *>(in)[i];
}

static void require(cudaError_t status, const char *what) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(EXIT_FAILURE);
  }
}

static bool isCopy(const float *out, const float *in) {
  for (int i = 0; i < elements; ++i)
    if (out[i] != in[i])
      return false;
  return true;
}

int main() {
  float *in = nullptr;
  float *out = nullptr;
  require(cudaMallocManaged(&in, elements * sizeof(float)), "allocating the input");
  require(cudaMallocManaged(&out, elements * sizeof(float)), "allocating the output");
  for (int i = 0; i < elements; ++i) {
    in[i] = static_cast<float>(i);
    out[i] = -1;
  }

  copyFloat<<<elements / blockSize, blockSize>>>(out, in);
  require(cudaDeviceSynchronize(), "copyFloat");
  bool right = isCopy(out, in);

  for (int i = 0; i < elements; ++i)
    out[i] = -1;
  copyFloat4<<<elements / 4 / blockSize, blockSize>>>(out, in);
  require(cudaDeviceSynchronize(), "copyFloat4");
  right = right && isCopy(out, in);

  std::printf("%s\n", right ? "PASS" : "FAIL");
  cudaFree(in);
  cudaFree(out);
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
