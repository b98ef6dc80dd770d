// One field of many records: an array of structures against a structure of arrays.
//
// The lanes of a warp read the x of consecutive records, sizeof(record) apart.
//   12-byte record: 384 bytes a warp, every sector touched: 12 sectors against 4.
//   16-byte record: 512 bytes a warp, 2 records a sector: 16 sectors against 4.
//   structure of arrays: 128 bytes a warp: 4 sectors.
// 65,536 records in 256 blocks of 8 warps: 2,048 requests;
// 24,576, 32,768 and 8,192 sectors loaded, where 8,192 are the least.

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int records = 1 << 16;
constexpr int blockSize = 256;

struct Point {
  float x, y, z;
};

struct Particle {
  float x, y, z, mass;
};

struct Points {
  float *x;
  float *y;
  float *z;
};

__global__ void readPoints(float *out, const Point *points) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = points[i].x;
}

__global__ void readParticles(float *out, const Particle *particles) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = particles[i].x;
}

__global__ void readArrays(float *out, Points points) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = points.x[i];
}

static void require(cudaError_t status, const char *what) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(EXIT_FAILURE);
  }
}

static bool countsUpwards(const float *values) {
  for (int i = 0; i < records; ++i)
    if (values[i] != static_cast<float>(i))
      return false;
  return true;
}

int main() {
  Point *points = nullptr;
  Particle *particles = nullptr;
  Points arrays = {};
  float *out = nullptr;
  require(cudaMallocManaged(&points, records * sizeof(Point)), "allocating the points");
  require(cudaMallocManaged(&particles, records * sizeof(Particle)), "allocating the particles");
  require(cudaMallocManaged(&arrays.x, records * sizeof(float)), "allocating the x array");
  require(cudaMallocManaged(&out, records * sizeof(float)), "allocating the output");
  for (int i = 0; i < records; ++i) {
    float value = static_cast<float>(i);
    points[i] = {value, 0, 0};
    particles[i] = {value, 0, 0, 1};
    arrays.x[i] = value;
  }
  dim3 block(blockSize);
  dim3 grid((records + block.x - 1) / block.x);

  readPoints<<<grid, block>>>(out, points);
  require(cudaDeviceSynchronize(), "readPoints");
  bool right = countsUpwards(out);

  readParticles<<<grid, block>>>(out, particles);
  require(cudaDeviceSynchronize(), "readParticles");
  right = right && countsUpwards(out);

  readArrays<<<grid, block>>>(out, arrays);
  require(cudaDeviceSynchronize(), "readArrays");
  right = right && countsUpwards(out);

  std::printf("%s\n", right ? "PASS" : "FAIL");
  cudaFree(points);
  cudaFree(particles);
  cudaFree(arrays.x);
  cudaFree(out);
  return right ? EXIT_SUCCESS : EXIT_FAILURE;
}
