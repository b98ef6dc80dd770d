// Names that hipcc's headers of version 5.2.3 declare and that CUDA calls otherwise, or not at all.
// RUN: %cuda-memlint %s 2>&1 | FileCheck %s --implicit-check-not=error
// CHECK: {{^}}0 warnings in 0 of 1 kernel

#include <hip/hip_runtime.h>

uint32_t word;
hipDataType type = HIP_R_32F;
hipUUID identity;
hipArray_Format format = HIP_AD_FORMAT_FLOAT;
HIP_ARRAY_DESCRIPTOR plain = {64, 64, HIP_AD_FORMAT_FLOAT, 1};
HIP_ARRAY3D_DESCRIPTOR deep;
hip_Memcpy2D copy;
HIP_RESOURCE_DESC resource;
HIP_TEXTURE_DESC texture;
hipMemAllocationProp property;
hipMemGenericAllocationHandle_t handle;
hipMemAllocationGranularity_flags granularity = hipMemAllocationGranularityMinimum;

int attribute(hipDeviceAttribute_t which) {
  int value = 0;
  return hipDeviceGetAttribute(&value, which, 0) == hipSuccess ? value : 0;
}

__global__ void lanes(unsigned long long *out) {
  unsigned lane = __mbcnt_hi(~0u, __mbcnt_lo(~0u, 0));
  unsigned long long all = __ballot64(lane < 8);
  out[threadIdx.x] = all;
}

int main() {
  hipDeviceProp_t device;
  if (hipGetDeviceProperties(&device, 0) != hipSuccess || device.hdpMemFlushCntl)
    return 1;
  hipPointerAttribute_t pointer;
  hipMemoryType kind = hipMemoryTypeUnified;
  int sum = attribute(hipDeviceAttributeMaxBlocksPerMultiProcessor) +
            attribute(hipDeviceAttributeSharedMemPerBlockOptin) +
            attribute(hipDeviceAttributeTexturePitchAlignment) +
            attribute(hipDeviceAttributePhysicalMultiProcessorCount);
  hipFunction_t function;
  (void)hipFuncGetAttribute(&sum, HIP_FUNC_ATTRIBUTE_NUM_REGS, function);
  unsigned long long *out;
  if (hipMalloc(&out, 64 * sizeof(*out)) != hipSuccess)
    return 1;
  lanes<<<1, 64>>>(out);
  return hipDeviceSynchronize() != hipSuccess;
}
