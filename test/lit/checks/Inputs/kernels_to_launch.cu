// Kernels that this file does not launch, beside one that it does.

#include <cuda_runtime.h>

__global__ void launchedHere(float *out) { out[threadIdx.x] = 1; }
__global__ void declaredThere(float *out) { out[threadIdx.x * 8] = 1; }
__global__ void includedThere(float *out) { out[threadIdx.x * 8] = 1; }
__global__ void launchedNowhere(float *out) { out[threadIdx.x * 8] = 1; }

void launchHere(float *out) { launchedHere<<<4, 256>>>(out); }
