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
#define hipDeviceAttributeGcnArch ((cudaDeviceAttr)10001)
#define hipDeviceAttributeGcnArchName ((cudaDeviceAttr)10002)
#define hipDeviceAttributeIsLargeBar ((cudaDeviceAttr)10003)
#define hipDeviceAttributeAsicRevision ((cudaDeviceAttr)10004)
#define hipDeviceAttributeFineGrainSupport ((cudaDeviceAttr)10005)
#define hipDeviceAttributeWallClockRate ((cudaDeviceAttr)10006)
#define hipDeviceAttributeMaxThreadsDim ((cudaDeviceAttr)10007)
#define hipDeviceAttributeTotalGlobalMem ((cudaDeviceAttr)10008)
#define hipMemAdviseSetCoarseGrain ((cudaMemoryAdvise)100)
#define hipMemAdviseUnsetCoarseGrain ((cudaMemoryAdvise)101)

// Arguments of hipModuleLaunchKernel.
#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void *)0x01)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void *)0x02)
#define HIP_LAUNCH_PARAM_END ((void *)0x03)

#endif
