// driver CUBIN: launches by the driver's interface, of functions and of a library's kernels, with
// arguments one by one and in one piece, with clusters, cooperatively, and from several threads on
// streams of their own (built with --default-stream=per-thread).
#include <cooperative_groups.h>
#include <cuda.h>

#include <cstdio>
#include <thread>
#include <vector>

extern "C" __global__ void packed(float *data, char flag, double value, short last) {
  data[threadIdx.x] = flag ? float(value) : float(last);
}

extern "C" __global__ void gridwide(float *data, int n) {
  cooperative_groups::this_grid().sync();
  data[threadIdx.x] = float(n);
}

#ifndef ONLY_KERNELS
static int failures = 0;
static void check(CUresult code, const char *what) {
  if (code == CUDA_SUCCESS)
    return;
  const char *name = "?";
  cuGetErrorName(code, &name);
  std::printf("%s: %s\n", what, name);
  ++failures;
}

static void launchPacked(CUfunction function, CUdeviceptr data, const char *what) {
  char flag = 1;
  double value = 2.5;
  short last = -3;
  void *arguments[] = {&data, &flag, &value, &last};
  check(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr), what);
  struct {
    CUdeviceptr data;
    char flag;
    double value;
    short last;
  } piece = {data, flag, value, last};
  size_t size = offsetof(decltype(piece), last) + sizeof(short);
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &piece, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                   CU_LAUNCH_PARAM_END};
  check(cuLaunchKernel(function, 2, 1, 1, 32, 1, 1, 0, nullptr, nullptr, extra), what);
}

int main(int argc, char **argv) {
  const char *path = argc > 1 ? argv[1] : "driver.cubin";
  cudaFree(nullptr);
  CUdeviceptr data;
  check(cuMemAlloc(&data, 4096), "cuMemAlloc");
  CUmodule module;
  CUfunction function;
  check(cuModuleLoad(&module, path), "cuModuleLoad");
  check(cuModuleGetFunction(&function, module, "packed"), "cuModuleGetFunction");
  launchPacked(function, data, "function");

  CUlibrary library;
  CUkernel kernel;
  check(cuLibraryLoadFromFile(&library, path, nullptr, nullptr, 0, nullptr, nullptr, 0), "library");
  check(cuLibraryGetKernel(&kernel, library, "packed"), "cuLibraryGetKernel");
  launchPacked(reinterpret_cast<CUfunction>(kernel), data, "kernel of a library");

  float *memory = reinterpret_cast<float *>(data);
  int n = 7;
  void *arguments[] = {&memory, &n};
  if (cudaLaunchCooperativeKernel(reinterpret_cast<void *>(gridwide), dim3(2), dim3(32), arguments,
                                  0, nullptr) != cudaSuccess)
    ++failures;
  cudaLaunchConfig_t configuration = {};
  cudaLaunchAttribute attributes[2];
  attributes[0].id = cudaLaunchAttributeClusterDimension;
  attributes[0].val.clusterDim = {2, 1, 1};
  attributes[1].id = cudaLaunchAttributeCooperative;
  attributes[1].val.cooperative = 1;
  configuration.gridDim = dim3(4);
  configuration.blockDim = dim3(32);
  configuration.attrs = attributes;
  configuration.numAttrs = 2;
  if (cudaLaunchKernelEx(&configuration, gridwide, memory, 8) != cudaSuccess)
    ++failures;

  std::vector<std::thread> threads;
  for (int number = 0; number != 4; ++number)
    threads.emplace_back([memory] {
      for (int round = 0; round != 250; ++round)
        packed<<<1, 64>>>(memory, 1, 0.5, 1);
      cudaStreamSynchronize(cudaStreamPerThread);
    });
  for (std::thread &each : threads)
    each.join();
  if (cudaDeviceSynchronize() != cudaSuccess)
    ++failures;
  std::printf("%s\n", failures ? "FAIL" : "PASS");
  return failures;
}
#endif
