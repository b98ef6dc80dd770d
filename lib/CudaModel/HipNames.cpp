//===- HipNames.cpp - What HIP calls the functions of CUDA ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/CudaModel/HipNames.h"

#include "cuda-memlint/Support/Words.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

namespace {

/// The same thing in HIP and in CUDA.
struct NamePair {
  llvm::StringLiteral Hip;
  llvm::StringLiteral Cuda;
};

} // namespace

/// Names that differ by more than how they begin. Of several names that HIP has for one of CUDA's,
/// the first is the one that is shown.
static constexpr NamePair Irregular[] = {
    {"hipHostMalloc", "cudaMallocHost"},
    {"hipHostMalloc", "cudaHostAlloc"},
    {"hipHostFree", "cudaFreeHost"},
    {"hipHostMallocDefault", "cudaHostAllocDefault"},
    {"hipHostMallocPortable", "cudaHostAllocPortable"},
    {"hipHostMallocMapped", "cudaHostAllocMapped"},
    {"hipHostMallocWriteCombined", "cudaHostAllocWriteCombined"},
    {"hipDeviceProp_t", "cudaDeviceProp"},
    {"hipDeviceAttribute_t", "cudaDeviceAttr"},
    {"hipPointerAttribute_t", "cudaPointerAttributes"},
    {"hipFuncCache_t", "cudaFuncCache"},
    {"hipLimit_t", "cudaLimit"},
    {"hipModuleLaunchKernel", "cuLaunchKernel"},
    {"hipDevice_t", "CUdevice"},
    {"hipCtx_t", "CUcontext"},
    {"hipModule_t", "CUmodule"},
    {"hipDeviceptr_t", "CUdeviceptr"},
    {"hipJitOption", "CUjit_option"},
    {"hipUUID", "CUuuid"},
    {"hipTexRef", "CUtexref"},
    {"hipArray_Format", "CUarray_format"},
    {"hipFunction_attribute", "CUfunction_attribute"},
    {"HIP_ARRAY_DESCRIPTOR", "CUDA_ARRAY_DESCRIPTOR"},
    {"HIP_ARRAY3D_DESCRIPTOR", "CUDA_ARRAY3D_DESCRIPTOR"},
    {"hip_Memcpy2D", "CUDA_MEMCPY2D"},
    {"HIP_RESOURCE_DESC", "CUDA_RESOURCE_DESC"},
    {"HIP_TEXTURE_DESC", "CUDA_TEXTURE_DESC"},
    {"HIPresourcetype", "CUresourcetype"},
    {"HIPaddress_mode", "CUaddress_mode"},
    {"HIPfilter_mode", "CUfilter_mode"},
    {"hipMemAllocationProp", "CUmemAllocationProp"},
    {"hipMemGenericAllocationHandle_t", "CUmemGenericAllocationHandle"},
    {"hipMemAllocationGranularity_flags", "CUmemAllocationGranularity_flags"},
    {"hipMemAllocationGranularityMinimum", "CU_MEM_ALLOC_GRANULARITY_MINIMUM"},
    {"hipMemAllocationGranularityRecommended", "CU_MEM_ALLOC_GRANULARITY_RECOMMENDED"},
    {"hipDataType", "cudaDataType"},
    {"hipDevP2PAttrHipArrayAccessSupported", "cudaDevP2PAttrCudaArrayAccessSupported"},
    {"hipDeviceAttributeMaxBlocksPerMultiProcessor", "cudaDevAttrMaxBlocksPerMultiprocessor"},
    {"hipDeviceAttributeSharedMemPerBlockOptin", "cudaDevAttrMaxSharedMemoryPerBlockOptin"},
    {"hipDeviceAttributeSharedMemPerMultiprocessor", "cudaDevAttrMaxSharedMemoryPerMultiprocessor"},
    {"hipDeviceAttributeReservedSharedMemPerBlock", "cudaDevAttrReservedSharedMemoryPerBlock"},
    {"hipDeviceAttributePersistingL2CacheMaxSize", "cudaDevAttrMaxPersistingL2CacheSize"},
    {"hipDeviceAttributeAccessPolicyMaxWindowSize", "cudaDevAttrMaxAccessPolicyWindowSize"},
    {"hipDeviceAttributeDeviceOverlap", "cudaDevAttrGpuOverlap"},
    {"hipComplex", "cuComplex"},
    {"hipDeviceAttributeMultiprocessorCount", "cudaDevAttrMultiProcessorCount"},
    {"hipDeviceAttributePciDomainID", "cudaDevAttrPciDomainId"},
    {"hipDeviceAttributeMemoryBusWidth", "cudaDevAttrGlobalMemoryBusWidth"},
    {"hipErrorOutOfMemory", "cudaErrorMemoryAllocation"},
    {"hipErrorNotInitialized", "cudaErrorInitializationError"},
    {"hipErrorDeinitialized", "cudaErrorCudartUnloading"},
    {"hipErrorInvalidContext", "cudaErrorDeviceUninitialized"},
    {"hipErrorInvalidImage", "cudaErrorInvalidKernelImage"},
    {"hipErrorContextAlreadyInUse", "cudaErrorDeviceAlreadyInUse"},
    {"hipErrorMapFailed", "cudaErrorMapBufferObjectFailed"},
    {"hipErrorUnmapFailed", "cudaErrorUnmapBufferObjectFailed"},
    {"hipErrorNoBinaryForGpu", "cudaErrorNoKernelImageForDevice"},
    {"hipErrorECCNotCorrectable", "cudaErrorECCUncorrectable"},
    {"hipErrorInvalidHandle", "cudaErrorInvalidResourceHandle"},
    {"hipErrorNotFound", "cudaErrorSymbolNotFound"},
    {"hipErrorLaunchTimeOut", "cudaErrorLaunchTimeout"},
    {"hip_bfloat16", "__nv_bfloat16"},
    {"__hip_bfloat16", "__nv_bfloat16"},
    {"__hip_bfloat162", "__nv_bfloat162"},
    {"hipcub", "cub"},
    {"unsafeAtomicAdd", "atomicAdd"},
    {"safeAtomicAdd", "atomicAdd"},
    {"atomicAddNoRet", "atomicAdd"},
    {"unsafeAtomicMin", "atomicMin"},
    {"unsafeAtomicMax", "atomicMax"},
    {"__memlint_rest_of_hip", "__memlint_rest_of_cuda"},
    {"make_hipExtent", "make_cudaExtent"},
    {"make_hipPos", "make_cudaPos"},
    {"make_hipPitchedPtr", "make_cudaPitchedPtr"},
};

