// Measures what each level of the memory system moves in a microsecond, for docs/time-estimates.md:
// one line of CSV for each pattern. Each kernel repeats one request so often that nothing but the
// level in question limits it.

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

constexpr int Threads = 1024;
constexpr int Warps = Threads / 32;

static void check(cudaError_t Status, const char *What) {
  if (Status == cudaSuccess)
    return;
  std::fprintf(stderr, "throughput: %s: %s\n", What, cudaGetErrorString(Status));
  std::exit(1);
}

// Loads by lanes `stride` words apart, again and again from the same 16 KiB of each block: all but
// the first are served by the L1 cache.
__global__ void __launch_bounds__(Threads) loadCached(const float *data, float *out, int stride,
                                                      int rounds) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const float *own = data + blockIdx.x * 4096;
  float sum = 0;
  int at = warp * 256;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
#pragma unroll
    for (int k = 0; k < 8; ++k)
      sum += __ldca(own + ((at + k * 32 + lane * stride) & 4095));
    at += 256;
  }
  if (sum == 12345.0f)
    out[0] = sum;
}

// As many words as `words` says, each once a pass, by lanes `stride` words apart: where the L1
// cache is bypassed all of it comes from L2, or from DRAM if it does not fit there.
__global__ void __launch_bounds__(Threads) loadStreamed(const float *data, float *out, long words,
                                                        int stride, int rounds) {
  int lane = threadIdx.x % 32;
  long warp = (long(blockIdx.x) * Threads + threadIdx.x) / 32;
  long warps = long(gridDim.x) * Warps;
  long chunk = 32l * stride;
  float sum = 0;
  long at = warp * chunk % words, step = warps * chunk % words;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      sum += __ldcg(data + at + lane * stride);
      at += step;
      if (at >= words)
        at -= words;
    }
  }
  if (sum == 12345.0f)
    out[0] = sum;
}

__global__ void __launch_bounds__(Threads) storeStreamed(float *data, long words, int stride,
                                                         int rounds) {
  int lane = threadIdx.x % 32;
  long warp = (long(blockIdx.x) * Threads + threadIdx.x) / 32;
  long warps = long(gridDim.x) * Warps;
  long chunk = 32l * stride;
  long at = warp * chunk % words, step = warps * chunk % words;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
#pragma unroll
    for (int k = 0; k < 4; ++k) {
      data[at + lane * stride] = float(i);
      at += step;
      if (at >= words)
        at -= words;
    }
  }
}

__global__ void __launch_bounds__(Threads) loadShared(float *out, int stride, int rounds) {
  __shared__ float tile[8192];
  for (int i = threadIdx.x; i < 8192; i += Threads)
    tile[i] = 0;
  __syncthreads();
  int at = threadIdx.x % 32 * stride + threadIdx.x / 32;
  float sum = 0;
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
#pragma unroll
    for (int k = 0; k < 8; ++k)
      sum += reinterpret_cast<volatile float *>(tile)[(at + k * 32) & 8191];
    at += 1;
  }
  if (sum == 12345.0f)
    out[0] = sum;
}

static double microseconds(const std::function<void()> &Run) {
  cudaEvent_t Start, End;
  check(cudaEventCreate(&Start), "cudaEventCreate");
  check(cudaEventCreate(&End), "cudaEventCreate");
  Run();
  std::vector<float> Times;
  for (int i = 0; i < 5; ++i) {
    check(cudaEventRecord(Start), "cudaEventRecord");
    Run();
    check(cudaEventRecord(End), "cudaEventRecord");
    check(cudaEventSynchronize(End), "kernel");
    float Milliseconds = 0;
    check(cudaEventElapsedTime(&Milliseconds, Start, End), "cudaEventElapsedTime");
    Times.push_back(Milliseconds);
  }
  std::sort(Times.begin(), Times.end());
  return Times[2] * 1000.0;
}

// Sectors and cache lines of a request by 32 lanes of 4 bytes, `stride` words apart.
static int sectorsOf(int Stride) { return std::min(32, std::max(4, Stride * 4)); }
static int linesOf(int Stride) { return std::min(32, std::max(1, Stride)); }

