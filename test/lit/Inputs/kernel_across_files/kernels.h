#include <cuda_runtime.h>

__global__ void neighbours(float *out, const float *in);
template <typename T> __global__ void columns(T *out, int width);
