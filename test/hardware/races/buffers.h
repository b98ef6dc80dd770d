// Device memory that holds the same numbers in every run, and the end of a program.
#pragma once
#include <cuda_runtime.h>
#include <stdio.h>

template <typename T> T *numbers(int count) {
  T *host = new T[count];
  for (int i = 0; i < count; ++i)
    host[i] = T((i * 7 + 3) % 61);
  T *device;
  cudaMalloc(&device, count * sizeof(T));
  cudaMemcpy(device, host, count * sizeof(T), cudaMemcpyHostToDevice);
  delete[] host;
  return device;
}

template <typename T> T *zeros(int count) {
  T *device;
  cudaMalloc(&device, count * sizeof(T));
  cudaMemset(device, 0, count * sizeof(T));
  return device;
}

inline int finish() {
  cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess)
    fprintf(stderr, "%s\n", cudaGetErrorString(error));
  return error != cudaSuccess;
}
