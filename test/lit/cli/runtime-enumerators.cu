// Enumerators of the runtime, with the values that its manual gives them.
// RUN: %cuda-memlint %s 2>&1 | FileCheck %s
#include <library_types.h>

static_assert(cudaDevAttrHostNumaId == 134 && cudaDevAttrMaxSurface2DWidth == 56);
static_assert(cudaDevAttrMaxTexture2DLinearWidth == 70 && cudaDevAttrMax == 148);
static_assert(cudaErrorMpsConnectionFailed == 805 && cudaErrorTensorMemoryLeak == 721);
static_assert(cudaChannelFormatKindUnsignedNormalized8X4 == 7);
static_assert(cudaResViewFormatUnsignedBlockCompressed7 == 34);
static_assert(cudaMemLocationTypeNone == 0 && cudaMemAllocationTypeManaged == 2);
static_assert(cudaLaunchAttributePreferredSharedMemoryCarveout == 14);
static_assert(cudaUserObjectNoDestructorSync == 1 && cudaGraphUserObjectMove == 1);
static_assert(CUDA_R_4F_E2M1 == 33 && CUDA_C_16I == 21);

__global__ void one(float *out) { out[threadIdx.x] = 1; }

int main() {
  int id = 0;
  float *out = nullptr;
  cudaDeviceGetAttribute(&id, cudaDevAttrHostNumaId, 0);
  one<<<1, 256>>>(out);
  return cudaDeviceSynchronize();
}
// CHECK-NOT: error:
// CHECK: 0 warnings in 0 of 1 kernel
