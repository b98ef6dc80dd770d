//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime of HIP for host code: what CUDA's does not have.

#ifndef __MEMLINT_HIP_RUNTIME_API_H
#define __MEMLINT_HIP_RUNTIME_API_H

#include "cuda_runtime.h"
#include "cuda.h"
#include "library_types.h"
#include <stdint.h>

// Code asks by these names whether HIP's headers are included.
#define HIP_INCLUDE_HIP_HIP_RUNTIME_H
#define HIP_INCLUDE_HIP_HIP_RUNTIME_API_H

#define HIP_VERSION_MAJOR 6
#define HIP_VERSION_MINOR 2
#define HIP_VERSION_PATCH 0
#define HIP_VERSION 60200000

// What devices can do, as code asks.
#define __HIP_ARCH_HAS_GLOBAL_INT32_ATOMICS__ 1
#define __HIP_ARCH_HAS_GLOBAL_FLOAT_ATOMIC_EXCH__ 1
#define __HIP_ARCH_HAS_SHARED_INT32_ATOMICS__ 1
#define __HIP_ARCH_HAS_SHARED_FLOAT_ATOMIC_EXCH__ 1
#define __HIP_ARCH_HAS_FLOAT_ATOMIC_ADD__ 1
#define __HIP_ARCH_HAS_GLOBAL_INT64_ATOMICS__ 1
#define __HIP_ARCH_HAS_SHARED_INT64_ATOMICS__ 1
#define __HIP_ARCH_HAS_DOUBLES__ 1
#define __HIP_ARCH_HAS_WARP_VOTE__ 1
#define __HIP_ARCH_HAS_WARP_BALLOT__ 1
#define __HIP_ARCH_HAS_WARP_SHUFFLE__ 1
#define __HIP_ARCH_HAS_3DGRID__ 1

// Flags for memory, events, streams and launches.
#define hipHostMallocNumaUser 0x20000000
#define hipHostMallocCoherent 0x40000000
#define hipHostMallocNonCoherent 0x80000000
#define hipDeviceMallocDefault 0x0
#define hipDeviceMallocFinegrained 0x1
#define hipMallocSignalMemory 0x2
#define hipExtHostRegisterCoarseGrained 0x8
#define hipEventReleaseToDevice 0x40000000
#define hipEventReleaseToSystem 0x80000000
#define hipExtAnyOrderLaunch 0x01

