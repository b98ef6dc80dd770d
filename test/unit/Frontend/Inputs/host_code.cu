// Host code as samples write it: the runtime's interface and the standard library.
#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <cfloat>
#include <chrono>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <errno.h>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <limits>
#include <map>
#include <math.h>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <stdio.h>
#include <string>
#include <sys/time.h>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t status = call;                                                                     \
    if (status != cudaSuccess) {                                                                   \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));              \
      exit(EXIT_FAILURE);                                                                          \
    }                                                                                              \
  } while (0)

__constant__ float table[64];

template <class T> struct Larger {
  __host__ __device__ T operator()(T a, T b) const { return std::max(a, b); }
};

template <class T, class F> __global__ void combine(T *data, int n, F function) {
  extern __shared__ char buffer[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] = function(std::sqrt(data[i]), (T)buffer[threadIdx.x]) + std::numeric_limits<T>::max();
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1 << 20;
  int count = 0;
  CHECK(cudaGetDeviceCount(&count));
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  std::cout << properties.name << " " << properties.major << "." << properties.minor << std::endl;
  CHECK(cudaSetDevice(0));

  std::vector<float> host(n, 1.0f), list{1, 2};
  float *device, *pinned, *managed;
  size_t pitch;
  CHECK(cudaMalloc(&device, n * sizeof(float)));
  CHECK(cudaMalloc((void **)&device, n * sizeof(float)));
  CHECK(cudaMallocHost(&pinned, 4));
  CHECK(cudaHostAlloc(&pinned, 4, cudaHostAllocDefault));
  CHECK(cudaMallocManaged(&managed, 4));
  CHECK(cudaMallocPitch(&device, &pitch, 100, 100));
  CHECK(cudaMemcpy(device, host.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy2D(device, pitch, pinned, 100, 100, 100, cudaMemcpyDefault));
  CHECK(cudaMemset(device, 0, 4));
  CHECK(cudaMemcpyToSymbol(table, host.data(), sizeof(table)));

  cudaStream_t stream;
  cudaEvent_t start, stop;
  float milliseconds;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  CHECK(cudaEventRecord(start));
  combine<<<(n + 255) / 256, 256, 1024, stream>>>(device, n, Larger<float>());
  combine<<<dim3(std::max(1, n / 32), 2), dim3{32, 8}>>>((double *)device, n, Larger<double>());
  CHECK(cudaEventRecord(stop, stream));
  CHECK(cudaEventSynchronize(stop));
  CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
  CHECK(cudaFuncSetAttribute(combine<float, Larger<float>>,
                             cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
  int grid, block;
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, combine<float, Larger<float>>));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&grid, combine<float, Larger<float>>, 256, 0));
  Larger<float> larger;
  void *arguments[] = {&device, &n, &larger};
  CHECK(cudaLaunchKernel((void *)combine<float, Larger<float>>, grid, block, arguments, 0, stream));
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  cudaThreadSynchronize();

  for (float &value : host)
    value = static_cast<float>(rand()) / RAND_MAX;
  std::sort(host.begin(), host.end(), [](float a, float b) { return a > b; });
  float error = 0;
  for (int i = 0; i < n; ++i)
    error = fmax(error, std::abs(host[i] - 1.0f) + fabsf(sqrtf(host[i])));
  std::string text = "error ";
  text += std::to_string(error);
  std::cout << std::fixed << std::setprecision(3) << text << std::setw(8) << error << "\n";
  std::cerr << text.c_str() << std::endl;
  auto begin = std::chrono::high_resolution_clock::now();
  auto end = std::chrono::high_resolution_clock::now();
  std::cout << std::chrono::duration<double, std::milli>(end - begin).count();
  std::mt19937 generator(1);
  std::uniform_real_distribution<float> distribution(0.f, 1.f);
  host[0] = distribution(generator) + std::accumulate(host.begin(), host.end(), 0.0f);
  std::map<std::string, int> names;
  names["one"] = 1;
  std::unique_ptr<float[]> owned(new float[3]);
  owned[0] = std::pow(2.0f, 3) + INT_MAX + FLT_MAX;
  std::function<int(int)> twice = [](int x) { return 2 * x; };
  std::ifstream file("data.txt");
  std::string line;
  while (std::getline(file, line))
    memset(host.data(), twice(0), 4);
  std::stringstream stream_of_text;
  stream_of_text << "a" << 1;
  try {
    if (!file)
      throw std::runtime_error("no file");
  } catch (const std::exception &problem) {
    std::cout << problem.what();
  }
  std::tuple<int, float> pair_of(1, 2.f);
  std::get<0>(pair_of) = std::make_pair(1, 2).first;
  struct timeval now;
  gettimeofday(&now, 0);
  srand(time(NULL));
  double seconds = (double)clock() / CLOCKS_PER_SEC + errno + isdigit('1');
  std::array<int, 3> fixed{1, 2, 3};
  printf("%f %d\n", seconds, fixed[0]);
  CHECK(cudaFree(device));
  CHECK(cudaFreeHost(pinned));
  return 0;
}
