#include <cuda_runtime.h>

__global__ void declaredThere(float *out);
void launchDeclared(float *out) { declaredThere<<<4, 256>>>(out); }
