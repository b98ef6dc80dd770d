// Memory for the kernels of this folder, with contents that depend on nothing.

#ifndef CUDA_MEMLINT_ORACLE_BUFFERS_H
#define CUDA_MEMLINT_ORACLE_BUFFERS_H

#include <cuda_runtime.h>

/// `count` zeroed elements.
template <class T> T *zeros(size_t count) {
  T *memory = nullptr;
  cudaMallocManaged(&memory, count * sizeof(T));
  return memory;
}

/// 0, 1, 2, …
template <class T> T *numbers(size_t count) {
  T *memory = zeros<T>(count);
  for (size_t i = 0; i < count; ++i)
    memory[i] = T(i);
  return memory;
}

#endif // CUDA_MEMLINT_ORACLE_BUFFERS_H
