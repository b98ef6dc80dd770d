//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// half and half2, from the CUDA Math API ("Half Precision Intrinsics").

#ifndef __MEMLINT_CUDA_FP16_H
#define __MEMLINT_CUDA_FP16_H

#define __CUDA_FP16_H__
#define __CUDA_FP16_TYPES_EXIST__

#include "__memlint_float16.h"

__MEMLINT_FLOAT16_TYPES(__half, __half2, __half_raw, __half2_raw)
__MEMLINT_FLOAT16_ARITHMETIC(__half, __half2)
__MEMLINT_FLOAT16_CONVERSIONS(__half, __half2, half, half2)

typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;

#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7C00U)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7FFFU)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)0x0001U)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7BFFU)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000U)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0x0000U)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3C00U)

#endif
