// As much of CUDA as it takes to run a generated main, and kernels of integers and pointers
// without barriers, on an x86-64 host: one thread after the other. Each buffer ends where a page
// begins that cannot be touched, so that a buffer that is too small ends the program.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sys/mman.h>

#define __global__
#define __device__
#define __shared__ static

struct dim3 {
  unsigned x, y, z;
  dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
inline dim3 threadIdx, blockIdx, blockDim, gridDim;

enum cudaError_t { cudaSuccess, cudaErrorLaunchFailure };
enum cudaMemcpyKind { cudaMemcpyHostToDevice };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize };
typedef void *cudaStream_t;

inline void __syncthreads() {}
inline unsigned atomicAdd(unsigned *at, unsigned value) {
  unsigned before = *at;
  *at += value;
  return before;
}
inline int atomicAdd(int *at, int value) {
  int before = *at;
  *at += value;
  return before;
}

inline std::map<void *, std::pair<void *, size_t>> hostAllocations;
inline int hostLaunches = 0;

inline cudaError_t cudaMalloc(void **to, size_t bytes) {
  const size_t page = 4096;
  size_t whole = (bytes + page - 1) / page * page;
  char *mapped = static_cast<char *>(
      mmap(nullptr, whole + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(mapped + whole, page, PROT_NONE);
  *to = mapped + whole - bytes;
  hostAllocations[*to] = {mapped, whole + page};
  return cudaSuccess;
}
inline cudaError_t cudaFree(void *pointer) {
  munmap(hostAllocations[pointer].first, hostAllocations[pointer].second);
  hostAllocations.erase(pointer);
  return cudaSuccess;
}
inline cudaError_t cudaMemset(void *to, int value, size_t bytes) {
  memset(to, value, bytes);
  return cudaSuccess;
}
inline cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind) {
  memcpy(to, from, bytes);
  return cudaSuccess;
}
inline cudaError_t cudaFuncSetAttribute(const void *, cudaFuncAttribute, int) {
  return cudaSuccess;
}
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
// HOST_FAILS: which launch fails, from 1, as a kernel does that accesses what it may not.
inline cudaError_t cudaDeviceSynchronize() {
  const char *failing = getenv("HOST_FAILS");
  return failing && atoi(failing) == hostLaunches ? cudaErrorLaunchFailure : cudaSuccess;
}
inline const char *cudaGetErrorString(cudaError_t) { return "unspecified launch failure"; }
inline const char *cudaGetErrorName(cudaError_t) { return "cudaErrorLaunchFailure"; }

// Integers and pointers are passed alike, up to six of them.
inline cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments,
                                    size_t, cudaStream_t) {
  typedef void (*Kernel)(long, long, long, long, long, long);
  long values[6] = {};
  for (int index = 0; arguments[index]; ++index)
    memcpy(&values[index], arguments[index], sizeof(long));
  ++hostLaunches;
  printf("grid %u,%u,%u block %u,%u,%u\n", grid.x, grid.y, grid.z, block.x, block.y, block.z);
  gridDim = grid;
  blockDim = block;
  for (blockIdx.z = 0; blockIdx.z != grid.z; ++blockIdx.z)
    for (blockIdx.y = 0; blockIdx.y != grid.y; ++blockIdx.y)
      for (blockIdx.x = 0; blockIdx.x != grid.x; ++blockIdx.x)
        for (threadIdx.z = 0; threadIdx.z != block.z; ++threadIdx.z)
          for (threadIdx.y = 0; threadIdx.y != block.y; ++threadIdx.y)
            for (threadIdx.x = 0; threadIdx.x != block.x; ++threadIdx.x)
              reinterpret_cast<Kernel>(const_cast<void *>(function))(
                  values[0], values[1], values[2], values[3], values[4], values[5]);
  return cudaSuccess;
}
inline cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block,
                                               void **arguments, size_t bytes,
                                               cudaStream_t stream) {
  return cudaLaunchKernel(function, grid, block, arguments, bytes, stream);
}
