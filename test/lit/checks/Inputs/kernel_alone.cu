// A file that launches nothing: others do.

#include <cuda_runtime.h>

__global__ void alone(float *out) { out[threadIdx.x * 8] = 1; }