/// How names begin, the longer beginnings before those that they begin with.
static constexpr NamePair Beginnings[] = {
    {"hipDeviceAttribute", "cudaDevAttr"},
    {"__memlint_rest_of_hip", "__memlint_rest_of_cu"},
    {"make_hip", "make_cu"},
    {"__hip_fp8", "__nv_fp8"},
    {"hipblas", "cublas"},
    {"hipfft", "cufft"},
    {"hiprand", "curand"},
    {"hipsolver", "cusolver"},
    {"hipsparse", "cusparse"},
    {"HIPBLAS_", "CUBLAS_"},
    {"HIPFFT_", "CUFFT_"},
    {"HIPRAND_", "CURAND_"},
    {"HIPSOLVER_", "CUSOLVER_"},
    {"HIPSPARSE_", "CUSPARSE_"},
    {"HIP_AD_FORMAT_", "CU_AD_FORMAT_"},
    {"HIP_FUNC_ATTRIBUTE_", "CU_FUNC_ATTRIBUTE_"},
    {"HIP_RESOURCE_TYPE_", "CU_RESOURCE_TYPE_"},
    {"HIP_TR_ADDRESS_MODE_", "CU_TR_ADDRESS_MODE_"},
    {"HIP_TR_FILTER_MODE_", "CU_TR_FILTER_MODE_"},
    {"HIP_C_", "CUDA_C_"},
    {"HIP_R_", "CUDA_R_"},
};

/// The runtime's names and the driver's: `hip` or `cuda` and a capital letter.
static bool isRuntimeName(StringRef Name, StringRef Beginning) {
  return Name.size() > Beginning.size() && Name.starts_with(Beginning) &&
         isUpper(Name[Beginning.size()]);
}

std::optional<std::string> cudaNameFor(StringRef Name, function_ref<bool(StringRef)> IsOfCuda) {
  for (const NamePair &Pair : Irregular)
    if (Name == Pair.Hip)
      return Pair.Cuda.str();
  SmallVector<std::string, 4> Candidates;
  for (const NamePair &Pair : Beginnings)
    if (Name.starts_with(Pair.Hip))
      Candidates.push_back((Pair.Cuda + Name.drop_front(Pair.Hip.size())).str());
  if (isRuntimeName(Name, "hip"))
    for (StringRef Beginning : {"cuda", "cu", "CU"})
      Candidates.push_back((Beginning + Name.drop_front(StringRef("hip").size())).str());
  auto Found = find_if(Candidates, IsOfCuda);
  return Found == Candidates.end() ? std::nullopt : std::optional(*Found);
}

/// What HIP calls CUDA's \p Name; \p Name itself where HIP does not name it otherwise.
static std::string hipNameFor(StringRef Name) {
  for (const NamePair &Pair : Irregular)
    if (Name == Pair.Cuda)
      return Pair.Hip.str();
  for (const NamePair &Pair : Beginnings)
    if (Name.starts_with(Pair.Cuda))
      return (Pair.Hip + Name.drop_front(Pair.Cuda.size())).str();
  for (StringRef Beginning : {"cuda", "cu"})
    if (isRuntimeName(Name, Beginning))
      return ("hip" + Name.drop_front(Beginning.size())).str();
  return Name.str();
}

bool isLaunchFunction(StringRef Name) {
  return Name.starts_with("cudaLaunch") || Name.starts_with("hipLaunch") ||
         Name.starts_with("hipExtLaunch");
}

std::string withHipNames(StringRef Text) {
  return replaceWords(Text, [](StringRef Word) {
    return isRuntimeName(Word, "cuda") ? std::optional(hipNameFor(Word)) : std::nullopt;
  });
}

} // namespace memlint