// Errors, attributes and hints that CUDA does not have.
#define hipErrorRuntimeMemory ((cudaError_t)1052)
#define hipErrorRuntimeOther ((cudaError_t)1053)
#define hipErrorTbd ((cudaError_t)1054)
#define hipErrorInvalidKernelFile ((cudaError_t)218)
#define hipErrorContextAlreadyCurrent ((cudaError_t)202)
#define HIP_SUCCESS 0
#define HIP_ERROR_INVALID_VALUE 1
#define HIP_ERROR_NOT_INITIALIZED 2
#define HIP_ERROR_LAUNCH_OUT_OF_RESOURCES 3
#define hipDeviceAttributeGcnArch ((cudaDeviceAttr)10001)
#define hipDeviceAttributeGcnArchName ((cudaDeviceAttr)10002)
#define hipDeviceAttributeIsLargeBar ((cudaDeviceAttr)10003)
#define hipDeviceAttributeAsicRevision ((cudaDeviceAttr)10004)
#define hipDeviceAttributeFineGrainSupport ((cudaDeviceAttr)10005)
#define hipDeviceAttributeWallClockRate ((cudaDeviceAttr)10006)
#define hipDeviceAttributeMaxThreadsDim ((cudaDeviceAttr)10007)
#define hipDeviceAttributeTotalGlobalMem ((cudaDeviceAttr)10008)
#define hipDeviceAttributeName ((cudaDeviceAttr)10009)
#define hipDeviceAttributeUuid ((cudaDeviceAttr)10010)
#define hipDeviceAttributeArch ((cudaDeviceAttr)10011)
#define hipDeviceAttributeLuid ((cudaDeviceAttr)10012)
#define hipDeviceAttributeLuidDeviceNodeMask ((cudaDeviceAttr)10013)
#define hipDeviceAttributeMaxSurface1D ((cudaDeviceAttr)10014)
#define hipDeviceAttributeMaxSurface1DLayered ((cudaDeviceAttr)10015)
#define hipDeviceAttributeMaxSurface2D ((cudaDeviceAttr)10016)
#define hipDeviceAttributeMaxSurface2DLayered ((cudaDeviceAttr)10017)
#define hipDeviceAttributeMaxSurface3D ((cudaDeviceAttr)10018)
#define hipDeviceAttributeMaxSurfaceCubemap ((cudaDeviceAttr)10019)
#define hipDeviceAttributeMaxSurfaceCubemapLayered ((cudaDeviceAttr)10020)
#define hipDeviceAttributeMaxTexture1DLayered ((cudaDeviceAttr)10021)
#define hipDeviceAttributeMaxTexture1DLinear ((cudaDeviceAttr)10022)
#define hipDeviceAttributeMaxTexture1DMipmap ((cudaDeviceAttr)10023)
#define hipDeviceAttributeMaxTexture2DGather ((cudaDeviceAttr)10024)
#define hipDeviceAttributeMaxTexture2DLayered ((cudaDeviceAttr)10025)
#define hipDeviceAttributeMaxTexture2DLinear ((cudaDeviceAttr)10026)
#define hipDeviceAttributeMaxTexture2DMipmap ((cudaDeviceAttr)10027)
#define hipDeviceAttributeMaxTexture3DAlt ((cudaDeviceAttr)10028)
#define hipDeviceAttributeMaxTextureCubemap ((cudaDeviceAttr)10029)
#define hipDeviceAttributeMaxTextureCubemapLayered ((cudaDeviceAttr)10030)
#define hipDeviceAttributeSurfaceAlignment ((cudaDeviceAttr)10031)
#define hipDeviceAttributeTexturePitchAlignment ((cudaDeviceAttr)10032)
#define hipDeviceAttributeClockInstructionRate ((cudaDeviceAttr)10033)
#define hipDeviceAttributeHdpMemFlushCntl ((cudaDeviceAttr)10034)
#define hipDeviceAttributeHdpRegFlushCntl ((cudaDeviceAttr)10035)
#define hipDeviceAttributeCooperativeMultiDeviceUnmatchedFunc ((cudaDeviceAttr)10036)
#define hipDeviceAttributeCooperativeMultiDeviceUnmatchedGridDim ((cudaDeviceAttr)10037)
#define hipDeviceAttributeCooperativeMultiDeviceUnmatchedBlockDim ((cudaDeviceAttr)10038)
#define hipDeviceAttributeCooperativeMultiDeviceUnmatchedSharedMem ((cudaDeviceAttr)10039)
#define hipDeviceAttributeCanUseStreamWaitValue ((cudaDeviceAttr)10040)
#define hipDeviceAttributeImageSupport ((cudaDeviceAttr)10041)
#define hipDeviceAttributePhysicalMultiProcessorCount ((cudaDeviceAttr)10042)
#define hipMemoryTypeArray ((cudaMemoryType)10)
#define hipMemoryTypeUnified ((cudaMemoryType)11)
#define hipMemRangeAttributeCoherencyMode ((cudaMemRangeAttribute)100)
#define hipMemRangeCoherencyModeFineGrain 0
#define hipMemRangeCoherencyModeCoarseGrain 1
#define hipMemRangeCoherencyModeIndeterminate 2
#define hipMemAdviseSetCoarseGrain ((cudaMemoryAdvise)100)
#define hipMemAdviseUnsetCoarseGrain ((cudaMemoryAdvise)101)

// Arguments of hipModuleLaunchKernel.
#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void *)0x01)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void *)0x02)
#define HIP_LAUNCH_PARAM_END ((void *)0x03)

#endif
