// Included by instrument_headers.cu, from a folder below it.
#pragma once

#include "scale_index.cuh"

template <typename T> __global__ void scale(T *out, const T *in, T factor) {
  int i = indexOf(threadIdx.x, blockDim.x);
  out[i] = factor * in[i];
}
