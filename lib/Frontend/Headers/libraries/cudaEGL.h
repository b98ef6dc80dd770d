//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sharing with EGL, in outline.

#ifndef __MEMLINT_CUDAEGL_H
#define __MEMLINT_CUDAEGL_H

#include "cuda.h"

#define MAX_PLANES 3
typedef enum {
  CU_EGL_FRAME_TYPE_ARRAY, CU_EGL_FRAME_TYPE_PITCH
} CUeglFrameType;
typedef enum {
  CU_EGL_COLOR_FORMAT_YUV420_PLANAR, CU_EGL_COLOR_FORMAT_YUV420_SEMIPLANAR,
  CU_EGL_COLOR_FORMAT_RGB = 4, CU_EGL_COLOR_FORMAT_BGR, CU_EGL_COLOR_FORMAT_ARGB,
  CU_EGL_COLOR_FORMAT_RGBA, CU_EGL_COLOR_FORMAT_L
} CUeglColorFormat;
typedef struct CUeglFrame_st {
  union {
    CUarray pArray[MAX_PLANES];
    void *pPitch[MAX_PLANES];
  } frame;
  unsigned width, height, depth, pitch, planeCount, numChannels;
  CUeglFrameType frameType;
  CUeglColorFormat eglColorFormat;
  CUarray_format cuFormat;
} CUeglFrame;
typedef struct CUeglStreamConnection_st *CUeglStreamConnection;

#endif