static void print(const char *Level, const char *Kind, int Stride, int Sectors, int Lines,
                  double Requests, double Time, double Units) {
  std::printf("%s,%s,%d,%d,%d,%.0f,%.2f,%.2f,%.3f\n", Level, Kind, Stride, Sectors, Lines, Requests,
              Time, Requests / Time, Units / Time);
}

int main() {
  cudaDeviceProp Properties;
  check(cudaGetDeviceProperties(&Properties, 0), "cudaGetDeviceProperties");
  int Multiprocessors = Properties.multiProcessorCount;
  int Driver = 0, Clock = 0;
  check(cudaDriverGetVersion(&Driver), "cudaDriverGetVersion");
  check(cudaDeviceGetAttribute(&Clock, cudaDevAttrClockRate, 0), "cudaDeviceGetAttribute");
  std::printf("# %s, %d multiprocessors, %d MB of L2, highest clock %d MHz, driver for CUDA %d\n",
              Properties.name, Multiprocessors, Properties.l2CacheSize >> 20, Clock / 1000, Driver);
  std::printf("level,kind,stride_words,sectors,lines,requests,microseconds,requests_per_us,units_per_us\n");

  long Most = 1l << 29;
  float *Data = nullptr, *Out = nullptr;
  check(cudaMalloc(&Data, Most * 4), "cudaMalloc");
  check(cudaMalloc(&Out, 256), "cudaMalloc");
  check(cudaMemset(Data, 0, Most * 4), "cudaMemset");
  const int Strides[] = {1, 2, 4, 8, 16, 32};

  for (int Stride : Strides) {
    int Blocks = Multiprocessors * 2, Rounds = 400;
    double Time = microseconds([&] { loadCached<<<Blocks, Threads>>>(Data, Out, Stride, Rounds); });
    double Requests = double(Blocks) * Warps * Rounds * 8;
    print("l1", "load", Stride, sectorsOf(Stride), linesOf(Stride), Requests, Time,
          Requests * sectorsOf(Stride));
  }
  for (bool FitsL2 : {true, false})
    for (int Stride : Strides) {
      long Words = FitsL2 ? 1l << 22 : Most;
      int Blocks = Multiprocessors * 2, Rounds = FitsL2 ? 100 : 60;
      const char *Level = FitsL2 ? "l2" : "dram";
      double Requests = double(Blocks) * Warps * Rounds * 4;
      double Time = microseconds(
          [&] { loadStreamed<<<Blocks, Threads>>>(Data, Out, Words, Stride, Rounds); });
      print(Level, "load", Stride, sectorsOf(Stride), linesOf(Stride), Requests, Time,
            Requests * sectorsOf(Stride));
      Time = microseconds([&] { storeStreamed<<<Blocks, Threads>>>(Data, Words, Stride, Rounds); });
      print(Level, "store", Stride, sectorsOf(Stride), linesOf(Stride), Requests, Time,
            Requests * sectorsOf(Stride));
    }
  for (int Blocks : {1, 2, 4, 8, 16, 32, 66, Multiprocessors}) {
    int Rounds = 200;
    double Requests = double(Blocks) * Warps * Rounds * 4;
    double Time =
        microseconds([&] { loadStreamed<<<Blocks, Threads>>>(Data, Out, 1l << 22, 8, Rounds); });
    std::printf("# %d blocks: l2 load %.2f sectors per us\n", Blocks, Requests * 32 / Time);
    Time = microseconds([&] { storeStreamed<<<Blocks, Threads>>>(Data, 1l << 22, 8, Rounds); });
    std::printf("# %d blocks: l2 store %.2f sectors per us\n", Blocks, Requests * 32 / Time);
  }
  for (int Stride : Strides) {
    int Blocks = Multiprocessors * 2, Rounds = 400;
    double Time = microseconds([&] { loadShared<<<Blocks, Threads>>>(Out, Stride, Rounds); });
    double Requests = double(Blocks) * Warps * Rounds * 8;
    print("shared", "load", Stride, Stride, 0, Requests, Time, Requests * Stride);
  }
  check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  return 0;
}
