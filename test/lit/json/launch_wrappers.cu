// RUN: %json %s | %query | FileCheck %s

// Launches through macros, function templates, pointers to kernels, function objects and
// lambdas. Each kernel is shifted by the scalar that the launch gives it: from offset 1
// a warp touches 5 sectors where 4 would do, from offset 8 (32 bytes) 4.

#include <cuda_runtime.h>

// 1000 threads in blocks of 256: 4 blocks of 8 warps.
__global__ void byMacro(float *out, int shift) {
  out[blockIdx.x * blockDim.x + threadIdx.x + shift] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=32 cost=160 ideal=128 worst=5; proved; kernel=byMacro grid=4,1,1 block=256,1,1
}
#define CEIL_DIV(n, by) (((n) + (by)-1) / (by))
#define LAUNCH(kernel, n, ...)                                                                     \
  do {                                                                                             \
    const int threadsOfLaunch = 256;                                                               \
    kernel<<<CEIL_DIV(n, threadsOfLaunch), threadsOfLaunch>>>(__VA_ARGS__);                        \
  } while (0)
void macro(float *out) { LAUNCH(byMacro, 1000, out, 1); }

// 7 blocks of 2 warps.
__global__ void byTemplate(float *out, int shift) {
  out[blockIdx.x * blockDim.x + threadIdx.x + shift] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=14 cost=70 ideal=56 worst=5; proved; kernel=byTemplate grid=7,1,1 block=64,1,1
}
template <typename Kernel, typename... Arguments>
void launchWith(Kernel kernel, dim3 grid, dim3 block, Arguments... arguments) {
  kernel<<<grid, block>>>(arguments...);
}
void functionTemplate(float *out) { launchWith(byTemplate, dim3(7), dim3(64), out, 1); }

// 6 blocks of 2 warps. Arguments are forwarded by reference.
__global__ void byPointer(float *out, int shift) {
  out[blockIdx.x * blockDim.x + threadIdx.x + shift] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=12 cost=60 ideal=48 worst=5; proved; kernel=byPointer grid=6,1,1 block=64,1,1
}
template <typename... Parameters, typename... Arguments>
void launchPointer(void (*kernel)(Parameters...), int grid, int block, Arguments &&...arguments) {
  kernel<<<grid, block>>>(static_cast<Arguments &&>(arguments)...);
}
void pointerToKernel(float *out) {
  int shift = 1;
  launchPointer(byPointer, 6, 64, out, shift);
}

// 8 blocks of 4 warps: 1000 in blocks of 128.
__global__ void byObject(float *out, int shift) {
  out[blockIdx.x * blockDim.x + threadIdx.x + shift] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=32 cost=128 ideal=128 worst=4; proved; kernel=byObject grid=8,1,1 block=128,1,1
}
struct Launcher {
  dim3 grid, block;
  Launcher(int n, int threads) : grid(CEIL_DIV(n, threads)), block(threads) {}
  template <typename Kernel, typename... Arguments>
  void operator()(Kernel kernel, Arguments... arguments) const {
    kernel<<<grid, block>>>(arguments...);
  }
};
void functionObject(float *out) { Launcher(1000, 128)(byObject, out, 8); }

// 3 blocks of 1 warp.
__global__ void byLambda(float *out, int shift) {
  out[blockIdx.x * blockDim.x + threadIdx.x + shift] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=3 cost=15 ideal=12 worst=5; proved; kernel=byLambda grid=3,1,1 block=32,1,1
}
void lambda(float *out) {
  auto launch = [](float *to, int blocks) { byLambda<<<blocks, 32>>>(to, 1); };
  launch(out, 3);
}

// An error check around the launch, as many programs have it; two sites.
__global__ void checked(float *out, int shift) {
  out[blockIdx.x * blockDim.x + threadIdx.x + shift] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=2 cost=8 ideal=8 worst=4; proved; kernel=checked grid=2,1,1 block=32,1,1
  // CHECK: line [[#@LINE-2]]: global store requests=2 cost=10 ideal=8 worst=5; proved; kernel=checked grid=2,1,1 block=32,1,1
}
#define CHECK(call)                                                                                \
  do {                                                                                             \
    cudaError_t error = (call);                                                                    \
    if (error != cudaSuccess)                                                                      \
      return;                                                                                      \
  } while (0)
void errorChecks(float *out) {
  CHECK(cudaSetDevice(0));
  checked<<<2, 32>>>(out, 0);
  CHECK(cudaGetLastError());
  checked<<<2, 32>>>(out, 1);
}
