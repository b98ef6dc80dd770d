//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Texture and surface references, which CUDA had until its version 11, from that
// version's Programming Guide. Included for files that use them: their names are common words.

#ifndef __MEMLINT_TEXTURE_REFERENCES_H
#define __MEMLINT_TEXTURE_REFERENCES_H

#include "cuda_runtime.h"

#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#define cudaTextureTypeCubemapLayered 0xFC
#define cudaSurfaceType1D 0x01
#define cudaSurfaceType2D 0x02
#define cudaSurfaceType3D 0x03
#define cudaSurfaceTypeCubemap 0x0C
#define cudaSurfaceType1DLayered 0xF1
#define cudaSurfaceType2DLayered 0xF2
#define cudaSurfaceTypeCubemapLayered 0xFC

struct textureReference {
  int normalized;
  cudaTextureFilterMode filterMode;
  cudaTextureAddressMode addressMode[3];
  cudaChannelFormatDesc channelDesc;
  int sRGB;
  unsigned int maxAnisotropy;
  cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
};
struct surfaceReference {
  cudaChannelFormatDesc channelDesc;
};

template <class __T, int Dimensions = cudaTextureType1D,
          cudaTextureReadMode Mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : public textureReference {
  texture(int Normalized = 0, cudaTextureFilterMode Filter = cudaFilterModePoint,
          cudaTextureAddressMode Address = cudaAddressModeClamp);
  texture(int Normalized, cudaTextureFilterMode Filter, cudaTextureAddressMode Address,
          cudaChannelFormatDesc Channels);
};
template <class __T, int Dimensions = cudaSurfaceType1D>
struct __attribute__((device_builtin_surface_type)) surface : public surfaceReference {
  surface();
};
template <int Dimensions>
struct __attribute__((device_builtin_surface_type)) surface<void, Dimensions>
    : public surfaceReference {
  surface();
};

// What a fetch gives: the element, or as many float as it has components.
template <class __T, cudaTextureReadMode Mode> struct __memlint_fetched {
  typedef __T type;
};
#define __MEMLINT_FETCHED(__T, __R)                                                                    \
  template <> struct __memlint_fetched<__T, cudaReadModeNormalizedFloat> {                           \
    typedef __R type;                                                                                \
  };
__MEMLINT_FETCHED(signed char, float)
__MEMLINT_FETCHED(char1, float1)
__MEMLINT_FETCHED(char2, float2)
__MEMLINT_FETCHED(char4, float4)
__MEMLINT_FETCHED(unsigned char, float)
__MEMLINT_FETCHED(uchar1, float1)
__MEMLINT_FETCHED(uchar2, float2)
__MEMLINT_FETCHED(uchar4, float4)
__MEMLINT_FETCHED(short, float)
__MEMLINT_FETCHED(short1, float1)
__MEMLINT_FETCHED(short2, float2)
__MEMLINT_FETCHED(short4, float4)
__MEMLINT_FETCHED(unsigned short, float)
__MEMLINT_FETCHED(ushort1, float1)
__MEMLINT_FETCHED(ushort2, float2)
__MEMLINT_FETCHED(ushort4, float4)
__MEMLINT_FETCHED(char, float)
#undef __MEMLINT_FETCHED

#define __MEMLINT_FETCH(__N, DIMENSIONS, ...)                                                        \
  template <class __T, cudaTextureReadMode Mode>                                                     \
  __MEMLINT_D typename __memlint_fetched<__T, Mode>::type __N(                                         \
      const texture<__T, cudaTextureType##DIMENSIONS, Mode> &, __VA_ARGS__);
__MEMLINT_FETCH(tex1Dfetch, 1D, int)
__MEMLINT_FETCH(tex1D, 1D, float)
__MEMLINT_FETCH(tex2D, 2D, float, float)
__MEMLINT_FETCH(tex3D, 3D, float, float, float)
__MEMLINT_FETCH(tex1DLayered, 1DLayered, float, int)
__MEMLINT_FETCH(tex2DLayered, 2DLayered, float, float, int)
__MEMLINT_FETCH(texCubemap, Cubemap, float, float, float)
__MEMLINT_FETCH(texCubemapLayered, CubemapLayered, float, float, float, int)
__MEMLINT_FETCH(tex1DLod, 1D, float, float)
__MEMLINT_FETCH(tex2DLod, 2D, float, float, float)
__MEMLINT_FETCH(tex3DLod, 3D, float, float, float, float)
__MEMLINT_FETCH(tex1DGrad, 1D, float, float, float)
__MEMLINT_FETCH(tex2DGrad, 2D, float, float, float2, float2)
__MEMLINT_FETCH(tex3DGrad, 3D, float, float, float, float4, float4)
#undef __MEMLINT_FETCH
template <class __T, cudaTextureReadMode Mode>
__MEMLINT_D __T tex2Dgather(const texture<__T, cudaTextureType2D, Mode> &, float, float, int = 0);

#define __MEMLINT_SURFACE_REFERENCE(__N, DIMENSIONS, ...)                                            \
  template <class __T>                                                                               \
  __MEMLINT_D __T __N##read(const surface<void, cudaSurfaceType##DIMENSIONS> &, __VA_ARGS__,           \
                        cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);                           \
  template <class __T>                                                                               \
  __MEMLINT_D void __N##read(__T *, const surface<void, cudaSurfaceType##DIMENSIONS> &, __VA_ARGS__,   \
                           cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);                        \
  template <class __T>                                                                               \
  __MEMLINT_D void __N##write(__T, const surface<void, cudaSurfaceType##DIMENSIONS> &, __VA_ARGS__,    \
                            cudaSurfaceBoundaryMode = cudaBoundaryModeTrap);
__MEMLINT_SURFACE_REFERENCE(surf1D, 1D, int)
__MEMLINT_SURFACE_REFERENCE(surf2D, 2D, int, int)
__MEMLINT_SURFACE_REFERENCE(surf3D, 3D, int, int, int)
__MEMLINT_SURFACE_REFERENCE(surf1DLayered, 1DLayered, int, int)
__MEMLINT_SURFACE_REFERENCE(surf2DLayered, 2DLayered, int, int, int)
__MEMLINT_SURFACE_REFERENCE(surfCubemap, Cubemap, int, int, int)
#undef __MEMLINT_SURFACE_REFERENCE

#endif
