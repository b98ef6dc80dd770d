#pragma once

template <typename T, int Step> __global__ void strided(T *out, const T *in) {
  out[threadIdx.x * Step] = in[threadIdx.x];
}

static __global__ void fixed(float *out, const float *in) {
  out[threadIdx.x * STRIDE] = in[threadIdx.x];
}
