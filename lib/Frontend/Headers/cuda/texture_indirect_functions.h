//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads through texture objects, from the CUDA C++ Programming Guide ("Texture
// Functions").

#ifndef __MEMLINT_TEXTURE_INDIRECT_FUNCTIONS_H
#define __MEMLINT_TEXTURE_INDIRECT_FUNCTIONS_H

#include "driver_types.h"

// In two forms: the result as the value, or written through the first argument.
#define __MEMLINT_READ(__N, ...)                                                                     \
  template <class __T> __device__ __T __N(__VA_ARGS__);                                                  \
  template <class __T> __device__ void __N(__T *, __VA_ARGS__);
#define __MEMLINT_TEXTURE cudaTextureObject_t
// [on demand]
__MEMLINT_READ(tex1Dfetch, __MEMLINT_TEXTURE, int)
__MEMLINT_READ(tex1D, __MEMLINT_TEXTURE, float)
__MEMLINT_READ(tex2D, __MEMLINT_TEXTURE, float, float)
__MEMLINT_READ(tex3D, __MEMLINT_TEXTURE, float, float, float)
__MEMLINT_READ(tex1DLayered, __MEMLINT_TEXTURE, float, int)
__MEMLINT_READ(tex2DLayered, __MEMLINT_TEXTURE, float, float, int)
__MEMLINT_READ(texCubemap, __MEMLINT_TEXTURE, float, float, float)
__MEMLINT_READ(texCubemapLayered, __MEMLINT_TEXTURE, float, float, float, int)
__MEMLINT_READ(tex2Dgather, __MEMLINT_TEXTURE, float, float, int = 0)
__MEMLINT_READ(tex1DLod, __MEMLINT_TEXTURE, float, float)
__MEMLINT_READ(tex2DLod, __MEMLINT_TEXTURE, float, float, float)
__MEMLINT_READ(tex3DLod, __MEMLINT_TEXTURE, float, float, float, float)
__MEMLINT_READ(tex1DGrad, __MEMLINT_TEXTURE, float, float, float)
__MEMLINT_READ(tex2DGrad, __MEMLINT_TEXTURE, float, float, float2, float2)
__MEMLINT_READ(tex3DGrad, __MEMLINT_TEXTURE, float, float, float, float4, float4)
// [always]
#undef __MEMLINT_TEXTURE

#include "surface_indirect_functions.h"

#endif
