// What the programs of this folder share: input that depends on nothing but its position, and a
// checksum of results.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

// Each kernel is launched as often as a median needs.
constexpr int Runs = 7;

inline void require(cudaError_t status) {
  if (status == cudaSuccess)
    return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
  std::exit(EXIT_FAILURE);
}

// Small whole numbers: the second half of a linear congruential generator's bits.
inline int numberAt(size_t position) {
  uint32_t bits = uint32_t(position) * 1664525u + 1013904223u;
  bits = bits * 1664525u + 1013904223u;
  return int(bits >> 16) % 251;
}

// FNV-1a of the bytes.
inline uint64_t hashOf(const void *data, size_t bytes, uint64_t hash = 14695981039346656037u) {
  const unsigned char *byte = static_cast<const unsigned char *>(data);
  for (size_t at = 0; at != bytes; ++at)
    hash = (hash ^ byte[at]) * 1099511628211u;
  return hash;
}

// Prints the checksum of an array on the device.
template <typename T> void printChecksum(const char *name, const T *device, size_t count) {
  std::vector<T> values(count);
  require(cudaMemcpy(values.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
  std::printf("%s %016llx\n", name, (unsigned long long)hashOf(values.data(), count * sizeof(T)));
}

// The same of an array whose rows are \p pitch bytes apart, without what lies between them.
template <typename T>
void printChecksumOfRows(const char *name, const T *device, size_t pitch, size_t columns,
                         size_t rows) {
  std::vector<T> values(columns * rows);
  require(cudaMemcpy2D(values.data(), columns * sizeof(T), device, pitch, columns * sizeof(T), rows,
                       cudaMemcpyDeviceToHost));
  std::printf("%s %016llx\n", name,
              (unsigned long long)hashOf(values.data(), values.size() * sizeof(T)));
}
