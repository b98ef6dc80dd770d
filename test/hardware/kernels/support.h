//===- support.h - Memory and checks for these programs ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every program of this folder needs on the host: memory whose contents
// depend on nothing, and a check of each kernel's results.
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_HARDWARE_KERNELS_SUPPORT_H
#define CUDA_MEMLINT_HARDWARE_KERNELS_SUPPORT_H

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <type_traits>

inline void require(cudaError_t status, const char *what) {
  if (status != cudaSuccess) {
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
    std::exit(EXIT_FAILURE);
  }
}

/// `count` zeroed elements.
template <class T> T *zeros(size_t count) {
  T *memory = nullptr;
  require(cudaMallocManaged(&memory, count * sizeof(T)), "allocating memory");
  std::memset(static_cast<void *>(memory), 0, count * sizeof(T));
  return memory;
}

/// What element i of `numbers` holds: small enough for every type.
inline int numberAt(size_t i) { return int(i % 101); }

/// Numbers that follow each other. An element of a class holds several floats.
template <class T> T *numbers(size_t count) {
  T *memory = zeros<T>(count);
  if constexpr (std::is_arithmetic_v<T>) {
    for (size_t i = 0; i < count; ++i)
      memory[i] = T(numberAt(i));
  } else {
    static_assert(sizeof(T) % sizeof(float) == 0);
    float *parts = reinterpret_cast<float *>(memory);
    for (size_t i = 0; i < count * sizeof(T) / sizeof(float); ++i)
      parts[i] = float(numberAt(i));
  }
  return memory;
}

/// Whether all results were right so far.
inline bool everythingIsRight = true;

inline void reportWrong(const char *kernel, int index) {
  std::fprintf(stderr, "%s: element %d is wrong\n", kernel, index);
  everythingIsRight = false;
}

/// out[i] has to be value(i), for the first `count` elements.
template <class T, class Function>
void expect(const char *kernel, const T *out, int count, Function value) {
  require(cudaDeviceSynchronize(), kernel);
  for (int i = 0; i < count; ++i)
    if (out[i] != T(value(i)))
      return reportWrong(kernel, i);
}

/// out[i] has to be in[source(i)], to the bit, or zero where source(i) is -1.
template <class T, class Function>
void expectGathered(const char *kernel, const T *out, const T *in, int count, Function source) {
  require(cudaDeviceSynchronize(), kernel);
  const T zero{};
  for (int i = 0; i < count; ++i) {
    int from = source(i);
    if (std::memcmp(&out[i], from < 0 ? &zero : &in[from], sizeof(T)) != 0)
      return reportWrong(kernel, i);
  }
}

inline int finish() {
  std::printf("%s\n", everythingIsRight ? "PASS" : "FAIL");
  return everythingIsRight ? EXIT_SUCCESS : EXIT_FAILURE;
}

#endif // CUDA_MEMLINT_HARDWARE_KERNELS_SUPPORT_H
