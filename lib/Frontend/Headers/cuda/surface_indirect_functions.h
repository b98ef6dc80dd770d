//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes through surface objects, from the CUDA C++ Programming Guide
// ("Surface Functions"). With a toolkit, too: Clang lacks what those of its header
// call, which the guard keeps out. The includer knows the types.

#ifndef __SURFACE_INDIRECT_FUNCTIONS_H__
#define __SURFACE_INDIRECT_FUNCTIONS_H__

#define __MEMLINT_SURFACE(__N, ...)                                                                  \
  template <class __T>                                                                               \
  __device__ __T __N##read(cudaSurfaceObject_t, __VA_ARGS__,                                           \
                       cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);                            \
  template <class __T>                                                                               \
  __device__ void __N##read(__T *, cudaSurfaceObject_t, __VA_ARGS__,                                   \
                          cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);                         \
  template <class __T>                                                                               \
  __device__ void __N##write(__T, cudaSurfaceObject_t, __VA_ARGS__,                                    \
                           cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
// [on demand]
__MEMLINT_SURFACE(surf1D, int)
__MEMLINT_SURFACE(surf2D, int, int)
__MEMLINT_SURFACE(surf3D, int, int, int)
__MEMLINT_SURFACE(surf1DLayered, int, int)
__MEMLINT_SURFACE(surf2DLayered, int, int, int)
__MEMLINT_SURFACE(surfCubemap, int, int, int)
__MEMLINT_SURFACE(surfCubemapLayered, int, int, int)
// [always]
#undef __MEMLINT_SURFACE

#endif
