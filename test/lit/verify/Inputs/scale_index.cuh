#pragma once

__device__ int order[64];

__device__ inline int indexOf(int thread, int threads) {
  return threads > 64 ? thread : order[thread];
}
