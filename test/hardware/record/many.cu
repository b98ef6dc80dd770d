// many ROUNDS STEPS: four kernels, launched ROUNDS times each, that read and write a buffer STEPS
// times; 0 steps: the host cannot launch them as fast as they end. Prints the seconds that it took.
#include <chrono>
#include <cstdio>
#include <cstdlib>

template <int Kernel> __global__ void work(float *data, const float *other, int n, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = 0;
  for (int step = 0; step < steps; ++step)
    value += other[(i + step * 32) % n] * Kernel;
  if (i < n && steps)
    data[i] = value;
}

static void round(float *data, float *other, int n, int steps) {
  work<1><<<n / 256, 256>>>(data, other, n, steps);
  work<2><<<n / 128, 128>>>(data, other, n, steps);
  work<3><<<n / 256, 256>>>(other, data, n, steps);
  work<4><<<dim3(n / 512, 1), dim3(32, 8)>>>(other, data, n / 2, steps);
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? std::atoi(argv[1]) : 2500, steps = argc > 2 ? std::atoi(argv[2]) : 0;
  constexpr int N = 1 << 17;
  float *data, *other;
  cudaMalloc(&data, N * sizeof(float));
  cudaMalloc(&other, N * sizeof(float));
  for (int warmup = 0; warmup != 10; ++warmup)
    round(data, other, N, steps);
  cudaDeviceSynchronize();
  auto start = std::chrono::steady_clock::now();
  for (int number = 0; number != rounds; ++number)
    round(data, other, N, steps);
  cudaError_t code = cudaDeviceSynchronize();
  std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%.6f\n", seconds.count());
  return code != cudaSuccess;
}
